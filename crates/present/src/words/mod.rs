//! Objectives, actions and mission rules in plain words, made from the data alone.

mod filters;
mod language;
mod picks;
mod played;

use adjutant_core::spelling::capitalised;
use adjutant_engine::command::Spot;
use adjutant_engine::rules::{
    Action, Award, Completes, Effect, Kind, MissionRule, Moment, Objective, Requirement, Setup, StartsAt, TagRule,
};
use adjutant_engine::side::Role;

pub(crate) use played::played_in_words;

use filters::{listed, markers, named, one, region, roles, tag_in_words, units};
use language::{condition, payment};

/// When and how an objective brings points, one sentence an entry.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let words = adjutant_present::objective_in_words(&pack.objectives["linebreaker"]);
/// assert_eq!(words, ["At the end of your own turn: \
///     4 VP if there are 2 or more units of yours without AIRCRAFT wholly within the opponent's zone."]);
/// ```
pub fn objective_in_words(objective: &Objective) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(condition_) = &objective.forbidden_if {
        sentences.push(format!("Not to be chosen if {}.", condition(condition_)));
    }
    if let Some(Setup::NoteCostliestModels { models, without_roles }) = &objective.setup {
        let passed_over =
            if without_roles.is_empty() { String::new() } else { format!(", {} passed over", roles(without_roles)) };
        sentences.push(format!(
            "Before the battle: note your {models} models that cost the most points{passed_over}; a smaller army notes \
             them all."
        ));
    }
    sentences.extend(objective.picks.iter().map(picks::in_words));
    sentences.extend(picks::deeds_in_words(objective));
    sentences.extend(objective.awards.iter().map(award_in_words));
    sentences
}

/// What an award pays and for what, as clauses that add up.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let words = adjutant_present::payment_in_words(&pack.objectives["linebreaker"].awards[0]);
/// assert_eq!(words, ["4 VP if there are 2 or more units of yours without AIRCRAFT wholly within the opponent's zone"]);
/// ```
pub fn payment_in_words(award: &Award) -> Vec<String> {
    payment(&award.vp)
}

fn award_in_words(award: &Award) -> String {
    let moment = match (&award.action, award.at) {
        (Some(action), Moment::ActionCompleted) => format!("when you complete {}", named(action.as_str())),
        (_, moment) => moment.in_words().to_string(),
    };
    let mode = award.mode.map_or_else(String::new, |mode| format!(", with {} cards", mode.as_str()));
    let once = if award.once { ", once" } else { "" };
    let from = match (award.from_round.get(), award.until_round.map(|until| until.get())) {
        (1, None) => String::new(),
        (round, None) => format!(", from round {round} on"),
        (from, Some(until)) if from == until => format!(", in round {from}"),
        (from, Some(until)) => format!(", in rounds {from} to {until}"),
    };
    let most = award.cap_each.map(|cap| format!("; at most {cap} VP each time")).unwrap_or_default();
    format!("{}{from}{mode}{once}: {}{most}.", capitalised(&moment), payment(&award.vp).join("; "))
}

/// When an objective is scored, in a word.
pub(crate) fn kind_in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Progressive => "during the battle",
        Kind::EndGame => "at the end",
        Kind::ProgressiveAndEndGame => "during the battle and at the end",
    }
}

/// Who can do an action, when, where, and what comes of it, one sentence an entry.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let words = adjutant_present::action_in_words(&pack.actions["psychic-ritual"]);
/// assert_eq!(words[0], "Who: one PSYKER CHARACTER unit, in your own Psychic phase.");
/// assert_eq!(words.last().unwrap(), "Done at once, if the Psychic test reaches 3.");
/// ```
pub fn action_in_words(action: &Action) -> Vec<String> {
    let performers = units(&action.performer, if action.several_units { "units" } else { "unit" });
    let who = if action.several_units {
        let where_ = if action.target.is_some() { "about a unit" } else { "at a place" };
        let where_ = if action.marker.is_some() && action.area.is_none() { "at a marker" } else { where_ };
        format!("any number of {performers}, each {where_} of its own")
    } else {
        format!("one {performers}")
    };
    let starts = match action.starts {
        StartsAt::MovementPhaseStart => "at the start of your own Movement phase",
        StartsAt::MovementPhaseEnd => "at the end of your own Movement phase",
        StartsAt::PsychicPhase => "in your own Psychic phase",
        StartsAt::CommandPhase => "in your own Command phase",
        StartsAt::ShootingPhase => "in your own Shooting phase",
        StartsAt::ChargePhase => "in your own Charge phase",
        StartsAt::FightPhase => "in your own Fight phase",
    };
    let from = action.from_round.map_or_else(String::new, |round| format!(", from round {round} on"));
    let mut sentences = vec![format!("Who: {who}, {starts}{from}.")];
    sentences.extend(action_wishes(action));
    match action.effect {
        Some(Effect::RaiseBanner) => sentences.push("Then: a banner of yours stands on the marker.".into()),
        Some(Effect::RemoveMarker) => sentences.push("Then: the marker leaves the battlefield.".into()),
        Some(Effect::KeepMarker) => {
            sentences.push("Then: the marker stays yours without models, until the opponent controls it.".into());
        }
        Some(Effect::RemoveToken) => sentences.push("Then: one token that you choose leaves the battlefield.".into()),
        Some(Effect::Lay { mark, lasts, token }) => sentences.push(picks::laid_in_words(action, mark, lasts, token)),
        Some(Effect::GainCp(cp)) if cp.get() == 1 => sentences.push("Then: you gain 1 Command point.".into()),
        Some(Effect::GainCp(cp)) => sentences.push(format!("Then: you gain {cp} Command points.")),
        None => {}
    }
    sentences
}

/// What an action needs where it starts, and when it is done.
pub fn action_wishes(action: &Action) -> Vec<String> {
    let needs = needs(action);
    let needs = (!needs.is_empty()).then(|| format!("Needs: {}.", needs.join("; ")));
    needs.into_iter().chain([format!("Done {}.", completion(action))]).collect()
}

fn needs(action: &Action) -> Vec<String> {
    let mut needs = Vec::new();
    if let Some(target) = &action.marker {
        let area =
            action.area.as_ref().map_or_else(String::new, |area| format!(", or an {}", filters::areas(area, "area")));
        let wishes = [
            (target.controlled, "that you control"),
            (target.without_own_banner, "without your banner"),
            (target.no_enemies_in_range, "without enemies in range (AIRCRAFT aside)"),
            (action.fresh_place, "where your army has not completed the action before"),
        ];
        let wishes: Vec<String> =
            wishes.into_iter().filter(|(wished, _)| *wished).map(|(_, words)| words.to_owned()).collect();
        let range = if action.requires.iter().any(in_range) { "in range of " } else { "" };
        let wishes = if wishes.is_empty() { String::new() } else { format!(" {}", listed(&wishes, "and")) };
        needs.push(format!("{range}a {}{wishes}{area}", markers(&target.of, false)));
    } else if let Some(area) = &action.area {
        needs.push(format!("an {}", filters::areas(area, "area")));
    } else if !action.spots.is_empty() {
        let spots: Vec<String> = action.spots.iter().map(|spot| spot_in_words(*spot).to_string()).collect();
        needs.push(format!("a place: {}", listed(&spots, "or")));
        if action.fresh_place {
            needs.push("your army has not completed the action there before".into());
        }
    }
    if let Some(target) = &action.target {
        let reach = target.within_in.map_or_else(String::new, |reach| format!(" at most {reach}\" away"));
        needs.push(format!("{}{reach}", one(&units(&target.of, "unit"))));
    }
    // What stands with the marker is not said again.
    let said = |need: &&Requirement| action.marker.is_some() && in_range(need);
    needs.extend(action.requires.iter().filter(|need| !said(need)).map(|need| requirement(action, need)));
    needs
}

fn in_range(need: &Requirement) -> bool {
    matches!(need, Requirement::InRangeOfMarker {})
}

fn spot_in_words(spot: Spot) -> &'static str {
    match spot.quarter() {
        Some(quarter) => quarter.in_words(),
        None if spot == Spot::OwnZone => "your zone",
        None if spot == Spot::EnemyZone => "the opponent's zone",
        None => "far from both zones",
    }
}

fn requirement(action: &Action, requirement: &Requirement) -> String {
    match requirement {
        Requirement::InRangeOfMarker {} => "the unit is in range of the marker".into(),
        Requirement::WhollyWithin(wanted) => format!("the unit is wholly within {}", region(*wanted)),
        Requirement::AtSpot { far_in } if action.spots.contains(&Spot::Far) => {
            format!("the unit is wholly within that place (far: farther than {far_in}\" from either zone)")
        }
        Requirement::AtSpot { .. } => "the unit is wholly within that place".into(),
        Requirement::WithinOfCentre(reach) => format!("the unit is at most {reach}\" from the centre"),
        Requirement::BeyondCentre(reach) => format!("the unit is farther than {reach}\" from the centre"),
        Requirement::WithinOfEnemyEdge(reach) => format!("the unit is at most {reach}\" from the opponent's edge"),
        Requirement::NoEnemiesWithin(reach) => format!("every enemy model is farther than {reach}\" from the unit"),
        Requirement::EnemyCharacterWithin(reach) => {
            format!("an enemy CHARACTER model is at most {reach}\" from the unit")
        }
        Requirement::NoEnemiesWithinOfCentre(reach) => {
            format!("every enemy unit but AIRCRAFT is farther than {reach}\" from the centre")
        }
        Requirement::ControlsMarker {} => "the unit controls the marker".into(),
        Requirement::InArea {} => "the unit is in the area".into(),
        Requirement::NoEnemiesInArea {} => "no enemy unit is in the area".into(),
        Requirement::TokensAtLeast(number) => format!("{number} or more tokens lie on the battlefield"),
    }
}

fn completion(action: &Action) -> String {
    let when = match action.completes {
        Completes::OwnTurnEnd => "at the end of this turn".to_string(),
        Completes::NextOwnCommandPhaseEnd => "at the end of your next Command phase".into(),
        Completes::NextOwnCommandPhaseStart => "as your next Command phase starts, or as the battle ends".into(),
        Completes::AtOnce => match action.psychic {
            Some(psychic) => format!("at once, if the Psychic test reaches {}", psychic.warp_charge),
            None => "at once".into(),
        },
    };
    let still: Vec<String> = action.still_requires.iter().map(|need| requirement(action, need)).collect();
    if still.is_empty() { when } else { format!("{when}, if {} then", listed(&still, "and")) }
}

/// What a mission rule does, as a sentence.
pub(crate) fn rule_in_words(rule: &MissionRule) -> String {
    format!("{}.", capitalised(&effect_in_words(rule)))
}

fn effect_in_words(rule: &MissionRule) -> String {
    match rule {
        MissionRule::StickyControl { .. } => {
            "a marker that you control as your Command phase ends stays yours, without models too, until the opponent \
             controls it as a phase ends"
                .into()
        }
        MissionRule::TaggedMarkers { among, tags, .. } => {
            let tags: Vec<String> = tags.iter().map(tag_rule).collect();
            format!("before the battle, among the {}: {}", markers(among, true), tags.join("; "))
        }
        MissionRule::CommandPoints { condition: when, cp, .. } => {
            let points = if cp.get() == 1 { "point" } else { "points" };
            format!("{cp} Command {points} as your Command phase starts, if {}", condition(when))
        }
        MissionRule::ObjectiveSecured { units: filter, .. } => {
            format!("Objective Secured for every {}", units(filter, "unit"))
        }
        MissionRule::NoArrivalsInRange { markers: filter, .. } => {
            format!("no unit arrives in range of any {}", markers(filter, false))
        }
        MissionRule::MovedMarkers { among, within_in, movers, .. } => {
            let movers: Vec<&str> = movers
                .iter()
                .map(|mover| match mover {
                    Role::Attacker => "Attacker",
                    Role::Defender => "Defender",
                })
                .collect();
            format!(
                "once the zones are chosen, the {} are moved, each once and wholly inside {within_in}\" of its place; \
                 in turn: {}; two in a row by one player have different labels",
                markers(among, true),
                movers.join(", ")
            )
        }
        MissionRule::AdvanceRolls { round, least, .. } => {
            format!("in battle round {round} an Advance roll below {least} counts as {least}")
        }
        MissionRule::FewDeploy { most, second_clear_in, .. } => {
            let few: Vec<String> = most.iter().map(|(role, most)| format!("{most} {}", role.printed())).collect();
            let clear = second_clear_in.map_or_else(String::new, |clear| {
                format!("; the player who sets up second stays more than {clear}\" from enemies")
            });
            format!(
                "each player sets up at most {}, passengers counted{clear}; every other unit is in reserve, or comes onto \
                 the battlefield in the first Movement phase of its player",
                listed(&few, "and")
            )
        }
        MissionRule::AtTheTable { effect, .. } => format!("{effect} (at the table; the log does not fold it)"),
    }
}

fn tag_rule(rule: &TagRule) -> String {
    let whose = if rule.each_player { " for each player" } else { "" };
    let leaves = rule.leaves_at_start_of_round.map(|round| format!(" and leaves as round {round} starts"));
    format!("{}{whose} becomes {}{}", rule.markers, tag_in_words(rule.tag), leaves.unwrap_or_default())
}
