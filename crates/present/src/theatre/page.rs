//! One file for a browser that replays a battle. Without script it shows the end of it: result, points with their reasons
//! and records, everything that happened.

use std::fmt::Write;

use adjutant_engine::side::Player;
use adjutant_engine::view::{RoundLabel, Status};
use adjutant_replay::after::{Column, ColumnKind};
use serde_json::{Value, json};

use super::frames::{Frame, Paid, Theatre};
use crate::map::escaped;
use crate::names::shape;
use crate::single::{self, Carried, File};

const STYLE: &str =
    concat!(include_str!("../single/tokens.css"), include_str!("../single/hall.css"), include_str!("theatre.css"));
const SCRIPT: &str = concat!(include_str!("../single/engine.js"), include_str!("theatre.js"));

/// One file for a browser: it replays the battle, and judges the log inside it. It asks for nothing beside itself.
pub fn html(theatre: &Theatre, carried: Carried<'_>) -> String {
    let [one, two] = Player::BOTH.map(|player| theatre.players[player].clone());
    let title = format!("{one} {} – {} {two}: the replay", theatre.report.vp.one, theatre.report.vp.two);
    let mut body = String::new();
    band(&mut body, theatre);
    body += "<main>";
    body += "<noscript><p class=\"card\">Not checked here: this preview runs no script. Open the file in a browser on a \
             computer, or at the hall's page, to check it.</p></noscript>";
    stage(&mut body, theatre);
    lower(&mut body, theatre);
    body += "</main>";
    dock(&mut body, theatre);
    single::page(&File {
        title: &title,
        style: STYLE,
        script: SCRIPT,
        body: &body,
        data: &data(theatre, carried),
        carried,
    })
}

/// The policy of every such file, as a server sends it too.
pub fn policy() -> String {
    single::policy(SCRIPT, STYLE)
}

/// What the script reads.
fn data(theatre: &Theatre, carried: Carried<'_>) -> Value {
    let over = theatre.report.status != Status::Battle;
    let board = theatre.board.as_ref().filter(|_| theatre.placed);
    json!({
        "players": theatre.players,
        "signs": Player::BOTH.map(shape),
        "units": theatre.units,
        "records": theatre.frames,
        "board": board.map(|board| json!({"size": board.size, "marker": board.marker, "range": board.range})),
        "end": if over { result(theatre) } else { String::new() },
        "head": theatre.report.head,
        "packs": carried.packs.cloned().unwrap_or_else(|| json!([])),
    })
}

fn result(theatre: &Theatre) -> String {
    theatre.page.lead.first().map(crate::report::Words::plain).unwrap_or_default()
}

fn band(out: &mut String, theatre: &Theatre) {
    let page = &theatre.page;
    let _ = write!(
        out,
        "<aside class=\"top\" aria-label=\"About this page\"><span><strong>Replay</strong> · {}</span><span \
         class=\"noprint\">Opens offline. Asks nothing of any network.</span></aside><header class=\"band\"><div class=\"duel\">",
        escaped(&page.below)
    );
    for (at, player) in Player::BOTH.into_iter().enumerate() {
        let (class, fill) = if at == 0 { ("", "one") } else { (" class=\"r\"", "two") };
        let total = if at == 0 { theatre.report.vp.one } else { theatre.report.vp.two };
        let _ = write!(
            out,
            "<div{class}><p><b id=\"nm{at}\">{} {}</b> <span class=\"soft\" id=\"cp{at}\"></span></p><span class=\"pt\" \
             id=\"vp{at}\">{total}</span><svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" \
             aria-hidden=\"true\"><rect class=\"{fill}\" id=\"bar{at}\" width=\"{}\" height=\"10\"/></svg></div>",
            shape(player),
            escaped(&theatre.players[player]),
            total.min(100)
        );
    }
    let (when, what) = match theatre.report.status {
        Status::Ended => ("After the battle".to_owned(), result(theatre)),
        _ => ("The battle goes on".to_owned(), format!("This file ends at record {}.", theatre.report.records)),
    };
    let _ = write!(
        out,
        "<h1 class=\"mid\" id=\"when\">{}<small>{}</small></h1></div></header>",
        escaped(&when),
        escaped(&what)
    );
}

/// The map, or markers and units as tables; the record now; everything that happened.
fn stage(out: &mut String, theatre: &Theatre) {
    let around = if theatre.placed { "stage" } else { "stage facts-only" };
    let _ = write!(out, "<div class=\"{around}\"><div>");
    match theatre.board.as_ref().filter(|_| theatre.placed) {
        Some(board) => {
            let [width, height] = board.size;
            let _ = write!(
                out,
                "<div class=\"mapwrap\"><svg class=\"map\" viewBox=\"-2000 -2000 {} {}\" role=\"img\" aria-label=\"The \
                 battlefield\">{}<g id=\"things\"></g></svg></div><p class=\"legend\"><span>● first player, ◆ second \
                 player</span> <span>✕ destroyed</span> <span>dashed arrow: an attack; arrow: a move</span></p><p \
                 id=\"away\" class=\"soft\"></p>",
                width + 4000,
                height + 4000,
                board.drawn
            );
        }
        None => {
            facts_only(out, theatre);
            units(out, theatre);
        }
    }
    *out += "</div><div class=\"side\"><div class=\"now\" id=\"now\" aria-live=\"polite\" hidden></div>";
    feed(out, theatre);
    *out += "</div></div>";
}

fn facts_only(out: &mut String, theatre: &Theatre) {
    let known = |frame: &Frame| frame.marks.values().flatten().any(|(holder, _)| *holder != "?");
    let marks: Vec<&String> = if theatre.frames.iter().any(known) { markers(theatre) } else { Vec::new() };
    let says = if marks.is_empty() && theatre.units.is_empty() {
        "Only scores were recorded."
    } else {
        "This battle was recorded with facts, not with coordinates: who holds each marker, what was destroyed, what was \
         done. Where the models stood is not in the log."
    };
    let _ = write!(out, "<h2>Who holds what</h2><p class=\"soft\">{says}</p>");
    if !marks.is_empty() {
        *out += "<ul class=\"marks\" aria-label=\"Markers\">";
        for marker in marks {
            let marker = escaped(marker);
            let _ = write!(out, "<li class=\"mkc\" id=\"k-{marker}\"><b>{marker}</b> <span>nobody</span></li>");
        }
        *out += "</ul>";
    }
}

/// The markers of the mission, in order.
fn markers(theatre: &Theatre) -> Vec<&String> {
    let mut marks: Vec<&String> = theatre.frames.iter().flat_map(|frame| frame.marks.keys()).collect();
    marks.sort_by_key(|marker| (marker.len(), marker.as_str()));
    marks.dedup();
    marks
}

/// Which part of the battle a record belongs to.
fn part(frame: &Frame) -> (i64, Option<Player>) {
    (frame.round, frame.turn)
}

fn feed(out: &mut String, theatre: &Theatre) {
    *out += "<section class=\"feed\" aria-label=\"What happened\"><h2>What happened</h2>";
    for frames in theatre.frames.chunk_by(|one, two| part(one) == part(two)) {
        let (Some(first), Some(last)) = (frames.first(), frames.last()) else { continue };
        let when = match part(first) {
            (0, _) => "Before the battle".to_owned(),
            (round, Some(turn)) if round > 0 => format!("Round {round}, {}'s turn", theatre.players[turn]),
            _ => "After the battle".to_owned(),
        };
        let _ = write!(
            out,
            "<details open><summary><span>{}</span> <small>{} – {}</small></summary><ol>",
            escaped(&when),
            last.vp[0],
            last.vp[1]
        );
        frames.iter().for_each(|frame| line(out, theatre, frame));
        *out += "</ol></details>";
    }
    *out += "</section>";
}

/// A record of the feed; the script takes its words from here.
fn line(out: &mut String, theatre: &Theatre, frame: &Frame) {
    let seq = frame.seq;
    // What took a record back, or corrected it, is no part of the battle either, but it stands.
    let struck = frame.out && !frame.back.is_empty();
    let class = match (struck, frame.out || frame.quiet && frame.paid.is_empty()) {
        (true, _) => " class=\"out\"",
        (_, true) => " class=\"ph\"",
        _ => "",
    };
    let _ = write!(out, "<li id=\"{seq}\"{class}><a href=\"#{seq}\"><small>{seq}</small><span class=\"says\">");
    let says = escaped(&frame.says);
    *out += &if struck { format!("<s>{says}</s>") } else { format!("<span>{says}</span>") };
    if !frame.back.is_empty() {
        let _ = write!(out, "<small>{}</small>", escaped(&frame.back));
    }
    for then in &frame.then {
        let _ = write!(out, "<small class=\"then\">{}</small>", escaped(then));
    }
    for paid in &frame.paid {
        let _ = write!(out, "<small class=\"paid\">{}</small>", escaped(&paid_in_words(theatre, paid)));
    }
    *out += "</span>";
    for paid in &frame.paid {
        let class = if paid.player == Player::One { "vp" } else { "vp two" };
        let _ = write!(out, "<span class=\"{class}\">{:+}</span>", paid.raw);
    }
    *out += "</a></li>";
}

fn paid_in_words(theatre: &Theatre, paid: &Paid) -> String {
    let who = &theatre.players[paid.player];
    format!("{who} {:+} VP {}: {}", paid.raw, paid.objective, paid.why.join(" · "))
}

/// The score by round, this file, units.
fn lower(out: &mut String, theatre: &Theatre) {
    *out += "<div class=\"lower\"><section class=\"w2\"><h2>Score by round, whole battle</h2><div class=\"tables\">";
    Player::BOTH.into_iter().for_each(|player| rounds(out, theatre, player));
    *out += "</div></section>";
    this_file(out, theatre);
    *out += "</div>";
    if theatre.placed {
        units(out, theatre);
    }
    keys(out);
    let page = &theatre.page;
    let head = theatre.report.head.map(|head| format!(" Head {head}.")).unwrap_or_default();
    let _ = write!(
        out,
        "<p class=\"printfoot\"><span id=\"foot\"></span>{}. {}.{head} Printed from the replay; the log inside it can be \
         checked with adjutant audit.</p>",
        escaped(&page.title),
        escaped(&page.below)
    );
}

fn units(out: &mut String, theatre: &Theatre) {
    if !theatre.units.is_empty() {
        *out += "<section><h2>Units</h2><div class=\"tables\">";
        Player::BOTH.into_iter().for_each(|player| army(out, theatre, player));
        *out += "</div></section>";
    }
}

fn rounds(out: &mut String, theatre: &Theatre, player: Player) {
    let name = format!("{} {}", shape(player), escaped(&theatre.players[player]));
    let rows = theatre.report.columns.first().map(|column| column.rows.as_slice()).unwrap_or_default();
    let _ = write!(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Score by round of {name}\"><table \
         class=\"rounds\"><caption>{name}</caption><thead><tr><th scope=\"col\">Objective</th>"
    );
    for (row, _) in rows {
        let head = match row {
            RoundLabel::Number(round) => format!("R{round}"),
            RoundLabel::End(_) => "End".to_owned(),
        };
        let _ = write!(out, "<th scope=\"col\" class=\"num\">{head}</th>");
    }
    *out += "<th scope=\"col\" class=\"num\">Total</th></tr></thead><tbody>";
    let paid = |column: &&Column| {
        column.kind != ColumnKind::Beside || column.rows.iter().any(|(_, points)| points.one != 0 || points.two != 0)
    };
    for column in theatre.report.columns.iter().filter(paid) {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escaped(&column.title));
        let mut sum = 0;
        for (row, points) in &column.rows {
            let (vp, round) = (points[player], row_of(*row));
            sum += vp;
            let vp = if vp == 0 { "–".to_owned() } else { vp.to_string() };
            let _ = write!(out, "<td class=\"num\" data-r=\"{round}\">{vp}</td>");
        }
        let _ = write!(out, "<td class=\"num\"><b>{sum}</b></td></tr>");
    }
    *out += "</tbody></table></div>";
}

fn row_of(row: RoundLabel) -> i64 {
    match row {
        RoundLabel::Number(round) => i64::from(round),
        RoundLabel::End(_) => -1,
    }
}

fn this_file(out: &mut String, theatre: &Theatre) {
    let report = &theatre.report;
    let signed: Vec<&str> =
        Player::BOTH.into_iter().filter(|player| report.signed[*player]).map(|p| theatre.players[p].as_str()).collect();
    let signed = if signed.is_empty() { "nobody".to_owned() } else { signed.join(" and ") };
    let law = report.law.map_or_else(String::new, |law| format!("law {law}"));
    let head = report.head.map(|head| head.to_string()).unwrap_or_default();
    let _ = write!(
        out,
        "<section class=\"noprint\"><h2>This file</h2><dl class=\"facts\"><div><dt>Checked here</dt><dd \
         id=\"checked\">not checked<small>a browser with script checks it</small></dd></div><div><dt>Signed \
         by</dt><dd>{}</dd></div><div><dt>Head</dt><dd class=\"mono\">{head}</dd></div><div><dt>Judged \
         by</dt><dd>{law}<small>{}</small></dd></div><div><dt>Not proven</dt><dd>that it happened this way<small>compare \
         the head with the signed sheet</small></dd></div></dl><p class=\"buttons\"><button type=\"button\" id=\"link\" hidden>Copy the link \
         to this moment</button> <button type=\"button\" id=\"save\" hidden>Save the log</button></p></section>",
        escaped(&signed),
        escaped(&theatre.pack),
    );
}

fn army(out: &mut String, theatre: &Theatre, player: Player) {
    let name = format!("{} {}", shape(player), escaped(&theatre.players[player]));
    let class = if player == Player::One { "one" } else { "two" };
    let _ = write!(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Units of {name}\"><table class=\"pairs \
         {class}\"><caption>{name}</caption><thead><tr><th scope=\"col\">Unit</th><th scope=\"col\">Left</th></tr></thead><tbody>"
    );
    for unit in theatre.units.iter().filter(|unit| unit.player == player) {
        let last = theatre.frames.iter().rev().find_map(|frame| frame.units.get(&unit.id));
        let (models, left) = last.cloned().unwrap_or_default();
        let gone = if models == 0 { " class=\"gone\"" } else { "" };
        let _ = write!(
            out,
            "<tr id=\"u-{}\"{gone}><th scope=\"row\"><span>{}</span></th><td>{}</td></tr>",
            escaped(unit.id.as_str()),
            escaped(&unit.name),
            escaped(&left)
        );
    }
    *out += "</tbody></table></div>";
}

/// The keys, for those who ask.
const KEYS: [(&str, &str); 9] = [
    ("← →", "one record"),
    ("Shift ← →", "one turn"),
    (", .", "the points before, the next points"),
    ("1 to 5", "a round"),
    ("Home End", "first, last record"),
    ("Space", "play, pause"),
    ("w", "why these points"),
    ("PgUp PgDn", "one turn"),
    ("?", "this list"),
];

fn keys(out: &mut String) {
    *out += "<details id=\"keys\" class=\"noprint needs-script\"><summary>Keys</summary><dl class=\"facts\">";
    for (key, does) in KEYS {
        let _ = write!(out, "<div><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>");
    }
    *out += "</dl></details>";
}

/// What goes through the battle, drawn as the lead.
fn dock(out: &mut String, theatre: &Theatre) {
    let last = theatre.frames.last().map_or(1, |frame| frame.seq);
    let _ = write!(
        out,
        "<div class=\"dock needs-script\" role=\"region\" aria-label=\"Go through the battle\" hidden><div><div \
         class=\"track\">{}<input type=\"range\" id=\"at\" min=\"1\" max=\"{last}\" value=\"{last}\" step=\"1\" \
         aria-label=\"Record\"><span class=\"fr\"></span></div></div><div class=\"keys\">",
        track(&theatre.frames)
    );
    for (act, class, label, path) in BUTTONS {
        let words = if act == "play" { "<span>Play</span>" } else { "" };
        let _ = write!(
            out,
            "<button type=\"button\" data-do=\"{act}\" class=\"{class}\" aria-label=\"{label}\" title=\"{label}\"><svg \
             class=\"i\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{path}\" stroke-width=\"2\"/></svg>{words}</button>"
        );
    }
    *out += "</div></div>";
}

const BUTTONS: [(&str, &str, &str, &str); 7] = [
    ("first", "spare", "First record", "M6 5v14M19 5l-9 7 9 7z"),
    ("pturn", "", "One turn back", "M12 5l-8 7 8 7zM21 5l-8 7 8 7z"),
    ("prev", "", "One record back", "M16 5l-9 7 9 7z"),
    ("play", "play go", "Play", "M7 4l13 8-13 8z"),
    ("next", "", "One record on", "M8 5l9 7-9 7z"),
    ("nturn", "", "One turn on", "M12 5l8 7-8 7zM3 5l8 7-8 7z"),
    ("last", "spare", "Last record", "M18 5v14M5 5l9 7-9 7z"),
];

/// The lead from record to record: above the line that of the first player, below it that of the second.
fn track(frames: &[Frame]) -> String {
    let many = i64::try_from(frames.len().max(1)).unwrap_or(1);
    let lead = |frame: &Frame| i64::from(frame.vp[0]) - i64::from(frame.vp[1]);
    let full = frames.iter().map(|frame| lead(frame).abs()).max().unwrap_or(0).max(1);
    let x = |at: usize| i64::try_from(at).unwrap_or(0) * 1000 / many;
    let mut out = String::from(
        "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"zero\" d=\"M0 50H1000\"/>",
    );
    for (class, sign) in [("lead1", 1), ("lead2", -1)] {
        let mut path = String::from("M0 50");
        for (at, frame) in frames.iter().enumerate() {
            let high = 50 - (lead(frame) * sign).max(0) * sign * 46 / full;
            let _ = write!(path, "L{} {high}L{} {high}", x(at), x(at + 1));
        }
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}L1000 50Z\"/>");
    }
    for (at, pair) in frames.windows(2).enumerate() {
        if part(&pair[0]) != part(&pair[1]) {
            let _ = write!(out, "<path class=\"tick\" d=\"M{} 0V100\"/>", x(at + 1));
        }
    }
    out + "<rect class=\"veil\" x=\"1000\" y=\"0\" width=\"0\" height=\"100\"/><path class=\"cursor\" d=\"M1000 0V100\"/></svg>"
}
