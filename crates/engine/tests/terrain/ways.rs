//! Moves over and past terrain, places on it, and what it hides: what the texts say, worked out by hand.
//!
//! Bases are 32 mm: a model at x = 20 reaches from 19.37 to 20.63. Everybody moves 6".

use serde_json::{Value, json};

use crate::stage::Stage;

type Ground = [f64; 4];

/// Text, edition, kind, ground and more of a piece; keywords and Wounds of the target; and whether it is hidden.
type Seen<'a> = (&'a str, &'a str, &'a str, Ground, Value, &'a [&'a str], u32, bool);

/// A piece, who moves how, from where to where, and what is said of it.
struct Row {
    text: &'static str,
    edition: &'static str,
    keywords: &'static [&'static str],
    piece: (&'static str, Ground, Value),
    kind: &'static str,
    from: [f64; 2],
    to: [f64; 2],
    told: &'static str,
}

/// A wall of six inches across the way, one thick.
const WALL: Ground = [9.0, 14.0, 15.0, 15.0];
const FOOT: &[&str] = &["INFANTRY"];
const TANK: &[&str] = &["VEHICLE"];

fn row(text: &'static str, piece: (&'static str, Ground, Value), to: [f64; 2], told: &'static str) -> Row {
    Row { text, edition: "9th", keywords: FOOT, piece, kind: "normal", from: [12.0, 12.0], to, told }
}

fn answer(row: &Row) -> String {
    let mut stage = Stage::armed(row.edition, (row.keywords, 1, &json!([])), (FOOT, 1, 1));
    let (kind, ground, more) = &row.piece;
    stage.piece("t1", kind, *ground, more);
    stage.stand("a1", &[row.from]);
    stage.stand("b1", &[[40.0, 30.0]]);
    let mut stage = stage.moving();
    let roll = if row.kind == "advance" { json!([1]) } else { Value::Null };
    let mut said = json!({"move": {"unit": "a1", "kind": row.kind, "at": {"models": [row.to]}}});
    if !roll.is_null() {
        said["move"]["roll"] = roll;
    }
    let told = stage.say("one", &said).map_or_else(|(code, words)| format!("{code}: {words}"), |()| "taken".into());
    if told != "taken" {
        assert_eq!(stage.say_under("one", &said, Some("a rule of its own")), Ok(()), "{}: soft", row.text);
    }
    told
}

fn all(rows: &[Row]) {
    let fits = |row: &Row, told: &str| if row.told == "taken" { told == "taken" } else { told.contains(row.told) };
    let wrong: Vec<String> = rows
        .iter()
        .map(|row| (row, answer(row)))
        .filter(|(row, told)| !fits(row, told))
        .map(|(row, told)| format!("{} {} to {:?}: {told}, not {}", row.text, row.edition, row.to, row.told))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// Containers are obstacles that nobody walks through: 12,12 to 12,16 is 4", and 4" more up and down from 2" of height.
#[test]
fn obstacles_are_climbed_or_gone_around() {
    let high = |height: f64| ("containers", WALL, json!({"height": height}));
    let row_of = |row: Row, keywords: &'static [&'static str]| Row { keywords, ..row };
    all(&[
        row("001:1813 free", high(1.0), [12.0, 17.5], "taken"),
        row("001:1815 4 + 2 x 1.1", high(1.1), [12.0, 16.0], "farther than 6\" from where any such model was, past t1"),
        row("001:1815 4 + 2 x 1", high(1.001), [12.0, 15.9], "taken"),
        row("001:1815 up only", high(3.0), [12.0, 14.5], "taken"),
        row("001:1815 up only, 2.5 + 4", high(4.0), [12.0, 14.5], "past t1"),
        row("001:1811 not in the way", high(9.0), [6.5, 12.0], "taken"),
        row("001:1809 around the end: 3.61 + 1 + 1.41", high(9.0), [14.0, 16.0], "past t1"),
        row("001:1809 around the end: 3.61 + 1 + 1.35", high(9.0), [14.1, 16.0], "taken"),
        row(
            "001:1809 around the end",
            ("containers", [9.0, 14.0, 13.0, 15.0], json!({"height": 9})),
            [13.0, 16.0],
            "taken",
        ),
        row("of unknown height", ("containers", WALL, json!({})), [12.0, 16.0], "taken"),
        row("001:1811 hills are ground", ("hill", WALL, json!({"height": 5})), [12.0, 17.0], "taken"),
        row("001:2941 walls of an area stand anywhere", ("ruins", WALL, json!({"height": 9})), [12.0, 17.0], "taken"),
        row("001:2995 Breachable", ("walls", WALL, json!({"height": 9})), [12.0, 17.0], "taken"),
        row_of(row("001:2995 on foot alone", ("walls", WALL, json!({"height": 9})), [12.0, 17.0], "past t1"), TANK),
        row_of(row("001:1820 FLY", high(9.0), [12.0, 17.0], "taken"), &["VEHICLE", "FLY"]),
        row_of(row("a list without keywords", high(9.0), [12.0, 17.0], "taken"), &[]),
        row("001:2962 buildings are not crossed", ("building", WALL, json!({})), [12.0, 17.0], "past t1"),
        Row { edition: "8th", ..row("the text has no such rule", high(9.0), [12.0, 17.0], "taken") },
        Row { edition: "10th", ..row("the text has no such rule", high(9.0), [12.0, 17.0], "taken") },
    ]);
}

#[test]
fn difficult_ground_takes_two_inches() {
    let crater = || ("craters", WALL, json!({}));
    let wide = || ("craters", [0.0, 14.0, 30.0, 15.0], json!({}));
    let less = "farther than 4\" from where any such model was, which is 2\" less over t1";
    all(&[
        row("001:3001 ends in it", crater(), [12.0, 14.5], "taken"),
        row("001:3001 ends in it", ("craters", [9.0, 14.0, 15.0, 18.0], json!({})), [12.0, 16.1], less),
        row("001:3001 to a minimum", ("craters", [9.0, 14.0, 15.0, 18.0], json!({})), [12.0, 16.0], "taken"),
        row("001:3001 begins in it", ("craters", [9.0, 10.0, 15.0, 13.0], json!({})), [12.0, 16.1], less),
        row("001:3001 over it, and no way around", wide(), [12.0, 16.1], "past t1"),
        row("001:3001 over it", wide(), [12.0, 16.0], "taken"),
        row(
            "around it: 3.61 + 1 + 1 is less than 6",
            ("craters", [9.0, 14.0, 13.0, 15.0], json!({})),
            [12.0, 16.2],
            "taken",
        ),
        Row { keywords: &["INFANTRY", "FLY"], ..row("001:3001 FLY", wide(), [12.0, 18.0], "taken") },
        Row { kind: "advance", ..row("001:3001 7 - 2", wide(), [12.0, 17.0], "taken") },
        Row { kind: "advance", ..row("001:3001 7 - 2", wide(), [12.0, 17.1], "past t1") },
        row("agreed to be easy", ("craters", wide().1, json!({"traits": []})), [12.0, 18.0], "taken"),
        Row { edition: "10th", ..row("no such trait", wide(), [12.0, 18.0], "taken") },
    ]);
}

#[test]
fn some_terrain_carries_nobody() {
    let on = [12.0, 14.5];
    let row_of = |row: Row, keywords: &'static [&'static str]| Row { keywords, ..row };
    let sea = || ("area", WALL, json!({"traits": ["impassable"]}));
    all(&[
        row("001:3017", ("barricades", WALL, json!({"height": 1})), on, "on top of which nobody stands"),
        row("001:3017 beside it", ("barricades", WALL, json!({"height": 1})), [12.0, 13.3], "taken"),
        row("001:3053 on foot", ("containers", WALL, json!({"height": 1})), on, "taken"),
        row_of(
            row("001:3053", ("containers", WALL, json!({"height": 1})), on, "only those on foot and those that fly"),
            TANK,
        ),
        row_of(row("001:3053 FLY", ("containers", WALL, json!({"height": 1})), on, "taken"), &["VEHICLE", "FLY"]),
        row("001:3101 debris carries", ("debris", WALL, json!({"height": 1})), on, "taken"),
        row("001:2962", ("building", WALL, json!({})), on, "a building, which models do not move across"),
        row("002:574", sea(), on, "which nobody enters"),
        Row { edition: "5th", ..row("002:574", sea(), on, "which nobody enters") },
        Row { edition: "5th", ..row("002:523 around it", sea(), [12.0, 17.0], "past t1") },
        Row {
            edition: "5th",
            keywords: &["JUMP INFANTRY", "FLY"],
            ..row("002:574 a rule of its own", sea(), on, "taken")
        },
        Row { edition: "5th", ..row("other terrain carries", ("woods", WALL, json!({})), on, "taken") },
    ]);
}

/// 001:3029-3035 and 000:431-449: who is hidden, with the shooters at x = 10 and the target at 20.
#[test]
fn obscuring_terrain_and_ruins_hide() {
    let screen = [14.0, 0.0, 15.0, 30.0];
    let told = |edition: &str, kind: &str, ground: Ground, more: Value, keywords: &[&str], wounds: u32| {
        let arms = json!([{"name": "Lance", "type": "Assault 1"}, {"name": "Mortar", "type": "Heavy, Indirect Fire"}]);
        let mut stage = Stage::armed(edition, (&["INFANTRY"], 2, &arms), (keywords, 1, wounds));
        stage.piece("t1", kind, ground, &more);
        stage.stand("a1", &[[10.0, 12.0], [10.0, 14.0]]);
        stage.stand("b1", &[[20.0, 13.0]]);
        let stage = stage.in_battle();
        ["Lance", "Mortar"].map(|weapon| {
            let (said, command) =
                stage.shot_with(weapon, r#"{"attacks":1,"hit":{"add":[[-1,"far away"]],"needs":3,"roll":[1]}}"#);
            let mut game = stage.0.clone();
            game.record(said, &command).map_or_else(|refusal| refusal.message.to_string(), |()| "taken".into())
        })
    };
    let hides = "t1 hides b1 (Squad) from every model of a1 (Squad)";
    let rows: &[Seen<'_>] = &[
        ("001:3029", "9th", "ruins", screen, json!({"height": 5}), FOOT, 1, true),
        ("001:3029 below 5 inches", "9th", "ruins", screen, json!({"height": 4.9}), FOOT, 1, false),
        ("001:3029 height unknown", "9th", "ruins", screen, json!({}), FOOT, 1, false),
        ("001:3091 woods do not obscure", "9th", "woods", screen, json!({"height": 5}), FOOT, 1, false),
        ("001:3029 as agreed", "9th", "area", screen, json!({"height": 5, "traits": ["obscuring"]}), FOOT, 1, true),
        ("001:3029 past its end", "9th", "ruins", [14.0, 13.0, 15.0, 30.0], json!({"height": 5}), FOOT, 1, false),
        ("001:3031 within it", "9th", "ruins", [14.0, 0.0, 24.0, 30.0], json!({"height": 5}), FOOT, 1, false),
        ("001:3031 the shooters", "9th", "ruins", [9.0, 0.0, 12.0, 30.0], json!({"height": 5}), FOOT, 1, false),
        ("001:3031 18 Wounds", "9th", "ruins", screen, json!({"height": 5}), TANK, 18, false),
        ("001:3031 17 Wounds", "9th", "ruins", screen, json!({"height": 5}), TANK, 17, true),
        ("001:3031 AIRCRAFT", "9th", "ruins", screen, json!({"height": 5}), &["VEHICLE", "AIRCRAFT"], 12, false),
        ("a list without keywords", "9th", "ruins", screen, json!({"height": 5}), &[], 1, false),
        ("000:432 ruins of any height", "10th", "ruins", screen, json!({}), FOOT, 1, true),
        ("000:434 within them", "10th", "ruins", [14.0, 0.0, 24.0, 30.0], json!({}), FOOT, 1, false),
        ("000:445 out of them", "10th", "ruins", [8.0, 0.0, 12.0, 30.0], json!({}), FOOT, 1, false),
        ("000:439 partly in them", "10th", "ruins", [9.8, 0.0, 12.0, 30.0], json!({}), FOOT, 1, true),
        ("000:439 TOWERING", "10th", "ruins", screen, json!({}), &["VEHICLE", "TOWERING"], 12, false),
        ("000:439 AIRCRAFT", "10th", "ruins", screen, json!({}), &["VEHICLE", "AIRCRAFT"], 12, false),
        ("000:432 ruins alone", "10th", "woods", screen, json!({"height": 9}), FOOT, 1, false),
    ];
    for (text, edition, kind, ground, more, keywords, wounds, hidden) in rows {
        if *edition == "10th" || *edition == "9th" {
            let [seen, blind] = told(edition, kind, *ground, more.clone(), keywords, *wounds);
            assert_eq!(seen, if *hidden { hides } else { "taken" }, "{text} {edition}");
            assert_eq!(blind, "taken", "{text} {edition}: needs no sight");
        }
    }
}

/// 001:3046: +1 in close combat, unless the attacker charged.
#[test]
fn heavy_cover_helps_in_close_combat() {
    let asks = |charged: bool, ground: Ground| {
        let sword = json!([{"name": "Sword", "type": "Melee", "strength": "User", "armour_penetration": "0"}]);
        let mut stage = Stage::armed("9th", (FOOT, 2, &sword), (FOOT, 1, 1));
        stage.piece("t1", "barricades", ground, &json!({"height": 1}));
        stage.stand("a1", &[[18.0, 12.0], [18.0, 14.0]]);
        stage.stand("b1", &[[20.0, 13.0]]);
        let mut stage = stage.moving().until("charge");
        if charged {
            let charge = json!({"charge": {"unit": "a1", "targets": ["b1"], "roll": [3, 3], "made": true}});
            stage.say_under("one", &charge, Some("from close by")).expect("a charge");
        }
        let dice = r#"{"attacks":1,"hit":{"roll":[6]},"wound":{"roll":[6]}}"#;
        stage.until("fight").asks_of("fight", "Sword", dice)
    };
    let beside = [18.8, 5.0, 19.2, 20.0];
    assert_eq!(asks(false, beside), "1 die to save, 3+ (+1 Heavy Cover from t1)");
    assert_eq!(asks(true, beside), "1 die to save, 4+");
    assert_eq!(asks(false, [30.0, 5.0, 31.0, 20.0]), "1 die to save, 4+");
}

/// 001:1884, 000:289: how far aircraft move at least; and 001:1656, a model that is hurt moves less far.
#[test]
fn some_move_a_least_way_and_some_less_and_less() {
    let code = |edition: &str, keywords: &[&str], more: Value, hurt: u32, to: [f64; 2]| {
        let mut stage = Stage::listed(edition, keywords, &more);
        stage.stand("a1", &[[12.0, 12.0]]);
        stage.stand("b1", &[[55.0, 30.0]]);
        let mut stage = stage.moving();
        if hurt > 0 {
            stage.must("two", json!({"casualties": {"unit": "a1", "models": 0, "wounds": hurt}}));
        }
        let said = json!({"move": {"unit": "a1", "kind": "normal", "at": {"models": [to]}}});
        stage.say("one", &said).map_or_else(|(code, _)| code, |()| "taken".to_owned())
    };
    let plane = || json!({"least_move_in": 20, "move_in": 50});
    let fly = &["VEHICLE", "AIRCRAFT", "FLY"];
    assert_eq!(code("9th", fly, plane(), 0, [31.9, 12.0]), "out-of-reach");
    assert_eq!(code("9th", fly, plane(), 0, [32.0, 12.0]), "taken");
    assert_eq!(code("8th", fly, plane(), 0, [31.9, 12.0]), "out-of-reach");
    assert_eq!(code("9th", fly, json!({"move_in": 50}), 0, [13.0, 12.0]), "taken");
    assert_eq!(code("10th", fly, json!({"move_in": 20}), 0, [31.9, 12.0]), "out-of-reach");
    assert_eq!(code("10th", fly, json!({"move_in": 20}), 0, [42.0, 12.0]), "taken", "20+ has no end");
    let engine = || json!({"move_in": 12, "wounds": 12, "damage_table": [{"wounds_left": 6, "move_in": 8}, {"wounds_left": 3, "move_in": 4}]});
    for (hurt, far, told) in
        [(5, 12.0, "taken"), (6, 8.1, "out-of-reach"), (6, 8.0, "taken"), (9, 4.1, "out-of-reach"), (9, 4.0, "taken")]
    {
        assert_eq!(code("9th", TANK, engine(), hurt, [12.0 + far, 12.0]), told, "{hurt} wounds lost, {far} inches");
    }
}

/// 001:1656-1660: the skill and the hit rolls of a model that is hurt.
#[test]
fn hurt_models_shoot_worse_and_the_question_says_so() {
    let asks = |edition: &str, row: Value, hurt: u32| {
        let list = json!({"wounds": 12, "weapons": [{"name": "Lance", "type": "Assault 1"}], "damage_table": [row]});
        let mut stage = Stage::listed(edition, TANK, &list);
        stage.stand("a1", &[[12.0, 12.0]]);
        stage.stand("b1", &[[30.0, 30.0]]);
        let mut stage = stage.moving();
        if hurt > 0 {
            stage.must("two", json!({"casualties": {"unit": "a1", "models": 0, "wounds": hurt}}));
        }
        stage.shooting().asks(r#"{"attacks":1}"#)
    };
    let skill = || json!({"wounds_left": 6, "ballistic_skill": 4});
    assert_eq!(asks("9th", skill(), 5), "1 die to hit, 3+");
    assert_eq!(asks("9th", skill(), 6), "1 die to hit, 4+ (4+ with 6 wounds left)");
    let damaged = || json!({"wounds_left": 4, "hit": -1});
    assert_eq!(asks("10th", damaged(), 7), "1 die to hit, 3+");
    assert_eq!(asks("10th", damaged(), 8), "1 die to hit, 4+ (-1 damaged)");
}

/// Whether the inside of a box lies on a straight line, in floating point.
fn crosses([left, low, right, high]: Ground, from: [f64; 2], to: [f64; 2]) -> bool {
    let (mut enters, mut leaves) = (0.0f64, 1.0f64);
    for (axis, [least, most]) in [[left, right], [low, high]].into_iter().enumerate() {
        let way = to[axis] - from[axis];
        if way.abs() < 1e-12 {
            if from[axis] <= least || from[axis] >= most {
                return false;
            }
            continue;
        }
        let (one, other) = ((least - from[axis]) / way, (most - from[axis]) / way);
        (enters, leaves) = (enters.max(one.min(other)), leaves.min(one.max(other)));
    }
    leaves - enters > 1e-9
}

/// The shortest way around a box: of all that lead by no, one or two of its corners, the shortest that keeps out of it.
fn around(ground: Ground, from: [f64; 2], to: [f64; 2]) -> f64 {
    let [left, low, right, high] = ground;
    let corners = [[left, low], [right, low], [right, high], [left, high]];
    let far = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let mut ways: Vec<Vec<[f64; 2]>> = vec![vec![from, to]];
    for one in corners {
        ways.push(vec![from, one, to]);
        ways.extend(corners.iter().map(|other| vec![from, one, *other, to]));
    }
    let free = |way: &Vec<[f64; 2]>| way.windows(2).all(|leg| !crosses(ground, leg[0], leg[1]));
    let lengths = ways.iter().filter(|way| free(way)).map(|way| way.windows(2).map(|leg| far(leg[0], leg[1])).sum());
    lengths.fold(f64::INFINITY, f64::min)
}

/// On random boards a move past a container is taken as far as the shortest way by its corners, or up and down, says.
/// `ADJUTANT_BOARDS=10000` plays as many.
#[test]
fn moves_past_a_container_agree_with_ways_by_its_corners_on_random_boards() {
    let boards = std::env::var("ADJUTANT_BOARDS").ok().and_then(|many| many.parse().ok()).unwrap_or(250u64);
    let mut random = 11u64;
    let mut below = |end: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % end
    };
    let mut tenths = |from: u64, to: u64| (from + below(to - from)) as f64 / 10.0;
    let mut counts = [0u64; 3];
    for board in 0..boards {
        let (left, low) = (tenths(90, 120), tenths(110, 140));
        let round = |at: f64| (at * 10.0).round() / 10.0;
        let ground = [left, low, round(left + tenths(5, 60)), round(low + tenths(5, 25))];
        let height = tenths(5, 40);
        // From below it to somewhere above, mostly past it.
        let from = [tenths(80, 170), round(low - tenths(7, 25))];
        let to = [round(from[0] + tenths(0, 60) - 3.0), round(ground[3] + tenths(7, 30))];
        // Nobody stands on it: bases reach 0.63" out.
        let [x, y] =
            [0, 1].map(|axis| [from, to].map(|at| at[axis] > ground[axis] - 0.7 && at[axis] < ground[axis + 2] + 0.7));
        if (x[0] && y[0]) || (x[1] && y[1]) {
            continue;
        }
        let straight = (from[0] - to[0]).hypot(from[1] - to[1]);
        let over = if height > 1.0 { straight + 2.0 * height } else { straight };
        let least = if crosses(ground, from, to) { around(ground, from, to).min(over) } else { straight };
        if (least - 6.0).abs() < 0.005 {
            continue;
        }
        let row = Row { from, ..row("a board", ("containers", ground, json!({"height": height})), to, "") };
        let told = answer(&row);
        assert_eq!(
            told == "taken",
            least < 6.0,
            "board {board}: {least} for {from:?} to {to:?} past {ground:?} of {height}: {told}"
        );
        counts[if told == "taken" { 0 } else { 1 + usize::from(straight < 6.0) }] += 1;
    }
    assert!(counts.iter().all(|count| *count * 40 > boards), "{counts:?} of {boards}");
}
