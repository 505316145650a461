//! The board with everything to do: markers, the end of a phase, and what holds it back.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Phase};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::ids::UnitId;
use adjutant_engine::legal::{picks_due, shock_tests_due};
use adjutant_engine::rules::Deed as Doing;
use adjutant_engine::side::By;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_present::names::{self, name_of};
use adjutant_present::units;

use crate::asked::{self, key_of};
use crate::due::{self, unknown_markers, waiting};
use crate::mode::{Field, Mode, Page};
use crate::modes::{cards, holding, lines, picks, sheet};
use crate::plan::Sheet;
use crate::shared::Session;
use crate::step::{Deed, Message};
use crate::text::key::Key;
use crate::text::line::{Line, Role, cut};
use crate::text::pane::Pane;
use crate::tray::draft::{Draft, Verdict};
use crate::tray::verb::{Row, Verb};
use crate::trial::{Plan, Rehearsal, rehearse};
use crate::{feed, plan};

/// Sentences that a page key scrolls.
const PAGE: usize = 6;

/// A key in the overview.
pub fn press(session: &mut Session, key: Key, recording: &Recording) -> Vec<Deed> {
    let Key::Char(letter) = key else {
        match key {
            Key::Enter => session
                .refuse("Enter records nothing here.", Some("> goes on · t ends the turn · k records losses".into())),
            Key::Up => session.scrolled += 1,
            Key::PageUp => session.scrolled += PAGE,
            Key::Down => session.scrolled = session.scrolled.saturating_sub(1),
            Key::PageDown => session.scrolled = session.scrolled.saturating_sub(PAGE),
            _ => {}
        }
        return Vec::new();
    };
    if let Some(verb) = Verb::of_key(letter) {
        return lines::open(session, verb, recording);
    }
    match letter {
        '>' => pass(session, recording),
        't' => session.open(Mode::Sheet),
        'C' if recording.game().state().law().cards.is_some() => session.open(Mode::Cards),
        'y' if recording.game().state().law().cards.is_some() => drawn(session, recording),
        'x' if !(session.tray.is_empty() && session.pending.is_empty() && session.changed.is_empty()) => {
            session.tray.clear();
            session.pending.clear();
            session.changed.clear();
            session.say(Message::Done("Dropped what was set aside; nothing had been recorded.".into()));
            Vec::new()
        }
        _ if everywhere(session, letter, recording) => Vec::new(),
        _ => holding::now(session, key, recording),
    }
}

/// `y`: the cards that are due.
fn drawn(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    match cards::due(recording, recording.game().state()) {
        Some((_, deed)) => vec![deed],
        None if cards_to_draw(recording.game().state()) > 0 => session.open(Mode::Cards),
        None => session.refused("No cards are due.", Some("C shows the cards".into())),
    }
}

/// Keys that look, and mean the same before, in and after the battle; whether it was one of them.
pub fn everywhere(session: &mut Session, letter: char, recording: &Recording) -> bool {
    let mode = match letter {
        ':' => Mode::Typing(Field::Words),
        '/' => {
            session.open(Mode::Form(Verb::Losses));
            Mode::Filter
        }
        '?' => Mode::Read(Page::Help, 0),
        'M' => Mode::Read(Page::Map, 0),
        'B' => Mode::Read(Page::Mission, 0),
        'R' => Mode::Read(Page::Armies, 0),
        'S' => Mode::Read(Page::Sheet, 0),
        'L' => Mode::Look(recording.seq()),
        'i' if !picks_due(recording.game()).is_empty() => Mode::Picks,
        'o' => Mode::Questions,
        'q' => Mode::Leave,
        'z' => Mode::Pause,
        'u' => {
            session.open_undo(recording);
            return true;
        }
        'U' => {
            session.open_redo();
            return true;
        }
        'n' | 'j' | 'd' | 'v' => {
            let (begun, forms) = begun(letter);
            session.open(Mode::Typing(Field::Words));
            session.editor.set(begun);
            session.say(Message::Done(forms.to_owned()));
            return true;
        }
        _ => return false,
    };
    session.open(mode);
    true
}

/// The words that a letter begins, and what can follow them.
fn begun(letter: char) -> (&'static str, &'static str) {
    match letter {
        'j' => ("ruling ", "ruling [winner PLAYER] [PLAYER +N for OBJECTIVE in rN] WHY"),
        'd' => ("roll ", "roll PURPOSE 4 · roll-off PURPOSE 5-2 · dice 2d6 for PURPOSE throws them here"),
        'v' => ("place ", "place UNIT @12,30 or @zone-a+quarter-ne or @m1:5 · Tab completes the unit"),
        _ => ("note ", "note TEXT: it stands in the log and counts nothing"),
    }
}

/// `>`: the phase ends, unless something is open.
fn pass(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    session.passed = true;
    if lines::mend(session, recording) {
        return Vec::new();
    }
    let state = recording.game().state();
    if state.law().phase_after(state.phase).is_none() {
        return session
            .refused(format!("{} is the last phase.", state.phase.title()), Some("t: end of the turn".into()));
    }
    let Sheet { plan, tried, questions } = plan::phase(session, recording.game());
    if let Some(why) = questions.iter().find_map(|need| asked::unfinished(&session.answers, need)) {
        return session.refused(why, Some("Backspace correct · x clear".into()));
    }
    match tried {
        Err(refusal) => {
            session.refused(names::said(state, &refusal.message), Some(names::said(state, &refusal.accepted)))
        }
        Ok(tried) if plan::left_open(recording.game(), &tried).is_empty() || session.waved => {
            session.modes.clear();
            let tray = std::mem::take(&mut session.tray);
            session.send(tray);
            vec![Deed::Record(plan)]
        }
        Ok(_) => {
            (session.in_points, session.mark) = (false, 0);
            session.open(Mode::Guard)
        }
    }
}

/// A key while the phase has something open.
pub fn guard(session: &mut Session, key: Key, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('>') => {
            let waved = session.waved;
            session.modes.pop();
            session.waved = waved;
            pass(session, recording)
        }
        key if session.in_points && in_points(session, key, recording) => Vec::new(),
        Key::Char('x') => {
            session.waved = true;
            Vec::new()
        }
        Key::Char('p') if !fresh(session, recording).is_empty() => {
            (session.in_points, session.mark) = (true, 0);
            Vec::new()
        }
        Key::Char('t') => {
            session.modes.pop();
            session.open(Mode::Sheet)
        }
        Key::Char('o') => {
            session.modes.pop();
            session.open(Mode::Questions)
        }
        Key::Char(letter @ ('r' | 'b')) => {
            session.modes.pop();
            Verb::of_key(letter).map_or_else(Vec::new, |verb| lines::open(session, verb, recording))
        }
        Key::Char('C') if recording.game().state().law().cards.is_some() => {
            session.modes.pop();
            session.open(Mode::Cards)
        }
        Key::Escape => session.back(),
        Key::Char('0'..='9' | '+' | '-') => holding::now(session, key, recording),
        other => session.nothing(other, "x leave it open, then > · digits answer · Esc back"),
    }
}

/// The questions that the end of the phase asks.
fn fresh(session: &Session, recording: &Recording) -> Vec<OpenNeed> {
    not_yet_open(recording, plan::phase(session, recording.game()).questions)
}

fn not_yet_open(recording: &Recording, questions: Vec<OpenNeed>) -> Vec<OpenNeed> {
    let open = &recording.game().state().needs;
    questions.into_iter().filter(|need| !open.iter().any(|open| key_of(open) == key_of(need))).collect()
}

/// A key of the answer in points to what the end of the phase asks; whether it is one.
fn in_points(session: &mut Session, key: Key, recording: &Recording) -> bool {
    let asked = fresh(session, recording);
    let Some(need) = asked.get(session.mark.min(asked.len().saturating_sub(1))) else { return false };
    match key {
        Key::Tab | Key::Down => session.mark = (session.mark + 1) % asked.len(),
        Key::Char('0'..='9' | '=') | Key::Backspace => session.answer(need, key),
        _ => return false,
    }
    true
}

/// A key while the way to a later phase is offered.
pub fn go_to(session: &mut Session, key: Key, verb: Verb, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('>') => {
            session.passed = true;
            let state = recording.game().state();
            let plan = way_to(session, state, verb);
            if let Err((_, refusal)) = rehearse(recording.game(), &plan) {
                return session
                    .refused(names::said(state, &refusal.message), Some(names::said(state, &refusal.accepted)));
            }
            session.modes.clear();
            session.modes.push(Mode::Form(verb));
            let tray = std::mem::take(&mut session.tray);
            session.send(tray);
            vec![Deed::Record(plan)]
        }
        Key::Char('t') => {
            session.modes.pop();
            session.open(Mode::Sheet)
        }
        Key::Escape => session.back(),
        other => session.nothing(other, "> goes there · Esc back"),
    }
}

/// What ends every phase before the one of a verb.
fn way_to(session: &Session, state: &State, verb: Verb) -> Plan {
    let mut plan = plan::end_of_phase(session, state);
    let mut phase = state.phase;
    let allows = |phase: Phase| verb.deed().is_none_or(|deed| state.law().allows(phase, deed, true));
    while let Some(next) = state.law().phase_after(phase).filter(|next| !allows(*next)) {
        plan.push((By::from(state.active), Command::EndPhase { phase: next }));
        phase = next;
    }
    plan
}

/// A key while the clocks stand still.
pub fn pause(session: &mut Session, key: Key) -> Vec<Deed> {
    match key {
        Key::Enter | Key::Escape => session.back(),
        other => session.nothing(other, "Enter goes on"),
    }
}

/// The pane of the overview.
pub fn pane(session: &Session, recording: &Recording) -> Pane {
    let state = recording.game().state();
    let law = state.law();
    let next = law.phase_after(state.phase);
    let mut pane = if state.phase == Phase::COMMAND { command_phase(session, recording) } else { Pane::new("to do") };
    let shaken = shock_tests_due(recording.game());
    pane = pane.rows(reminders(recording, &shaken)).rows(aside(session, recording));
    let markers = state.markers.iter().filter(|marker| marker.on_battlefield).count();
    if state.phase == Phase::COMMAND && markers > 0 {
        pane = pane.key(format!("1-{}", state.markers.len()), "markers");
    }
    if let Some(next) = next {
        pane = pane.key(">", format!("{} phase", next.title()));
    }
    pane = pane.key("t", "end turn").key("k", "losses");
    for (verb, deed) in [
        (Verb::Act, Doing::Action),
        (Verb::Arrive, Doing::Arrive),
        (Verb::Psychic, Doing::Cast),
        (Verb::Shoot, Doing::Shoot),
        (Verb::Charge, Doing::Charge),
        (Verb::Fight, Doing::Fight),
        (Verb::Morale, Doing::Morale),
    ] {
        if law.allows(state.phase, deed, true) {
            pane = pane.key(verb.key().to_string(), verb.name());
        }
    }
    if !shaken.is_empty() {
        pane = pane.key(Verb::Shock.key().to_string(), Verb::Shock.name());
    }
    if let Some((many, _)) = cards::due(recording, state) {
        pane = pane.key("y", format!("draw {many}"));
    }
    if law.cards.is_some() {
        pane = pane.key("C", "cards");
    }
    let open = state.needs.len() + state.missed.len();
    if open > 0 {
        pane = pane.key("o", format!("open ({open})"));
    }
    pane.key("g", "Stratagem").key("u", "undo").key("L", "look back").key(":", "words").key("?", "keys")
}

/// Who holds what, and what the end of the Command phase will pay.
fn command_phase(session: &Session, recording: &Recording) -> Pane {
    let state = recording.game().state();
    let (own, other) = (name_of(state, state.active), name_of(state, state.active.opponent()));
    let last = state.markers.len();
    let mut pane = Pane::new("Command phase · markers")
        .row("Which markers changed hands? Only what is new.")
        .row(format!("  1-{last} {own} (this turn)   - then a digit {other}   0 then a digit nobody"));
    pane.rows.extend(holding::changed(session, state));
    pane.rows.push(Line::default());
    match rehearse(recording.game(), &plan::end_of_phase(session, state)) {
        Err((_, refusal)) => pane.told(names::said(state, &refusal.message), Role::Wrong),
        Ok(tried) => ends(pane, "Command", &tried),
    }
}

/// With what the end of a phase brings about.
fn ends(pane: Pane, phase: &str, tried: &Rehearsal) -> Pane {
    match feed::brings(tried) {
        rows if rows.is_empty() => pane.row(format!("> ends the {phase} phase: no points")),
        rows => pane.row(format!("> ends the {phase} phase with")).rows(rows),
    }
}

/// What is typed and not recorded, and what is under way; nothing where nothing is.
fn aside(session: &Session, recording: &Recording) -> Vec<Line> {
    let state = recording.game().state();
    let mut rows = Vec::new();
    if !session.tray.is_empty() {
        let mut line = Line::of(" set aside: ", Role::Quiet);
        for draft in session.tray.iter().take(3) {
            line.push(format!("{} ({}) ", brief(draft, recording), draft.verb.key()), Role::Soon);
        }
        if session.tray.len() > 3 {
            line.push(format!("and {} more", session.tray.len() - 3), Role::Soon);
        }
        rows.push(line);
    }
    let busy = state.units.iter().filter_map(|unit| {
        let doing = unit.action.as_ref()?;
        let marker = doing.marker.map_or(String::new(), |at| format!(" {}", state.markers[at].id));
        Some(format!("{}{marker} ({})", names::action_name(state, &doing.action), units::name(state, &unit.id)))
    });
    let busy: Vec<String> = busy.collect();
    if !busy.is_empty() {
        rows.push(Line::of(format!(" running: {}", busy.join(", ")), Role::Quiet));
    }
    rows
}

/// A line of the tray in few words.
fn brief(draft: &Draft, recording: &Recording) -> String {
    match draft.judge(recording.game()) {
        Verdict::Complete(words) | Verdict::Part(words) | Verdict::Which(words) | Verdict::Wrong(words) => {
            cut(&words, 34)
        }
    }
}

/// What wants to be done before it hurts.
pub fn reminders(recording: &Recording, shaken: &[UnitId]) -> Vec<Line> {
    let state = recording.game().state();
    let law = state.law();
    let own = state.active;
    let mut rows = Vec::new();
    let bright = |text: String| Line::of(format!(" ! {text}"), Role::Soon);
    let quiet = |text: String| Line::plain(format!(" · {text}"));
    rows.extend(due::cards_in_play(state).map(quiet));
    rows.extend(cards::reminder(recording).into_iter().chain(picks::reminders(recording)).map(bright));
    if !shaken.is_empty() {
        let due: Vec<String> = shaken.iter().map(|unit| units::name(state, unit)).collect();
        rows.push(bright(format!("Battle-shock due: {} (b)", due.join(", "))));
    }
    let arrivals = law.allows(state.phase, Doing::Arrive, true) || state.phase == Phase::COMMAND;
    let waiting = waiting(state, own);
    if let Some((from, until)) = law.arrivals
        && arrivals
        && !waiting.is_empty()
        && (from..=until).contains(&state.round)
    {
        let names = waiting.join(", ");
        rows.push(if state.round == until {
            bright(format!("{names}: last round to arrive (r)"))
        } else {
            quiet(format!("{names} in reserve (r)"))
        });
    }
    if law.allows(state.phase, Doing::Action, true) {
        for possible in possible_actions(recording) {
            rows.push(quiet(format!("{possible} (a)")));
        }
    }
    if law.allows(state.phase, Doing::PsychicAction, true) {
        for (action, unit) in due::psychic_of(recording.game()) {
            rows.push(quiet(format!(
                "{} may try {} (p)",
                units::name(state, &unit),
                names::action_name(state, &action)
            )));
        }
    }
    let unknown: Vec<&str> = unknown_markers(state).map(|id| id.as_str()).collect();
    if state.phase == Phase::COMMAND && !unknown.is_empty() && state.round > 1 {
        rows.push(quiet(format!("{}: who holds them?", unknown.join(" "))));
    }
    let tests = law.phase_of(Doing::Morale).map(|(phase, ..)| phase);
    if tests == Some(state.phase) {
        let due = state
            .living(own)
            .filter(|unit| unit.acts.models_lost > 0 && unit.models() > 0 && unit.acts.morale_in_phase == 0);
        let due: Vec<String> = due.map(|unit| units::name(state, &unit.id)).collect();
        if !due.is_empty() {
            rows.push(bright(format!("Morale due: {} (l)", due.join(", "))));
        }
    }
    for need in &state.needs {
        let name = names::objective_name(state, need.player, &need.objective);
        rows.push(bright(format!(
            "open: {}, {name}, {} (o)",
            name_of(state, need.player),
            names::round_in_words(need.round)
        )));
    }
    for missed in &state.missed {
        let need = &missed.need;
        let name = names::objective_name(state, need.player, &need.objective);
        rows.push(quiet(format!(
            "open: {}, {name}, {} (o)",
            name_of(state, need.player),
            names::round_in_words(need.round)
        )));
    }
    if let Some(player) = state.conceded {
        rows.push(bright(format!("{} gave up: t goes on, `:end battle` stops", name_of(state, player))));
    }
    if state.length_asked {
        rows.push(bright("Is another round fought? Roll a die: `:roll length D`".into()));
    }
    rows
}

/// The actions that could start now, each with all its places: `Raise Banners possible: m2 m3 m5`.
fn possible_actions(recording: &Recording) -> Vec<String> {
    let state = recording.game().state();
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    for (_, row, says) in due::action_rows(recording.game()) {
        let Row::Action(target) = row else { continue };
        let name = names::action_name(state, &target.action);
        let place = target.marker.map_or_else(|| says.replacen(&name, "", 1).trim().to_owned(), |id| id.to_string());
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, places)) => places.push(place),
            None => named.push((name, vec![place])),
        }
    }
    let said = named.into_iter().map(|(name, places)| {
        let places: Vec<String> = places.into_iter().filter(|place| !place.is_empty()).collect();
        let at = if places.is_empty() { String::new() } else { format!(": {}", places.join(" ")) };
        format!("{name} possible{at}")
    });
    said.collect()
}

/// The pane of the guard.
pub fn guard_pane(session: &Session, recording: &Recording, columns: usize) -> Pane {
    let state = recording.game().state();
    let mut pane = Pane::new(format!("{} phase · something is open", state.phase.title()));
    let Sheet { tried, questions, .. } = plan::phase(session, recording.game());
    let asked = not_yet_open(recording, questions);
    if let Ok(tried) = tried {
        let open = plan::left_open(recording.game(), &tried);
        if open.is_empty() {
            pane = pane.row("Nothing is open any more.");
        }
        for open in open {
            pane = pane.told(open, Role::Soon);
        }
        pane.rows.extend(holding::changed(session, state));
        for (at, need) in asked.iter().enumerate().filter(|_| session.in_points) {
            pane.rows.extend(sheet::question(session, need, recording, session.mark == at, columns));
        }
        pane.rows.push(Line::default());
        pane = ends(pane, &state.phase.title(), &tried);
    }
    let digits = if state.markers.is_empty() { String::new() } else { format!("1-{}", state.markers.len()) };
    let (digits, does) = if session.in_points { ("0-9".to_owned(), "points") } else { (digits, "answer") };
    if !asked.is_empty() && !session.in_points {
        pane = pane.key("p", "answer in points");
    }
    if session.waved {
        pane.key(">", "end the phase").key("Esc", "back")
    } else {
        pane.key("x", "leave it open, then >").key(digits, does).key("t", "end turn").key("Esc", "back")
    }
}

/// The pane of the way to a later phase.
pub fn go_to_pane(session: &Session, recording: &Recording, verb: Verb) -> Pane {
    let state = recording.game().state();
    let phase = verb
        .deed()
        .and_then(|deed| state.law().phase_of(deed))
        .map_or_else(String::new, |(phase, ..)| phase.title().to_owned());
    let mut pane = Pane::new(format!("{phase} comes later"))
        .row(format!("This is the {} phase. > ends it and goes to the {phase} phase.", state.phase.title()));
    if let Ok(tried) = rehearse(recording.game(), &way_to(session, state, verb)) {
        for open in plan::left_open(recording.game(), &tried) {
            pane = pane.told(open, Role::Soon);
        }
        pane = pane.rows(feed::brings(&tried));
    }
    pane = pane.rows(reminders(recording, &shock_tests_due(recording.game())));
    pane.key(">", format!("go to {phase}")).key("t", "end turn").key("Esc", "back")
}
