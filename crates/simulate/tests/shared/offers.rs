//! What is offered is taken, at random moments of random matches.

use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::legal::legal_commands;
use adjutant_engine::side::By;
use adjutant_simulate::{Depth, Plan, simulate};

use super::count::shipped_pack;

pub fn every_offer_is_taken(pack: &str) {
    let (packs, pack) = (adjutant_packs::shipped(), shipped_pack(pack));
    for number in 0..60_u64 {
        let depth = [Depth::Facts, Depth::Positions, Depth::Scores][(number % 3) as usize];
        let plan = Plan { pack: Arc::clone(&pack), ..Plan::new(depth) };
        let records = simulate(number, &plan);
        // Early moments of the set-up for every other match, any moment for the rest.
        let stop = if number % 2 == 0 { number as usize % 14 } else { number as usize * 37 % (records.len() + 1) };
        let mut game = Match::new(packs.clone());
        for (by, command) in &records[..stop.min(records.len())] {
            game.record(*by, command).expect("a legal record");
        }
        for by in [By::One, By::Two, By::Both, By::Judge] {
            for offer in legal_commands(&game, by) {
                let taken = game.check(by, &offer.command);
                assert!(taken.is_ok(), "match {number}, record {}: {offer:?}: {taken:?}", game.seq());
            }
        }
    }
}
