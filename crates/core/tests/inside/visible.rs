//! Tests of `visible` that need what only it sees.

use super::*;

#[test]
fn what_is_shown_never_acts_and_is_never_long() {
    let nasty: String = (0..=0x10ffff).filter_map(char::from_u32).filter(|c| acts(*c)).collect();
    for text in [&*nasty, &nasty.repeat(50), "", "x", &"\x1b".repeat(199), &"ü\x1b".repeat(100_000)] {
        let shown = excerpt(text);
        assert!(!shown.contains(acts), "{shown}");
        assert!(shown.chars().count() <= EXCERPT_MAX);
        assert!(!visible(text).contains(acts));
        assert!(!message(text).contains(acts));
        assert!(!visible_lines(text).replace('\n', "").contains(acts));
    }
    assert_eq!(excerpt(&"y".repeat(200)), "y".repeat(200));
    assert_eq!(excerpt(&"y".repeat(201)).chars().count(), 200);
}

/// By the names of Unicode: every control and format character but the joiners, and every noncharacter.
#[test]
fn nothing_that_acts_is_forgotten() {
    let of_the_standard = [
        (0x00, 0x1f),
        (0x7f, 0x9f),
        (0xad, 0xad),
        (0x61c, 0x61c),
        (0x180e, 0x180e),
        (0x200b, 0x200b),
        (0x200e, 0x200f),
        (0x2028, 0x202e),
        (0x2060, 0x206f),
        (0xfffe, 0xffff),
        (0xfeff, 0xfeff),
        (0xfff9, 0xfffb),
        (0xe0001, 0xe0001),
        (0xe0020, 0xe007f),
        (0x1fffe, 0x1ffff),
        (0x10fffe, 0x10ffff),
    ];
    for (from, to) in of_the_standard {
        for c in (from..=to).filter_map(char::from_u32) {
            assert!(acts(c), "{:x}", u32::from(c));
        }
    }
    assert!(('\u{20}'..='\u{7e}').chain('\u{a0}'..='\u{ac}').chain('\u{ae}'..='\u{60f}').all(|c| !acts(c)));
}
