package jobs

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/api/alarms"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	alarmstore "parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
)

// warner mails the owner a security warning about a change, with a link to undo it.
type warner struct {
	river.WorkerDefaults[alarmstore.Mail]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *warner) NextRetry(job *river.Job[alarmstore.Mail]) time.Time {
	return nextTry(w.store.Clock.Now(), job.CreatedAt) // not ScheduledAt, which changes with every attempt
}

// Work implements river.Worker. The token is created here, so that only the mail contains it.
func (w *warner) Work(ctx context.Context, job *river.Job[alarmstore.Mail]) error {
	if w.store.Clock.Now().Sub(job.CreatedAt) > alarmstore.Life {
		return river.JobCancel(errors.New("the warning has expired"))
	}
	token := account.NewToken()
	a, err := w.store.Work.Alarms.PrepareMail(ctx, job.Args.ID, token.Hash(), alarms.MostMailed)
	if errors.Is(err, fault.ErrNotFound) || err == nil && a.Email == "" {
		return nil // already mailed, or the site has no owner
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
	link := w.mail.Base + alarms.Page + "#" + string(token)
	message.Subject, message.Text = alarms.Mail(settings.MailLanguage, a, site.Host, link)
	err = w.mail.Server.Send(ctx, message)
	if errors.Is(err, mail.ErrRefused) {
		// Text typed by an attacker must not keep the warning from the owner.
		message.Subject, message.Text = alarms.BareMail(settings.MailLanguage, a, site.Host, link)
		err = w.mail.Server.Send(ctx, message)
	}
	if errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > refusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return w.store.Work.Alarms.MarkMailed(ctx, a.ID, a.Email)
}
