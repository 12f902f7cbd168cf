package jobs

import (
	"cmp"
	"context"
	"errors"
	netmail "net/mail"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/fault"
	"parichay/internal/field"
	"parichay/internal/lead"
	"parichay/internal/mail"
	"parichay/internal/postgres"
	"parichay/internal/profile"
	"parichay/locales"
)

const (
	// mailWorkers is how many mails are under way at once: a server that answers
	// one byte a second holds up one of them, not all.
	mailWorkers = 5
	// refusedFor is how long a mail the server refuses is tried before it waits for
	// the owner: servers do refuse for an hour what they take afterwards.
	refusedFor = 2 * time.Hour
	// Pauses between two tries are a part of how long the mail has waited already:
	// it is late by little more than the server was away.
	pausePart     = 4
	shortestPause = 8 * time.Second
	longestPause  = 30 * time.Minute
)

// Mail is how the owner is told.
type Mail struct {
	Server *mail.Server // nil: no mail
	Base   string       // address of the site, for links back to it
}

// notifier tells the owner of a new lead.
type notifier struct {
	river.WorkerDefaults[lead.Notice]
	store *postgres.Store
	mail  Mail
}

// NextRetry implements river.Worker.
func (w *notifier) NextRetry(job *river.Job[lead.Notice]) time.Time {
	return nextTry(w.store.Clock.Now(), job.CreatedAt)
}

// nextTry is when a mail that has waited since then is tried again.
func nextTry(now, since time.Time) time.Time {
	return now.Add(min(max(shortestPause, now.Sub(since)/pausePart), longestPause))
}

// Work implements river.Worker.
func (w *notifier) Work(ctx context.Context, job *river.Job[lead.Notice]) error {
	l, _, err := w.store.Work.Inbox.Find(ctx, job.Args.ID)
	switch {
	case errors.Is(err, fault.ErrNotFound): // erased meanwhile
		return nil
	case err != nil:
		return err
	case l.MailedAt != nil || l.Status == lead.Spam:
		return nil
	}
	message, err := w.compose(ctx, l)
	if err != nil {
		return err
	}
	if err := w.mail.Server.Send(ctx, message); errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > refusedFor {
		return river.JobCancel(err)
	} else if err != nil {
		return err
	}
	return w.store.Work.Inbox.MarkMailed(ctx, l.ID)
}

func (w *notifier) compose(ctx context.Context, l lead.Stored) (mail.Message, error) {
	settings, err := w.store.Work.Inbox.Settings(ctx)
	if err != nil {
		return mail.Message{}, err
	}
	who, err := w.store.Work.Accounts.Owner(ctx)
	if err != nil {
		return mail.Message{}, err
	}
	now, err := w.store.Work.Site.Content(ctx)
	if err != nil {
		return mail.Message{}, err
	}
	message := notice(l, settings.MailLanguage, now.Profile.Profile, w.mail)
	message.To = cmp.Or(settings.NotifyEmail, who.Email)
	return message, nil
}

// notice writes the mail about a lead: everything needed to answer it, as plain
// text.
func notice(l lead.Stored, lang locales.Lang, p profile.Profile, m Mail) mail.Message {
	text := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
	reference := lead.Reference(l.Prefix, p.Shown(locales.English).BrandName, l.ID)
	number := strconv.FormatInt(l.ID, 10)
	var body strings.Builder
	line := func(label, value string) {
		if value != "" {
			body.WriteString(label + ": " + value + "\n")
		}
	}
	line(text("mail.reference"), reference)
	line(text("lead.name"), l.Name)
	line(text("lead.company"), l.Company)
	line(text("lead.phone"), l.Phone)
	line(text("lead.email"), l.Email)
	line(text("mail.services"), strings.Join(l.Services, ", "))
	line(text("mail.source"), locales.Channel(lang, l.Channel))
	line(text("mail.language"), text("language."+string(l.Language)))
	body.WriteString("\n" + l.Message + "\n\n")
	if l.Kind.Promised() {
		due := lead.Due(l.Created).In(locales.India)
		body.WriteString(text("mail.due", "time", locales.LongDate(lang, due)+", "+due.Format("15:04")) + "\n\n")
	}
	if l.Phone != "" {
		line(text("mail.call"), field.TelLink(l.Phone))
		line(text("mail.chat"), field.ChatLink(l.Phone))
	}
	line(text("mail.inbox"), m.Base+"/admin/inbox?lead="+number)
	if l.Kind != lead.OwnerFeedback {
		body.WriteString("\n" + text("mail.reply") + "\n")
	}
	return mail.Message{
		ID: "lead-" + number, From: p.Shown(lang).BrandName, ReplyTo: netmail.Address{Name: l.Name, Address: l.Email},
		Subject: text("mail.subject."+string(l.Kind), "reference", reference, "name", l.Name), Text: body.String(),
	}
}
