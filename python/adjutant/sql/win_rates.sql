-- How often each faction wins, without battles against itself. A draw counts as no win.
-- `low` and `high` hold the true rate with 95 % (Wilson): where they lie far apart, the rate says little.
-- Sound logs only, and each match once: of its copies the longest.
WITH counted AS (
    SELECT head
    FROM (
        SELECT head, row_number() OVER (PARTITION BY origin ORDER BY records DESC, head) AS place
        FROM logs
        WHERE errors = 0 AND kind = 'match'
    ) AS ranked
    WHERE place = 1
),
battles AS (
    SELECT sides.faction, sides.result
    FROM sides
    JOIN counted ON counted.head = sides.head
    WHERE sides.result IS NOT NULL AND sides.faction IS NOT NULL
        AND (sides.opponent_faction IS NULL OR sides.opponent_faction <> sides.faction)
),
sums AS (
    SELECT
        faction,
        count(*) AS games,
        sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS wins,
        sum(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS draws,
        sum(CASE WHEN result = 'loss' THEN 1 ELSE 0 END) AS losses,
        CAST(count(*) AS DOUBLE) AS n,
        CAST(sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS DOUBLE) AS w
    FROM battles
    GROUP BY faction
)
SELECT
    faction, games, wins, draws, losses,
    w / n AS rate,
    (w / n + 1.9208 / n - 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS low,
    (w / n + 1.9208 / n + 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS high
FROM sums
ORDER BY rate DESC, faction
