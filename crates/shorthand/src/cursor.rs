//! Reads the words of a line one after the other, each as what the form wants there.

use adjutant_engine::command::{Holder, PassedMoment, Phase, ScoringMoment};
use adjutant_engine::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_engine::numbers::{Face, Inches, Whole};
use adjutant_engine::place::Place;
use adjutant_engine::side::Player;
use adjutant_engine::view::{EndLabel, RoundLabel};

use crate::context::Context;
use crate::fault::{Expected, Fault};
use crate::names::{NotFound, find_id};
use crate::token::Token;

/// Whether two words are one, whatever their case and hyphens: `fallback` is `fall-back`.
fn is_same(word: &str, typed: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect::<String>();
    word.eq_ignore_ascii_case(typed) || letters(word) == letters(typed)
}

/// A place in a line.
pub struct Cursor<'a> {
    line: &'a str,
    tokens: &'a [Token],
    at: usize,
    /// What the words are read against.
    pub context: &'a Context,
}

impl<'a> Cursor<'a> {
    /// At the start of a line.
    pub fn new(line: &'a str, tokens: &'a [Token], context: &'a Context) -> Cursor<'a> {
        Cursor { line, tokens, at: 0, context }
    }

    /// Whether all words are read.
    pub fn at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    /// The next word, not yet read.
    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    /// Reads the next word.
    pub fn next(&mut self, expected: &str) -> Result<&'a Token, Fault> {
        let token = self.tokens.get(self.at).ok_or_else(|| self.too_early(expected))?;
        self.at += 1;
        Ok(token)
    }

    /// The fault of a line that ends before this was said.
    pub fn too_early(&self, missing: &str) -> Fault {
        Fault::missing(self.line, missing)
    }

    /// Refuses words that are left over.
    pub fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(token) => {
                Err(self.fault(token, format!("unexpected `{}` at the end", token.text), "the end of the line"))
            }
        }
    }

    /// A fault at a word.
    pub fn fault(&self, token: &Token, message: impl Into<String>, expected: impl Into<Expected>) -> Fault {
        Fault::new(self.line, token.start..token.end, message, expected)
    }

    fn not_understood(&self, token: &Token, expected: impl Into<Expected>) -> Fault {
        self.fault(token, format!("`{}` does not fit here", token.text), expected)
    }

    fn found<T>(&self, token: &Token, found: Result<T, NotFound>) -> Result<T, Fault> {
        found.map_err(|error| self.fault(token, error.message, error.expected))
    }

    /// Reads the next word if it is this one.
    pub fn skip(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(word) && !token.quoted);
        self.at += usize::from(there);
        there
    }

    /// Reads one of some words.
    pub fn one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, Fault> {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let expected = match words.as_slice() {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            words => words.concat(),
        };
        let token = self.next(&expected)?;
        let chosen = choices.iter().find(|(word, _)| is_same(word, &token.text));
        chosen.map(|(_, value)| *value).ok_or_else(|| self.not_understood(token, expected))
    }

    /// Reads one of some words if it is there.
    pub fn maybe_one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        let token = self.peek()?;
        let (_, value) = choices.iter().find(|(word, _)| is_same(word, &token.text))?;
        self.at += 1;
        Some(*value)
    }

    /// Reads a player: `one`, `two`, or a name or part of it.
    pub fn player(&mut self) -> Result<Player, Fault> {
        let token = self.next("a player: one, two, or a name")?;
        self.found(token, self.context.names.find_player(&token.text))
    }

    /// Reads a player if one is named; otherwise the speaker.
    pub fn player_or_speaker(&mut self) -> Result<Player, Fault> {
        if let Some(player) = self.peek().and_then(|token| self.context.names.whole_player(&token.text)) {
            self.at += 1;
            return Ok(player);
        }
        match self.context.speaker() {
            Some(player) => Ok(player),
            None => self.player(),
        }
    }

    /// Reads a player; where none is named, the one who may claim the objective that follows, if the command line
    /// does not say who speaks: what falls due at the end of a turn is claimed when the other player's has begun.
    pub fn player_or_claimant(&mut self) -> Result<Player, Fault> {
        let claimant = self.peek().and_then(|token| self.context.names.claimant(&token.text));
        match claimant.filter(|_| self.context.by.is_none()) {
            Some(player) => Ok(player),
            None => self.player_or_speaker(),
        }
    }

    /// The fault of an objective that is nobody's: where it can be chosen and is not yet, or where nobody says whose it
    /// is, that is what is wrong.
    pub fn nobodys(&self, token: Option<&Token>, whose: Option<Player>, otherwise: Fault) -> Fault {
        let names = &self.context.names;
        let known = token.and_then(|token| Some((token, names.choice(&token.text)?)));
        let Some((token, name)) = known else { return otherwise };
        let players = || Player::BOTH.into_iter().filter(|player| whose.is_none_or(|own| own == *player));
        let has_chosen =
            |player: Player| names.objectives[player].iter().any(|id| names.choices.iter().any(|(c, _)| c == id));
        match players().find(|player| !has_chosen(*player)) {
            Some(player) => {
                let who = names.called(player);
                let message = format!("{who} has not chosen secondary objectives yet, so nobody scores {name}");
                self.fault(token, message, format!("`by {player} secondaries ID …` first"))
            }
            None if whose.is_none() => {
                let words = Player::BOTH.map(|player| format!("{player} ({})", names.called(player)));
                self.fault(
                    token,
                    format!("nobody says who scores {name}"),
                    format!("a player before it: {}", words.join(" or ")),
                )
            }
            None => otherwise,
        }
    }

    /// Reads a unit of the speaker, or any other if its name is clear.
    pub fn own_unit(&mut self) -> Result<UnitId, Fault> {
        self.unit(self.context.speaker())
    }

    /// Reads a unit of the opponent, or any other if its name is clear.
    pub fn enemy_unit(&mut self) -> Result<UnitId, Fault> {
        self.unit(self.context.speaker().map(Player::opponent))
    }

    fn unit(&mut self, preferred: Option<Player>) -> Result<UnitId, Fault> {
        let token = self.next("a unit: its id or part of its name")?;
        self.found(token, self.context.names.find_unit(&token.text, preferred))
    }

    /// Reads a unit if the next word names one.
    pub fn maybe_unit(&mut self) -> Option<UnitId> {
        let token = self.peek().filter(|token| !token.text.starts_with('@'))?;
        let unit = self.context.names.find_unit(&token.text, self.context.speaker()).ok()?;
        self.at += 1;
        Some(unit)
    }

    /// Reads a marker if the next word names one.
    pub fn maybe_marker(&mut self) -> Option<MarkerId> {
        let token = self.peek()?;
        let marker = self.marker_named(token, &token.text).ok().filter(|_| !self.context.names.markers.is_empty())?;
        self.at += 1;
        Some(marker)
    }

    /// Reads `a2:m1` if it is there: a unit, and the marker that it is meant for.
    pub fn maybe_pair(&mut self) -> Result<Option<(UnitId, MarkerId)>, Fault> {
        let Some((token, (unit, marker))) = self.peek().and_then(|token| Some((token, token.text.split_once(':')?)))
        else {
            return Ok(None);
        };
        self.at += 1;
        let unit = self.found(token, self.context.names.find_unit(unit, self.context.speaker()))?;
        Ok(Some((unit, self.marker_named(token, marker)?)))
    }

    /// Reads a word that has to be a name of some kind.
    pub fn word<T>(&mut self, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let token = self.next(expected)?;
        read(&token.text.to_ascii_lowercase()).ok_or_else(|| self.not_understood(token, expected))
    }

    /// Reads a marker.
    pub fn marker(&mut self) -> Result<MarkerId, Fault> {
        let token = self.next("a marker, such as m1")?;
        self.marker_named(token, &token.text)
    }

    fn marker_named(&self, token: &Token, word: &str) -> Result<MarkerId, Fault> {
        let known = &self.context.names.markers;
        if known.is_empty() {
            return MarkerId::new(word).map_err(|error| self.fault(token, error.to_string(), "an id"));
        }
        self.found(token, find_id(known, word, "marker").cloned())
    }

    /// Reads `m1` (of the speaker) or `m1=two`.
    pub fn holding(&mut self) -> Result<(MarkerId, Holder), Fault> {
        let token = self.next("a marker, such as m1 or m1=two")?;
        let (marker, holder) = match token.text.split_once('=') {
            None => (token.text.as_str(), self.context.speaker().map(|player| Holder::from(Some(player)))),
            Some((marker, nobody)) if ["none", "nobody"].iter().any(|word| word.eq_ignore_ascii_case(nobody)) => {
                (marker, Some(Holder::None))
            }
            Some((marker, name)) => {
                let player = self.context.names.find_player(name).map_err(|error| {
                    let expected =
                        format!("marker=one, marker=two or marker=none, or a name: {}", error.expected.as_str());
                    self.fault(token, error.message, expected)
                })?;
                (marker, Some(Holder::from(Some(player))))
            }
        };
        let holder = holder.ok_or_else(|| self.not_understood(token, "marker=one, marker=two or marker=none"))?;
        Ok((self.marker_named(token, marker)?, holder))
    }

    /// Reads an objective of a player.
    pub fn objective(&mut self, player: Player) -> Result<ObjectiveId, Fault> {
        let token = self.next("an objective")?;
        let known = &self.context.names.objectives[player];
        if known.is_empty() {
            return ObjectiveId::new(&token.text).map_err(|error| self.fault(token, error.to_string(), "an id"));
        }
        self.found(token, find_id(known, &token.text, "objective of this player").cloned())
    }

    /// Reads the objective that notes models; one that is not listed is taken as it stands, and the rules decide.
    pub fn noting(&mut self) -> Result<ObjectiveId, Fault> {
        let token = self.next("an objective that notes models, such as while-we-stand-we-fight")?;
        let known = Player::BOTH.into_iter().flat_map(|player| &self.context.names.objectives[player]).cloned();
        let known: Vec<ObjectiveId> = known.collect();
        match find_id(&known, &token.text, "objective") {
            Ok(objective) => Ok(objective.clone()),
            Err(_) => ObjectiveId::new(&token.text).map_err(|error| self.fault(token, error.to_string(), "an id")),
        }
    }

    /// Reads an action; one that is not listed is taken as it stands, and the rules decide.
    pub fn action(&mut self) -> Result<ActionId, Fault> {
        let token = self.next("an action")?;
        match find_id(&self.context.names.actions, &token.text, "action") {
            Ok(action) => Ok(action.clone()),
            Err(error) if self.context.names.actions.is_empty() => {
                ActionId::new(&token.text).map_err(|_| self.fault(token, error.message, "an id"))
            }
            Err(error) => Err(self.fault(token, error.message, error.expected)),
        }
    }

    /// Reads a mission.
    pub fn mission(&mut self) -> Result<MissionId, Fault> {
        let token = self.next("a mission")?;
        self.found(token, self.context.names.find_mission(&token.text))
    }

    /// Reads a secondary objective that may be chosen.
    pub fn choice(&mut self) -> Result<ObjectiveId, Fault> {
        let token = self.next("a secondary objective")?;
        self.found(token, self.context.names.find_choice(&token.text))
    }

    /// Reads a printed name.
    pub fn name(&mut self, expected: &str) -> Result<Name, Fault> {
        let token = self.next(expected)?;
        Name::new(&token.text).map_err(|error| self.fault(token, error.to_string(), expected))
    }

    /// Reads a whole number in range.
    pub fn whole<const MIN: i32, const MAX: i32>(&mut self, what: &str) -> Result<Whole<MIN, MAX>, Fault> {
        let expected = format!("{what}, from {MIN} to {MAX}");
        let token = self.next(&expected)?;
        let number = token.text.strip_prefix('+').unwrap_or(&token.text).parse().ok();
        number.and_then(Whole::new).ok_or_else(|| self.not_understood(token, expected))
    }

    /// A distance in inches, with decimals.
    pub fn inches(&mut self, what: &str) -> Result<Inches, Fault> {
        let token = self.next(what)?;
        serde_json::from_str(&token.text)
            .map_err(|_| self.fault(token, format!("`{}` is not a distance", token.text), what))
    }

    /// Reads a whole number if the next word is one.
    pub fn maybe_whole<const MIN: i32, const MAX: i32>(&mut self) -> Option<Whole<MIN, MAX>> {
        let number = self.peek()?.text.parse().ok().and_then(Whole::new)?;
        self.at += 1;
        Some(number)
    }

    /// Reads `in r2 turn-end` if it is there: a round that has passed, or `end`, and a moment of it.
    pub fn maybe_passed(&mut self) -> Result<Option<PassedMoment>, Fault> {
        let Some(round) = self.tokens.get(self.at + 1).filter(|_| self.peek().is_some_and(|token| token.text == "in"))
        else {
            return Ok(None);
        };
        let number = round.text.strip_prefix(['r', 'R']).unwrap_or(&round.text).parse().ok();
        let round = match number {
            Some(number) => RoundLabel::Number(number),
            None if round.text == "end" => RoundLabel::End(EndLabel::End),
            None => return Ok(None),
        };
        self.at += 2;
        let moment = self.maybe_one_of(&ScoringMoment::ALL.map(|moment| (moment.as_str(), moment)));
        Ok(Some(PassedMoment { round, moment }))
    }

    /// Reads a word and a number behind it, such as `award 2`, if both are there.
    pub fn maybe_numbered<const MIN: i32, const MAX: i32>(&mut self, word: &str) -> Option<Whole<MIN, MAX>> {
        let number = self.tokens.get(self.at + 1)?.text.parse().ok().and_then(Whole::new)?;
        self.skip(word).then(|| self.at += 1)?;
        Some(number)
    }

    /// Reads `one +10` or `two -5` if it is there.
    pub fn maybe_points<const MIN: i32, const MAX: i32>(&mut self) -> Option<(Player, Whole<MIN, MAX>)> {
        let player = self.context.names.find_player(&self.peek()?.text).ok()?;
        let number = &self.tokens.get(self.at + 1)?.text;
        let signed = number.starts_with(['+', '-']).then(|| number.strip_prefix('+').unwrap_or(number));
        let points = signed?.parse().ok().and_then(Whole::new)?;
        self.at += 2;
        Some((player, points))
    }

    /// The number of `one 10`, which is neither a gain nor a loss.
    pub fn points_without_sign(&self) -> Option<&'a Token> {
        self.context.names.find_player(&self.peek()?.text).ok()?;
        self.tokens.get(self.at + 1).filter(|token| token.text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Reads dice as long as the next word is a face.
    pub fn maybe_dice(&mut self) -> Vec<Face> {
        std::iter::from_fn(|| self.maybe_whole()).collect()
    }

    /// Reads a number of dice.
    pub fn dice(&mut self, count: usize) -> Result<Vec<Face>, Fault> {
        (0..count).map(|_| self.whole("a die")).collect()
    }

    /// Reads pairs of dice, `3-5 6-1`, to the end of the line.
    pub fn pairs(&mut self) -> Result<Vec<[Face; 2]>, Fault> {
        let mut pairs = Vec::new();
        while !self.at_end() || pairs.is_empty() {
            let token = self.next("a pair of dice, such as 3-5")?;
            let face = |text: &str| text.parse().ok().and_then(Face::new);
            let pair = token.text.split_once('-').and_then(|(one, two)| Some([face(one)?, face(two)?]));
            pairs.push(pair.ok_or_else(|| self.not_understood(token, "a pair of dice, such as 3-5"))?);
        }
        Ok(pairs)
    }

    /// Reads a phase.
    pub fn maybe_phase(&mut self) -> Option<Phase> {
        let known = &self.context.names.all_phases;
        let typed = self.peek().filter(|_| known.is_empty()).and_then(|token| Phase::new(&token.text.to_lowercase()));
        let words: Vec<(&str, Phase)> = known.iter().chain(&typed).map(|phase| (phase.as_str(), *phase)).collect();
        self.maybe_one_of(&words)
    }

    /// Reads a place if one is there.
    pub fn maybe_place(&mut self) -> Result<Option<Place>, Fault> {
        let Some(token) = self.peek().filter(|token| token.text.starts_with('@') && !token.quoted) else {
            return Ok(None);
        };
        self.at += 1;
        let place = place_value(&token.text[1..]).and_then(|value| Place::read(&value.to_string()).ok());
        place.map(Some).ok_or_else(|| self.not_understood(token, PLACE))
    }

    /// Reads a place.
    pub fn place(&mut self) -> Result<Place, Fault> {
        match self.maybe_place()? {
            Some(place) => Ok(place),
            None => match self.peek() {
                Some(token) => Err(self.not_understood(token, PLACE)),
                None => Err(self.too_early(PLACE)),
            },
        }
    }

    /// Reads everything up to the end of the line as it is typed, and where it begins.
    pub fn rest(&mut self, expected: &str) -> Result<(&'a Token, String), Fault> {
        let first = self.next(expected)?;
        self.at = self.tokens.len();
        let last = self.tokens.last().unwrap_or(first);
        if first.quoted && first == last {
            return Ok((first, first.text.clone()));
        }
        Ok((first, self.line[first.start..last.end].to_owned()))
    }
}

const PLACE: &str = "a place: @12,30;14,30^3 or @zone-a+quarter-ne or @m1:5 or @nowhere or @{…}";

/// The places of models: `x,y`, behind them degrees, behind a `^` inches above the table.
fn models_at(text: &str) -> Option<Vec<Vec<serde_json::Value>>> {
    let number = |text: &str| Some(serde_json::json!(adjutant_engine::numbers::Inches::parse(text)?));
    let models = text.split(';').map(|model| {
        let (flat, up) = model.split_once('^').map_or((model, None), |(flat, up)| (flat, Some(up)));
        let numbers: Option<Vec<_>> = flat.split(',').map(number).collect();
        let mut numbers = numbers.filter(|numbers| matches!(numbers.len(), 2 | 3))?;
        if let Some(up) = up {
            numbers.resize(3, serde_json::Value::Null);
            numbers.push(number(up)?);
        }
        Some(numbers)
    });
    models.collect()
}

/// A place as the log writes it.
fn place_value(text: &str) -> Option<serde_json::Value> {
    if text.starts_with('{') {
        adjutant_engine::chain::scan(text.as_bytes(), adjutant_engine::chain::Form::Free).ok()?;
        return serde_json::from_str(text).ok();
    }
    if text == "nowhere" {
        return Some(serde_json::json!({"declared": {"wholly_within": []}}));
    }
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return Some(serde_json::json!({"models": models_at(text)?}));
    }
    let mut regions = Vec::new();
    let mut in_range = serde_json::Map::new();
    let (mut areas, mut within, mut edges) = (Vec::new(), Vec::new(), serde_json::Map::new());
    for part in text.split('+') {
        match part.split_once(':') {
            Some(("area", area)) => areas.push(area),
            Some(("touches", region)) => within.push(region),
            Some((edge @ ("left" | "right" | "top" | "bottom"), inches)) => {
                edges.insert(edge.to_owned(), serde_json::from_str(inches).ok()?);
            }
            Some((marker, models)) => {
                in_range.insert(marker.to_owned(), models.parse::<u32>().ok()?.into());
            }
            None => regions.push(part),
        }
    }
    let mut declared = serde_json::Map::new();
    if !regions.is_empty() {
        declared.insert("wholly_within".into(), regions.into());
    }
    if !in_range.is_empty() {
        declared.insert("in_range".into(), in_range.into());
    }
    for (key, list) in [("areas", areas), ("within", within)] {
        if !list.is_empty() {
            declared.insert(key.into(), list.into());
        }
    }
    if !edges.is_empty() {
        declared.insert("edges_in".into(), edges.into());
    }
    Some(serde_json::json!({"declared": declared}))
}
