//! Prints the briefing of a shipped mission: `cargo run -p adjutant-present --example briefing gt2020 raid`.

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pack in adjutant_packs::shipped().iter() {
        for mission in adjutant_packs::in_order(pack) {
            let wanted = [pack.file.id.as_str(), mission.id.as_str()];
            if arguments.iter().zip(wanted).all(|(argument, id)| argument == id) {
                println!("{}", adjutant_present::briefing(pack, mission));
            }
        }
    }
}
