//! Claims of victory points: at their moment, after it, and for objectives that no pack knows.
//!
//! # Source
//! `docs/log.md`, sections 3 and 8.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::numbers::AwardNumber;
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;
use adjutant_core::text::Text;

use super::desk::{Decision, Desk, refuse};
use crate::command::{Command, PassedMoment};
use crate::event::{Award, Event};
use crate::law::ColumnIndex;
use crate::refusal::RefusalCode;
use crate::rules::Objective;
use crate::score::pay::card_scored;
use crate::state::{Missed, OpenNeed, State};
use crate::terms::{Basis, EndLabel, Moment, RoundLabel, Status};

/// Most values that a refusal lists; of more that follow each other it names the first and the last.
const VALUES_MAX: usize = 24;

/// Whose claim answers a question of a moment that has passed with points, and the last record before the moment passed.
pub(crate) fn claimed_late(state: &State, command: &Command) -> Option<(Player, u64)> {
    let Command::Score { player, objective, vp, passed: Some(at), .. } = command else { return None };
    let meant = |need: &OpenNeed| need.player == *player && need.objective == *objective && is_at(need, *at);
    if vp.get() == 0 || state.needs.iter().any(meant) {
        return None;
    }
    let missed = state.missed.iter().find(|missed| meant(&missed.need))?;
    Some((*player, missed.since - 1))
}

/// Whether an award belongs to a moment.
pub(super) fn is_at(need: &OpenNeed, at: PassedMoment) -> bool {
    need.round == at.round && at.moment.is_none_or(|moment| Moment::from(moment) == need.moment)
}

impl Desk<'_> {
    pub(super) fn score(
        &self,
        player: Player,
        id: &ObjectiveId,
        (vp, award): (i32, Option<AwardNumber>),
        passed: Option<PassedMoment>,
        why: Option<&Text>,
    ) -> Decision {
        self.speaks_for(player)?;
        let Some((column, objective)) = self.state.objective(player, id) else {
            let ids: Vec<String> = self.state.objectives(player).map(|(_, o)| o.id.to_string()).collect();
            return refuse(
                RefusalCode::Unknown,
                say!("{} does not play for `{}`", player, typed(&id)),
                say!("one of {}", ids.join(" ")),
            );
        };
        if let Some(cap) = self.state.own_cap(player, column) {
            return self.own_claim(player, (column, objective), vp, cap, passed, why);
        }
        let known = |award: AwardNumber| {
            self.state.is_under_law(2) && award.get().unsigned_abs() as usize <= objective.awards.len()
        };
        if award.is_some_and(|award| !known(award)) {
            let accepted = say!("1 to {}", objective.awards.len());
            return refuse(RefusalCode::Unknown, say!("`{}` has no award of this number", typed(&id)), accepted);
        }
        let meant = |need: &OpenNeed| {
            need.player == player
                && need.objective == *id
                && need.is_award(award)
                && passed.is_none_or(|at| is_at(need, at))
        };
        let needs: Vec<_> = self.state.needs.iter().enumerate().filter(|(_, need)| meant(need)).collect();
        if let Some((index, need)) = needs.iter().find(|(_, need)| need.possible.contains(i64::from(vp))) {
            let answered = Event::NeedAnswered { index: *index };
            return Ok(self.claimed(answered, column, need, vp, false, why));
        }
        if let Some((_, need)) = needs.first() {
            return impossible(vp, id, need, "now");
        }
        match passed {
            Some(at) => self.late_claim(player, (column, objective), (vp, award), at, why),
            None => self.judged_already(player, objective, vp),
        }
    }

    /// A claim for a moment that has passed: what waits there is judged by the facts as they stood then.
    fn late_claim(
        &self,
        player: Player,
        (column, objective): (ColumnIndex, &Objective),
        (vp, award): (i32, Option<AwardNumber>),
        at: PassedMoment,
        why: Option<&Text>,
    ) -> Decision {
        let of_objective = |missed: &&Missed| {
            missed.need.player == player && missed.need.objective == objective.id && missed.need.is_award(award)
        };
        let missed: Vec<(usize, &Missed)> = self
            .state
            .missed
            .iter()
            .enumerate()
            .filter(|(_, missed)| of_objective(missed) && is_at(&missed.need, at))
            .collect();
        let Some((_, first)) = missed.first() else { return self.nothing_waits(player, objective, at) };
        match missed.iter().find(|(_, missed)| missed.need.possible.contains(i64::from(vp))) {
            Some((index, missed)) => {
                let answered = Event::MissedAnswered { index: *index };
                Ok(self.claimed(answered, column, &missed.need, vp, true, why))
            }
            None => impossible(vp, &objective.id, &first.need, "at that moment"),
        }
    }

    /// What a claim brings that is taken.
    fn claimed(
        &self,
        answered: Event,
        column: ColumnIndex,
        need: &OpenNeed,
        vp: i32,
        late: bool,
        why: Option<&Text>,
    ) -> Vec<Event> {
        let mut events = vec![answered];
        if vp > 0 {
            events.push(Event::Awarded(Box::new(Award {
                player: need.player,
                column,
                objective: Some(need.objective.clone()),
                round: need.round,
                moment: need.moment.as_str(),
                raw: vp,
                basis: Basis::Claimed,
                late,
                why: in_words(why),
            })));
            let objective = Some(&need.objective);
            let limited = self.state.law().columns.get(column.0).is_some_and(|column| column.is_limited());
            if !limited || self.state.counts(need.player, column, objective, need.round, (vp, 0)) > 0 {
                events.extend(card_scored(self.state, need.player, &need.objective));
            }
        }
        events
    }

    /// Nothing waits for a word at a moment that has passed: it was scored, or never open.
    fn nothing_waits(&self, player: Player, objective: &Objective, at: PassedMoment) -> Decision {
        let id = &objective.id;
        let round = round_in_words(at.round);
        let paid = self.state.awards.iter().find(|award| {
            award.player == player
                && award.objective.as_ref() == Some(id)
                && award.round == at.round
                && at.moment.is_none_or(|moment| moment.as_str() == award.moment)
        });
        if let Some(paid) = paid {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} scored {} VP for {} in {} with record {}", player, paid.raw, id, round, paid.seq),
                say!("`amend` of record {}, where it was claimed wrongly", paid.seq),
            );
        }
        let waiting = self.state.missed.iter().filter(|missed| missed.need.player == player);
        let waiting = Sentence::list(
            "; ",
            waiting.map(|missed| {
                let need = &missed.need;
                say!("{} in {} ({})", need.objective, round_in_words(need.round), need.moment.as_str())
            }),
        );
        refuse(
            RefusalCode::NotYourMoment,
            say!("no points for {} wait for a word of {}", id, round),
            if waiting.is_empty() { say!("nothing waits for {}", player) } else { waiting },
        )
    }

    /// A claim for an objective of the player's own book: the log knows its name and its cap, and nothing else of it.
    fn own_claim(
        &self,
        player: Player,
        (column, objective): (ColumnIndex, &Objective),
        vp: i32,
        cap: i32,
        passed: Option<PassedMoment>,
        why: Option<&Text>,
    ) -> Decision {
        let state = self.state;
        if let Some(at) = passed {
            let played = matches!(at.round, RoundLabel::Number(round) if (1..=state.round).contains(&round));
            if !played && state.status != Status::Ended {
                return refuse(
                    RefusalCode::NotYourMoment,
                    say!("a claim for {}, which has not been played", round_in_words(at.round)),
                    say!("rounds 1 to {}", state.round),
                );
            }
            let now = at.round == RoundLabel::Number(state.round) && state.status == Status::Battle;
            if !now && self.by.player().is_some() {
                return refuse(
                    RefusalCode::NotAllowedBy,
                    say!("{} claims alone for a round that has passed", player),
                    "`both` or `judge`",
                );
            }
        }
        let left = cap - state.sides[player].sums[column];
        if !(0..=left).contains(&vp) {
            return refuse(
                RefusalCode::ImpossibleValue,
                say!("{} VP for {}, which brings {} at most", vp, objective.id, cap),
                say!("0 to {}", left.max(0)),
            );
        }
        if vp == 0 {
            return Ok(Vec::new());
        }
        let now = match state.status {
            Status::Ended => RoundLabel::End(EndLabel::End),
            _ => RoundLabel::Number(state.round),
        };
        Ok(vec![Event::Awarded(Box::new(Award {
            player,
            column,
            objective: Some(objective.id.clone()),
            round: passed.map_or(now, |at| at.round),
            moment: passed.and_then(|at| at.moment).map_or("claim", |moment| moment.as_str()),
            raw: vp,
            basis: Basis::Claimed,
            late: passed.is_some_and(|at| at.round != now),
            why: in_words(why),
        }))])
    }

    /// A claim that nothing waits for: the facts have spoken, it was answered, or the moment is another.
    fn judged_already(&self, player: Player, objective: &Objective, vp: i32) -> Decision {
        let id = &objective.id;
        let judged = self.state.judged.iter().filter(|judged| judged.player == player && judged.objective == *id);
        let judged: Vec<i64> = judged.map(|judged| judged.vp).collect();
        if judged.is_empty() {
            return self.other_moment(player, objective);
        }
        let sum: i64 = judged.iter().sum();
        if judged.contains(&i64::from(vp)) || sum == i64::from(vp) {
            return Ok(Vec::new());
        }
        refuse(
            RefusalCode::ContradictsFacts,
            say!("{} VP claimed for {}, but the recorded facts give {}", vp, id, sum),
            say!("{}, or correct who holds the markers", sum),
        )
    }

    fn other_moment(&self, player: Player, objective: &Objective) -> Decision {
        let (state, id) = (self.state, &objective.id);
        let now = state.awards.iter().rev().find(|award| {
            award.player == player
                && award.objective.as_ref() == Some(id)
                && award.basis == Basis::Claimed
                && award.seq > state.window_since
        });
        if let Some(award) = now {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} VP for {} were claimed already, with record {}", award.raw, id, award.seq),
                say!("`amend` of record {}, or its `retract` and another claim", award.seq),
            );
        }
        let moments: Vec<&str> = objective.awards.iter().map(|award| award.at.in_words()).collect();
        let here = if state.status == Status::Ended {
            Sentence::from("the battle has ended")
        } else {
            say!("this is {}", self.moment())
        };
        let missed = state.missed.iter().rev().map(|missed| &missed.need);
        let missed = missed.into_iter().find(|need| need.player == player && need.objective == *id);
        let accepted = match missed {
            Some(need) => say!(
                "a claim for the moment that has passed: `in` {}, {}",
                round_in_words(need.round),
                need.moment.as_str()
            ),
            None => "a claim right after that moment, until the phase ends; or a `ruling` by the judge".into(),
        };
        let message = say!("{} is scored {}; {}", id, deduplicated(moments), here);
        refuse(RefusalCode::NotYourMoment, message, accepted)
    }
}

fn in_words(why: Option<&Text>) -> Sentence {
    why.map_or_else(|| "claimed".into(), |why| say!("claimed: {}", why))
}

fn impossible(vp: i32, id: &ObjectiveId, need: &OpenNeed, when: &str) -> Decision {
    let message = say!("{} VP for {} cannot be reached {}", vp, id, when);
    refuse(RefusalCode::ImpossibleValue, message, listed(&need.possible.values()))
}

/// Rising values in words.
fn listed(values: &[i64]) -> Sentence {
    let (first, last) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
    if values.len() > 3 && last - first + 1 == i64::try_from(values.len()).unwrap_or(i64::MAX) {
        return say!("{} to {}", first, last);
    }
    let named: Vec<String> = values.iter().take(VALUES_MAX).map(i64::to_string).collect();
    let more = values.len().saturating_sub(VALUES_MAX);
    let more = (more > 0).then(|| say!(" and {} more, up to {}", more, last));
    say!("one of {}{}", named.join(", "), more)
}

fn round_in_words(round: RoundLabel) -> Sentence {
    match round {
        RoundLabel::Number(round) => say!("round {}", round),
        RoundLabel::End(_) => "the end of the battle".into(),
    }
}

fn deduplicated(moments: Vec<&str>) -> String {
    let mut words: Vec<&str> = Vec::new();
    for moment in moments {
        if !words.contains(&moment) {
            words.push(moment);
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn values_are_listed_as_what_they_are() {
        let rising = |values: &[i64]| listed(values);
        assert_eq!(rising(&[0, 4]), "one of 0, 4");
        assert_eq!(rising(&[0, 1, 2]), "one of 0, 1, 2");
        assert_eq!(rising(&(0..=60).collect::<Vec<_>>()), "0 to 60");
        let fives: Vec<i64> = (0..30).map(|number| number * 5).collect();
        assert!(rising(&fives).to_string().ends_with("110, 115 and 6 more, up to 145"), "{}", rising(&fives));
    }
}
