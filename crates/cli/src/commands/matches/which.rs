//! Which match a verb is about: the one that is named, or else the current one (`adjutant use`).

use adjutant_app::current;
use adjutant_engine::ids::MatchId;
use adjutant_engine::visible::excerpt;
use adjutant_shorthand::naming::{self, Known, Unclear};
use adjutant_store::{Store, StoreError, StreamKind};

use crate::arguments::shared::Shared;
use crate::error::CliError;

/// Where a verb may name its match.
#[derive(clap::Args, Debug, Default)]
pub struct Which {
    /// The match [default: the current one, see `adjutant use`]
    #[arg(value_name = "ID")]
    id: Option<String>,
}

impl Which {
    /// Of a verb that reads the name of its match with others.
    pub fn of(id: Option<String>) -> Which {
        Which { id }
    }

    /// What was typed, if anything was.
    pub fn word(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The match of a verb that only looks: its id, or any part of it that fits no other match.
    ///
    /// # Errors
    /// No such match; no match named and none current.
    pub fn to_read(&self, shared: &Shared, store: &Store) -> Result<MatchId, CliError> {
        match &self.id {
            Some(word) => find(store, word),
            None => there(store, current_or_refuse(shared)?),
        }
    }

    /// The match of a verb that records: its whole id, so that a slip never records in another match.
    ///
    /// # Errors
    /// As [`Which::to_read`].
    pub fn to_change(&self, shared: &Shared, store: &Store) -> Result<MatchId, CliError> {
        match &self.id {
            Some(word) => exact(store, word),
            None => there(store, current_or_refuse(shared)?),
        }
    }
}

/// A match of this id.
///
/// # Errors
/// There is none; the hint names those that are called much like it.
pub fn exact(store: &Store, word: &str) -> Result<MatchId, CliError> {
    match MatchId::new(word) {
        Ok(id) if is_there(store, word)? => Ok(id),
        _ => Err(unknown(store, word, meant(store, word)?.as_deref())),
    }
}

/// The match that a word means: its id, or a part of it that fits no other.
///
/// # Errors
/// It fits none, or several.
pub fn find(store: &Store, word: &str) -> Result<MatchId, CliError> {
    // The id itself needs no list of all matches.
    if let Some(id) = MatchId::new(word).ok().filter(|_| is_there(store, word).unwrap_or(false)) {
        return Ok(id);
    }
    let ids = store.ids(StreamKind::Match)?;
    let known: Vec<Known<'_>> = ids.iter().map(|id| Known { id, name: id }).collect();
    match naming::find(&known, word) {
        Ok(at) => exact(store, &ids[at]),
        Err(Unclear::Several(found)) => {
            let named: Vec<&str> = found.iter().take(NAMED_MAX).map(|at| ids[*at].as_str()).collect();
            let more = if found.len() > NAMED_MAX { ", …" } else { "" };
            Err(CliError::refused(format!("`{}` fits {} matches", excerpt(word), found.len()))
                .hint(format!("one of {}{more}", named.join(", "))))
        }
        Err(Unclear::Unknown(_)) => Err(unknown(store, word, meant(store, word)?.as_deref())),
    }
}

/// Matches that are named where several fit.
const NAMED_MAX: usize = 8;

/// Whether the store holds a match of this id.
///
/// # Errors
/// A database that cannot be read.
pub fn is_there(store: &Store, id: &str) -> Result<bool, CliError> {
    Ok(store.head(StreamKind::Match, id)?.is_some())
}

/// The current match.
///
/// # Errors
/// None is set.
pub fn current_or_refuse(shared: &Shared) -> Result<MatchId, CliError> {
    current::read(&shared.folder()?)?.ok_or_else(|| {
        CliError::usage("no match is named, and none is the current one")
            .hint("name it, or make it the current one with `adjutant use ID`; `adjutant match list` lists the matches")
    })
}

/// The current match, if the database still has it: another database may have been put in its place.
fn there(store: &Store, id: MatchId) -> Result<MatchId, CliError> {
    if is_there(store, id.as_str())? {
        return Ok(id);
    }
    Err(CliError::refused(format!("the current match, {id}, is not in {}", store.place()))
        .hint("choose another one with `adjutant use ID`; `adjutant match list` lists the matches"))
}

/// The question whether matches that are called much like it are meant.
pub(super) fn meant(store: &Store, word: &str) -> Result<Option<String>, CliError> {
    let ids = store.ids(StreamKind::Match)?;
    let known: Vec<Known<'_>> = ids.iter().map(|id| Known { id, name: id }).collect();
    let like = match naming::find(&known, word) {
        Ok(at) => vec![at],
        Err(Unclear::Several(like) | Unclear::Unknown(like)) => like,
    };
    Ok(naming::did_you_mean(like.iter().take(3).map(|at| ids[*at].clone())))
}

/// No match has this id; the hint asks what was meant.
pub(super) fn unknown(store: &Store, word: &str, meant: Option<&str>) -> CliError {
    let meant = meant.map_or_else(String::new, |meant| format!("{meant} "));
    let (kind, id, place) = (StreamKind::Match, excerpt(word).into_owned(), store.place().clone());
    let error = CliError::from(StoreError::NotFound { kind, id, place });
    error.hint(format!("{meant}`adjutant match list` lists the matches"))
}
