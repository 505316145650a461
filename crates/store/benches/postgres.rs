//! Appends of 16 recorders on a PostgreSQL server beside bare inserts of the same columns on the same server: a table
//! without any constraint but its key, one row a transaction, durable both. In turns, so that a busy machine hits both.
//!
//! `ADJUTANT_TEST_POSTGRES` names the server. `ADJUTANT_BENCH_APPENDS` sets how many records each recorder writes in a
//! turn (default 200). Ends with an error where the store is slower than 0.7 of the bare inserts.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use adjutant_core::chain::{Link, seal};
use adjutant_store::{Line, Place, Store, StreamKind};
use postgres::{Client, NoTls};

const RECORDERS: usize = 16;
/// Single turns differ by a third: the server writes its pages out when it likes.
const TURNS: usize = 91;
const TARGET: f64 = 0.7;

/// A log of this many records of about 300 bytes.
fn log(records: usize) -> Vec<Line> {
    let mut previous = Link::START;
    let line = |number: usize| {
        let text = format!("record {number} {}", "of some length ".repeat(4));
        let fields = serde_json::json!({"at": "2026-11-21T09:02:11Z", "by": "both", "do": {"note": {"text": text}}});
        let fields = fields.as_object().expect("an object").clone();
        let (bytes, link) = seal(fields, previous).expect("JSON");
        previous = link;
        Line { link, bytes }
    };
    (0..records).map(line).collect()
}

/// How long 16 recorders take, each with a connection of its own that is made before.
fn timed<C: Send>(connect: impl Fn(usize) -> C + Sync, work: impl Fn(usize, &mut C) + Sync) -> Duration {
    let start = Barrier::new(RECORDERS + 1);
    std::thread::scope(|scope| {
        let recorders: Vec<_> = (0..RECORDERS)
            .map(|number| {
                let (start, connect, work) = (&start, &connect, &work);
                scope.spawn(move || {
                    let mut client = connect(number);
                    start.wait();
                    work(number, &mut client);
                })
            })
            .collect();
        start.wait();
        let begun = Instant::now();
        recorders.into_iter().for_each(|recorder| recorder.join().expect("a recorder that ends well"));
        begun.elapsed()
    })
}

fn main() {
    let server = std::env::var("ADJUTANT_TEST_POSTGRES").expect("ADJUTANT_TEST_POSTGRES names the server");
    let records = std::env::var("ADJUTANT_BENCH_APPENDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let log = log(records + 1);
    let mut owner = Client::connect(&server, NoTls).expect("the server answers");
    owner
        .batch_execute("DROP SCHEMA IF EXISTS bench_appends CASCADE; DROP TABLE IF EXISTS bench_bare")
        .expect("tables");
    owner
        .batch_execute(
            "CREATE TABLE bench_bare (stream uuid, seq bigint, first uuid, before bigint, hash bytea, line bytea, \
             PRIMARY KEY (stream, seq))",
        )
        .expect("a table");
    let address = format!("{server}?realm=bench&schema=bench_appends");
    let place = Place::parse(address.as_ref()).expect("an address");
    drop(Store::open(&place).expect("a store"));
    let each = |turn: usize, number: usize| turn * RECORDERS + number;
    let mut ratios = Vec::new();
    for turn in 0..TURNS {
        let bare = timed(
            |_| {
                let mut client = Client::connect(&server, NoTls).expect("the server answers");
                let insert = "INSERT INTO bench_bare VALUES (($1::text)::uuid, $2, NULL, $3, $4, $5)";
                let insert = client.prepare(insert).expect("a statement");
                (client, insert)
            },
            |number, (client, insert)| {
                let stream = format!("{:032}", each(turn, number));
                for line in &log[1..] {
                    let seq = i64::try_from(line.link.seq).expect("a short log");
                    let hash = &line.link.hash.as_bytes()[..];
                    client.execute(&*insert, &[&stream, &seq, &(seq - 1), &hash, &line.bytes]).expect("an insert");
                }
            },
        );
        let id = |number: usize| format!("m{}", each(turn, number));
        let store = timed(
            |number| {
                let mut store = Store::open(&place).expect("a store");
                store.append(StreamKind::Match, &id(number), Link::START, &log[..1]).expect("the first record");
                store
            },
            |number, store| {
                let id = id(number);
                for pair in log.windows(2) {
                    store.append(StreamKind::Match, &id, pair[0].link, &pair[1..]).expect("an append");
                }
            },
        );
        let speed = |time: Duration| (RECORDERS * records) as f64 / time.as_secs_f64();
        let ratio = bare.as_secs_f64() / store.as_secs_f64();
        println!("turn {}: {:.0} appends/s, {:.0} bare inserts/s, {ratio:.2} ×", turn + 1, speed(store), speed(bare));
        ratios.push(ratio);
    }
    let rows: i64 = owner.query_one("SELECT count(*) FROM bench_bare", &[]).expect("a count").get(0);
    assert_eq!(usize::try_from(rows), Ok(TURNS * RECORDERS * records), "every bare insert stands");
    let store = Store::open(&place).expect("a store");
    for number in 0..TURNS * RECORDERS {
        let found = store.read_sound(StreamKind::Match, &format!("m{number}")).expect("a log");
        assert!(found == log, "every append of m{number} stands, byte for byte");
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[TURNS / 2];
    println!("the middle of {TURNS} turns: {middle:.2} × (at least {TARGET})");
    assert!(middle >= TARGET, "appends are slower than {TARGET} of bare inserts");
}
