//! Setting up in few taps: steps that follow one another are said in one tap, where the rules take them so.

use std::collections::BTreeMap;

use adjutant_engine::command::{Command, Holder};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MarkerId;
use adjutant_engine::legal::{Kind, SetupStep};
use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::view::MarkerView;
use maud::{Markup, html};

use super::table::{Table, card};

/// Commands of one tap, and the match as it is after them.
pub(super) struct Together {
    commands: Vec<Command>,
    after: Match,
}

impl Together {
    /// Nothing where the rules refuse one of them.
    pub fn of(table: &Table<'_>, commands: &[Command]) -> Option<Together> {
        let game = table.game.recording.game().clone();
        commands.iter().try_fold(Together { commands: Vec::new(), after: game }, |all, command| all.and(table, command))
    }

    fn and(mut self, table: &Table<'_>, command: &Command) -> Option<Together> {
        self.after.record(table.voice(), command).ok()?;
        self.commands.push(command.clone());
        Some(self)
    }

    /// The button that says all of them.
    pub fn tap(&self, table: &Table<'_>, label: Markup) -> Markup {
        self.tap_to(table, "", label)
    }

    /// The same, leading on to another page where one is named.
    pub fn tap_to(&self, table: &Table<'_>, back: &str, label: Markup) -> Markup {
        table.tap_to(table.voice(), &self.commands, back, label)
    }
}

/// Who attacks, with the zone that each side takes then; nothing where these do not follow from each other, or the map can
/// be parted in several ways.
pub(super) fn roles(table: &Table<'_>, step: &SetupStep) -> Option<Markup> {
    table.state().mission.as_ref().filter(|mission| mission.other_zones.is_empty())?;
    let mut ways: Vec<(Player, MapSide, Together)> = Vec::new();
    for attacker in table.sides() {
        for zone in [MapSide::A, MapSide::B] {
            let way = Together::of(table, &[Command::Roles { attacker }, Command::Zone { zone, layout: None }])?;
            ways.push((attacker, way.after.state().sides[attacker].zone?, way));
        }
    }
    ways.sort_by_key(|(attacker, zone, _)| (table.sides()[0] != *attacker, *zone));
    let heading = "Who attacks, and from which zone?";
    let body = html! {
        @for ways in ways.chunks(2) {
            div.four {
                @for (attacker, zone, way) in ways {
                    (way.tap(table, html! { span { bdi { (table.called(*attacker)) } " from zone " (format!("{zone:?}")) } }))
                }
            }
        }
    };
    Some(card(table, step, heading, body))
}

/// Who has the first turn, where nothing else is missing and no army is on record: the battle begins with it, and each side
/// holds its own zone where the zones are known.
pub(super) fn first_turn(table: &Table<'_>, step: &SetupStep) -> Option<Markup> {
    let begins = |player| Together::of(table, &[Command::FirstTurn { player }, Command::Begin {}]);
    let ways: Vec<(Player, Together)> =
        table.sides().into_iter().map(|player| Some((player, begins(player)?))).collect::<Option<_>>()?;
    let zones = own_zones(table, &ways[0].1.after);
    let holding = |way: Together| match &zones {
        Some((holds, _)) => way.and(table, holds),
        None => Some(way),
    };
    let ways = ways.into_iter().map(|(player, way)| Some((player, holding(way)?))).collect::<Option<Vec<_>>>()?;
    let body = html! {
        p.soft {
            "The battle begins with it."
            @if let Some((_, sides)) = &zones {
                " Each side holds its own zone then: " (each(table, sides)) "."
            }
        }
        div.four { @for (player, way) in &ways { (way.tap(table, html! { bdi { (table.called(*player)) } })) } }
        details { summary { "Only who it is" } (table.taps(&table.offers(Kind::FirstTurn), |command| html! { bdi { (first(table, command)) } })) }
    };
    Some(card(table, step, "Who has the first turn?", body))
}

/// Whom a command gives the first turn; nothing for another command.
pub(super) fn first(table: &Table<'_>, command: &Command) -> String {
    match command {
        Command::FirstTurn { player } => table.called(*player),
        _ => String::new(),
    }
}

/// One tap for two armies that are painted.
pub(super) fn both_ready(table: &Table<'_>) -> Markup {
    let yes = Player::BOTH.map(|player| Command::BattleReady { player, ready: true });
    let open = Player::BOTH.iter().all(|player| table.state().sides[*player].battle_ready.is_none());
    let Some(way) = open.then(|| Together::of(table, &yes)).flatten() else { return html! {} };
    html! {
        section.card.act {
            p { "Is every model of both armies painted and based?" }
            (way.tap(table, html! { "Yes, of both" }))
        }
    }
}

/// One tap for all markers where nobody has said of any who holds it: each side's own zone, and nobody's ground.
pub(super) fn as_they_lie(table: &Table<'_>) -> Markup {
    let Some((holds, sides)) = own_zones(table, table.game.recording.game()) else { return html! {} };
    let label = html! {
        span { "Each side holds its own zone: " (each(table, &sides)) }
    };
    table.tap(table.voice(), &[holds], label)
}

/// Who holds which markers, and that nobody holds the others.
fn each(table: &Table<'_>, sides: &[(Player, String)]) -> Markup {
    html! { @for (player, ids) in sides { bdi { (table.called(*player)) } " " (ids) ", " } "nobody the rest" }
}

/// Whoever holds a marker while each side holds those in its own zone, and the markers of each side in words. Nothing where
/// somebody has said who holds one, or where a side has none.
fn own_zones(table: &Table<'_>, game: &Match) -> Option<(Command, Vec<(Player, String)>)> {
    let (state, view) = (game.state(), game.view());
    let lying: Vec<&MarkerView> = view.markers.iter().filter(|marker| marker.on_battlefield).collect();
    if lying.iter().any(|marker| marker.holder.is_some()) {
        return None;
    }
    let owner = |id: &MarkerId| {
        let zone = state.mission.as_ref()?.markers.iter().find(|marker| marker.id == *id)?.zone?;
        Player::BOTH.into_iter().find(|player| state.sides[*player].zone == Some(zone))
    };
    let holds: BTreeMap<MarkerId, Holder> =
        lying.iter().map(|marker| (marker.id.clone(), Holder::from(owner(&marker.id)))).collect();
    let of = |player: Player| {
        let own = holds.iter().filter(|(_, holder)| holder.player() == Some(player)).map(|(id, _)| id.as_str());
        own.collect::<Vec<_>>().join(" ")
    };
    let sides: Vec<(Player, String)> =
        table.sides().map(|player| (player, of(player))).into_iter().filter(|(_, ids)| !ids.is_empty()).collect();
    let all = Command::Control { holds, keeps: Default::default() };
    (sides.len() == 2).then_some((all, sides))
}
