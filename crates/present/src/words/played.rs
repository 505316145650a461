//! How a pack is played, in words: what its ruleset does by dice, by agreement or by units of one kind.
//!
//! Nothing is said of what every pack has: rounds without dice, markers that lie on the map, the higher total.

use adjutant_engine::law::{Compared, Law, Pack};
use adjutant_engine::rules::{ControlBy, ControlFrom, Mission, PlacedMarkers, Strength, TestName, UnitKind, ZoneBy};

use super::filters::{listed, roles};
use super::language::condition;

/// What two players have to know beside the mission, a sentence an entry.
pub(crate) fn played_in_words(pack: &Pack, mission: &Mission) -> Vec<String> {
    let law = &pack.law;
    let mut sentences = Vec::new();
    sentences.extend(own_ruleset(pack));
    sentences.extend(changed(mission));
    sentences.extend(placed(mission));
    if law.zone_by == ZoneBy::FirstPlayer {
        sentences.push("The player who goes first chooses the zone, sets up first and has every first turn.".into());
    }
    if law.deploys_in_turn {
        sentences.push(
            "You set up one unit each in turn. A unit that stays off the battlefield is one of them; passengers go with \
             their transport."
                .into(),
        );
    }
    for other in &mission.other_zones {
        sentences.push(format!("Zones may also be taken otherwise: {}.", other.name));
    }
    sentences.extend(control(law));
    sentences.extend(from_centre(pack));
    sentences.extend(levels(law));
    sentences.extend(attached(law));
    sentences.extend(shock(law));
    sentences.extend(areas(law));
    sentences.extend(cards(law));
    sentences.extend(limits(law));
    sentences.extend(command_points(law));
    sentences.extend(length(law));
    sentences.extend(reserves(law));
    let ends = pack.ruleset.ends.iter().flatten();
    sentences.extend(ends.map(|end| {
        let when = if end.from_round.get() > 1 { format!(" from round {} on", end.from_round) } else { String::new() };
        format!("{}: {}{when}, a player loses if {}.", end.name, moment(end.at), condition(&end.loses_if))
    }));
    sentences.extend(victory(law));
    sentences
}

fn moment(at: adjutant_engine::rules::EndMoment) -> &'static str {
    use adjutant_engine::rules::EndMoment;
    match at {
        EndMoment::TurnEnd => "at the end of every turn",
        EndMoment::RoundEnd => "at the end of every battle round",
        EndMoment::BattleEnd => "at the end of the battle",
    }
}

/// What a ruleset of the pack's own plays, which nobody can know from elsewhere.
fn own_ruleset(pack: &Pack) -> Option<String> {
    let law = &pack.law;
    let phases: Vec<String> = law.phases.iter().map(|row| row.name.title().to_string()).collect();
    let range = f64::from(law.control.range_thousandths) / 1000.0;
    pack.file.own_ruleset.then(|| {
        format!(
            "This pack has a ruleset of its own: {} battle rounds, and in each turn the phases {}. A model counts for a \
             marker within {range}\".",
            law.rounds,
            listed(&phases, "and")
        )
    })
}

/// What the mission plays otherwise than its pack.
fn changed(mission: &Mission) -> Option<String> {
    let changes = mission.changes.as_ref()?;
    let mut words = Vec::new();
    words.extend(changes.rounds.map(|rounds| format!("{rounds} battle rounds are fought")));
    words.extend(changes.caps.iter().map(|(column, cap)| format!("the column {column} counts {cap} VP at most")));
    words.extend(changes.total_cap.map(|cap| format!("{cap} VP count in all")));
    words.extend(changes.control_range_in.map(|range| format!("a model counts for a marker within {range}\"")));
    Some(format!("Other than in the rest of the pack, {}.", listed(&words, "and")))
}

/// Objectives that are areas of the battlefield.
fn areas(law: &Law) -> Option<String> {
    law.control.areas.then(|| {
        "Objectives are areas: any part of a model in one is in range of it. No distance tells, so you say what is in range."
            .to_owned()
    })
}

/// What counts in a battle round.
fn limits(law: &Law) -> Option<String> {
    let each = law.columns.iter().filter_map(|column| {
        let cap = column.cap_round?;
        let end = if cap.without_battle_end { ", the end of the battle apart" } else { "" };
        Some(format!("{} VP of {}{end}", cap.vp, column.title))
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty())
        .then(|| format!("In one battle round count at most {}; what goes over is lost.", listed(&each, "and")))
}

fn placed(mission: &Mission) -> Option<String> {
    let placed = mission.placed.as_ref()?;
    let edges = placed.clear_of_edges_in.map_or_else(String::new, |clear| format!("{clear}\" from every edge and "));
    let apart = placed.apart_in;
    Some(match placed.markers {
        PlacedMarkers::D3Plus(more) => format!(
            "Before the zones, roll a D3 and add {more}: that many objectives are placed in turn, the winner of a roll-off \
             first, at least {edges}{apart}\" from each other."
        ),
        PlacedMarkers::EachPlayer(each) => format!(
            "Once the zones are chosen, each player places {each} objective{} in their own zone, the player with the first \
             turn first, at least {edges}{apart}\" from each other.",
            if each.get() == 1 { "" } else { "s" }
        ),
    })
}

fn control(law: &Law) -> Option<String> {
    let scoring = law.control.scoring.as_ref()?;
    let without: Vec<String> = scoring.without.iter().map(ToString::to_string).collect();
    let without = if without.is_empty() { String::new() } else { format!(" without {}", listed(&without, "or")) };
    let aboard = if scoring.embarked { ", in a transport too," } else { "" };
    let range = f64::from(law.control.range_thousandths) / 1000.0;
    Some(format!(
        "A unit of the role {}{without}{aboard} controls an objective within {range}\" as long as no enemy unit of any kind is \
         there.",
        roles(&scoring.roles)
    ))
}

/// Control by models whose distance is measured to the middle of the marker.
fn from_centre(pack: &Pack) -> Option<String> {
    let control = pack.ruleset.control.as_ref().filter(|control| control.from == ControlFrom::Centre)?;
    let range = f64::from(pack.law.control.range_thousandths) / 1000.0;
    (control.by == ControlBy::Models).then(|| {
        format!("You control a marker if you have more models than your opponent within {range}\" of its centre.")
    })
}

/// Control by Level of Control, and when it is settled.
fn levels(law: &Law) -> Option<String> {
    let range = f64::from(law.control.range_thousandths) / 1000.0;
    (law.control.by_level && law.control.areas)
        .then(|| {
            "As each phase and each turn ends, an objective goes to the player whose models in it have the higher Objective \
             Control, added up; equal levels leave it contested. It stays so until the next phase ends."
                .to_owned()
        })
        .or_else(|| law.control.by_level.then(|| {
        format!(
            "As each phase and each turn ends, a marker goes to the player whose models within {range}\" have the higher \
             Objective Control, added up; equal levels leave it contested. It stays so until the next phase ends. A \
             marker that an ability keeps is lost only to a higher level of the opponent."
        )
    }))
}

fn shock(law: &Law) -> Option<String> {
    let row = law.test(TestName::BattleShock)?;
    let phase = law.shock_phase?.title();
    let escape = law.test(TestName::DesperateEscape).and_then(|row| row.above).map_or_else(String::new, |above| {
        format!(" and loses a model for each Desperate Escape test of {above} or less when it Falls Back")
    });
    if row.until_passed {
        let due = if row.due == Some(Strength::AtHalf) { "at half strength or less" } else { "below half strength" };
        return Some(format!(
            "At the end of your {phase} phase each of your units on the battlefield {due}, and each that is Battle-shocked, \
             rolls {} dice: less than its best Leadership makes it Battle-shocked until it passes. A Battle-shocked unit has \
             an Objective Control of 0, starts no action, and no Stratagem of yours affects it{escape}.",
            row.dice
        ));
    }
    Some(format!(
        "At the end of your {phase} phase each of your units on the battlefield below half strength rolls {} dice: less \
         than its best Leadership makes it Battle-shocked until your next {phase} phase begins. A Battle-shocked unit has \
         an Objective Control of 0, no Stratagem of yours affects it,{escape}.",
        row.dice
    ))
}

fn attached(law: &Law) -> Option<String> {
    let row = law.attached?;
    let leader = law.kind_in_words(UnitKind::Characters);
    let more = if row.leaders_by_rule > row.leaders {
        format!(", {} where a rule of theirs allows it", row.leaders_by_rule)
    } else {
        String::new()
    };
    let many = if row.leaders == 1 { "One".to_owned() } else { format!("Up to {}", row.leaders) };
    Some(format!(
        "{many} {leader} may join each unit before it is set up{more}. They are one unit until its last other model, or the \
         leader, is destroyed; {}.",
        if law.readings.attached_are_one_unit {
            "they count as one destroyed unit, with the last model"
        } else {
            "each counts as a destroyed unit of its own"
        }
    ))
}

fn cards(law: &Law) -> Option<String> {
    let cards = law.cards.as_ref()?;
    let phase = cards.draw_in.title();
    let scored = if cards.scored_leaves {
        "A card that has brought points is discarded."
    } else {
        "A card stays when it has brought points."
    };
    let gain = if cards.discard_cp > 0 {
        let each = if cards.discard_together { "Discarding cards" } else { "Each card that you discard" };
        format!(" {each} may bring {} CP, within the limit of a round.", cards.discard_cp)
    } else {
        String::new()
    };
    let exchange = cards.exchange.as_ref().map_or_else(String::new, |row| {
        let once = if row.once_per_battle { ", once a battle" } else { "" };
        format!(
            " {} ({} CP{once}): at the end of your {} phase, discard a card and draw another.",
            row.name,
            row.cp,
            row.phase.title()
        )
    });
    let fixed = law.fixed_cards.map_or_else(String::new, |cards| {
        let cap = law.columns.iter().find_map(|column| column.cap_card).unwrap_or(0);
        format!(" Instead of drawing you may choose {cards} fixed cards before the battle: they stay, {cap} VP each at most.")
    });
    let drawn = match cards.draws {
        Some(draws) => format!("In your {phase} phase you draw {draws} secondary cards."),
        None => format!("In your {phase} phase you draw secondary cards until {} are active.", cards.hand),
    };
    Some(format!("{drawn} {scored}{gain}{exchange}{fixed}"))
}

/// Command points, where the rules limit more than the common ones do.
fn command_points(law: &Law) -> Option<String> {
    let limit = law.cp_gain_limit.filter(|_| law.cards.is_some())?;
    let mission = if law.mission_cp_counts { ", those of the mission and of discarded cards among them" } else { "" };
    Some(format!(
        "You gain at most {limit} CP in a battle round beside the {} of each {}{mission}.",
        law.turn_cp,
        if law.turn_cp_both { "turn, yours and the opponent's" } else { "of your turns" }
    ))
}

fn length(law: &Law) -> Option<String> {
    let rolls: Vec<String> = (law.rounds..law.rounds_max())
        .filter_map(|round| Some(format!("after round {round} the battle ends on {} or less", law.length_roll(round)?)))
        .collect();
    (!rolls.is_empty()).then(|| {
        let most = law.rounds_max();
        format!("{} rounds, then a die: {}; round {most} is the last.", law.rounds, rolls.join(", "))
    })
}

fn reserves(law: &Law) -> Option<String> {
    let rolls: Vec<String> =
        law.reserve_rolls.iter().map(|(round, at_least)| format!("{at_least}+ in round {round}")).collect();
    (!rolls.is_empty()).then(|| {
        format!(
            "Every unit in reserve rolls for its arrival: {}; after that all come by themselves.",
            listed(&rolls, "and")
        )
    })
}

fn victory(law: &Law) -> Option<String> {
    let row = law.victory.iter().find(|row| row.only_if.is_some())?;
    let Compared::Figure(figure) = row.of else { return None };
    let title = &law.figures.get(figure)?.title;
    let margin = row
        .margin_percent
        .map_or_else(String::new, |percent| format!(", by at least {percent} % of the armies' points limit"));
    Some(format!("If the players agreed on it before, a draw goes to the player with more {title}{margin}."))
}
