//! The units of a match by id.

use adjutant_core::ids::UnitId;

adjutant_core::index! {
    /// Which unit of the match, in the order in which they came into it.
    pub struct UnitIndex;
}

/// Where each id stands among the units, in the order of the ids. Nearly every record looks a unit up, so ids are told
/// apart by their first eight bytes as a number wherever those differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directory(Vec<Listed>);

#[derive(Clone, Debug)]
struct Listed {
    start: u64,
    id: UnitId,
    at: UnitIndex,
}

/// The first eight bytes; numbers of ids sort as the ids do, since no id holds a zero byte.
fn start_of(id: &str) -> u64 {
    if let Some(start) = id.as_bytes().first_chunk() {
        return u64::from_be_bytes(*start);
    }
    let number = id.bytes().fold(0, |number, byte| number << 8 | u64::from(byte));
    number.checked_shl(64 - 8 * id.len() as u32).unwrap_or(0)
}

impl Directory {
    fn place(&self, id: &str) -> Result<usize, usize> {
        let start = start_of(id);
        let from = self.0.partition_point(|listed| listed.start < start);
        let alike = self.0[from..].iter().take_while(|listed| listed.start == start);
        let before = alike.take_while(|listed| listed.id.as_str() < id).count();
        let place = from + before;
        if self.0.get(place).is_some_and(|listed| listed.id.as_str() == id) { Ok(place) } else { Err(place) }
    }

    /// Where the unit of an id stands.
    pub(crate) fn get(&self, id: &str) -> Option<UnitIndex> {
        let start = start_of(id);
        let from = self.0.partition_point(|listed| listed.start < start);
        let mut alike = self.0[from..].iter().take_while(|listed| listed.start == start);
        alike.find(|listed| listed.id.as_str() == id).map(|listed| listed.at)
    }

    /// Notes where the unit of an id stands, in place of where it stood before.
    pub(crate) fn insert(&mut self, id: UnitId, at: UnitIndex) {
        match self.place(id.as_str()) {
            Ok(place) => self.0[place].at = at,
            Err(place) => self.0.insert(place, Listed { start: start_of(id.as_str()), id, at }),
        }
    }

    /// Forgets an id.
    pub(crate) fn remove(&mut self, id: &str) {
        if let Ok(place) = self.place(id) {
            self.0.remove(place);
        }
    }

    /// Whether no unit is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ids in alphabetical order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|listed| listed.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// It is a map in the order of its keys, also where ids begin alike.
        #[test]
        fn it_holds_what_a_map_holds(
            steps in vec(("(intercessors-)?[a-c1]{1,2}(-[0-9]{1,2})?", 0..40usize, any::<bool>()), 0..60),
            asked in "(intercessors-)?[a-c1]{1,2}",
        ) {
            let (mut directory, mut map) = (Directory::default(), BTreeMap::new());
            for (id, at, stays) in steps {
                let id = UnitId::new(&id).expect("an id");
                if stays {
                    directory.insert(id.clone(), UnitIndex(at));
                    map.insert(id, UnitIndex(at));
                } else {
                    directory.remove(id.as_str());
                    map.remove(id.as_str());
                }
            }
            prop_assert_eq!(directory.is_empty(), map.is_empty());
            prop_assert!(directory.ids().eq(map.keys().map(UnitId::as_str)));
            prop_assert!(map.iter().all(|(id, at)| directory.get(id.as_str()) == Some(*at)));
            prop_assert_eq!(directory.get(&asked), map.get(asked.as_str()).copied());
        }
    }
}
