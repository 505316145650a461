-- How many points a player makes in each battle round, on average over all players of battles that ended.
-- `end` is what is scored when the battle ends. `so_far` adds the rounds up: its last row is the average of
-- primary and secondary points. Points for a painted army belong to no round and are not in it.
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
    SELECT sides.head, sides.side
    FROM sides
    JOIN counted ON counted.head = sides.head
    WHERE sides.result IS NOT NULL
),
sums AS (
    SELECT awards.round, sum(awards.vp) AS vp
    FROM awards
    JOIN players ON players.head = awards.head AND players.side = awards.side
    GROUP BY awards.round
),
averages AS (
    SELECT
        round,
        CAST(vp AS DOUBLE) / (SELECT count(*) FROM players) AS points,
        CASE WHEN round = 'end' THEN 1000 ELSE CAST(CASE WHEN round = 'end' THEN '0' ELSE round END AS INTEGER) END
            AS place
    FROM sums
)
SELECT round, points, sum(points) OVER (ORDER BY place) AS so_far
FROM averages
ORDER BY place
