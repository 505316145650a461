//! The choice of secondary objectives.

use adjutant_engine::command::{Command, Secondaries};
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::law::Law;
use adjutant_engine::legal::choosable;
use adjutant_engine::rules::Category;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_present::names::name_of;
use adjutant_present::objective_in_words;

use crate::due;
use crate::menu::{Act, Menu, one};
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;

/// The objectives of a player, by their categories.
pub fn menu(session: &Session, state: &State, player: Player) -> Menu {
    let name = name_of(state, player);
    let other = &state.sides[player.opponent()];
    let hidden = !other.secrets.is_empty() || (!session.openly && other.secondaries.is_none());
    let how = if hidden { "in secret" } else { "openly" };
    let (count, wanted) = (session.chosen.len(), due::wanted(state));
    let cards = state.law().fixed_cards.is_some();
    let what = if cards { "fixed cards" } else { "secondaries" };
    let none = if cards { ", or none to draw them" } else { "" };
    let mut menu = Menu::new(format!("{name} chooses {} {what} {how}{none}: {count} of {wanted}", in_words(wanted)));
    if count == wanted || (cards && count == 0) {
        let choose = session.chosen.iter().cloned().map(Into::into).collect();
        let open = Command::Secondaries(Secondaries { choose, mode: None });
        let act = if hidden { Act::Do(Deed::Commit(player, session.chosen.clone())) } else { one(player, open) };
        let does = match (hidden, cards && count == 0) {
            (true, true) => "seal: draw cards",
            (false, true) => "draw cards",
            (true, false) => "seal these",
            (false, false) => "choose these",
        };
        menu = menu.key(Key::Enter, does, act);
    }
    menu = menu.key(Key::Char('x'), "clear", Act::Again);
    if hidden {
        let dots = "●".repeat(count) + &"○".repeat(wanted.saturating_sub(count));
        let other = name_of(state, player.opponent());
        menu = menu.note(format!("{dots}  {other} looks away. Enter seals; both open together."));
        menu = menu.key(Key::Tab, if session.peeking { "hide" } else { "peek" }, Act::Peek);
    }
    if other.secrets.is_empty() && other.secondaries.is_none() {
        menu = menu.key(Key::Char('='), if hidden { "choose openly" } else { "choose in secret" }, Act::Hide);
    }
    let shown = !hidden || session.peeking;
    let law = state.law();
    let mut things: Vec<(usize, String, (String, bool, Act))> = choosable(state, player)
        .into_iter()
        .filter_map(|id| {
            let objective = state.pack.as_ref()?.objectives.get(&id)?;
            Some((
                law.category_place(objective.category),
                category(law, objective.category).to_owned(),
                (objective.name.to_string(), shown && session.chosen.contains(&id), Act::Toggle(id)),
            ))
        })
        .collect();
    things.sort_by_key(|(place, ..)| *place);
    let headings: Vec<String> = things.iter().map(|(_, heading, _)| heading.clone()).collect();
    let all: Vec<ObjectiveId> = things.iter().filter_map(|(.., (.., act))| toggled(act)).collect();
    read(menu, session, state, &all).choices(things.into_iter().map(|(.., thing)| thing)).under(headings)
}

fn toggled(act: &Act) -> Option<ObjectiveId> {
    if let Act::Toggle(id) = act { Some(id.clone()) } else { None }
}

/// What the objective that is looked at pays. That it is looked at tells nobody whether it is chosen.
fn read(menu: Menu, session: &Session, state: &State, all: &[ObjectiveId]) -> Menu {
    let at = session.read.as_ref().and_then(|id| all.iter().position(|one| one == id));
    let menu = menu.looking(all, at, "what each pays", |id| Act::Read(id.clone()));
    let known = at.and_then(|at| state.pack.as_ref()?.objectives.get(&all[at]));
    match known {
        Some(objective) => {
            let says = objective_in_words(objective);
            says.iter().fold(menu.note(format!("{}:", objective.name)), |menu, says| menu.note(format!("  {says}")))
        }
        None => menu,
    }
}

/// A small number in words.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A category as the sheet of the pack calls it.
fn category(law: &Law, category: Category) -> &str {
    let row = law.categories.iter().find(|row| row.id == category);
    row.map_or_else(
        || match category {
            Category::MISSION => "Of the mission",
            _ if law.card_categories.contains(&category) => "Fixed cards",
            _ => "Other",
        },
        |row| row.title.as_str(),
    )
}

impl Session {
    /// Chooses an objective; a letter again says the same again. Two of one category are refused at once: in secret
    /// without a word of which.
    pub(crate) fn toggle(&mut self, id: ObjectiveId, state: &State) {
        if self.chosen.contains(&id) {
            return;
        }
        if self.chosen.len() >= due::wanted(state) {
            return self.refuse("No more can be chosen.", Some("Enter records them; x clears".into()));
        }
        let known = |id: &ObjectiveId| state.pack.as_ref().and_then(|pack| pack.objectives.get(id));
        let clash = known(&id).and_then(|own| {
            let mut chosen = self.chosen.iter().filter_map(known);
            chosen.find(|other| state.law().are_of_one_category(own, other)).map(|other| (own, other))
        });
        let Some((own, other)) = clash else { return self.chosen.push(id) };
        let open = self.openly || self.peeking;
        let what = match open {
            true => format!("{} and {} are both {}.", other.name, own.name, category(state.law(), own.category)),
            false => "One of the same category is chosen already.".to_owned(),
        };
        self.refuse(what, Some("one of each category; x clears".into()));
    }
}
