//! Which of some things a word means: its id, its name, or any part of either that fits only one, in any case, with or
//! without accents.

use adjutant_core::spelling::plain;

/// Suggestions that are made at most.
const SUGGESTED_MAX: usize = 3;
/// How like a word a name has to be to be suggested, of 1.
const LIKE_MIN: f64 = 0.8;
/// How far behind the likest name another one may be.
const BEHIND_MAX: f64 = 0.08;

/// A thing that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<'a> {
    /// Its id.
    pub id: &'a str,
    /// Name of the event; the id where nothing else is known.
    pub name: &'a str,
}

impl Known<'_> {
    /// As a list of choices shows it: `Poxwalkers (a1)`, or the id alone where it has no other name.
    pub fn shown(&self) -> String {
        if self.id == self.name { self.id.to_owned() } else { format!("{} ({})", self.name, self.id) }
    }
}

/// Why a word means nothing, or too much. The numbers are places among the known things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// Nothing is called that; these are spelt much like it, the likest first.
    Unknown(Vec<usize>),
    /// It fits several.
    Several(Vec<usize>),
}

/// The place of the thing that a word means.
///
/// An id or a whole name comes before names with a word that begins so, those before names that hold it anywhere, and
/// those before names that hold it without the blanks.
///
/// # Errors
/// [`Unclear`] where none or more than one fits.
///
/// ```
/// use adjutant_shorthand::naming::{Known, Unclear, find};
/// let known = ["Engage on All Fronts", "Challenge", "Müller’s Guard"].map(|name| Known { id: name, name });
/// assert_eq!(find(&known, "eng"), Ok(0));
/// assert_eq!(find(&known, "MULLER"), Ok(2));
/// assert_eq!(find(&known, "all fronts"), Ok(0));
/// assert_eq!(find(&known, "allfronts"), Ok(0));
/// assert_eq!(find(&known, "l"), Err(Unclear::Several(vec![0, 1, 2])));
/// assert_eq!(find(&known, "chalenge"), Err(Unclear::Unknown(vec![1])));
/// ```
pub fn find(known: &[Known<'_>], word: &str) -> Result<usize, Unclear> {
    let exact = word.trim();
    if let Some(at) = known.iter().position(|thing| thing.id.eq_ignore_ascii_case(exact)) {
        return Ok(at);
    }
    let wanted = plain(word);
    let plain: Vec<[String; 2]> = known.iter().map(|thing| [plain(thing.id), plain(thing.name)]).collect();
    if !wanted.is_empty() {
        let joined = |name: &str| name.replace('-', "");
        let run_together = joined(&wanted);
        let fits: [&dyn Fn(&str) -> bool; 4] = [
            &|name| name == wanted,
            &|name| name.starts_with(&wanted) || name.contains(&format!("-{wanted}")),
            &|name| name.contains(&wanted),
            &|name| joined(name).contains(&run_together),
        ];
        for fit in fits {
            let found: Vec<usize> = (0..plain.len()).filter(|at| plain[*at].iter().any(|name| fit(name))).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Ok(*one),
                _ => return Err(Unclear::Several(found)),
            }
        }
    }
    Err(Unclear::Unknown(like(&plain, &wanted)))
}

/// The places of names that are spelt much like a word, the likest first.
fn like(plain: &[[String; 2]], wanted: &str) -> Vec<usize> {
    let likeness = |names: &[String; 2]| {
        let words = names.iter().flat_map(|name| name.split('-').chain([name.as_str()]));
        words.map(|word| strsim::jaro_winkler(word, wanted)).fold(0.0, f64::max)
    };
    let mut scored: Vec<(usize, f64)> = plain.iter().map(likeness).enumerate().collect();
    scored.retain(|(_, likeness)| *likeness >= LIKE_MIN);
    scored.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    let best = scored.first().map_or(1.0, |(_, likeness)| *likeness);
    scored.retain(|(_, likeness)| best - likeness <= BEHIND_MAX);
    scored.into_iter().take(SUGGESTED_MAX).map(|(at, _)| at).collect()
}

/// `Did you mean Poxwalkers (a1) or Plague Marines (a2)?`; nothing where nothing is like it.
pub fn did_you_mean(choices: impl IntoIterator<Item = String>) -> Option<String> {
    let mut choices: Vec<String> = choices.into_iter().collect();
    let last = choices.pop()?;
    Some(if choices.is_empty() {
        format!("Did you mean {last}?")
    } else {
        format!("Did you mean {} or {last}?", choices.join(", "))
    })
}
