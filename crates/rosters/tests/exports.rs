//! What programs of today export: an invented list in every form, and the files of others where they are found.

use std::path::PathBuf;

use adjutant_engine::roster::RosterUnit;
use adjutant_engine::side::Player;
use adjutant_rosters::import::{Format, Import, ImportError, read};

const APP: &str = "\
Salt Tide (400 points)

Invented Order
Incursion (1000 Points)
Drowned Host
Force Dispositions: Take and Hold

CHARACTERS

Prioress (100 points)
  \u{2022} Warlord
  \u{2022} 1x Salt blade
  \u{2022} Enhancement: Candle of Tides

BATTLELINE

Pilgrims (110 points)
  \u{2022} 1x Pilgrim Leader
     \u{2022} 1x Staff
  \u{2022} 9x Pilgrim
     \u{2022} 9x Staff

OTHER DATASHEETS

Wagon (190 points)
  \u{2022} 2x Harpoon

Exported with App Version: v0.0.0 (1), Data Version: v1
";

const HEADER: &str = "\
+++++++++++++++++++++++++++++++++++++++++++++++
+ LIST NAME: Salt Tide
+ FACTION KEYWORD: Invented Order
+ DETACHMENT: Drowned Host (3 Detachment Points)
+ FORCE DISPOSITION: Take and Hold
+ TOTAL ARMY POINTS: 400pts
+ POINTS LIMIT: 1000pts
+
+ WARLORD: Char1: Prioress
+ ENHANCEMENT: Candle of Tides (on Char1: Prioress)
+ NUMBER OF UNITS: 3
+++++++++++++++++++++++++++++++++++++++++++++++

";

const COMPACT: &str = "\
Char1: 1x Prioress (100 pts): Salt blade, Warlord
Enhancement: Candle of Tides (+20 pts)
10x Pilgrims (110 pts)
\u{2022} 1x Pilgrim Leader: Staff
\u{2022} 9x Pilgrim: 9x Staff
1x Wagon (190 pts): 2x Harpoon
";

const FULL: &str = "\
CHARACTERS

Char1: 1x Prioress (100 pts)
1 with Salt blade, Warlord
Enhancement: Candle of Tides (+20 pts)

BATTLELINE

10x Pilgrims (110 pts)
\u{2022} 1x Pilgrim Leader: 1 with Staff
\u{2022} 9x Pilgrim: 9 with Staff

OTHER DATASHEETS

1x Wagon (190 pts)
1 with 2x Harpoon
";

const SIMPLE: &str = "\
Invented Order - Salt Tide - [1000 pts]

# ++ Army Roster ++ [400 pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
Detachment: Drowned Host
Force Disposition: Take and Hold

## Character [100 pts]
Prioress [100 pts]: Warlord, Candle of Tides [20 pts], Salt blade

## Battleline [110 pts]
Pilgrims [110 pts]:
\u{2022} 1x Pilgrim Leader: Staff
\u{2022} 9x Pilgrim: 9x Staff

## Other [190 pts]
Wagon [190 pts]: 2x Harpoon
";

const LISTFORGE: &str = "\
Salt Tide - Invented Order - Drowned Host (400 Points)
Take and Hold

Character:
Prioress (100 pts)
  \u{2022} Salt blade
  \u{2022} E: Candle of Tides
  \u{2022} Warlord


Battleline:
Pilgrims (110 pts)
  \u{2022} Pilgrim Leader
    \u{2022} Staff
  \u{2022} 9x Pilgrim
    \u{2022} 9x Staff


Vehicle:
Wagon (190 pts)
  \u{2022} 2x Harpoon
";

const NEW_RECRUIT: &str = r#"{"generatedBy": "https://newrecruit.eu", "roster": {"name": "Salt Tide",
 "costs": [{"name": "pts", "value": 400}], "costLimits": [{"name": "pts", "value": 1000}],
 "forces": [{"name": "Army Roster", "catalogueName": "Seas - Invented Order", "selections": [
  {"name": "Battle Size", "type": "upgrade", "categories": [{"name": "Configuration", "primary": true}],
   "selections": [{"name": "Incursion (1000 Point limit)", "type": "upgrade"}]},
  {"name": "Detachment", "type": "upgrade", "categories": [{"name": "Configuration", "primary": true}],
   "selections": [{"name": "Drowned Host", "type": "upgrade"}]},
  {"name": "Force Disposition", "type": "upgrade", "categories": [{"name": "Configuration", "primary": true}],
   "selections": [{"name": "Take and Hold", "type": "upgrade"}]},
  {"name": "Prioress", "type": "model", "number": 1, "costs": [{"name": "pts", "value": 80.0}],
   "categories": [{"name": "Faction: Invented Order"}, {"name": "Character", "primary": true}],
   "selections": [{"name": "Warlord", "type": "upgrade"}, {"name": "Salt blade", "type": "upgrade"},
    {"name": "Candle of Tides", "type": "upgrade", "group": "Enhancements", "costs": [{"name": "pts", "value": 20}]}]},
  {"name": "Pilgrims", "type": "unit", "number": 1, "costs": [{"name": "pts", "value": 110}],
   "categories": [{"name": "Faction: Invented Order"}, {"name": "Battleline", "primary": true}],
   "selections": [{"name": "Pilgrim Leader", "type": "model", "number": 1, "selections": [{"name": "Staff", "type": "upgrade"}]},
    {"name": "Pilgrim", "type": "model", "number": 9, "selections": [{"name": "Staff", "type": "upgrade", "number": 9}]}]},
  {"name": "Wagon", "type": "model", "number": 1, "costs": [{"name": "pts", "value": 190}],
   "categories": [{"name": "Faction: Invented Order"}, {"name": "Vehicle", "primary": true}],
   "selections": [{"name": "Harpoon", "type": "upgrade", "number": 2}]}]}]}}"#;

const ROSTERIZER: &str = r#"{"rulebook": {"name": "x"}, "snapshot": {"item": "Roster§Roster", "name": "Salt Tide",
 "stats": {"Points": {"value": 400}}, "assets": {"included": [
  {"item": "Faction§Invented Order", "name": "Invented Order"}, {"item": "Detachment§Drowned Host", "name": "Drowned Host"},
  {"item": "Battle Size§Incursion (1000 Point limit)"}, {"item": "Force Disposition§Take and Hold"},
  {"item": "Unit§Prioress", "stats": {"Points": {"value": 80}}, "assets": {"included": [
    {"item": "Enhancement§Candle of Tides", "stats": {"Points": {"value": 20}}}, {"item": "Weapon§Salt blade"}],
    "traits": [{"item": "Trait§Warlord", "name": "Warlord"}]}},
  {"item": "Unit§Pilgrims", "quantity": 10, "stats": {"Points": {"value": 110}}, "assets": {"included": [
    {"item": "Model§Pilgrim Leader", "quantity": 1}, {"item": "Model§Pilgrim", "quantity": 9}, {"item": "Weapon§Staff"}]}},
  {"item": "Unit§Wagon", "stats": {"Points": {"value": 190}}, "assets": {"included": [{"item": "Weapon§Harpoon", "quantity": 2}]}}
 ]}}}"#;

fn names(names: &[adjutant_engine::ids::Name]) -> Vec<&str> {
    names.iter().map(|name| name.as_str()).collect()
}

fn units(import: &Import) -> Vec<&RosterUnit> {
    import.roster.units().collect()
}

fn every_form() -> Vec<(Format, String)> {
    vec![
        (Format::App, APP.into()),
        (Format::NewRecruitCompact, format!("{HEADER}{COMPACT}")),
        (Format::NewRecruitFull, format!("{HEADER}{FULL}")),
        (Format::NewRecruitSimple, SIMPLE.into()),
        (Format::ListForge, LISTFORGE.into()),
        (Format::NewRecruit, NEW_RECRUIT.into()),
        (Format::Rosterizer, ROSTERIZER.into()),
    ]
}

#[test]
fn the_same_army_in_every_form() {
    for (format, text) in every_form() {
        let import = read(text.as_bytes(), Player::One).unwrap_or_else(|error| panic!("{format:?}: {error}"));
        assert_eq!(import.file.format, format);
        assert_eq!(import.roster.name.as_str(), "Salt Tide", "{format:?}");
        assert_eq!(import.roster.disposition.map(|is| is.to_string()).as_deref(), Some("take-and-hold"), "{format:?}");
        assert_eq!(import.roster.faction.as_ref().map(|f| f.as_str()), Some("INVENTED ORDER"), "{format:?}");
        let detachment = &import.roster.detachments[0];
        assert_eq!(detachment.name.as_ref().map(|name| name.as_str()), Some("Drowned Host"), "{format:?}");
        assert_eq!((import.declared.points, import.counted.points), (Some(400), Some(400)), "{format:?}");
        assert_eq!(import.differences, Vec::<String>::new(), "{format:?}");
        let units = units(&import);
        let told: Vec<(&str, i32, i32)> = units
            .iter()
            .map(|unit| {
                let models = unit.models.iter().map(|group| group.count.get()).sum();
                (unit.datasheet.as_str(), unit.points.get(), models)
            })
            .collect();
        assert_eq!(told, [("Prioress", 100, 1), ("Pilgrims", 110, 10), ("Wagon", 190, 1)], "{format:?}");
        assert_eq!(import.roster.warlord.as_ref().map(|lord| lord.unit.as_str()), Some("a1"), "{format:?}");
        assert_eq!(names(&units[0].relics), ["Candle of Tides"], "{format:?}");
        assert_eq!(names(&units[0].wargear), ["Salt blade"], "{format:?}");
        assert_eq!(names(&units[2].wargear), ["Harpoon"], "{format:?}");
        let groups: Vec<(&str, i32)> =
            units[1].models.iter().map(|group| (group.group.as_str(), group.count.get())).collect();
        assert_eq!(groups, [("Pilgrim Leader", 1), ("Pilgrim", 9)], "{format:?}");
        // Rosterizer says neither headings nor categories, the compact form no headings.
        let says = |word: &str, unit: &RosterUnit| names(&unit.keywords).contains(&word);
        assert_eq!(says("CHARACTER", units[0]), format != Format::Rosterizer, "{format:?}");
        let headed = !matches!(format, Format::Rosterizer | Format::NewRecruitCompact);
        assert_eq!(says("BATTLELINE", units[1]), headed, "{format:?}");
    }
}

#[test]
fn a_line_that_no_form_explains_is_listed_with_its_number() {
    let text = format!("{HEADER}+ MOON: waning\n{FULL}");
    let import = read(text.as_bytes(), Player::One).unwrap();
    let odd = import.unplaced.iter().find(|odd| odd.what == "MOON: waning").expect("the odd line");
    assert!(odd.why.starts_with("line 14: "), "{odd}");
}

#[test]
fn a_list_without_a_disposition_or_with_a_strange_one_is_read() {
    let without = APP.replace("Force Dispositions: Take and Hold\n", "");
    let import = read(without.as_bytes(), Player::One).unwrap();
    assert_eq!(import.roster.disposition, None);
    let alone = APP.replace("Force Dispositions: Take and Hold", "Purge the Foe");
    let import = read(alone.as_bytes(), Player::One).unwrap();
    assert_eq!(import.roster.disposition.map(|is| is.to_string()).as_deref(), Some("purge-the-foe"));
    let strange = APP.replace("Take and Hold", "9 of Swords");
    let import = read(strange.as_bytes(), Player::One).unwrap();
    assert_eq!(import.roster.disposition, None);
    assert!(import.unplaced.iter().any(|odd| odd.what == "9 of Swords"), "{:?}", import.unplaced);
}

#[test]
fn several_detachments_are_kept() {
    let text = APP.replace("Drowned Host", "Detachments: Drowned Host, Second Wave (3 Detachment Points)");
    let import = read(text.as_bytes(), Player::One).unwrap();
    let kept: Vec<&str> =
        import.roster.detachments.iter().filter_map(|one| one.name.as_ref()).map(|name| name.as_str()).collect();
    assert_eq!(kept, ["Drowned Host", "Second Wave"]);
}

#[test]
fn broken_exports_say_what_is_wrong() {
    let broken = NEW_RECRUIT.replace("\"forces\"", "\"forcez\"");
    let error = read(broken.as_bytes(), Player::One).unwrap_err();
    assert!(
        error.to_string().starts_with("the export of New Recruit cannot be read: missing field `forces`"),
        "{error}"
    );
    let empty = HEADER.to_owned() + "Prioress\n";
    assert!(matches!(read(empty.as_bytes(), Player::One), Err(ImportError::Empty { .. })));
    for (_, text) in every_form() {
        let ends = text.char_indices().map(|(at, _)| at).step_by(7);
        for end in ends {
            _ = read(&text.as_bytes()[..end], Player::Two);
        }
    }
}

/// The files do not belong to the project: they lie in `lists` below the folder that `ADJUTANT_ELEVENTH_DATA` names.
#[test]
#[ignore = "needs files of other people: set ADJUTANT_ELEVENTH_DATA and run with --ignored"]
fn the_lists_of_others_have_the_points_and_units_that_a_second_reader_found() {
    let root =
        std::env::var_os("ADJUTANT_ELEVENTH_DATA").expect("ADJUTANT_ELEVENTH_DATA names the folder of their data");
    let folder = PathBuf::from(root).join("lists");
    let rows = [
        ("chaos-knights-houndpack.input.newrecruit-json.json", Format::NewRecruit, 485, 4, "chaos-knights-houndpack"),
        (
            "chaos-knights-houndpack.input.newrecruit-simple.txt",
            Format::NewRecruitSimple,
            485,
            4,
            "chaos-knights-houndpack",
        ),
        (
            "chaos-knights-houndpack.input.newrecruit-wtc-compact.txt",
            Format::NewRecruitCompact,
            485,
            4,
            "chaos-knights-houndpack",
        ),
        (
            "chaos-knights-houndpack.input.newrecruit-wtc-full.txt",
            Format::NewRecruitFull,
            485,
            4,
            "chaos-knights-houndpack",
        ),
        ("chaos-knights-houndpack.input.rosterizer.json", Format::Rosterizer, 485, 4, "chaos-knights-houndpack"),
        ("gw-chaos-knights.input.gw.txt", Format::App, 2000, 16, "gw-chaos-knights"),
        ("cd-daemonic-incursion.input.listforge-text.txt", Format::ListForge, 795, 5, ""),
    ];
    for (file, format, points, count, second) in rows {
        let import =
            read(&std::fs::read(folder.join(file)).unwrap(), Player::One).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!((import.file.format, import.counted.points), (format, Some(points)), "{file}");
        let units = units(&import);
        assert_eq!(units.len(), count, "{file}");
        if second.is_empty() {
            // This one was cut short by its owner: it states 1,995 points.
            assert_eq!(import.declared.points, Some(1995));
            continue;
        }
        assert_eq!(import.differences, Vec::<String>::new(), "{file}");
        let text = std::fs::read(folder.join(format!("{second}.expected.roster.json"))).unwrap();
        let expected: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(expected["points"]["total_computed"], points, "{file}");
        for (unit, other) in units.iter().zip(expected["units"].as_array().unwrap()) {
            let enhancement = other["enhancement_points"].as_i64().unwrap_or(0);
            assert_eq!(unit.datasheet.as_str(), other["ref"]["raw_name"], "{file}");
            assert_eq!(
                i64::from(unit.points.get()),
                other["points"].as_i64().unwrap() + enhancement,
                "{file}: {}",
                unit.id
            );
            let models: i32 = unit.models.iter().map(|group| group.count.get()).sum();
            assert_eq!(i64::from(models), other["model_count"].as_i64().unwrap(), "{file}: {}", unit.id);
            let leads = import.roster.warlord.as_ref().is_some_and(|lord| lord.unit == unit.id);
            assert_eq!(other["is_warlord"], leads, "{file}: {}", unit.id);
            let named: Vec<&str> = other["enhancement"]["raw_name"].as_str().into_iter().collect();
            assert_eq!(names(&unit.relics), named, "{file}: {}", unit.id);
            for ware in other["wargear"].as_array().unwrap() {
                let name = ware["ref"]["raw_name"].as_str().unwrap();
                assert!(names(&unit.wargear).contains(&name), "{file}: {} has no {name}", unit.id);
            }
        }
    }
}
