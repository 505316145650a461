//! `match stats` against sums of what `match show` says of the same matches, found by other code.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{World, golden};

/// Matches that are over, one that is not, one conceded and one with an open question.
fn played() -> World {
    let world = World::new();
    for seed in 1..=8 {
        let depth = if seed % 3 == 0 { "scores" } else { "facts" };
        world.run(&format!("match simulate s{seed} --seed {seed} --depth {depth}")).ends(0);
    }
    for name in ["real-armies", "resupply", "scorched-earth", "vital-intelligence"] {
        let log = std::fs::read_to_string(golden(&format!("{name}.bare.jsonl"))).expect("a golden log");
        let id = log.split("\"match\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
        world.feed(&format!("match record {id} --from -"), &log).ends(0);
    }
    world.run("match new under-way --mission the-scouring --one Anna --two Jörg").ends(0);
    world.run("match simulate given-up --pack outposts-10th --seed 5 --depth facts").ends(0);
    world
}

#[derive(Default)]
struct Sum {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    vp: u64,
    against: u64,
    primary: u64,
    secondary: u64,
}

impl Sum {
    fn as_json(&self) -> Value {
        json!({"games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost, "vp": self.vp,
            "vp_against": self.against, "primary": self.primary, "secondary": self.secondary})
    }
}

/// The factions and who had the first turn, as the log says them.
fn of_log(log: &str) -> (BTreeMap<String, String>, String) {
    let (mut factions, mut first) = (BTreeMap::new(), String::new());
    for line in log.lines() {
        let record: Value = serde_json::from_str(line).expect("a record");
        let said = &record["do"];
        if let Some(roster) = said.get("roster") {
            let faction = roster["roster"]["faction"].as_str();
            faction.map(|name| factions.insert(roster["player"].as_str().unwrap().to_owned(), name.to_owned()));
        }
        if let Some(player) = said.get("first-turn") {
            first = player["player"].as_str().expect("a player").to_owned();
        }
        for player in ["one", "two"] {
            if let Some(name) = said["open"]["players"][player]["faction"].as_str() {
                factions.insert(player.to_owned(), name.to_owned());
            }
        }
    }
    (factions, first)
}

/// The same by hand: the sums of all games of some players.
fn by_hand(world: &World, counts: impl Fn(&str) -> bool) -> (BTreeMap<String, Sum>, BTreeMap<String, [u64; 3]>) {
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    let mut chosen: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let listed = world.run("match list --json").ends(0).json();
    for id in listed["matches"].as_array().expect("matches").iter().map(|one| one["match"].as_str().expect("an id")) {
        let view = world.run(&format!("match show {id} --json")).ends(0).json();
        if view["result"].is_null() || view["result"]["provisional"] == true {
            continue;
        }
        let (factions, first) = of_log(&world.run(&format!("match export {id}")).ends(0).out);
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        for (player, other) in [("one", "two"), ("two", "one")] {
            let (own, theirs) = (&view["players"][player], &view["players"][other]);
            if !counts(own["name"].as_str().expect("a name")) {
                continue;
            }
            let secondaries = own["secondaries"].as_array().cloned().unwrap_or_default();
            let mut keys = vec!["games".to_owned(), format!("player {}", own["name"].as_str().unwrap())];
            keys.extend(view["mission"].as_str().map(|mission| format!("mission {mission}")));
            keys.extend(factions.get(player).map(|faction| format!("faction {faction}")));
            keys.extend((first == player).then(|| "first".to_owned()));
            let winner = view["result"]["winner"].as_str().expect("a winner");
            for key in keys {
                let sum = sums.entry(key).or_default();
                sum.games += 1;
                match winner {
                    winner if winner == player => sum.won += 1,
                    winner if winner == other => sum.lost += 1,
                    _ => sum.drawn += 1,
                }
                sum.vp += number(&own["total"]);
                sum.against += number(&theirs["total"]);
                sum.primary += number(&own["primary"]["vp"]);
                sum.secondary += secondaries.iter().map(|one| number(&one["vp"])).sum::<u64>();
            }
            for one in &secondaries {
                let entry = chosen.entry(one["objective"].as_str().expect("an id").to_owned()).or_default();
                entry[0] += 1;
                entry[1] += number(&one["vp"]);
                entry[2] += u64::from(winner == player);
            }
        }
    }
    (sums, chosen)
}

/// Each share is that of the wins and half the draws, and its range at least the one in which a share as far off as its end
/// would have been drawn (Wilson 1927): `(share − end)² games = z² end (1 − end)`.
fn shares_hold(groups: &Value, exact: bool) {
    for group in groups.as_array().expect("groups") {
        // Of a secondary objective the numbers stand beside its name, and its games are those in which it was chosen.
        let number = |key: &str| {
            let own = if key == "games" { &group["chosen"] } else { &group[key] };
            group["games"][key].as_u64().or_else(|| own.as_u64()).expect("a number") as f64
        };
        let share = (number("won") + number("drawn") / 2.0) / number("games");
        let told = ["value", "low", "high"].map(|key| group["share"][key].as_i64().expect("ten-thousandths"));
        assert!(
            (told[0] as f64 - share * 10_000.0).abs() <= 0.5 && told[1] <= told[0] && told[0] <= told[2],
            "{group}"
        );
        for end in
            [told[1], told[2]].map(|end| end as f64 / 10_000.0).into_iter().filter(|end| (0.0..=1.0).contains(end))
        {
            let off = (share - end).powi(2) * number("games") - 1.96 * 1.96 * end * (1.0 - end);
            assert!(off > -0.01, "{group}: a range that is too narrow at {end}");
            assert!(!exact || off < 0.01, "{group}: {end}");
        }
    }
}

#[test]
fn statistics_are_the_sums_of_the_matches() {
    let world = played();
    let names = |stats: &Value, of: &str| -> BTreeMap<String, Value> {
        let groups = stats[of].as_array().expect("groups").iter();
        groups.map(|group| (group["name"].as_str().unwrap().to_owned(), group["games"].clone())).collect()
    };
    let everybody = world.run("match list --json").ends(0).json();
    let somebody = everybody["matches"][0]["one"].as_str().expect("a name").to_owned();
    for player in [None, Some(somebody.as_str())] {
        let (sums, chosen) = by_hand(&world, |name| player.is_none_or(|player| name == player));
        let mut command = world.command("match stats --json");
        if let Some(player) = player {
            command.args(["--player", player]);
        }
        let stats: Value = serde_json::from_slice(&command.output().expect("it runs").stdout).expect("JSON");
        assert_eq!(stats["games"], sums["games"].as_json());
        assert_eq!(stats["first_turn"], sums["first"].as_json());
        let of = |kind: &str| -> BTreeMap<String, Value> {
            let own = sums.iter().filter_map(|(key, sum)| Some((key.strip_prefix(kind)?.to_owned(), sum.as_json())));
            own.collect()
        };
        assert_eq!(names(&stats, "players"), of("player "));
        assert_eq!(names(&stats, "factions"), of("faction "));
        // Missions are named as they are printed: their sums are compared.
        let mut missions: Vec<String> = names(&stats, "missions").values().map(Value::to_string).collect();
        let mut wanted: Vec<String> = of("mission ").values().map(Value::to_string).collect();
        missions.sort();
        wanted.sort();
        assert_eq!(missions, wanted);
        // The games of one player have no players to be compared: the range is that over games.
        [("players", true), ("factions", false), ("missions", false), ("secondaries", false)]
            .into_iter()
            .for_each(|(groups, exact)| shares_hold(&stats[groups], exact));
        let told: BTreeMap<String, [u64; 3]> = stats["secondaries"]
            .as_array()
            .expect("secondaries")
            .iter()
            .map(|one| {
                let number = |key: &str| one[key].as_u64().expect("a number");
                (one["objective"].as_str().unwrap().to_owned(), [number("chosen"), number("vp"), number("won")])
            })
            .collect();
        assert_eq!(told, chosen);
    }
}

#[test]
fn statistics_count_what_is_over_and_fit_a_page() {
    let world = played();
    let stats = world.run("match stats --json").ends(0).json();
    let listed = world.run("match list --json").ends(0).json();
    let count = ["matches", "not_over", "with_open_questions", "faulty"].map(|key| stats[key].as_u64().unwrap());
    assert_eq!(count.iter().sum::<u64>(), listed["matches"].as_array().unwrap().len() as u64);
    assert_eq!(count[1], 1, "one is under way");
    let text = world.run("match stats").ends(0).out;
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("not counted: 1 is not over"), "{text}");
    assert!(text.contains("First turn: won "), "{text}");
    // Filters are those of the list.
    let scouring = world.run("match stats --mission scouring --json").ends(0).json();
    assert_eq!(scouring["not_over"], 1);
    assert!(scouring["missions"].as_array().unwrap().iter().all(|group| group["name"] == "The Scouring"));
    let newest = world.run("match stats --limit 3 --json").ends(0).json();
    let all = ["matches", "not_over", "with_open_questions", "faulty"].map(|key| newest[key].as_u64().unwrap());
    assert_eq!(all.iter().sum::<u64>(), 3);
    world.run("match stats --since 2099-01-01").ends(0).says("no match fits");
    world.run("match stats --since yesterday").ends(2).says("write a day as");
}

/// Of the edition with dispositions, each game stands under its player's and the opponent's.
#[test]
fn games_are_counted_by_what_both_armies_are_bent_on() {
    let world = World::new();
    for seed in 1..=6 {
        world.run(&format!("match simulate m{seed} --pack matrix-11th --seed {seed} --depth scores")).ends(0);
    }
    let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 1..=6 {
        let view = world.run(&format!("match show m{seed} --json")).ends(0).json();
        if view["status"] != "ended" || view["result"]["provisional"] == true {
            continue;
        }
        let of = |side: &str| view["players"][side]["disposition"].as_str().expect("a disposition").to_owned();
        for (own, other) in [("one", "two"), ("two", "one")] {
            *wanted.entry(format!("{} v {}", of(own), of(other))).or_default() += 1;
        }
    }
    assert!(!wanted.is_empty());
    let stats = world.run("match stats --json").ends(0).json();
    let games = stats["dispositions"].as_array().expect("groups").iter();
    let told: BTreeMap<String, u64> = games
        .map(|group| (group["name"].as_str().unwrap().to_owned(), group["games"]["games"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, wanted);
    let text = world.run("match stats").ends(0).out;
    assert!(text.contains(wanted.keys().next().expect("a pair").split(' ').next().unwrap()), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // The facts name the same pairs, row by row, and what each primary was.
    let lines = world.run("facts data/adjutant.db").ends(0).out;
    let mut rows = 0;
    for facts in lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")) {
        let view = world.run(&format!("match show {} --json", facts["match"]["id"].as_str().unwrap())).ends(0).json();
        for (row, (own, other)) in
            facts["dispositions"].as_array().unwrap().iter().zip([("one", "two"), ("two", "one")])
        {
            let players = &view["players"];
            assert_eq!(row["side"], own);
            assert_eq!(row["disposition"], players[own]["disposition"]);
            assert_eq!(row["opponent_disposition"], players[other]["disposition"]);
            assert_eq!(row["primary"], players[own]["primary"]["objective"]);
            rows += 1;
        }
    }
    assert_eq!(rows, 12);
    // Where no pack pairs dispositions, the line is what it was.
    let before = World::new();
    before.run("match simulate old --seed 1 --depth scores").ends(0);
    assert!(!before.run("facts data/adjutant.db").ends(0).out.contains("disposition"));
}
