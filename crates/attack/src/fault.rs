//! What is wrong with the dice of an attack.

use std::fmt;

use adjutant_core::ids::Name;

adjutant_core::closed! {
    /// A step of an attack.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Step by key {
        /// How many attacks there are.
        Attacks "attacks",
        /// Hit rolls.
        Hit "hit",
        /// Wound rolls.
        Wound "wound",
        /// Saving throws.
        Save "save",
        /// Damage.
        Damage "damage",
        /// Ignored wounds.
        Ignore "ignore",
        /// Mortal wounds.
        Mortal "mortal",
    }
}

impl Step {
    /// Its dice in words.
    pub fn dice(self) -> &'static str {
        match self {
            Step::Attacks => "dice for the number of attacks",
            Step::Hit => "hit rolls",
            Step::Wound => "wound rolls",
            Step::Save => "saving throws",
            Step::Damage => "damage dice",
            Step::Ignore => "dice to ignore wounds",
            Step::Mortal => "dice for mortal wounds",
        }
    }
}

adjutant_core::closed! {
    /// Why dice are refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum FaultKind by code {
        /// The step asks for more dice.
        MissingDice "missing-dice",
        /// The step asks for fewer dice.
        ExtraDice "extra-dice",
        /// The result needed is not what the characteristics say.
        WrongNeed "wrong-need",
        /// The Strength, the Armour Penetration or the Damage is not that of the weapon.
        WrongProfile "wrong-profile",
        /// What is said to change a roll does not change it, or what certainly changes it is left out.
        WrongModifier "wrong-modifier",
        /// Nothing says which result is needed.
        NoNeed "no-need",
        /// The edition does not have this ability or step.
        NotInLaw "not-in-law",
        /// A die that was not thrown is said to be rolled again.
        RerollOfNothing "reroll-of-nothing",
        /// A die is rolled again that the rule does not cover.
        RerollNotAllowed "reroll-not-allowed",
        /// Dice are rolled again, and no rule is named.
        RerollUnnamed "reroll-unnamed",
        /// A save is thrown against a wound that allows none.
        NoSaveAllowed "no-save-allowed",
        /// A wound that allows a save is taken without one, and no rule is named.
        SaveOwed "save-owed",
        /// Models take a second wound before all have taken the first.
        Uneven "uneven",
        /// The wound goes to another model.
        WrongModel "wrong-model",
        /// The target mixes groups, and no group is named.
        WhichGroup "which-group",
        /// The target has no such group.
        UnknownGroup "unknown-group",
        /// Saves stand in an earlier batch of a volley whose wounds form one pool.
        SavesOnce "saves-once",
        /// The batches of a volley differ, and a save does not say which one it answers.
        WhichBatch "which-batch",
        /// Two rules ignore one wound.
        IgnoredTwice "ignored-twice",
        /// Mortal wounds without a rule that inflicts them.
        MortalUnnamed "mortal-unnamed",
    }
}

impl FaultKind {
    /// Whether it is against what the datasheets and the edition say of the dice, which a rule of the army may change.
    pub fn is_against_datasheets(self) -> bool {
        matches!(self, FaultKind::WrongNeed | FaultKind::WrongProfile | FaultKind::WrongModifier)
    }
}

/// What is wrong with the dice of an attack: where, and both numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which batch of the volley, counted from 0.
    pub batch: usize,
    /// The step.
    pub step: Step,
    /// Why.
    pub kind: FaultKind,
    /// What the rules ask for.
    pub asked: i64,
    /// What the record gives.
    pub given: i64,
    /// A group, an ability or another name that it is about.
    pub about: Option<Name>,
}

impl Fault {
    pub(super) fn new(step: Step, kind: FaultKind, asked: impl Into<i64>, given: impl Into<i64>) -> Fault {
        Fault { batch: 0, step, kind, asked: asked.into(), given: given.into(), about: None }
    }

    pub(super) fn about(mut self, name: &Name) -> Fault {
        self.about = Some(name.clone());
        self
    }

    /// What would be accepted instead.
    pub fn hint(&self) -> String {
        let key = self.step.key();
        match self.kind {
            FaultKind::MissingDice | FaultKind::ExtraDice => format!("`{key}` with {} dice", self.asked),
            FaultKind::WrongNeed => format!("`needs` {}, or left out; changes of the roll go into `add`", self.asked),
            FaultKind::WrongProfile => "what the datasheet says".to_owned(),
            FaultKind::WrongModifier if self.asked != 0 => {
                format!("the hit roll with it, such as `hit 3+ {}`", self.asked)
            }
            FaultKind::WrongModifier if self.step == Step::Hit => "the hit roll without it".to_owned(),
            FaultKind::WrongModifier => "the saving throw without it".to_owned(),
            FaultKind::NoNeed => format!("`{key}` with `needs`"),
            FaultKind::NotInLaw => "what this edition's rules have".to_owned(),
            FaultKind::RerollOfNothing => format!("positions from 0 to {}", self.asked),
            FaultKind::RerollNotAllowed => "re-rolls of dice that the rule covers".to_owned(),
            FaultKind::RerollUnnamed | FaultKind::SaveOwed | FaultKind::MortalUnnamed => {
                "the rule that allows it, as `why`".to_owned()
            }
            FaultKind::NoSaveAllowed => "no saving throw for these wounds".to_owned(),
            FaultKind::Uneven => format!("{} wounds for this group", self.asked),
            FaultKind::WrongModel => "the model that lost wounds or was attacked first".to_owned(),
            FaultKind::WhichGroup | FaultKind::UnknownGroup => "`to` with a group of the target".to_owned(),
            FaultKind::SavesOnce => "all saves in the last batch".to_owned(),
            FaultKind::WhichBatch => "`from` with the number of the batch".to_owned(),
            FaultKind::IgnoredTwice => "one rule and one die for each wound".to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, given, dice) = (self.asked, self.given, self.step.dice());
        let about = self.about.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        match self.kind {
            FaultKind::MissingDice | FaultKind::ExtraDice => {
                write!(f, "{dice}: the step before asks for {asked}, the record has {given}{about}")
            }
            FaultKind::WrongNeed => write!(f, "{dice} need {asked}+ by the characteristics, not {given}+{about}"),
            FaultKind::WrongProfile => {
                let both = self.about.as_ref().map_or("other numbers", Name::as_str);
                write!(f, "by the datasheet the weapon has {both}")
            }
            FaultKind::WrongModifier => {
                write!(f, "{dice}: {}", self.about.as_ref().map_or("a modifier changes nothing", Name::as_str))
            }
            FaultKind::NoNeed => write!(f, "nothing says what the {given} {dice} need{about}"),
            FaultKind::NotInLaw => write!(f, "{dice}: these rules do not have this{about}"),
            FaultKind::RerollOfNothing => {
                write!(f, "{dice}: die {given} is rolled again, but there are {} dice", asked + 1)
            }
            FaultKind::RerollNotAllowed => {
                write!(f, "{dice}: a {given} is rolled again, which the rule does not cover")
            }
            FaultKind::RerollUnnamed => write!(f, "{dice}: {given} are rolled again and no rule allows it"),
            FaultKind::NoSaveAllowed => {
                write!(f, "{dice}: {given} are thrown where {asked} wounds allow one{about}")
            }
            FaultKind::SaveOwed => write!(f, "{dice}: {given} wounds allow a save and are taken without one{about}"),
            FaultKind::Uneven => {
                write!(f, "wounds are spread evenly: this group takes {asked} of them, not {given}{about}")
            }
            FaultKind::WrongModel => {
                write!(f, "wound {given} goes to a model that has lost wounds or was attacked before{about}")
            }
            FaultKind::WhichGroup => write!(f, "the target mixes groups, and the {dice} name none"),
            FaultKind::UnknownGroup => write!(f, "the target has no such models left{about}"),
            FaultKind::SavesOnce => {
                write!(f, "the wounds of a volley form one pool: {given} saves stand before its end")
            }
            FaultKind::WhichBatch => {
                write!(f, "the batches of this volley differ, and saves do not say which they answer")
            }
            FaultKind::IgnoredTwice => {
                write!(f, "{dice}: {asked} wounds would be lost and {given} dice are thrown; one rule a wound{about}")
            }
            FaultKind::MortalUnnamed => write!(f, "{given} mortal wounds are inflicted and no rule is named"),
        }
    }
}

impl std::error::Error for Fault {}
