//! What Detachments give back.

use adjutant_engine::Roster;
use adjutant_engine::ids::Name;
use adjutant_engine::muster::{Benefit, Benefits};

/// An army of Detachments, each with one unit of some factions; the unit of the first leads.
fn army(detachments: &[(&str, &[&str])]) -> Roster {
    let each = detachments.iter().enumerate().map(|(index, (kind, factions))| {
        serde_json::json!({"type": kind, "cp": 0, "units": [{
            "id": format!("a{index}"), "datasheet": "Guard", "role": "hq", "points": 50, "power": 3,
            "keywords": if index == 0 { vec!["INFANTRY", "WARLORD"] } else { vec!["INFANTRY"] },
            "faction_keywords": factions, "models": [{"group": "guard", "count": 1, "wounds": 1}],
        }]})
    });
    let detachments: Vec<_> = each.collect();
    serde_json::from_value(serde_json::json!({"name": "Army", "detachments": detachments})).expect("a roster")
}

/// `docs/rules/muster.md`, the table of Detachments: a Patrol gives 2 where the Warlord is, a Supreme Command 3 beside
/// a Battalion and 4 beside a Brigade, a Fortification Network 1 to the Warlord's own faction.
fn benefits() -> Benefits {
    let name = |text: &str| Name::new(text).expect("a name");
    let best = [("patrol", 2), ("battalion", 3), ("brigade", 4)].map(|(kind, cp)| (kind.to_owned(), cp));
    Benefits {
        by_detachment: [
            (name("patrol"), Benefit::Warlord(2)),
            (name("supreme-command"), Benefit::BestOf(best.into())),
            (name("fortification-network"), Benefit::WarlordsFaction(1)),
        ]
        .into(),
        unaligned: Some(name("UNALIGNED")),
    }
}

#[test]
fn each_detachment_gives_back_what_its_row_says() {
    for (detachments, expected) in [
        (&[("patrol", &["ORKS"][..]), ("patrol", &["ORKS"][..])][..], &[2, 0][..]),
        (&[("supreme-command", &["ORKS"]), ("battalion", &["ORKS"])], &[3, 0]),
        (&[("supreme-command", &["ORKS"]), ("patrol", &["ORKS"]), ("brigade", &["ORKS"])], &[4, 0, 0]),
        (&[("supreme-command", &["ORKS"])], &[0]),
        (&[("battalion", &["ORKS"]), ("fortification-network", &["ORKS"])], &[0, 1]),
        (&[("battalion", &["ORKS"]), ("fortification-network", &["TAU"])], &[0, 0]),
        (&[("battalion", &["UNALIGNED"]), ("fortification-network", &["UNALIGNED"])], &[0, 0]),
    ] {
        let army = army(detachments);
        let given: Vec<i32> = army.detachments.iter().map(|each| benefits().of(&army, each)).collect();
        assert_eq!(given, expected, "{detachments:?}");
    }
}
