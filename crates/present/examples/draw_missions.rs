//! Writes the map of every shipped mission to standard output, one after another; or one, as text.
fn main() {
    let pack = adjutant_packs::gt2020();
    for (id, mission) in &pack.missions {
        println!("=== {id}.svg\n{}", adjutant_present::map::mission_svg(mission, &pack.law.control));
        println!("=== {id}.txt\n{}", adjutant_present::map::mission_text(mission, 80));
    }
}
