//! One marker a model: carrying out how a player divides models between markers.

use super::range::MarkerSet;

/// Why models cannot be divided as wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssignmentError {
    /// More models than wished for stand in range of this marker and of no other that could take them.
    #[error("more models than stated must count for marker {0}")]
    TooFewStated(usize),
    /// Fewer models than wished for can count for this marker.
    #[error("fewer models than stated can count for marker {0}")]
    TooManyStated(usize),
}

/// Gives every model of a unit that is in range of a marker exactly one, as its owner wishes.
///
/// `stated` names for each marker how many models of the unit count for it; `None` takes what is left. The answer
/// names each model's marker. It is `None` for a model that is in range of no marker with a stated number: there
/// [`Markers::nearest`](super::range::Markers::nearest) tells. The same question always has the
/// same answer; models left over go to the first marker in range without a stated number.
///
/// # Source
/// `docs/rules/battle.md`, D-13, AMB-47; `docs/log.md`, section 4 (`counts` of `place`).
///
/// # Errors
/// [`AssignmentError`] where the numbers cannot be met.
///
/// # Examples
/// ```
/// use adjutant_geometry::assignment::{AssignmentError, assign};
/// use adjutant_geometry::range::MarkerSet;
/// let (left, right) = (MarkerSet::only(0), MarkerSet::only(1));
/// let unit = [MarkerSet::ALL, left, MarkerSet::NONE];
/// assert_eq!(assign(&unit, &[Some(1), Some(1)]), Ok(vec![Some(1), Some(0), None]));
/// assert_eq!(assign(&unit, &[Some(2), Some(0)]), Ok(vec![Some(0), Some(0), None]));
/// assert_eq!(assign(&unit, &[Some(0), None]), Err(AssignmentError::TooFewStated(0)));
/// assert_eq!(assign(&[right], &[None, Some(2)]), Err(AssignmentError::TooManyStated(1)));
/// ```
pub fn assign(in_range: &[MarkerSet], stated: &[Option<u32>]) -> Result<Vec<Option<usize>>, AssignmentError> {
    let markers_where = |wanted: fn(&Option<u32>) -> bool| {
        let chosen = stated.iter().enumerate().filter(|(_, count)| wanted(count));
        chosen.fold(MarkerSet::NONE, |set, (marker, _)| set.with(MarkerSet::only(marker)))
    };
    let (counted, uncounted) = (markers_where(Option::is_some), markers_where(Option::is_none));
    let mut seats = Seats { in_range, stated, counted, seated: vec![Vec::new(); stated.len()] };
    let concerned = (0..in_range.len()).filter(|model| in_range[*model].and(counted) != MarkerSet::NONE);
    let (bound, free): (Vec<usize>, Vec<usize>) =
        concerned.partition(|model| in_range[*model].and(uncounted) == MarkerSet::NONE);
    for model in bound {
        if !seats.seat(model, &mut MarkerSet::default()) {
            return Err(AssignmentError::TooFewStated(in_range[model].first().unwrap_or(0)));
        }
    }
    let mut answer = vec![None; in_range.len()];
    for model in free {
        seats.seat(model, &mut MarkerSet::default());
        answer[model] = in_range[model].and(uncounted).first();
    }
    for (marker, models) in seats.seated.iter().enumerate() {
        if stated[marker].is_some_and(|count| models.len() < count as usize) {
            return Err(AssignmentError::TooManyStated(marker));
        }
        for model in models {
            answer[*model] = Some(marker);
        }
    }
    Ok(answer)
}

/// Which models are seated at which marker, while seats are being found.
struct Seats<'a> {
    in_range: &'a [MarkerSet],
    stated: &'a [Option<u32>],
    counted: MarkerSet,
    seated: Vec<Vec<usize>>,
}

impl Seats<'_> {
    /// Seats a model at a marker not yet tried, moving seated models on where that makes room.
    ///
    /// A model once seated stays seated, so those who have no other choice are seated first.
    fn seat(&mut self, model: usize, tried: &mut MarkerSet) -> bool {
        for marker in self.in_range[model].and(self.counted).iter() {
            if tried.has(marker) {
                continue;
            }
            *tried = tried.with(MarkerSet::only(marker));
            if self.stated[marker].is_some_and(|count| self.seated[marker].len() < count as usize) {
                self.seated[marker].push(model);
                return true;
            }
            for seat in 0..self.seated[marker].len() {
                if self.seat(self.seated[marker][seat], tried) {
                    self.seated[marker][seat] = model;
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(bits: u64) -> MarkerSet {
        (0..64).filter(|bit| bits >> bit & 1 == 1).fold(MarkerSet::NONE, |set, bit| set.with(MarkerSet::only(bit)))
    }

    /// Tries every way of giving each model one marker in its range.
    fn can_be_met(in_range: &[MarkerSet], stated: &[Option<u32>]) -> bool {
        let Some((first, rest)) = in_range.split_first() else {
            return stated.iter().all(|count| count.unwrap_or(0) == 0);
        };
        let mut choices = first.iter().filter(|marker| *marker < stated.len()).peekable();
        if choices.peek().is_none() {
            return can_be_met(rest, stated);
        }
        choices.any(|marker| match stated[marker] {
            None => can_be_met(rest, stated),
            Some(0) => false,
            Some(count) => {
                let mut left = stated.to_vec();
                left[marker] = Some(count - 1);
                can_be_met(rest, &left)
            }
        })
    }

    proptest! {
        #[test]
        fn finds_a_division_exactly_where_there_is_one(
            ranges in prop::collection::vec(0u64..8, 0..7),
            stated in prop::collection::vec(prop::option::of(0u32..4), 3),
        ) {
            let in_range: Vec<MarkerSet> = ranges.into_iter().map(set).collect();
            let answer = assign(&in_range, &stated);
            prop_assert_eq!(answer.is_ok(), can_be_met(&in_range, &stated));
            let Ok(answer) = answer else { return Ok(()) };
            for (marker, count) in stated.iter().enumerate() {
                let models = answer.iter().filter(|choice| **choice == Some(marker)).count();
                prop_assert!(count.is_none_or(|count| models == count as usize));
            }
            for (model, choice) in answer.iter().enumerate() {
                let left_open = in_range[model].iter().all(|marker| stated[marker].is_none());
                prop_assert!(choice.map_or(left_open, |marker| in_range[model].has(marker)));
            }
        }
    }
}
