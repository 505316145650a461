//! Greek and Cyrillic letters in Latin ones, for ids that people can type.

/// A small letter without marks as Latin ones; nothing where it is of another script.
///
/// # Source
/// ICAO Doc 9303, part 3, section 6, letter by letter: pairs of letters that sound together are not looked at.
pub(super) fn in_latin(letter: char) -> Option<&'static str> {
    Some(match letter {
        'а' | 'α' => "a",
        'б' => "b",
        'в' | 'β' => "v",
        'г' | 'ґ' | 'γ' => "g",
        'д' | 'ђ' | 'δ' => "d",
        'е' | 'э' | 'ε' => "e",
        'є' => "ie",
        'ж' => "zh",
        'з' | 'ζ' => "z",
        'и' | 'і' | 'η' | 'ι' => "i",
        'ј' => "j",
        'к' | 'κ' => "k",
        'л' | 'λ' => "l",
        'љ' => "lj",
        'м' | 'μ' => "m",
        'н' | 'ν' => "n",
        'њ' => "nj",
        'ξ' => "x",
        'о' | 'ο' | 'ω' => "o",
        'п' | 'π' => "p",
        'р' | 'ρ' => "r",
        'с' | 'σ' | 'ς' => "s",
        'т' | 'τ' => "t",
        'θ' => "th",
        'ћ' => "c",
        'у' => "u",
        'ф' | 'φ' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' | 'χ' => "ch",
        'џ' => "dz",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ы' | 'υ' => "y",
        'ψ' => "ps",
        'ю' => "iu",
        'я' => "ia",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::Name;
    use crate::csv_file::id_of;

    #[test]
    fn greek_and_cyrillic_names_become_ids_that_can_be_typed() {
        let names = [
            ("Αλέξης MacLeod", "alexis-macleod"),
            ("Αχιλλέας Παπαδόπουλος", "achilleas-papadopoylos"),
            ("Ђорђе Жуковић-Њепоменко", "dorde-zhukovic-njepomenko"),
            ("Юрий Щербаков", "iurii-shcherbakov"),
            ("Їжак Ґонта", "izhak-gonta"),
            ("محمد Ødegård", "odegard"),
        ];
        for (name, id) in names {
            assert_eq!(id_of(&Name::new(name).unwrap()).unwrap().as_str(), id);
        }
        assert!(id_of(&Name::new("王小明").unwrap()).is_err(), "a number stands for what no table holds");
    }
}
