//! What logs are judged under.

use std::sync::{Arc, LazyLock};

use adjutant_core::chain::Hash;
use adjutant_engine::ids::PackId;
use adjutant_engine::law::{Pack, Packs};
use adjutant_packs::PackSource;
use adjutant_rosters::rules::ArmyRules;

use crate::laws::Elders;

/// Mission packs, the muster rules of those that have any, and the engines of older laws.
#[derive(Clone)]
pub struct Rulebook {
    /// The packs that a log may name.
    pub packs: Packs,
    /// Muster rules of packs.
    pub muster: Arc<[Muster]>,
    /// Who judges logs of older laws; nobody where they cannot be asked.
    pub elders: Option<Arc<dyn Elders>>,
}

/// The muster rules of a pack.
#[derive(Clone)]
pub struct Muster {
    pack: PackId,
    rules: Hash,
    army: ArmyRules,
}

impl Muster {
    /// Muster rules of the packs that have any, as `army` gives them.
    pub fn of(packs: &Packs, army: impl Fn(&Pack) -> Option<ArmyRules>) -> Arc<[Muster]> {
        let muster =
            |pack: &Arc<Pack>| Some(Muster { pack: pack.file.id.clone(), rules: pack.rules, army: army(pack)? });
        packs.iter().filter_map(muster).collect()
    }
}

/// The muster rules among the files of a pack.
fn army_in(pack: &Pack, files: &[PackSource]) -> Option<ArmyRules> {
    let own = files.iter().find(|file| file.path == "army.json")?;
    ArmyRules::read(&own.bytes).ok().map(|rules| rules.under(&pack.law))
}

impl Rulebook {
    /// The packs that come with the program.
    pub fn shipped() -> Rulebook {
        static SHIPPED: LazyLock<Rulebook> = LazyLock::new(|| {
            let packs = adjutant_packs::shipped();
            let army = |pack: &Pack| army_in(pack, &adjutant_packs::shipped_files(pack.file.id.as_str()));
            Rulebook { muster: Muster::of(&packs, army), packs, elders: None }
        });
        SHIPPED.clone()
    }

    /// The same with further packs, each with its files.
    #[must_use]
    pub fn with(self, more: &[(Arc<Pack>, Vec<PackSource>)]) -> Rulebook {
        let own = Packs::new(more.iter().map(|(pack, _)| Arc::clone(pack)));
        let files = |pack: &Pack| more.iter().find(|(own, _)| std::ptr::eq(&**own, pack));
        let muster = Muster::of(&own, |pack| files(pack).and_then(|(_, files)| army_in(pack, files)));
        Rulebook {
            packs: self.packs.and(own.iter().cloned()),
            muster: self.muster.iter().chain(muster.iter()).cloned().collect(),
            elders: self.elders,
        }
    }

    /// The muster rules of a pack; none where it has none.
    pub(crate) fn army(&self, pack: &Pack) -> Option<&ArmyRules> {
        let own = self.muster.iter().find(|one| one.pack == pack.file.id && one.rules == pack.rules);
        own.map(|own| &own.army)
    }
}
