-- The database of Adjutant, version 1. Records are only ever appended; the triggers refuse everything else.

CREATE TABLE stream (
    stream INTEGER PRIMARY KEY,
    kind   TEXT NOT NULL CHECK (kind IN ('match', 'event')),
    id     TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
    UNIQUE (kind, id)
) STRICT;

-- `line` is the record's canonical line, byte for byte, without its newline; `hash` is its hash in hexadecimal.
CREATE TABLE record (
    stream INTEGER NOT NULL REFERENCES stream (stream),
    seq    INTEGER NOT NULL,
    hash   TEXT NOT NULL CHECK (length(hash) = 64),
    line   BLOB NOT NULL CHECK (length(line) BETWEEN 2 AND 1048576),
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;

-- The next number and no other: no gap, no fork, and no INSERT OR REPLACE over a record that stands.
CREATE TRIGGER record_only_next BEFORE INSERT ON record
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM record WHERE stream = NEW.stream)
BEGIN
    SELECT RAISE(ABORT, 'a record takes the next number of its stream');
END;

CREATE TRIGGER record_never_changes BEFORE UPDATE ON record
BEGIN
    SELECT RAISE(ABORT, 'records are never changed');
END;

CREATE TRIGGER record_never_goes BEFORE DELETE ON record
BEGIN
    SELECT RAISE(ABORT, 'records are never deleted');
END;

CREATE TRIGGER stream_only_once BEFORE INSERT ON stream
WHEN EXISTS (SELECT 1 FROM stream WHERE stream = NEW.stream OR (kind = NEW.kind AND id = NEW.id))
BEGIN
    SELECT RAISE(ABORT, 'a stream is opened once');
END;

CREATE TRIGGER stream_never_changes BEFORE UPDATE ON stream
BEGIN
    SELECT RAISE(ABORT, 'streams are never changed');
END;

CREATE TRIGGER stream_never_goes BEFORE DELETE ON stream
BEGIN
    SELECT RAISE(ABORT, 'streams are never deleted');
END;
