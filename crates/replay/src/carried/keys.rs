//! Hand scanners type what they read, as a keyboard of the United States would; a computer that is set to another one turns
//! the same keys into other signs.

adjutant_core::closed! {
    /// Keyboards whose signs are undone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
    pub enum Keyboard by as_str, written {
        /// German.
        Qwertz "QWERTZ",
        /// French.
        Azerty "AZERTY",
    }
}

/// What a scanner types on the keyboard of the United States, and what comes of it on the others.
const TYPED: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ:/";
const QWERTZ: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXZYÖ-";
const AZERTY: &str = "à&é\"'(-è_çQBCDEFGHIJKL?NOPARSTUVZXYWM!";

/// A text that begins as it should, and the keyboard whose signs were undone for that; none where it begins so on no keyboard.
pub(super) fn undone(text: &str, beginning: &str) -> Option<(Option<Keyboard>, String)> {
    let upper = text.to_uppercase();
    if upper.starts_with(beginning) {
        return Some((None, upper));
    }
    // French digits are lower case signs: they are looked for as they came.
    [(Keyboard::Qwertz, QWERTZ, upper.as_str()), (Keyboard::Azerty, AZERTY, text)].into_iter().find_map(
        |(keyboard, signs, text)| {
            let sign = |typed: char| {
                let at = signs.chars().position(|sign| sign == typed)?;
                TYPED.chars().nth(at)
            };
            let undone: Option<String> = text.chars().map(sign).collect();
            undone.filter(|undone| undone.starts_with(beginning)).map(|undone| (Some(keyboard), undone))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed_on(signs: &str, text: &str) -> String {
        text.chars()
            .map(|sign| signs.chars().nth(TYPED.chars().position(|typed| typed == sign).unwrap()).unwrap())
            .collect()
    }

    #[test]
    fn what_other_keyboards_make_of_it_is_undone() {
        let text = "ADJ1:1/2:0123CDEF:0123456789ABCDEFGHJKMNPQRSTVWXYZ:YZ09";
        assert_eq!(undone(text, "ADJ1:"), Some((None, text.to_owned())));
        assert_eq!(undone(&text.to_lowercase(), "ADJ1:"), Some((None, text.to_owned())));
        for (keyboard, signs) in [(Keyboard::Qwertz, QWERTZ), (Keyboard::Azerty, AZERTY)] {
            assert_eq!(undone(&typed_on(signs, text), "ADJ1:"), Some((Some(keyboard), text.to_owned())));
        }
        assert_eq!(undone("adjutant:1:m", "ADJ1:"), None);
    }

    #[test]
    fn no_keyboard_makes_one_sign_of_two() {
        for signs in [TYPED, QWERTZ, AZERTY] {
            let all: std::collections::BTreeSet<char> = signs.chars().collect();
            assert_eq!(all.len(), TYPED.len());
        }
    }
}
