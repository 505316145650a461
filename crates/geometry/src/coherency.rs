//! Unit coherency.

use super::{Footprint, Reach};

/// How a unit hangs together; models are named by their index.
///
/// # Source
/// `docs/rules/battle.md`, D-4: a number of neighbours in range, and one group.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Coherency, Footprint, Length, Point};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let unit = [at(0)?, at(2_000)?, at(4_001)?];
/// let coherency = Coherency::of(&unit, Length::inches(2), 1);
/// assert!(!coherency.is_kept());
/// assert_eq!(coherency.models_out(), [2]);
/// assert!(Coherency::of(&unit[..2], Length::inches(2), 1).is_kept());
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coherency {
    /// Of each model: the lowest of those that it stands together with.
    together: Vec<usize>,
    short: Vec<usize>,
}

impl Coherency {
    /// Measures every model of a unit against every other: who has `needed` neighbours within `range`.
    pub fn of(models: &[Footprint], range: impl Into<Reach>, needed: usize) -> Coherency {
        let range = range.into();
        let mut together: Vec<usize> = (0..models.len()).collect();
        let mut neighbours = vec![0; models.len()];
        for (index, model) in models.iter().enumerate() {
            for (other, _) in
                models.iter().enumerate().skip(index + 1).filter(|(_, other)| model.is_within(range, other))
            {
                neighbours[index] += 1;
                neighbours[other] += 1;
                let (one, two) = (together[index], together[other]);
                if one != two {
                    together
                        .iter_mut()
                        .filter(|lowest| **lowest == one.max(two))
                        .for_each(|lowest| *lowest = one.min(two));
                }
            }
        }
        let needed = if models.len() <= 1 { 0 } else { needed };
        let short = (0..models.len()).filter(|model| neighbours[*model] < needed).collect();
        Coherency { together, short }
    }

    /// Whether the unit is in coherency.
    pub fn is_kept(&self) -> bool {
        self.together.iter().all(|lowest| *lowest == 0) && self.short.is_empty()
    }

    /// The groups that stand together, each in ascending order, the one with the lowest index first.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let lowest = (0..self.together.len()).filter(|model| self.together[*model] == *model);
        let all = |lowest| (0..self.together.len()).filter(|model| self.together[*model] == lowest).collect();
        lowest.map(all).collect()
    }

    /// The models that have too few neighbours, in ascending order.
    pub fn models_short_of_neighbours(&self) -> &[usize] {
        &self.short
    }

    /// The models that have too few neighbours or stand apart from the largest group, in ascending order.
    ///
    /// Where several groups are the largest, the first of them counts as the unit.
    pub fn models_out(&self) -> Vec<usize> {
        let groups = self.groups();
        let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
        let unit = groups.iter().find(|group| group.len() == largest);
        let apart = groups.iter().filter(|group| Some(*group) != unit).flatten();
        let mut out: Vec<usize> = apart.chain(&self.short).copied().collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Facing, Length, Point};

    /// Two inches, two neighbours from six models on.
    fn of(models: &[Footprint]) -> Coherency {
        Coherency::of(models, Length::inches(2), if models.len() < 6 { 1 } else { 2 })
    }

    /// Models on 1" bases at thousandths of an inch.
    fn unit(places: &[(i64, i64)]) -> Vec<Footprint> {
        let base = Base::round(Length::inches(1)).expect("a base");
        let place = |&(x, y): &(i64, i64)| Point::from_thousandths_of_inch(x, y).expect("a place");
        places.iter().map(|at| Footprint::of_base(base, place(at), Facing::ALONG_X)).collect()
    }

    #[test]
    fn one_model_and_none_are_coherent() {
        assert!(of(&[]).is_kept());
        assert!(of(&unit(&[(0, 0)])).is_kept());
    }

    #[test]
    fn a_chain_of_five_holds_at_exactly_two_inches() {
        let mut places = [(0, 0), (3_000, 0), (6_000, 0), (9_000, 0), (12_000, 0)];
        assert!(of(&unit(&places)).is_kept());
        places[4].0 += 1;
        assert_eq!(of(&unit(&places)).models_out(), [4]);
    }

    #[test]
    fn a_chain_of_six_leaves_both_ends_short() {
        let chain: Vec<(i64, i64)> = (0..6).map(|index| (index * 3_000, 0)).collect();
        let coherency = of(&unit(&chain));
        assert_eq!(coherency.models_short_of_neighbours(), [0, 5]);
        assert_eq!(coherency.groups().len(), 1);
        let ring = [(0, 0), (1_500, 0), (3_000, 0), (0, 1_500), (1_500, 1_500), (3_000, 1_500)];
        assert!(of(&unit(&ring)).is_kept());
    }

    #[test]
    fn two_groups_are_not_one_unit() {
        let places = [(0, 0), (20_000, 0), (1_500, 0), (21_500, 0), (20_000, 1_500)];
        let coherency = of(&unit(&places));
        assert!(coherency.models_short_of_neighbours().is_empty() && !coherency.is_kept());
        assert_eq!(coherency.groups(), [vec![0, 2], vec![1, 3, 4]]);
        assert_eq!(coherency.models_out(), [0, 2]);
    }
}
