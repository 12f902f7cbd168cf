-- +goose Up
-- The leads that were there before the triggers: what one look at all leads counts, less what the triggers have counted by then.
-- Nobody waits for it, because it locks nothing.
INSERT INTO lead_sums
SELECT p.day, p.status, p.feedback_type, p.source, p.by_hand, sum(p.leads), sum(p.won), sum(p.value_inr)
FROM (
    SELECT p.* FROM feedback f, lead_parts(f.status, f.feedback_type, f.source, f.by_hand, f.created_at, f.won_at, f.value_inr) p
    UNION ALL SELECT day, status, feedback_type, source, by_hand, -leads, -won, -value_inr FROM lead_sums
) p
GROUP BY 1, 2, 3, 4, 5 HAVING sum(p.leads) <> 0 OR sum(p.won) <> 0 OR sum(p.value_inr) <> 0;

-- +goose Down
TRUNCATE lead_sums;
