// Package metric is which figures the program gives to whoever watches it: one table
// that documentation and alert rules are held against, and the histogram that
// Prometheus reads. Where a figure comes from, its own room knows.
package metric

import (
	"fmt"
	"strings"
)

// Row is a figure, as the documentation shows it.
type Row struct {
	Name   string
	Labels string // their names, and their values where they are few
	Help   string
	Only   string // when it is there, if not always
}

// Table has every figure once. Labels have few values each: never a path, an address
// or anything else that strangers make up.
var Table = []Row{
	{Name: "parichay_build_info", Labels: "version", Help: "1; which version runs"},
	{Name: "parichay_schema_version", Help: "the newest step of the database's schema", Only: once},
	{Name: "parichay_ready", Help: "1 when `/readyz` says 200"},
	{Name: "parichay_outage", Labels: "of (database, pictures, uploads, mail, traces)", Help: "1 while it is away, as far as anybody tried"},

	{Name: "parichay_requests_total", Labels: "route, method, class (1xx … 5xx)", Help: "answers", Only: "once there was one of the route"},
	{Name: "parichay_request_seconds", Labels: "route, method", Help: "how long they took, a histogram; event streams are not in it", Only: "once there was one of the route"},
	{Name: "parichay_requests_under_way", Help: "requests being answered"},
	{Name: "parichay_event_streams", Help: "open tabs that hear of new leads"},
	{Name: "parichay_connections_refused_total", Labels: "reason (network, all, idle, busy, requests)", Help: "connections refused because their network or the program has too many; idle or busy ones closed for a new one; requests refused because their network has too many under way"},
	{Name: "parichay_missing_pages_total", Help: "addresses asked for that nobody has"},

	{Name: "parichay_page_cache_total", Labels: "result (hit, miss)", Help: "pages served from memory, and made"},
	{Name: "parichay_page_cache_bytes", Help: "what they take"},
	{Name: "parichay_document_cache_total", Labels: "result (hit, miss)", Help: "the same for feeds, data and drawn pictures"},
	{Name: "parichay_document_cache_bytes", Help: "what they take"},
	{Name: "parichay_renders_total", Help: "pages drawn by React"},
	{Name: "parichay_render_failures_total", Help: "those that browsers had to draw instead; should stay 0"},
	{Name: "parichay_render_seconds", Help: "how long one took, waiting included, a histogram"},

	{Name: "parichay_pool_connections", Labels: "pool (requests, leads, work, probe), state (used, idle, most)", Help: "connections to PostgreSQL"},
	{Name: "parichay_pool_acquires_total", Labels: "pool", Help: "connections that were asked for and given"},
	{Name: "parichay_pool_acquire_seconds_total", Labels: "pool", Help: "what that took"},
	{Name: "parichay_pool_waits_total", Labels: "pool", Help: "those that were not there at once"},
	{Name: "parichay_pool_refusals_total", Labels: "pool", Help: "those that were given up"},

	{Name: "parichay_jobs", Labels: "kind, state (waiting, running, retrying, failed)", Help: "the queue; mails about leads are `lead_notice`, warnings of changes `alarm_mail`. 10,000 of a state and queue are counted at most", Only: once},
	{Name: "parichay_job_oldest_seconds", Labels: "kind", Help: "how long the oldest job that is due has waited; 0: none", Only: once},
	{Name: "parichay_mails_total", Labels: "result (sent, failed, refused)", Help: "attempts to send one"},

	{Name: "parichay_leads_total", Labels: "verdict (new, quarantined, known, key_taken, token_used, no_room, harder, failed)", Help: "messages that got as far as the database; `harder`: asked for another puzzle"},
	{Name: "parichay_visits_total", Help: "what visitors did, written to the database: views, taps, forms opened, scans"},
	{Name: "parichay_visits_skipped_total", Labels: "reason (head, prefetch, owner, preview, bot, flood, malformed, gpc, overflow)", Help: "what was not counted; `overflow` are visits that were lost because the database was away too long"},
	{Name: "parichay_visits_buffered", Help: "what waits to be written"},
	{Name: "parichay_visits_flush_seconds", Help: "how long a batch took, a histogram"},
	{Name: "parichay_sign_ins_total", Labels: "result (right, wrong, too_many)", Help: "passwords, codes and passkeys that were tried"},
	{Name: "parichay_uploads_total", Help: "pictures that were stored"},

	{Name: "parichay_backup_timestamp_seconds", Help: "when the last nightly backup was made", Only: "where one was"},
	{Name: "parichay_backup_failing", Help: "1 when the last one could not be made", Only: once},
	{Name: "parichay_certificate_expiry_timestamp_seconds", Labels: "domain", Help: "until when the certificate is good", Only: "where the program speaks HTTPS itself, once there is one"},
	{Name: "parichay_disk_bytes", Labels: "of (pictures), state (free, most)", Help: "the file system of the picture folder", Only: "where pictures are in a folder"},
}

// once is when what is read from the database is there.
const once = "once the database was asked; then what it last said"

// Markdown is the table of the documentation.
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
