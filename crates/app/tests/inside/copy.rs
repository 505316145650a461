//! Tests of `copy` that need what only it sees.

use super::*;
use adjutant_core::chain::seal;
use adjutant_store::Line;

fn log(texts: &[&str]) -> Vec<Line> {
    let mut previous = Link::START;
    let line = |text: &&str| {
        let fields = serde_json::json!({"by": "both", "do": {"note": {"text": text}}});
        let (bytes, link) = seal(fields.as_object().unwrap().clone(), previous).unwrap();
        previous = link;
        Line { link, bytes }
    };
    texts.iter().map(line).collect()
}

#[test]
fn a_copy_holds_the_same_bytes_and_tells_what_it_could_not_copy() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| Store::open(&folder.path().join(name)).unwrap();
    let (mut from, mut to) = (open("from.db"), open("to.db"));
    from.import(StreamKind::Match, "long", &log(&["a", "b", "c"])).unwrap();
    to.import(StreamKind::Match, "long", &log(&["a"])).unwrap();
    from.import(StreamKind::Match, "parted", &log(&["a", "b"])).unwrap();
    to.import(StreamKind::Match, "parted", &log(&["a", "x"])).unwrap();
    from.import(StreamKind::Match, "shorter", &log(&["a"])).unwrap();
    to.import(StreamKind::Match, "shorter", &log(&["a", "b"])).unwrap();
    from.import(StreamKind::Event, "gt", &log(&["event"])).unwrap();
    from.import(StreamKind::Match, "unwanted", &log(&["a"])).unwrap();
    let run = |from: &Store, to: &mut Store| {
        let mut told = Vec::new();
        copy::<StoreError>(from, to, &|_, id| id != "unwanted", &mut |copied| {
            told.push((copied.id, copied.written.map_err(|error| matches!(error, StoreError::Conflict { .. }))));
            Ok(())
        })
        .unwrap();
        told
    };
    let name = |name: &str, done| (name.to_owned(), done);
    let told = run(&from, &mut to);
    assert_eq!(told, [name("long", Ok(2)), name("parted", Err(true)), name("shorter", Ok(0)), name("gt", Ok(1))]);
    for id in ["long", "shorter"] {
        let (theirs, ours) = (from.read(StreamKind::Match, id).unwrap(), to.read(StreamKind::Match, id).unwrap());
        assert_eq!(ours[..theirs.len()], theirs, "{id}");
    }
    assert_eq!(to.read(StreamKind::Match, "parted").unwrap(), log(&["a", "x"]), "nothing of a parted log is written");
    assert_eq!(to.head(StreamKind::Match, "unwanted").unwrap(), None);
    let again: usize = run(&from, &mut to).into_iter().filter_map(|(_, done)| done.ok()).sum();
    assert_eq!(again, 0, "what stands there is not written twice");
}
