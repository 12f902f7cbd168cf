package jobs

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/account"
	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	"parichay/internal/store/postgres"
)

// resetPause is the pause before a retry. It is short because somebody is waiting for the mail.
const resetPause = 20 * time.Second

// resetter mails the owner a link to set a new password.
type resetter struct {
	river.WorkerDefaults[account.ResetMail]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *resetter) NextRetry(*river.Job[account.ResetMail]) time.Time {
	return w.store.Clock.Now().Add(resetPause)
}

// Work implements river.Worker. The link is created here, so that only the mail contains it.
func (w *resetter) Work(ctx context.Context, job *river.Job[account.ResetMail]) error {
	if w.store.Clock.Now().Sub(job.CreatedAt) > account.Reset.Life() {
		return river.JobCancel(errors.New("the reset link would have expired"))
	}
	who, err := w.store.Work.Accounts.Owner(ctx)
	if errors.Is(err, fault.ErrNotFound) || err == nil && account.HashEmail(who.Email) != job.Args.Email {
		return nil // there is no owner, or the requested address is not the owner's
	}
	if err != nil {
		return err
	}
	now, err := w.store.Work.Site.Content(ctx)
	if err != nil {
		return err
	}
	token, err := w.store.Work.Accounts.NewLinkFor(ctx, account.Reset, who.Email)
	if errors.Is(err, fault.ErrNotFound) {
		return nil // the owner's address has just changed
	}
	if err != nil {
		return err
	}
	message := wording.Reset(job.Args.Language, now.Profile.Profile.Shown(job.Args.Language).BrandName, w.mail.Base, account.Reset.Link(w.mail.Base, token))
	message.ID = "reset-" + strconv.FormatInt(job.ID, 10)
	message.To = who.Email
	err = w.mail.Server.Send(ctx, message)
	if errors.Is(err, mail.ErrRefused) {
		return river.JobCancel(err)
	}
	return err
}
