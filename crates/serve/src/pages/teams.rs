//! The pairings of teams: what captains choose, step by step.

use adjutant_tournament::Name;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::state::Round;
use adjutant_tournament::teams::{Choice, Member, Side, TeamPairing, drawn_token};
use maud::{Markup, html};

use super::forms::carried;
use super::frame::frame;
use super::scene::Scene;

/// The page.
pub fn teams(scene: &Scene<'_>) -> Markup {
    let size = scene.snap.state.policies().team_size;
    let band = html! { h1.big { "Captains" small { "who meets whom" } } };
    let work = match scene.snap.shown().filter(|_| size > 2) {
        None => html! { p.card { "The captains choose once a round of teams is published." } },
        Some(round) => html! { @for pairing in &round.pair.tables { (card(scene, round, pairing, size as u8)) } },
    };
    let dock = html! { nav.dock aria-label="Next" { a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "teams", "Captains", band, work, dock)
}

/// Two teams of a table.
struct Match<'a> {
    scene: &'a Scene<'a>,
    pairing: &'a Pairing,
    now: TeamPairing,
    members: [Vec<Name>; 2],
    size: u8,
}

impl Match<'_> {
    fn team(&self, side: Side) -> String {
        let team = if side == Side::One { &self.pairing.one } else { &self.pairing.two };
        self.scene.snap.state.shown(team).to_string()
    }

    fn member(&self, side: Side, member: Member) -> &str {
        let name = self.members[side as usize].get(usize::from(member.0).saturating_sub(1));
        name.map_or("?", |name| name.as_str())
    }

    fn form(&self, step: &str, inner: Markup, label: Markup) -> Markup {
        html! {
            form action="/desk/teams" method="post" {
                (carried(self.scene))
                input type="hidden" name="table" value=(self.pairing.table);
                input type="hidden" name="step" value=(step);
                (inner)
                p { button type="submit" { (label) } }
            }
        }
    }

    /// One of some members, in a list.
    fn choice(&self, name: &str, label: &str, side: Side, of: &[Member], at: usize) -> Markup {
        let id = format!("t{}-{name}", self.pairing.table);
        html! {
            p {
                label for=(id) { (label) }
                select id=(id) name=(name) {
                    @for (nth, member) in of.iter().enumerate() {
                        option value=(member.0) selected[nth == at] { (self.member(side, *member)) }
                    }
                }
            }
        }
    }
}

fn card(scene: &Scene<'_>, round: &Round, pairing: &Pairing, size: u8) -> Markup {
    let state = &scene.snap.state;
    let begun = round.team_pairings.get(&pairing.table);
    let lot = || state.create.as_deref().map(|create| drawn_token(&create.seed, round.pair.round, pairing.table));
    let now = begun.cloned().unwrap_or_else(|| TeamPairing::new(size, lot().unwrap_or(Side::One)));
    let members = [&pairing.one, &pairing.two]
        .map(|team| state.player(team).map(|team| team.entry.members.clone()).unwrap_or_default());
    let own = Match { scene, pairing, now, members, size };
    html! {
        section.card aria-label={ "Table " (pairing.table) } {
            h2 { "Table " (pairing.table) ": " (own.team(Side::One)) " – " (own.team(Side::Two)) }
            p.soft { "Token: " (own.team(own.now.token())) @if begun.is_none() { ", by lot" } }
            @if begun.is_none() { (token(&own)) }
            (games(&own))
            (choose(&own))
            (place(&own))
        }
    }
}

/// Who won the roll, where the captains rolled for the token.
fn token(own: &Match<'_>) -> Markup {
    let sides = [(Side::One, "one"), (Side::Two, "two")];
    let inner = html! {
        p {
            label for={ "t" (own.pairing.table) "-side" } { "Who won it" }
            select id={ "t" (own.pairing.table) "-side" } name="side" {
                @for (side, value) in sides { option value=(value) { (own.team(side)) } }
            }
        }
    };
    html! { details { summary { "The captains rolled for it …" } (own.form("token", inner, html! { "That team holds the token" })) } }
}

/// The games fixed so far.
fn games(own: &Match<'_>) -> Markup {
    html! {
        @if !own.now.games().is_empty() {
            ol { @for game in own.now.games() {
                li {
                    (own.member(Side::One, game.one)) " – " (own.member(Side::Two, game.two))
                    @match game.table { Some(table) => { ", table " (table) } None => { span.soft { ", no table yet" } } }
                }
            } }
        }
    }
}

/// What both captains choose, as both have written it down.
fn choose(own: &Match<'_>) -> Markup {
    let sides = [(Side::One, "one"), (Side::Two, "two")];
    let bound = sides.iter().any(|(side, _)| own.now.digest(*side).is_some());
    let (asked, label) = match own.now.choice() {
        Choice::Done => return html! {},
        _ if bound => {
            return html! { p.soft { "A choice in secret is on record: it is opened where it was made." } };
        }
        Choice::Defender => ("Defender of", "Both defend"),
        Choice::Attackers => ("Attackers of", "Both attack"),
        Choice::Refusal => ("Sent back by", "Both refuse"),
    };
    let one = |(side, name): (Side, &str)| {
        let label = format!("{asked} {}", own.team(side));
        let second = format!("{name}-second");
        match own.now.choice() {
            Choice::Refusal => {
                let attackers = own.now.chosen(side.other()).1.unwrap_or([Member(1); 2]);
                own.choice(name, &label, side.other(), &attackers, 0)
            }
            Choice::Attackers => html! {
                (own.choice(name, &label, side, own.now.free(side), 0))
                (own.choice(&second, "and", side, own.now.free(side), 1))
            },
            _ => own.choice(name, &label, side, own.now.free(side), 0),
        }
    };
    own.form("both", html! { div.four.wide { @for side in sides { (one(side)) } } }, html! { (label) })
}

/// Where the next game is played.
fn place(own: &Match<'_>) -> Markup {
    let Some((side, game)) = own.now.next_place() else { return html! {} };
    let Some(known) = own.now.games().get(usize::from(game).saturating_sub(1)) else { return html! {} };
    let taken: Vec<u8> = own.now.games().iter().filter_map(|game| game.table).collect();
    let id = format!("t{}-at", own.pairing.table);
    let inner = html! {
        p {
            label for=(id) {
    "Table of " (own.member(Side::One, known.one)) " – " (own.member(Side::Two, known.two)) ", chosen by " (own.team(side))
            }
            select id=(id) name="at" {
                @for table in (1..=own.size).filter(|table| !taken.contains(table)) { option value=(table) { (table) } }
            }
        }
    };
    own.form("place", inner, html! { "Place it" })
}
