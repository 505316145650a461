//! What of points counts: the caps of columns, rounds and cards.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use super::State;
use crate::law::{ColumnIndex, Counted};
use crate::terms::{CardMode, RoundLabel};

impl State {
    /// What counts of points that a player would be given now, after those in `before` that are not in the state yet.
    pub fn counts(
        &self,
        player: Player,
        column: ColumnIndex,
        objective: Option<&ObjectiveId>,
        round: RoundLabel,
        (raw, before): (i32, i32),
    ) -> i32 {
        let law = self.law();
        let side = &self.sides[player];
        let Some(row) = law.columns.get(column.0).filter(|row| row.is_limited()) else {
            let sum = side.sums[column] + before;
            return law.within_cap(column, sum + raw) - law.within_cap(column, sum);
        };
        let own = self.awards.iter().filter(|award| award.player == player && award.column == column);
        let of_round = own.clone().filter(|award| award.round == round).map(|award| award.vp).sum::<i32>();
        let stays = self.cap_of_card(player, column).is_some();
        let of_card = own.filter(|award| award.objective.as_ref() == objective).map(|award| award.vp).sum();
        let so_far = Counted {
            column: side.counted[column] + before,
            round: of_round + before,
            card: if stays { Some(of_card) } else { None },
        };
        row.counts(raw, round, so_far)
    }

    /// The most that each card of a player brings in a column, where it has one: chosen before the battle, it stays.
    pub fn cap_of_card(&self, player: Player, column: ColumnIndex) -> Option<i32> {
        let stays = self.sides[player].mode == Some(CardMode::Fixed);
        self.law().columns.get(column.0)?.cap_card.filter(|_| stays)
    }
}
