package jobs

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/lead"
	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	"parichay/internal/store/postgres"
)

const (
	// mailWorkers is the number of mails sent at the same time, so that one slow SMTP
	// session does not delay all others.
	mailWorkers = 5
	// warningWorkers is the number of security warnings sent at the same time.
	warningWorkers = 2
	// mostCollected is the maximum number of leads in a digest.
	mostCollected = 500
)

// CollectedFrom is the divisor that turns the expected leads per hour into Mail.AtOnce.
const CollectedFrom = 6

// Mail configures the mails to the owner.
type Mail struct {
	Server *mail.Server // nil: no mail
	Base   string       // URL of the site, for links
	AtOnce int          // mails an hour that are sent immediately; further leads are collected in digests
}

// notifier mails the owner about a new lead.
type notifier struct {
	river.WorkerDefaults[lead.Notice]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *notifier) NextRetry(job *river.Job[lead.Notice]) time.Time {
	return wording.NextTry(w.store.Clock.Now(), job.CreatedAt)
}

// Work implements river.Worker.
func (w *notifier) Work(ctx context.Context, job *river.Job[lead.Notice]) error {
	l, _, err := w.store.Work.Inbox.Find(ctx, job.Args.ID)
	switch {
	case errors.Is(err, fault.ErrNotFound): // the lead was deleted meanwhile
		return nil
	case err != nil:
		return err
	case l.MailedAt != nil || l.Status == lead.Spam:
		return nil
	}
	turn, err := w.store.Work.Inbox.TakeMail(ctx, w.mail.AtOnce)
	if err != nil {
		return err
	}
	if turn.Wait > 0 {
		return river.JobSnooze(turn.Wait)
	}
	pending := []lead.Stored{l}
	if turn.Collected {
		if pending, err = w.store.Work.Inbox.Unnotified(ctx, mostCollected); err == nil && len(pending) == 0 {
			pending = []lead.Stored{l}
		}
	}
	if err == nil {
		err = w.send(ctx, pending)
	}
	if err != nil {
		err = errors.Join(err, w.store.Work.Inbox.GiveBackMail(context.WithoutCancel(ctx), turn.ID))
	}
	if errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > wording.RefusedFor {
		return river.JobCancel(err)
	}
	return err
}

// send sends one mail about leads and marks them as mailed.
func (w *notifier) send(ctx context.Context, leads []lead.Stored) error {
	write, err := w.writer(ctx)
	if err != nil {
		return err
	}
	ids := make([]int64, len(leads))
	for i, l := range leads {
		ids[i] = l.ID
	}
	if len(leads) == 1 {
		err = w.mail.Server.Send(ctx, write.Notice(leads[0]))
	} else if err = w.mail.Server.Send(ctx, write.Digest(leads)); errors.Is(err, mail.ErrRefused) {
		// The server may have refused a name. One name must not block the mail about the other
		// leads, so the mail is sent without names.
		err = w.mail.Server.Send(ctx, write.Digest(nameless(leads)))
	}
	if err != nil {
		return err
	}
	return w.store.Work.Inbox.MarkMailed(ctx, ids...)
}

// nameless returns copies of leads without names.
func nameless(leads []lead.Stored) []lead.Stored {
	bare := slices.Clone(leads)
	for i := range bare {
		bare[i].Name = ""
	}
	return bare
}

// tester sends the owner a test mail.
type tester struct {
	river.WorkerDefaults[lead.TestMail]
	notices *notifier
}

// Work implements river.Worker.
func (w *tester) Work(ctx context.Context, job *river.Job[lead.TestMail]) error {
	to, err := w.notices.writer(ctx)
	if err != nil {
		return err
	}
	return w.notices.mail.Server.Send(ctx, wording.Test(strconv.FormatInt(job.ID, 10), to.To, to.Lang, to.Shop.Shown(to.Lang).BrandName))
}

func (w *notifier) writer(ctx context.Context) (wording.Leads, error) {
	settings, err := w.store.Work.Inbox.Settings(ctx)
	if err != nil {
		return wording.Leads{}, err
	}
	who, err := w.store.Work.Accounts.Owner(ctx)
	if err != nil {
		return wording.Leads{}, err
	}
	now, err := w.store.Work.Site.Content(ctx)
	if err != nil {
		return wording.Leads{}, err
	}
	return wording.Leads{To: cmp.Or(settings.NotifyEmail, who.Email), Lang: settings.MailLanguage, Shop: now.Profile.Profile, Base: w.mail.Base}, nil
}
