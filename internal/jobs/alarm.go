package jobs

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/account"
	"parichay/internal/alarm"
	"parichay/internal/fault"
	"parichay/internal/mail"
	"parichay/internal/postgres"
	"parichay/internal/postgres/alarms"
)

// warner tells the owner what was changed, with a link to take it back.
type warner struct {
	river.WorkerDefaults[alarms.Mail]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *warner) NextRetry(job *river.Job[alarms.Mail]) time.Time {
	return nextTry(w.store.Clock.Now(), job.CreatedAt) // when it is scheduled changes with every try
}

// Work implements river.Worker. The link is made here, so that only the mail holds it.
func (w *warner) Work(ctx context.Context, job *river.Job[alarms.Mail]) error {
	if w.store.Clock.Now().Sub(job.CreatedAt) > alarms.Life {
		return river.JobCancel(errors.New("nobody waits for it any more"))
	}
	token := account.NewToken()
	a, err := w.store.Work.Alarms.Tell(ctx, job.Args.ID, token.Hash(), alarm.MostMailed)
	if errors.Is(err, fault.ErrNotFound) || err == nil && a.Email == "" {
		return nil // told already, or nobody's site
	}
	if err != nil {
		return err
	}
	settings, err := w.store.Work.Inbox.Settings(ctx)
	if err != nil {
		return err
	}
	site, err := url.Parse(w.mail.Base)
	if err != nil {
		return river.JobCancel(err)
	}
	message := mail.Message{ID: "alarm-" + strconv.FormatInt(a.ID, 10), From: site.Host, To: a.Email}
	link := w.mail.Base + alarm.Page + "#" + string(token)
	message.Subject, message.Text = alarm.Mail(settings.MailLanguage, a, site.Host, link)
	err = w.mail.Server.Send(ctx, message)
	if errors.Is(err, mail.ErrRefused) {
		// What somebody else typed must not keep the owner from hearing of it.
		message.Subject, message.Text = alarm.BareMail(settings.MailLanguage, a, site.Host, link)
		err = w.mail.Server.Send(ctx, message)
	}
	if errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > refusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return w.store.Work.Alarms.MarkMailed(ctx, a.ID, a.Email)
}
