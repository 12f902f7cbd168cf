package mail

import (
	"strconv"
	"strings"
	"time"

	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/mail"
	"parichay/internal/store/leads"
	"parichay/locales"
)

// Week is the content of the weekly mail.
type Week struct {
	First, Last time.Time // first and last day of the week
	Now, Before leads.Sums
	Best        leads.Best
	Waiting     int // leads without an answer at the time of sending
}

// Mail returns the report as a mail. The caller sets the recipient.
func (r Week) Mail(lang locales.Lang, p profile.Profile, base string) mail.Message {
	text := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
	brand := p.Shown(lang).BrandName
	span := []string{"from", locales.ShortDate(lang, r.First), "until", locales.ShortDate(lang, r.Last)}
	var body strings.Builder
	line := func(label, value string) { body.WriteString(label + ": " + value + "\n") }
	// Channels and targets come from visitors' browsers, so they are quoted.
	named := func(label, words string, times int) {
		body.WriteString(label + " (" + locales.Number(int64(times)) + "):\n" + mail.Quoted(words))
	}
	compared := func(label string, now, before int64, written func(int64) string) {
		line(label, written(now)+" ("+changed(lang, now-before, written)+")")
	}
	counted := func(label string, now, before int) { compared(label, int64(now), int64(before), locales.Number) }
	body.WriteString(text("mail.week.intro", span...) + "\n\n")
	counted(text("mail.week.visits"), r.Now.Visits, r.Before.Visits)
	counted(text("mail.week.taps"), r.Now.Taps, r.Before.Taps)
	counted(text("mail.week.leads"), r.Now.Leads, r.Before.Leads)
	if r.Now.Won > 0 || r.Before.Won > 0 {
		counted(text("mail.week.won"), r.Now.Won, r.Before.Won)
	}
	if r.Now.Rupees > 0 || r.Before.Rupees > 0 {
		compared(text("mail.week.value"), r.Now.Rupees, r.Before.Rupees, locales.Rupees)
	}
	if r.Best.Channel != "" || r.Best.Target != "" {
		body.WriteString("\n")
	}
	if r.Best.Channel != "" {
		named(text("mail.week.channel"), locales.Channel(lang, r.Best.Channel), r.Best.Visits)
	}
	if r.Best.Target != "" {
		named(text("mail.week.target"), target(lang, r.Best.Target), r.Best.Taps)
	}
	body.WriteString("\n")
	if r.Waiting > 0 {
		line(text("mail.week.waiting"), strconv.Itoa(r.Waiting))
		line(text("mail.week.inbox"), base+"/admin/inbox")
	}
	line(text("mail.week.insights"), base+"/admin/insights")
	body.WriteString("\n" + text("mail.week.off", "inbox", text("screen.inbox.title"), "tools", text("inbox.tools"), "settings", text("inbox.settings")) + "\n")
	return mail.Message{
		ID: "week-" + r.First.Format(time.DateOnly), From: brand,
		Subject: text("mail.week.subject", append(span, "brand", brand)...), Text: body.String(),
	}
}

// changed returns the text for a change since the week before. It is in absolute numbers,
// because percentages of small numbers would mislead.
func changed(lang locales.Lang, by int64, written func(int64) string) string {
	sign := "+"
	switch {
	case by == 0:
		return locales.Text(lang, "mail.week.same")
	case by < 0:
		sign, by = "−", -by
	}
	return locales.Text(lang, "mail.week.change", "change", sign+written(by))
}

// target returns the name of what a visitor tapped, in the reader's language.
func target(lang locales.Lang, key string) string {
	if channel, ok := strings.CutPrefix(key, visit.Social); ok {
		return locales.Channel(lang, channel)
	}
	if page, ok := strings.CutPrefix(key, visit.Page); ok {
		return page
	}
	if link, ok := strings.CutPrefix(key, visit.Link); ok {
		_, place, _ := strings.Cut(link, "://")
		return strings.TrimSuffix(place, "/")
	}
	return locales.Text(lang, "mail.week.target."+key)
}
