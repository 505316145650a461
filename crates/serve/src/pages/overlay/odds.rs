//! The attack that was just recorded: its odds before the first die, then what it came to.

use adjutant_core::counts::count;
use adjutant_engine::attack::{Attacks as Number, Roll, Sequence};
use adjutant_engine::command::{Attack, Command};
use adjutant_engine::side::Player;
use adjutant_present::report::percent;
use adjutant_present::units;
use adjutant_replay::after::{Attacked, Spread};
use maud::{Markup, html};

use super::super::scene::{Scene, icon};
use super::frame::Aired;

/// So many seconds the odds are shown, and then what came of them.
const ODDS_S: i64 = 6;
const CAME_S: i64 = 8;
/// Rows beside the one for nothing at all.
const ROWS: usize = 3;

/// The last attack of the table that is shown, while it is new.
pub fn odds(scene: &Scene<'_>, aired: &[Aired]) -> Option<Markup> {
    let aired = aired.first()?;
    let (seq, attack) = aired.past.attacked()?;
    let age = aired.past.age_s(*seq, scene.moment.now)?;
    let came = match age {
        0..ODDS_S => false,
        ODDS_S.. if age < ODDS_S + CAME_S => true,
        _ => return None,
    };
    let (_, _, command) = aired.past.recording.game().standing().find(|(known, ..)| known == seq)?;
    Some(panel(scene, aired, attack, (command, came)))
}

fn panel(scene: &Scene<'_>, aired: &Aired, attack: &Attacked, (command, came): (&Command, bool)) -> Markup {
    let state = aired.state();
    let (Command::Shoot(all) | Command::Fight(all)) = command else { return html! {} };
    let of: Vec<&Attack> = all.attacks.iter().filter(|one| one.target == attack.target).collect();
    let verb = if matches!(command, Command::Fight(_)) { "fights" } else { "shoots" };
    let counted = Counted::of(attack);
    let weapons: Vec<&str> = attack.weapons.iter().map(|name| name.as_str()).collect();
    let about = number(&of).into_iter().chain((!weapons.is_empty()).then(|| weapons.join(", ")));
    let sign = if attack.player == Player::One { "live" } else { "diamond" };
    html! {
        main.odds {
            header {
                h1 { bdi { (units::name(state, &attack.unit)) } " " (verb) " " bdi { (units::name(state, &attack.target)) } }
                p { (icon(sign)) " " (scene.name(aired.player(attack.player))) @for words in about { " · " (words) } }
            }
            div.body {
                p.how { (how(&of)) }
                (counted.table(came))
                p.foot { (foot(attack, &counted, came)) }
            }
        }
    }
}

/// What is counted: models destroyed, or wounds of a target that is one model.
struct Counted<'a> {
    spread: &'a Spread,
    shares: Vec<u32>,
    came: usize,
    names: [&'static str; 2],
}

impl<'a> Counted<'a> {
    fn of(attack: &'a Attacked) -> Counted<'a> {
        let (spread, came, names) = match attack.destroyed.shares().len() {
            0..=2 => (&attack.wounds, attack.lost, ["wound", "wounds"]),
            _ => (&attack.destroyed, attack.fell, ["model", "models"]),
        };
        Counted { spread, shares: spread.shares(), came: usize::try_from(came).unwrap_or(usize::MAX), names }
    }

    fn most(&self) -> usize {
        self.shares.len().saturating_sub(1)
    }

    /// From nothing to all, in rows of about as many numbers each.
    fn rows(&self) -> Vec<(usize, usize)> {
        let (most, rows) = (self.most(), ROWS.min(self.most()));
        let parts = (0..rows).map(|row| (1 + most * row / rows, most * (row + 1) / rows));
        std::iter::once((0, 0)).chain(parts).collect()
    }

    fn label(&self, (first, last): (usize, usize)) -> String {
        match (first, last) {
            (0, _) => "none".to_owned(),
            (1, 1) => format!("1 {}", self.names[0]),
            (first, last) if first == last && last == self.most() => format!("all {last}"),
            (first, last) if first == last => format!("{first} {}", self.names[1]),
            (first, last) => format!("{first} to {last}"),
        }
    }

    fn table(&self, came: bool) -> Markup {
        let rows: Vec<((usize, usize), u32)> = self
            .rows()
            .into_iter()
            .map(|(first, last)| ((first, last), self.shares[first..=last].iter().sum()))
            .collect();
        let most = rows.iter().map(|(_, share)| *share).max();
        let is_it = |(first, last): (usize, usize)| (first..=last).contains(&self.came);
        html! {
            table {
                caption.vh { "Chance of each number of " (self.names[1]) ", of " (self.most()) }
                tbody {
                    @for (row, share) in &rows {
                        tr.most[!came && Some(*share) == most].came[came && is_it(*row)] {
                            th scope="row" { (self.label(*row)) }
                            td { svg.o viewBox="0 0 10000 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(share) height="1" {} } }
                            td.num { (percent([*share; 2])) }
                        }
                    }
                }
            }
        }
    }
}

/// How many attacks there are, where no die says it.
fn number(of: &[&Attack]) -> Option<String> {
    let each = |attack: &&Attack| match attack.sequence.as_ref()?.attacks {
        Number::Number(number) => Some(number.get()),
        Number::Rolled(_) => None,
    };
    let all = of.iter().map(each).sum::<Option<i32>>()?;
    Some(count(usize::try_from(all).ok()?, "attack", "attacks"))
}

/// What each step needs, as the record says it of attacks that are all alike.
fn how(of: &[&Attack]) -> String {
    let [one] = of else { return String::new() };
    let Some(sequence) = one.sequence.as_deref() else { return String::new() };
    let Sequence { hit, wound, save, .. } = sequence;
    let needs = |what: &str, roll: &Option<Roll>| Some(format!("{what} on {}+", roll.as_ref()?.needs?.get()));
    let saves = || match save.as_slice() {
        [saves] => Some(format!("saves on {}+", saves.needs?.get())),
        _ => None,
    };
    [needs("hits", hit), needs("wounds", wound), saves()].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What to expect; then what came, and how likely that or more was.
fn foot(attack: &Attacked, counted: &Counted<'_>, came: bool) -> Markup {
    let at_least =
        |number: usize| percent(counted.spread.at_least(u64::try_from(number).unwrap_or(u64::MAX / 1000) * 1000));
    let tenths = (attack.wounds.mean_thousandths() + 50) / 100;
    html! {
        @if came {
            b { (count(counted.came, counted.names[0], counted.names[1])) }
            @if counted.came > 0 { span.soft { ": " (at_least(counted.came)) " had that or more" } }
            @else { span.soft { ": " (percent([counted.shares.first().copied().unwrap_or(0); 2])) " had none" } }
        } @else {
            "At least one: " b { (at_least(1)) }
            span.soft { " · wounds on average " (tenths / 10) "." (tenths % 10) " of " (attack.stood) }
        }
    }
}
