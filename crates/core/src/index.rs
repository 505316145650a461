//! Lists with a number type of their own: the number of a marker cannot be taken for that of a unit.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of an entry of a list; [`index!`](crate::index!) makes one.
pub trait Number: Copy {
    /// The entry at a place, counted from 0.
    fn at(place: usize) -> Self;

    /// Its place, counted from 0.
    fn place(self) -> usize;
}

/// Declares the number of the entries of a list.
#[macro_export]
macro_rules! index {
    ($(#[$meta:meta])* pub struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub usize);

        impl $crate::index::Number for $name {
            #[inline]
            fn at(place: usize) -> Self {
                $name(place)
            }

            #[inline]
            fn place(self) -> usize {
                self.0
            }
        }
    };
}

/// A list that only its own number type opens.
///
/// ```
/// use adjutant_core::IndexVec;
/// adjutant_core::index! {
///     /// Which unit.
///     pub struct UnitIndex;
/// }
/// let mut units: IndexVec<UnitIndex, &str> = IndexVec::default();
/// let guard = units.push("guard");
/// units[guard] = "the old guard";
/// assert!(units.numbered().eq([(UnitIndex(0), &"the old guard")]));
/// ```
///
/// A number of another list does not compile:
/// ```compile_fail
/// use adjutant_core::IndexVec;
/// adjutant_core::index! { pub struct UnitIndex; }
/// adjutant_core::index! { pub struct MarkerIndex; }
/// let units: IndexVec<UnitIndex, &str> = IndexVec::default();
/// let guard = units[MarkerIndex(0)];
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexVec<I, T>(Vec<T>, PhantomData<I>);

impl<I: Number, T> IndexVec<I, T> {
    /// Adds an entry at the end and says its number.
    #[inline]
    pub fn push(&mut self, entry: T) -> I {
        self.0.push(entry);
        I::at(self.0.len() - 1)
    }

    /// The numbers, in order.
    #[inline]
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.0.len()).map(I::at)
    }

    /// The entries with their numbers, in order.
    #[inline]
    pub fn numbered(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(place, entry)| (I::at(place), entry))
    }

    /// The number of the first entry that is so.
    #[inline]
    pub fn find(&self, is: impl FnMut(&T) -> bool) -> Option<I> {
        self.0.iter().position(is).map(I::at)
    }
}

impl<I: Number, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, at: I) -> &T {
        &self.0[at.place()]
    }
}

impl<I: Number, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, at: I) -> &mut T {
        &mut self.0[at.place()]
    }
}

impl<I, T> Deref for IndexVec<I, T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<I, T> DerefMut for IndexVec<I, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(entries: Vec<T>) -> Self {
        IndexVec(entries, PhantomData)
    }
}

impl<I, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(entries: E) -> Self {
        Vec::from_iter(entries).into()
    }
}

impl<I, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, I, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T: Serialize> Serialize for IndexVec<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, I, T: Deserialize<'de>> Deserialize<'de> for IndexVec<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Into::into)
    }
}

#[cfg(feature = "schema")]
impl<I, T: schemars::JsonSchema> schemars::JsonSchema for IndexVec<I, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}
