//! Control statements and claims.
//!
//! # Source
//! `match-log.md`, section 3.

use std::collections::BTreeMap;

use super::{Decision, Desk, refuse};
use crate::command::{Holder, Ruling, Text};
use crate::control;
use crate::event::{Award, Event};
use crate::ids::{MarkerId, ObjectiveId};
use crate::refusal::RefusalCode;
use crate::rules::Objective;
use crate::score;
use crate::side::Player;
use crate::view::{Basis, EndLabel, RoundLabel, Status};

impl Desk<'_> {
    pub(super) fn control(&self, holds: &BTreeMap<MarkerId, Holder>) -> Decision {
        let mut events = Vec::new();
        for (id, holder) in holds {
            let marker = self.known_marker(id)?;
            let holder = holder.player();
            if !self.state.markers[marker].on_battlefield {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    format!("{id} is no longer on the battlefield"),
                    "markers that are",
                );
            }
            if let Some(derived) = control::derived(self.state, marker)
                && derived != holder
            {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    format!(
                        "{id} recorded as held by {}, but by the places of the units it is {}",
                        word(holder),
                        word(derived)
                    ),
                    format!("{id}: {}", word(derived)),
                );
            }
            events.push(Event::ControlStated { marker, holder });
        }
        if events.is_empty() {
            return refuse(RefusalCode::BadValue, "no marker is named", "name at least one marker");
        }
        Ok(events)
    }

    pub(super) fn score(&self, player: Player, id: &ObjectiveId, vp: i32, why: Option<&Text>) -> Decision {
        self.speaks_for(player)?;
        let Some((column, objective)) = self.state.objective(player, id) else {
            let ids: Vec<String> = self.state.objectives(player).map(|(_, o)| o.id.to_string()).collect();
            return refuse(
                RefusalCode::Unknown,
                format!("player {player} does not play for `{id}`"),
                format!("one of {}", ids.join(" ")),
            );
        };
        let needs: Vec<(usize, &crate::state::OpenNeed)> = self
            .state
            .needs
            .iter()
            .enumerate()
            .filter(|(_, need)| need.player == player && need.objective == *id)
            .collect();
        if let Some((index, need)) = needs.iter().find(|(_, need)| need.possible.contains(i64::from(vp))) {
            let mut events = vec![Event::NeedAnswered { index: *index }];
            if vp > 0 {
                events.push(Event::Awarded(Award {
                    player,
                    column,
                    objective: Some(id.clone()),
                    round: need.round,
                    moment: need.moment.as_str(),
                    raw: vp,
                    basis: Basis::Claimed,
                    why: why.map_or_else(|| "claimed".into(), |why| format!("claimed: {why}")),
                }));
            }
            return Ok(events);
        }
        if let Some((_, need)) = needs.first() {
            let values: Vec<String> = need.possible.values().iter().take(24).map(i64::to_string).collect();
            return refuse(
                RefusalCode::ImpossibleValue,
                format!("{vp} VP for {id} is not possible now"),
                format!("one of {}", values.join(", ")),
            );
        }
        self.judged_already(player, objective, vp)
    }

    /// A claim that nothing waits for: the facts have spoken, or the moment is another.
    fn judged_already(&self, player: Player, objective: &Objective, vp: i32) -> Decision {
        let id = &objective.id;
        let judged: Vec<i64> = self
            .state
            .judged
            .iter()
            .filter(|judged| judged.player == player && judged.objective == *id)
            .map(|judged| judged.vp)
            .collect();
        if judged.is_empty() {
            let moments: Vec<&str> = objective.awards.iter().map(|award| award.at.in_words()).collect();
            let here = if self.state.status == Status::Ended {
                "the battle has ended".to_string()
            } else {
                format!("this is {}", self.moment())
            };
            return refuse(
                RefusalCode::NotYourMoment,
                format!("{id} is scored {}; {here}", deduplicated(moments)),
                "a claim right after that moment, until the next `end-phase`; or a `ruling` by the judge",
            );
        }
        let sum: i64 = judged.iter().sum();
        if judged.contains(&i64::from(vp)) || sum == i64::from(vp) {
            return Ok(Vec::new());
        }
        refuse(
            RefusalCode::ContradictsFacts,
            format!("{vp} VP claimed for {id}, but the recorded facts give {sum}"),
            format!("{sum}, or a change of the facts"),
        )
    }

    pub(super) fn ruling(&self, ruling: &Ruling) -> Decision {
        let mut events = Vec::new();
        if let Some(vp) = ruling.vp {
            let Some(player) = ruling.player else {
                return refuse(
                    RefusalCode::BadValue,
                    "the ruling gives points to no player",
                    "add `player`: one or two",
                );
            };
            let column = match &ruling.objective {
                None => score::OTHER,
                Some(id) => match self.state.objective(player, id) {
                    Some((column, _)) => column,
                    None => {
                        return refuse(
                            RefusalCode::Unknown,
                            format!("player {player} does not play for `{id}`"),
                            "an objective of that player, or none",
                        );
                    }
                },
            };
            if vp.get() != 0 {
                events.push(Event::Awarded(Award {
                    player,
                    column,
                    objective: ruling.objective.clone(),
                    round: self.ruling_row(),
                    moment: "ruling",
                    raw: vp.get(),
                    basis: Basis::Ruled,
                    why: ruling.why.to_string(),
                }));
            }
            let answered = self
                .state
                .needs
                .iter()
                .position(|need| need.player == player && Some(&need.objective) == ruling.objective.as_ref());
            if let Some(index) = answered {
                events.insert(0, Event::NeedAnswered { index });
            }
        }
        if let Some(winner) = ruling.winner {
            events.push(Event::WinnerRuled { winner });
        }
        Ok(events)
    }

    fn ruling_row(&self) -> RoundLabel {
        if self.state.status == Status::Ended {
            RoundLabel::End(EndLabel::End)
        } else {
            RoundLabel::Number(self.state.round)
        }
    }
}

fn deduplicated(moments: Vec<&str>) -> String {
    let mut words: Vec<&str> = Vec::new();
    for moment in moments {
        if !words.contains(&moment) {
            words.push(moment);
        }
    }
    words.join(" and ")
}

fn word(holder: Option<Player>) -> &'static str {
    holder.map_or("nobody", Player::as_str)
}
