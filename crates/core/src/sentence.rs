//! Sentences as data: whom and what they name stands apart from the words around it.
//!
//! A rule says that `b12` is not on the battlefield; a log and a program read the id, a player at the table reads what he
//! calls the unit. So whoever makes a sentence hands over the name as what it is, and whoever shows it decides how it is
//! called. Nobody searches a text for ids.

use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chain::Hash;
use crate::ids::{ActionId, DispositionId, MarkerId, MissionId, Name, ObjectiveId, PackId, UnitId};
use crate::numbers::{Decimal, Whole};
use crate::side::{By, BySide, Player};
use crate::terrain::AreaName;
use crate::text::Text;

/// A piece of a [`Sentence`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words as they stand, and whatever is typed as it stands.
    Words(Cow<'static, str>),
    /// A player, with the name by which the match knows him, once it is filled in.
    Player {
        /// Which.
        player: Player,
        /// Called so.
        name: Option<Name>,
    },
    /// A unit, with its datasheet where the sentence tells it.
    Unit {
        /// Which.
        id: UnitId,
        /// Its datasheet.
        datasheet: Option<Name>,
    },
    /// An objective of a mission or a secondary objective.
    Objective(ObjectiveId),
    /// An action.
    Action(ActionId),
}

impl Span {
    /// Whether it names something, rather than saying it.
    pub fn is_name(&self) -> bool {
        !matches!(self, Span::Words(_))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span::Words(words) => f.write_str(words),
            Span::Player { name: Some(name), .. } => f.write_str(name.as_str()),
            Span::Player { player, name: None } => write!(f, "player {player}"),
            Span::Unit { id, datasheet: Some(datasheet) } => write!(f, "{id} ({datasheet})"),
            Span::Unit { id, datasheet: None } => write!(f, "{id}"),
            Span::Objective(id) => write!(f, "{id}"),
            Span::Action(id) => write!(f, "{id}"),
        }
    }
}

/// Words, and what they name. Its `Display`, and what it is in JSON, calls everything by its id.
///
/// # Examples
/// ```
/// use adjutant_core::sentence::{Sentence, Span};
/// use adjutant_core::{Player, ids::UnitId, say};
/// let unit = UnitId::new("b12").unwrap();
/// let sentence = say!("{} of {} has {} models left", unit, Player::Two, 3);
/// assert_eq!(sentence.to_string(), "b12 of player two has 3 models left");
/// let shown = sentence.called(|span| matches!(span, Span::Unit { .. }).then(|| "Retributors".to_owned()));
/// assert_eq!(shown, "Retributors of player two has 3 models left");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Span>);

impl Sentence {
    /// One without a word.
    pub const fn new() -> Sentence {
        Sentence(Vec::new())
    }

    /// Its pieces in turn; no two that are words stand side by side.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes on with words as they stand.
    pub fn words(&mut self, words: impl Into<Cow<'static, str>>) {
        let words = words.into();
        match self.0.last_mut() {
            _ if words.is_empty() => {}
            Some(Span::Words(before)) => go_on(before, &words),
            _ => self.0.push(Span::Words(words)),
        }
    }

    /// Goes on with words that somebody else keeps.
    fn lent(&mut self, words: &str) {
        match self.0.last_mut() {
            _ if words.is_empty() => {}
            Some(Span::Words(before)) => go_on(before, words),
            _ => self.0.push(Span::Words(Cow::Owned(with_room(words, "")))),
        }
    }

    /// Goes on with a piece.
    pub fn push(&mut self, span: Span) {
        match span {
            Span::Words(words) => self.words(words),
            name => self.0.push(name),
        }
    }

    /// What is said of several things, with words between each two.
    pub fn list<S: Say>(between: &'static str, of: impl IntoIterator<Item = S>) -> Sentence {
        let mut list = Sentence::new();
        for item in of {
            if !list.is_empty() {
                list.words(between);
            }
            item.say(&mut list);
        }
        list
    }

    /// Goes on with what another one says.
    pub fn append(&mut self, other: Sentence) {
        other.0.into_iter().for_each(|span| self.push(span));
    }

    /// The same sentence, which goes on with several things one after the other, blanks between them.
    #[must_use]
    pub fn naming<S: Say>(mut self, things: impl IntoIterator<Item = S>) -> Sentence {
        for (place, thing) in things.into_iter().enumerate() {
            self.words(if place == 0 { "" } else { " " });
            thing.say(&mut self);
        }
        self
    }

    /// The same sentence with the players called by these names.
    #[must_use]
    pub fn of_players(mut self, names: &BySide<&Name>) -> Sentence {
        for span in &mut self.0 {
            if let Span::Player { player, name } = span {
                *name = Some(names[*player].clone());
            }
        }
        self
    }

    /// The text of it with what `call` calls things; what it does not call is called as in `Display`. Names that follow
    /// each other are set apart with a comma: ids are one word, names are not.
    pub fn called(&self, call: impl Fn(&Span) -> Option<String>) -> String {
        let mut text = String::new();
        for (at, span) in self.0.iter().enumerate() {
            match (span, call(span)) {
                (_, Some(name)) => text.push_str(&name),
                (Span::Words(words), None) if words == " " && self.between_names(at) => text.push_str(", "),
                (_, None) => text.push_str(&span.to_string()),
            }
        }
        text
    }

    fn between_names(&self, at: usize) -> bool {
        let is_name = |at: Option<usize>| at.and_then(|at| self.0.get(at)).is_some_and(Span::is_name);
        is_name(at.checked_sub(1)) && is_name(at.checked_add(1))
    }

    /// For [`say!`](crate::say): goes on with a template as far as its next hole, and tells what comes behind that.
    #[doc(hidden)]
    pub fn up_to_hole(&mut self, template: &'static str) -> &'static str {
        let hole = template.as_bytes().windows(2).position(|pair| pair == b"{}");
        let (before, behind) = hole.map_or((template, ""), |at| (&template[..at], &template[at + 2..]));
        self.words(before);
        behind
    }
}

/// Adds words to words.
fn go_on(before: &mut Cow<'static, str>, words: &str) {
    match before {
        Cow::Owned(text) => text.push_str(words),
        Cow::Borrowed(start) => *before = Cow::Owned(with_room(start, words)),
    }
}

/// Words behind words, with room for some more behind them.
fn with_room(start: &str, words: &str) -> String {
    const ROOM: usize = 32;
    let mut text = String::with_capacity(start.len() + words.len() + ROOM);
    text.push_str(start);
    text.push_str(words);
    text
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|span| span.fmt(f))
    }
}

impl PartialEq<&str> for Sentence {
    /// Whether it reads so.
    fn eq(&self, other: &&str) -> bool {
        let text = self.to_string();
        text == *other
    }
}

impl<W: Into<Cow<'static, str>>> From<W> for Sentence {
    fn from(words: W) -> Sentence {
        let mut sentence = Sentence::new();
        sentence.words(words);
        sentence
    }
}

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sentence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sentence, D::Error> {
        String::deserialize(deserializer).map(Sentence::from)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Sentence {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// What can stand in a hole of [`say!`](crate::say).
pub trait Say {
    /// Goes on with it.
    fn say(&self, sentence: &mut Sentence);
}

impl<S: Say + ?Sized> Say for &S {
    fn say(&self, sentence: &mut Sentence) {
        (**self).say(sentence);
    }
}

impl<S: Say> Say for Option<S> {
    fn say(&self, sentence: &mut Sentence) {
        self.iter().for_each(|said| said.say(sentence));
    }
}

impl Say for Sentence {
    fn say(&self, sentence: &mut Sentence) {
        for span in &self.0 {
            match span {
                Span::Words(Cow::Owned(words)) => sentence.lent(words),
                span => sentence.push(span.clone()),
            }
        }
    }
}

impl Say for Span {
    fn say(&self, sentence: &mut Sentence) {
        sentence.push(self.clone());
    }
}

impl Say for Player {
    fn say(&self, sentence: &mut Sentence) {
        sentence.push(Span::Player { player: *self, name: None });
    }
}

impl Say for By {
    fn say(&self, sentence: &mut Sentence) {
        match self.player() {
            Some(player) => player.say(sentence),
            None => sentence.words(self.as_str()),
        }
    }
}

impl Say for UnitId {
    fn say(&self, sentence: &mut Sentence) {
        sentence.push(Span::Unit { id: self.clone(), datasheet: None });
    }
}

impl Say for ObjectiveId {
    fn say(&self, sentence: &mut Sentence) {
        sentence.push(Span::Objective(self.clone()));
    }
}

impl Say for ActionId {
    fn say(&self, sentence: &mut Sentence) {
        sentence.push(Span::Action(self.clone()));
    }
}

/// Whatever can be written, as words that nobody calls otherwise: `typed(&id)` is the id between backticks.
#[derive(Clone, Copy, Debug)]
pub struct Typed<T>(T);

/// A value in the words of its `Display`.
pub const fn typed<T: fmt::Display>(value: T) -> Typed<T> {
    Typed(value)
}

impl<T: fmt::Display> Say for Typed<T> {
    fn say(&self, sentence: &mut Sentence) {
        sentence.words(self.0.to_string());
    }
}

/// Lets values stand in a sentence in the words of their `Display`.
#[macro_export]
macro_rules! say_as_written {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::sentence::Say for $type {
            fn say(&self, sentence: &mut $crate::sentence::Sentence) {
                sentence.words(self.to_string());
            }
        })*
    };
}

say_as_written!(u8, u16, u32, u64, usize, i32, i64, AreaName, Decimal, Hash);

/// Lets texts stand in a sentence as they are.
macro_rules! say_as_it_is {
    ($($type:ty),*) => {
        $(impl Say for $type {
            fn say(&self, sentence: &mut Sentence) {
                sentence.lent(self.as_str());
            }
        })*
    };
}

say_as_it_is!(String, Name, Text, DispositionId, MarkerId, MissionId, PackId);

impl Say for str {
    fn say(&self, sentence: &mut Sentence) {
        sentence.lent(self);
    }
}

impl Say for Cow<'_, str> {
    fn say(&self, sentence: &mut Sentence) {
        sentence.lent(self);
    }
}

impl<const MIN: i32, const MAX: i32> Say for Whole<MIN, MAX> {
    fn say(&self, sentence: &mut Sentence) {
        sentence.words(self.to_string());
    }
}

/// How many holes a template has.
#[doc(hidden)]
pub const fn holes(template: &str) -> usize {
    let bytes = template.as_bytes();
    let (mut at, mut found) = (1, 0);
    while at < bytes.len() {
        if bytes[at - 1] == b'{' && bytes[at] == b'}' {
            found += 1;
        }
        at += 1;
    }
    found
}

/// A [`Sentence`](crate::sentence::Sentence): a template, and a value that can [`Say`](crate::sentence::Say) itself for each
/// of its holes. One value too many or too few does not compile.
///
/// ```compile_fail
/// let sentence = adjutant_core::say!("{} of {} models", 2);
/// ```
#[macro_export]
macro_rules! say {
    ($template:literal $(, $value:expr)* $(,)?) => {{
        const _: () = {
            const VALUES: &[&str] = &[$(stringify!($value)),*];
            assert!($crate::sentence::holes($template) == VALUES.len(), "a value for each hole");
        };
        #[allow(unused_mut, unused_assignments)]
        {
            let mut sentence = $crate::sentence::Sentence::new();
            let mut rest: &'static str = $template;
            $(
                rest = sentence.up_to_hole(rest);
                $crate::sentence::Say::say(&$value, &mut sentence);
            )*
            sentence.words(rest);
            sentence
        }
    }};
}
