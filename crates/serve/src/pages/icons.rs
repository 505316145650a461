//! The drawings of the pages: a sprite inside each page, with only what that page shows.

use maud::{Markup, html};

/// The drawings that a page names.
pub fn sprite(page: &Markup) -> Markup {
    let named = |name: &str| page.0.contains(&format!("\"#i-{name}\""));
    html! {
        svg.sprite aria-hidden="true" {
            @for (name, drawing) in ICONS.iter().filter(|(name, _)| named(name)) {
                symbol id={ "i-" (name) } viewBox="0 0 24 24" { (drawing()) }
            }
        }
    }
}

type Drawing = fn() -> Markup;

const ICONS: &[(&str, Drawing)] = &[
    ("back", || line("M15.5 4L7.5 12l8 8", "3")),
    ("call", || html! { path fill-rule="evenodd" d="M12 2 23 22H1zm-1.5 7v6.5h3V9zm0 8v2.7h3V17z" {} }),
    ("check", || line("M4 13l5.5 5.5L20 6.5", "3.4")),
    (
        "clock",
        || html! { circle cx="12" cy="12" r="9" fill="none" stroke-width="2.6" {} (line("M12 6.5V12l4 3", "2.6")) },
    ),
    ("cross", || line("M5 5l14 14M19 5L5 19", "3.4")),
    ("cut", || html! { circle cx="12" cy="12" r="8.5" fill="none" stroke-width="2.8" {} (line("M6 18L18 6", "2.8")) }),
    ("diamond", || fill("M12 3l9 9-9 9-9-9z")),
    ("find", || line("M10 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12zm4.5 10.5L21 21", "3")),
    ("flag", || html! { (line("M5 2v20", "3")) (fill("M7 3h13l-4 5 4 5H7z")) }),
    ("half", || html! { (ring()) (fill("M12 5a7 7 0 0 1 0 14z")) }),
    ("here", || fill("M6 3l14 9-14 9z")),
    ("live", || html! { circle cx="12" cy="12" r="7" {} }),
    ("lock", || html! { (fill("M5 11h14v10H5z")) (line("M8 11V7.5a4 4 0 0 1 8 0V11", "2.6")) }),
    ("next", || line("M8.5 4l8 8-8 8", "3")),
    ("phone", || html! { (line("M7 2h10v20H7z", "2.6")) path d="M11 18h2" stroke-width="2.4" {} }),
    ("ring", ring),
    ("seal", || html! { (line("M4 4h16v16H4z", "2.6")) (fill("M8.5 8.5h7v7h-7z")) }),
    ("seat", || line("M7 3v10h10v8M7 13v8M7 13h10", "3.2")),
    ("swap", || line("M4 8h14M14 3.5L19 8l-5 4.5M20 16H6M10 11.5L5 16l5 4.5", "2.4")),
    ("undo", || line("M5 9h9a5.5 5.5 0 0 1 0 11H8M9.5 3.5L4 9l5.5 5.5", "2.8")),
];

fn line(d: &str, width: &str) -> Markup {
    html! { path d=(d) fill="none" stroke-width=(width) {} }
}

fn fill(d: &str) -> Markup {
    html! { path d=(d) {} }
}

fn ring() -> Markup {
    html! { circle cx="12" cy="12" r="7" fill="none" stroke-width="3" {} }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::scene::icon;

    #[test]
    fn a_page_brings_only_the_drawings_it_shows() {
        let sprite = sprite(&html! { p { (icon("call")) (icon("back")) } }).into_string();
        assert_eq!(sprite.matches("<symbol").count(), 2);
        assert!(sprite.contains("id=\"i-call\"") && sprite.contains("id=\"i-back\""));
    }
}
