//! Names in alphabets that the program's own fonts lack, printed with fonts that are handed over: four small ones that lie here.

#[path = "support/told.rs"]
mod told;

use adjutant_sheets::{
    Document, FoundFont, Occasion, Pairing, PairingsList, PairingsOrder, Paper, find_letters_by, has_letters, prints,
};
use lopdf::Object;
use told::told;

const FONTS: [(&str, &[u8]); 4] = [
    ("Arabic", include_bytes!("fonts/arabic.ttf")),
    ("Hebrew", include_bytes!("fonts/hebrew.ttf")),
    ("Thai", include_bytes!("fonts/thai.ttf")),
    ("Cjk", include_bytes!("fonts/cjk.otf")),
];

/// The font that has some letters; where kana are among them one of another name, as a computer has one for Japan.
fn found(letters: &[char]) -> Option<FoundFont> {
    let (name, bytes) = FONTS.into_iter().find(|(_, bytes)| has_letters(bytes, 0, letters))?;
    let kana = letters.iter().any(|c| ('\u{3040}'..='\u{30ff}').contains(c));
    let name = format!("{name}{}", if kana { "Japan" } else { "" });
    Some(FoundFont { name, index: 0, read: Box::new(|| Ok(bytes.to_vec())) })
}

fn list(one: &str, two: &str) -> lopdf::Document {
    find_letters_by(Box::new(found));
    let pairings =
        vec![Pairing { table: Some(1), one: one.to_owned(), two: Some(two.to_owned()), ..Pairing::default() }];
    let sheet = PairingsList { occasion: Occasion::default(), pairings, order: PairingsOrder::ByTable };
    lopdf::Document::load_mem(&Document::of(Paper::A4, &sheet).unwrap().to_pdf().unwrap()).unwrap()
}

/// What stands in the row of the list, from left to right as the page shows it.
fn row(one: &str, two: &str) -> String {
    let pdf = list(one, two);
    let page = pdf.page_iter().next().unwrap();
    let fonts = pdf.get_page_fonts(page).unwrap();
    let (mut x, mut y, mut font, mut shown) = (0.0, 0.0, Vec::new(), Vec::new());
    for operation in pdf.get_and_decode_page_content(page).unwrap().operations {
        match (operation.operator.as_str(), operation.operands.as_slice()) {
            ("Tf", [Object::Name(name), _]) => font = name.clone(),
            ("Tm", [.., across, up]) => (x, y) = (across.as_float().unwrap(), up.as_float().unwrap()),
            ("Tj", [Object::String(glyphs, _)]) => {
                let told = told(&pdf, fonts[&font]);
                let text = |two: &[u8]| told.get(&u16::from_be_bytes([two[0], two[1]])).cloned().unwrap_or_default();
                shown.push((y, x, glyphs.chunks(2).map(text).collect::<String>()));
            }
            _ => {}
        }
    }
    // The names stand on one line, the table's number before them.
    let line = shown.iter().find(|(.., text)| text == "1").expect("the table's number").0;
    let mut on_it: Vec<&(f32, f32, String)> = shown.iter().filter(|(y, ..)| (y - line).abs() < 8.0).collect();
    on_it.sort_by(|one, other| one.1.total_cmp(&other.1));
    on_it.iter().skip(1).map(|(.., text)| text.as_str()).collect()
}

#[test]
fn names_of_six_alphabets_stand_as_they_are_read() {
    for (name, shown) in [
        ("王小明", "王小明"),
        ("サクラ 太郎", "サクラ 太郎"),
        ("김민준", "김민준"),
        ("สมชาย ใจดี", "สมชาย ใจดี"),
        ("דוד כהן", "ןהכ דוד"),
        ("محمد علي", "يلع دمحم"),
        // What stands in brackets behind a name tells it apart: on its right where it is of Latin letters.
        ("דוד (p9)", "דוד (p9)"),
        // Of two names the first stays on the left, where its points are.
        ("דוד – כהן: 2–0", "דוד – ןהכ: 2–0"),
        ("Anna Berg", "Anna Berg"),
    ] {
        assert_eq!(row(name, "Zoë"), format!("{shown}Zoë"), "{name}");
        assert!(prints(name), "{name}");
    }
    assert!(!prints("龍") && prints("Żółć"), "no font has it");
}

/// The bytes of the fonts of a document that are not the program's own.
fn embedded(pdf: &lopdf::Document) -> Vec<Vec<u8>> {
    let fonts = pdf.objects.values().filter_map(|object| object.as_dict().ok()).filter(|font| {
        let name = font.get(b"FontName").and_then(Object::as_name).unwrap_or_default();
        !name.is_empty() && !name.starts_with(b"ADJUTA+NotoSans")
    });
    let file = |font: &lopdf::Dictionary| {
        let file = font.get(b"FontFile2").or_else(|_| font.get(b"FontFile3")).unwrap().as_reference().unwrap();
        pdf.get_object(file).unwrap().as_stream().unwrap().decompressed_content().unwrap()
    };
    fonts.map(file).collect()
}

/// Letters of Arabic are drawn as they join. Unicode has characters of their own for what each looks like at the beginning,
/// in the middle and at the end of a word: with those, which nothing joins, the page needs the same glyphs.
#[test]
fn arabic_letters_join() {
    let [joined, spelt, apart] =
        ["محمد", "\u{fee3}\u{fea4}\u{fee4}\u{feaa}", "م ح م د"].map(|name| embedded(&list(name, "Anna")));
    assert_eq!(joined.len(), 1);
    assert_eq!(joined, spelt);
    assert_ne!(joined, apart);
}

/// A mark of Thai takes no room: its name is as wide as without it.
#[test]
fn a_font_is_embedded_with_the_letters_of_the_document_alone() {
    let sizes = |name: &str| embedded(&list(name, "Anna")).iter().map(Vec::len).collect::<Vec<_>>();
    assert!(sizes("Berta").is_empty());
    let (one, both) = (sizes("王"), sizes("王小明"));
    assert!(one.len() == 1 && one[0] < both[0] && both[0] < FONTS[3].1.len(), "{one:?} {both:?}");
    assert_eq!(sizes("王 דוד").len(), 2);
}

/// Whatever was printed before it: a sheet is compared byte by byte, by another process too.
#[test]
fn the_same_page_is_the_same_bytes() {
    let bytes = |name: &str| {
        let mut bytes = Vec::new();
        list(name, "Anna").save_to(&mut bytes).unwrap();
        bytes
    };
    let first = bytes("محمد علي");
    bytes("王小明");
    assert_eq!(first, bytes("محمد علي"));
    // The font of the name before has these letters too, and is not the one that suits them best.
    let japanese = bytes("サクラ 山田");
    assert!(japanese.windows(8).any(|part| part == b"CjkJapan"));
}
