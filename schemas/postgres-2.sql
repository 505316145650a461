-- Version 2 of the database on a server: `kind` without a closed list, so that leagues have streams too. A database of
-- version 1 becomes one of version 2 when the first league is recorded in it, or copied into it; until then programs of
-- version 1 read and write it. The program does this by itself where its user owns the tables; otherwise their owner runs
-- it once:  psql -1 -f schemas/postgres-2.sql  'postgres://…'
-- Records are not touched; triggers, keys, grants and policies stay as they are.

ALTER TABLE adjutant.stream DROP CONSTRAINT stream_kind,
    ADD CONSTRAINT stream_kind CHECK (length(kind) BETWEEN 1 AND 16);

UPDATE adjutant.version SET version = 2;
