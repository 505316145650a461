-- How often armies bent on one disposition win against those bent on another, where a pack pairs dispositions. Two armies
-- of one disposition are left out. A draw counts as no win.
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
    SELECT dispositions.disposition, dispositions.opponent_disposition AS opponent, sides.result, sides.vp
    FROM dispositions
    JOIN counted ON counted.head = dispositions.head
    JOIN sides ON sides.head = dispositions.head AND sides.side = dispositions.side
    WHERE sides.result IS NOT NULL AND dispositions.opponent_disposition <> dispositions.disposition
),
sums AS (
    SELECT
        disposition,
        opponent,
        count(*) AS games,
        sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS wins,
        sum(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS draws,
        avg(CAST(vp AS DOUBLE)) AS points,
        CAST(count(*) AS DOUBLE) AS n,
        CAST(sum(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS DOUBLE) AS w
    FROM battles
    GROUP BY disposition, opponent
)
SELECT
    disposition, opponent, games, wins, draws, points,
    w / n AS rate,
    (w / n + 1.9208 / n - 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS low,
    (w / n + 1.9208 / n + 1.96 * sqrt(w * (n - w) / (n * n * n) + 0.9604 / (n * n))) / (1 + 3.8416 / n) AS high
FROM sums
ORDER BY rate DESC, disposition, opponent
