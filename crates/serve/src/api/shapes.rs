//! What answers are made of, as JSON Schemas: every key is there, and no other.

use serde_json::{Map, Value, json};

pub(super) fn text() -> Value {
    json!({ "type": "string" })
}

pub(super) fn number() -> Value {
    json!({ "type": "integer" })
}

fn yes_or_no() -> Value {
    json!({ "type": "boolean" })
}

/// The same, or nothing.
fn or_nothing(mut shape: Value) -> Value {
    shape["type"] = json!([shape["type"], "null"]);
    shape
}

fn one_of(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}

fn list_of(shape: Value) -> Value {
    json!({ "type": "array", "items": shape })
}

fn object(what: &str, keys: &[(&str, &str, Value)]) -> Value {
    let described = |(name, what, shape): &(&str, &str, Value)| {
        let mut shape = shape.clone();
        shape["description"] = json!(what);
        ((*name).to_owned(), shape)
    };
    let names: Vec<&str> = keys.iter().map(|(name, ..)| *name).collect();
    json!({
        "type": "object",
        "description": what,
        "properties": keys.iter().map(described).collect::<Map<_, _>>(),
        "required": names,
        "additionalProperties": false,
    })
}

pub(super) fn error() -> Value {
    object("Why there is no answer", &[("error", "In words", text())])
}

pub(super) fn csv() -> Value {
    json!({ "type": "string", "description": "The first line names the columns" })
}

pub(super) fn event() -> Value {
    object(
        "An event",
        &[
            ("event", "Its id", text()),
            ("name", "What people call it", text()),
            ("state", "How far it is", one_of(&["before", "playing", "between", "finished"])),
            ("round", "The last round that is published", or_nothing(number())),
            ("rounds", "Rounds before any cut", number()),
            ("closed", "The last round whose results are all in", or_nothing(number())),
            ("players", "How many are entered, who waits for a place left out", number()),
            ("waiting", "How many wait for a place", number()),
            ("ends", "When the time of the round is up, while its clock runs: RFC 3339", or_nothing(text())),
        ],
    )
}

pub(super) fn players() -> Value {
    let player = object(
        "A player",
        &[
            ("player", "The id, by which everything else names the player", text()),
            ("name", "The name", text()),
            ("faction", "The army", or_nothing(text())),
            ("club", "The club", or_nothing(text())),
            ("team", "The team", or_nothing(text())),
            ("dropped", "Whether the player has left", yes_or_no()),
            ("waiting", "Whether the player waits for a place", yes_or_no()),
        ],
    );
    object("Everybody", &[("players", "In the order of their entries", list_of(player))])
}

pub(super) fn pairings() -> Value {
    let table = object(
        "A table",
        &[
            ("table", "Its number", number()),
            ("one", "The player named first", text()),
            ("two", "The other", text()),
            ("mission", "The mission, where one is set", or_nothing(text())),
            ("hall", "The hall, where the event has several", or_nothing(text())),
        ],
    );
    object(
        "The pairings of a round",
        &[
            ("round", "Its number", number()),
            ("name", "What it is called", text()),
            ("closed", "Whether all results are in and it is closed", yes_or_no()),
            ("tables", "In their order", list_of(table)),
            ("byes", "Who has a bye", list_of(text())),
        ],
    )
}

pub(super) fn standings() -> Value {
    let ties = json!({ "type": "object", "additionalProperties": text() });
    let row = object(
        "A player",
        &[
            (
                "rank",
                "The place, from 1, shared where nothing tells players apart; nobody who is disqualified has one",
                or_nothing(number()),
            ),
            ("player", "The id", text()),
            ("name", "The name", text()),
            ("faction", "The army", or_nothing(text())),
            ("wins", "Games won, byes among them", number()),
            ("draws", "Games drawn", number()),
            ("losses", "Games lost", number()),
            ("points", "Match points, with penalties", number()),
            ("tie_breaks", "Tie-breaks by name, as decimal numbers", ties),
            ("dropped", "Whether the player has left", yes_or_no()),
            ("disqualified", "Whether the player was disqualified", yes_or_no()),
        ],
    );
    object(
        "The standings",
        &[
            ("round", "After which round", number()),
            ("tie_breaks", "The tie-breaks, in the order in which they count", list_of(text())),
            ("rows", "The best first", list_of(row)),
        ],
    )
}

pub(super) fn results() -> Value {
    let result = object(
        "A result",
        &[
            ("table", "The table", number()),
            ("one", "The player named first", text()),
            ("two", "The other", text()),
            ("one_vp", "Victory points of the first", number()),
            ("two_vp", "Victory points of the other", number()),
            ("winner", "Who won; nobody in a draw, or where both lose", or_nothing(text())),
            ("basis", "What it rests on", one_of(&["signed", "agreed", "desk", "ruled"])),
        ],
    );
    let round = object(
        "A round",
        &[
            ("round", "Its number", number()),
            ("closed", "Whether it is closed", yes_or_no()),
            ("byes", "Who has a bye", list_of(text())),
            ("results", "By table; open tables are left out", list_of(result)),
        ],
    );
    object("All results", &[("rounds", "Rounds that are published", list_of(round))])
}

pub(super) fn live() -> Value {
    let table = object(
        "A battle",
        &[
            ("table", "The table", number()),
            ("one", "The player named first", text()),
            ("two", "The other", text()),
            ("one_vp", "Victory points of the first", number()),
            ("two_vp", "Victory points of the other", number()),
            ("state", "How far it is", one_of(&["set-up", "battle", "final"])),
            ("battle_round", "The battle round, in the battle", or_nothing(number())),
            ("turn", "Whose turn it is, in the battle", or_nothing(text())),
            ("one_can_score", "What the first can still score", number()),
            ("two_can_score", "What the other can still score", number()),
        ],
    );
    object(
        "Battles of the round",
        &[
            ("round", "The last round that is published", or_nothing(number())),
            ("delay_s", "By how many seconds this is told later", number()),
            ("tables", "Tables whose two players agreed, and whose battle is recorded", list_of(table)),
        ],
    )
}

pub(super) fn lists() -> Value {
    let list =
        object("A list", &[("player", "Whose", text()), ("digest", "SHA-256 of the list as it was handed in", text())]);
    object(
        "Army lists",
        &[
            ("shown", "Whether lists are shown yet; none is here before", yes_or_no()),
            ("with_round", "With which round they are", number()),
            ("lists", "Lists that were handed in", list_of(list)),
        ],
    )
}

pub(super) fn list() -> Value {
    let unit = object(
        "A unit",
        &[
            ("unit", "Its id in the list", text()),
            ("name", "What it is", text()),
            ("points", "Its points", number()),
            ("models", "How many models it has", number()),
        ],
    );
    object(
        "An army list",
        &[
            ("player", "Whose", text()),
            ("digest", "SHA-256 of the list as it was handed in", text()),
            ("name", "Name of the army", text()),
            ("faction", "The army", or_nothing(text())),
            ("units", "Its units", list_of(unit)),
        ],
    )
}
