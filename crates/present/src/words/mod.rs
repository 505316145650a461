//! Objectives, actions and mission rules in plain words, made from the data alone.

mod filters;
mod language;
mod played;

use adjutant_engine::command::Spot;
use adjutant_engine::rules::{
    Action, Award, Completes, Effect, Kind, MissionRule, Moment, Objective, Requirement, Setup, StartsAt, TagRule,
};
use adjutant_engine::side::Role;

pub(crate) use played::played_in_words;

use filters::{listed, markers, region, roles, tag_in_words, units};
use language::{capitalised, condition, named, payment};

/// When and how an objective brings points, one sentence an entry.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let words = adjutant_present::objective_in_words(&pack.objectives["linebreaker"]);
/// assert_eq!(words, ["At the end of your own turn: \
///     4 VP if there are 2 or more own units without AIRCRAFT wholly within the opponent's zone."]);
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
    sentences.extend(objective.awards.iter().map(award_in_words));
    sentences
}

/// What an award pays and for what, as clauses that add up.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let words = adjutant_present::payment_in_words(&pack.objectives["linebreaker"].awards[0]);
/// assert_eq!(words, ["4 VP if there are 2 or more own units without AIRCRAFT wholly within the opponent's zone"]);
/// ```
pub fn payment_in_words(award: &Award) -> Vec<String> {
    payment(&award.vp)
}

fn award_in_words(award: &Award) -> String {
    let moment = match (&award.action, award.at) {
        (Some(action), Moment::ActionCompleted) => format!("when you complete {}", named(action.as_str())),
        (_, moment) => moment.in_words().to_string(),
    };
    let from = match award.from_round.get() {
        1 => String::new(),
        round => format!(", from round {round} on"),
    };
    let most = award.cap_each.map(|cap| format!("; at most {cap} VP each time")).unwrap_or_default();
    format!("{}{from}: {}{most}.", capitalised(&moment), payment(&award.vp).join("; "))
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
/// assert_eq!(words.last().unwrap(), "Completes: at once, if the Psychic test reaches 3.");
/// ```
pub fn action_in_words(action: &Action) -> Vec<String> {
    let performers = units(&action.performer, if action.several_units { "units" } else { "unit" });
    let who = if action.several_units {
        format!("any number of {performers}, each at a marker of its own")
    } else {
        format!("one {performers}")
    };
    let starts = match action.starts {
        StartsAt::MovementPhaseStart => "at the start of your own Movement phase",
        StartsAt::MovementPhaseEnd => "at the end of your own Movement phase",
        StartsAt::PsychicPhase => "in your own Psychic phase",
    };
    let mut sentences = vec![format!("Who: {who}, {starts}.")];
    let needs = needs(action);
    if !needs.is_empty() {
        sentences.push(format!("Needs: {}.", needs.join("; ")));
    }
    sentences.push(format!("Completes: {}.", completion(action)));
    match action.effect {
        Some(Effect::RaiseBanner) => sentences.push("Then: a banner of yours stands on the marker.".into()),
        Some(Effect::RemoveMarker) => sentences.push("Then: the marker leaves the battlefield.".into()),
        None => {}
    }
    sentences
}

fn needs(action: &Action) -> Vec<String> {
    let mut needs = Vec::new();
    if let Some(target) = &action.marker {
        needs.push(format!("a {}", markers(&target.of, false)));
        let wishes = [
            (target.controlled, "you control that marker"),
            (target.without_own_banner, "it bears no banner of yours"),
            (target.no_enemies_in_range, "no enemy unit but AIRCRAFT is in range of it"),
            (action.fresh_place, "your army has not completed the action there before"),
        ];
        needs.extend(wishes.into_iter().filter(|(wished, _)| *wished).map(|(_, words)| words.to_string()));
    } else if !action.spots.is_empty() {
        let spots: Vec<String> = action.spots.iter().map(|spot| spot_in_words(*spot).to_string()).collect();
        needs.push(format!("a place: {}", listed(&spots, "or")));
        if action.fresh_place {
            needs.push("your army has not completed the action there before".into());
        }
    }
    needs.extend(action.requires.iter().map(|need| requirement(action, need)));
    needs
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
    }
}

fn completion(action: &Action) -> String {
    let when = match action.completes {
        Completes::OwnTurnEnd => "at the end of that turn".to_string(),
        Completes::NextOwnCommandPhaseEnd => "at the end of your next Command phase".into(),
        Completes::NextOwnCommandPhaseStart => "as your next Command phase starts, or as the battle ends".into(),
        Completes::AtOnce => match action.psychic {
            Some(psychic) => format!("at once, if the Psychic test reaches {}", psychic.warp_charge),
            None => "at once".into(),
        },
    };
    let still: Vec<String> = action.still_requires.iter().map(|need| requirement(action, need)).collect();
    if still.is_empty() { when } else { format!("{when}, provided that then {}", listed(&still, "and")) }
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
