//! Checks of sense: a pack whose files are well formed can still be unplayable.
//!
//! | module | asks |
//! |---|---|
//! | `common` | do the numbers of `pack.json` and the dice of the missions fit together |
//! | `map` | do markers, zones, territories and edges agree with the geometry |
//! | `mission` | does everything that a mission names exist, and can its rules come about |
//! | `objective` | does everything that an objective names exist, where it is offered |
//! | `action` | can an action be started, does it fit together |
//! | `picks` | can everything be picked and laid that objectives and actions name |
//! | `reach` | can every award and every row of a table be reached |

mod action;
mod common;
mod map;
mod markers;
mod mission;
mod objective;
mod picks;
mod reach;
mod report;
mod walk;

use adjutant_engine::law::Pack;

use self::report::Report;
use crate::source::Fault;

use adjutant_engine::rules::Objective;

pub use report::Paths;

/// Whether any of these objectives asks how things were before now, so that the fold has to remember it.
pub fn remembers<'a>(objectives: impl IntoIterator<Item = &'a Objective>) -> bool {
    let mut past = false;
    for objective in objectives {
        walk::objective(objective, &mut |part| past |= matches!(part, walk::Named::Past));
    }
    past
}

/// Everything that makes no sense.
pub fn check(pack: &Pack, paths: &Paths) -> Vec<Fault> {
    let mut faults = common::check(pack, paths);
    for (id, mission) in &pack.missions {
        let report = &mut Report { file: &paths.missions[id], faults: &mut faults };
        map::check(pack, mission, report);
        mission::check(pack, mission, report);
    }
    for (id, objective) in &pack.objectives {
        let report = &mut Report { file: &paths.objectives[id], faults: &mut faults };
        objective::check(pack, objective, report);
        reach::check(pack, objective, report);
        picks::check(pack, objective, report);
    }
    for (id, action) in &pack.actions {
        action::check(pack, action, &mut Report { file: &paths.actions[id], faults: &mut faults });
    }
    faults
}
