-- The database of Adjutant on a PostgreSQL server, version 1. Records are only ever appended: keys forbid a fork and a
-- gap, grants forbid change, triggers refuse it to the owner too. The program makes this by itself where its user may;
-- otherwise the owner of the database runs it once:  psql -1 -f schemas/postgres.sql  'postgres://…'

CREATE SCHEMA adjutant;

CREATE TABLE adjutant.version (version bigint PRIMARY KEY);
INSERT INTO adjutant.version VALUES (1);

-- Who may use which realm, beside the owner of the tables. `role` is a user, or a group of users.
CREATE TABLE adjutant.member (
    role  name NOT NULL,
    realm text NOT NULL CONSTRAINT member_realm CHECK (length(realm) BETWEEN 1 AND 64),
    PRIMARY KEY (role, realm)
);

-- `stream` is the beginning of SHA-256 over realm, kind and id, each ended by a zero byte but the last: no sequence, so
-- that keys do not rise with time. `one` is 1, for the first record of a stream to name with it.
CREATE DOMAIN adjutant.one AS bigint CONSTRAINT only_one CHECK (VALUE = 1);
CREATE TABLE adjutant.stream (
    stream uuid PRIMARY KEY,
    realm  text COLLATE "C" NOT NULL CONSTRAINT stream_realm CHECK (length(realm) BETWEEN 1 AND 64),
    kind   text COLLATE "C" NOT NULL CONSTRAINT stream_kind CHECK (kind IN ('match', 'event')),
    id     text COLLATE "C" NOT NULL CONSTRAINT stream_id CHECK (length(id) BETWEEN 1 AND 64),
    one    adjutant.one NOT NULL DEFAULT 1,
    UNIQUE (realm, kind, id),
    UNIQUE (stream, one)
);

-- What one column has to be is said of its type: the server reads a check of a table anew for every record, so that
-- there is only one, and a short one.
CREATE DOMAIN adjutant.hash AS bytea CONSTRAINT record_hash CHECK (length(VALUE) = 32);
CREATE DOMAIN adjutant.line AS bytea CONSTRAINT record_line CHECK (length(VALUE) BETWEEN 2 AND 1048576);

-- `line` is the record's canonical line, byte for byte, without its newline; `hash` is its hash. No fork: two records
-- cannot have one number. No gap: the number follows `before`, that of the record before, which must be there; or it is
-- `first`, which is 1 and names a stream that must be there. That there is one follows for all records after the first.
CREATE TABLE adjutant.record (
    stream uuid   NOT NULL,
    seq    bigint NOT NULL CONSTRAINT record_place CHECK (seq IS NOT DISTINCT FROM coalesce(before + 1, first)),
    first  adjutant.one,
    before bigint,
    hash   adjutant.hash NOT NULL,
    line   adjutant.line NOT NULL,
    PRIMARY KEY (stream, seq),
    FOREIGN KEY (stream, first) REFERENCES adjutant.stream (stream, one),
    FOREIGN KEY (stream, before) REFERENCES adjutant.record (stream, seq)
);

CREATE FUNCTION adjutant.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'records and streams are never changed or deleted' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER stream_stays BEFORE UPDATE OR DELETE ON adjutant.stream
    FOR EACH ROW EXECUTE FUNCTION adjutant.refuse();
CREATE TRIGGER stream_is_not_emptied BEFORE TRUNCATE ON adjutant.stream
    FOR EACH STATEMENT EXECUTE FUNCTION adjutant.refuse();
CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE ON adjutant.record
    FOR EACH ROW EXECUTE FUNCTION adjutant.refuse();
CREATE TRIGGER record_is_not_emptied BEFORE TRUNCATE ON adjutant.record
    FOR EACH STATEMENT EXECUTE FUNCTION adjutant.refuse();

-- A realm is seen and written by its members only.
ALTER TABLE adjutant.stream ENABLE ROW LEVEL SECURITY;
ALTER TABLE adjutant.record ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON adjutant.stream USING (EXISTS (
    SELECT FROM adjutant.member m WHERE m.realm = stream.realm AND EXISTS (
        SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = m.role AND pg_has_role(current_user, r.oid, 'MEMBER'))));
CREATE POLICY own_realm ON adjutant.record USING (EXISTS (
    SELECT FROM adjutant.stream s WHERE s.stream = record.stream));

-- Whoever is a member of a realm sees that, and no other member.
ALTER TABLE adjutant.member ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_roles ON adjutant.member USING (EXISTS (
    SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = member.role AND pg_has_role(current_user, r.oid, 'MEMBER')));

-- Roles to grant to users: GRANT adjutant_writer TO north; INSERT INTO adjutant.member VALUES ('north', 'north-club');
DO $$
DECLARE
    may record;
BEGIN
    FOR may IN SELECT * FROM (VALUES ('adjutant_writer', 'SELECT, INSERT'), ('adjutant_reader', 'SELECT')) AS m (role, rights)
    LOOP
        BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', may.role);
        EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN
            NULL; -- It is there already, or this user may make none: then only the owner of the tables uses them.
        END;
        IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = may.role) THEN
            EXECUTE format('GRANT USAGE ON SCHEMA adjutant TO %I', may.role);
            EXECUTE format('GRANT SELECT ON adjutant.version, adjutant.member TO %I', may.role);
            EXECUTE format('GRANT %s ON adjutant.stream, adjutant.record TO %I', may.rights, may.role);
        END IF;
    END LOOP;
END $$;
