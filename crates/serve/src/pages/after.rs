//! The report after a battle: for its players, judges and the desk as soon as it is over, for everybody once its round is
//! closed.

use adjutant_engine::side::Player;
use adjutant_present::report::charts::{Drawing, Paint, Shape, Text};
use adjutant_present::report::{Block, Page, Part, Piece, Side, Table, Words, lead, page, points};
use adjutant_tournament::state::Stage;
use maud::{Markup, html};

use super::problem::Problem;
use super::scene::{Look, Scene, document, icon, top};
use crate::seat::Seat;
use crate::viewer::Role;

/// Who looks at a battle that is or will be over.
pub struct Looks {
    /// Which of its players it is.
    me: Option<Player>,
    /// Whether it is a judge, the desk or the organiser.
    runs: bool,
    /// Whether it is a player or the device of the table.
    sits: bool,
    /// Whether what came of it is for them: the others see it when the round is closed.
    pub may_see: bool,
}

impl Looks {
    /// Who looks at the battle of a table.
    ///
    /// # Errors
    /// A table that is not there.
    pub fn of(scene: &Scene<'_>, seat: &Seat) -> Result<Looks, Problem> {
        let rounds = &scene.snap.state.rounds;
        let round = rounds.iter().find(|round| round.pair.round == seat.round && round.stage != Stage::Draft);
        let pairing = round.and_then(|round| round.at(seat.table)).ok_or(Problem::NotFound)?;
        let me = scene.viewer.player().and_then(|player| match player {
            one if pairing.one == *one => Some(Player::One),
            two if pairing.two == *two => Some(Player::Two),
            _ => None,
        });
        let runs = matches!(scene.viewer.role(), Role::Judge | Role::Desk | Role::Organiser);
        let sits = me.is_some() || *scene.viewer == crate::Viewer::Table(seat.table);
        let closed = round.is_some_and(|round| round.stage == Stage::Closed);
        Ok(Looks { me, runs, sits, may_see: runs || sits || closed })
    }
}

/// The page.
///
/// # Errors
/// A table that is not there.
pub fn after(scene: &Scene<'_>) -> Result<Markup, Problem> {
    let seat = scene.seat.ok_or(Problem::NotFound)?;
    let Looks { me, runs, sits, may_see } = Looks::of(scene, seat)?;
    let judged = format!("/table/{}", seat.table);
    let shown = scene.snap.shown().is_some_and(|round| round.pair.round == seat.round);
    let (back, log) = match scene.viewer.role() {
        _ if runs && shown => (judged.clone(), Some(format!("{judged}/log"))),
        Role::Player | Role::Table if sits && shown => ("/match".to_owned(), Some("/match/log".to_owned())),
        _ => ("/standings".to_owned(), None),
    };
    let body = html! {
        (top(scene, html! { a href=(back) { "Round " (seat.round) ", table " (seat.table) } }))
        main {
            @if may_see { (told(seat, me, log.as_deref())) } @else {
                h1 { "After the battle" }
                p.soft { "Its players see the report as soon as the battle is over, everybody when round " (seat.round) " is closed." }
            }
        }
        nav.dock aria-label="Next" {
            a.b.go href=(back) { (icon("back")) " Back" }
            @if may_see && seat.game.as_ref().is_some_and(|game| game.report().is_some()) {
                a.b href={ "/table/" (seat.round) "-" (seat.table) "/theatre" } { "Watch the battle" }
            }
        }
    };
    Ok(document(scene, Look::Phone, &format!("Table {}: after the battle", seat.table), body))
}

/// The report, or why there is none.
fn told(seat: &Seat, me: Option<Player>, log: Option<&str>) -> Markup {
    let Some((game, report)) = seat.game.as_ref().and_then(|game| Some((game, game.report()?))) else {
        let why = match &seat.game {
            Some(game) if game.recording.older_law().is_some() => {
                "This battle is of an older law: the report is made of today's alone."
            }
            Some(_) => "The battle goes on. Its report is here when it is over.",
            None => "This battle was not recorded here.",
        };
        return html! { h1 { "After the battle" } p.soft { (why) } };
    };
    let page = page(report, game.recording.game(), me);
    html! {
        h1 { (page.when) ": " bdi { (page.title) } }
        p.soft { (page.below) }
        @for words in &page.lead { p { (said(words, log)) } }
        @for part in &page.parts { (section(&page, part, log)) }
        @for line in &page.foot { p.soft { (line) } }
    }
}

fn section(page: &Page, part: &Part, log: Option<&str>) -> Markup {
    html! {
        h2 { (part.title) }
        @if !part.aside.is_empty() { p.soft { (part.aside) } }
        @for block in &part.blocks {
            @match block {
                Block::Lines(words) => { p { (said(words, log)) } }
                Block::List(lines) => {
                    ul.told { @for (mark, words) in lines { li { b { (mark) } " " (said(words, log)) } } }
                }
                Block::Table(rows) => { (table(rows, log)) }
                Block::Points(rows) => {
                    div.charts {
                        @for (side, name) in page.sides.iter().map(Side::heading).enumerate() {
                            (drawn(&points(rows, side, &name), &format!("{name}: points by round, as in the table below")))
                        }
                    }
                }
                Block::Bars(bars) => { (drawn(&lead(bars), &part.aside)) }
            }
        }
    }
}

/// A sentence, with the records that it names as links.
fn said(words: &Words, log: Option<&str>) -> Markup {
    html! {
        @for piece in &words.0 {
            @match (piece, log) {
                (Piece::Text(text), _) => { (text) }
                (Piece::Record(seq), Some(log)) => { a href={ (log) "?at=" (seq) } { (seq) } }
                (Piece::Record(seq), None) => { (seq) }
            }
        }
    }
}

fn table(table: &Table, log: Option<&str>) -> Markup {
    let class = |at: usize| (at >= table.words).then_some("num");
    html! {
        div.across tabindex="0" role="group" aria-label=(table.caption) {
            table {
                caption.vh { (table.caption) }
                tr {
                    @for (at, head) in table.heads.iter().enumerate() {
                        @if head.is_empty() { td {} } @else { th scope="col" class=[class(at)] { (head) } }
                    }
                }
                @for row in &table.rows {
                    tr class=[row.strong.then_some("strong")] {
                        @for (at, cell) in row.cells.iter().enumerate() { td class=[class(at)] { (said(cell, log)) } }
                    }
                }
            }
        }
    }
}

/// A drawing; the style of the page paints it.
fn drawn(drawing: &Drawing, label: &str) -> Markup {
    html! {
        svg.chart viewBox={ "0 0 " (drawing.width) " " (drawing.height) } role="img" aria-label=(label) {
            @for shape in &drawing.shapes {
                @match shape {
                    Shape::Rule { at: [y, from, to] } => { line x1=(from) y1=(y) x2=(to) y2=(y) {} }
                    Shape::Bar { at: [x, y, width, height], side, paint } => {
                        rect class={ (["ours", "theirs"][*side]) " " (painted(*paint)) } x=(x) y=(y) width=(width) height=(height) {}
                    }
                    Shape::Text { at: [x, y], words, text } => { text class=(written(*text)) x=(x) y=(y) { (words) } }
                }
            }
        }
    }
}

const fn painted(paint: Paint) -> &'static str {
    match paint {
        Paint::Full => "full",
        Paint::Half => "half",
        Paint::Edge => "edge",
    }
}

const fn written(text: Text) -> &'static str {
    match text {
        Text::Heading => "heading",
        Text::Number => "number",
        Text::Label => "label",
    }
}
