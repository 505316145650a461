-- Version 2 of the database: `kind` without a closed list, so that leagues have streams too. A database becomes one of
-- version 2 when the first league is recorded in it; until then programs of version 1 read and write it.
-- Foreign keys are off while this runs, in one transaction; records are not touched.

CREATE TABLE stream_2 (
    stream INTEGER PRIMARY KEY,
    kind   TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 16),
    id     TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
    UNIQUE (kind, id)
) STRICT;

INSERT INTO stream_2 SELECT stream, kind, id FROM stream;

DROP TABLE stream;

ALTER TABLE stream_2 RENAME TO stream;

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
