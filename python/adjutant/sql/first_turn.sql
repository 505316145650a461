-- How often the player who had the first turn wins: in all battles, and by mission. A draw counts as no win.
-- `low` and `high` hold the true rate with 95 % (Wilson).
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
    SELECT matches.mission, sides.result
    FROM sides
    JOIN counted ON counted.head = sides.head
    JOIN matches ON matches.head = sides.head
    WHERE sides.first AND sides.result IS NOT NULL
),
named AS (
    SELECT 'all' AS mission, result FROM battles
    UNION ALL
    SELECT mission, result FROM battles WHERE mission IS NOT NULL
),
sums AS (
    SELECT
        mission,
        count(*) AS games,
        sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS wins,
        sum(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS draws,
        CAST(count(*) AS DOUBLE) AS n,
        CAST(sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS DOUBLE) AS w
    FROM named
    GROUP BY mission
)
SELECT
    mission, games, wins, draws,
    w / n AS rate,
    (w / n + 1.9208 / n - 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS low,
    (w / n + 1.9208 / n + 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS high
FROM sums
ORDER BY CASE WHEN mission = 'all' THEN 0 ELSE 1 END, games DESC, mission
