package leads

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/lead"
	"parichay/internal/store/db"
)

// Limits on the cost of the numbers: mostCounted leads are counted per status and week, and the
// median covers the mostTimed newest answers.
const (
	mostCounted = 20_000
	mostTimed   = 1_000
)

// numbers selects rows of week, status and count. The row without a week holds the median time
// to an answer. Counting reads only the index by status, so the owner's own feedback, which is
// rare, is counted first and then subtracted.
const numbers = `
	WITH weeks AS (
		SELECT n, $1::timestamptz + n * interval '7 days' AS since FROM generate_series(0, $2 - 1) n
	), newest AS (
		SELECT one.id, one.created_at FROM unnest($4::text[]) status, LATERAL (
			SELECT id, created_at FROM feedback f
			WHERE f.status = status.status AND created_at >= $1 AND feedback_type <> $5 AND NOT by_hand ORDER BY created_at DESC, id DESC LIMIT $7
		) one ORDER BY created_at DESC, id DESC LIMIT $7
	), waits AS (
		SELECT extract(epoch FROM first.at - created_at)::float8 AS seconds FROM newest, LATERAL (
			SELECT min(at) AS at FROM feedback_events WHERE feedback_id = newest.id AND action = 'moved' AND from_status = $8
		) first
	)
	SELECT n, status, counted.leads::float8 FROM weeks, unnest($3::text[]) status, LATERAL (
		SELECT count(*) AS leads FROM (
			SELECT FROM feedback f WHERE f.status = status.status AND created_at >= since AND created_at < since + interval '7 days' LIMIT $6
		) one
	) counted
	UNION ALL SELECT n, f.status, -count(*)::float8 FROM weeks JOIN feedback f ON created_at >= since AND created_at < since + interval '7 days'
		WHERE feedback_type = $5 AND created_at >= $1 AND f.status = ANY($3) GROUP BY n, f.status
	UNION ALL SELECT NULL, '', percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM waits`

// Numbers counts the leads of the last weeks by status and returns the median time to an answer.
func (l Ledger) Numbers(ctx context.Context, now time.Time) (n lead.Numbers, err error) {
	defer db.Translate(&err, "lead numbers")
	n, since := lead.NewNumbers(now)
	answered := []lead.Status{lead.Contacted, lead.Won, lead.Lost}
	var week *int
	var status lead.Status
	var value *float64
	err = l.db.Each(ctx, []any{&week, &status, &value}, func() {
		switch {
		case value == nil: // nothing was answered
		case week == nil:
			n.MedianSeconds = new(int64(*value))
		default:
			n.Add(*week, status, int(*value))
		}
	}, numbers, pgx.QueryExecModeCacheDescribe, since, len(n.Weeks), append(answered, lead.Pending), answered, lead.OwnerFeedback, mostCounted, mostTimed, lead.Pending)
	return n, err
}
