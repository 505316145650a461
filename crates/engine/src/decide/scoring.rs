//! Control statements and rulings.
//!
//! # Source
//! `docs/log.md`, section 3.

use std::collections::BTreeMap;

use adjutant_core::ids::MarkerId;
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::Ruling;
use crate::event::{Award, Event};
use crate::facts::control;
use crate::law::ColumnIndex;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::MarkerIndex;
use crate::state::OpenNeed;
use crate::terms::{Banner, Basis, EndLabel, Holder, Lock, RoundLabel, Status};

impl Desk<'_> {
    pub(super) fn control(&self, holds: &BTreeMap<MarkerId, Holder>, keeps: &BTreeMap<MarkerId, Player>) -> Decision {
        let mut events = self.these([]);
        for (id, holder) in holds {
            let marker = self.known_marker(id)?;
            let holder = holder.player();
            if !self.state.markers[marker].on_battlefield {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    say!("{} has left the battlefield", id),
                    "markers that are",
                );
            }
            if let Some(derived) = control::derived(self.state, marker)
                && derived != holder
            {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    say!(
                        "{} recorded as held by {}, but by the places of the units it is {}",
                        id,
                        word(holder),
                        word(derived)
                    ),
                    say!("{}: {}", id, word(derived)),
                );
            }
            events.push(Event::ControlStated { marker, holder });
            events.extend(self.banners_since(marker, holder));
        }
        for (id, player) in keeps {
            events.push(self.keeps(id, *player)?);
        }
        if events.is_empty() {
            return refuse(RefusalCode::BadValue, "no marker is named", "name at least one marker");
        }
        Ok(events)
    }

    /// The banners on a marker as they stood, or fell, when this phase began: where nothing has moved since, what is said
    /// of the marker now was so then (law 2).
    fn banners_since(&self, marker: MarkerIndex, holder: Option<Player>) -> impl Iterator<Item = Event> {
        let (state, standing) = (self.state, &self.state.markers[marker]);
        let there = |player: &Player| !state.knows_army(*player) || state.on_battlefield(*player).next().is_some();
        let holder = holder.filter(there);
        let before = state.banners_before.as_ref().filter(|_| standing.lock == Lock::Open).map(|all| all[marker]);
        let banner = move |player: Player| {
            let fell = holder == Some(player.opponent());
            let banner = if fell { Banner::Absent } else { before?[player] };
            (banner != standing.banners[player]).then_some(Event::BannerChanged { marker, player, banner })
        };
        Player::BOTH.into_iter().filter(move |_| before.is_some()).filter_map(banner)
    }

    /// An ability keeps a marker for the player who controls it.
    fn keeps(&self, id: &MarkerId, player: Player) -> Result<Event, Refusal> {
        self.speaks_for(player)?;
        let marker = self.known_marker(id)?;
        if !self.state.law().control.settles {
            return refuse(
                RefusalCode::BadValue,
                "the rules of this pack let no ability keep a marker",
                "`holds`: who has more models in range",
            );
        }
        match control::effective(self.state, marker) {
            Some(control) if control.holder != Some(player) => refuse(
                RefusalCode::ContradictsFacts,
                say!("{} kept by {}, but it is controlled by {}", id, player, word(control.holder)),
                say!("a marker that {} controls", player),
            ),
            _ => Ok(Event::MarkerKept { marker, player }),
        }
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
                None => ColumnIndex::OTHER,
                Some(id) => match self.state.objective(player, id) {
                    Some((column, _)) => column,
                    None => {
                        return refuse(
                            RefusalCode::Unknown,
                            say!("{} does not play for `{}`", player, typed(&id)),
                            "an objective of that player, or none",
                        );
                    }
                },
            };
            if vp.get() != 0 {
                events.push(Event::Awarded(Box::new(Award {
                    player,
                    column,
                    objective: ruling.objective.clone(),
                    round: self.ruling_row(ruling)?,
                    moment: "ruling",
                    raw: vp.get(),
                    basis: Basis::Ruled,
                    late: false,
                    why: ruling.why.to_string().into(),
                })));
            }
            events.extend(self.answered_by(player, ruling));
        } else if ruling.passed.is_some() {
            return refuse(
                RefusalCode::BadValue,
                "a ruling about a moment, without points",
                "`vp` and `player` with `in`",
            );
        }
        if let Some(winner) = ruling.winner {
            events.push(Event::WinnerRuled { winner });
        }
        Ok(events)
    }

    /// What waited for the word that the judge gives: of the moment named, else of now.
    fn answered_by(&self, player: Player, ruling: &Ruling) -> Option<Event> {
        let objective = ruling.objective.as_ref()?;
        let meant = |need: &OpenNeed| {
            need.player == player
                && need.objective == *objective
                && ruling.passed.is_none_or(|at| crate::decide::claims::is_at(need, at))
        };
        if let Some(index) = self.state.needs.iter().position(meant) {
            return Some(Event::NeedAnswered { index });
        }
        let missed = self.state.missed.iter().position(|missed| ruling.passed.is_some() && meant(&missed.need));
        missed.map(|index| Event::MissedAnswered { index })
    }

    /// The row of the scoring sheet: that of the moment named, else that of now.
    fn ruling_row(&self, ruling: &Ruling) -> Result<RoundLabel, Refusal> {
        let now = if self.state.status == Status::Ended {
            RoundLabel::End(EndLabel::End)
        } else {
            RoundLabel::Number(self.state.round)
        };
        let Some(passed) = ruling.passed else { return Ok(now) };
        let known = match passed.round {
            RoundLabel::Number(round) => (1..=self.state.round).contains(&round),
            RoundLabel::End(_) => self.state.status == Status::Ended,
        };
        if known {
            return Ok(passed.round);
        }
        refuse(
            RefusalCode::BadValue,
            "a ruling about a round that has not been played",
            say!("rounds 1 to {}; `end` once the battle has ended", self.state.round),
        )
    }
}

fn word(holder: Option<Player>) -> Sentence {
    holder.map_or_else(|| "nobody".into(), |player| say!("{}", player))
}
