-- How often each secondary objective is chosen, what it brings, and how often its player wins.
-- `share` is of all players of battles that ended; `low` and `high` hold the true win rate with 95 % (Wilson).
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
players AS (
    SELECT sides.head, sides.side, sides.result
    FROM sides
    JOIN counted ON counted.head = sides.head
    WHERE sides.result IS NOT NULL
),
sums AS (
    SELECT
        secondaries.objective,
        count(*) AS picks,
        avg(CAST(secondaries.vp AS DOUBLE)) AS points,
        sum(CASE WHEN players.result = 'win' THEN 1 ELSE 0 END) AS wins,
        CAST(count(*) AS DOUBLE) AS n,
        CAST(sum(CASE WHEN players.result = 'win' THEN 1 ELSE 0 END) AS DOUBLE) AS w
    FROM secondaries
    JOIN players ON players.head = secondaries.head AND players.side = secondaries.side
    GROUP BY secondaries.objective
)
SELECT
    objective, picks,
    n / (SELECT count(*) FROM players) AS share,
    points, wins,
    w / n AS rate,
    (w / n + 1.9208 / n - 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS low,
    (w / n + 1.9208 / n + 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS high
FROM sums
ORDER BY picks DESC, objective
