//! The packs that come with the program, read.

use std::sync::{Arc, LazyLock};

use adjutant_engine::law::{Pack, Packs};

use crate::embedded::{shipped_files, shipped_ids};
use crate::reading::read_shipped;
use crate::source::Fault;

static GT2020: LazyLock<Arc<Pack>> = LazyLock::new(|| shipped_pack("gt2020"));
static SHIPPED: LazyLock<Packs> = LazyLock::new(|| {
    Packs::new(shipped_ids().into_iter().map(|id| if id == "gt2020" { gt2020() } else { shipped_pack(id) }))
});

fn shipped_pack(id: &str) -> Arc<Pack> {
    match read_shipped(&shipped_files(id)) {
        Ok(pack) => Arc::new(pack),
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
            unreachable!("the shipped packs are checked by a test: {id}: {}", faults.join("; "))
        }
    }
}

/// The shipped pack of the Grand Tournament 2020.
pub fn gt2020() -> Arc<Pack> {
    Arc::clone(&GT2020)
}

/// All shipped packs.
pub fn shipped() -> Packs {
    SHIPPED.clone()
}
