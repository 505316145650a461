//! What an event refuses, what its records say in words, and what its judge finds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use adjutant_app::error::{Error, Origin, Refused, TournamentRefused};
use adjutant_tournament::check::{Finding, FindingKind, check_records};
use adjutant_tournament::command::{Cut, Judging};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, Refusal, RoundNumber, Tournament, TournamentCommand, TournamentLog, decide};
use serde_json::{Value, json};

use super::page::{Mask, Page, texts};
use super::provoke::{Vocabulary, fields_of};
use super::{Program, shown};
use support::{AT, Dice, Mischief, new_event, play, simulate_with};

#[allow(dead_code, reason = "the tests of tournaments use the rest")]
#[path = "../../crates/tournament/tests/support/forged.rs"]
mod forged;
#[path = "../../crates/tournament/tests/support/mod.rs"]
pub mod support;

const SPEAKERS: [By; 3] = [By::Organiser, By::Judge, By::Player];

/// An event, and what was refused in the course of it.
struct Held {
    name: &'static str,
    log: TournamentLog,
    refused: Vec<(u64, By, TournamentCommand, Refusal)>,
}

fn policies(value: &Value) -> Policies {
    let mut whole = serde_json::to_value(Policies::default()).expect("JSON");
    whole.as_object_mut().expect("fields").extend(value.as_object().expect("fields").clone());
    serde_json::from_value(whole).expect("policies")
}

/// A day of four in the hall: reports, disputes, calls, clocks, lists, passes; every line is said, and what is refused
/// is kept.
const DAY: &str = r#"
organiser {"note":{"text":"too early"}}
organiser {"create":{"format":1,"law":3,"event":"day","name":"Day","rounds":3,"seed":"SEED"}}
organiser {"create":{"format":1,"event":"day","name":"Day","rounds":3,"seed":"SEED","policies":{"vp_max":100,"categories":[{"name":"painting","max":40}]}}}
organiser {"register":{"player":"anna","name":"Anna","club":"Reds"}}
organiser {"register":{"player":"anna","name":"Anna"}}
organiser {"register":{"player":"ben","name":"Ben","seat":2}}
organiser {"register":{"player":"carl","name":"Carl"}}
organiser {"register":{"player":"dora","name":"Dora"}}
organiser {"register":{"player":"zoe","name":"Zoe"}}
organiser {"late-entry":{"player":"late","name":"Late"}}
organiser {"withdraw":{"player":"zoe"}}
organiser {"settings":{"name":"Day of four","why":"a better name"}}
organiser {"table":{"table":1,"name":"by the window"}}
organiser {"table":{"table":9,"closed":true}}
organiser {"edit-player":{"player":"anna","name":"Anna Berg","club":"Blues","why":"misspelt"}}
player {"check-in":{"player":"anna"}}
player {"roster":{"player":"anna","digest":"HASH"}}
organiser {"pass":{"kind":"player","id":"anna","issue":1}}
organiser {"pass":{"kind":"player","id":"anna","issue":2}}
organiser {"bye-request":{"player":"anna","round":3,"points":1}}
organiser {"bye-request":{"player":"anna","round":3,"points":1}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"ben"},{"table":2,"one":"carl","two":"dora"}]}}
organiser {"drop":{"player":"dora"}}
organiser {"publish":{"round":1}}
organiser {"return":{"player":"dora"}}
organiser {"publish":{"round":1}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}]}}
organiser {"repair":{"round":1,"tables":[{"table":1,"one":"anna","two":"ben"},{"table":2,"one":"carl","two":"dora"}],"why":"friends"}}
judge {"retract":{"seq":2,"why":"a slip"}}
organiser {"retract":{"seq":2,"why":"a slip"}}
organiser {"publish":{"round":1,"as_drafted":true}}
organiser {"withdraw":{"player":"carl"}}
organiser {"register":{"player":"new","name":"New"}}
player {"roster":{"player":"ben","digest":"HASH"}}
organiser {"round-clock":{"round":1,"state":"start","minutes":150}}
organiser {"round-clock":{"round":1,"state":"start","minutes":150}}
organiser {"round-clock":{"round":1,"state":"pause"}}
organiser {"round-clock":{"round":1,"state":"add","minutes":5}}
organiser {"round-clock":{"round":1,"state":"pause"}}
organiser {"round-clock":{"round":1,"state":"resume"}}
organiser {"round-clock":{"round":1,"state":"resume"}}
organiser {"round-clock":{"round":1,"state":"stop"}}
organiser {"round-clock":{"round":1,"state":"stop"}}
organiser {"extend":{"round":1,"table":1,"minutes":10,"why":"a judge call"}}
player {"call":{"table":1,"player":"anna","kind":"rules","why":"a wall"}}
player {"call":{"table":1,"player":"ben","kind":"slow-play"}}
player {"answer":{"seq":CALL,"player":"ben"}}
player {"answer":{"seq":2,"player":"anna"}}
judge {"answer":{"seq":2,"why":"settled"}}
judge {"answer":{"seq":CALL,"why":"settled"}}
player {"call":{"table":2,"player":"carl","kind":"other"}}
player {"answer":{"seq":CALL,"player":"carl"}}
player {"report":{"round":1,"table":1,"player":"anna","one":75,"two":62}}
organiser {"retract":{"seq":LAST,"why":"a slip"}}
player {"report":{"round":1,"table":2,"player":"anna","one":75,"two":62}}
organiser {"report":{"round":1,"table":1,"player":"ben","one":75,"two":62}}
player {"report":{"round":1,"table":1,"player":"ben","one":75,"two":62}}
player {"report":{"round":1,"table":1,"player":"ben","one":75,"two":62}}
player {"dispute":{"round":1,"table":2,"player":"carl"}}
player {"dispute":{"round":1,"table":1,"player":"ben","why":"wrong"}}
player {"dispute":{"round":1,"table":1,"player":"anna"}}
organiser {"result":{"round":1,"table":2,"one":101,"two":0}}
organiser {"result":{"round":1,"table":2,"one":40,"two":40,"from":{"match":"day-r1-t02","head":"HASH"}}}
organiser {"close-round":{"round":1}}
organiser {"amend-result":{"result":{"round":1,"table":1,"one":62,"two":75,"from":{"match":"day-r1-t02","head":"HASH"}},"why":"the same log"}}
organiser {"amend-result":{"result":{"round":1,"table":1,"one":62,"two":75},"why":"swapped"}}
judge {"infraction":{"player":"ben","kind":"warning","why":"late"}}
judge {"infraction":{"player":"ben","kind":"points","points":-5,"why":"rude"}}
organiser {"penalty":{"player":"ben","points":-1,"why":"late"}}
organiser {"award":{"player":"dora","award":"painting","points":10}}
organiser {"award":{"player":"dora","award":"painting","points":10}}
organiser {"award":{"player":"dora","award":"painting","points":50,"again":true}}
organiser {"award":{"player":"dora","award":"cooking","points":5}}
organiser {"move":{"round":1,"table":1,"to":7,"why":"a broken leg"}}
organiser {"move":{"round":1,"table":7,"to":9,"why":"quieter"}}
organiser {"repair":{"round":1,"tables":[{"table":7,"one":"anna","two":"dora"},{"table":2,"one":"carl","two":"ben"}],"why":"too late"}}
organiser {"close-round":{"round":1}}
organiser {"settings":{"rounds":4,"why":"longer"}}
organiser {"settings":{"pack":"gt2020","why":"another"}}
organiser {"late-entry":{"player":"late","name":"Late","club":"Reds"}}
organiser {"finish":{}}
organiser {"archive":{"archived":true}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"ben"},{"table":2,"one":"carl","two":"dora"}],"byes":["late"]}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"penalty":{"player":"ben","points":-1,"why":"late"}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"amend-result":{"result":{"round":1,"table":2,"one":41,"two":40},"why":"misread"}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"award":{"player":"carl","award":"painting","points":5}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"table":{"table":1,"mission":"overrun"}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"edit-player":{"player":"carl","club":"Greens","why":"moved"}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"settings":{"policies":{"vp_max":90},"why":"another pack"}}
organiser {"publish":{"round":2}}
organiser {"pair":{"round":2,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"},{"table":2,"one":"ben","two":"dora"}],"byes":["late"]}}
organiser {"publish":{"round":2}}
organiser {"result":{"round":2,"table":1,"one":10,"two":20}}
organiser {"result":{"round":2,"table":1,"one":10,"two":20}}
organiser {"result":{"round":2,"table":2,"one":10,"two":20,"no-show":"one"}}
organiser {"retract":{"seq":3,"why":"a slip"}}
organiser {"retract":{"seq":7,"why":"a slip"}}
organiser {"retract":{"seq":1,"why":"a slip"}}
organiser {"retract":{"seq":999,"why":"a slip"}}
organiser {"close-round":{"round":2}}
organiser {"pair":{"round":3,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"ben","two":"carl"}],"byes":["late","dora"]}}
organiser {"penalty":{"player":"ben","points":-1,"why":"a slip"}}
organiser {"retract":{"seq":LAST,"why":"a slip"}}
organiser {"retract":{"seq":LAST,"why":"a slip"}}
organiser {"cut":{"players":["anna","carl"]}}
organiser {"cut":{"players":["anna","carl"]}}
organiser {"pods":{"pods":[["anna","ben"],["carl","dora"]]}}
organiser {"pair":{"round":3,"system":"single-elimination","method":"manual","algorithm":1,"tables":[{"table":1,"one":"anna","two":"carl"}]}}
organiser {"publish":{"round":3}}
organiser {"result":{"round":3,"table":1,"one":50,"two":50}}
organiser {"finish":{}}
organiser {"finish":{"early":true}}
organiser {"result":{"round":3,"table":1,"one":50,"two":50,"winner":"one"}}
organiser {"close-round":{"round":3}}
organiser {"finish":{}}
organiser {"drop":{"player":"anna"}}
organiser {"archive":{"archived":true}}
organiser {"archive":{"archived":false}}
organiser {"sign":{"head":"HEAD"}}
player {"sign":{"player":"anna","head":"HEAD"}}
organiser {"retract":{"seq":LAST,"why":"a slip"}}
organiser {"note":{"text":"well played"}}
"#;

/// Teams of three, one table step by step.
const TEAMS: &str = r#"
organiser {"create":{"format":1,"event":"wtc","name":"Teams","rounds":2,"seed":"SEED","policies":{"team_size":3}}}
organiser {"register":{"player":"rooks","name":"Rooks","members":["Anna","Bert","Carl"]}}
organiser {"register":{"player":"knights","name":"Knights","members":["Dora","Emil"]}}
organiser {"register":{"player":"knights","name":"Knights","members":["Dora","Emil","Fritz"]}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"rooks","two":"knights"}]}}
organiser {"publish":{"round":1}}
organiser {"team-step":{"round":1,"table":1,"step":{"place":{"side":"one","game":1,"table":1}}}}
organiser {"team-step":{"round":1,"table":1,"step":{"token":{"side":"one"}}}}
player {"team-step":{"round":1,"table":1,"step":{"commit":{"side":"one","digest":"DIGEST1"}}}}
player {"team-step":{"round":1,"table":1,"step":{"commit":{"side":"one","digest":"DIGEST1"}}}}
player {"team-step":{"round":1,"table":1,"step":{"reveal":{"side":"one","salt":"SALT","value":[1]}}}}
player {"team-step":{"round":1,"table":1,"step":{"commit":{"side":"two","digest":"DIGEST2"}}}}
player {"team-step":{"round":1,"table":1,"step":{"reveal":{"side":"one","salt":"SALT","value":[2]}}}}
player {"team-step":{"round":1,"table":1,"step":{"reveal":{"side":"one","salt":"SALT","value":[1]}}}}
player {"team-step":{"round":1,"table":1,"step":{"reveal":{"side":"two","salt":"SALT","value":[9]}}}}
player {"team-step":{"round":1,"table":1,"step":{"reveal":{"side":"two","salt":"SALT","value":[2]}}}}
organiser {"result":{"round":1,"table":1,"one":30,"two":30}}
organiser {"result":{"round":1,"table":1,"one":0,"two":0,"games":[[12,8],[10,10],[8,12]]}}
"#;

/// Made of a chess report.
const IMPORTED: &str = r#"
organiser {"create":{"format":1,"event":"club","name":"Club","rounds":1,"seed":"SEED"}}
organiser {"import":{"text":"012 Club\n"}}
organiser {"import":{"text":"012 Club\n"}}
organiser {"register":{"player":"anna","name":"Anna"}}
"#;

/// Says the lines of a day.
fn said(name: &'static str, lines: &str) -> Held {
    use adjutant_tournament::teams::{Member, digest};
    let mut held = Held { name, log: TournamentLog::new(), refused: Vec::new() };
    let salt = "00112233445566778899aabbccddeeff";
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let (by, command) = line.split_once(' ').expect("a speaker");
        let call = held.log.records().iter().rfind(|record| matches!(record.command, TournamentCommand::Call(_)));
        let command = command
            .replace("CALL", &call.map_or(0, |call| call.seq).to_string())
            .replace("LAST", &held.log.records().len().to_string())
            .replace("SEED", &"07".repeat(32))
            .replace("HASH", &"ab".repeat(32))
            .replace("HEAD", &held.log.head().to_string())
            .replace("DIGEST1", &digest(salt, &[Member(1)]).to_string())
            .replace("DIGEST2", &digest(salt, &[Member(2)]).to_string())
            .replace("SALT", salt);
        let command = serde_json::from_str(&command).unwrap_or_else(|error| panic!("{error}: {command}"));
        // `judge:mia` is a judge who is known by name.
        let (by, judge) = by.split_once(':').map_or((by, None), |(by, judge)| (by, Some(judge)));
        let judge = judge.map(|id| Judging { id: id.parse().expect("an id"), despite: None });
        held.say(serde_json::from_value(json!(by)).expect("a speaker"), judge, command);
    }
    held
}

impl Held {
    fn say(&mut self, by: By, judge: Option<Judging>, command: TournamentCommand) {
        let seq = self.log.records().len() as u64 + 1;
        if let Err(refusal) = self.log.record_of(AT, by, judge, command.clone()).map(|_| ()) {
            self.refused.push((seq, by, command, refusal));
        }
    }

    fn of(name: &'static str, log: TournamentLog) -> Held {
        Held { name, log, refused: Vec::new() }
    }
}

/// A Swiss round, a cut of four, and a final.
fn cut() -> TournamentLog {
    let mut log = new_event(8, 1, Policies::default(), &mut Dice(8));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(2));
    let players = standings(log.state(), RoundNumber(1)).rows.iter().take(4).map(|row| row.player.clone()).collect();
    support::record(&mut log, TournamentCommand::Cut(Cut::to(players)));
    for _ in 0..2 {
        let draft = draft_round(log.state()).expect("a round");
        play(&mut log, &draft, &mut Dice(2));
    }
    log
}

/// An event of some system that nobody disturbs.
fn undisturbed(players: u32, rounds: u16, change: &Value) -> TournamentLog {
    let (mut log, mut dice) = (new_event(players, rounds, policies(change), &mut Dice(3)), Dice(4));
    while let Ok(draft) = draft_round(log.state()) {
        play(&mut log, &draft, &mut dice);
    }
    log
}

/// Missions by what the armies are bent on.
const MATRIX: &str = r#"
organiser {"create":{"format":1,"event":"mx","name":"Matrix","rounds":2,"seed":"SEED","policies":{"matrix":[{"between":["hold","purge"],"missions":["hp-a","hp-b"]},{"between":["hold","hold"],"missions":["hh"]}]}}}
organiser {"register":{"player":"anna","name":"Anna","disposition":"paint"}}
organiser {"register":{"player":"anna","name":"Anna","disposition":"hold"}}
organiser {"register":{"player":"ben","name":"Ben"}}
player {"roster":{"player":"ben","digest":"HASH","disposition":"purge"}}
organiser {"edit-player":{"player":"anna","disposition":"purge","why":"misread"}}
organiser {"edit-player":{"player":"anna","disposition":"hold","why":"misread"}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"ben","mission":"hp-a"}]}}
organiser {"publish":{"round":1}}
organiser {"roster":{"player":"ben","digest":"HASH","disposition":"hold"}}
organiser {"edit-player":{"player":"anna","disposition":"purge","why":"changed"}}
"#;

/// Phones that sign.
const KEYS: &str = r#"
organiser {"create":{"format":1,"event":"keys","name":"Keys","rounds":1,"seed":"SEED"}}
organiser {"register":{"player":"anna","name":"Anna"}}
organiser {"register":{"player":"ben","name":"Ben"}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"ben"}]}}
organiser {"publish":{"round":1}}
player {"key":{"kind":"judge","id":"mia","key":"HASH"}}
player {"key":{"kind":"player","id":"carl","key":"HASH"}}
player {"report":{"round":1,"table":1,"player":"anna","one":40,"two":60,"key":"HASH","signature":"HASHHASH"}}
player {"report":{"round":1,"table":1,"player":"anna","one":40,"two":60,"key":"HASH"}}
player {"key":{"kind":"player","id":"anna","key":"HASH"}}
player {"key":{"kind":"player","id":"anna","key":"HASH"}}
player {"key":{"kind":"player","id":"ben","key":"HASH"}}
player {"key":{"kind":"player","id":"anna","key":"HEAD"}}
player {"key":{"kind":"player","id":"anna","key":"SEED","word":"anna"}}
player {"key":{"kind":"player","id":"anna","key":"SEED"}}
player {"key":{"kind":"player","id":"anna","key":"SEED"}}
player {"key":{"kind":"player","id":"anna","key":"SEED","word":"ben"}}
judge {"key":{"kind":"table","id":"1","key":"SALTSALT"}}
player {"report":{"round":1,"table":1,"player":"anna","one":40,"two":60,"key":"HASH","signature":"HASHHASH"}}
"#;

/// A judge of a player's club.
const JUDGES: &str = r#"
organiser {"create":{"format":1,"event":"judges","name":"Judges","rounds":1,"seed":"SEED","policies":{"places":2}}}
organiser {"register":{"player":"anna","name":"Anna","club":"Rooks"}}
organiser {"register":{"player":"ben","name":"Ben"}}
organiser {"register":{"player":"carl","name":"Carl"}}
organiser {"return":{"player":"carl"}}
organiser {"payment":{"player":"anna","paid":true}}
organiser {"payment":{"player":"anna","paid":true}}
organiser {"payment":{"player":"anna","paid":false}}
organiser {"judge":{"id":"mia","club":"rooks","team":"Red"}}
organiser {"judge":{"id":"mia","club":"rooks","team":"Red"}}
organiser {"judge":{"id":"joe"}}
organiser {"table":{"table":1,"hall":"Annex"}}
organiser {"table":{"table":1,"layout":{"name":"Old town","pieces":[{"id":"t1","kind":"ruins","footprint":[[7,10],[13,10],[13,14],[7,14]],"height":5}]}}}
organiser {"table":{"table":1,"layout":{"name":"Old town","pieces":[{"id":"t1","kind":"woods","footprint":[[7,10],[13,10]]}]}}}
organiser {"table":{"table":1,"layout":{"name":"Old town","pieces":[]}}}
organiser {"pair":{"round":1,"system":"swiss","method":"random","algorithm":1,"tables":[{"table":1,"one":"anna","two":"ben"}]}}
organiser {"publish":{"round":1}}
judge:mia {"extend":{"round":1,"table":1,"minutes":10,"why":"a long ruling"}}
judge:kim {"extend":{"round":1,"table":1,"minutes":10,"why":"a long ruling"}}
judge:joe {"infraction":{"player":"ben","kind":"yellow-card","why":"slow"}}
judge:joe {"infraction":{"player":"ben","kind":"red-card","why":"slow again"}}
organiser {"table":{"table":1,"clears":["hall"]}}
"#;

static HELD: LazyLock<Vec<Held>> = LazyLock::new(|| {
    vec![
        said("day", DAY),
        said("teams", TEAMS),
        said("imported", IMPORTED),
        said("matrix", MATRIX),
        said("keys", KEYS),
        said("judges", JUDGES),
        Held::of("swiss", simulate_with(7, 3, Policies::default(), 1, Mischief::All, |_, _| {})),
        Held::of("check-in", new_event(5, 3, policies(&json!({"check_in": true})), &mut Dice(5))),
        Held::of("round robin", undisturbed(5, 5, &json!({"system": "round-robin"}))),
        Held::of("pods", forged::in_pods()),
        Held::of("elimination", undisturbed(6, 3, &json!({"system": "single-elimination"}))),
        Held::of("double elimination", undisturbed(4, 6, &json!({"system": "double-elimination"}))),
        Held::of("cut", cut()),
    ]
});

/// One form of each kind of command, and one for each set of fields that was recorded.
fn forms(vocabulary: &mut Vocabulary) -> Vec<Value> {
    let mut forms: BTreeMap<String, Value> = BTreeMap::new();
    for held in HELD.iter() {
        let recorded = held.log.records().iter().map(|record| &record.command);
        for command in recorded.chain(held.refused.iter().map(|(_, _, command, _)| command)) {
            let value = serde_json::to_value(command).expect("JSON");
            vocabulary.learn("", &value);
            forms.entry(fields_of(&value)).or_insert(value);
        }
    }
    forms.into_values().collect()
}

fn names(log: &TournamentLog) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for record in log.records() {
        let value = serde_json::to_value(&record.command).expect("JSON");
        if let TournamentCommand::Create(_) | TournamentCommand::Register(_) | TournamentCommand::LateEntry(_) =
            record.command
        {
            texts(&value, &mut names);
        }
    }
    names
}

/// The name of a variant, which the compiler asks for where a new one comes.
macro_rules! variants {
    ($list:ident $name:ident $type:ident: $($variant:ident)*) => {
        const $list: &[&str] = &[$(stringify!($variant)),*];

        fn $name(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant),)*
            }
        }
    };
}

variants! { REFUSALS refusal_name Refusal:
    Creation OutOfRange Conflict Finished NotYours ForOrganiser ForPlayers NotYourCall UnknownPlayer KnownPlayer EntryTime
    NoFreePlace Already WrongRound RoundState ResultsOpen NoMoreRounds UnknownTable TableTwice PairedTwice LeftOut NotHere
    SecondBye Rematch NotAtTable UnknownDisposition DispositionFixed ListsClosed ClockState OpenAlready NothingOpen DisputeOpen HasResult NoResult MatchUsed
    BadCut BadPods NobodyPlays GamesRest Outdated ResultStands VictoryPoints NoDraw BadLayout ClosedTable HasAward UnknownAward AwardBounds
    InEffect RoundsLeft TeamStep PassIssue BadKey NotRetractable ReliedOn RetractBreaks TooCostly Newer
}

variants! { COMMANDS command_name TournamentCommand:
    Create Settings Register Roster CheckIn LateEntry Drop Return Table Pair Repair EditPlayer Withdraw ByeRequest Move
    Infraction Publish Result AmendResult Penalty Award CloseRound Cut Pods Finish Archive Retract Sign TeamStep Note
    Import Report Dispute RoundClock Extend Call Answer Pass Key Judge Payment
}

/// Writes down a refusal as the program shows it.
fn note(
    page: &mut Page,
    mask: &mut Mask,
    held: &Held,
    seq: u64,
    by: By,
    command: &TournamentCommand,
    refusal: Refusal,
) {
    let (message, hint) = (refusal.message(), refusal.hint());
    let shape = format!("{} | {}", mask.shape(&message), mask.shape(hint.as_deref().unwrap_or("")));
    page.add(&format!("{} ({})", refusal_name(&refusal), refusal.code()), &shape, || {
        let record = json!({"by": by, "do": command});
        let hint = hint.map_or_else(String::new, |hint| format!("hint: {hint}\n"));
        let refused = Refused {
            place: format!("record {seq}"),
            words: command_name(command).to_lowercase(),
            refusal,
            origin: Origin::Entered,
        };
        let event = Some("gt".parse().expect("an id"));
        let error = Error::TournamentRefused(Box::new(TournamentRefused { refused, event, overtaken: false }));
        format!("{message}\n{hint}{}in {}: {record}", shown(error), held.name)
    });
}

fn tried(state: &Tournament, by: By, command: &TournamentCommand) -> Option<Refusal> {
    decide(state, by, command).err()
}

fn refusals() -> Page {
    let mut page = Page::default();
    let mut vocabulary = Vocabulary::default();
    let forms = forms(&mut vocabulary);
    let variants: Vec<TournamentCommand> = forms
        .iter()
        .flat_map(|form| std::iter::once(form.clone()).chain(vocabulary.variants(form)))
        .filter_map(|value| serde_json::from_value(value).ok())
        .collect();
    for held in HELD.iter() {
        let mut mask = Mask::of(names(&held.log));
        let mut log = TournamentLog::new();
        for (seq, by, command, refusal) in &held.refused {
            note(&mut page, &mut mask, held, *seq, *by, command, refusal.clone());
        }
        let records = held.log.records();
        for at in 0..=records.len() {
            let seq = at as u64 + 1;
            // The first days say what any day says; of the long ones every fourth moment is enough.
            let whole = at % 4 == 0 || records.len() - at < 3;
            for command in variants.iter().filter(|_| whole) {
                for by in SPEAKERS {
                    if let Some(refusal) = tried(log.state(), by, command) {
                        note(&mut page, &mut mask, held, seq, by, command, refusal);
                    }
                }
            }
            if let Some(record) = records.get(at) {
                let (by, judge) = (record.by, record.judge.clone());
                log.record_of(record.at, by, judge, record.command.clone()).expect("a record that was taken");
            }
        }
        for seq in 1..=records.len() as u64 {
            let command = TournamentCommand::Retract { seq, why: "a slip".parse().expect("a reason"), later: None };
            for by in SPEAKERS {
                if let Err(refusal) = log.clone().record(AT, by, command.clone()) {
                    note(&mut page, &mut mask, held, records.len() as u64 + 1, by, &command, refusal);
                }
            }
        }
    }
    page
}

/// Refusals that nothing here provokes: it takes too long to take so much back.
const NOT_PROVOKED: [&str; 1] = ["TooCostly"];

#[test]
fn every_refusal_of_an_event_stands_in_the_book() {
    let page = refusals();
    crate::snapshots::holds("sentences/event-refusals.txt", &page.text("What an event refuses"));
    let about: BTreeSet<String> =
        page.about().iter().map(|about| about.split(' ').next().expect("a name").to_owned()).collect();
    let missing: Vec<&&str> = REFUSALS.iter().filter(|name| !about.contains(**name)).collect();
    assert_eq!(missing, NOT_PROVOKED.iter().collect::<Vec<_>>(), "no sentence of the book is about these");
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches([' ', '|']).split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// Commands of events that no log here holds.
const NOT_RECORDED: [&str; 0] = [];

#[test]
fn every_record_of_an_event_stands_in_the_book() {
    let mut page = Page::default();
    for held in HELD.iter() {
        let mut mask = Mask::of(names(&held.log));
        let program = Program::new();
        let log = program.write("log.jsonl", std::str::from_utf8(&held.log.to_bytes()).expect("UTF-8"));
        let id = held.log.state().create.as_ref().expect("an event").event.clone();
        let imported = program.run(&["event", "import", "--anyway", &log]);
        let table = program.run(&["event", "show", id.as_str(), "--history"]).out;
        let rows: Vec<Vec<&str>> = table.lines().map(|line| cells(line)).collect();
        for record in held.log.records() {
            let row = rows.iter().find(|row| row[0] == record.seq.to_string());
            let row = row.unwrap_or_else(|| panic!("record {} of {}: {imported:?} {table}", record.seq, held.name));
            let what = row[3..].join("  ");
            page.add(command_name(&record.command), &mask.shape(&what), || {
                let record = json!({"by": record.by, "do": record.command}).to_string();
                format!("{what}\nin {}: {record}", held.name)
            });
        }
    }
    crate::snapshots::holds("sentences/event-records.txt", &page.text("The records of an event in words"));
    page.covers(COMMANDS.iter().copied(), &NOT_RECORDED);
}

#[test]
fn every_finding_of_the_judge_stands_in_the_book() {
    let mut page = Page::default();
    let mut add = |finding: &Finding| {
        let shape = super::page::rough(&finding.text);
        page.add(finding.code, &shape, || {
            format!("{}\n{}", finding.text, serde_json::to_string(finding).expect("JSON"))
        });
    };
    for kind in FindingKind::ALL {
        match forged::forged_log(kind) {
            Some(records) => check_records(&records).findings.iter().for_each(&mut add),
            None => forged::forged_standings(kind).expect("standings that differ").iter().for_each(&mut add),
        }
    }
    page.covers(FindingKind::ALL.iter().map(|kind| kind.code()), &[]);
    crate::snapshots::holds("sentences/judge.txt", &page.text("What the judge of events finds"));
}
