//! The result of the player's own table: report, agree, dispute.

use adjutant_core::time::Timestamp;
use adjutant_engine::side::Player as Seat;
use adjutant_present::names::name_of;
use adjutant_tournament::PlayerId;
use adjutant_tournament::command::{Pairing, Report, ResultEntry};
use adjutant_tournament::day::GameView;
use adjutant_tournament::state::{Round, Stage};
use maud::{Markup, html};

use super::both::agrees;
use super::entered::decided;
use super::forms::{button, carried, points};
use super::phones::{of_opponent, sign_later, signing};
use super::scene::{Look, Scene, called, document, icon, top};
use super::sum::{added, first};

/// Two numbers, the viewer's first.
type Own = [i64; 2];

/// A game from the side of one of its players.
struct Side<'a> {
    scene: &'a Scene<'a>,
    round: &'a Round,
    pairing: &'a Pairing,
    game: &'a GameView,
    player: &'a PlayerId,
}

impl Side<'_> {
    fn turned(&self, one: i64, two: i64) -> Own {
        if self.pairing.one == *self.player { [one, two] } else { [two, one] }
    }

    /// What the script signs of a report of these points, be they typed into the form or known.
    fn signs(&self, points: Option<Own>) -> Markup {
        let (round, table) = (self.round.pair.round, self.pairing.table);
        let [one, two] = match points {
            Some([mine, theirs]) => self.turned(mine, theirs).map(|points| points.to_string()),
            None if self.pairing.one == *self.player => ["{mine}".to_owned(), "{theirs}".to_owned()],
            None => ["{theirs}".to_owned(), "{mine}".to_owned()],
        };
        signing(self.scene, Some(&Report::points(round, table, [&one, &two])), None)
    }

    fn other(&self) -> &PlayerId {
        self.pairing.other(self.player)
    }

    fn report(&self, player: &PlayerId) -> Option<(Own, Timestamp)> {
        let report = self.game.reports.iter().find(|report| report.player == *player)?;
        Some((self.turned(report.one, report.two), report.at))
    }
}

/// The page; nothing where the player has no game.
pub fn result(scene: &Scene<'_>, player: &PlayerId) -> Option<Markup> {
    let round = scene.snap.shown()?;
    let pairing = round.of(player)?;
    let game = scene.snap.game(pairing.table)?;
    let side = Side { scene, round, pairing, game, player };
    let (title, body) = match (&game.result, side.report(player), side.report(side.other())) {
        (Some(_), _, _) => entered(&side),
        (None, Some(own), Some(theirs)) => differing(&side, own.0, theirs.0),
        (None, Some(own), None) => waiting(&side, own),
        (None, None, Some(theirs)) => asked(&side, theirs),
        (None, None, None) => open(&side),
    };
    let body = html! {
        (top(scene, html! { a href="/me" { "Your day" } }))
        (body)
    };
    Some(document(scene, Look::Phone, &format!("Table {}: {title}", pairing.table), body))
}

fn duel(side: &Side<'_>, [own, theirs]: Own, heading: Markup) -> Markup {
    let width = |points: i64| points.clamp(0, 100);
    html! {
        section.band.duel aria-label="Score" {
            p { (icon("live")) " You " span.big { (own) } }
            p { (icon("diamond")) " " (side.scene.name(side.other())) " " span.big { (theirs) } }
            (bar("you", width(own)))
            (bar("them", width(theirs)))
            h1.all.lead { (heading) }
        }
    }
}

fn bar(class: &str, width: i64) -> Markup {
    html! {
        svg.bar viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect class=(class) width=(width) height="1" {} }
    }
}

fn outcome(own: i64, theirs: i64) -> String {
    match own - theirs {
        0 => "A draw".to_owned(),
        more if more > 0 => format!("You win by {more}"),
        less => format!("You lose by {}", -less),
    }
}

/// How a game that is over ended: by its points, or by what was ruled, agreed or looked up beside them.
fn ended(side: &Side<'_>, result: &ResultEntry, own: i64, theirs: i64) -> String {
    decided(side.scene, result).unwrap_or_else(|| outcome(own, theirs))
}

/// The result is in.
fn entered(side: &Side<'_>) -> (&'static str, Markup) {
    let scene = side.scene;
    let Some(view) = &side.game.result else { return ("no result", html! {}) };
    let [own, theirs] = side.turned(view.result.one, view.result.two);
    let open = side.round.stage == Stage::Published;
    let mine = side.game.dispute.as_ref().filter(|dispute| dispute.said.player == *side.player);
    let body = html! {
        main {
            (duel(side, [own, theirs], html! { (ended(side, &view.result, own, theirs)) " " span.soft { "It rests on: " (view.basis.name()) "." } @if let Some(words) = scene.corrected(side.game) { " " span.soft { (words) } } }))
            @if let Some(words) = signed(side) { p.soft { (icon("check")) (words) } }
            (of_opponent(scene, side.other()))
            @if let Some(game) = scene.game().filter(|_| view.result.from.is_some()) { (sign_later(scene, game)) }
            @if says_the_same(side, [own, theirs]) { (adds_up(side)) }
            @if let Some(dispute) = &side.game.dispute {
                section.card.act {
                    h2 { (icon("call")) " disputed" }
                    p {
                        @if mine.is_some() { "You dispute this result." } @else { (scene.name(side.other())) " disputes this result." }
                        @if let Some(why) = &dispute.said.why { " “" (why) "”" }
                    }
                    p.soft { "It counts as it stands until a judge has answered." }
                    @if mine.is_some() {
                        (button(scene, "/me/settle", &[("seq", &dispute.seq.to_string())], html! { "Take the dispute back" }))
                    }
                }
            } @else if open {
                details {
                    summary { "Not right …" }
                    form action="/me/dispute" method="post" {
                        (carried(scene))
                        p { label for="why" { "What is wrong?" } input id="why" name="why" maxlength="400" autocomplete="off"; }
                        p { button type="submit" { "Dispute this result" } }
                    }
                    p.soft { "A judge is told. The result stands until the judge has answered." }
                }
            } @else {
                p.soft { "The round is closed. Ask the desk if something is wrong." }
            }
        }
        nav.dock aria-label="Next" { a.b.go href="/me" { (icon("back")) " Back to your day" } }
    };
    ("result", body)
}

/// Whose phones signed what they reported.
fn signed(side: &Side<'_>) -> Option<&'static str> {
    let by = |player: &PlayerId| side.game.reports.iter().any(|report| report.player == *player && report.signed);
    match (by(side.player), by(side.other())) {
        (true, true) => Some(" Both phones signed it."),
        (true, false) => Some(" Your phone signed it."),
        (false, true) => Some(" Your opponent’s phone signed it."),
        (false, false) => None,
    }
}

/// Nobody has said anything.
fn open(side: &Side<'_>) -> (&'static str, Markup) {
    let scene = side.scene;
    if let Some(result) = scene.told() {
        return from_match(side, side.turned(result.one, result.two));
    }
    let body = html! {
        main {
            header.band { h1.all { "How did it end?" } p.all { "Against " (scene.name(side.other())) ", table " (side.pairing.table) } }
            (closed(side))
            form #report action="/me/report" method="post" {
                (carried(scene))
                (side.signs(None))
                (points(("mine", html! { "You" }), ("theirs", html! { (scene.name(side.other())) }), None))
            }
            p.soft { "Victory points. When both of you say the same, the result is entered." }
            (of_opponent(scene, side.other()))
        }
        div.dock { button.go type="submit" form="report" { "Report the result" } }
    };
    ("report", body)
}

/// Nobody has said anything, and the match that was recorded tells the result: one tap agrees.
fn from_match(side: &Side<'_>, [own, theirs]: Own) -> (&'static str, Markup) {
    let scene = side.scene;
    let body = html! {
        main {
            (duel(side, [own, theirs], html! { (outcome(own, theirs)) " " span.soft { "As the match was recorded." } }))
            (closed(side))
            ul.rows {
                li { span { (scene.name(side.other())) } span.chip { (icon("ring")) " has not agreed yet" } }
                li { span { "You" } span.chip.call { (icon("call")) " your answer is missing" } }
            }
            (of_opponent(scene, side.other()))
            (adds_up(side))
            p.soft { "Your phone signs what you agree to." }
            p { a.tapline href="/match/log" { span { "Something was recorded wrong: correct it" } (icon("next")) } }
            (otherwise(side, "Another result …"))
        }
        form.dock action="/me/report" method="post" aria-label="Agree" {
            (carried(scene))
            input type="hidden" name="from" value="match";
            (signs_match(side))
            (agree(side, [own, theirs]))
        }
    };
    ("your answer is missing", body)
}

/// What the script signs where the match tells the result: the match, and the report that is taken from it.
fn signs_match(side: &Side<'_>) -> Markup {
    let report = side.scene.told().map(|result| Report::of(side.player.clone(), result.clone()).says());
    signing(side.scene, report.as_deref(), side.scene.game())
}

/// The button that agrees, with who wins.
fn agree(side: &Side<'_>, [own, theirs]: Own) -> Markup {
    let winner = match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => Some(side.player),
        std::cmp::Ordering::Less => Some(side.other()),
        std::cmp::Ordering::Equal => None,
    };
    html! {
        button.go type="submit" {
            "I agree: " (own) " – " (theirs)
            small { @match winner { Some(winner) => { (side.scene.name(winner)) " wins" } None => { "a draw" } } }
        }
    }
}

/// How the points of the match come about, what of them rests on a claim, and the head that is agreed to.
fn adds_up(side: &Side<'_>) -> Markup {
    let Some(game) = side.scene.game() else { return html! {} };
    let view = game.recording.game().view();
    let first = if side.pairing.one == *side.player { Seat::One } else { Seat::Two };
    let other = first.opponent();
    html! {
        (added(game.state(), [first, other], ["You".to_owned(), name_of(game.state(), other)]))
        details {
            summary { "What it rests on" }
            p.soft {
                @if let Some(result) = &view.result { (result.basis.derived) " derived, " (result.basis.claimed) " claimed, " (result.basis.ruled) " ruled. " }
                (game.seq()) " records, head " (format!("{:.16}", game.head().to_string())) ". "
            }
            p { a.tapline href="/match" { "Every award, line by line" (icon("next")) } }
        }
    }
}

fn closed(side: &Side<'_>) -> Markup {
    html! { @if side.round.stage != Stage::Published { p.card { "This round is not open. Ask the desk." } } }
}

/// The other has reported: one tap agrees.
fn asked(side: &Side<'_>, ([own, theirs], at): (Own, Timestamp)) -> (&'static str, Markup) {
    let scene = side.scene;
    let body = html! {
        main {
            (duel(side, [own, theirs], html! { (outcome(own, theirs)) }))
            ul.rows {
                li {
                    span { (scene.name(side.other())) }
                    span.chip.ok { (icon("check")) " says so, " (scene.time(at)) }
                }
                li { span { "You" } span.chip.call { (icon("call")) " your answer is missing" } }
            }
            @if says_the_same(side, [own, theirs]) { (adds_up(side)) }
            (of_opponent(scene, side.other()))
            (otherwise(side, "Not right …"))
            p.soft { "Both phones and the hall screen show the result; you may dispute it until the round closes. Your phone signs what you agree to." }
        }
        form.dock action="/me/report" method="post" aria-label="Agree" {
            (carried(scene))
            input type="hidden" name="mine" value=(own);
            input type="hidden" name="theirs" value=(theirs);
            @if says_the_same(side, [own, theirs]) { input type="hidden" name="from" value="match"; (signs_match(side)) }
            @else { (side.signs(Some([own, theirs]))) }
            (agree(side, [own, theirs]))
        }
    };
    ("your answer is missing", body)
}

/// Whether the match that was recorded has these points: then the report names it.
fn says_the_same(side: &Side<'_>, points: Own) -> bool {
    side.scene.told().is_some_and(|result| side.turned(result.one, result.two) == points)
}

/// Own numbers instead.
fn otherwise(side: &Side<'_>, label: &str) -> Markup {
    html! {
        details {
            summary { (label) }
            form action="/me/report" method="post" {
                (carried(side.scene))
                (side.signs(None))
                (points(("mine", html! { "You" }), ("theirs", html! { (side.scene.name(side.other())) }), None))
                p { button type="submit" { "Report this instead" } }
            }
        }
    }
}

/// The viewer has reported, the other not yet.
fn waiting(side: &Side<'_>, ([own, theirs], at): (Own, Timestamp)) -> (&'static str, Markup) {
    let scene = side.scene;
    let body = html! {
        main {
            (duel(side, [own, theirs], html! { (outcome(own, theirs)) }))
            ul.rows {
                li { span { "You" } span.chip.ok { (icon("check")) " reported, " (scene.time(at)) } }
                li { span { (scene.name(side.other())) } span.chip { (icon("ring")) " has not agreed yet" } }
            }
            @if let Some(words) = signed(side) { p.soft { (icon("check")) (words) } }
            (of_opponent(scene, side.other()))
            (otherwise(side, "I mistyped …"))
            details {
                summary { (scene.name(side.other())) " has no phone …" }
                p.soft { "Hand over this phone: the pass on the other card agrees for its player." }
                @let [one, two] = side.turned(own, theirs);
                (agrees(scene, side.other(), [one, two], html! { (scene.name(side.other())) " agrees: " (theirs) " – " (own) }))
            }
        }
        nav.dock aria-label="Next" { a.b.go href="/me" { (icon("back")) " Back to your day" } }
    };
    ("waiting", body)
}

/// The reports differ.
fn differing(side: &Side<'_>, own: Own, theirs: Own) -> (&'static str, Markup) {
    let scene = side.scene;
    let shown = scene.snap.state.shown(side.other());
    let short = called(first(&shown));
    let body = html! {
        main {
            header.band {
                p.all { span.chip.call { (icon("call")) " different" } }
                h1.all { "You and " (scene.name(side.other())) " report different results" }
            }
            table {
                thead { tr {
                    th scope="col" { span.vh { "Who reports" } } th.num scope="col" { "You" }
                    th.num scope="col" { (short) }
                } }
                tbody {
                    tr { th scope="row" { "You say" } td.num.lead { (own[0]) } td.num.lead { (own[1]) } }
                    tr { th scope="row" { "They say" } td.num.lead { (theirs[0]) } td.num.lead { (theirs[1]) } }
                }
            }
            p.soft { "Nothing counts until you agree or a judge rules. If one of you changes the report and both are equal, the result is entered." }
            (otherwise(side, "Neither is right …"))
        }
        form.dock action="/me/report" method="post" aria-label="Actions" {
            (carried(scene))
            input type="hidden" name="mine" value=(theirs[0]);
            input type="hidden" name="theirs" value=(theirs[1]);
            (side.signs(Some(theirs)))
            button.wide type="submit" { span { (scene.name(side.other())) " is right: " (theirs[0]) " – " (theirs[1]) } }
            a.b.go.wide href="/me#judge" { (icon("flag")) " I stand by mine: call a judge" }
        }
    };
    ("reports differ", body)
}
