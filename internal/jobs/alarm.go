package jobs

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/account"
	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
)

// warner mails the owner a security warning about a change, with a link to undo it.
type warner struct {
	river.WorkerDefaults[alarms.Mail]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *warner) NextRetry(job *river.Job[alarms.Mail]) time.Time {
	return wording.NextTry(w.store.Clock.Now(), job.CreatedAt) // not ScheduledAt, which changes with every attempt
}

// Work implements river.Worker. The token is created here, so that only the mail contains it.
func (w *warner) Work(ctx context.Context, job *river.Job[alarms.Mail]) error {
	if w.store.Clock.Now().Sub(job.CreatedAt) > alarms.Life {
		return river.JobCancel(errors.New("the warning has expired"))
	}
	token := account.NewToken()
	a, err := w.store.Work.Alarms.PrepareMail(ctx, job.Args.ID, token.Hash(), wording.MostListed)
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
	link := w.mail.Base + alarms.Page + "#" + string(token)
	err = w.mail.Server.Send(ctx, wording.Warning(settings.MailLanguage, a, site.Host, link))
	if errors.Is(err, mail.ErrRefused) {
		// The server may have refused text that an attacker typed. The owner must get the warning
		// nevertheless, so it is sent without this text.
		err = w.mail.Server.Send(ctx, wording.BareWarning(settings.MailLanguage, a, site.Host, link))
	}
	if errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > wording.RefusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return w.store.Work.Alarms.MarkMailed(ctx, a.ID, a.Email)
}
