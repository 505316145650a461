//! The packs that come with the program, read.

use std::sync::{Arc, LazyLock};

use adjutant_engine::ids::PackId;
use adjutant_engine::law::{Pack, Packs};

use crate::embedded::{shipped_files, shipped_ids};
use crate::reading::read_shipped;
use crate::source::Fault;

static SHIPPED: LazyLock<Packs> = LazyLock::new(|| {
    let named = |id: &'static str| {
        (PackId::new(id).unwrap_or_else(|_| unreachable!("folders have ids")), move || shipped_pack(id))
    };
    Packs::reading(shipped_ids().into_iter().map(named))
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
    let id = PackId::new("gt2020").unwrap_or_else(|_| unreachable!("an id"));
    let pack = SHIPPED.get(&id).map(Arc::clone);
    pack.unwrap_or_else(|| unreachable!("it is shipped"))
}

/// All shipped packs; each is read when it is asked for.
pub fn shipped() -> Packs {
    SHIPPED.clone()
}
