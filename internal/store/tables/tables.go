// Package tables lists all tables and how their rows are retained, erased, backed up and
// exported. It holds names and conditions and runs no SQL.
package tables

import (
	"fmt"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/lead"
)

// Table defines how the rows of one table are treated. Rows that no rule deletes are retained.
type Table struct {
	Name     string
	Pictures bool   // rows can refer to pictures, in any column; includes history and bin, which must be restorable
	Over     string // condition of expired rows, which are pruned
	Person   string // condition of rows that are erased with the person of email $1 or phone $2
	Of       string // parent table; deleting its rows deletes these by cascade
	SignIn   bool   // part of signing in: emptied when the owner is replaced
	BackedUp bool   // part of a backup
	Private  bool   // belongs to the account or this installation: not part of an export
	Secret   string // column that is left out of backups and exports and is generated again
	Partial  string // condition of unfinished rows r, which are left out of backups and exports
	ByDay    bool   // rows are dropped by day, see package visits; not part of a backup
}

const expired, day = `expires_at < now()`, 24 * time.Hour

// SentBy matches the messages of the person with email $1 or phone $2.
const SentBy = `$1 <> '' AND lower(email) = lower($1) OR $2 <> '' AND phone_key <> '' AND phone_key = international($2)`

func olderThan(column string, age time.Duration) string {
	return fmt.Sprintf(`%s < now() - interval '%d seconds'`, column, int(age.Seconds()))
}

// Tables is the only list of all tables. The function lists adds the tables of the collections.
var Tables = append([]Table{
	{Name: "website_content", Pictures: true, BackedUp: true},
	{Name: "item_revisions", Pictures: true, BackedUp: true},
	{Name: "item_addresses", BackedUp: true},
	{Name: "item_sums", BackedUp: true},                               // a restore inserts rows without firing triggers
	{Name: "draft_links", Private: true, SignIn: true, Over: expired}, // not backed up: the owner can send a new link
	{Name: "report_links", Private: true, SignIn: true, Over: expired},
	{Name: "site_version", BackedUp: true, Private: true},
	{Name: "site_changes", BackedUp: true, Private: true},
	{Name: "probe", BackedUp: true, Private: true},
	{Name: "backup_state", BackedUp: true, Private: true},
	{Name: "schema_support", BackedUp: true, Private: true},
	{Name: "media", BackedUp: true, Partial: `to_jsonb(r) -> 'stored_at' = 'null'`}, // rows are deleted with their files, see Collect; an older schema lacks the column

	{
		Name: "feedback", BackedUp: true,
		Over:   `created_at < now() - make_interval(months => (SELECT nullif(retention_months, 0) FROM lead_settings))`,
		Person: SentBy,
	},
	{Name: "lead_sums", BackedUp: true},
	{Name: "feedback_events", Of: "feedback", BackedUp: true},
	{Name: "lead_photos", Of: "feedback", BackedUp: true},
	{Name: "lead_settings", BackedUp: true, Secret: "secret"},
	{Name: "form_tokens", Over: olderThan("used_at", 2*lead.MaxAge)},
	{Name: "arrivals", Over: olderThan("at", day)},
	{Name: "lead_mails", Over: olderThan("at", day)},

	{Name: "visits", ByDay: true}, // only their sums are retained
	{Name: "visit_changed", ByDay: true},
	{Name: "visit_counts", BackedUp: true},
	{Name: "visit_skips", BackedUp: true},
	{Name: "codes", BackedUp: true},
	{Name: "visit_salts", Private: true, Over: `day NOT BETWEEN ((now() - interval '1 hour') AT TIME ZONE 'Asia/Kolkata')::date AND (now() AT TIME ZONE 'Asia/Kolkata')::date + 1`}, // allows for a clock that is an hour slow, and for tomorrow's salt

	{Name: "owner", BackedUp: true, Private: true},
	{Name: "security_events", Over: olderThan("at", 180*day), BackedUp: true, Private: true},
	{Name: "alarms", Over: olderThan("at", 180*day), BackedUp: true, Private: true},
	{Name: "alarm_changes", Of: "alarms", BackedUp: true, Private: true},
	{Name: "alarm_links", Private: true, SignIn: true, Over: expired}, // not backed up: the mailed links contain the site's former address
	{Name: "authenticators", SignIn: true, BackedUp: true},
	{Name: "passkeys", SignIn: true, BackedUp: true},
	{Name: "recovery_codes", SignIn: true, BackedUp: true},
	{Name: "sessions", SignIn: true, Over: expired},
	{Name: "half_sessions", SignIn: true, Over: expired},
	{Name: "known_devices", SignIn: true, Over: expired},
	{Name: "challenges", SignIn: true, Over: expired},
	{Name: "used_challenges", SignIn: true, Over: expired},
	{Name: "owner_links", SignIn: true, Over: expired},
	{Name: "sign_in_attempts", SignIn: true, Over: olderThan("at", day+time.Hour)}, // rate limits look back one day at most

	// TLS keys are neither backed up nor exported: a site without them requests new certificates.
	// Expired rows were left behind by a process that died.
	{Name: "tls_files", Private: true, Over: `name LIKE '%/challenge\_tokens/%' AND ` + olderThan("stored_at", day)},
	{Name: "tls_locks", Private: true, Over: expired},
}, lists()...)

func lists() (all []Table) {
	for i := range content.Collections {
		all = append(all, Table{Name: content.Collections[i].Table, Pictures: true, BackedUp: true})
	}
	return all
}
