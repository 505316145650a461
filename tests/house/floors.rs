//! The floors inside each crate: a file names its own floor and lower ones.

use std::collections::BTreeMap;

use super::{graphs, written};

/// For each crate: how many files its largest circle may have, and its floors, the lowest first. A floor lists files and
/// folders (`decide/`); the longest entry that fits a file decides.
const FLOORS: &[(&str, usize, &[&[&str]])] = &[
    (
        "attack",
        1,
        &[
            &["amount.rs", "combat.rs", "fault.rs", "tables.rs", "traits.rs", "vehicle.rs"],
            &["law.rs", "sequence.rs", "target.rs", "trial.rs"],
            &["batch.rs", "feed.rs", "number.rs"],
            &["profile.rs", "strike.rs"],
            &["fall.rs"],
            &["spread.rs"],
            &["resolve.rs"],
            &["mortal.rs", "prompt.rs"],
            &["fill.rs"],
            &["chances.rs"],
            &["odds.rs"],
            &["armour.rs", "luck.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "geometry",
        2,
        &[
            &["error.rs", "wide.rs"],
            &["length.rs"],
            &["point.rs", "reach.rs"],
            &["angle.rs", "convex.rs"],
            &["base.rs", "polygon.rs"],
            &["distance.rs", "footprint.rs"],
            &["coherency.rs", "cut_out.rs", "range.rs", "region.rs", "screen.rs", "segment.rs"],
            &["assignment.rs", "unit.rs"],
            &["board.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "app",
        1,
        &[
            &[
                "archive/cell.rs",
                "archive/tables.rs",
                "archive/line.rs",
                "clock.rs",
                "copy.rs",
                "error/kind.rs",
                "error/place.rs",
                "audit/ordered.rs",
            ],
            &["error/"],
            &["error/mod.rs"],
            &["tournaments/gate.rs"],
            &["archive/error.rs", "brought.rs", "files.rs", "random.rs", "matches/stored.rs"],
            &["secrets.rs"],
            &["names.rs"],
            &["engines.rs", "page.rs"],
            &[
                "archive/manifest.rs",
                "archive/rows.rs",
                "current.rs",
                "leagues/shelf.rs",
                "keys.rs",
                "lists.rs",
                "app.rs",
                "packs.rs",
                "printed.rs",
                "recording.rs",
                "tournaments/recording.rs",
                "tournaments/results.rs",
            ],
            &[
                "archive/read.rs",
                "draw.rs",
                "matches/army.rs",
                "matches/import.rs",
                "matches/listed.rs",
                "matches/recording.rs",
                "passes.rs",
            ],
            &["audit/source.rs", "follow.rs", "leagues/recording.rs", "matches/", "tournaments/"],
            &["sound.rs"],
            &["audit/list.rs"],
            &["archive/", "audit/"],
            &["archive/check.rs", "archive/extract.rs"],
            &["archive/mod.rs", "audit/mod.rs"],
            &["leagues/add.rs", "leagues/published.rs"],
            &["leagues/witness.rs"],
            &["leagues/mod.rs"],
            &["forget.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "cli",
        1,
        &[
            &["advice.rs", "fonts.rs", "grouped.rs", "later.rs", "pictures.rs", "version.rs"],
            &["error.rs"],
            &["arguments/"],
            &["progress.rs"],
            &["output.rs"],
            &["ask.rs", "asking.rs", "event_tables.rs", "http.rs", "table.rs", "who.rs"],
            &["commands/events/speaking.rs", "commands/leagues/speaking.rs", "commands/matches/answering.rs"],
            &["commands/leagues/new.rs"],
            &["commands/"],
            &["commands/events/mod.rs", "commands/leagues/mod.rs", "commands/matches/mod.rs"],
            &["commands/mod.rs"],
            &["completing.rs", "shortcuts.rs"],
            &["lib.rs"],
        ],
    ),
    ("engines", 1, &[&["answer.rs", "error.rs", "index.rs"], &["module.rs"], &["lib.rs"]]),
    ("module", 1, &[&["question.rs"], &["page.rs"], &["lib.rs"]]),
    (
        "core",
        1,
        &[
            &[
                "chain/",
                "closed.rs",
                "counts.rs",
                "exported.rs",
                "history.rs",
                "index.rs",
                "numbers.rs",
                "reliance.rs",
                "severity.rs",
                "shaped.rs",
                "shared.rs",
                "side.rs",
                "spelling.rs",
                "visible.rs",
                "word.rs",
            ],
            &["ids.rs"],
            &["chain.rs", "terrain.rs", "text.rs", "time.rs"],
            &["sealed.rs", "sentence.rs", "signature.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "engine",
        2,
        &[
            &["terms/"],
            &["dice/"],
            &["refusal.rs"],
            &["rules/"],
            &["law/"],
            &["command/"],
            &["state/"],
            &["event.rs"],
            &["facts/"],
            &["score/"],
            &["timing/"],
            &["apply/"],
            &["decide/desk.rs"],
            &["decide/"],
            &["decide/mod.rs"],
            &["fold/"],
            &["draw.rs"],
            &["view/"],
            &["legal/"],
            &["lib.rs"],
        ],
    ),
    (
        "league",
        1,
        &[
            &["day.rs", "proof.rs", "scheme.rs"],
            &["command.rs", "note.rs"],
            &["kind.rs", "refusal.rs", "source.rs"],
            &["state.rs"],
            &["library.rs"],
            &["propose.rs", "season.rs"],
            &["figures.rs", "list.rs"],
            &["career.rs", "course.rs", "decide.rs"],
            &["log.rs"],
            &["diff.rs"],
            &["edition.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "matching",
        1,
        &[&["cost.rs"], &["problem.rs"], &["graph.rs"], &["forest.rs"], &["search.rs"], &["price.rs"], &["lib.rs"]],
    ),
    (
        "packs",
        1,
        &[
            &["source.rs"],
            &["embedded.rs"],
            &["ruleset.rs"],
            &["sense/report.rs", "sense/walk.rs"],
            &["sense/markers.rs"],
            &["sense/"],
            &["sense/mod.rs"],
            &["reading.rs"],
            &["shipped.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "play",
        1,
        &[
            &["error.rs", "text/"],
            &["tray/", "trial.rs"],
            &["asked.rs", "clock.rs", "due.rs", "past.rs", "spoken.rs"],
            &["feed/", "mode.rs", "step.rs"],
            &["menu.rs", "shared.rs"],
            &["plan.rs"],
            &["panel/"],
            &[
                "modes/agreed.rs",
                "modes/choosing.rs",
                "modes/holding.rs",
                "modes/lines.rs",
                "modes/markers.rs",
                "modes/terrain.rs",
            ],
            &["modes/"],
            &["modes/flow.rs"],
            &["keys.rs"],
            &["view.rs"],
            &["host/desk.rs", "host/kept.rs", "host/slot.rs"],
            &["host/"],
            &["host/mod.rs"],
            &["lib.rs", "lines.rs", "mouse.rs", "terminal.rs"],
        ],
    ),
    (
        "present",
        1,
        &[
            &["league.rs", "map/paper.rs", "tables/text.rs", "units.rs", "words/filters.rs"],
            &["map/frame.rs", "map/text.rs", "map/units.rs", "names.rs", "words/language.rs"],
            &["map/ground.rs", "say/dice.rs", "sum.rs", "summary.rs", "words/played.rs"],
            &["map/battle.rs", "say/", "words/"],
            &["map/", "tables/"],
            &["briefing.rs", "report/model.rs"],
            &["report/words.rs"],
            &["report/charts.rs", "report/page.rs"],
            &["report/markdown.rs", "report/svg.rs", "report/text.rs"],
            &["report/picture.rs", "report/web.rs"],
            &["report/mod.rs"],
            &["single/mod.rs", "theatre/frames.rs"],
            &["theatre/page.rs", "verifier/mod.rs"],
            &["theatre/mod.rs"],
            &["season/draw.rs", "season/frame.rs"],
            &["season/shown.rs", "season/told.rs"],
            &["season/page.rs"],
            &["season/find.rs", "season/rates.rs", "season/spread.rs", "season/standing.rs"],
            &["season/paths.rs"],
            &["season/person.rs"],
            &["season/day.rs"],
            &["season/mod.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "ratings",
        1,
        &[
            &["rate.rs"],
            &["calibration.rs", "rating.rs"],
            &["elo.rs", "glicko2.rs", "weng_lin.rs"],
            &["system.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "replay",
        1,
        &[
            &[
                "audit/finding.rs",
                "carried/keys.rs",
                "error.rs",
                "facts/hall.rs",
                "laws.rs",
                "matches/kept.rs",
                "matches/signed.rs",
                "rulebook.rs",
                "sealed.rs",
                "tournaments/book.rs",
            ],
            &["carried/text.rs", "audit/report.rs", "audit/source.rs", "matches/elder.rs", "tournaments/reading.rs"],
            &["matches/logs.rs"],
            &["audit/judged.rs", "audit/", "carried/", "facts/battle.rs", "tournaments/"],
            &["audit/elder.rs"],
            &["audit/events.rs", "audit/game.rs", "matches/listed.rs"],
            &["audit/also.rs", "audit/part.rs", "matches/"],
            &["audit/twins.rs"],
            &["audit/mod.rs"],
            &["facts/mod.rs"],
            &["leagues/reading.rs"],
            &["leagues/lists.rs"],
            &["leagues/mod.rs"],
            &["after/common.rs", "after/own.rs", "after/spread.rs"],
            &["after/"],
            &["after/mod.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "rosters",
        1,
        &[
            &["facts.rs", "sources.rs", "rules.rs", "sheet.rs"],
            &["ledger.rs"],
            &["check/report.rs"],
            &["check/judge.rs"],
            &["check/"],
            &["check.rs"],
            &["import/detachment.rs", "import/error.rs", "import/xml.rs", "import/document.rs"],
            &["import/group.rs", "import/unplaced.rs"],
            &["import/list.rs", "import/options.rs"],
            &["import/archive.rs", "import/army.rs", "import/unit.rs"],
            &["import/battlescribe.rs", "import/text.rs"],
            &["import/listed.rs"],
            &["import/exported.rs", "import/pasted.rs"],
            &["import.rs"],
            &["lib.rs"],
        ],
    ),
    ("schemas", 1, &[&["lib.rs"]]),
    (
        "serve",
        1,
        &[
            &[
                "act.rs",
                "addresses.rs",
                "ask.rs",
                "assets.rs",
                "game.rs",
                "kept.rs",
                "limits.rs",
                "memory.rs",
                "moment.rs",
                "pages/code.rs",
                "pages/icons.rs",
                "press.rs",
                "season.rs",
                "shelf.rs",
                "snapshot.rs",
                "viewer.rs",
            ],
            &["inbox.rs", "proposal.rs"],
            &["seat.rs"],
            &["pages/scene.rs"],
            &["pages/columns.rs", "pages/forms.rs", "pages/join.rs", "pages/sum.rs"],
            &["pages/phones.rs", "pages/part.rs", "pages/rows.rs"],
            &["pages/entered.rs", "pages/frame.rs"],
            &["pages/teams.rs"],
            &["pages/day.rs"],
            &["pages/both.rs", "pages/problem.rs", "pages/screens.rs", "pages/players.rs", "pages/draft.rs"],
            &["pages/play/table.rs"],
            &["pages/play/together.rs"],
            &[
                "pages/play/cards.rs",
                "pages/play/map.rs",
                "pages/play/older.rs",
                "pages/play/picks.rs",
                "pages/play/scoring.rs",
                "pages/play/sealed.rs",
            ],
            &["pages/play/count.rs"],
            &["pages/play/losses.rs"],
            &["pages/play/battle.rs", "pages/play/setup.rs", "pages/play/story.rs"],
            &["pages/play/"],
            &["pages/overlay/"],
            &["pages/"],
            &["pages/mod.rs"],
            &["files.rs", "say.rs"],
            &["deeds/form.rs"],
            &["deeds/"],
            &["deeds.rs"],
            &["site.rs"],
            &["reply.rs"],
            &["writer/"],
            &["writer.rs"],
            &["door.rs", "guard.rs", "live.rs", "overlays.rs"],
            &["api/"],
            &["router.rs"],
            &["bounded.rs"],
            &["tls.rs"],
            &["doctor.rs", "server.rs"],
            &["first/plan.rs"],
            &["first/fields.rs"],
            &["first/page.rs"],
            &["first/mod.rs"],
            &["event.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "sheets",
        2,
        &[
            &["area.rs", "documents.rs", "error.rs", "paper.rs", "seal.rs"],
            &["code.rs", "font.rs"],
            &["letters.rs"],
            &["shaped.rs"],
            &["ink.rs"],
            &["text.rs"],
            &["page.rs"],
            &["embedded.rs", "heading.rs"],
            &["pen.rs"],
            &["pdf.rs"],
            &["document.rs", "table.rs"],
            &["scoring.rs", "scoring/"],
            &[
                "bracket.rs",
                "crosstable.rs",
                "mission_card.rs",
                "pairings.rs",
                "prizes.rs",
                "carried.rs",
                "report.rs",
                "roster_sheet.rs",
                "standings.rs",
            ],
            &["result_slips.rs"],
            &["passes.rs", "player_cards.rs", "screen.rs", "team_sheets.rs"],
            &["event/names.rs", "event/papers.rs"],
            &["event/"],
            &["event/mod.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "shorthand",
        1,
        &[
            &["fault.rs", "naming.rs"],
            &["names.rs", "token.rs"],
            &["context.rs"],
            &["cursor.rs", "examples.rs"],
            &["attack.rs", "terrain.rs"],
            &["fighting.rs"],
            &["readers.rs"],
            &["grammar.rs"],
            &["apart.rs", "read.rs"],
            &["asking.rs", "layout.rs", "write.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "simulate",
        1,
        &[
            &["armies.rs", "ground.rs"],
            &["simulation.rs"],
            &["throws.rs"],
            &["battle.rs", "lib.rs"],
            &["course.rs", "levels.rs"],
            &["setup.rs"],
        ],
    ),
    (
        "store",
        1,
        &[
            &["append.rs", "place.rs"],
            &["error.rs"],
            &["address.rs", "chain.rs"],
            &["postgres/", "sqlite/any_kind.rs", "sqlite/open.rs", "sqlite/sound.rs", "sqlite/stream.rs"],
            &["store.rs"],
            &["sqlite/"],
            &["names.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "tournament",
        1,
        &[
            &["id.rs", "rational.rs", "bracket/plan.rs", "csv_file/latin.rs"],
            &["command/result.rs", "policy/system.rs", "policy/tie_break.rs"],
            &["lots.rs", "policy.rs", "policy/"],
            &["teams.rs"],
            &["command.rs", "command/"],
            &["kind.rs"],
            &["state.rs", "state/"],
            &["bracket.rs", "bracket/", "captains.rs", "refusal.rs", "tables.rs", "individuals.rs"],
            &["standings.rs", "standings/"],
            &["law.rs", "pairing/field.rs", "pairing/fixed.rs", "pairing/ready.rs", "prizes.rs", "seats.rs"],
            &["decide.rs", "decide/"],
            &["pairing.rs", "pairing/"],
            &["log/lines.rs"],
            &["log/folding.rs"],
            &["log.rs"],
            &["corrected.rs", "csv_file.rs", "csv_file/", "day.rs", "touched.rs", "view.rs"],
            &["trf.rs", "trf/"],
            &["check.rs", "check/"],
            &["lib.rs"],
        ],
    ),
];

/// The floor of a file, or why it has none.
fn floor_of(file: &str, floors: &[&[&str]]) -> Result<usize, String> {
    let rows = floors.iter().enumerate().flat_map(|(floor, entries)| entries.iter().map(move |entry| (floor, *entry)));
    let fits = rows.filter(|(_, entry)| *entry == file || (entry.ends_with('/') && file.starts_with(entry)));
    let fits: Vec<(usize, &str)> = fits.collect();
    let Some(longest) = fits.iter().map(|(_, entry)| entry.len()).max() else {
        return Err(format!("{file} stands on no floor"));
    };
    match fits.iter().filter(|(_, entry)| entry.len() == longest).collect::<Vec<_>>()[..] {
        [(floor, _)] => Ok(*floor),
        _ => Err(format!("{file} stands on two floors")),
    }
}

#[test]
fn every_file_stands_on_a_floor_and_names_no_higher_one() {
    let mut faults = Vec::new();
    for (name, graph) in graphs() {
        let Some((_, _, floors)) = FLOORS.iter().find(|(listed, _, _)| listed == name) else {
            faults.push(format!("crates/{name} has no floors here"));
            continue;
        };
        let mut at = BTreeMap::new();
        for file in &graph.files {
            match floor_of(file, floors) {
                Ok(floor) => _ = at.insert(file.as_str(), floor),
                Err(fault) => faults.push(format!("crates/{name}: {fault}")),
            }
        }
        for entry in floors.iter().copied().flatten() {
            let stands = |file: &String| file == entry || (entry.ends_with('/') && file.starts_with(entry));
            if !graph.files.iter().any(stands) {
                faults.push(format!("crates/{name}: no file is called {entry}"));
            }
        }
        for ((from, to), names) in &graph.arrows {
            let (from, to) = (graph.files[*from].as_str(), graph.files[*to].as_str());
            if let (Some(low), Some(high)) = (at.get(from), at.get(to))
                && low < high
            {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                faults.push(format!("crates/{name}: {from} names {} of {to}, a floor above it", names.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "move down what both need, or up what needs it:\n{}", faults.join("\n"));
}

#[test]
fn circles_of_files_only_shrink() {
    let mut faults = Vec::new();
    for (name, graph) in graphs() {
        let circles = graph.circles();
        let most = FLOORS.iter().find(|(listed, _, _)| listed == name).map_or(1, |(_, most, _)| *most);
        let largest = circles.first().map_or(1, Vec::len);
        for circle in &circles {
            println!("{name}: {} files reach each other: {}", circle.len(), circle.join(" "));
        }
        if largest > most {
            faults.push(format!("crates/{name}: {largest} files reach each other, and {most} may: {:?}", circles[0]));
        } else if largest < most {
            faults.push(format!("crates/{name}: the largest circle has {largest} files now: write it here"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What counts as an arrow, and what does not.
#[test]
fn arrows_lead_to_definitions() {
    let (_folder, graph) = written(&[
        ("lib.rs", "mod low;\nmod mid;\nmod high;\npub use high::Top;\n"),
        ("low.rs", "pub struct Ground;\npub fn dig() {}\n#[cfg(test)]\nmod tests { use crate::high::Top; }\n"),
        ("mid/mod.rs", "pub mod inner;\npub use crate::low::Ground;\n"),
        ("mid/inner.rs", "pub fn over(_: super::Ground) { assert!(crate::low::dig() == ()); }\n"),
        ("high.rs", "use crate::mid::*;\npub struct Top(pub Ground);\nfn own() { crate::mid::inner::over(Ground) }\n"),
    ]);
    let named = |(from, to): &(usize, usize)| format!("{} {}", graph.files[*from], graph.files[*to]);
    let arrows: Vec<String> = graph.arrows.keys().map(named).collect();
    let expected =
        ["lib.rs high.rs", "mid/mod.rs low.rs", "mid/inner.rs low.rs", "high.rs low.rs", "high.rs mid/inner.rs"];
    assert_eq!(arrows, expected);
    assert!(graph.circles().is_empty());
    let (_folder, ring) = written(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("a.rs", "pub struct A(crate::b::B);\n"),
        ("b.rs", "pub type B = Vec<crate::c::C>;\n"),
        ("c.rs", "pub fn c() -> Vec<String> { vec![super::a::A::name()] }\npub struct C;\n"),
    ]);
    assert_eq!(ring.circles(), [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn a_file_without_a_floor_or_with_two_is_named() {
    let floors: &[&[&str]] = &[&["a.rs", "b/"], &["b/top.rs", "c.rs"], &["c.rs"]];
    assert_eq!(floor_of("b/low.rs", floors), Ok(0));
    assert_eq!(floor_of("b/top.rs", floors), Ok(1));
    assert_eq!(floor_of("c.rs", floors), Err("c.rs stands on two floors".to_owned()));
    assert_eq!(floor_of("d.rs", floors), Err("d.rs stands on no floor".to_owned()));
}

/// A file that no `mod` names is left out by the compiler without a word. Tests inside a crate and programs are not read
/// here.
#[test]
fn no_file_is_forgotten() {
    let mut forgotten = Vec::new();
    for (name, graph) in graphs() {
        let source = super::source(name);
        let aside = |file: &str| {
            file == "main.rs" || file.starts_with("bin/") || file.split('/').any(|part| part.contains("tests"))
        };
        let files = super::shapes::sources(&source).into_iter();
        let files = files.map(|file| file.strip_prefix(&source).unwrap().to_str().unwrap().to_owned());
        forgotten.extend(
            files
                .filter(|file| !aside(file) && !graph.files.contains(file))
                .map(|file| format!("crates/{name}/src/{file}")),
        );
    }
    assert!(forgotten.is_empty(), "no `mod` names these files: {forgotten:#?}");
}
