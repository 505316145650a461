//! Cards with passes, and the poster that says how to join: what people scan.

use crate::area::Area;
use crate::code::Code;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::ink::{Align, Ink, Style};
use crate::page::{FRAME, Page, Shape};
use crate::paper::Paper;
use crate::result_slips::{draw_card_head, four_to_a_page};

/// The hall's Wi-Fi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wifi {
    /// Its name.
    pub name: String,
    /// Its password; an open network has none.
    pub password: Option<String>,
}

impl Wifi {
    /// What a phone reads to join the network.
    ///
    /// ```
    /// use adjutant_sheets::Wifi;
    /// let wifi = Wifi { name: "Hall; 2".into(), password: Some("four\"words".into()) };
    /// assert_eq!(wifi.code(), r#"WIFI:T:WPA;S:Hall\; 2;P:four\"words;;"#);
    /// assert_eq!(Wifi { name: "Open".into(), password: None }.code(), "WIFI:T:nopass;S:Open;;");
    /// ```
    pub fn code(&self) -> String {
        let escaped = |text: &str| {
            let letter = |c| if "\\;,:\"".contains(c) { format!("\\{c}") } else { String::from(c) };
            text.chars().map(letter).collect::<String>()
        };
        match &self.password {
            Some(password) => format!("WIFI:T:WPA;S:{};P:{};;", escaped(&self.name), escaped(password)),
            None => format!("WIFI:T:nopass;S:{};;", escaped(&self.name)),
        }
    }
}

/// One card with a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassCard {
    /// What kind of card: `Player card`, `Table card`, `Judge card` …
    pub kind: String,
    /// Whose.
    pub name: String,
    /// For whom its holder speaks, as a sentence ends: `you`, `this table`.
    pub speaks_for: String,
    /// What stands below the name: faction, club, id.
    pub below: String,
    /// The address that the code opens; it holds the pass.
    pub link: String,
    /// The pass as people type it.
    pub pass: String,
}

/// The cards of an event, four to a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PassCards {
    /// The event.
    pub occasion: Occasion,
    /// The hall's Wi-Fi, where the cards name it.
    pub wifi: Option<Wifi>,
    /// The address to type where no code can be scanned.
    pub address: String,
    /// The cards.
    pub cards: Vec<PassCard>,
}

impl Sheet for PassCards {
    fn title(&self) -> String {
        self.occasion.title("Cards with passes")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let wifi = self.wifi.as_ref().map(|wifi| Code::new(&wifi.code())).transpose()?;
        let codes: Vec<Code> = self.cards.iter().map(|card| Code::new(&card.link)).collect::<Result<_, _>>()?;
        let cards: Vec<(&PassCard, &Code)> = self.cards.iter().zip(&codes).collect();
        Ok(four_to_a_page(paper, &cards, |page, area, (card, code)| self.draw(page, area, card, code, wifi.as_ref())))
    }
}

/// Modules around a code that stay empty.
const QUIET: f32 = 4.0;

/// A pass in two lines, so that it is never cut: `7Q4M-K2XD-` and `9B3T-HW5E`.
fn halves_of(pass: &str) -> impl Iterator<Item = (Style, String)> {
    let half = pass.char_indices().filter(|(_, c)| *c == '-').nth(1).map_or(pass.len(), |(at, _)| at + 1);
    let (first, second) = pass.split_at(half);
    [first.to_owned(), second.to_owned()].into_iter().map(|line| (Style::STRONG.sized(10.0), line))
}

/// A caption over a code, and what to type below it where it cannot be scanned.
struct Step<'a> {
    caption: &'a str,
    code: &'a Code,
    below: Vec<(Style, String)>,
}

impl PassCards {
    fn draw(&self, page: &mut Page, area: Area, card: &PassCard, code: &Code, wifi: Option<&Code>) {
        let mut rest = area;
        draw_card_head(page, rest.cut_top(34.0), &self.occasion, &card.kind);
        let mut band = rest.cut_top(44.0);
        page.rule_above(band, FRAME, Ink::Accent);
        page.rule_below(band, FRAME, Ink::Accent);
        band = band.inset_each(0.0, 4.0);
        let below = band.cut_bottom(13.0);
        page.text(below, Style::LABEL.sized(8.5), Align::Left, &card.below);
        page.text(band, Style::HEADLINE.sized(14.0).inked(Ink::Black), Align::Left, &card.name);
        rest.cut_top(8.0);
        let words = format!(
            "Anyone who has this card can speak for {} at this event: keep it. If it is lost, tell the desk: a new card \
             closes this one. You may scan it again, on any phone.",
            card.speaks_for
        );
        page.lines(rest.cut_bottom(40.0), Style::LABEL.sized(8.0), Align::Left, &words, 3);
        let typed = |text: &str| (Style::BODY.sized(8.5), text.to_owned());
        let number = if wifi.is_some() { "2 " } else { "" };
        let caption = format!("{number}Open your page");
        let own = Step {
            caption: &caption,
            code,
            below: std::iter::once(typed(&self.address)).chain(halves_of(&card.pass)).collect(),
        };
        match (wifi, &self.wifi) {
            (Some(join), Some(wifi)) => {
                let mut below = vec![typed(&wifi.name)];
                below.extend(wifi.password.as_deref().map(typed));
                let [left, right] = rest.columns([1.0; 2]);
                draw_step(page, left.inset_each(4.0, 0.0), &Step { caption: "1 Join the Wi-Fi", code: join, below });
                draw_step(page, right.inset_each(4.0, 0.0), &own);
            }
            _ => draw_step(page, rest, &own),
        }
    }
}

/// How to join, for the wall: the Wi-Fi, the page, what phones ask.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinPoster {
    /// The event.
    pub occasion: Occasion,
    /// The hall's Wi-Fi, where the poster names it.
    pub wifi: Option<Wifi>,
    /// The address of the event's first page.
    pub address: String,
}

impl Sheet for JoinPoster {
    fn title(&self) -> String {
        self.occasion.title("How to join")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut page = Page::new(paper);
        let mut rest = paper.printable();
        let title = rest.cut_top(64.0);
        page.fill(title, Ink::Accent);
        let event = self.occasion.event.as_deref().unwrap_or("This event");
        page.text(title.inset_each(14.0, 0.0), Style::HEADLINE.sized(28.0), Align::Left, event);
        page.text(
            rest.cut_top(44.0),
            Style::TITLE.sized(17.0),
            Align::Left,
            "Your table, results and standings on your phone",
        );
        let notes = rest.cut_bottom(132.0);
        let open = Code::new(&self.address)?;
        let below = vec![(Style::STRONG.sized(17.0), self.address.clone())];
        let number = if self.wifi.is_some() { "2 " } else { "" };
        let caption = format!("{number}Open this page");
        let own = Step { caption: &caption, code: &open, below };
        match &self.wifi {
            Some(wifi) => {
                let join = Code::new(&wifi.code())?;
                let mut below = vec![(Style::STRONG.sized(15.0), wifi.name.clone())];
                below.extend(wifi.password.clone().map(|password| (Style::BODY.sized(15.0), password)));
                let [upper, lower]: [Area; 2] = halves(rest);
                draw_step(
                    &mut page,
                    upper.inset_each(0.0, 6.0),
                    &Step { caption: "1 Join the Wi-Fi", code: &join, below },
                );
                draw_step(&mut page, lower.inset_each(0.0, 6.0), &own);
            }
            None => draw_step(&mut page, rest, &own),
        }
        draw_notes(&mut page, notes);
        Ok(vec![page])
    }
}

fn halves(area: Area) -> [Area; 2] {
    let mut lower = area;
    [lower.cut_top(area.height / 2.0), lower]
}

fn draw_notes(page: &mut Page, area: Area) {
    page.frame(area, FRAME, Ink::Silver);
    let notes = [
        "Scan the code on your player card to open your own page. No card? The desk prints one.",
        "Your phone says that this Wi-Fi has no internet? Stay connected (Android: \u{201c}Use this network as is\u{201d}; \
         iPhone: \u{201c}Use without internet\u{201d}).",
        "The page does not open? Turn mobile data off, then try again.",
        "No phone? Your table and the slips are on paper, as always.",
    ];
    let inner = area.inset_each(12.0, 6.0);
    for (row, note) in inner.rows(notes.len()).zip(notes) {
        page.lines(row, Style::BODY.sized(11.0), Align::Left, note, 2);
    }
}

/// Caption, code, and what to type below it.
fn draw_step(page: &mut Page, area: Area, step: &Step<'_>) {
    let mut rest = area;
    let size = if area.height > 250.0 { 17.0 } else { 10.0 };
    page.text(rest.cut_top(size * 1.7), Style::STRONG.sized(size), Align::Centre, step.caption);
    for (style, text) in step.below.iter().rev() {
        page.text(rest.cut_bottom(style.leading() + 2.0), *style, Align::Centre, text);
    }
    // Around a code, four of its modules stay empty.
    let side = rest.square().width;
    let square = rest.inset(side * QUIET / (step.code.side as f32 + 2.0 * QUIET)).square();
    page.shapes.push(Shape::Code { area: square, code: step.code.clone() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_printed_whole_and_every_code_has_its_quiet_zone() {
        let card = PassCard {
            kind: "Player card".into(),
            name: "Anna".into(),
            speaks_for: "you".into(),
            below: "anna".into(),
            link: "http://192.168.178.112:8080/j/WWWWWWWWWWWWWWWW".into(),
            pass: "WWWW-WWWW-WWWW-WWWW".into(),
        };
        let wifi = Some(Wifi { name: "Hall".into(), password: Some("W".repeat(63)) });
        let address = "http://192.168.178.112:8080".into();
        let cards = PassCards { occasion: Occasion::default(), wifi, address, cards: vec![card; 5] };
        for paper in Paper::ALL {
            let pages = cards.pages(paper).unwrap();
            assert_eq!(pages.len(), 2);
            let printed = |text: &str| pages[0].lines.iter().filter(|line| line.text == text).count();
            assert_eq!((printed("WWWW-WWWW-"), printed("WWWW-WWWW")), (4, 4));
            let codes = pages[0].shapes.iter().filter_map(|shape| match shape {
                Shape::Code { area, code } => Some((*area, area.width / code.side as f32 * (QUIET - 0.01))),
                _ => None,
            });
            let codes: Vec<(Area, f32)> = codes.collect();
            assert_eq!(codes.len(), 8);
            for (area, quiet) in codes {
                let near = |line: &crate::page::Line| {
                    let across =
                        line.x < area.right() + quiet && line.x + line.style.width(&line.text) > area.x - quiet;
                    let down = line.y > area.y - quiet && line.y - line.style.size * 0.72 < area.bottom() + quiet;
                    across && down
                };
                assert_eq!(pages[0].lines.iter().filter(|line| near(line)).count(), 0);
            }
        }
    }
}
