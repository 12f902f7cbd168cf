package mail

import "time"

const (
	// RefusedFor is how long a mail that the server refuses is retried. Some servers refuse a
	// mail for an hour and accept it afterwards.
	RefusedFor = 2 * time.Hour
	// The pause before a retry is the mail's age divided by pausePart, so that a mail
	// arrives soon after an outage of the server ends.
	pausePart = 4
	// ShortestPause is the minimum pause before a retry.
	ShortestPause = 8 * time.Second
	// LongestPause is the maximum pause before a retry.
	LongestPause = 30 * time.Minute
)

// NextTry returns when to retry a mail that was enqueued at since.
func NextTry(now, since time.Time) time.Time {
	return now.Add(min(max(ShortestPause, now.Sub(since)/pausePart), LongestPause))
}
