package alarms

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/store/codes"
	"parichay/internal/store/postgres"
	"parichay/internal/store/tables"
	"parichay/locales"
)

// row is a public value, and how changes to it are watched.
type row struct {
	name string
	field.Watching
}

// rows lists all values that visitors may see: the fields of the profile and of every list, and
// the fields of codes and pictures.
func rows() (all []row) {
	for i := range profile.Fields {
		all = append(all, row{"site." + profile.Fields[i].Key, profile.Fields[i].Watching()})
	}
	for i := range content.Collections {
		c := &content.Collections[i]
		for n := range c.Fields {
			all = append(all, row{c.Name + "." + c.Fields[n].Key, c.Fields[n].Watching()})
		}
	}
	parts := func(name string, of reflect.Type, watchings map[string]field.Watching) {
		for f := range of.Fields() {
			all = append(all, row{name + "." + f.Name, watchings[f.Name]})
		}
	}
	parts("codes", reflect.TypeFor[codes.Code](), codes.Watchings)
	parts("media", reflect.TypeFor[postgres.Kept](), postgres.PictureWatchings)
	return all
}

func TestEveryPublicValueIsWatchedOrExempt(t *testing.T) {
	t.Parallel()
	for _, r := range rows() {
		switch r.Watch {
		case field.Destination, field.Wording, field.Placement:
		case field.HistoryOnly, field.OwnerOnly:
			assert.NotEmpty(t, r.Why, "%s: give the reason why its changes raise no alarm", r.name)
		default:
			t.Errorf("%s: define how it is watched: by kind in field.watchings, by its rule's Watch, or in the Watchings of its package", r.name)
		}
	}
}

// seen lists the tables with public values, except those of the lists. rows returns their
// values. unseen lists all other tables.
var (
	seen   = []string{"website_content", "codes", "media"}
	unseen = []string{
		"item_revisions", "item_addresses", "item_sums", "draft_links", "report_links", "site_version", "site_changes", "probe", "backup_state", "schema_support",
		"feedback", "feedback_events", "lead_photos", "lead_sums", "lead_settings", "form_tokens", "arrivals", "lead_mails", "visits", "visit_changed", "visit_counts", "visit_skips", "visit_salts",
		"owner", "security_events", "alarms", "alarm_changes", "alarm_links", "authenticators", "passkeys", "recovery_codes", "sessions", "half_sessions",
		"known_devices", "challenges", "used_challenges", "owner_links", "sign_in_attempts", "tls_files", "tls_locks",
	}
)

func TestEveryTableIsListedAsPublicOrPrivate(t *testing.T) {
	t.Parallel()
	for _, table := range tables.Tables {
		list := slices.ContainsFunc(content.Collections, func(c content.Collection) bool { return c.Table == table.Name })
		assert.True(t, list || slices.Contains(seen, table.Name) || slices.Contains(unseen, table.Name),
			"table %s: if it has public values, add them to rows and define how they are watched; otherwise add it to unseen", table.Name)
	}
}

const contact = "Now on 98250 99999"

// Fails if a field or a language is left out when changes are compared.
func TestAContactIsFoundInEveryTextOfTheProfile(t *testing.T) {
	t.Parallel()
	for i := range profile.Fields {
		f := &profile.Fields[i]
		if f.Watching().Watch != field.Wording {
			continue
		}
		for _, lang := range locales.All {
			if lang != locales.English && !f.Localized {
				continue
			}
			before := profile.Default()
			found := profile.Reworded(before, before.With(f.Key, lang, contact))
			if assert.Len(t, found, 1, "%s in %s", f.Key, lang) {
				assert.Equal(t, []string{f.Key, string(lang), contact}, []string{found[0].Field, string(found[0].Lang), found[0].After})
			}
		}
	}
}

func TestAContactIsFoundInEveryTextOfEveryKindOfItem(t *testing.T) {
	t.Parallel()
	for i := range content.Collections {
		c := &content.Collections[i]
		kinds := []string{""}
		if c.Kind != "" {
			kinds = c.Field(c.Kind).Options
		}
		for _, kind := range kinds {
			for n := range c.Fields {
				f := &c.Fields[n]
				if f.Watching().Watch != field.Wording || kind != "" && len(f.For) > 0 && !slices.Contains(f.For, kind) {
					continue
				}
				for _, lang := range locales.All {
					if lang != locales.English && !f.Localized {
						continue
					}
					changes := content.Changes{Values: content.Values{}}
					c.Back(&changes, f.Key, lang, contact)
					item := content.Item{Published: true, Values: changes.Values, Translations: changes.Translations}
					if kind != "" {
						item.Values[c.Kind] = kind
					}
					found := c.Reworded(content.Item{Published: true}, item)
					if assert.Len(t, found, 1, "%s %s: %s in %s", c.Name, kind, f.Key, lang) {
						assert.Equal(t, []string{f.Key, string(lang), contact}, []string{found[0].Field, string(found[0].Lang), found[0].After})
					}
					hidden := item
					hidden.Published = false
					assert.Empty(t, c.Reworded(content.Item{}, hidden), "%s %s: hidden items are not public", c.Name, f.Key)
				}
			}
		}
	}
}
