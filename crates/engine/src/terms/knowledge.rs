//! What is known of a number: its value, or every value that it may have.

/// A whole number as far as the facts tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possible {
    /// The facts say which.
    Exactly(i64),
    /// Any of these, and no other; never fewer than two.
    OneOf(Values),
}

/// The largest value that is kept apart from larger ones: more than any count or award of a battle.
const VALUE_MAX: i64 = 511;

const WORD_BITS: usize = 64;

const WORDS: usize = 8;

/// A set of whole numbers from 0 to 511, one bit each: awards over unknown facts are judged at every moment of a battle
/// of which only the score is kept, so that a set must cost nothing to make.
///
/// What lies beyond an end is held as that end. Nothing that the scoring language computes is below 0, and whatever
/// is over 511 is over every cap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Values([u64; WORDS]);

impl Values {
    const NONE: Values = Values([0; WORDS]);

    /// From the first to the last.
    fn range(first: i64, last: i64) -> Values {
        let place = |value: i64| usize::try_from(value.clamp(0, VALUE_MAX)).unwrap_or(0);
        let (first, last) = (place(first), place(last));
        let mut set = Values::NONE;
        for (word, start) in set.0.iter_mut().zip((0..).step_by(WORD_BITS)).take(last / WORD_BITS + 1) {
            let below = |bit: usize| if bit >= WORD_BITS { u64::MAX } else { (1 << bit) - 1 };
            *word = below((last + 1).saturating_sub(start)) & !below(first.saturating_sub(start));
        }
        set
    }

    fn insert(&mut self, value: i64) {
        let bit = usize::try_from(value.clamp(0, VALUE_MAX)).unwrap_or(0);
        self.0[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }

    fn contains(&self, value: i64) -> bool {
        usize::try_from(value)
            .ok()
            .and_then(|bit| self.0.get(bit / WORD_BITS).map(|word| word >> (bit % WORD_BITS) & 1 == 1))
            .unwrap_or(false)
    }

    /// Every value, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        let (mut words, mut place, mut first) = (self.0, 0, 0);
        std::iter::from_fn(move || {
            while *words.get(place)? == 0 {
                (place, first) = (place + 1, first + 64);
            }
            let bit = words[place].trailing_zeros();
            words[place] &= words[place] - 1;
            Some(first + i64::from(bit))
        })
    }

    /// Each value that much larger.
    fn raised(&self, by: i64) -> Values {
        let by = usize::try_from(by.clamp(0, VALUE_MAX)).unwrap_or(0);
        let (words, bits) = (by / WORD_BITS, by % WORD_BITS);
        let mut raised = Values::NONE;
        for (place, word) in self.0.into_iter().enumerate().filter(|(_, word)| *word != 0) {
            // The bits in two halves: those that stay in the word, and those carried into the next.
            let wide = u128::from(word) << bits;
            for (offset, half) in [(0, wide as u64), (1, (wide >> WORD_BITS) as u64)] {
                match raised.0.get_mut(place + words + offset) {
                    Some(target) => *target |= half,
                    None if half != 0 => raised.insert(VALUE_MAX),
                    None => {}
                }
            }
        }
        raised
    }
}

impl FromIterator<i64> for Values {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Values {
        let mut set = Values::NONE;
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl From<Values> for Possible {
    /// Any of these values; none at all is 0.
    fn from(values: Values) -> Possible {
        let mut words = values.0.iter().filter(|word| **word != 0);
        match (words.next(), words.next()) {
            (Some(word), None) if word.is_power_of_two() => Possible::Exactly(values.iter().next().unwrap_or(0)),
            (None, _) => Possible::Exactly(0),
            _ => Possible::OneOf(values),
        }
    }
}

impl FromIterator<i64> for Possible {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Possible {
        values.into_iter().collect::<Values>().into()
    }
}

impl Possible {
    /// Known to be true or false: 1 or 0.
    pub fn truth(value: bool) -> Possible {
        Possible::Exactly(i64::from(value))
    }

    /// True, false, or nobody knows.
    pub fn maybe(value: Option<bool>) -> Possible {
        value.map_or_else(|| Possible::range(0, 1), Possible::truth)
    }

    /// Any whole number from the first to the last.
    pub fn range(first: i64, last: i64) -> Possible {
        if last <= first { Possible::Exactly(first) } else { Values::range(first, last).into() }
    }

    /// The value, if there is only one.
    pub fn exact(&self) -> Option<i64> {
        match self {
            Possible::Exactly(value) => Some(*value),
            Possible::OneOf(_) => None,
        }
    }

    /// Whether it may be this.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Possible::Exactly(exact) => *exact == value,
            Possible::OneOf(values) => values.contains(value),
        }
    }

    fn set(&self) -> Values {
        match self {
            Possible::Exactly(value) => [*value].into_iter().collect(),
            Possible::OneOf(values) => *values,
        }
    }

    /// Every value, in rising order.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Possible::Exactly(value) => vec![*value],
            Possible::OneOf(values) => values.iter().collect(),
        }
    }

    /// Each value turned into another.
    pub fn map(&self, turn: impl Fn(i64) -> i64) -> Possible {
        match self {
            Possible::Exactly(value) => Possible::Exactly(turn(*value)),
            Possible::OneOf(values) => values.iter().map(turn).collect(),
        }
    }

    /// Every pair of values joined.
    pub fn join(&self, other: &Possible, turn: impl Fn(i64, i64) -> i64) -> Possible {
        match (self, other) {
            (Possible::Exactly(a), Possible::Exactly(b)) => Possible::Exactly(turn(*a, *b)),
            (Possible::Exactly(a), Possible::OneOf(right)) => right.iter().map(|b| turn(*a, b)).collect(),
            (Possible::OneOf(left), Possible::Exactly(b)) => left.iter().map(|a| turn(a, *b)).collect(),
            (Possible::OneOf(left), Possible::OneOf(right)) => {
                left.iter().flat_map(|a| right.iter().map(move |b| (a, b))).map(|(a, b)| turn(a, b)).collect()
            }
        }
    }

    /// The smallest value and the largest.
    fn ends(&self) -> (i64, i64) {
        match self {
            Possible::Exactly(value) => (*value, *value),
            Possible::OneOf(values) => {
                let place = values.0.iter().rposition(|word| *word != 0).unwrap_or(0);
                let last = place * WORD_BITS + values.0[place].checked_ilog2().unwrap_or(0) as usize;
                (values.iter().next().unwrap_or(0), last as i64)
            }
        }
    }

    /// Whether it is as large as another number or larger: 1, 0, or either. The ends of both tell.
    pub fn at_least(&self, other: &Possible) -> Possible {
        let ((least, most), (low, high)) = (self.ends(), other.ends());
        if most < low { Possible::truth(false) } else { Possible::maybe((least >= high).then_some(true)) }
    }

    /// Every pair of values added.
    pub fn plus(&self, other: &Possible) -> Possible {
        if let (Possible::Exactly(a), Possible::Exactly(b)) = (self, other) {
            return Possible::Exactly(a + b);
        }
        let right = other.set();
        let mut sums = Values::NONE;
        for raised in self.set().iter().map(|a| right.raised(a)) {
            sums.0.iter_mut().zip(raised.0).for_each(|(sum, word)| *sum |= word);
        }
        sums.into()
    }

    /// Either what the one may be or what the other may be.
    pub fn either(&self, other: &Possible) -> Possible {
        if self == other {
            return *self;
        }
        let mut both = self.set();
        both.0.iter_mut().zip(other.set().0).for_each(|(word, more)| *word |= more);
        both.into()
    }
}

/// Yes if any is yes, no if all are no.
pub fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut unknown = false;
    for answer in answers {
        match answer {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    if unknown { None } else { Some(false) }
}

/// Yes if all are yes, no if any is no.
pub fn all(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    any(answers.into_iter().map(|answer| answer.map(|a| !a))).map(|answer| !answer)
}
