//! The grammar against tables of lines.

use adjutant_engine::command::Phase;
use adjutant_engine::ids::{ActionId, MarkerId, Name, ObjectiveId, UnitId};
use adjutant_engine::side::{By, BySide, Player};

use adjutant_shorthand::{Answer, Context, Names, Spoken, UnitName, answer, parse, words};

fn context(by: Option<By>) -> Context {
    let unit = |id: &str, datasheet: &str, player, models| UnitName {
        id: UnitId::new(id).unwrap(),
        datasheet: datasheet.to_owned(),
        player,
        models,
        groups: if id == "a3" {
            ["Line Trooper", "Line Sergeant"].map(|g| Name::new(g).unwrap()).to_vec()
        } else {
            Vec::new()
        },
    };
    let ids = |texts: &[&str]| texts.iter().map(|text| ObjectiveId::new(text).unwrap()).collect();
    let names = Names {
        units: vec![
            unit("a1", "Captain", Player::One, 1),
            unit("a2", "Line Squad", Player::One, 10),
            unit("a3", "Line Squad", Player::One, 5),
            unit("a4", "Fast Squad", Player::One, 0),
            unit("b1", "Captain", Player::Two, 1),
            unit("b2", "Żelazny Wilk", Player::Two, 4),
        ],
        markers: ["m1", "m2", "m3", "m4"].map(|id| MarkerId::new(id).unwrap()).to_vec(),
        objectives: BySide { one: ids(&["take-and-hold", "raze", "engage-on-all-fronts"]), two: ids(&["domination"]) },
        claims: BySide { one: vec![], two: vec![] },
        all_phases: ["command", "movement", "morale"].map(|phase| Phase::new(phase).unwrap()).to_vec(),
        actions: ["raze-objective", "investigate-site"].map(|id| ActionId::new(id).unwrap()).to_vec(),
        ..Names::default()
    };
    Context { names, by, active: Some(Player::One) }
}

#[test]
fn words_become_the_commands_of_the_log() {
    for (line, expected) in [
        ("hold m1 m3", r#"{"control":{"holds":{"m1":"one","m3":"one"}}}"#),
        ("hold m2=two m4=none", r#"{"control":{"holds":{"m2":"two","m4":"none"}}}"#),
        ("kill b2 3", r#"{"casualties":{"unit":"b2","models":3}}"#),
        ("kill b2", r#"{"casualties":{"unit":"b2","models":4}}"#),
        ("kill wilk 1 of leader by mine", r#"{"casualties":{"unit":"b2","models":1,"group":"leader","cause":"mine"}}"#),
        (
            "shoot a2 b2 kills 3 of leader 1 of trooper",
            r#"{"shoot":{"unit":"a2","attacks":[{"target":"b2","destroyed":{"leader":3,"trooper":1}}]}}"#,
        ),
        ("morale a3 6 fled 2 of troop", r#"{"morale":{"unit":"a3","roll":[6],"fled":{"Line Trooper":2}}}"#),
        ("morale a3 6 leadership -1 fled 2", r#"{"morale":{"unit":"a3","roll":[6],"modifier":-1,"fled":2}}"#),
        ("restore a3 1 of SERGEANT", r#"{"restore":{"unit":"a3","models":1,"group":"Line Sergeant"}}"#),
        ("act a3 raze m4", r#"{"start-action":{"unit":"a3","action":"raze-objective","marker":"m4"}}"#),
        ("act a3 site quarter-ne", r#"{"start-action":{"unit":"a3","action":"investigate-site","spot":"quarter-ne"}}"#),
        ("score engage 3", r#"{"score":{"player":"one","objective":"engage-on-all-fronts","vp":3}}"#),
        (
            "score engage 3 award 2 in r2 seen late",
            r#"{"score":{"player":"one","objective":"engage-on-all-fronts","vp":3,"award":2,"in":{"round":2},"why":"seen late"}}"#,
        ),
        (
            "score two dom 5 as agreed",
            r#"{"score":{"player":"two","objective":"domination","vp":5,"why":"as agreed"}}"#,
        ),
        ("move a1 advance 4 @12,30", r#"{"move":{"unit":"a1","kind":"advance","at":{"models":[[12,30]]},"roll":[4]}}"#),
        ("move a1 @1.5,2;3,4,90", r#"{"move":{"unit":"a1","kind":"normal","at":{"models":[[1.5,2],[3,4,90]]}}}"#),
        (
            "place a1 @zone-a+quarter-ne+m1:2",
            r#"{"place":{"unit":"a1","at":{"declared":{"in_range":{"m1":2},"wholly_within":["zone-a","quarter-ne"]}}}}"#,
        ),
        ("place a1 @nowhere", r#"{"place":{"unit":"a1","at":{"declared":{"wholly_within":[]}}}}"#),
        (
            r#"deploy a1 @{"declared":{"centre_in":14}} oversize"#,
            r#"{"deploy":{"unit":"a1","at":{"declared":{"centre_in":14}},"oversize":true}}"#,
        ),
        (
            r#"shoot a1 b2 "Heavy bolter" hit 3+ -1 1>3 2 5 by Rites / wound 3+ 4 / save 3+ -1 2 / d 1"#,
            r#"{"shoot":{"unit":"a1","attacks":[{"target":"b2","weapon":"Heavy bolter","sequence":{"attacks":3,"hit":{"needs":3,"add":[[-1,"modifier"]],"roll":[3,2,5],"rerolls":{"0":1},"why":"Rites"},"wound":{"needs":3,"roll":[4]},"save":[{"needs":3,"add":[[-1,"AP"]],"roll":[2]}],"damage":1}}]}}"#,
        ),
        (
            "fight a1 b2 attacks d6 4 has lethal-hits sustained-hits:1 strength 5 hit 6 1 2 3 wound 4 save 5+ inv 3 d d3 2 ignore 5+ 1 and b1 mortal 3 by Smite",
            r#"{"fight":{"unit":"a1","attacks":[{"target":"b2","sequence":{"attacks":{"each":"d6","roll":[4]},"traits":["lethal-hits","sustained-hits:1"],"strength":5,"hit":{"roll":[6,1,2,3]},"wound":{"roll":[4]},"save":[{"with":"invulnerable","needs":5,"roll":[3]}],"damage":{"each":"d3","roll":[2]},"ignore":{"needs":5,"roll":[1]}}},{"target":"b1","sequence":{"attacks":0,"mortal":{"times":3,"why":"Smite"}}}]}}"#,
        ),
        ("shoot a1 b2 kills 2", r#"{"shoot":{"unit":"a1","attacks":[{"target":"b2","destroyed":2}]}}"#),
        (
            r#"fight a2 captain with "power sword" kills 1 and b2 wounds 1"#,
            r#"{"fight":{"unit":"a2","attacks":[{"target":"b1","weapon":"power sword","destroyed":1},{"target":"b2","destroyed":0,"wounds":1}]}}"#,
        ),
        (
            "terrain T1 ruins at 10,12 size 6x4 height 5 traits light-cover,obscuring",
            r#"{"terrain":{"id":"t1","kind":"ruins","footprint":[[7,10],[13,10],[13,14],[7,14]],"height":5,"traits":["light-cover","obscuring"]}}"#,
        ),
        ("attach a1 to a2", r#"{"attach":{"leader":"a1","to":"a2"}}"#),
        (
            "effect a2 b2 objective-control /2 +1 until turn-end Horrors",
            r#"{"effect":{"units":["a2","b2"],"change":{"objective-control":[{"divide":2},{"add":1}]},"until":"turn-end","why":"Horrors"}}"#,
        ),
        ("effect a2 over Horrors", r#"{"effect":{"units":["a2"],"why":"Horrors"}}"#),
        ("sweep a2 b2 5 3", r#"{"sweep":{"unit":"a2","target":"b2","roll":[5,3]}}"#),
        ("damage b2 shaken", r#"{"damage":{"unit":"b2","result":"shaken"}}"#),
        (
            "damage b2 explodes armour 13 strength 9 5 ap 1 +1 roll 4",
            r#"{"damage":{"unit":"b2","result":"explodes","hit":{"armour":13,"strength":9,"penetrate":[5],"ap":1,"add":[[1,"modifier"]],"roll":[4]}}}"#,
        ),
        ("end command", r#"{"end-phase":{"phase":"command"}}"#),
        ("end turn", r#"{"end-turn":{}}"#),
        ("end battle", r#"{"end":{}}"#),
        ("cp -1 command-reroll", r#"{"cp":{"change":-1,"why":"command-reroll"}}"#),
        ("cp +1 a relic", r#"{"cp":{"change":1,"why":"a relic"}}"#),
        (r#"stratagem "Fire Overwatch" 1 a2"#, r#"{"stratagem":{"name":"Fire Overwatch","cp":1,"unit":"a2"}}"#),
        ("concede", r#"{"concede":{}}"#),
        ("charge captain b2 4 5", r#"{"charge":{"unit":"a1","targets":["b2"],"roll":[4,5],"made":true}}"#),
        ("charge a2 b1 b2 1 2 failed", r#"{"charge":{"unit":"a2","targets":["b1","b2"],"roll":[1,2],"made":false}}"#),
        ("morale b2 6 fled 1", r#"{"morale":{"unit":"b2","roll":[6],"fled":1}}"#),
        ("roll-off roles 3-3 5-2", r#"{"roll-off":{"for":"roles","dice":[[3,3],[5,2]]}}"#),
        ("ruling winner draw no time", r#"{"ruling":{"why":"no time","winner":"draw"}}"#),
        ("ready two no", r#"{"battle-ready":{"player":"two","ready":false}}"#),
        (r#"casualties {"unit":"b2","models":3}"#, r#"{"casualties":{"unit":"b2","models":3}}"#),
        ("note  two  spaces kept", r#"{"note":{"text":"two  spaces kept"}}"#),
    ] {
        let Spoken::Record(_, command) = parse(line, &context(None)).unwrap_or_else(|fault| panic!("{fault:?}")) else {
            panic!("{line}: no record");
        };
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(serde_json::to_value(&*command).unwrap(), expected, "{line}");
    }
}

#[test]
fn damage_tests_and_powers_are_read_back_as_they_were_typed() {
    for line in [
        "cast a2 Smite 5 6 6 perils 3",
        r#"cast a2 "Warp Time" 6 1 1 perils 5 kills 1 of Seer"#,
        "psychic a2 investigate-site 6 6 perils 2",
        "morale a2 6 leadership -1 attrition 1 4 2 6",
        "morale a2 5 attrition 3 1 fled 2",
        "terrain t1 ruins at 10.5,12 size 6x4 height 5 traits none",
        "terrain wood-1 area corners 1,1 5.125,1 3,6 traits dense-cover save 5",
        "sweep a2 b2 5 3",
        "sweep a2 b2 5 3 caught",
        "sweep a2 b2 1 3 free",
        "damage b2 wrecked",
        "damage b2 weapon armour 11 strength 6 5 roll 3",
        r#"damage b2 explodes armour 13 strength 8 5 2 ap 1 open weapons 2 stuck +1 "Rule" -1 "Other rule" roll 5"#,
    ] {
        let Spoken::Record(_, command) = parse(line, &context(None)).unwrap_or_else(|fault| panic!("{fault:?}")) else {
            panic!("{line}: no record");
        };
        assert_eq!(words(&command), line);
    }
}

#[test]
fn answers_to_the_dice_that_come_next() {
    use adjutant_engine::attack::Step;
    for (text, step, expected) in [
        ("4 5 1", Step::Wound, r#"{"roll":[4,5,1]}"#),
        (
            "4+ -1 4 1>5 by Oath",
            Step::Wound,
            r#"{"needs":4,"add":[[-1,"modifier"]],"roll":[4,5],"rerolls":{"1":1},"why":"Oath"}"#,
        ),
        ("hit 3+ 6", Step::Hit, r#"{"needs":3,"roll":[6]}"#),
        ("inv of Nob 2 none 1", Step::Save, r#"{"to":"Nob","with":"invulnerable","roll":[2],"none":1}"#),
    ] {
        let Ok(Answer::Dice(saves)) = answer(text, step) else { panic!("{text}") };
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(serde_json::to_value(&*saves).unwrap(), expected, "{text}");
    }
    let Ok(Answer::Steps(steps)) = answer("attacks 2d6 3 4 / d 2", Step::Hit) else { panic!("steps") };
    assert_eq!(serde_json::to_string(&*steps).unwrap(), r#"{"attacks":{"each":"2d6","roll":[3,4]},"damage":2}"#);
    for (text, step) in [("blue", Step::Hit), ("7", Step::Hit), ("4 5 kills", Step::Save)] {
        assert!(answer(text, step).is_err(), "{text}");
    }
}

#[test]
fn faults_point_at_the_word_and_say_what_is_accepted() {
    for (line, under, expected) in [
        ("kil b2 3", "kil", "kill"),
        ("kill nobody", "nobody", "Żelazny Wilk (b2)"),
        ("move line", "line", "Line Squad (a2), Line Squad (a3)"),
        ("hold m9", "m9", "m1, m2, m3, m4"),
        ("hold m1=three", "m1=three", "marker=two"),
        ("hold m1 m1=two", "m1=two", "each marker once"),
        ("score raze 101", "101", "from 0 to 100"),
        ("score domination 5", "domination", "take-and-hold"),
        ("end comand", "comand", "command"),
        ("act a3 dance", "dance", "raze-objective"),
        ("move a1 @12", "@12", "@12,30"),
        ("terrain t1 ruin at 1,1 size 2x2", "ruin", "ruins"),
        ("terrain t1 ruins at 1;1 size 2x2", "1;1", "10,12"),
        ("terrain t1 ruins at 1,1 size 0x2", "0x2", "6x4"),
        ("terrain t1 ruins at 1,1 size 2x2 traits cosy", "cosy", "light-cover"),
        ("terrain t1 ruins corners 1,1 2,2", "", "10,12"),
        ("concede now", "now", "the end of the line"),
        ("note \"open", "\"open", "a `\"`"),
        ("casualties {\"unit\":\"b2\",\"models\":-1}", "}", "payload"),
        ("casualtys {\"unit\":\"b2\"}", "casualtys", "a command of the log"),
    ] {
        let fault = parse(line, &context(None)).unwrap_err();
        assert_eq!(&line[fault.start..fault.end], under, "{line}: {fault:?}");
        assert!(fault.expected.as_str().contains(expected), "{line}: {fault:?}");
    }
    let fault = parse("kill żółw", &context(None)).unwrap_err();
    assert_eq!(fault.pointed(), ["kill żółw", "     ^^^^"]);
    let early = parse("score raze", &context(None)).unwrap_err();
    assert_eq!(
        (early.start, early.message.as_str()),
        (10, "the line ends too early, missing: victory points, from 0 to 100")
    );
}

#[test]
fn who_speaks_is_the_active_player_unless_said_otherwise() {
    let by = |line: &str, by| match parse(line, &context(by)).unwrap() {
        Spoken::Record(said, _) => said.by,
        Spoken::Undo | Spoken::Draw(..) | Spoken::Throw(..) => panic!("{line}"),
    };
    assert_eq!(by("end command", None), By::One);
    assert_eq!(by("end command", Some(By::Two)), By::Two);
    assert_eq!(by("ruling so be it", None), By::Judge);
    assert_eq!(by("agree-end", None), By::One);
    assert_eq!(by("agree-end", Some(By::Two)), By::Two, "one player speaks for nobody else");
    assert_eq!(by("score two domination 5", None), By::Two);
    assert_eq!(parse("undo", &context(None)), Ok(Spoken::Undo));
    let drawn = parse("dice 2d6 for charge b2", &context(None)).unwrap();
    let Spoken::Draw(drawn) = drawn else { panic!("a draw") };
    assert_eq!((drawn.by, drawn.purpose.as_str()), (By::One, "charge b2"));
    assert_eq!(drawn.dice.map(|dice| dice.count()), Some(2));
    assert_eq!(parse("dice 2d6 or so", &context(None)).unwrap_err().start, 9);
    let before = Context { active: None, ..context(None) };
    assert!(matches!(parse("deploy b1", &before), Ok(Spoken::Record(said, _)) if said == By::Two.into()));
    assert!(matches!(parse("begin", &before), Ok(Spoken::Record(said, _)) if said == By::Both.into()));
    assert!(parse("hold m1", &before).is_err(), "nobody is I before the battle");
}

#[test]
fn no_line_makes_the_reader_panic() {
    let words =
        ["kill", "hold", "@{", "@", "{", "}", "\"", "m1=", "=", "b2", "ż", "\u{0}", "-", "9999999999", ";", ","];
    for first in adjutant_shorthand::grammar::FORMS.iter().map(|form| form.word).chain(words) {
        for second in words {
            for third in ["", "@{\"", "1", "\u{301}"] {
                let _ = parse(&format!("{first} {second} {third}"), &context(None));
                let _ = parse(&format!("{first}{second}{third}"), &context(None)).map_err(|fault| fault.pointed());
            }
        }
    }
}

/// Table, bug 28: what a word may be is said where it is missing or wrong.
#[test]
fn ends_charges_and_moves_say_what_they_take() {
    let fault = |line: &str| {
        let fault = parse(line, &context(None)).unwrap_err();
        (fault.message, fault.expected.as_str().to_owned())
    };
    let (message, expected) = fault("end");
    assert!(message.contains("ends too early") && expected.contains("turn or battle"), "{message}; {expected}");
    let (message, expected) = fault("charge a2 b1 9");
    assert_eq!((message.as_str(), expected.as_str()), ("`9` is not a die", "the two dice, such as 5 4"));
    let (message, expected) = fault("move a2 sideways");
    assert_eq!(message, "`sideways` is not a kind of move");
    for kind in [
        "normal",
        "advance",
        "fall-back",
        "stationary",
        "charge",
        "pile-in",
        "consolidate",
        "heroic",
        "reposition",
        "run",
    ] {
        assert!(expected.contains(kind), "{expected}");
    }
    for line in ["move a2 fallback", "move a2 FALL-BACK"] {
        let Ok(Spoken::Record(_, command)) = parse(line, &context(None)) else { panic!("{line}") };
        assert_eq!(serde_json::to_string(&command).unwrap(), r#"{"move":{"unit":"a2","kind":"fall-back"}}"#);
    }
}

/// Commands that have no words of their own: files, flags, keys and taps say them.
const NOT_READ: [&str; 11] =
    ["open", "roster", "commit", "reveal", "order", "add-unit", "split", "merge", "amend", "sign", "unseal"];
/// Commands that no line is written of.
const NOT_WRITTEN: [&str; 7] = ["order", "place", "add-unit", "split", "merge", "sign", "unseal"];

/// What a new command asks for here, where the compiler asks for nothing: words that read it, and a line that it is written
/// as; or that it has none.
#[test]
fn every_command_has_words_or_is_listed() {
    let readers = [
        include_str!("../src/cursor.rs"),
        include_str!("../src/fighting.rs"),
        include_str!("../src/grammar.rs"),
        include_str!("../src/read.rs"),
        include_str!("../src/readers.rs"),
        include_str!("../src/terrain.rs"),
    ];
    for (what, texts, without) in
        [("reads", &readers[..], &NOT_READ[..]), ("writes", &[include_str!("../src/write.rs")][..], &NOT_WRITTEN[..])]
    {
        for kind in adjutant_engine::Kind::ALL {
            let named = format!("Command::{kind:?}");
            let ends =
                |at: usize, text: &str| !text[at + named.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
            let is_named = texts.iter().any(|text| text.match_indices(&named).any(|(at, _)| ends(at, text)));
            let listed = without.contains(&kind.name());
            assert!(is_named != listed, "whether the shorthand {what} `{}` is not what the list says", kind.name());
        }
    }
}

/// The contract tells of every command: one that is added stands there too.
#[test]
fn the_contract_names_every_command() {
    let contract = include_str!("../../../docs/log.md");
    let names = adjutant_engine::Kind::ALL.iter().map(|kind| kind.name());
    let missing: Vec<&str> = names.filter(|name| !contract.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/log.md says nothing of {missing:?}");
}
