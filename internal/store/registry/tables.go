// Package registry says what becomes of the rows of each table. It holds names and
// conditions, and asks nothing of a database.
package registry

import (
	"fmt"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/lead"
)

// Table says what becomes of the rows of one table. Rows that no rule ends are
// kept.
type Table struct {
	Name     string
	Pictures bool   // a row can show a picture, in any column: history and bin included, what can be restored must come back with its pictures
	Over     string // condition of rows that are pruned: their time is over
	Person   string // condition of rows that are erased with the person of e-mail $1 or phone $2
	Of       string // table whose rows take these along when they go
	SignIn   bool   // part of signing in: emptied when the owner is set anew
	BackedUp bool   // a site restored without it would not be the same
	Private  bool   // of the account or of this installation: not in an export, which a site is carried elsewhere with
	Secret   string // column that stays out of backups and exports: it is made anew
	Partial  string // condition of rows r that stay out of backups and exports: their work is not finished
	ByDay    bool   // rows go with their day, see postgres/visits; in no backup
}

const expired, day = `expires_at < now()`, 24 * time.Hour

// SentBy finds the messages of the person of e-mail $1 or phone $2.
const SentBy = `$1 <> '' AND lower(email) = lower($1) OR $2 <> '' AND phone_key <> '' AND phone_key = international($2)`

func olderThan(column string, age time.Duration) string {
	return fmt.Sprintf(`%s < now() - interval '%d seconds'`, column, int(age.Seconds()))
}

// Tables is the only place where all tables are named; the collections bring
// their own.
var Tables = append([]Table{
	{Name: "website_content", Pictures: true, BackedUp: true},
	{Name: "item_revisions", Pictures: true, BackedUp: true},
	{Name: "item_addresses", BackedUp: true},
	{Name: "item_sums", BackedUp: true},                               // rows come in without their triggers
	{Name: "draft_links", Private: true, SignIn: true, Over: expired}, // in no backup: who was sent one can be sent another
	{Name: "report_links", Private: true, SignIn: true, Over: expired},
	{Name: "site_version", BackedUp: true, Private: true},
	{Name: "site_changes", BackedUp: true, Private: true},
	{Name: "probe", BackedUp: true, Private: true},
	{Name: "backup_state", BackedUp: true, Private: true},
	{Name: "schema_support", BackedUp: true, Private: true},
	{Name: "media", BackedUp: true, Partial: `to_jsonb(r) -> 'stored_at' = 'null'`}, // rows end with their files, see Collect; a database from before a migration lacks the column

	{
		Name: "feedback", BackedUp: true,
		Over:   `created_at < now() - make_interval(months => (SELECT nullif(retention_months, 0) FROM lead_settings))`,
		Person: SentBy,
	},
	{Name: "lead_sums", BackedUp: true},
	{Name: "feedback_events", Of: "feedback", BackedUp: true},
	{Name: "lead_settings", BackedUp: true, Secret: "secret"},
	{Name: "form_tokens", Over: olderThan("used_at", 2*lead.MaxAge)},
	{Name: "arrivals", Over: olderThan("at", day)},
	{Name: "lead_mails", Over: olderThan("at", day)},

	{Name: "visits", ByDay: true}, // what is kept of them are their sums
	{Name: "visit_changed", ByDay: true},
	{Name: "visit_counts", BackedUp: true},
	{Name: "visit_skips", BackedUp: true},
	{Name: "codes", BackedUp: true},
	{Name: "visit_salts", Private: true, Over: `day NOT BETWEEN ((now() - interval '1 hour') AT TIME ZONE 'Asia/Kolkata')::date AND (now() AT TIME ZONE 'Asia/Kolkata')::date + 1`}, // an hour for a clock that is late, a day for the next one's

	{Name: "owner", BackedUp: true, Private: true},
	{Name: "security_events", Over: olderThan("at", 180*day), BackedUp: true, Private: true},
	{Name: "alarms", Over: olderThan("at", 180*day), BackedUp: true, Private: true},
	{Name: "alarm_changes", Of: "alarms", BackedUp: true, Private: true},
	{Name: "alarm_links", Private: true, SignIn: true, Over: expired}, // in no backup: what they open was mailed with an address of before
	{Name: "authenticators", SignIn: true, BackedUp: true},
	{Name: "passkeys", SignIn: true, BackedUp: true},
	{Name: "recovery_codes", SignIn: true, BackedUp: true},
	{Name: "sessions", SignIn: true, Over: expired},
	{Name: "half_sessions", SignIn: true, Over: expired},
	{Name: "known_devices", SignIn: true, Over: expired},
	{Name: "challenges", SignIn: true, Over: expired},
	{Name: "used_challenges", SignIn: true, Over: expired},
	{Name: "owner_links", SignIn: true, Over: expired},
	{Name: "sign_in_attempts", SignIn: true, Over: olderThan("at", day+time.Hour)}, // counting looks back a day at most

	// Keys of HTTPS, in no backup and no export: a site without them asks for new ones. What is over was left by a program that died.
	{Name: "tls_files", Private: true, Over: `name LIKE '%/challenge\_tokens/%' AND ` + olderThan("stored_at", day)},
	{Name: "tls_locks", Private: true, Over: expired},
}, lists()...)

func lists() (all []Table) {
	for i := range content.Collections {
		all = append(all, Table{Name: content.Collections[i].Table, Pictures: true, BackedUp: true})
	}
	return all
}
