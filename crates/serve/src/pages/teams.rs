//! The pairings of teams: what captains choose, step by step, at the desk and on the phone of a captain.

use adjutant_tournament::PlayerId;
use adjutant_tournament::captains::TeamTable;
use adjutant_tournament::teams::{Choice, Member, Side};
use maud::{Markup, html};

use super::forms::carried;
use super::frame::frame;
use super::scene::{Look, Scene, document, top};

/// The page of the desk.
pub fn teams(scene: &Scene<'_>) -> Markup {
    let band = html! { h1.big { "Captains" small { "who meets whom" } } };
    let tables = scene.snap.shown().map(|round| &round.pair).into_iter();
    let tables = tables.flat_map(|pair| pair.tables.iter().map(|pairing| (pair.round, pairing.table)));
    let cards: Vec<Markup> = tables
        .filter_map(|(round, table)| scene.snap.state.team_pairing(round, table))
        .map(|table| card(&Match { scene, table, action: "/desk/teams" }))
        .collect();
    let work = html! {
        @if cards.is_empty() { p.card { "The captains choose once a round of teams is published." } }
        @for card in &cards { (card) }
    };
    let dock = html! { nav.dock aria-label="Next" { a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "teams", "Captains", band, work, dock)
}

/// The page of a captain: his own choices.
pub fn own_team(scene: &Scene<'_>, team: &PlayerId) -> Option<Markup> {
    scene.snap.state.player(team)?;
    let table = scene.snap.shown().and_then(|round| {
        let table = scene.snap.state.team_pairing(round.pair.round, round.of(team)?.table)?;
        Some((table.side_of(team)?, Match { scene, table, action: "/me/team" }))
    });
    let body = html! {
        (top(scene, html! { p { (scene.name(team)) } }))
        main {
            header.band { h1.all { "Who meets whom" } }
            @match &table {
                None => { p.card { "You choose here once a round of teams is published and your team plays in it." } }
                Some((side, own)) => {
                    section.card aria-label={ "Table " (own.number()) } {
                        (heading(own))
                        (games(own))
                        (own_choice(own, *side))
                        (place(own, Some(*side)))
                    }
                }
            }
        }
        nav.dock aria-label="Next" { a.b.go.wide href="/me" { "Back to your table" } }
    };
    Some(document(scene, Look::Phone, "Who meets whom", body))
}

/// Whether the captain of a team has something to choose in the round that is shown.
pub(super) fn is_captain(scene: &Scene<'_>, team: &PlayerId) -> bool {
    let seated = scene.snap.open().is_some_and(|round| round.of(team).is_some());
    seated && scene.snap.state.policies().by_games()
}

/// Two teams of a table.
struct Match<'a> {
    scene: &'a Scene<'a>,
    table: TeamTable<'a>,
    /// Where its forms are sent to.
    action: &'a str,
}

impl Match<'_> {
    fn number(&self) -> u16 {
        self.table.at().1.0
    }

    fn team(&self, side: Side) -> Markup {
        self.scene.name(self.table.team(side))
    }

    fn member(&self, side: Side, member: Member) -> &str {
        self.table.member(side, member).map_or("?", |name| name.as_str())
    }

    fn form(&self, step: &str, inner: Markup, label: &str) -> Markup {
        html! {
            form action=(self.action) method="post" {
                (carried(self.scene))
                input type="hidden" name="table" value=(self.number());
                input type="hidden" name="nth" value=(self.table.now().choices());
                input type="hidden" name="step" value=(step);
                (inner)
                p { button type="submit" { (label) } }
            }
        }
    }

    /// One of some, in a list.
    fn list(&self, name: &str, label: &Markup, of: &[(String, &str)], at: usize) -> Markup {
        let id = format!("t{}-{name}", self.number());
        html! {
            p {
                label for=(id) { (label) }
                select id=(id) name=(name) {
                    @for (nth, (value, shown)) in of.iter().enumerate() {
                        option value=(value) selected[nth == at] { (shown) }
                    }
                }
            }
        }
    }

    /// What a side chooses now: one member, or the two attackers.
    fn choices(&self, name: &str, label: &Markup, side: Side) -> Markup {
        let (of, who) = self.table.now().offered(side);
        let who: Vec<_> = who.into_iter().map(|member| (member.0.to_string(), self.member(of, member))).collect();
        html! {
            (self.list(name, label, &who, 0))
            @if self.table.now().choice() == Choice::Attackers {
                (self.list(&format!("{name}-second"), &html! { "and" }, &who, 1))
            }
        }
    }
}

fn card(own: &Match<'_>) -> Markup {
    html! {
        section.card aria-label={ "Table " (own.number()) } {
            (heading(own))
            @if !own.table.has_begun() { (token(own)) }
            (games(own))
            (choose(own))
            (place(own, None))
        }
    }
}

fn heading(own: &Match<'_>) -> Markup {
    html! {
        h2 { "Table " (own.number()) ": " (own.team(Side::One)) " – " (own.team(Side::Two)) }
        p.soft { "Token: " (own.team(own.table.now().token())) @if !own.table.has_begun() { ", by lot" } }
    }
}

/// Who won the roll, where the captains rolled for the token.
fn token(own: &Match<'_>) -> Markup {
    let id = format!("t{}-side", own.number());
    let inner = html! {
        p {
            label for=(id) { "Who won it" }
            select id=(id) name="side" { @for side in Side::BOTH { option value=(side.name()) { (own.scene.snap.state.shown(own.table.team(side))) } } }
        }
    };
    html! { details { summary { "The captains rolled for it …" } (own.form("token", inner, "That team holds the token")) } }
}

/// The games fixed so far.
fn games(own: &Match<'_>) -> Markup {
    html! {
        @if !own.table.now().games().is_empty() {
            ol { @for game in own.table.now().games() {
                li {
                    (own.member(Side::One, game.one)) " – " (own.member(Side::Two, game.two))
                    @match game.table { Some(table) => { ", table " (table) } None => { span.soft { ", no table yet" } } }
                }
            } }
        }
    }
}

/// Of whom a choice is, and what both captains, or one, do by it.
fn asked(choice: Choice) -> Option<(&'static str, &'static str, &'static str)> {
    match choice {
        Choice::Defender => Some(("Defender of", "Both defend", "Defends")),
        Choice::Attackers => Some(("Attackers of", "Both attack", "Attack")),
        Choice::Refusal => Some(("Sent back by", "Both refuse", "Is sent back")),
        Choice::Done => None,
    }
}

/// What both captains choose, as both have written it down.
fn choose(own: &Match<'_>) -> Markup {
    let now = own.table.now();
    let Some((of, label, _)) = asked(now.choice()) else { return html! {} };
    if Side::BOTH.iter().any(|side| now.digest(*side).is_some()) {
        return html! { p.soft { "A choice in secret is on record: it is opened where it was made." } };
    }
    let one = |side: Side| own.choices(side.name(), &html! { (of) " " (own.team(side)) }, side);
    own.form("both", html! { div.four.wide { @for side in Side::BOTH { (one(side)) } } }, label)
}

/// What a captain chooses for his side; he is bound by it at once, and it is opened when the other is bound, too.
fn own_choice(own: &Match<'_>, side: Side) -> Markup {
    let now = own.table.now();
    let Some((of, _, label)) = asked(now.choice()) else { return html! {} };
    let waits = now.awaited();
    html! {
        @if !waits.contains(&side) {
            p { "You have chosen. It is opened as soon as " (own.team(side.other())) " has chosen, too." }
        } @else if now.is_committed() {
            p { "Both have chosen." }
            (own.form("open", html! {}, "Open what was chosen here"))
            p.soft { "A choice that was sealed elsewhere is opened there." }
        } @else {
            (own.form("choose", own.choices("own", &html! { (of) " " (own.team(side)) }, side), label))
            p.soft {
                "Nobody sees it before both have chosen; it cannot be changed then."
                @if !waits.contains(&side.other()) { " " (own.team(side.other())) " has chosen." }
            }
        }
    }
}

/// Where the next game is played; `only` is the side that may say so here.
fn place(own: &Match<'_>, only: Option<Side>) -> Markup {
    let now = own.table.now();
    let Some((side, game)) = now.next_place() else { return html! {} };
    let Some(known) = now.games().get(usize::from(game).saturating_sub(1)) else { return html! {} };
    let who = html! { (own.member(Side::One, known.one)) " – " (own.member(Side::Two, known.two)) };
    if only.is_some_and(|only| only != side) {
        return html! { p.soft { (own.team(side)) " chooses the table of " (who) "." } };
    }
    let free = now.free_tables();
    let free: Vec<String> = free.iter().map(u8::to_string).collect();
    let free: Vec<(String, &str)> = free.iter().map(|table| (table.clone(), table.as_str())).collect();
    let label = html! { "Table of " (who) ", chosen by " (own.team(side)) };
    own.form("place", own.list("at", &label, &free, 0), "Place it")
}
