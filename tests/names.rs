//! Players, units, missions and objectives by name: any part that fits only one, in any case, with or without accents.

use crate::support::World;

fn last(world: &World) -> serde_json::Value {
    serde_json::from_str(world.exported().lines().last().unwrap()).unwrap()
}

#[test]
fn players_are_named_in_words_and_flags() {
    let world = World::new();
    world.run("match new m --mission scorched --one Anna --two Jörg").ends(0);
    let record = |words: &str| world.run(&format!("match record m {words}"));
    record("attacker anna").ends(0);
    assert_eq!(last(&world)["do"]["roles"]["attacker"], "one");
    record("--by jorg zone B").ends(0);
    assert_eq!(last(&world)["by"], "two");
    record("FIRST Jör").ends(0);
    assert_eq!(last(&world)["do"]["first-turn"]["player"], "two");
    record("--by Anna secondaries raze assas grind").ends(0);
    let choice = &last(&world)["do"]["secondaries"]["choose"];
    assert_eq!(choice, &serde_json::json!(["raze", "assassinate", "grind-them-down"]));
    record("--by JÖRG secondaries RAZE assas eng").ends(0);
    record("--by both begin").ends(0);
    record("hold m1=Anna m3=jörg M4=nobody").ends(0);
    let holds = serde_json::json!({"m1": "one", "m3": "two", "m4": "none"});
    assert_eq!(last(&world)["do"]["control"]["holds"], holds);
    record("--by Carl note x").ends(2).says("no player is called `Carl`").says("one (Anna), two (Jörg), both, judge");
    record("attacker carl").ends(2).says("one (Anna), two (Jörg)");
    record("kil b1").ends(2).says("Did you mean `kill`");
    record("--by anna secondaries assasinate raze grind").ends(2).says("hint: Did you mean Assassinate (assassinate)?");
    world.run("match sign m --player carl").ends(3);
    world.run("match roster m nowhere.ros --player carl").ends(2).says("no player is called `carl`");
    world.run("match roster m nowhere.ros --player jörg").ends(3).says("nowhere.ros");
}

#[test]
fn missions_go_by_any_part_of_their_names() {
    let world = World::new();
    let shown = |word: &str| {
        let mut command = world.command("mission show --json");
        crate::support::run_of(command.arg(word).output().unwrap())
    };
    let whole = shown("scorched-earth").ends(0).out;
    for word in ["scorched", "SCORCHED EARTH", "Scorched Earth", "earth"] {
        assert_eq!(shown(word).ends(0).out, whole, "{word}");
    }
    shown("The Scouring").ends(0);
    shown("scorchd-earth").ends(1).says("Did you mean Scorched Earth (scorched-earth)");
    shown("zzz").ends(1).says("`adjutant mission list` lists them");
    // A D33 stands for a mission of either battle size.
    let rolled = shown("23");
    assert!(rolled.code == Some(0) || rolled.err.contains("fits several missions"), "{rolled:?}");
    shown("s").ends(1).says("fits several missions");
    world.run("mission map scorched").ends(0);
    world.run("match new x --mission scouring --one A --two B").ends(0);
    world.run("match new y --mission scorchd --one A --two B").ends(1).says("Did you mean Scorched Earth");
    world.run("match show y").ends(1);
}
