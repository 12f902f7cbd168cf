package site

import (
	"context"

	"parichay/internal/domain/field"
	"parichay/internal/domain/visit"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/visits"
)

// PrivacyPath is where visitors read what is counted of them.
const PrivacyPath = "/privacy"

// saltHours is what is promised of a day's salt. Pruning ends it one to two hours after
// its day; a program that stands still may be late.
const saltHours = 48

// fillPrivacy lists what is counted and what is not from the tables that the counting
// goes by, so that neither can be left unsaid.
func fillPrivacy(_ context.Context, v *view, b *pagedata.Boot) error {
	b.Privacy = &pagedata.PrivacyPage{Counted: visit.Kind("").All(), Skipped: visit.Reason("").All(), Days: visits.DaysKept, Hours: saltHours}
	if v.profile.Email != "" {
		b.Privacy.MailURL = field.MailLink(v.profile.Email)
	}
	if v.profile.Phone != "" {
		b.Privacy.CallURL = field.TelLink(v.profile.Phone)
	}
	return nil
}

func headPrivacy(v *view, _ *pagedata.Boot) about {
	title := v.text("common.privacy")
	return about{title: v.titled(title), description: v.text("privacy.subtitle"), data: []any{v.crumbs(title)}}
}
