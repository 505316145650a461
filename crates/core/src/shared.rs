//! A list whose copies share what is the same in them.

use std::iter::Map;
use std::ops::Index;
use std::slice;
use std::sync::Arc;

/// A list that is copied by counting: two copies hold an item once until one of them changes it.
///
/// States of an event are copied for every look at what was before, or would be; almost nothing differs in them.
///
/// ```
/// use adjutant_core::shared::Shared;
///
/// let now: Shared<String> = ["Anna", "Ben"].map(str::to_owned).into_iter().collect();
/// let mut then = now.clone();
/// assert!(std::ptr::eq(&now[1], &then[1]));
/// then.change(1, |name| name.push('a'));
/// assert_eq!((now[1].as_str(), then[1].as_str(), then.len()), ("Ben", "Bena", 2));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Shared<T>(Vec<Arc<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(self.0.clone())
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Shared(Vec::new())
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Shared(items.into_iter().map(Arc::new).collect())
    }
}

impl<T> Index<usize> for Shared<T> {
    type Output = T;
    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

/// The items in their order.
pub type Iter<'a, T> = Map<slice::Iter<'a, Arc<T>>, fn(&'a Arc<T>) -> &'a T>;

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> Shared<T> {
    /// The items in their order.
    pub fn iter(&self) -> Iter<'_, T> {
        self.0.iter().map(Arc::as_ref)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An item, where it is there.
    pub fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at).map(Arc::as_ref)
    }

    /// The last item.
    pub fn last(&self) -> Option<&T> {
        self.0.last().map(Arc::as_ref)
    }

    /// Puts an item behind the others.
    pub fn push(&mut self, item: T) {
        self.0.push(Arc::new(item));
    }

    /// Leaves the first so many.
    pub fn truncate(&mut self, most: usize) {
        self.0.truncate(most);
    }

    /// Leaves those that fit.
    pub fn retain(&mut self, mut fits: impl FnMut(&T) -> bool) {
        self.0.retain(|item| fits(item));
    }
}

impl<T: Clone> Shared<T> {
    /// Changes an item where it is there, and in no copy.
    pub fn change(&mut self, at: usize, how: impl FnOnce(&mut T)) {
        if let Some(item) = self.0.get_mut(at) {
            how(Arc::make_mut(item));
        }
    }

    /// Changes those that fit, in their order, and in no copy.
    pub fn change_each(&mut self, fits: impl Fn(&T) -> bool, mut how: impl FnMut(&mut T)) {
        self.0.iter_mut().filter(|item| fits(item)).for_each(|item| how(Arc::make_mut(item)));
    }

    /// The same list with some items as `how` makes them; those for which it gives nothing are shared with this one.
    #[must_use]
    pub fn with(&self, most: usize, how: impl Fn(&T) -> Option<T>) -> Shared<T> {
        Shared(self.0.iter().take(most).map(|item| how(item).map_or_else(|| Arc::clone(item), Arc::new)).collect())
    }
}
