//! The frame of every page: which list it is of, and the ways to the others.

use super::frame::{day_in_words, icon};
use super::told::Told;
use crate::map::escaped;

/// The style of all pages.
pub(super) const STYLE: &str = concat!(
    include_str!("../single/tokens.css"),
    include_str!("../single/hall.css"),
    include_str!("figure.css"),
    include_str!("season.css")
);

/// Where every page leads, with what it is called there.
const PLACES: [(&str, &str); 4] =
    [("index.html", "Table"), ("events.html", "Events"), ("stats.html", "Figures"), ("find.html", "Names")];

const CHECK: &str = r#"<path d="M4 13l5.5 5.5L20 6.5" fill="none" stroke-width="3.4"/>"#;
const CALL: &str = r#"<path d="M12 3v11M12 18v3" fill="none" stroke-width="4"/>"#;

/// A page on its way.
pub(super) struct Page<'a> {
    /// Where it lies, such as `members/m0042.html`.
    pub path: String,
    /// What it is called in a tab; plain text.
    pub title: &'a str,
    /// The answer: what stands in the band.
    pub band: String,
    /// What stands under it.
    pub body: String,
}

impl Page<'_> {
    /// The whole page: it loads the sheet of style that lies beside it and nothing else.
    pub fn whole(self, told: &Told<'_>) -> (String, Vec<u8>) {
        let up = if self.path.contains('/') { "../" } else { "" };
        let title = escaped(&format!("{}: {}", self.title, told.name()));
        let mark = if told.edition.good { icon(CHECK) } else { icon(CALL) };
        let day = told.edition.day.map_or_else(String::new, |day| format!(" · {}", day_in_words(day)));
        let ways = PLACES.iter().map(|(path, words)| {
            let here = if *path == self.path { " aria-current=\"page\"" } else { "" };
            format!("<a href=\"{up}{path}\"{here}>{words}</a>")
        });
        let (list, ways) = (told.edition.list.list, ways.collect::<String>());
        let (band, body) = (self.band, self.body);
        let (failed, class) = if told.edition.good { ("", "age") } else { (FAILED, "age call") };
        let text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n<meta name=\"color-scheme\" content=\"dark \
             light\">\n<link rel=\"stylesheet\" href=\"{up}league.css\">\n</head>\n<body class=\"league\">\n<header class=\"top\">\
             <p class=\"{class}\">{mark} list {list}{day}</p><nav aria-label=\"League\">{ways}</nav></header>\n<main>\n<div class=\"band\">{band}</div>\n{failed}{body}\n\
             </main>\n</body>\n</html>\n"
        );
        (self.path, text.into_bytes())
    }
}

const FAILED: &str = "<p class=\"card act\"><b>This list does not follow from its logs.</b> <code>adjutant league check</code> \
                      names the first difference.</p>\n";
