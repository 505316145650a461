//! An invented list in each of the formats.

use adjutant_engine::roster::{BattlefieldRole, RosterUnit};
use adjutant_engine::side::Player;
use adjutant_rosters::import::{Format, Import, ImportError, read};

const INVENTED: &str = include_str!("fixtures/invented.ros");

fn invented() -> Import {
    read(INVENTED.as_bytes(), Player::One).expect("the invented list")
}

fn unit<'a>(import: &'a Import, id: &str) -> &'a RosterUnit {
    import.roster.units().find(|unit| unit.id.as_str() == id).expect("the unit")
}

fn names(names: &[adjutant_engine::ids::Name]) -> Vec<&str> {
    names.iter().map(|name| name.as_str()).collect()
}

#[test]
fn the_army() {
    let import = invented();
    assert_eq!(import.roster.name.as_str(), "Invented Host");
    assert_eq!(import.roster.faction.as_ref().map(|f| f.as_str()), Some("INVENTED ORDER"));
    assert_eq!(import.roster.detachments[0].kind.as_str(), "patrol");
    assert_eq!(import.roster.detachments[0].cp.get(), 2, "before its benefit");
    let warlord = import.roster.warlord.as_ref().expect("a Warlord");
    assert_eq!((warlord.unit.as_str(), warlord.group.as_str()), ("a1", "Prioress"));
    let paid: Vec<_> = import
        .roster
        .stratagems
        .iter()
        .map(|s| (s.name.as_str(), s.cp.get(), s.unit.as_ref().map(|u| u.as_str())))
        .collect();
    assert_eq!(paid, [("Second Candle", 1, Some("a1")), ("Two More Candles", 2, None)]);
    assert_eq!(
        import.roster.notes,
        ["For the spring event & after", "House: House of Salt", "Gifts: Two More Candles"]
    );
    assert_eq!(import.file.size.as_deref(), Some("incursion"));
    assert_eq!((import.file.points_limit, import.file.net_costs.as_slice()), (Some(1000), [Some(0)].as_slice()));
}

#[test]
fn the_sums() {
    let import = invented();
    assert_eq!(import.counted.points, Some(545));
    assert_eq!(import.counted.power, import.declared.power);
    assert_eq!(
        import.differences,
        [
            "the file states 565 points; its parts add up to 545",
            "the file states 2 Command points; its parts add up to 3"
        ]
    );
}

#[test]
fn a_character() {
    let import = invented();
    let prioress = unit(&import, "a1");
    assert_eq!(prioress.name.as_ref().map(|name| name.as_str()), Some("Aldis"));
    assert_eq!(prioress.role, BattlefieldRole::Hq);
    assert_eq!(names(&prioress.keywords), ["CHARACTER", "INFANTRY", "PSYKER", "WARLORD"]);
    assert_eq!(names(&prioress.psychic_powers), ["Salt Storm"]);
    assert_eq!(names(&prioress.warlord_traits), ["Stern Voice"]);
    assert_eq!(names(&prioress.relics), ["Candle of Dawn"]);
    assert_eq!(prioress.psyker.map(|psyker| (psyker.casts.get(), psyker.denies.get())), Some((2, 1)));
    assert_eq!(prioress.models[0].objective_secured, Some(true));
    assert_eq!(prioress.models[0].points.map(|points| points.get()), Some(100));
}

#[test]
fn groups_of_models() {
    let import = invented();
    let groups = |id: &str| -> Vec<(String, i32, i32, Option<i32>)> {
        let groups = &unit(&import, id).models;
        groups.iter().map(|g| (g.group.to_string(), g.count.get(), g.wounds.get(), g.points.map(|p| p.get()))).collect()
    };
    assert_eq!(groups("a2"), [("Pilgrim Guide".into(), 1, 2, Some(15)), ("Pilgrim w/ staff".into(), 9, 1, Some(10))]);
    assert_eq!(groups("a3"), [("Salt Engine".into(), 1, 10, Some(280)), ("Lantern Drone".into(), 2, 1, Some(10))]);
    assert_eq!(groups("a4"), [("Golem".into(), 2, 1, Some(20))], "alike models are put together");
    let staff = &unit(&import, "a2").models[1].weapons[0];
    assert_eq!((staff.name.as_str(), staff.count.map(|n| n.get())), ("Staff", Some(9)));
    let engine = unit(&import, "a3");
    assert_eq!(engine.models[0].move_in.map(|m| m.to_string()).as_deref(), Some("30"), "the largest Move");
    // 15-20" with up to five wounds left, 20-30" before.
    let inches = |inches: Option<adjutant_engine::numbers::Inches>| inches.map(|inches| inches.to_string());
    assert_eq!(inches(engine.models[0].least_move_in).as_deref(), Some("20"));
    let rows: Vec<_> = engine.models[0]
        .damage_table
        .iter()
        .map(|row| (row.wounds_left.get(), inches(row.least_move_in), inches(row.move_in)))
        .collect();
    assert_eq!(rows, [(5, Some("15".to_owned()), Some("20".to_owned()))]);
    assert_eq!(inches(engine.models[1].least_move_in), None);
    assert_eq!(engine.transport_capacity.map(|capacity| capacity.get()), Some(12));
    assert_eq!(unit(&import, "a4").slotless, Some(true));
}

#[test]
fn nothing_is_dropped_silently() {
    let import = invented();
    let listed: Vec<&str> = import.unplaced.iter().map(|entry| entry.what.as_str()).collect();
    for what in ["Favour", "March in Step", "Steadfast", "Bound Golem", "Golem", "Salt Engine"] {
        assert!(listed.contains(&what), "{what} in {listed:?}");
    }
}

#[test]
fn a_roster_survives_its_own_json() {
    let import = invented();
    let json = serde_json::to_string(&import.roster).expect("JSON");
    let again = read(json.as_bytes(), Player::Two).expect("our own JSON");
    assert_eq!(again.roster, import.roster, "ids stay as they are");
    assert_eq!(again.file.format, Format::Json);
}

#[test]
fn pasted_text() {
    let text = "\
+++ Invented Host (Warhammer 40,000 9th Edition) [20 PL, 4CP, 1,180pts] +++

++ Battalion Detachment 0CP (Imperium - Invented Order) [20 PL, 4CP, 1,180pts] ++

+ Configuration +

Battle Size [6CP]: 2. Incursion (51-100 Total PL / 501-1000 Points)

Detachment Command Cost

+ HQ [6 PL, -2CP, 1,100pts] +

Prioress [5 PL, -2CP, 1,000pts]: 2. Stern Voice, Relic: Candle of Dawn, Staff (long, heavy), Warlord

Deacon [1 PL, 100pts]: Staff

+ Troops +

Pilgrims [14 PL, 80pts]
. 9x Pilgrim: 9x Staff
. Pilgrim Guide: Horn
. . Banner

++ Total: [20 PL, 4CP, 1,180pts] ++

Created with BattleScribe
";
    let import = read(text.as_bytes(), Player::Two).expect("a pasted list");
    assert_eq!(import.differences, [""; 0]);
    assert_eq!(import.declared.points, Some(1180));
    assert_eq!(import.roster.name.as_str(), "Invented Host");
    assert_eq!(import.roster.faction.as_ref().map(|f| f.as_str()), Some("INVENTED ORDER"));
    assert_eq!(import.roster.warlord.as_ref().map(|w| w.unit.as_str()), Some("b1"));
    assert_eq!(names(&unit(&import, "b1").relics), ["Candle of Dawn"]);
    assert_eq!(names(&unit(&import, "b1").wargear), ["2. Stern Voice", "Staff (long, heavy)"]);
    let counts: Vec<i32> = unit(&import, "b3").models.iter().map(|group| group.count.get()).collect();
    assert_eq!(counts, [9, 1]);
    assert_eq!(names(&unit(&import, "b3").wargear), ["Staff", "Horn", "Banner"]);
    assert_eq!(import.file.size.as_deref(), Some("incursion"));
    assert!(import.unplaced.iter().any(|entry| entry.why.contains("no Wounds")));
}

#[test]
fn other_games_are_refused_with_a_sentence() {
    let other = INVENTED.replace("40,000 9th Edition", "40,000 8th Edition");
    let error = read(other.as_bytes(), Player::One).expect_err("another edition");
    assert_eq!(
        error.to_string(),
        "the list was made for `Warhammer 40,000 8th Edition`; use a list for Warhammer 40,000 9th Edition"
    );
    let catalogue = "<catalogue name=\"x\"/>";
    assert!(matches!(read(catalogue.as_bytes(), Player::One), Err(ImportError::NotARoster { .. })));
    let empty = r#"<roster name="Bare" gameSystemName="Warhammer 40,000 9th Edition"><forces/></roster>"#;
    assert!(matches!(read(empty.as_bytes(), Player::One), Err(ImportError::Empty { .. })));
    assert!(matches!(read(b"a shopping list", Player::One), Err(ImportError::UnknownFormat)));
    assert!(matches!(read(b"{\"rooster\":{}}", Player::One), Err(ImportError::Json { .. })));
    assert!(matches!(read(b"{\"roster\":{}}", Player::One), Err(ImportError::Export { .. })));
}

/// Characteristics come from the profiles; an invulnerable save from its column, or from an ability that states it in a
/// sentence of its own.
#[test]
fn characteristics_and_saves() {
    let described = |name: &str, text: &str| {
        format!(
            r#"<profile id="p" name="{name}" typeName="Abilities" hidden="false"><characteristics><characteristic name="Description">{text}</characteristic></characteristics></profile>"#
        )
    };
    let bare = |name: &str| format!(r#"<profile id="p" name="{name}" typeName="Abilities" hidden="false"/>"#);
    let stats = [("WS", "2+"), ("BS", "3+"), ("S", "4"), ("T", "5"), ("A", "6"), ("Save", "3+")];
    let stats =
        stats.map(|(name, value)| format!(r#"<characteristic name="{name}">{value}</characteristic>"#)).concat();
    let pilgrim = r#"<profile id="p" name="Pilgrim" typeName="Unit" hidden="false">"#;
    let text = INVENTED
        .replacen(r#"<characteristic name="W">5"#, &format!(r#"{stats}<characteristic name="W">5"#), 1)
        .replace(
            &bare("Candle of Dawn"),
            &described("Candle of Dawn", "Re-roll ones. The bearer has a 4+ invulnerable save."),
        )
        .replace(
            &bare("Stern Voice (Aura)"),
            &described("Stern Voice (Aura)", "This model has a 3+ invulnerable save against ranged attacks."),
        )
        .replacen(pilgrim, &(described("Faith", "Models in this unit have a 6+ invulnerable save.") + pilgrim), 1);
    let import = read(text.as_bytes(), Player::One).expect("the list");
    let prioress = &unit(&import, "a1").models[0];
    let numbers = [
        prioress.weapon_skill.map(|value| value.get()),
        prioress.ballistic_skill.map(|value| value.get()),
        prioress.strength.map(|value| value.get()),
        prioress.toughness.map(|value| value.get()),
        prioress.attacks.map(|value| value.get()),
        prioress.save.map(|value| value.get()),
        prioress.invulnerable.map(|value| value.get()),
        Some(prioress.wounds.get()),
        prioress.leadership.map(|value| value.get()),
    ];
    assert_eq!(numbers, [2, 3, 4, 5, 6, 3, 4, 5, 9].map(Some));
    let pilgrims = &unit(&import, "a2").models;
    assert!(pilgrims.len() > 1);
    assert!(pilgrims.iter().all(|group| group.invulnerable.map(|value| value.get()) == Some(6)), "{pilgrims:?}");
    let unstated = invented();
    assert_eq!(unit(&unstated, "a1").models[0].toughness, None);
    assert_eq!(unit(&unstated, "a2").models[0].invulnerable, None);
}
