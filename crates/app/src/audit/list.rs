//! Ten million logs in a list that is shorter than their names.

use std::path::{Path, PathBuf};
#[cfg(feature = "archive")]
use std::sync::Arc;

use adjutant_replay::audit::Logs;
use adjutant_store::{Place, StreamKind};

use super::source::Source;
#[cfg(feature = "archive")]
use crate::archive::Index;

/// Logs that lie side by side, and differ by a name at most.
#[derive(Clone, Debug)]
enum Side {
    Folder(PathBuf),
    Stored(Place, StreamKind),
    #[cfg(feature = "archive")]
    Archive(Arc<Index>),
    Alone(Source),
}

/// Sources in their order. Each is made when it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// What lies side by side, and the number of the first of it.
    sides: Vec<(usize, Side)>,
    names: String,
    /// Where the name of each ends.
    ends: Vec<u64>,
}

impl Sources {
    /// Adds a file. What no folder has, or is no text, stands by itself.
    pub(super) fn file(&mut self, path: PathBuf) {
        match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
            (Some(folder), Some(name)) if folder.join(name) == path => {
                let same = matches!(self.sides.last(), Some((_, Side::Folder(last))) if last == folder);
                self.push((!same).then(|| Side::Folder(folder.to_path_buf())), name);
            }
            _ => self.alone(Source::File(path)),
        }
    }

    /// Adds the logs of one kind of a database.
    pub(super) fn stored(&mut self, database: &Place, kind: StreamKind, ids: &[String]) {
        for (at, id) in ids.iter().enumerate() {
            self.push((at == 0).then(|| Side::Stored(database.clone(), kind)), id);
        }
    }

    /// Adds the logs of an archive.
    #[cfg(feature = "archive")]
    pub(super) fn archive(&mut self, index: &Arc<Index>) {
        for at in 0..index.logs() {
            self.push((at == 0).then(|| Side::Archive(Arc::clone(index))), "");
        }
    }

    /// Adds one that has nothing in common with its neighbours.
    pub(super) fn alone(&mut self, source: Source) {
        self.push(Some(Side::Alone(source)), "");
    }

    fn push(&mut self, side: Option<Side>, name: &str) {
        let at = self.ends.len();
        self.sides.extend(side.map(|side| (at, side)));
        self.names.push_str(name);
        self.ends.push(self.names.len() as u64);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All of them, one after the other.
    pub fn into_all(self) -> impl Iterator<Item = Source> + Send + 'static {
        (0..self.len()).filter_map(move |at| self.get(at))
    }

    fn name(&self, at: usize) -> &str {
        let end = |at: usize| self.ends.get(at).map_or(0, |end| usize::try_from(*end).unwrap_or(usize::MAX));
        let begin = at.checked_sub(1).map_or(0, end);
        self.names.get(begin..end(at)).unwrap_or_default()
    }
}

impl Logs for Sources {
    type Source = Source;

    fn count(&self) -> usize {
        self.len()
    }

    fn get(&self, at: usize) -> Option<Source> {
        self.ends.get(at)?;
        let (_from, side) = &self.sides[self.sides.partition_point(|(from, _)| *from <= at).checked_sub(1)?];
        let name = || self.name(at).to_owned();
        Some(match side {
            Side::Folder(folder) => Source::File(Path::new(folder).join(name())),
            Side::Stored(database, kind) => Source::Stored { database: database.clone(), kind: *kind, id: name() },
            #[cfg(feature = "archive")]
            Side::Archive(index) => Source::Archived { index: Arc::clone(index), at: at - _from },
            Side::Alone(source) => source.clone(),
        })
    }
}
