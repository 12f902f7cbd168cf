package jobs

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/mail"
	"parichay/internal/store/leads"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

const (
	days     = 7
	sendHour = 9 // on Monday, in India's time zone
	// sendFor is how long after sendHour a program that was off still sends the mail.
	sendFor = 24 * time.Hour
	// early is by how much River may ask before the hour.
	early = time.Minute
	// weekLasts is how long the mail is retried before it is dropped as outdated.
	weekLasts = 2 * 24 * time.Hour
)

// week is the job that mails the owner a summary of the week, on the Monday after it. First
// is the week's first day; it makes the job unique across replicas and restarts.
type week struct {
	First string `json:"first" river:"unique"`
}

// Kind names the job in the queue.
func (week) Kind() string { return "week_mail" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (week) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: postgres.MailQueue, MaxAttempts: postgres.MailAttempts, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// sendAt returns when, in the week of now, the summary of the week before is sent. Weeks
// begin on Monday.
func sendAt(now time.Time) time.Time {
	today := now.In(locales.India)
	sinceMonday := (int(today.Weekday()) + days - 1) % days
	return time.Date(today.Year(), today.Month(), today.Day()-sinceMonday, sendHour, 0, 0, 0, locales.India)
}

// dueWeek returns the first day of the week whose summary is due now, if any.
func dueWeek(now time.Time) (first time.Time, due bool) {
	at := sendAt(now)
	if now.Before(at.Add(-early)) || !now.Before(at.Add(sendFor)) {
		return time.Time{}, false
	}
	return visit.Day(at).AddDate(0, 0, -days), true
}

// mondays is a river.PeriodicSchedule.
type mondays struct{}

// Next implements river.PeriodicSchedule.
func (mondays) Next(now time.Time) time.Time {
	at := sendAt(now)
	if !at.After(now) {
		at = at.AddDate(0, 0, days)
	}
	return at
}

func weekly(store *postgres.Store) *river.PeriodicJob {
	return river.NewPeriodicJob(mondays{}, func() (river.JobArgs, *river.InsertOpts) {
		first, due := dueWeek(store.Clock.Now())
		if !due {
			return nil, nil
		}
		return week{First: first.Format(time.DateOnly)}, nil
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

type weekMailer struct {
	river.WorkerDefaults[week]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *weekMailer) NextRetry(job *river.Job[week]) time.Time {
	return nextTry(w.store.Clock.Now(), job.CreatedAt)
}

// Work implements river.Worker. The last week sent is stored, because the queue deletes
// completed jobs after a day.
func (w *weekMailer) Work(ctx context.Context, job *river.Job[week]) error {
	first, err := time.Parse(time.DateOnly, job.Args.First)
	if err != nil {
		return river.JobCancel(err)
	}
	if w.store.Clock.Now().Sub(job.CreatedAt) > weekLasts {
		return river.JobCancel(errors.New("too late for the weekly mail"))
	}
	inbox := w.store.Work.Inbox
	settings, err := inbox.Settings(ctx)
	if err != nil || settings.NoWeeklyMail {
		return err
	}
	lastSent, err := inbox.Told(ctx)
	if err != nil || !lastSent.Before(first) {
		return err
	}
	report, err := w.report(ctx, first)
	if err != nil || report.now.Quiet() && report.before.Quiet() {
		return err
	}
	who, err := w.store.Work.Accounts.Owner(ctx)
	if err != nil {
		return err
	}
	content, err := w.store.Work.Site.Content(ctx)
	if err != nil {
		return err
	}
	message := report.mail(settings.MailLanguage, content.Profile.Profile, w.mail.Base)
	message.To = cmp.Or(settings.NotifyEmail, who.Email)
	if err := w.mail.Server.Send(ctx, message); errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > refusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return inbox.MarkTold(ctx, first)
}

// weekReport is the content of the weekly mail.
type weekReport struct {
	first       time.Time
	now, before leads.Sums
	best        leads.Best
	waiting     int // leads without an answer at the time of sending
}

func (w *weekMailer) report(ctx context.Context, first time.Time) (r weekReport, err error) {
	inbox := w.store.Work.Inbox
	r.first = first
	if r.now, r.before, err = inbox.Week(ctx, first); err != nil {
		return r, err
	}
	if r.best, err = inbox.Best(ctx, first); err != nil {
		return r, err
	}
	counts, err := inbox.Counts(ctx)
	r.waiting = counts.Waiting()
	return r, err
}

// mail writes the report as a mail.
func (r weekReport) mail(lang locales.Lang, p profile.Profile, base string) mail.Message {
	text := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
	brand := p.Shown(lang).BrandName
	span := []string{"from", locales.ShortDate(lang, r.first), "until", locales.ShortDate(lang, r.first.AddDate(0, 0, days-1))}
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
	counted(text("mail.week.visits"), r.now.Visits, r.before.Visits)
	counted(text("mail.week.taps"), r.now.Taps, r.before.Taps)
	counted(text("mail.week.leads"), r.now.Leads, r.before.Leads)
	if r.now.Won > 0 || r.before.Won > 0 {
		counted(text("mail.week.won"), r.now.Won, r.before.Won)
	}
	if r.now.Rupees > 0 || r.before.Rupees > 0 {
		compared(text("mail.week.value"), r.now.Rupees, r.before.Rupees, locales.Rupees)
	}
	if r.best.Channel != "" || r.best.Target != "" {
		body.WriteString("\n")
	}
	if r.best.Channel != "" {
		named(text("mail.week.channel"), locales.Channel(lang, r.best.Channel), r.best.Visits)
	}
	if r.best.Target != "" {
		named(text("mail.week.target"), target(lang, r.best.Target), r.best.Taps)
	}
	body.WriteString("\n")
	if r.waiting > 0 {
		line(text("mail.week.waiting"), strconv.Itoa(r.waiting))
		line(text("mail.week.inbox"), base+"/admin/inbox")
	}
	line(text("mail.week.insights"), base+"/admin/insights")
	body.WriteString("\n" + text("mail.week.off", "inbox", text("screen.inbox.title"), "tools", text("inbox.tools"), "settings", text("inbox.settings")) + "\n")
	return mail.Message{
		ID: "week-" + r.first.Format(time.DateOnly), From: brand,
		Subject: text("mail.week.subject", append(span, "brand", brand)...), Text: body.String(),
	}
}

// changed describes the change since the week before in absolute numbers: percentages of
// small numbers would mislead.
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

// target names the destination of a tap for the reader.
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
