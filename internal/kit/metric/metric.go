// Package metric lists every metric of the program in one table, against which the
// documentation, the dashboard and the alert rules are checked. It also implements the
// histogram for Prometheus. Each package sets its own metrics.
package metric

import (
	"fmt"
	"strings"
)

// Row documents one metric.
type Row struct {
	Name   string
	Labels string // names, with values where there are few
	Help   string
	Only   string // when the metric exists; empty: always
}

// Table lists every metric. A label has few possible values, never a path, an address or
// other input from outside.
var Table = []Row{
	{Name: "parichay_build_info", Labels: "version", Help: "always 1; the label is the running version"},
	{Name: "parichay_schema_version", Help: "latest schema migration of the database", Only: once},
	{Name: "parichay_ready", Help: "1 while `/readyz` answers 200"},
	{Name: "parichay_outage", Labels: "of (database, pictures, uploads, mail, traces)", Help: "1 while the service is down, as of the last attempt to use it"},

	{Name: "parichay_requests_total", Labels: "route, method, class (1xx … 5xx)", Help: "responses", Only: "after the route's first request"},
	{Name: "parichay_request_seconds", Labels: "route, method", Help: "response time, a histogram; without event streams", Only: "after the route's first request"},
	{Name: "parichay_requests_under_way", Help: "requests in progress"},
	{Name: "parichay_event_streams", Help: "open event streams: tabs that are notified of new leads"},
	{Name: "parichay_connections_refused_total", Labels: "reason (network, all, idle, busy, requests)", Help: "connection limits reached. `network`, `all`: connection refused, because its network or the program has too many. `idle`, `busy`: connection closed to make room for a new one. `requests`: request refused, because its network has too many in progress"},
	{Name: "parichay_missing_pages_total", Help: "requests for unknown paths"},

	{Name: "parichay_page_cache_total", Labels: "result (hit, miss)", Help: "pages served from the cache (`hit`) or not (`miss`)"},
	{Name: "parichay_page_cache_bytes", Help: "memory used by cached pages"},
	{Name: "parichay_document_cache_total", Labels: "result (hit, miss)", Help: "the same for feeds, data and generated pictures"},
	{Name: "parichay_document_cache_bytes", Help: "memory used by cached documents"},
	{Name: "parichay_renders_total", Help: "pages rendered by React on the server"},
	{Name: "parichay_render_failures_total", Help: "renders that failed and were left to the browser; should stay 0"},
	{Name: "parichay_render_seconds", Help: "render time including the wait for a worker, a histogram"},

	{Name: "parichay_pool_connections", Labels: "pool (requests, leads, work, probe), state (used, idle, most)", Help: "connections to PostgreSQL; `most` is the limit"},
	{Name: "parichay_pool_acquires_total", Labels: "pool", Help: "connections acquired"},
	{Name: "parichay_pool_acquire_seconds_total", Labels: "pool", Help: "total time spent acquiring them"},
	{Name: "parichay_pool_waits_total", Labels: "pool", Help: "acquisitions that had to wait"},
	{Name: "parichay_pool_refusals_total", Labels: "pool", Help: "acquisitions that were given up"},

	{Name: "parichay_jobs", Labels: "kind, state (waiting, running, retrying, failed)", Help: "jobs in the queue. Mails about leads are `lead_notice`, security warnings `alarm_mail`. The count stops at 10,000 per state and queue", Only: once},
	{Name: "parichay_job_oldest_seconds", Labels: "kind", Help: "how long the oldest due job has waited; 0 if none is due", Only: once},
	{Name: "parichay_mails_total", Labels: "result (sent, failed, refused)", Help: "attempts to send an email"},

	{Name: "parichay_leads_total", Labels: "verdict (new, quarantined, known, key_taken, token_used, no_room, harder, failed)", Help: "leads that reached the database. `harder`: the visitor was asked for a harder proof of work"},
	{Name: "parichay_lead_photo_bytes", Labels: "state (used, most)", Help: "photos that came with leads; `most` is the limit, above which leads are stored without their photos", Only: once},
	{Name: "parichay_visits_total", Help: "visitor events stored in the database: views, taps, opened forms, scans"},
	{Name: "parichay_visits_skipped_total", Labels: "reason (head, prefetch, owner, preview, bot, flood, malformed, gpc, overflow)", Help: "visitor events not counted. `overflow`: lost because the database was down too long"},
	{Name: "parichay_visits_buffered", Help: "visitor events waiting to be stored"},
	{Name: "parichay_visits_flush_seconds", Help: "time to store a batch, a histogram"},
	{Name: "parichay_sign_ins_total", Labels: "result (right, wrong, too_many)", Help: "attempts with a password, code or passkey"},
	{Name: "parichay_uploads_total", Help: "pictures stored"},

	{Name: "parichay_backup_timestamp_seconds", Help: "time of the last nightly backup", Only: "once there is one"},
	{Name: "parichay_backup_failing", Help: "1 if the last nightly backup failed", Only: once},
	{Name: "parichay_certificate_expiry_timestamp_seconds", Labels: "domain", Help: "expiry of the certificate", Only: "with built-in HTTPS, once there is a certificate"},
	{Name: "parichay_disk_bytes", Labels: "of (pictures), state (free, most)", Help: "file system of the picture folder; `most` is its size", Only: "if pictures are in a folder"},
}

// once is Row.Only for metrics that are read from the database.
const once = "after the first successful query; then the last known value"

// Markdown renders Table for docs/metrics.md.
func Markdown() string {
	var text strings.Builder
	text.WriteString("| name | labels | |\n|---|---|---|\n")
	for _, r := range Table {
		help := r.Help
		if r.Only != "" {
			help += " (" + r.Only + ")"
		}
		fmt.Fprintf(&text, "| `%s` | %s | %s |\n", r.Name, r.Labels, help)
	}
	return text.String()
}
