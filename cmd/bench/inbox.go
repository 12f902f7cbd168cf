package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	inboxLeads  = 100_000
	inboxRounds = 15
	inboxLimit  = 200 * time.Millisecond
	inboxGrowth = 32 // MiB an export of everything may add to the program's memory
)

// inboxCalls are an owner's requests to a full inbox: list, page, filter, and search for
// frequent, rare, absent and short texts, in Gujarati and by number.
var inboxCalls = []string{
	"", "status=pending", "status=contacted", "status=won", "status=spam", "kind=portfolio_request", "kind=owner_feedback", "status=lost&kind=quote_request",
	"q=visitor", "status=any&q=visitor", "status=any&q=visitor+77777", "status=any&q=nobody+at+all", "status=any&q=xy", "status=any&q=DM-50123", "status=any&q=98250+12345",
	"status=any&q=" + url.QueryEscape("દિવાળી"), "status=any&q=" + url.QueryEscape("કોઈ નહીં"), "status=pending&q=textile",
}

// inbox measures every request to a full inbox, and its complete export.
func inbox(ctx context.Context, r *rig.Replica) (string, bool, error) {
	if err := r.SignIn(ctx); err != nil {
		return "", false, err
	}
	times, slowest, err := callInbox(ctx, r)
	if err != nil {
		return "", false, err
	}
	p95 := times[len(times)*95/100]
	export, growth, bytes, err := exportInbox(ctx, r)
	return fmt.Sprintf("%d leads: %d lists, searches and filters p95 %v, slowest %v %s (p95 at most %v); export of all %v, %.1f MB, memory +%.1f MiB (at most %d)",
		inboxLeads, len(times), p95.Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond), slowest, inboxLimit,
		export.Round(10*time.Millisecond), float64(bytes)/1e6, growth, inboxGrowth), p95 <= inboxLimit && growth <= inboxGrowth, err
}

func callInbox(ctx context.Context, r *rig.Replica) (times []time.Duration, slowest string, err error) {
	worst := time.Duration(0)
	for range inboxRounds {
		for _, query := range append(slices.Clone(inboxCalls), "before=1700000000000000-5", "counts") {
			path := "/api/v1/leads?" + query
			if query == "counts" {
				path = "/api/v1/leads/counts"
			}
			start := time.Now()
			response, body, err := r.Get(ctx, path)
			took := time.Since(start)
			if err != nil || response.StatusCode != http.StatusOK {
				return nil, "", fmt.Errorf("%s: %s: %w", path, body, err)
			}
			if took > worst {
				worst, slowest = took, path
			}
			times = append(times, took)
		}
	}
	slices.Sort(times)
	return times, slowest, nil
}

// exportInbox reads everything in both formats and watches the program's memory.
func exportInbox(ctx context.Context, r *rig.Replica) (took time.Duration, growth float64, size int64, err error) {
	if err := r.ForgetMost(); err != nil {
		return 0, 0, 0, err
	}
	before, _, err := r.Memory()
	if err != nil {
		return 0, 0, 0, err
	}
	start := time.Now()
	var rows lines
	if size, err = r.Read(ctx, "/api/v1/leads/export?format=csv", &rows); err != nil {
		return 0, 0, 0, err
	}
	took = time.Since(start)
	if _, err := r.Read(ctx, "/api/v1/leads/export?format=json&status=any", &rows); err != nil {
		return 0, 0, 0, err
	}
	if rows < inboxLeads {
		return 0, 0, 0, fmt.Errorf("export has %d lines", rows)
	}
	_, most, err := r.Memory()
	return took, most - before, size, err
}

// lines counts line breaks.
type lines int

func (l *lines) Write(p []byte) (int, error) {
	*l += lines(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
