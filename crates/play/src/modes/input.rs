//! Lines of text that are typed.

use adjutant_app::matches::recording::Recording;
use adjutant_core::sealed::Names;
use adjutant_core::spelling::{alike, plain};
use adjutant_engine::chain::Hash;
use adjutant_engine::command::{BattleSize, Command, DiceSource, Open, PlayerCard, Reading, Said};
use adjutant_engine::dice::Mix;
use adjutant_engine::ids::{IdError, MatchId, Name};
use adjutant_engine::numbers::Whole;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_present::names::name_of;
use adjutant_shorthand::grammar;

use super::terrain;
use crate::menu::{Act, Menu};
use crate::mode::{Field, Mode};
use crate::shared::Session;
use crate::step::{Deed, Message};
use crate::text::editor::edit;
use crate::text::key::Key;
use crate::text::line::{Line, Role, cut, width};
use crate::text::pane::Pane;
use crate::{due, past, spoken};
use adjutant_present::say::telling;

/// Suggestions that a completion lists.
const LISTED_MAX: usize = 8;

/// The menu of a field in a mode of its own.
pub fn menu(field: &Field, recording: &Recording) -> Menu {
    let mut menu = Menu::new(field.title());
    match field {
        Field::Words => {
            menu = menu.note("such as: kill retributors 3 · hold m1 m3=two · score engage 3 ; several with ;")
        }
        Field::Under(..) => menu = menu.note("The log keeps the name; leave it empty to record nothing."),
        Field::Place(..) => {
            menu = menu.note("Two numbers in inches, as on the map; Enter alone leaves it where it lies.")
        }
        Field::Lay(..) => menu = menu.note(terrain::MIDDLE),
        Field::Seed(_) => {
            menu = menu.note("Empty: you roll real dice. Otherwise the log proves that nobody chose the rolls.")
        }
        Field::Number(_) => {
            menu =
                menu.note("The seed of the dice is sealed: the number is mixed in, so neither of you chooses the roll.")
        }
        Field::Sign(player) => {
            let name = name_of(recording.game().state(), *player);
            menu = menu
                .note(format!("{name} types {name}, then Enter: the result as it stands is accepted."))
                .note("From then on a late answer or a correction needs both of you, or a judge.");
        }
        Field::Find(_) => menu = menu.note("Any words of it, such as a unit; Enter goes to the last one before."),
        Field::Roster(_) => menu.notes.extend(listed()),
        _ => {}
    }
    let label = match field {
        Field::Seed(_) => "open the match",
        Field::Correct(..) => "save",
        Field::Remove(_) => "take it out",
        Field::Number(_) => "roll",
        Field::Sign(_) => "sign",
        Field::Find(_) => "find",
        _ => "OK",
    };
    menu.field = Some(field.clone());
    menu.key(Key::Enter, label, Act::Back).back()
}

/// The typed line, and what it would change where it corrects something.
pub fn rows(session: &Session, field: &Field, recording: &Recording, columns: usize) -> Vec<Line> {
    let (before, after) = around(&session.editor.before(), &session.editor.after(), columns.saturating_sub(5));
    let typed = Line::of(" > ", Role::Key).then(before, Role::Title).then("▏", Role::Key).then(after, Role::Title);
    let mut rows = vec![typed];
    let to = match field {
        Field::Remove(_) => Some(Ok(Vec::new())),
        Field::Correct(seq, after) if !session.editor.is_empty() => Some(readings(session, *seq, *after, recording)),
        _ => None,
    };
    let (Field::Correct(seq, _) | Field::Remove(seq)) = field else { return rows };
    match to {
        None => {}
        Some(Err(why)) => rows.push(Line::of(format!("   {why}"), Role::Quiet)),
        Some(Ok(to)) => match past::word_for(recording, &past::amends(recording, *seq, to)) {
            Ok((word, after)) => {
                let told = telling::differences(recording.game(), &after).into_iter();
                rows.extend(told.map(|line| Line::of(format!("   {line}"), Role::Soon)));
                let what = past::follows(recording, &after).join(" · ");
                rows.push(Line::of(format!("   What follows: {what}"), Role::Points));
                let asks = word.map(|word| if word == By::Judge { "a judge" } else { "you both" });
                rows.extend(asks.map(|who| Line::of(format!("   Enter asks {who} for it."), Role::Soon)));
            }
            Err(refusal) => {
                rows.push(Line::of(format!("   ✗ {}", past::why_not(recording, &refusal)), Role::Wrong));
            }
        },
    }
    rows
}

/// As much of a line on both sides of its cursor as there are columns for, so that the cursor is always seen.
fn around(before: &str, after: &str, columns: usize) -> (String, String) {
    let behind = width(after).min((columns / 4).max(columns.saturating_sub(width(before))));
    let mut kept = before;
    while width(kept) + usize::from(kept.len() < before.len()) + behind > columns && !kept.is_empty() {
        kept = &kept[kept.chars().next().map_or(0, char::len_utf8)..];
    }
    let dots = if kept.len() < before.len() { "…" } else { "" };
    (format!("{dots}{kept}"), cut(after, behind))
}

/// What the typed words would make of a record.
pub fn readings(session: &Session, seq: u64, after: bool, recording: &Recording) -> Result<Vec<Reading>, String> {
    spoken::readings(recording, seq, after, &session.editor.text()).map_err(|error| error.to_string())
}

/// The pane of a field.
pub fn pane(session: &Session, menu: &Menu, field: &Field, recording: &Recording, columns: usize) -> Pane {
    let mut pane = menu.pane(columns, 1);
    let at = menu.noted(columns).count();
    let typed = rows(session, field, recording, columns);
    pane.rows.splice(at.min(pane.rows.len())..at.min(pane.rows.len()), typed);
    if matches!(field, Field::Words | Field::Correct(..)) {
        pane = pane.key("Tab", "complete").key("↑", "earlier");
    }
    pane
}

/// A key while something is typed; `None` where the key is none of the field's.
pub fn press(session: &mut Session, field: &Field, key: Key, recording: &Recording) -> Option<Vec<Deed>> {
    match key {
        Key::Char(c) if !field.takes_letters() && !c.is_ascii_digit() => None,
        Key::Enter => Some(entered(session, field, recording)),
        Key::Up => Some(recall(session, false)),
        Key::Down => Some(recall(session, true)),
        Key::Tab => Some(complete(session, field, recording)),
        Key::Escape if matches!(field, Field::Words | Field::Correct(..)) => {
            let line = session.editor.text();
            session.editor.remember(&line);
            Some(session.back())
        }
        other => edit(&mut session.editor, other).then(Vec::new),
    }
}

fn recall(session: &mut Session, newer: bool) -> Vec<Deed> {
    session.editor.recall(newer);
    Vec::new()
}

/// Tab: the last word is completed as far as it is clear.
fn complete(session: &mut Session, field: &Field, recording: &Recording) -> Vec<Deed> {
    let text = session.editor.text();
    let start = if matches!(field, Field::Roster(_)) { 0 } else { text.rfind([' ', ';']).map_or(0, |at| at + 1) };
    let word = &text[start..];
    let first = text[..start].rsplit(';').next().is_none_or(|part| part.trim().is_empty());
    let known: Vec<String> = match field {
        Field::Roster(_) => files(word),
        _ if first => grammar::FORMS.iter().map(|form| form.word.to_owned()).collect(),
        _ => nouns(recording),
    };
    let wanted = if matches!(field, Field::Roster(_)) { word.to_owned() } else { plain(word) };
    let mut fits: Vec<String> = known.into_iter().filter(|known| known.starts_with(&wanted)).collect();
    fits.sort();
    fits.dedup();
    let Some(common) = common(&fits) else {
        return session.refused(format!("Nothing begins with {word}."), None);
    };
    let end = if fits.len() == 1 && !matches!(field, Field::Roster(_)) { " " } else { "" };
    session.editor.set(&format!("{}{common}{end}", &text[..start]));
    if fits.len() > 1 {
        fits.truncate(LISTED_MAX);
        session.say(Message::Done(fits.join("  ")));
    }
    Vec::new()
}

/// What all of some words begin with.
fn common(words: &[String]) -> Option<String> {
    let first = words.first()?;
    let shared = |word: &String| first.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
    let length = words.iter().map(shared).min().unwrap_or(0);
    Some(first.chars().take(length).collect())
}

/// The army lists of the folder, to be seen before a path is typed.
fn listed() -> Option<String> {
    let mut found: Vec<String> = files("").into_iter().filter(|name| !name.ends_with('/')).collect();
    found.sort();
    let more = found.len().saturating_sub(LISTED_MAX);
    found.truncate(LISTED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!found.is_empty()).then(|| format!("Here: {}{more}", found.join("  ")))
}

/// Everything in a match that words can name.
fn nouns(recording: &Recording) -> Vec<String> {
    let state = recording.game().state();
    let units = state.units.iter().filter(|unit| unit.alive()).map(|unit| plain(unit.datasheet.as_str()));
    let markers = state.markers.iter().map(|marker| marker.id.to_string());
    let objectives = Player::BOTH.into_iter().flat_map(|player| state.objectives(player));
    let objectives = objectives.map(|(_, objective)| objective.id.to_string());
    let players = Player::BOTH.into_iter().map(|player| plain(&name_of(state, player)));
    units.chain(markers).chain(objectives).chain(players).collect()
}

/// Army lists and folders that a path may mean.
fn files(typed: &str) -> Vec<String> {
    let (folder, _) = typed.rsplit_once('/').map_or(("", typed), |(folder, name)| (&typed[..=folder.len()], name));
    let place = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let list = |path: &std::path::Path| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        matches!(ending.as_deref(), Some("ros" | "rosz" | "json" | "txt"))
    };
    let named = entries.filter_map(Result::ok).filter_map(|entry| {
        let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
        let path = entry.path();
        if path.is_dir() { Some(format!("{folder}{name}/")) } else { list(&path).then(|| format!("{folder}{name}")) }
    });
    named.collect()
}

fn entered(session: &mut Session, field: &Field, recording: &Recording) -> Vec<Deed> {
    let typed = session.editor.text();
    let text = typed.trim();
    session.editor.remember(text);
    let done = |session: &mut Session, deed: Deed| {
        session.back();
        vec![deed]
    };
    match field {
        Field::Words | Field::Roster(_) | Field::Under(..) | Field::Sign(_) | Field::Find(_) if text.is_empty() => {
            session.back()
        }
        Field::Number(deed) => match text.parse().ok().and_then(Mix::new) {
            Some(number) => done(session, Deed::With(number, deed.clone())),
            None => session.refused("That is not such a number.", Some("0 to 999999999, said by your opponent".into())),
        },
        Field::Sign(player) => {
            let name = name_of(recording.game().state(), *player);
            let head = recording.game().view().head.filter(|_| alike(text, &name));
            match head {
                Some(head) => {
                    let sign = Command::Sign { player: Some(*player), head, key: None, signature: None };
                    done(session, Deed::Record(vec![(By::from(*player), sign)]))
                }
                None => {
                    session.refused(format!("That is not {name}. Nothing is signed."), Some("Esc goes back".into()))
                }
            }
        }
        Field::Find(from) => done(session, Deed::Find(*from, text.to_owned())),
        Field::Words => done(session, Deed::Words(text.to_owned())),
        Field::Roster(player) => vec![Deed::ReadRoster(*player, text.to_owned())],
        Field::Name(player) => {
            session.editor.clear();
            match Name::new(text) {
                Ok(name) => {
                    let other = session.names[player.opponent()].as_ref();
                    match other.filter(|other| alike(other.as_str(), name.as_str())) {
                        Some(other) => session.refuse(
                            format!("both players would be called {other}"),
                            Some("a name that tells them apart, such as `Anna B.`".into()),
                        ),
                        None => session.names[*player] = Some(name),
                    }
                }
                Err(_) => session.refuse("a name is needed", Some("1 to 120 printable characters".into())),
            }
            Vec::new()
        }
        Field::Seed(size) => match opened(session, recording.id(), *size, text) {
            Ok(open) => done(session, Deed::Record(vec![(By::Both, open)])),
            Err(error) => session.refused(error.to_string(), Some("1 to 64 of a-z 0-9 . _ -".into())),
        },
        Field::Under(by, command) => match Name::new(text) {
            Ok(under) => {
                let said = Said { under: Some(under), ..(*by).into() };
                done(session, Deed::Say(vec![(said, (**command).clone())]))
            }
            Err(_) => session.refused("that is not the name of a rule", Some("1 to 120 printable characters".into())),
        },
        Field::Seq => {
            session.back();
            let seq = text.parse().unwrap_or(u64::MAX);
            if let Some(Mode::Look(at)) = session.modes.last_mut() {
                *at = past::within(recording, seq);
            }
            Vec::new()
        }
        Field::Correct(seq, after) => {
            if text.is_empty() {
                return session
                    .refused("Nothing is typed.", Some("r in the list takes a record out · Esc back".into()));
            }
            match readings(session, *seq, *after, recording) {
                Err(why) => session.refused(why, None),
                Ok(_) => done(session, Deed::Correct { seq: *seq, after: *after, words: Some(text.to_owned()) }),
            }
        }
        Field::Place(by, marker, at) => {
            let typed = if text.is_empty() { at } else { text };
            put(session, due::moved(marker, typed).map(|command| Deed::Record(vec![(*by, command)])))
        }
        Field::Lay(piece, size) => put(session, terrain::words(piece, *size, text).map(Deed::Words)),
        Field::Remove(seq) => done(session, Deed::Correct { seq: *seq, after: false, words: None }),
    }
}

/// What lies somewhere, where a place was typed.
fn put(session: &mut Session, deed: Option<Deed>) -> Vec<Deed> {
    match deed {
        Some(deed) => {
            session.back();
            // The next piece may be of another kind.
            session.modes.pop_if(|mode| matches!(mode, Mode::Terrain(Some(_))));
            vec![deed]
        }
        None => session.refused("That is not a place.", Some("two numbers in inches, such as 30.5 22".into())),
    }
}

/// `open`, with dice from a seed that the players typed or, without one, from none.
fn opened(session: &Session, id: &str, size: BattleSize, seed: &str) -> Result<Command, IdError> {
    let card = |player: Player| -> Result<PlayerCard, IdError> {
        let name =
            session.names[player].clone().ok_or_else(|| IdError::new("", "name", "1 to 120 printable characters"))?;
        Ok(PlayerCard::of(name))
    };
    let dice = DiceSource::open(Hash::of(seed.as_bytes()));
    Ok(Command::Open(Box::new(Open {
        format: Whole::new(1).ok_or_else(|| IdError::new("1", "format", "1"))?,
        id: MatchId::new(id)?,
        pack: session.pack().file.id.clone(),
        rules: Some(session.pack().rules),
        engine: None,
        law: None,
        size,
        points: None,
        agreed: Vec::new(),
        players: BySide { one: card(Player::One)?, two: card(Player::Two)? },
        event: None,
        dice: (!seed.is_empty()).then_some(dice),
        names: Names::Open,
    })))
}
