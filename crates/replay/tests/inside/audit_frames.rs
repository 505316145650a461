//! Tests of `audit::frames` that need what only it sees.

use super::*;

fn frames(stream: &[u8]) -> Vec<(String, Result<usize, Code>)> {
    let short = |frame: Frame| (frame.name, frame.log.map(|log| log.len()).map_err(|fault| fault.code));
    Frames::new(stream).map(short).collect()
}

fn framed(name: &str, log: &[u8]) -> Vec<u8> {
    let mut frame = format!("{{\"bytes\":{},\"log\":\"{name}\"}}\n", log.len()).into_bytes();
    frame.extend_from_slice(log);
    frame
}

#[test]
fn whatever_stands_between_frames_is_told_and_the_next_one_read() {
    let good = |name: &str| (name.to_owned(), Ok(4));
    let all: Vec<u8> = [
        framed("a", b"one\n"),
        b"\n\r\n".to_vec(),
        framed("b", b"two\n"),
        b"{\"at\":1}\nnoise\n".to_vec(),
        framed("c", b"3\n\n\n"),
        vec![b'x'; 200_000],
        b"\n".to_vec(),
        framed("empty", b""),
        b"{\"bytes\":4,\"log\":\"d\",\"more\":1}\n{\"bytes\":-1,\"log\":\"e\"}\n\xff\xfe\n".to_vec(),
        framed("f", b"four"),
    ]
    .concat();
    let found = frames(&all);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..2], ["a", "b"]);
    assert_eq!((&found[0], &found[1]), (&good("a"), &good("b")));
    assert_eq!(found[2].1, Err(Code::Frame));
    assert_eq!(found[3], good("c"));
    assert_eq!(found[4].1, Err(Code::Frame));
    assert_eq!(found[5], ("empty".to_owned(), Ok(0)));
    assert_eq!(found[6].1, Err(Code::Frame));
    assert_eq!(found[7], good("f"));
    assert_eq!(found.len(), 8);
}

#[test]
fn a_log_that_is_too_long_or_too_short_does_not_take_the_next_one_with_it() {
    let long = LOG_BYTES_MAX + 1;
    let mut stream = format!("{{\"bytes\":{long},\"log\":\"long\"}}\n").into_bytes();
    stream.resize(stream.len() + long, b'\n');
    stream.extend(framed("next", b"abc"));
    assert_eq!(frames(&stream), [("long".to_owned(), Err(Code::TooLarge)), ("next".to_owned(), Ok(3))]);
    let cut = b"{\"bytes\":18446744073709551615,\"log\":\"endless\"}\nabc";
    assert_eq!(frames(cut), [("endless".to_owned(), Err(Code::CutShort))]);
    assert_eq!(frames(b"{\"bytes\":9,\"log\":\"x\"}"), [("x".to_owned(), Err(Code::CutShort))]);
    assert_eq!(frames(b""), []);
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("gone"))
    }
}

#[test]
fn a_stream_that_breaks_is_told_once() {
    let found: Vec<Frame> = Frames::new(std::io::BufReader::new(Broken)).collect();
    assert_eq!(found.len(), 1);
    assert!(matches!(&found[0].log, Err(fault) if fault.code == Code::Unreadable), "{found:?}");
}
