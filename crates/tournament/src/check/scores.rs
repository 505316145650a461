//! Scores beside the games a second time: points of the categories, and the declared sum of the overall score.

use std::collections::BTreeMap;

use super::books::Books;
use super::crosstable::Crosstable;
use crate::id::Alike;
use crate::policy::TieBreak;
use crate::rational::Rational;
use crate::standings::Row;

/// The scores of everybody, by place in the order of entry.
pub(super) struct Sums {
    /// Points by award, as people read its name.
    categories: Vec<BTreeMap<String, i64>>,
    /// Empty where the event has no overall score.
    overall: Vec<Rational>,
}

impl Sums {
    pub fn of(books: &Books, table: &Crosstable) -> Sums {
        let count = table.points.len();
        let declared: Vec<String> = books.policies.categories.iter().map(|category| category.name.alike()).collect();
        let mut categories: Vec<BTreeMap<String, i64>> =
            vec![declared.iter().map(|name| (name.clone(), 0)).collect(); count];
        for (at, own) in categories.iter_mut().enumerate() {
            table.awarded(at).for_each(|(name, points)| *own.entry(name).or_default() += points);
        }
        let terms = &books.policies.overall;
        let mut overall = vec![Rational::ZERO; if terms.is_empty() { 0 } else { count }];
        for term in terms {
            let name = term.of.alike();
            let column: Vec<Rational> = match TieBreak::of_name(term.of.as_str()) {
                _ if name == "points" => table.points.iter().map(|points| Rational::from(*points)).collect(),
                _ if declared.contains(&name) => categories.iter().map(|own| Rational::from(own[&name])).collect(),
                Some(known) => table.column(known),
                None => continue,
            };
            let add = |(sum, value): (&mut Rational, Rational)| *sum = sum.clone() + value * term.times.clone();
            overall.iter_mut().zip(column).for_each(add);
        }
        Sums { categories, overall }
    }

    /// What a row of the standings says otherwise.
    pub fn differ(&self, at: usize, row: &Row) -> Option<String> {
        let mut shown: BTreeMap<String, i64> = BTreeMap::new();
        for (name, points) in &row.scores.categories {
            let name = crate::id::Name::new(name).map_or_else(|_| name.clone(), |name| name.alike());
            *shown.entry(name).or_default() += points;
        }
        let own = &self.categories[at];
        let names = own.keys().chain(shown.keys());
        if let Some(name) = names.into_iter().find(|name| own.get(*name) != shown.get(*name)) {
            let points = |known: &BTreeMap<String, i64>| known.get(name).map_or("nothing".to_owned(), i64::to_string);
            return Some(format!("has {} for {name} by the records, {} here", points(own), points(&shown)));
        }
        let sum = self.overall.get(at);
        (sum != row.scores.overall.as_ref()).then(|| {
            let text = |sum: Option<&Rational>| sum.map_or("nothing".to_owned(), Rational::to_string);
            format!("has {} overall by the records, {} here", text(sum), text(row.scores.overall.as_ref()))
        })
    }
}
