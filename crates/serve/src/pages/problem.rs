//! What people see instead of a page: what happened, and the way on.

use adjutant_app::passes::Holder;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::{PlayerId, TableNumber};
use maud::{Markup, html};

use super::forms::{carried, carried_game};
use super::scene::{Look, Scene, document, icon, top};
use crate::act::Question;
use crate::ask::Ask;
use crate::viewer::{Role, Viewer};

/// Why a page is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No such page.
    NotFound,
    /// A page for others.
    Forbidden(Role),
    /// The card of this phone was replaced by a newer one: whose.
    Replaced(Holder),
    /// A pass that opens nothing. The same words for every kind of wrong pass.
    WrongPass,
    /// The rules refuse it: what happened, and what would be accepted.
    Refused {
        /// What happened.
        message: String,
        /// What would be accepted.
        hint: Option<String>,
        /// Where to go on.
        back: String,
        /// What was asked for, where a rule of the army's own may allow it.
        under: Option<Again>,
    },
    /// The judge is of the club or team of a player.
    Conflict {
        /// Who is.
        message: String,
        /// Where to go on without it.
        back: String,
        /// What was asked for, where a reason lets it pass.
        again: Again,
    },
    /// What it would change is shown before it is recorded.
    Asks {
        /// What would change, and the ways to go on.
        question: Box<Question>,
        /// Where to go on without it.
        back: String,
        /// What was asked for.
        again: Again,
    },
    /// Somebody else was first: what happened meanwhile.
    Overtaken {
        /// What happened.
        message: String,
        /// Where to go on.
        back: String,
        /// What was asked for, to be said again as things stand now.
        again: Option<Again>,
    },
    /// The organiser was away: what only the organiser may do waits for the word.
    Word {
        /// The form that waits; a page where there is none.
        again: Option<Again>,
        /// The page that waits.
        back: String,
        /// Whether another word was written.
        wrong: bool,
    },
    /// A page that is shown later: when.
    NotYet(String),
    /// Too much at once.
    Busy,
    /// The match of the table has still to be read.
    Reading,
    /// The form does not hold what it should.
    Malformed(String),
    /// A document that there is nothing for, or that cannot be drawn: why.
    Unprinted(String),
    /// What somebody scanned or typed is known to nobody here.
    Unknown(String),
    /// The disk or the database.
    Broken(String),
}

/// A form that was not taken, to be sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    action: String,
    fields: Vec<(String, String)>,
}

impl Again {
    /// The form as it was sent, without what a page carries by itself.
    pub fn of(action: &str, ask: &Ask) -> Again {
        Again::without(&["seen", "rid", "who", "of", "under", "tapped", "word", "pass", "sure"], action, ask)
    }

    /// The form with everything that it carried: nothing of it was used yet.
    pub fn untouched(action: &str, ask: &Ask) -> Again {
        Again::without(&["word"], action, ask)
    }

    fn without(left_out: &[&str], action: &str, ask: &Ask) -> Again {
        let named = ask.names().filter(|name| !left_out.contains(name));
        let fields = named.flat_map(|name| ask.all(name).map(|value| (name.to_owned(), value.to_owned())));
        Again { action: action.to_owned(), fields: fields.collect() }
    }

    fn form(&self, scene: &Scene<'_>, more: Markup, label: &str) -> Markup {
        self.in_other_words(scene, &[], more, label)
    }

    /// The form with other values in some of its fields.
    fn in_other_words(&self, scene: &Scene<'_>, said: &[(&str, &str)], more: Markup, label: &str) -> Markup {
        let of_game = ["/table/say", "/table/correct", "/table/rule"].contains(&&*self.action);
        let game = scene.game().filter(|_| of_game || self.action.starts_with("/match"));
        let kept = self.fields.iter().filter(|(name, _)| !said.iter().any(|(other, _)| name == other));
        html! {
            form action=(self.action) method="post" {
                @match game { Some(game) => { (carried_game(scene, game)) } None => { (carried(scene)) } }
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                @for (name, value) in said { input type="hidden" name=(name) value=(value); }
                (more)
                button type="submit" { (label) }
            }
        }
    }
}

impl Problem {
    /// The status that goes with it.
    pub fn status(&self) -> u16 {
        match self {
            Problem::NotFound | Problem::WrongPass | Problem::Unknown(_) => 404,
            Problem::Forbidden(_) | Problem::Replaced(_) | Problem::NotYet(_) | Problem::Word { .. } => 403,
            Problem::Refused { .. } | Problem::Conflict { .. } | Problem::Unprinted(_) => 422,
            Problem::Overtaken { .. } | Problem::Asks { .. } => 409,
            Problem::Busy => 429,
            Problem::Malformed(_) => 400,
            // A phone that kept the tap sends it again.
            Problem::Broken(_) | Problem::Reading => 503,
        }
    }
}

/// The page of a problem.
pub fn problem(scene: &Scene<'_>, problem: &Problem) -> Markup {
    let (title, text) = words(scene, problem);
    let (home, label) = home(scene.viewer);
    let back = match problem {
        Problem::Refused { back, .. }
        | Problem::Conflict { back, .. }
        | Problem::Overtaken { back, .. }
        | Problem::Asks { back, .. } => back.as_str(),
        Problem::Unprinted(_) => "/desk/print",
        _ => home,
    };
    let body = html! {
        (top(scene, html! { p { (who(scene)) } }))
        main {
            header.band {
                h1.all { (title) }
                @match problem {
                    Problem::Forbidden(_) => { p.all { "You are here as " (who(scene)) "." } }
                    Problem::Replaced(holder) => { p.all { "It was the card of " (whose(scene, holder)) "." } }
                    _ => {}
                }
            }
            @for line in &text {
                p.card { (line) }
            }
            @if matches!(problem, Problem::Forbidden(_) | Problem::WrongPass) {
                p.soft { "Have you got a card? Scan it again, as often as you like. If it does not open, ask the desk." }
            }
            (on(scene, problem))
        }
        nav.dock aria-label="Next" {
            a.b.go href=(back) {
                (icon("back")) " "
                @if back == home { (label) } @else { "Go back" }
            }
        }
    };
    document(scene, Look::Phone, &title, body)
}

/// The form, or the forms, with which somebody goes on.
fn on(scene: &Scene<'_>, problem: &Problem) -> Markup {
    html! {
        @match problem {
            Problem::Overtaken { again: Some(again), .. } => { p { (again.form(scene, html! {}, "Record mine all the same")) } }
            Problem::Refused { under: Some(again), .. } => {
                section.card {
                    p { "Does a rule of your army allow it? Name it, then record it." }
                    (again.form(scene, html! {
                        p { label for="under" { "Rule" } input id="under" name="under" required maxlength="100" autocomplete="off"; }
                    }, "Record it under this rule"))
                }
            }
            Problem::Conflict { again, .. } => {
                section.card {
                    p { "Let another judge rule here. Is nobody else here who can? Say why you rule; the log keeps it." }
                    (again.form(scene, html! {
                        p { label for="despite" { "Why you rule all the same" } input id="despite" name="despite" required maxlength="400" autocomplete="off"; }
                    }, "Record it all the same"))
                }
            }
            Problem::Asks { question, again, .. } => { (ways(scene, question, again)) }
            Problem::Word { again, back, .. } => { (ask_word(scene, again.as_ref(), back)) }
            _ => {}
        }
    }
}

/// The ways to go on, each with what follows from it.
fn ways(scene: &Scene<'_>, question: &Question, again: &Again) -> Markup {
    html! {
        @for way in &question.answers {
            section.card.act {
                @for line in &way.says { p { bdi { (line) } } }
                (again.in_other_words(scene, way.fields, html! {}, &way.label))
            }
        }
    }
}

/// The form that waits, with a field for the word. As a form with files it is not kept on this machine.
fn ask_word(scene: &Scene<'_>, again: Option<&Again>, back: &str) -> Markup {
    let action = again.map_or("/desk/word", |again| again.action.as_str());
    html! {
        form.card action=(action) method="post" enctype="multipart/form-data" {
            @match again {
                Some(again) => { @for (name, value) in &again.fields { input type="hidden" name=(name) value=(value); } }
                None => { (carried(scene)) input type="hidden" name="back" value=(back); }
            }
            p { label for="word" { "Your word" } input id="word" name="word" type="password" required maxlength="40" autocomplete="off"; }
            p { button type="submit" { "Go on" } }
        }
    }
}

fn words(scene: &Scene<'_>, problem: &Problem) -> (String, Vec<String>) {
    let one = |title: &str, text: &str| (title.to_owned(), vec![text.to_owned()]);
    match problem {
        Problem::NotFound => one("Page not found", "Nothing is wrong and nothing was changed."),
        Problem::Forbidden(role) => {
            one(&format!("This page is for {}", role.plural()), "Nothing is wrong and nothing was changed.")
        }
        Problem::Replaced(_) => one(
            "This card was replaced",
            "The desk made a new card, so this one opens nothing any more. Scan the new one. Nothing was changed.",
        ),
        Problem::WrongPass => one(
            "This pass opens nothing here",
            "It may be an old card, a card of another event, or a misread one. Nothing was changed.",
        ),
        Problem::Refused { message, hint, .. } => {
            ("This was not recorded".to_owned(), std::iter::once(message.clone()).chain(hint.clone()).collect())
        }
        Problem::Conflict { message, .. } => one("This was not recorded", message),
        Problem::Asks { question, .. } => (question.title.to_owned(), question.says.clone()),
        Problem::Overtaken { message, .. } => (
            "Somebody was faster".to_owned(),
            vec![message.clone(), "Look at the page as it is now, then send it again if it still holds.".to_owned()],
        ),
        Problem::Word { wrong, .. } => word(*wrong),
        Problem::NotYet(when) => one("This is not shown yet", when),
        Problem::Busy => one("Too much at once", "Nothing was recorded. Wait a minute, then try again."),
        Problem::Reading => one(
            "The match is being read",
            "The server was started a moment ago. Nothing was recorded; send it again in a few seconds.",
        ),
        Problem::Malformed(what) => one("This form is not complete", what),
        Problem::Unprinted(why) => one("This cannot be printed now", why),
        Problem::Unknown(what) => one("This is not known here", what),
        // Where the database lies and what its system says is for those who run the event.
        Problem::Broken(what) if matches!(scene.viewer, Viewer::Desk(_) | Viewer::Organiser) => {
            one("It could not be saved", what)
        }
        Problem::Broken(_) => one(
            "It could not be saved",
            "The server cannot write now. Nothing of this was recorded; tell the desk, then send it again.",
        ),
    }
}

/// What waits for the organiser's word.
fn word(wrong: bool) -> (String, Vec<String>) {
    let (title, text) = match wrong {
        true => (
            "This is not your word",
            "Nothing was recorded. The terminal in which the server was started shows the word.",
        ),
        false => (
            "Are you still the organiser?",
            "Nobody has sent a form from this browser for 30 minutes. Write the word that the terminal showed when the server was started.",
        ),
    };
    (title.to_owned(), vec![text.to_owned()])
}

/// Where a viewer is at home.
pub fn home(viewer: &Viewer) -> (&'static str, &'static str) {
    match viewer {
        Viewer::Player(_) => ("/me", "Back to your day"),
        Viewer::Judge(_) => ("/judge", "Back to the calls"),
        Viewer::Desk(_) | Viewer::Organiser => ("/desk", "Back to the desk"),
        Viewer::Table(_) => ("/match", "Back to the match"),
        Viewer::Visitor => ("/", "Back to the hall"),
    }
}

/// Whose card it was.
fn whose(scene: &Scene<'_>, holder: &Holder) -> Markup {
    match (holder.kind, PlayerId::new(holder.id.as_str())) {
        (PassKind::Player, Ok(player)) => scene.name(&player),
        _ => html! { (holder.kind.name()) " " bdi { (holder.id) } },
    }
}

/// Who looks, in words.
fn who(scene: &Scene<'_>) -> Markup {
    let table = |table: &TableNumber| html! { "the device of table " (table) };
    match scene.viewer {
        Viewer::Visitor => html! { "a visitor" },
        Viewer::Player(player) => scene.name(player),
        Viewer::Table(number) => table(number),
        Viewer::Judge(name) => html! { "judge " bdi { (name) } },
        Viewer::Desk(name) => html! { "desk " bdi { (name) } },
        Viewer::Organiser => html! { "the organiser" },
    }
}
