package jobs

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/visit"
	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/mail"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

const (
	days     = 7
	sendHour = 9 // on Monday, in India's time zone
	// sendFor is how long after sendHour the mail is still sent, if the program did not run at
	// sendHour.
	sendFor = 24 * time.Hour
	// early is how long before sendHour River may already create the job.
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

// sendAt returns the moment in the week of now at which the summary of the previous week is
// sent. Weeks begin on Monday.
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

// mondays is a river.PeriodicSchedule for every Monday at sendHour.
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
	return wording.NextTry(w.store.Clock.Now(), job.CreatedAt)
}

// Work implements river.Worker. The last week sent is stored, because the queue deletes
// completed jobs after a day.
func (w *weekMailer) Work(ctx context.Context, job *river.Job[week]) error {
	first, err := time.Parse(time.DateOnly, job.Args.First)
	if err != nil {
		return river.JobCancel(err)
	}
	if w.store.Clock.Now().Sub(job.CreatedAt) > weekLasts {
		return river.JobCancel(errors.New("too late for the weekly email"))
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
	if err != nil || report.Now.Quiet() && report.Before.Quiet() {
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
	message := report.Mail(settings.MailLanguage, content.Profile.Profile, w.mail.Base)
	message.To = cmp.Or(settings.NotifyEmail, who.Email)
	if err := w.mail.Server.Send(ctx, message); errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > wording.RefusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return inbox.MarkTold(ctx, first)
}

func (w *weekMailer) report(ctx context.Context, first time.Time) (r wording.Week, err error) {
	inbox := w.store.Work.Inbox
	r.First, r.Last = first, first.AddDate(0, 0, days-1)
	if r.Now, r.Before, err = inbox.Week(ctx, first); err != nil {
		return r, err
	}
	if r.Best, err = inbox.Best(ctx, first); err != nil {
		return r, err
	}
	counts, err := inbox.Counts(ctx)
	r.Waiting = counts.Waiting()
	return r, err
}
