//! Leaders among other models: what a rule that looks at keywords sees.

use adjutant_engine::attack::GroupIndex;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;

fn said(game: &mut Match, line: &str) {
    let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a record");
    game.record(record.said(), record.command).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
}

const OPEN: &str = r#"{"by":"both","do":{"open":{"format":1,"match":"m","pack":"gt2020","size":"strike-force","players":{"one":{"name":"A"},"two":{"name":"B"}}}}}"#;
const ROSTER: &str = r#"{"by":"two","do":{"roster":{"player":"two","roster":{"name":"Army","detachments":[{"type":"patrol","cp":2,"units":[{"id":"b1","datasheet":"Guard","role":"troops","points":50,"power":3,"keywords":["INFANTRY"],"faction_keywords":[],"models":[{"group":"guard","count":5,"wounds":1},{"group":"seer","count":1,"wounds":4,"keywords":["PSYKER"]}]}]}]}}}}"#;

/// G-42: a unit has the keywords of all of its models, so a rule against PSYKERs applies to all of it, no matter which model takes the
/// wound.
#[test]
fn g_42_a_unit_has_the_keywords_of_all_its_models() {
    let mut game = Match::new(adjutant_packs::shipped());
    for line in [OPEN, ROSTER] {
        said(&mut game, line);
    }
    let unit = |game: &Match| game.state().unit(&"b1".parse().expect("an id")).expect("a unit").1.clone();
    assert!(unit(&game).has_keyword("PSYKER"));
    assert!(!unit(&game).group_has_keyword(GroupIndex(0), "PSYKER"), "its other models have not");
    assert!(!unit(&game).has_keyword("VEHICLE"));
}
