//! A sheet that carries its battle: what is packed comes back byte for byte, from PDFs, pictures and typed codes, or it is
//! told why not.

use adjutant_core::chain::Hash;
use adjutant_replay::carried::{self, Uncarried, Ungathered};
use adjutant_replay::{Rulebook, audit};
use adjutant_sheets::words_in_pdf;
use image::{GrayImage, Luma};

use crate::support::{World, project};

/// How many simulated matches are carried; `ADJUTANT_CARRIED` asks for more.
fn wanted() -> u64 {
    std::env::var("ADJUTANT_CARRIED").ok().and_then(|many| many.parse().ok()).unwrap_or(30)
}

const DEPTHS: [&str; 3] = ["scores", "facts", "positions"];
const PACKS: [&str; 5] = ["gt2020", "outposts-8th", "standard-5th", "outposts-10th", "matrix-11th"];

fn simulated(world: &World, seed: u64) -> (String, Vec<u8>) {
    let (depth, pack) = (DEPTHS[(seed % 3) as usize], PACKS[(seed % 5) as usize]);
    let dice = if seed.is_multiple_of(2) { "--throw-dice" } else { "" };
    let id = format!("s{seed}");
    world.run(&format!("match simulate {id} --seed {seed} --depth {depth} --pack {pack} {dice}")).ends(0);
    world.run(&format!("match export {id} -o {id}.jsonl")).ends(0);
    let log = world.read(&format!("{id}.jsonl"));
    (id, log)
}

fn head_of(log: &[u8]) -> Hash {
    audit::audit_bytes(&Rulebook::shipped(), String::new(), log).head.unwrap()
}

/// Axes: pack, depth, dice. The sizes that the docs name are those that come out here.
#[test]
fn every_battle_comes_back_from_its_codes() {
    let (rules, world) = (Rulebook::shipped(), World::new());
    let mut most = [0; 3];
    for seed in 0..wanted() {
        let (_, log) = simulated(&world, seed);
        let head = carried::digits(head_of(&log));
        let data = carried::packed(&rules, &log).unwrap();
        let codes = carried::parts(head, &data);
        let back = carried::gathered(&codes).unwrap();
        assert_eq!(carried::unpacked(&rules, &back.data, back.head).unwrap(), log, "seed {seed}");
        let depth = (seed % 3) as usize;
        most[depth] = most[depth].max(data.len());
    }
    println!("bytes at most: scores {}, facts {}, positions {}", most[0], most[1], most[2]);
    assert!(most[0] < 1_135 && most[1] < 4_000 && most[2] < 5_000, "{most:?}");
}

#[test]
fn a_sheet_that_carries_its_battle_gives_it_back_and_is_still_its_sheet() {
    let world = World::new();
    for seed in [3, 4, 5] {
        let (id, log) = simulated(&world, seed);
        world.run(&format!("match sheet {id} --carry -o s.pdf")).ends(0);
        world.run("sheet read s.pdf -o back.jsonl").ends(0).tells("the sheet: good; ");
        assert_eq!(world.read("back.jsonl"), log);
        world.run("sheet verify s.pdf").ends(0).tells("the page was read: it is the sheet of this log");
        // One sheet says less than it did: the codes are left out.
        world.run(&format!("match sheet {id} -o plain.pdf")).ends(0);
        world.run("sheet read plain.pdf").ends(1).says("there is no code of a battle");
    }
}

/// The codes of a sheet as a scan of 150 dots an inch shows them, three dots a module; turned, soiled, unevenly lit.
fn scanned(codes: &[String], spoil: impl Fn(&mut GrayImage)) -> Vec<u8> {
    let codes: Vec<qrcode::QrCode> = codes
        .iter()
        .map(|text| qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::L).unwrap())
        .collect();
    let dots = 4;
    let edge = codes.iter().map(|code| code.width() as u32 * dots).max().unwrap() + 16 * dots;
    let mut picture = GrayImage::from_pixel(edge * codes.len() as u32, edge, Luma([250]));
    for (at, code) in codes.iter().enumerate() {
        let left = at as u32 * edge + 8 * dots;
        for (module, colour) in code.to_colors().iter().enumerate() {
            let (x, y) = (module % code.width(), module / code.width());
            for dot in 0..dots * dots {
                let shade = if *colour == qrcode::Color::Dark { 20 } else { 250 };
                let (x, y) = (left + x as u32 * dots + dot % dots, 8 * dots + y as u32 * dots + dot / dots);
                picture.put_pixel(x, y, Luma([shade]));
            }
        }
    }
    spoil(&mut picture);
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn pictures_of_the_codes_are_read_also_soiled_and_unevenly_lit() {
    let world = World::new();
    let (_, log) = simulated(&world, 1);
    let data = carried::packed(&Rulebook::shipped(), &log).unwrap();
    let codes = carried::parts(carried::digits(head_of(&log)), &data);
    let coffee = |picture: &mut GrayImage| {
        let (x0, y0) = (180.0f32, 260.0f32);
        for (x, y, shade) in picture.enumerate_pixels_mut() {
            let away = ((x as f32 - x0).powi(2) + (y as f32 - y0).powi(2)).sqrt();
            if (60.0..64.0).contains(&away) {
                shade.0[0] = shade.0[0] / 2 + 40;
            }
        }
    };
    let shadow = |picture: &mut GrayImage| {
        let width = picture.width();
        for (x, _, shade) in picture.enumerate_pixels_mut() {
            shade.0[0] = (u32::from(shade.0[0]) * (width * 2 - x) / (width * 2)) as u8;
        }
    };
    let noise = |picture: &mut GrayImage| {
        for (x, y, shade) in picture.enumerate_pixels_mut() {
            let by = ((x * 7_919 + y * 104_729) % 61) as u8;
            shade.0[0] = if shade.0[0] > 128 { shade.0[0] - by } else { shade.0[0] + by };
        }
    };
    let pictures = [
        ("clean", scanned(&codes, |_| {})),
        ("coffee", scanned(&codes, coffee)),
        ("shadow", scanned(&codes, shadow)),
        ("noise", scanned(&codes, noise)),
    ];
    for (how, picture) in pictures {
        world.write("scan.png", picture);
        world.run("sheet read scan.png -o back.jsonl").ends(0).tells("the sheet: good; ");
        assert_eq!(world.read("back.jsonl"), log, "{how}");
    }
    // One picture for each code, in any order.
    let each: Vec<String> = codes
        .iter()
        .enumerate()
        .rev()
        .map(|(at, code)| {
            world.write(&format!("{at}.png"), scanned(std::slice::from_ref(code), |_| {}));
            format!("{at}.png")
        })
        .collect();
    world.run(&format!("sheet read {}", each.join(" "))).ends(0).tells("the sheet: good; ");
}

#[test]
fn codes_that_a_scanner_typed_are_read_on_any_keyboard() {
    let world = World::new();
    let (_, log) = simulated(&world, 0);
    let data = carried::packed(&Rulebook::shipped(), &log).unwrap();
    let codes = carried::parts(carried::digits(head_of(&log)), &data);
    let typed = codes.join("\n");
    world.feed("sheet read -", &typed).ends(0).tells("the sheet: good; ");
    let swapped: String = typed
        .chars()
        .map(|sign| match sign {
            'Y' => 'Z',
            'Z' => 'Y',
            ':' => 'Ö',
            '/' => '-',
            other => other,
        })
        .collect();
    let run = world.feed("sheet read -", &swapped);
    run.ends(0).tells("the sheet: good; ").says("QWERTZ");
}

#[test]
fn what_is_no_battle_is_told() {
    let (rules, world) = (Rulebook::shipped(), World::new());
    let (_, log) = simulated(&world, 2);
    let head = carried::digits(head_of(&log));
    let data = carried::packed(&rules, &log).unwrap();
    let unpacked = |data: &[u8], head| carried::unpacked(&rules, data, head);
    assert!(matches!(unpacked(&data, head ^ 1), Err(Uncarried::Head { .. })));
    assert!(matches!(unpacked(&[], head), Err(Uncarried::Damaged(_))));
    assert!(matches!(unpacked(&[9], head), Err(Uncarried::Format(9))));
    let mut other = data.clone();
    other[1] = 3;
    assert!(matches!(unpacked(&other, head), Err(Uncarried::Law { law: 3 })));
    assert!(matches!(unpacked(&data[..data.len() / 2], head), Err(Uncarried::Damaged(_))));
    // Whatever is changed or made up, something else is said, and nothing breaks.
    for at in 3..data.len() {
        let mut changed = data.clone();
        changed[at] ^= 1 << (at % 8);
        // Bits that say nothing fill up the last byte.
        assert!(unpacked(&changed, head).map_or(true, |back| back == log), "byte {at}");
    }
    let codes = carried::parts(head, &data);
    assert!(codes.len() > 1);
    assert!(matches!(carried::gathered(&codes[1..]), Err(Ungathered::Missing { .. })));
    world.write("half.txt", codes[0].as_bytes());
    world.run("sheet read half.txt").ends(1).says("codes missing: 2");
    world.write("none.bin", [0xff, 0xfe, 0x00]);
    world.run("sheet read none.bin").ends(1).says("this is no picture, no PDF and no text");
    // A log of another law is not carried.
    let old = std::fs::read(project().join("tests/fixtures/4cd3b9c6/logs/scores.jsonl")).unwrap();
    assert!(matches!(carried::packed(&rules, &old), Err(Uncarried::Law { law: 1 })));
}

/// The dictionary is part of the format: another one would make every printed sheet unreadable.
#[test]
fn the_dictionary_of_format_1_never_changes() {
    let dictionary = std::fs::read(project().join("crates/replay/src/carried/dictionary-1")).unwrap();
    assert_eq!(Hash::of(&dictionary).to_string(), DICTIONARY_1);
}

/// A sheet that was printed when the format was made is read for ever.
#[test]
fn a_sheet_of_the_first_day_is_still_read() {
    let printed = std::fs::read(project().join("tests/fixtures/carried-1.pdf")).unwrap();
    let words = words_in_pdf(&printed).unwrap();
    let back = carried::gathered(&words).unwrap();
    let log = carried::unpacked(&Rulebook::shipped(), &back.data, back.head).unwrap();
    let report = audit::audit_bytes(&Rulebook::shipped(), String::new(), &log);
    assert!(report.good() && carried::digits(report.head.unwrap()) == back.head, "{:?}", report.findings);
}

const DICTIONARY_1: &str = "c2fdac45545be4ddc5ca4e922cb5dcb5a66392f9868f5512a6d08697d96790a1";
