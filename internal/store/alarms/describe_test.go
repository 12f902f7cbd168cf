package alarms

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func TestEveryWatchedValueHasAName(t *testing.T) {
	t.Parallel()
	count := 0
	watched := func(r field.Rule) bool {
		return slices.Contains([]field.Watch{field.Destination, field.Wording, field.Placement}, r.Watching().Watch)
	}
	named := func(c Change) {
		count++
		assert.True(t, locales.Has(c.Word()), "%s of %s", c.Field, c.Subject)
	}
	for _, f := range profile.Fields {
		if watched(f.Rule) {
			named(Change{Subject: Site, Field: f.Key})
		}
	}
	for _, c := range content.Collections {
		for _, f := range c.Fields {
			if watched(f.Rule) {
				named(Change{Subject: c.Name, Field: f.Key})
			}
		}
	}
	assert.GreaterOrEqual(t, count, 60, "the profile and all lists have many watched fields")
}
