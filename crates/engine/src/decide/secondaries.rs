//! The objectives that players choose before the battle, and the models that they note for them.
//!
//! # Source
//! `docs/rules/sequence.md`, A-7.

use std::sync::Arc;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{Name, ObjectiveId, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::{Choice, OwnObjective, Secondaries, SecretKind};
use crate::event::Event;
use crate::law::ColumnSource;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Kind, Objective, Setup};
use crate::score::evaluate::{Evaluator, Scene};
use crate::state::{State, Unit};
use crate::terms::CardMode;

/// Where an objective of the players' own book is printed.
const OWN_BOOK: &str = "the player's own book";

impl Desk<'_> {
    /// Open, by the player's own choice: not where a commitment binds the player to a secret one.
    pub(super) fn secondaries_openly(&self, choice: &Secondaries) -> Decision {
        let events = self.secondaries(choice)?;
        self.not_bound(SecretKind::Secondaries)?;
        Ok(events)
    }

    pub(super) fn secondaries(&self, Secondaries { choose, mode }: &Secondaries) -> Decision {
        let player = self.speaker();
        if let Some(cards) = self.state.law().fixed_cards {
            return self.cards_chosen(player, (cards, *mode), choose);
        }
        if mode.is_some() {
            return refuse(
                RefusalCode::BadValue,
                "the rules of this pack leave nobody the choice between fixed and tactical cards",
                "the objectives under `choose`, no `mode`",
            );
        }
        let objectives = self.choosable(player, choose)?;
        if self.state.sides[player].secondaries.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has chosen secondary objectives already", player),
                "take back the earlier choice first",
            );
        }
        for (index, objective) in objectives.iter().enumerate() {
            self.choosable_beside(player, objective, &objectives[..index])?;
        }
        let law = self.state.law();
        let most = law.column_of(&ColumnSource::Choice(0)).map_or(0, |column| law.columns[column].cap);
        let cap_of = |choice: &Choice| match choice {
            Choice::Offered(_) => None,
            Choice::Own(own) => Some(own.cap.map_or(most, |cap| cap.get().min(most))),
        };
        let own_caps = choose.iter().map(cap_of).collect();
        Ok(vec![Event::SecondariesChosen { player, objectives, own_caps }])
    }

    /// Whether a player chooses cards before the battle or draws them during it.
    fn cards_chosen(&self, player: Player, (wanted, mode): (usize, Option<CardMode>), choose: &[Choice]) -> Decision {
        let Some(pack) = &self.state.pack else { return Ok(Vec::new()) };
        let mode = mode.unwrap_or(if choose.is_empty() { CardMode::Tactical } else { CardMode::Fixed });
        if self.state.sides[player].mode.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has chosen how to play cards already", player),
                "take back the earlier choice first",
            );
        }
        let mut cards: Vec<Arc<Objective>> = Vec::new();
        for choice in choose {
            let fixed: Vec<&Arc<Objective>> = pack.cards().filter(|card| card.fixed).collect();
            match fixed.iter().find(|card| card.id == *choice.id() && !cards.contains(card)) {
                Some(card) => cards.push(Arc::clone(card)),
                None => {
                    let ids: Vec<&str> = fixed.iter().map(|card| card.id.as_str()).collect();
                    return refuse(
                        RefusalCode::Unknown,
                        say!("`{}` is no card that stays fixed, or stands there twice", typed(&choice.id())),
                        say!("{} of {}", wanted, ids.join(" ")),
                    );
                }
            }
        }
        let right = if mode == CardMode::Fixed { wanted } else { 0 };
        if cards.len() != right {
            return refuse(
                RefusalCode::BadValue,
                say!("{} cards for a player who plays {} cards", cards.len(), mode.as_str()),
                say!("{} cards with `mode` fixed, none with `mode` tactical", wanted),
            );
        }
        Ok(vec![Event::CardsChosen { player, mode, cards }])
    }

    fn choosable(&self, player: Player, choose: &[Choice]) -> Result<Vec<Arc<Objective>>, Refusal> {
        let (Some(pack), Some(mission)) = (&self.state.pack, &self.state.mission) else {
            return refuse(
                RefusalCode::TooEarly,
                "the mission is not set yet, so you can't choose secondary objectives",
                "`mission` first",
            );
        };
        let offered: Vec<&Arc<Objective>> = pack.secondaries(mission).collect();
        let mut objectives = Vec::new();
        for choice in choose {
            let id = match choice {
                Choice::Offered(id) => id,
                Choice::Own(own) => {
                    objectives.push(self.own_objective(own)?);
                    continue;
                }
            };
            let Some(objective) = offered.iter().find(|objective| objective.id == *id) else {
                let ids: Vec<&str> = offered.iter().map(|objective| objective.id.as_str()).collect();
                return refuse(
                    RefusalCode::Unknown,
                    say!("{} offers no secondary objective `{}`", mission.id, typed(&id)),
                    say!("three of {}; or one of your own book, with its name and category", ids.join(" ")),
                );
            };
            objectives.push(Arc::clone(objective));
        }
        let wanted = pack.law.choices();
        if wanted != objectives.len() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} chooses {} secondary objectives", player, objectives.len()),
                say!("exactly {}, all different", wanted),
            );
        }
        Ok(objectives)
    }

    /// An objective of the player's own book: nothing of it is judged, all of it is claimed.
    fn own_objective(&self, own: &OwnObjective) -> Result<Arc<Objective>, Refusal> {
        let known = self.state.pack.as_ref().is_some_and(|pack| pack.objectives.contains_key(&own.id));
        if known {
            return refuse(
                RefusalCode::NameTaken,
                say!("`{}` is an objective of the pack", typed(&own.id)),
                "its id alone, or another id for the objective of your own book",
            );
        }
        let categories = &self.state.law().categories;
        if !categories.iter().any(|row| row.id == own.category) {
            let ids: Vec<&str> = categories.iter().map(|row| row.id.as_str()).collect();
            return refuse(
                RefusalCode::Unknown,
                say!("the pack has no category `{}`", typed(&own.category)),
                say!("one of {}", ids.join(" ")),
            );
        }
        Ok(Arc::new(Objective {
            id: own.id.clone(),
            name: own.name.clone(),
            category: own.category,
            kind: Kind::Progressive,
            source: Name::new(OWN_BOOK).unwrap_or_else(|_| own.name.clone()),
            setup: None,
            actions: Vec::new(),
            picks: Vec::new(),
            marks_destroyers: None,
            moves_clear_tokens: false,
            fixed: false,
            when_drawn: None,
            forbidden_if: None,
            awards: Vec::new(),
        }))
    }

    fn choosable_beside(
        &self,
        player: Player,
        objective: &Objective,
        others: &[Arc<Objective>],
    ) -> Result<(), Refusal> {
        let law = self.state.law();
        if let Some(other) =
            others.iter().find(|other| other.id == objective.id || law.are_of_one_category(other, objective))
        {
            return refuse(
                RefusalCode::NotChoosable,
                say!("{} and {} are of one category", other.id, objective.id),
                "secondary objectives of different categories",
            );
        }
        if let Some(forbidden) = &objective.forbidden_if
            && Evaluator::new(&Scene::new(self.state), player).condition(forbidden).exact() == Some(1)
        {
            return refuse(
                RefusalCode::NotChoosable,
                say!("the army of {} may not choose {}", player, objective.id),
                "choose another; the objective's own rule forbids it to this army",
            );
        }
        Ok(())
    }

    pub(super) fn mark(&self, objective: &ObjectiveId, models: &[(UnitId, Name)]) -> Decision {
        let Some(pack) = &self.state.pack else { return Ok(Vec::new()) };
        let Some(definition) = pack.objectives.get(objective) else {
            return refuse(
                RefusalCode::Unknown,
                say!("no objective `{}`", typed(&objective)),
                "an objective that notes models",
            );
        };
        let mut player = self.by.player();
        for (id, group) in models {
            let (_, unit) = self.own_unit(id)?;
            self.group(unit, group)?;
            if *player.get_or_insert(unit.player) != unit.player {
                return refuse(RefusalCode::NotAllowedBy, "noted models of both armies", "models of one army");
            }
        }
        let player = player.unwrap_or_else(|| self.speaker());
        let Some(Setup::NoteCostliestModels { models: count, without_roles }) = &definition.setup else {
            return refuse(
                RefusalCode::BadValue,
                say!("{} notes no models", objective),
                "an objective that notes models",
            );
        };
        let units: Vec<&Unit> = self.state.living(player).filter(|unit| !without_roles.contains(&unit.role)).collect();
        let army: u32 = units.iter().map(|unit| unit.models()).sum();
        let wanted = count.get().unsigned_abs().min(army) as usize;
        check_noted(&units, models, wanted)?;
        let counts = |id: &UnitId| units.iter().any(|unit| unit.id == *id);
        if let Some((id, _)) = models.iter().find(|(id, _)| !counts(id)) {
            return refuse(
                RefusalCode::NotEligible,
                say!("`{}` has a role whose models are not noted, or is not {}'s", typed(&id), player),
                "models of other roles",
            );
        }
        let chosen = &self.state.sides[player].secondaries;
        if chosen.as_ref().is_some_and(|chosen| !chosen.iter().any(|o| o.id == *objective)) {
            return refuse(
                RefusalCode::NotChoosable,
                say!("{} did not choose {}", player, objective),
                "models for an objective that was chosen",
            );
        }
        if !self.state.sides[player].noted.is_empty() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the models are noted already",
                "take back the earlier `mark` first",
            );
        }
        Ok(vec![Event::ModelsNoted { player, objective: objective.clone(), models: models.to_vec() }])
    }
}

/// The noted models exist, are as many as the rule wants, and no other model costs more, as far as the list tells.
fn check_noted(units: &[&Unit], models: &[(UnitId, Name)], wanted: usize) -> Result<(), Refusal> {
    if models.len() != wanted {
        return refuse(RefusalCode::BadValue, say!("{} models are noted", models.len()), say!("{} of them", wanted));
    }
    let cost = |unit: &Unit, group: GroupIndex| {
        let single = matches!(unit.groups.as_slice(), [only] if only.models == 1);
        unit.groups[group].points.or(single.then_some(unit.points))
    };
    let mut cheapest: Option<i32> = None;
    for unit in units {
        for (index, group) in unit.numbered_groups() {
            let noted = models.iter().filter(|(id, name)| *id == unit.id && *name == group.name).count();
            if noted > group.models as usize {
                return refuse(
                    RefusalCode::BadValue,
                    say!("{} models of {} are noted, which has {}", noted, unit.title(), group.models),
                    "each model once",
                );
            }
            if let (true, Some(points)) = (noted > 0, cost(unit, index)) {
                cheapest = Some(cheapest.map_or(points, |c| c.min(points)));
            }
        }
    }
    let Some(cheapest) = cheapest else { return Ok(()) };
    for unit in units {
        for (index, group) in unit.numbered_groups() {
            let noted = models.iter().filter(|(id, name)| *id == unit.id && *name == group.name).count();
            if noted < group.models as usize && cost(unit, index).is_some_and(|points| points > cheapest) {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    say!("{} costs more points than a model that is noted", unit.title()),
                    "the models that cost the most points",
                );
            }
        }
    }
    Ok(())
}

/// Whether a player has yet to note models, with a list that has them.
pub fn wants_mark(state: &State, player: Player) -> bool {
    let notes = |setup: &Option<Setup>| matches!(setup, Some(Setup::NoteCostliestModels { .. }));
    state.knows_army(player)
        && state.sides[player].noted.is_empty()
        && state.objectives(player).any(|(_, objective)| notes(&objective.setup))
}
