package site

import (
	"context"

	"parichay/internal/boot"
	"parichay/internal/field"
	"parichay/internal/postgres/visits"
	"parichay/internal/visit"
)

// PrivacyPath is where visitors read what is counted of them.
const PrivacyPath = "/privacy"

// saltHours is what is promised of a day's salt. Pruning ends it one to two hours after
// its day; a program that stands still may be late.
const saltHours = 48

// fillPrivacy lists what is counted and what is not from the tables that the counting
// goes by, so that neither can be left unsaid.
func fillPrivacy(_ context.Context, v *view, b *boot.Boot) error {
	b.Privacy = &boot.PrivacyPage{Counted: visit.Kind("").All(), Skipped: visit.Reason("").All(), Days: visits.DaysKept, Hours: saltHours}
	if v.profile.Email != "" {
		b.Privacy.MailURL = field.MailLink(v.profile.Email)
	}
	if v.profile.Phone != "" {
		b.Privacy.CallURL = field.TelLink(v.profile.Phone)
	}
	return nil
}

func headPrivacy(v *view, _ *boot.Boot) about {
	title := v.text("common.privacy")
	return about{title: v.titled(title), description: v.text("privacy.subtitle"), data: []any{v.crumbs(title)}}
}
