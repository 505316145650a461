//! The texts that programs of today export and players paste: the publisher's app, New Recruit (simple, and the two forms
//! that events ask for) and ListForge.
//!
//! ```text
//! + FACTION KEYWORD: Chaos Knights          All Gas - Chaos Daemons - Incursion (375 Points)
//! + DETACHMENT: Houndpack Lance             Character:
//! Char1: 1x War Dog (165 pts)               Bloodmaster (65 pts)
//! 1 with Reaper chaintalon                    • Blade of blood
//! Enhancement: Mantle (+15 pts)             Battleline:
//! ```
//!
//! A line in brackets or parentheses with points begins a unit; bullets and `3 with …` say what it has. What no line of the
//! form explains is listed with its number.

use adjutant_engine::side::Player;

use super::error::ImportError;
use super::group::multiplied;
use super::list::{Format, Import};
use super::listed::{Listed, Piece};
use super::text::options;

/// The form of a text, where it is one of these.
pub(super) fn format(text: &str) -> Option<Format> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().next()?;
    let header = lines().take(12).any(|line| line.starts_with("+ FACTION KEYWORD:"));
    let priced = |line: &str| Head::of(line).is_some();
    if header {
        let with = lines().any(|line| carried_by(line.trim_start_matches('\u{2022}').trim()).is_some());
        let inline = lines().any(|line| Head::of(line).is_some_and(|head| !head.options.is_empty()));
        let bullets = lines().any(|line| line.starts_with('\u{2022}'));
        return Some(match (with, inline, bullets) {
            (true, ..) => Format::NewRecruitFull,
            (false, true, _) => Format::NewRecruitCompact,
            (false, false, _) => Format::App,
        });
    }
    if lines().any(|line| line.starts_with("# ++") || line == "## Configuration") {
        return Some(Format::NewRecruitSimple);
    }
    let titled = Head::of(first).is_some_and(|head| head.options.is_empty()) && !first.starts_with('+');
    if !titled || lines().skip(1).filter(|line| priced(line)).count() == 0 {
        return None;
    }
    let colons = lines().any(|line| line.ends_with(':') && !priced(line) && !line.starts_with('\u{2022}'));
    Some(if colons && first.matches(" - ").count() >= 2 { Format::ListForge } else { Format::App })
}

/// Reads a text of a form.
///
/// # Errors
/// No unit, or more of something than any army has.
pub(super) fn read(text: &str, format: Format, owner: Player) -> Result<Import, ImportError> {
    let mut reader = Reader { format, listed: Listed::default(), heading: String::new(), in_units: false, last: None };
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        reader.line(at + 1, line);
    }
    reader.listed.finish(format, owner)
}

struct Reader {
    format: Format,
    listed: Listed,
    heading: String,
    in_units: bool,
    /// The last line under a unit: how far in it stands, how many, what. Deeper lines make it models.
    last: Option<(usize, i32, String)>,
}

impl Reader {
    fn line(&mut self, at: usize, line: &str) {
        let trimmed = line.trim();
        if trimmed.chars().all(|c| c == '+')
            || trimmed.starts_with("Exported with")
            || trimmed.starts_with("Created with")
        {
            return;
        }
        if let Some(said) = trimmed.strip_prefix("+ ") {
            return self.said(at, said);
        }
        if let Some(heading) = trimmed.strip_prefix("## ") {
            return self.begin(Head::of(heading).map_or(heading, |head| head.name));
        }
        if let Some(force) = trimmed.strip_prefix("# ") {
            self.listed.points = Head::of(force).map(|head| head.points).or(self.listed.points);
            return;
        }
        let inner = trimmed.trim_start_matches(['\u{2022}', '-', '\u{25e6}', ' ']);
        if inner.len() < trimmed.len() || carried_by(trimmed).is_some() || enhancement(trimmed).is_some() {
            let depth = line.len() - line.trim_start().len();
            return self.inside(at, depth, inner);
        }
        match Head::of(trimmed) {
            Some(head) if self.in_units || !self.is_header(&head) => self.unit(&head),
            Some(head) => self.title(&head),
            None if self.heads(trimmed) => self.begin(trimmed.trim_end_matches(':')),
            None => self.said(at, trimmed),
        }
    }

    /// Whether a line with points belongs to the head of the list: its title, or the battle size.
    fn is_header(&self, head: &Head) -> bool {
        let sized = super::detachment::battle_size(head.name).is_some();
        self.heading.is_empty()
            && (self.listed.name.is_none() && self.listed.units.is_empty() || sized)
            && self.titled()
    }

    fn titled(&self) -> bool {
        matches!(self.format, Format::App | Format::ListForge | Format::NewRecruitSimple)
            && self.listed.units.is_empty()
    }

    fn title(&mut self, head: &Head) {
        if super::detachment::battle_size(head.name).is_some() {
            (self.listed.battle_size, self.listed.limit) = (Some(head.name.to_owned()), Some(head.points));
            return;
        }
        let mut parts: Vec<&str> = head
            .name
            .trim_end_matches([' ', '-'])
            .split(" - ")
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        match self.format {
            Format::ListForge if parts.len() >= 3 => {
                self.listed.detachments.extend(parts.pop().map(str::to_owned));
                self.listed.faction = parts.pop().map(str::to_owned);
                (self.listed.name, self.listed.points) = (Some(parts.join(" - ")), Some(head.points));
            }
            Format::NewRecruitSimple if parts.len() >= 2 => {
                self.listed.faction = Some(parts.remove(0).to_owned());
                (self.listed.name, self.listed.limit) = (Some(parts.join(" - ")), Some(head.points));
            }
            _ => (self.listed.name, self.listed.points) = (Some(head.name.to_owned()), Some(head.points)),
        }
    }

    /// Whether a line without points is a heading of units.
    fn heads(&self, line: &str) -> bool {
        let known = ["epic hero", "character", "battleline", "dedicated transport", "fortification", "other datasheet"];
        let plain = line.trim_end_matches(':').trim_end_matches(['s', 'S']).to_lowercase();
        let known =
            known.contains(&plain.trim_end_matches('e')) || known.contains(&plain.as_str()) || plain == "allied unit";
        known || (line.ends_with(':') || self.in_units && line.chars().all(|c| !c.is_lowercase())) && line.len() < 60
    }

    fn begin(&mut self, heading: &str) {
        self.heading = heading.to_owned();
        self.in_units = !heading.eq_ignore_ascii_case("configuration");
    }

    /// A line of the head: `DETACHMENT: Houndpack Lance`, or a value alone.
    fn said(&mut self, at: usize, line: &str) {
        let (key, value) = line.split_once(':').map_or(("", line), |(key, value)| (key.trim(), value.trim()));
        let listed = &mut self.listed;
        let points = || value.trim_end_matches("pts").trim().replace(',', "").parse().ok();
        match key.to_lowercase().as_str() {
            "list name" => listed.name = Some(value.to_owned()),
            "faction keyword" | "faction" => listed.faction = Some(value.to_owned()),
            "detachment" | "detachments" => listed.detachments.extend(detachments(value)),
            "force disposition" | "force dispositions" | "disposition" => listed.disposition = Some(value.to_owned()),
            "total army points" => listed.points = points(),
            "points limit" => listed.limit = points(),
            "battle size" => {
                listed.limit = number_in(value).or(listed.limit);
                listed.battle_size = Some(value.to_owned());
            }
            "warlord" | "enhancement" | "enhancements" | "number of units" | "secondary" => {}
            "" if is_disposition(value) => listed.disposition = Some(value.to_owned()),
            "" if value.is_empty() => {}
            "" if self.format == Format::App && !self.in_units && listed.faction.is_none() => {
                listed.faction = Some(value.to_owned());
            }
            "" if self.format == Format::App && !self.in_units => listed.detachments.extend(detachments(value)),
            _ => listed.rest.push((line.to_owned(), format!("line {at}: nothing of this form begins so"))),
        }
    }

    fn unit(&mut self, head: &Head) {
        let (label, name) = head.name.split_once(": ").unwrap_or(("", head.name));
        let (count, name) = multiplied(name);
        let numbered = head.name.split_once(": ").map_or(head.name, |(_, name)| name) != name;
        let mut piece = Piece {
            name: name.to_owned(),
            models: numbered.then_some(count),
            points: head.points,
            heading: self.heading.clone(),
            ..Piece::default()
        };
        if label.starts_with("Char") {
            piece.keywords.push("CHARACTER".into());
        }
        options(head.options).for_each(|option| take(&mut piece, option));
        (self.in_units, self.last) = (true, None);
        self.listed.units.push(piece);
    }

    /// A line under a unit: its models, or what they carry.
    fn inside(&mut self, at: usize, depth: usize, line: &str) {
        let Some(piece) = self.listed.units.last_mut() else {
            self.listed.rest.push((line.to_owned(), format!("line {at}: it belongs to no unit")));
            return;
        };
        let deeper = self.last.as_ref().is_some_and(|(above, ..)| depth > *above);
        if let Some((_, count, name)) = self.last.take_if(|_| deeper) {
            piece.options.retain(|option| *option != name);
            piece.groups.push((name, count));
        }
        if let Some(carried) = carried_by(line) {
            options(carried).for_each(|option| take(piece, option));
        } else if let Some(name) = enhancement(line) {
            piece.enhancements.push(name.to_owned());
        } else if let Some((group, carried)) = line.split_once(": ") {
            let (count, name) = multiplied(group);
            piece.groups.push((name.to_owned(), count));
            options(carried_by(carried).unwrap_or(carried)).for_each(|option| take(piece, option));
        } else {
            let (count, name) = multiplied(line);
            if !deeper {
                self.last = Some((depth, count, name.to_owned()));
            }
            options(line).for_each(|option| take(piece, option));
        }
    }
}

/// What so many models carry: `3 with Claws`.
fn carried_by(line: &str) -> Option<&str> {
    line.split_once(" with ").filter(|(number, _)| number.parse::<i32>().is_ok()).map(|(_, carried)| carried)
}

/// An option of a unit: Warlord, an enhancement by its price, or what it carries.
fn take(piece: &mut Piece, option: &str) {
    let priced = Head::of(option).map(|head| head.name).or_else(|| enhancement(option));
    let (_, name) = multiplied(option);
    match priced {
        Some(name) => piece.enhancements.push(name.to_owned()),
        None if name == "Warlord" => piece.warlord = true,
        None => {
            if name.ends_with(" Character") && !piece.keywords.iter().any(|known| known == "CHARACTER") {
                piece.keywords.push("CHARACTER".into());
            }
            piece.options.push(name.to_owned());
        }
    }
}

/// The name after `Enhancement:`, `Enhancements:` or `E:`, without its price.
fn enhancement(line: &str) -> Option<&str> {
    let (label, name) = line.split_once(": ")?;
    let named = ["enhancement", "enhancements", "e"].contains(&label.trim().to_lowercase().as_str());
    named.then(|| Head::of(name).map_or(name, |head| head.name).trim())
}

/// Detachments between commas, each without what stands in parentheses.
fn detachments(value: &str) -> impl Iterator<Item = String> {
    options(value).map(|name| name.split('(').next().unwrap_or(name).trim().to_owned()).filter(|name| !name.is_empty())
}

/// Whether a line alone is what an army is bent on.
///
/// # Source
/// `docs/rules/eleventh.md`, 011-6: the five words.
fn is_disposition(line: &str) -> bool {
    let words = ["take-and-hold", "purge-the-foe", "priority-assets", "reconnaissance", "disruption"];
    words.contains(&super::detachment::kebab(line).as_str())
}

fn number_in(text: &str) -> Option<i32> {
    let digits = text.split(|c: char| !(c.is_ascii_digit() || c == ',')).find(|part| part.len() > 2)?;
    digits.replace(',', "").parse().ok()
}

/// A line with a price: `Name (65 pts)`, `Name [65 pts]: options`.
struct Head<'a> {
    name: &'a str,
    points: i32,
    options: &'a str,
}

impl<'a> Head<'a> {
    fn of(line: &'a str) -> Option<Head<'a>> {
        let opens = line.char_indices().filter(|(_, c)| "([".contains(*c)).map(|(at, _)| at);
        for open in opens {
            let Some(close) = line[open..].find([')', ']']).map(|close| open + close) else { continue };
            let inside = line[open + 1..close].trim_start_matches('+').to_lowercase();
            let number = ["points", "pts"].into_iter().find_map(|unit| inside.strip_suffix(unit));
            let points = number.and_then(|number| number.trim().replace(',', "").parse().ok());
            let Some(points) = points.filter(|points| (0..=100_000).contains(points)) else { continue };
            let options = line[close + 1..].trim_start_matches([':', ' ']);
            return Some(Head { name: line[..open].trim(), points, options });
        }
        None
    }
}
