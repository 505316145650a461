//! The pages of seasons that are made here: whole, without script, every number that of the list.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::ids::{LeagueId, MemberId, PlayerId};
use adjutant_core::{Name, Winner};
use adjutant_league::command::{Basis, Create, Entry, Pin, Proof};
use adjutant_league::course::{course, path};
use adjutant_league::edition::Edition;
use adjutant_league::figures::figures;
use adjutant_league::list::List;
use adjutant_league::scheme::{Count, Points, scheme};
use adjutant_league::season::season;
use adjutant_league::source::{Details, Entrant, Played, Source, SourceKind, Standing};
use adjutant_league::{Claim, Day, League, Library, Member, Pinned};
use adjutant_present::league::{Names, points};
use adjutant_present::season::{is_page, site};

const NAMES: [&str; 8] = [
    "Anna Berg",
    "Ben <b>Ode</b>",
    "Zoë van den Bergh-Ó Súilleabháin",
    "佐藤 健",
    "محمد الفارسي",
    "Łukasz Żółć",
    "Bartholomäus von Hohenstein-Lüneburg",
    "Gus \"G\" Lowe & Son",
];
const ARMIES: [&str; 9] = [
    "Space Marines",
    "Orks",
    "Necrons",
    "T’au Empire",
    "Drukhari",
    "Death Guard",
    "Adepta Sororitas",
    "Tyranids",
    "Thousand Sons",
];
const PICKS: [&str; 6] =
    ["engage-on-all-fronts", "raise-the-banners-high", "assassinate", "bring-it-down", "linebreaker", "domination"];

/// Numbers that come the same every time.
struct Stream(u64);

impl Stream {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

fn member(number: usize) -> MemberId {
    MemberId::new(&format!("m{number:04}")).unwrap()
}

fn name(text: &str) -> Option<Name> {
    Some(Name::new(text).unwrap())
}

/// A league of so many members; the one of number 42 is forgotten.
fn league(members: usize) -> League {
    let club = scheme("club").unwrap();
    let day = |text| Day::parse(text).unwrap();
    let create = Create {
        format: 1,
        law: None,
        league: LeagueId::new("north26").unwrap(),
        name: Name::new("Northern League").unwrap(),
        season: Name::new("2026").unwrap(),
        from: day("2026-01-01"),
        to: day("2026-12-31"),
        rules: None,
        rating: Default::default(),
        points: Points::clone(&club.points),
        best: Some(4),
        minimum: Default::default(),
        basis: Default::default(),
        late: Default::default(),
        names: Default::default(),
        day: Default::default(),
        after: None,
    };
    let entry = |number: usize| {
        let called = if number == 42 {
            "Vera Lundberg".to_owned()
        } else if number <= 8 {
            NAMES[number - 1].to_owned()
        } else {
            format!("Player {number} Number")
        };
        let club = name(if number == 42 { "Secret Society" } else { "Dice Tower" });
        let entry = Entry { id: member(number), name: name(&called), digest: None, club, key: None };
        (member(number), Member { entry, into: None, excluded: None, forgotten: number == 42 })
    };
    let members = (1..=members).map(entry).collect();
    League { create: Some(Box::new(create)), origin: Some(Hash::of(b"north26")), members, ..League::default() }
}

/// A game between two players of an event, of whom the lower number is the stronger.
fn game(stream: &mut Stream, round: u16, table: u16, [one, two]: [usize; 2], numbers: &[usize]) -> Played {
    let form = |stream: &mut Stream, at: usize| 50 + stream.below(35) as i64 - (numbers[at] % 60) as i64 * 2 / 3;
    let vp = [form(stream, one), form(stream, two)];
    let mut side = |vp: i64| -> (Vec<(String, u32)>, Vec<i64>) {
        let first = stream.below(6) as usize;
        let picks = (0..3).map(|at| (PICKS[(first + at) % 6].to_owned(), (vp / 8) as u32 + stream.below(6) as u32));
        (picks.collect(), (1..=5).map(|round| vp * round / 6).collect())
    };
    let ((picks, rounds), (others, after)) = (side(vp[0]), side(vp[1]));
    let details = Details {
        mission: Some(["scorched-earth", "battle-lines", "overrun"][usize::from(round) % 3].to_owned()),
        first: Some(stream.below(2) as usize),
        secondaries: [picks, others],
        shares: [vp[0] + vp[1], 20, 0],
        rounds: [rounds, after],
    };
    let result = match vp[0].cmp(&vp[1]) {
        std::cmp::Ordering::Less => Winner::Two,
        std::cmp::Ordering::Equal => Winner::Draw,
        std::cmp::Ordering::Greater => Winner::One,
    };
    Played { round, table, sides: [one, two], result, vp, rated: true, log: None, details: Some(details) }
}

/// An event of some members on a day.
fn event(stream: &mut Stream, at: usize, numbers: &[usize], rounds: u16, day: &str) -> Source {
    let mut games = Vec::new();
    for round in 1..=rounds {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by_cached_key(|_| stream.below(1 << 30));
        for (table, pair) in order.chunks_exact(2).enumerate() {
            games.push(game(stream, round, table as u16 + 1, [pair[0], pair[1]], numbers));
        }
    }
    let count = |at: usize| {
        let own = |won: bool| {
            let of = games.iter().filter_map(|game| Some((game, game.sides.iter().position(|side| *side == at)?)));
            of.filter(|(game, side)| (game.vp[*side] > game.vp[1 - *side]) == won && game.vp[0] != game.vp[1]).count()
                as u32
        };
        let draws = u32::from(rounds) - own(true) - own(false);
        Count { wins: own(true), draws, rounds: u32::from(rounds), vp: 100, place: None }
    };
    let mut counts: Vec<Count> = (0..numbers.len()).map(count).collect();
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(counts[*at].wins));
    let of = numbers.len() as u32;
    order.iter().enumerate().for_each(|(place, player)| counts[*player].place = Some((place as u32 + 1, of)));
    let entrant = |(at, number): (usize, &usize)| Entrant {
        id: PlayerId::new(&format!("p{number}")).unwrap(),
        name: name(&format!("Log Name {number}")),
        club: None,
        faction: name(if *number == 20 { "Genestealer Cults" } else { ARMIES[number / 7 % ARMIES.len()] }),
        count: Some(counts[at]),
    };
    Source {
        copy_of: None,
        kind: SourceKind::Event,
        id: format!("event-{at}"),
        name: format!("Event {at} & <Co>"),
        hashes: vec![Hash::of(format!("origin {at}").as_bytes()), Hash::of(format!("head {at}").as_bytes())],
        standing: Standing::Over,
        day: Day::parse(day),
        round_days: Vec::new(),
        rules: None,
        basis: Basis::Audited,
        players: numbers.iter().enumerate().map(entrant).collect(),
        games,
    }
}

/// A season of so many members, in events of so many players each.
fn edition(members: usize, events: usize, players: usize) -> (Edition, Library, Names) {
    let (mut league, mut library, mut stream) = (league(members), Library::default(), Stream(0x2545_f491_4f6c_dd1d));
    for at in 0..events {
        let first = if players < members { stream.below((members - players) as u64) as usize } else { 0 };
        let numbers: Vec<usize> = (first + 1..=(first + players).min(members - 1)).collect();
        let day = format!("2026-{:02}-{:02}", 1 + at * 11 / events, 3 + at % 25);
        let source = event(&mut stream, at, &numbers, 3 + (at % 2) as u16 * 2, &day);
        let origin = source.hashes[0];
        for number in numbers {
            let player = PlayerId::new(&format!("p{number}")).unwrap();
            league.who.insert((origin, player), Claim { member: member(number), proof: Proof::Officer, seq: 1 });
        }
        let pin = Pin { origin, head: source.hashes[1], records: 2, on: None, weight: None, why: None };
        league.pins.insert(origin, Pinned { kind: SourceKind::Event, pin, seq: 7, lists: 0 });
        library.add(source);
    }
    let season = season(&league, &library, None).unwrap();
    let list = List::of(&league, &season, 7, None);
    let (figures, course) = (figures(&league, &season), course(&league, &season, &list));
    let names = Names::of(&league, &adjutant_core::sealed::Openings::default());
    (
        Edition { good: true, day: Day::parse("2026-11-21"), moved: None, league, season, list, figures, course },
        library,
        names,
    )
}

/// Pages by path, as text.
fn texts(files: Vec<(String, Vec<u8>)>) -> BTreeMap<String, String> {
    files.into_iter().map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}

/// The value of an attribute, everywhere in a text.
fn values<'a>(text: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(attribute).skip(1).filter_map(|rest| rest.split_once('"')).map(|(value, _)| value)
}

/// What holds of all pages: no script, nothing from outside, every way leads to a file of the folder, and to a place in it.
fn stand(pages: &BTreeMap<String, String>) {
    for (path, text) in pages {
        assert!(is_page(path), "{path}");
        assert!(text.len() < 150_000, "{path}: {} bytes", text.len());
        for word in ["<script", " style=", "javascript:", " on", "Vera", "Lundberg", "Secret Society", "Log Name"] {
            let found = if word == " on" { text.contains(" onclick") } else { text.contains(word) };
            assert!(!found, "{path} holds {word}");
        }
        let outside = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http:") && !outside.contains("https:") && !outside.contains("url(h"), "{path}");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for to in values(text, "href=\"") {
            let (file, place) = to.split_once('#').unwrap_or((to, ""));
            let file = match (file.strip_prefix("../"), folder, file) {
                (_, _, "") => path.clone(),
                (Some(up), "members" | "events", _) => up.to_owned(),
                (None, "", _) => file.to_owned(),
                (None, _, _) => format!("{folder}/{file}"),
                _ => panic!("{path} leads out of the folder: {to}"),
            };
            let target = pages.get(&file).unwrap_or_else(|| panic!("{path} leads to {to}"));
            assert!(place.is_empty() || target.contains(&format!("id=\"{place}\"")), "{path}: {to}");
        }
        if path.ends_with(".html") {
            let ids: Vec<&str> = values(text, " id=\"").collect();
            assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{path}: one id twice");
            assert_eq!(text.matches("<h1>").count(), 1, "{path}");
        }
    }
}

#[test]
fn a_small_season_is_told_whole() {
    let (edition, library, names) = edition(60, 12, 24);
    let files = site(&edition, &library, &names);
    assert_eq!(files, site(&edition, &library, &names), "the same bytes every time");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("season");
    for (path, bytes) in &files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let pages = texts(files);
    stand(&pages);
    let table = &pages["index.html"];
    for row in &edition.list.members {
        let id = format!("<tr id=\"{}\">", row.id);
        let gone = format!("<tr class=\"gone\" id=\"{}\">", row.id);
        let at =
            table.find(&id).or_else(|| table.find(&gone)).unwrap_or_else(|| panic!("{} is not in the table", row.id));
        let line = table[at..].split_once("</tr>").unwrap().0;
        assert!(line.contains(&format!("pts\">{}<small>", row.points)), "{line}");
        if let Some(rating) = &row.rating {
            let said =
                format!("{} ± {}", points(Default::default(), rating.value), points(Default::default(), rating.margin));
            let games: u32 = row.record.iter().sum();
            assert!(line.contains(&said) && line.contains(&format!("({games} game")), "{line}");
            assert_eq!(line.contains("provisional"), rating.provisional, "{line}");
            assert!(pages[&format!("members/{}.html", row.id)].contains(&said.replace(" ± ", "<small>± ")));
        }
    }
    assert!(table.contains("<bdi>member 42</bdi>") && table.contains("<bdi>Ben &lt;b&gt;Ode&lt;/b&gt;</bdi>"));
    let svg: Vec<&String> = pages.keys().filter(|path| path.ends_with(".svg")).collect();
    assert_eq!(svg.len(), 8, "{svg:?}");
}

/// What goes on over time ends where the list stands, and is what plain sums over the games give.
#[test]
fn the_course_of_a_season_ends_at_its_list() {
    let (Edition { league, season, list, course, .. }, ..) = edition(60, 12, 24);
    for (member, sums) in &course.race {
        assert_eq!(sums.last(), list.row(member).map(|row| &row.points), "{member}");
        assert!(sums.is_sorted(), "{member}: {sums:?}");
    }
    let games: u64 = course.predictions.iter().map(|known| known.score.games).sum();
    assert_eq!(Some(games), list.calibration.map(|check| check.games));
    let won: u64 = course.predictions.iter().map(|known| known.score.halves).sum();
    assert_eq!(Some((won * 10_000 + games) / (2 * games)), list.calibration.map(|check| check.won as u64));
    for score in &course.rounds {
        let details = || season.games.iter().filter_map(|game| game.details.as_ref());
        for other in [0, 1] {
            let mut vp: Vec<i64> =
                details().map(|known| known.rounds[(known.first.unwrap() + other) % 2][score.round - 1]).collect();
            vp.sort_unstable();
            let middle = (vp[(vp.len() - 1) / 2] + vp[vp.len() / 2]) * 50;
            assert_eq!((score.vp[other][1], score.games), (middle, vp.len()), "round {}", score.round);
        }
    }
    let rules = &league.create.as_ref().unwrap().rating;
    for row in &list.members {
        let steps = season.steps.iter().filter(|step| step.rated.0 == row.id);
        let points = path(rules, season.last, row, steps);
        let (last, rating) = (points.last(), row.rating.as_ref());
        let known = rating.map(|rating| (rating.value, rating.margin));
        assert_eq!(last.map(|point| (point.value, point.margin)), known, "{}", row.id);
    }
}

/// The pictures, by their hashes: they change when a number changes, or somebody draws otherwise.
#[test]
fn pictures_are_the_same_everywhere() {
    let (edition, library, names) = edition(60, 12, 24);
    let pages = site(&edition, &library, &names).into_iter().filter(|(path, _)| path.ends_with(".svg"));
    let found: Vec<String> =
        pages.map(|(path, bytes)| format!("{path} {:.16}", Hash::of(&bytes).to_string())).collect();
    let known: Vec<&str> = include_str!("season.pictures").lines().collect();
    assert_eq!(
        found,
        known,
        "look at the pictures, then write these lines into season.pictures:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_list_that_does_not_follow_says_so_on_every_page() {
    let (edition, library, names) = edition(4, 1, 3);
    let says = |edition: &Edition| {
        let pages = texts(site(edition, &library, &names));
        let pages = pages.into_iter().filter(|(path, _)| path.ends_with(".html"));
        pages
            .map(|(_, text)| text.contains("does not follow from its logs") && text.contains("age call"))
            .collect::<BTreeSet<bool>>()
    };
    assert_eq!(says(&edition), BTreeSet::from([false]));
    assert_eq!(says(&Edition { good: false, ..edition.clone() }), BTreeSet::from([true]));
}

#[test]
fn a_season_of_nobody_and_one_of_two_have_pages() {
    for (members, events, players) in [(1, 0, 0), (3, 1, 2)] {
        let (edition, library, names) = edition(members, events, players);
        let pages = texts(site(&edition, &library, &names));
        stand(&pages);
        assert!(!pages["stats.html"].contains("armies.svg"), "too little is known for a picture");
    }
}

/// Five thousand members: pages stay small, and everybody is found in two steps.
#[test]
fn a_list_of_five_thousand_is_read_on_a_phone() {
    let (edition, library, names) = edition(5_000, 20, 150);
    let pages = texts(site(&edition, &library, &names));
    stand(&pages);
    assert_eq!(pages.keys().filter(|path| path.starts_with("index")).count(), 50);
    let found: String =
        pages.iter().filter(|(path, _)| path.starts_with("find-")).map(|(_, text)| text.as_str()).collect();
    for row in &edition.list.members {
        assert!(found.contains(format!("members/{}.html", row.id).as_str()), "{} is found under no letter", row.id);
    }
}
