-- Version 2 of the database on a server: `kind` without a closed list, so that leagues have streams too, and a table of
-- what opens sealed names. A database of version 1 becomes one of version 2 when the first league or the first sealed name
-- is recorded in it, or copied into it; until then programs of version 1 read and write it. The program does this by itself
-- where its user owns the tables; otherwise their owner runs it once:
-- psql -1 -f schemas/postgres-2.sql  'postgres://…'
-- Records are not touched; triggers, keys, grants and policies stay as they are.

ALTER TABLE adjutant.stream DROP CONSTRAINT stream_kind,
    ADD CONSTRAINT stream_kind CHECK (length(kind) BETWEEN 1 AND 16);

-- The one table whose rows may be deleted. `origin` is the hash of a log's first record, `digest` what the log holds in
-- place of a name, `opening` the JSON that opens it.
CREATE TABLE adjutant.opening (
    realm   text COLLATE "C" NOT NULL CONSTRAINT opening_realm CHECK (length(realm) BETWEEN 1 AND 64),
    origin  adjutant.hash NOT NULL,
    digest  adjutant.hash NOT NULL,
    opening bytea NOT NULL CONSTRAINT opening_size CHECK (length(opening) BETWEEN 2 AND 4096),
    PRIMARY KEY (realm, origin, digest)
);
ALTER TABLE adjutant.opening ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON adjutant.opening USING (EXISTS (
    SELECT FROM adjutant.member m WHERE m.realm = opening.realm AND EXISTS (
        SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = m.role AND pg_has_role(current_user, r.oid, 'MEMBER'))));

-- Whoever reads records reads names; whoever writes records writes names, and destroys them.
DO $$
DECLARE
    may record;
BEGIN
    FOR may IN SELECT coalesce(r.rolname::text, 'public') AS role, bool_or(a.privilege_type = 'INSERT') AS writes
        FROM pg_catalog.pg_class c CROSS JOIN aclexplode(c.relacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
        WHERE c.oid = ' adjutant.record'::regclass AND a.grantee NOT IN (0, c.relowner) GROUP BY 1
    LOOP
        EXECUTE format('GRANT SELECT ON adjutant.opening TO %I', may.role);
        IF may.writes THEN
            EXECUTE format('GRANT INSERT, DELETE ON adjutant.opening TO %I', may.role);
        END IF;
    END LOOP;
END $$;

UPDATE adjutant.version SET version = 2;
