package alarms

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

func TestAlikeSaysWhyTwoValuesLookTheSame(t *testing.T) {
	t.Parallel()
	phone := func(before, after string) Change {
		return Change{Subject: Site, Field: "phone", Before: before, After: after}
	}
	for alike, changes := range map[string][]Change{
		AlikeBack:   {phone("98250 12345", "98250 12345")},
		AlikeSpaces: {phone("98250 12345", "9825012345"), phone("98250 12345", "98250\u00a012345"), phone("98250 12345", "98250 12345\u200d")},
		"":          {phone("98250 12345", "98250 12346"), phone("", ""), phone("", "98250 12345"), phone("98250 12345", ""), {Subject: Site, Field: "showPhone", Before: "yes", After: "yes"}},
	} {
		for _, c := range changes {
			assert.Equal(t, alike, c.Alike(), "%q → %q", c.Before, c.After)
		}
	}
}

func TestChangeOutsideTheExcerptShowsNoSides(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Cakes for every feast. ", 40)
	c := Change{Subject: "posts", Field: "content", Before: long, After: long + "Call 98250 12345", Appeared: "98250 12345"}
	before, after := c.Sides()
	assert.Empty(t, before+after)
}

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
