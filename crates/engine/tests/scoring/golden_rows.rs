//! Rows of section G of the rules inventory, by their ids; each line is a line of a script.

use serde_json::json;

use super::scripts::play_text;
use super::table::Table;

/// The usual opening: player one in zone A with the first turn.
fn opening(mission: &str, one: &str) -> String {
    let two = "choose two cut-off-the-head grind-them-down minimise-losses";
    let two = if matches!(mission, "show-of-force") {
        two
    } else {
        "choose two cut-off-the-head linebreaker deploy-scramblers"
    };
    format!("mission {mission}\nopen\nchoose one {one}\n{two}\nbegin\n")
}

/// Plays the cases of a row, each from a fresh opening.
fn row(id: &str, mission: &str, one: &str, cases: &[&str]) {
    for (number, case) in cases.iter().enumerate() {
        let text = case.split(" / ").collect::<Vec<_>>().join("\n");
        play_text(&format!("{id}, case {}", number + 1), &(opening(mission, one) + &text));
    }
}

macro_rules! rows {
    ($($test:ident: $id:literal, $mission:literal, $one:literal, [$($case:expr),* $(,)?];)*) => {
        $(#[test] fn $test() { row($id, $mission, $one, &[$($case),*]); })*
    };
}

rows! {
    t_01_take_and_hold: "T-01", "retrieval-mission", "linebreaker assassinate investigate-sites", [
        "to 2 one movement / score one take-and-hold 0 0",
        "hold m1=one / to 2 one movement / score one take-and-hold 10 10",
        "hold m1=one m2=one / to 2 one movement / score one take-and-hold 15 15",
        "hold m1=one m2=one m3=two m4=two / to 2 one movement / score one take-and-hold 10 10",
        "hold m1=one m2=two m3=two / to 2 one movement / score one take-and-hold 5 5",
    ];
    t_02_domination: "T-02", "overrun", "grind-them-down assassinate investigate-sites", [
        "hold m1=one / to 2 one movement / score one domination 5 5",
        "hold m1=one m2=one m3=two m4=two / to 2 one movement / score one domination 5 5",
        "hold m1=one m2=one m3=one m4=two m5=two m6=two / to 2 one movement / score one domination 10 10",
        "hold m1=one m2=one m3=one m4=two / to 2 one movement / score one domination 15 15",
    ];
    t_03_no_primary_in_round_1: "T-03", "retrieval-mission", "linebreaker assassinate investigate-sites", [
        "hold m1=one m2=one / to 2 one command / score one take-and-hold 0 0",
    ];
    t_04_primary_cap: "T-04", "retrieval-mission", "linebreaker assassinate investigate-sites", [
        "hold m1=one m2=one / finish / score one take-and-hold 60 45",
    ];
    t_05_thin_their_ranks: "T-05", "show-of-force", "thin-their-ranks assassinate investigate-sites", [
        "finish / score one thin-their-ranks 0 0",
        "kill b8 9 / finish / score one thin-their-ranks 0 0",
        "kill b8 10 / finish / score one thin-their-ranks 1 1",
        "kill b14 59 / kill b9 6 / kill b10 3 / finish / score one thin-their-ranks 14 14",
        "kill b14 60 / kill b9 6 / kill b10 3 / finish / score one thin-their-ranks 15 15",
        "kill b14 60 / kill b8 50 / kill b9 5 / kill b11 4 / finish / score one thin-their-ranks 20 15",
    ];
    t_06_models_of_ten_wounds: "T-06", "show-of-force", "thin-their-ranks assassinate investigate-sites", [
        // The tally is 11: eight more do not make 20, nine do.
        "kill b1 1 / kill b10 1 / kill b8 8 / finish / score one thin-their-ranks 1 1",
        "kill b1 1 / kill b10 1 / kill b8 9 / finish / score one thin-their-ranks 2 2",
    ];
    t_07_titan_hunter: "T-07", "show-of-force", "titan-hunter linebreaker investigate-sites", [
        "finish / score one titan-hunter 0 0",
        "kill b11 1 / finish / score one titan-hunter 10 10",
        "kill b11 2 / finish / score one titan-hunter 12 12",
        "kill b11 3 / finish / score one titan-hunter 15 15",
        "kill b11 4 / finish / score one titan-hunter 15 15",
    ];
    t_08_bring_it_down: "T-08", "show-of-force", "bring-it-down linebreaker investigate-sites", [
        "kill b10 1 / finish / score one bring-it-down 2 2",
        "kill b9 1 / finish / score one bring-it-down 3 3",
    ];
    t_09_cut_off_the_head: "T-09", "show-of-force", "cut-off-the-head linebreaker investigate-sites", [
        "to 1 two command / kill b1 1 / finish / score one cut-off-the-head 13 13",
        "to 2 two command / kill b1 1 / finish / score one cut-off-the-head 10 10",
        "to 3 two command / kill b1 1 / finish / score one cut-off-the-head 6 6",
        "to 4 two command / kill b1 1 / finish / score one cut-off-the-head 3 3",
        "to 5 two command / kill b1 1 / finish / score one cut-off-the-head 1 1",
    ];
    t_10_warlord_twice: "T-10", "show-of-force", "cut-off-the-head linebreaker investigate-sites", [
        "to 2 one command / kill b1 1 / back b1 1 / to 4 one command / kill b1 1 / finish / score one cut-off-the-head 3 3",
    ];
    t_11_assassinate: "T-11", "show-of-force", "assassinate linebreaker investigate-sites", [
        "kill b13 4 / finish / score one assassinate 12 12",
        "kill b13 5 / finish / score one assassinate 15 15",
        "kill b13 5 / kill b1 1 / finish / score one assassinate 18 15",
    ];
    t_12_abhor_the_witch: "T-12", "show-of-force", "abhor-the-witch linebreaker investigate-sites", [
        "plain one / kill b2 1 / kill b3 5 / kill b16 5 / finish / score one abhor-the-witch 11 11",
    ];
    t_13_engage_on_all_fronts: "T-13", "show-of-force", "engage-on-all-fronts assassinate investigate-sites", [
        "at a4 quarter-ne / at a5 quarter-nw / to 1 two command / score one engage-on-all-fronts 0 0",
        "at a4 quarter-ne / at a5 quarter-nw / at a6 quarter-se / to 1 two command / score one engage-on-all-fronts 2 2",
        "at a4 quarter-ne / at a5 quarter-nw / at a6 quarter-se / at a7 quarter-sw / to 1 two command / score one engage-on-all-fronts 3 3",
    ];
    t_14_domination_of_five: "T-14", "the-scouring", "domination-secondary assassinate investigate-sites", [
        "hold m1=one m2=one m3=one / to 1 two command / score one domination-secondary 3 3",
    ];
    t_14_domination_of_six: "T-14", "overrun", "domination-secondary assassinate investigate-sites", [
        "hold m1=one m2=one m3=one / to 1 two command / score one domination-secondary 0 0",
    ];
    t_15_teleport_homer: "T-15", "show-of-force", "teleport-homer assassinate linebreaker", [
        "at a4 zone-b / to 1 one movement / start a4 teleport-homer / to 2 one movement / start a4 teleport-homer / \
         to 3 one movement / start a4 teleport-homer / to 4 one movement / start a4 teleport-homer / finish / \
         score one teleport-homer 16 15",
    ];
    t_16_pierce_the_veil: "T-16", "show-of-force", "pierce-the-veil assassinate linebreaker", [
        "to 1 one psychic / rite a2 pierce-the-veil 4 5 / finish / score one pierce-the-veil 0 0",
        "to 1 one psychic / rite a2 pierce-the-veil 4 5 / to 2 one psychic / rite a2 pierce-the-veil 4 5 / finish / \
         score one pierce-the-veil 8 8",
        "to 1 one psychic / rite a2 pierce-the-veil 4 5 / to 2 one psychic / rite a2 pierce-the-veil 4 5 / \
         to 3 one psychic / rite a15 pierce-the-veil 4 5 / finish / score one pierce-the-veil 8 8",
        "to 1 one psychic / rite a2 pierce-the-veil 4 5 / to 2 one psychic / rite a2 pierce-the-veil 4 5 / \
         to 3 one psychic / rite a15 pierce-the-veil 4 5 / to 4 one psychic / rite a15 pierce-the-veil 4 5 / finish / \
         score one pierce-the-veil 15 15",
    ];
    t_18_forward_push_by_side_a: "T-18", "forward-push", "forward-push assassinate linebreaker", [
        "hold m1=one / to 1 one movement / start a4 forward-push m1 / to 1 two command / score one forward-push 1 1",
        "hold m2=one / to 1 one movement / start a4 forward-push m2 / to 1 two command / score one forward-push 2 2",
        "hold m3=one / to 1 one movement / start a4 forward-push m3 / to 1 two command / score one forward-push 4 4",
        "hold m4=one / to 1 one movement / start a4 forward-push m4 / to 1 two command / score one forward-push 8 8",
    ];
    t_19_inload_data_psalm: "T-19", "rise-of-the-machine-spirit", "inload-data-psalm assassinate linebreaker", [
        "to 1 one movement / start a4 inload-data-psalm m1 / to 2 one movement / score one inload-data-psalm 1 1",
        "to 1 one movement / start a4 inload-data-psalm m1 / start a5 inload-data-psalm m2 / to 2 one movement / \
         score one inload-data-psalm 3 3",
        "to 1 one movement / start a4 inload-data-psalm m1 / start a5 inload-data-psalm m2 / \
         start a6 inload-data-psalm m3 / to 2 one movement / score one inload-data-psalm 6 6",
        "to 1 one movement / start a4 inload-data-psalm m1 / start a5 inload-data-psalm m2 / \
         start a6 inload-data-psalm m3 / start a7 inload-data-psalm m4 / to 2 one movement / \
         score one inload-data-psalm 10 10",
    ];
    t_20_strategic_scan: "T-20", "the-scouring", "strategic-scan assassinate linebreaker", [
        "to 5 one movement / start a4 strategic-scan m1 / finish / score one strategic-scan 3 3",
        "to 5 one movement / start a4 strategic-scan m1 / start a5 strategic-scan m2 / finish / \
         score one strategic-scan 6 6",
        "to 5 one movement / start a4 strategic-scan m1 / start a5 strategic-scan m2 / start a6 strategic-scan m3 / \
         finish / score one strategic-scan 10 10",
        "to 5 one movement / start a4 strategic-scan m1 / start a5 strategic-scan m2 / start a6 strategic-scan m3 / \
         start a7 strategic-scan m4 / finish / score one strategic-scan 15 15",
        "to 5 one movement / start a4 strategic-scan m1 / start a5 strategic-scan m2 / start a6 strategic-scan m3 / \
         start a7 strategic-scan m4 / start a8 strategic-scan m5 / finish / score one strategic-scan 15 15",
    ];
    t_20_recon_sweep: "T-20", "reconnaissance-mission", "recon-sweep assassinate linebreaker", [
        "at a4 quarter-ne / to 1 one movement / start a4 recon-sweep quarter-ne / finish / score one recon-sweep 3 3",
        "at a4 quarter-ne / at a5 quarter-nw / to 1 one movement / start a4 recon-sweep quarter-ne / \
         to 2 one movement / start a5 recon-sweep quarter-nw / finish / score one recon-sweep 6 6",
    ];
    t_21_raze: "T-21", "scorched-earth", "raze assassinate linebreaker", [
        "to 1 one movement / start a4 raze-objective m3 / finish / score one raze 6 6",
        "to 1 one movement / start a4 raze-objective m3 / to 2 one movement / start a4 raze-objective m4 / finish / \
         score one raze 12 12",
    ];
    t_22_surround_them: "T-22", "surround-and-destroy", "surround-them assassinate linebreaker", [
        "hold m1=one m2=one m3=one / to 1 one movement / score one surround-them 4 4",
        "hold m1=one m2=one m3=one m4=one / to 1 one movement / score one surround-them 8 8",
        "hold m1=one m3=one m4=one / to 1 one movement / score one surround-them 0 0",
    ];
    // The map of Battle Lines has two markers in no zone, so of the row's three cases only the first is on it.
    t_23_vital_ground: "T-23", "battle-lines", "vital-ground assassinate linebreaker", [
        "hold m2=one m3=one m4=one / to 2 one movement / score one vital-ground 7 7",
    ];
    t_24_overrun: "T-24", "overrun", "overrun assassinate linebreaker", [
        "to 1 one movement / score one overrun 0 0",
        "hold m4=one / to 1 one movement / score one overrun 2 2",
        "hold m4=one m5=one / to 1 one movement / score one overrun 3 3",
        "hold m4=one m5=one m6=one / to 1 one movement / score one overrun 5 5",
    ];
    t_30_morale: "T-30", "show-of-force", "linebreaker assassinate investigate-sites", [
        "to 1 one morale / kill b4 3 / say two {\"morale\":{\"unit\":\"b4\",\"roll\":[4]}} / models b4 7",
        "to 1 one morale / kill b4 3 / say two {\"morale\":{\"unit\":\"b4\",\"roll\":[5],\"fled\":1}} / models b4 6",
        "to 1 one morale / kill b4 9 / say two {\"morale\":{\"unit\":\"b4\",\"roll\":[1]}} / models b4 1",
    ];
    t_33_concession: "T-33", "show-of-force", "linebreaker assassinate minimise-losses", [
        "say one {\"battle-ready\":{\"player\":\"one\",\"ready\":true}} / hold m1=one m2=one / to 4 one movement / \
         score one take-and-hold 45 45 / say one {\"concede\":{}} / say two {\"end\":{}} / total one 0 / winner two",
    ];
    t_34_one_hundred: "T-34", "show-of-force", "linebreaker bring-it-down minimise-losses", [
        "say one {\"battle-ready\":{\"player\":\"one\",\"ready\":true}} / hold m1=one m2=one / at a4 zone-b / \
         at a5 zone-b / kill b9 6 / finish / total one 100 / winner one",
    ];
    g_51_attrition: "G-51", "show-of-force", "linebreaker assassinate investigate-sites", [
        "to 1 one morale / kill b4 5 / \
         say two {\"morale\":{\"unit\":\"b4\",\"roll\":[4],\"attrition\":{\"roll\":[1,2,5,6]}}} / models b4 2",
    ];
    g_136_models_that_came_back: "G-136", "show-of-force", "linebreaker assassinate investigate-sites", [
        "to 1 one morale / kill b4 6 / back b4 6 / \
         refused not-able say two {\"morale\":{\"unit\":\"b4\",\"roll\":[4]}} / models b4 10",
        "to 1 one morale / kill b4 6 / back b4 5 / \
         say two {\"morale\":{\"unit\":\"b4\",\"roll\":[4]}} / models b4 9",
        "to 1 one morale / kill b4 6 / say two {\"morale\":{\"unit\":\"b4\",\"roll\":[4]}} / models b4 3",
    ];
    g_64_repositioned_in_an_action: "G-64", "show-of-force", "teleport-homer assassinate linebreaker", [
        "at a4 zone-b / to 1 one movement / start a4 teleport-homer / to 1 two command / \
         say one {\"move\":{\"unit\":\"a4\",\"kind\":\"reposition\",\"at\":{\"declared\":{\"wholly_within\":[\"zone-b\"]}}}} / \
         finish / score one teleport-homer 0 0",
    ];
    g_100_stratagem_twice: "G-100", "show-of-force", "linebreaker assassinate investigate-sites", [
        "say one {\"stratagem\":{\"name\":\"Command Re-roll\",\"cp\":1}} / \
         refused once-only say one {\"stratagem\":{\"name\":\"Command Re-roll\",\"cp\":1}} / \
         to 1 one movement / say one {\"stratagem\":{\"name\":\"Command Re-roll\",\"cp\":1}}",
    ];
    // Found by the drawn matches: losses of a unit that merged later were looked up in a unit without groups.
    merged_units_keep_their_losses: "D-4", "show-of-force", "thin-their-ranks assassinate investigate-sites", [
        "kill b4 9 / kill b5 1 / say two {\"merge\":{\"units\":[\"b4\",\"b5\"],\"id\":\"b45\"}} / finish / \
         score one thin-their-ranks 1 1",
    ];
    // Found by the drawn matches: a move in the Command phase does not count as one of the Movement phase.
    first_actions_after_a_repositioning: "B.4", "forward-push", "forward-push assassinate linebreaker", [
        "hold m1=one / say one {\"move\":{\"unit\":\"a5\",\"kind\":\"reposition\"}} / to 1 one movement / \
         start a4 forward-push m1 / to 1 two command / score one forward-push 1 1",
    ];
    g_108_ascend: "G-108", "ascension", "ascend assassinate linebreaker", [
        "at a1 m2=1 / hold m1=one / to 1 two command / score one ascend 1 1",
        "at a1 m1=1 / hold m1=one / to 1 two command / score one ascend 2 2",
        "at a1 m2=1 / to 2 one command / hold m1=one / to 2 two command / score one ascend 2 2",
        "at a1 m2=1 / to 2 one command / at a1 m1=1 / hold m1=one / to 2 two command / score one ascend 3 3",
    ];
}

#[test]
fn t_17_secure_landing_sites() {
    let tags = r#"say one {"marker":{"marker":"m1","becomes":"gamma"}}
        say one {"marker":{"marker":"m2","becomes":"beta"}}"#;
    let text = opening("resupply", "secure-landing-sites assassinate linebreaker").replace("begin", tags);
    let moments = "begin\nhold m1=one m2=one m3=one\nto 2 one movement\nscore one secure-landing-sites 6 6\n\
        to 3 one movement\nscore one secure-landing-sites 12 12\nto 4 one movement\n\
        score one secure-landing-sites 18 15\nfinish\nscore one secure-landing-sites 24 15";
    play_text("T-17", &(text + moments));
}

#[test]
fn t_18_forward_push_by_side_b() {
    for (marker, vp) in [(1, 8), (2, 4), (3, 2), (4, 1)] {
        let text = opening("forward-push", "assassinate linebreaker investigate-sites")
            .replace("choose two cut-off-the-head", "choose two forward-push");
        let moments = format!(
            "hold m{marker}=two\nto 1 two movement\nstart b4 forward-push m{marker}\nfinish\nscore two forward-push {vp} {vp}"
        );
        play_text("T-18", &(text + &moments));
    }
}

/// A table with armies of equal units and 1,000 points, the first a point cheaper than the last but one; Minimise
/// Losses chosen by player one.
fn army_of(units: u32, mission: &str) -> Table {
    armies(units, mission, |_, _| {})
}

/// The same with units changed by their number.
fn armies(units: u32, mission: &str, change: impl Fn(u32, &mut serde_json::Value)) -> Table {
    let mut table = Table::new(adjutant_packs::shipped());
    let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
    let open = json!({"format": 1, "match": "row", "pack": "gt2020", "size": "incursion", "players": players});
    table.by("both", &json!({"open": open}).to_string());
    for (player, prefix) in [("one", 'a'), ("two", 'b')] {
        let units: Vec<_> = (1..=units)
            .map(|n| {
                let mut unit = json!({"id": format!("{prefix}{n}"), "datasheet": "Squad", "role": "troops", "points": 1000 / units + u32::from(n == units) - u32::from(n == 1),
                    "power": 5, "keywords": ["INFANTRY"], "faction_keywords": ["IMPERIUM"],
                    "models": [{"group": "model", "count": 3, "wounds": 1}]});
                change(n, &mut unit);
                unit
            })
            .collect();
        let roster = json!({"name": "Army", "detachments": [{"type": "battalion", "cp": 3, "units": units}]});
        table.by(player, &json!({"roster": {"player": player, "roster": roster}}).to_string());
    }
    table.by("both", &json!({"mission": {"mission": mission}}).to_string());
    table.by("both", r#"{"roles":{"attacker":"two"}}"#);
    table.by("one", r#"{"zone":{"zone":"a"}}"#);
    table.by("one", r#"{"secondaries":{"choose":["minimise-losses","linebreaker","assassinate"]}}"#);
    table.by("two", r#"{"secondaries":{"choose":["engage-on-all-fronts","thin-their-ranks","cut-off-the-head"]}}"#);
    table
}

fn begin(table: &mut Table) {
    table.by("both", r#"{"first-turn":{"player":"one"}}"#);
    table.by("both", r#"{"begin":{}}"#);
}

fn minimised(table: &mut Table) -> u32 {
    table.by("both", r#"{"agree-end":{}}"#);
    table.view().players.one.secondaries[0].vp
}

fn fall(table: &mut Table, unit: &str) {
    table.by("both", &format!(r#"{{"casualties":{{"unit":"{unit}","models":3}}}}"#));
}

#[test]
fn t_25_minimise_losses() {
    let rows = [(8, 10, 15), (7, 10, 10), (5, 10, 10), (4, 10, 5), (2, 10, 0), (3, 4, 15), (1, 4, 5)];
    for (left, strength, vp) in rows {
        let mut table = army_of(strength, "show-of-force");
        begin(&mut table);
        (left + 1..=strength).for_each(|n| fall(&mut table, &format!("a{n}")));
        assert_eq!(minimised(&mut table), vp, "T-25: {left} of {strength}");
    }
}

#[test]
fn g_109_split_and_merged_units() {
    let mut table = army_of(4, "show-of-force");
    begin(&mut table);
    table.by(
        "one",
        r#"{"split":{"unit":"a1","into":[{"id":"x","models":1},{"id":"y","models":1},{"id":"z","models":1}]}}"#,
    );
    (2..4).for_each(|n| fall(&mut table, &format!("a{n}")));
    assert_eq!(minimised(&mut table), 10, "four of six are left, not four of four");
    let mut table = army_of(5, "show-of-force");
    begin(&mut table);
    table.by("one", r#"{"merge":{"units":["a1","a2"],"id":"x"}}"#);
    fall(&mut table, "a3");
    assert_eq!(minimised(&mut table), 15, "three of four are left, not three of five");
}

#[test]
fn t_26_strategic_reserves_cost() {
    let price = adjutant_packs::gt2020().law.reserves_price.expect("the pack says it");
    let cost = [1, 9, 10, 19, 20, 49, 50].map(|power| price.of(power));
    assert_eq!(cost, [1, 1, 2, 2, 3, 5, 6]);
}

#[test]
fn t_27_reserves_limits() {
    let reserve = |units: u32, away: std::ops::RangeInclusive<u32>| {
        let ids: Vec<String> = away.map(|n| format!("a{n}")).collect();
        army_of(units, "show-of-force").refused("one", &json!({"reserves": {"elsewhere": ids}}).to_string())
    };
    assert_eq!((reserve(9, 1..=4), reserve(9, 1..=5)), ("taken", "reserves-limit"), "units");
    assert_eq!(reserve(10, 1..=5), "taken", "499 of 1,000 points");
    assert_eq!(reserve(10, 2..=6), "reserves-limit", "500 of 1,000 points");
}

#[test]
fn g_97_passengers_count_among_the_units_off_board() {
    let with_transport = |others: u32| {
        let transport = |n: u32, unit: &mut serde_json::Value| {
            // Points do not matter in this row: what is away costs next to nothing.
            unit["points"] = json!(if n <= 4 { 1 } else { 400 });
            if n == 1 {
                unit["keywords"] = json!(["VEHICLE", "TRANSPORT"]);
                unit["transport_capacity"] = json!(12);
            }
        };
        let away = json!({"reserves": {"elsewhere": ["a1"], "embarked": {"a1": ["a2", "a3", "a4"]}}});
        armies(4 + others, "show-of-force", transport).refused("one", &away.to_string())
    };
    assert_eq!((with_transport(3), with_transport(4)), ("reserves-limit", "taken"));
}

#[test]
fn g_01_d33() {
    for (size, mission) in [("incursion", "centre-ground"), ("strike-force", "surround-and-destroy")] {
        let mut table = Table::new(adjutant_packs::shipped());
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let open = json!({"format": 1, "match": "row", "pack": "gt2020", "size": size, "players": players});
        table.by("both", &json!({"open": open}).to_string());
        let with = |dice: [u32; 2]| json!({"mission": {"mission": mission, "d33": dice}}).to_string();
        assert_ne!(table.refused("both", &with([1, 2])), "taken", "G-01: the dice in the other order");
        assert_eq!(table.refused("both", &with([2, 1])), "taken", "G-01: {mission}");
    }
}

#[test]
fn g_101_stratagem_twice_before_the_battle() {
    let mut table = army_of(4, "show-of-force");
    let stratagem = r#"{"stratagem":{"name":"Warlord Trait","cp":1}}"#;
    assert_eq!([table.refused("one", stratagem), table.refused("one", stratagem)], ["taken", "taken"]);
}
