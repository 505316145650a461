//! A match as it is seen from a seat at its table: forms, buttons and the frame of its pages.

use std::sync::Arc;

use adjutant_engine::command::{Command, Text};
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::legal::{Kind, Offer, SetupStep, legal_of};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::{State, Unit};
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_shorthand::brief;
use adjutant_tournament::TableNumber;
use maud::{Markup, html};

use super::super::forms::carried_game;
use super::super::problem::{Problem, home};
use super::super::scene::{Look, Scene, document, icon, left, top};
use crate::game::{Game, speaker};
use crate::proposal::{self, Proposal};
use crate::viewer::Viewer;

/// A match, seen from a seat at its table.
pub(super) struct Table<'a> {
    pub scene: &'a Scene<'a>,
    pub game: Arc<Game>,
    pub number: TableNumber,
    /// The player who looks; nobody where a device of the table, or a phone that writes for both, shows it to both.
    pub me: Option<Player>,
    /// The proposal whose end the page tells.
    pub asked: &'a str,
    /// Whether the page is read out.
    pub spoken: bool,
}

/// The parts of the page of a match, in their order.
pub(super) struct Parts {
    /// What it is about.
    pub title: String,
    /// What somebody has to say before anything else.
    pub due: Markup,
    /// What else can be said.
    pub rest: Markup,
    /// The bar at the foot.
    pub dock: Markup,
}

impl<'a> Table<'a> {
    /// The viewer's table. An error without a problem is a table without a match.
    pub fn of(scene: &'a Scene<'a>) -> Result<Table<'a>, Option<Problem>> {
        let seat = scene.seat.ok_or(None)?;
        let game = seat.game.clone().ok_or(None)?;
        let me = match scene.viewer {
            Viewer::Player(player) if !seat.both => Some(scene.snap.seat(player).ok_or(None)?),
            _ => None,
        };
        Ok(Table { scene, game, number: seat.table, me, asked: "", spoken: false })
    }

    /// Whether a player's phone writes for both.
    pub fn writes_for_both(&self) -> bool {
        self.scene.seat.is_some_and(|seat| seat.both)
    }

    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// The player who looks first, and the other.
    pub fn sides(&self) -> [Player; 2] {
        let first = self.me.unwrap_or(Player::One);
        [first, first.opponent()]
    }

    /// What a player is called on this page.
    pub fn called(&self, player: Player) -> String {
        if self.me == Some(player) { "You".to_owned() } else { name_of(self.state(), player) }
    }

    /// `your`, or `Ben's`.
    pub fn whose(&self, player: Player) -> String {
        if self.me == Some(player) { "your".to_owned() } else { format!("{}’s", name_of(self.state(), player)) }
    }

    /// What could be said of a kind from this seat.
    pub fn offers(&self, kind: Kind) -> Vec<Offer> {
        let game = self.game.recording.game();
        let of = |by: By| legal_of(game, by, kind);
        match self.me {
            Some(player) => of(player.into()),
            None => {
                let both = of(By::Both);
                if both.is_empty() { [By::One, By::Two].into_iter().flat_map(of).collect() } else { both }
            }
        }
    }

    /// Who speaks where a form does not depend on an offer.
    pub fn voice(&self) -> By {
        self.me.map_or(By::Both, By::from)
    }

    /// What every form of this page carries; that a page is read out leads back to it.
    pub fn carried(&self) -> Markup {
        html! { (carried_game(self.scene, &self.game)) @if self.spoken { (leads_to("spoken")) } }
    }

    /// What a part of the page is about: a heading of its own below those that a page which is read out begins with.
    pub fn topic(&self, words: Markup) -> Markup {
        html! { @if self.spoken { h3 { (words) } } @else { h2 { (words) } } }
    }

    /// What the whole page asks; one of its parts where it is read out.
    pub fn ask(&self, words: Markup) -> Markup {
        html! { @if self.spoken { h3 { (words) } } @else { h1.ask { (words) } } }
    }

    /// Says something as soon as it stands there. A page that is read out says it in one place.
    pub fn status(&self) -> Option<&'static str> {
        (!self.spoken).then_some("status")
    }

    /// A form of this match that is sent somewhere else than to what is said openly.
    pub fn open(&self, action: &str, inner: Markup) -> Markup {
        html! { form action=(action) method="post" { (self.carried()) (inner) } }
    }

    /// A form that says something of this match.
    pub fn form(&self, by: By, inner: Markup) -> Markup {
        html! {
            form action="/match/say" method="post" {
                (self.carried())
                (self.by(by))
                (inner)
            }
        }
    }

    /// For whom a device of the table speaks.
    pub fn by(&self, by: By) -> Markup {
        html! { @if self.me.is_none() { input type="hidden" name="by" value=(by.as_str()); } }
    }

    /// A form with one button that says commands as they stand.
    pub fn tap(&self, by: By, commands: &[Command], label: Markup) -> Markup {
        self.tap_to(by, commands, "", label)
    }

    /// The same, leading on to another page where one is named.
    pub fn tap_to(&self, by: By, commands: &[Command], back: &str, label: Markup) -> Markup {
        self.form(by, html! { (said(commands)) (leads_to(back)) button type="submit" { (label) } })
    }

    /// The bar at the foot: what can be taken back, the scores, and what ends this part of the match, with its label;
    /// greyed where nothing is offered.
    pub fn dock(&self, offer: Option<&Offer>, label: Markup) -> Markup {
        html! {
            section.dock aria-label="Next" {
                (self.undo())
                a.b href="/match/scoring" { "Scoring" }
                @match offer {
                    Some(offer) => {
                        form.wide action="/match/say" method="post" {
                            (self.carried())
                            (self.by(offer.by))
                            (said(std::slice::from_ref(&offer.command)))
                            button.go type="submit" { (label) }
                        }
                    }
                    None => { button.go type="button" disabled { (label) } }
                }
            }
        }
    }

    /// Buttons for offers, one beside the other.
    pub fn taps(&self, offers: &[Offer], label: impl Fn(&Command) -> Markup) -> Markup {
        html! {
            div.four {
                @for offer in offers { (self.tap(offer.by, std::slice::from_ref(&offer.command), label(&offer.command))) }
            }
        }
    }

    /// Which table it is, and the time that is left.
    pub fn place(&self) -> Markup {
        html! {
            p {
                "Table " (self.number) @if self.writes_for_both() { " · for both" }
                @if let Some(deadline) = self.scene.snap.deadline() { " · " (left(self.scene, deadline)) " left" }
            }
        }
    }

    /// The title of a page, with both scores.
    pub fn titled(&self, title: &str) -> String {
        let points = self.game.recording.game().vp();
        let [one, two] = self.sides().map(|player| points[player]);
        format!("{title}: {} {one}, {} {two}", self.called(self.sides()[0]), self.called(self.sides()[1]))
    }

    /// The frame of every page of a match.
    pub fn page(&self, title: &str, body: Markup, dock: Markup) -> Markup {
        let body = html! {
            (top(self.scene, self.place()))
            main {
                a.vh href="/match/spoken" { "This match, for a screen reader" }
                (self.duel()) (self.proposal()) (self.other_writes()) (body)
            }
            (dock)
        };
        document(self.scene, Look::Phone, &self.titled(title), body)
    }

    /// A page of its parts.
    pub fn whole(&self, parts: Parts) -> Markup {
        let Parts { title, due, rest, dock } = parts;
        self.page(&title, html! { (due) (rest) }, dock)
    }

    /// Both scores.
    pub fn duel(&self) -> Markup {
        let (state, points) = (self.state(), self.game.recording.game().vp());
        let most = i64::from(state.law().total_cap.max(1));
        let turn = |player: Player| state.status == Status::Battle && state.active == player;
        html! {
            section.band.duel aria-label="Score" {
                @for (player, sign) in self.sides().into_iter().zip(["live", "diamond"]) {
                    p {
                        (icon(sign)) " " bdi { (self.called(player)) }
                        @if turn(player) { b { @if self.me == Some(player) { " · your turn" } @else { " · at turn" } } }
                        " " span.big { (points[player]) }
                        small { (state.sides[player].cp) " CP" }
                    }
                }
                @for (player, class) in self.sides().into_iter().zip(["you", "them"]) {
                    @let width = i64::from(points[player]) * 100 / most;
                    svg.bar viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect class=(class) width=(width) height="1" {} }
                }
            }
        }
    }

    /// Whose words this phone does not hear alone: the opponent's phone writes for both.
    pub fn other_writes(&self) -> Markup {
        html! {
            @if self.scene.seat.is_some_and(|seat| seat.other_writes) {
                p.soft { bdi { (self.called(self.sides()[1])) } " writes for both of you. " a href="/match/more" { "Take that back" } }
            }
        }
    }

    /// What one player asks the other to agree to; what became of it, where the page waited for it.
    pub fn proposal(&self) -> Markup {
        let known = self.scene.seat.and_then(|seat| seat.proposal.as_deref());
        let asked = known.filter(|known| known.id == self.asked);
        let open = known.filter(|known| known.end.is_none());
        let changes = open.and_then(|open| Some((open, open.changes(&self.game).ok()?)));
        html! {
            @match (changes, asked.and_then(|asked| asked.end.as_ref())) {
                (Some((open, changes)), _) => { (self.asks(open, &changes)) }
                (None, Some(end)) => { p.card role=[self.status()] { (end.words()) } }
                (None, None) if !self.asked.is_empty() => { p.card role=[self.status()] { (proposal::GONE) } }
                (None, None) => {}
            }
        }
    }

    fn asks(&self, open: &Proposal, changes: &[String]) -> Markup {
        let own = self.me.is_some_and(|me| By::from(me) == open.by);
        let answer = |agrees: &str, label: Markup| {
            self.open(
                "/match/agree",
                html! {
                    (self.by(By::Both))
                    input type="hidden" name="proposal" value=(open.id);
                    input type="hidden" name="agrees" value=(agrees);
                    button type="submit" { (label) }
                },
            )
        };
        html! {
            section.card.act data-asks=(open.id) {
                @if own {
                    p { (icon("ring")) " " b { "You asked " (self.called(self.sides()[1])) " to agree" } }
                } @else {
                    p { (icon("call")) " " b { (speaker(self.state(), open.by)) " asks: do you both agree?" } }
                }
                @for line in changes { p { bdi { (line) } } }
                @if own { (answer("no", html! { "Don’t ask any more" })) }
                @else { div.four { (answer("yes", html! { (icon("check")) " Agree" })) (answer("no", html! { "No" })) } }
            }
        }
    }

    /// The last thing that can be taken back. What one player may not take back alone is proposed to the other.
    pub fn undo(&self) -> Markup {
        let game = self.game.recording.game();
        let may = |by: By| by.player().is_none_or(|player| self.me.is_none_or(|me| me == player)) && by != By::Judge;
        let found = game.undoable().and_then(|seq| Some((seq, game.entry(seq)?))).filter(|(_, (by, ..))| may(*by));
        html! {
            @match found.zip(Text::new("undo")) {
                Some(((seq, (by, command, _)), why)) => {
                    (self.tap(by, &[Command::Retract { seq, why }], html! { (icon("undo")) " Undo " small { (short(&self.last(command))) } }))
                }
                None => { button type="button" disabled { (icon("undo")) " Undo" } }
            }
        }
    }

    /// What would be taken back, in a few words.
    fn last(&self, command: &Command) -> String {
        match command {
            Command::Control { holds, .. } if holds.len() == 1 => {
                let said = holds.iter().map(|(marker, holder)| match holder.player() {
                    Some(player) => format!("{marker}: {}", self.called(player)),
                    None => format!("{marker}: nobody"),
                });
                said.collect()
            }
            Command::EndPhase { .. } => "end of phase".to_owned(),
            other => brief(other),
        }
    }
}

/// A table without a match, or a player without a table.
pub(super) fn unrecorded(scene: &Scene<'_>) -> Markup {
    let (home, label) = home(scene.viewer);
    let body = html! {
        (top(scene, html! { p { "Match" } }))
        main {
            header.band { h1.all { "No match to record" } }
            @match scene.seat {
                Some(seat) if seat.reading => {
                    p.card { "The server was started a moment ago and is still reading the match of table " (seat.table) ". This page shows it in a few seconds." }
                }
                Some(seat) => {
                    p.card { "Table " (seat.table) " keeps no match here. Report the result when you are done." }
                    @if matches!(scene.viewer, Viewer::Table(_)) { p { a.b.go href="/match/result" { "Report the result" } } }
                }
                None => { p.card { "You have no table in this round." } }
            }
        }
        nav.dock aria-label="Next" { a.b.go href=(home) { (icon("back")) " " (label) } }
    };
    document(scene, Look::Phone, "No match to record", body)
}

/// Commands in hidden fields, in their order.
pub(super) fn said(commands: &[Command]) -> Markup {
    html! { @for command in commands { input type="hidden" name="do" value=(json(command)); } }
}

/// What makes a form lead on to another page of the match, where one is named.
pub(super) fn leads_to(back: &str) -> Markup {
    html! { @if !back.is_empty() { input type="hidden" name="back" value=(back); } }
}

/// A command as a form carries it.
pub(super) fn json(command: &Command) -> String {
    // Every command is written so into logs; one that is not would be refused as a form that is not complete.
    command.to_json().unwrap_or_default().to_string()
}

/// So many letters of something that stands on a button.
pub(super) fn short(words: &str) -> String {
    const LETTERS: usize = 16;
    match words.char_indices().nth(LETTERS) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.to_owned(),
    }
}

/// A choice among commands, each called so.
pub(super) fn choice(label: &str, id: &str, options: &[(String, String)]) -> Markup {
    html! {
        p {
            label for=(id) { (label) }
            select id=(id) name="do" {
                @for (value, words) in options { option value=(value) { (words) } }
            }
        }
    }
}

/// One of several things that a tap chooses: a `checkbox`, or a `radio` of its group.
pub(super) fn chip(kind: &str, name: &str, (id, value): (&str, &str), words: &str, checked: bool) -> Markup {
    html! {
        input.vh type=(kind) name=(name) value=(value) id=(id) checked[checked];
        label for=(id) { (words) }
    }
}

/// A field that is filled in.
pub(super) fn field(label: &str, name: &str, value: &str, numeric: bool, required: bool) -> Markup {
    let id = name.trim_matches('/').replace(['/', '?', '#', '*'], "-");
    html! {
        p {
            label for=(id) { (label) }
            input id=(id) name=(name) value=(value) inputmode=[numeric.then_some("numeric")] autocomplete="off" maxlength="100" required[required];
        }
    }
}

/// A unit as a list shows it: `Poxwalkers (b2), 8 of 10`.
pub(super) fn unit_words(unit: &Unit) -> String {
    let (models, of) = (unit.models(), unit.starting_strength);
    let strength = if of > 1 { format!(", {models} of {of}") } else { String::new() };
    format!("{} ({}){strength}", unit.datasheet, unit.id)
}

/// The living units, those of one player first.
pub(super) fn living(state: &State, first: Player) -> impl Iterator<Item = &Unit> {
    [first, first.opponent()].into_iter().flat_map(|player| state.living(player))
}

/// What an objective is called.
pub(super) fn objective(state: &State, player: Player, id: &ObjectiveId) -> String {
    let of_pack = || state.pack.as_ref().and_then(|pack| pack.objectives.get(id)).map(|known| known.name.to_string());
    let chosen = state.objective(player, id).map(|(_, objective)| objective.name.to_string());
    chosen.or_else(of_pack).unwrap_or_else(|| id.to_string())
}

/// A card that asks, in orange where the battle cannot begin without an answer.
pub(super) fn card(table: &Table<'_>, step: &SetupStep, heading: &str, body: Markup) -> Markup {
    html! {
        section.card.act[step.required()] {
            (table.topic(html! { @if step.required() { (icon("call")) " " } (heading) @if !step.required() { " " small { "can be left out" } } }))
            (body)
        }
    }
}
