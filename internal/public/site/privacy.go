package site

import (
	"context"

	"parichay/internal/domain/field"
	"parichay/internal/domain/visit"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/visits"
)

// PrivacyPath is the path of the page that tells visitors what is counted.
const PrivacyPath = "/privacy"

// saltHours is the promised maximum age of a day's salt. A salt is pruned one to two hours
// after its day; a program that was stopped may be late.
const saltHours = 48

// fillPrivacy lists what is counted and what is not. It takes both from the tables that the
// analytics code uses, so that the page cannot leave anything out.
func fillPrivacy(_ context.Context, v *view, b *pagedata.Boot) error {
	b.Privacy = &pagedata.PrivacyPage{Counted: visit.Kind("").All(), Skipped: visit.Reason("").All(), Days: visits.DaysKept, Hours: saltHours, Photos: v.Profile.Profile.Form(v.lang).Photos}
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
