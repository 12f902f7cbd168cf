package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/mail"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

const (
	// mailWorkers is the number of mails sent at the same time, so that one slow SMTP
	// session does not delay all others.
	mailWorkers = 5
	// warningWorkers is the same for security warnings.
	warningWorkers = 2
	// refusedFor is how long a mail is retried that the server refuses. Some servers refuse
	// a mail for an hour and accept it afterwards.
	refusedFor = 2 * time.Hour
	// The pause before a retry is the mail's age divided by pausePart, so that a mail
	// arrives soon after an outage of the server ends.
	pausePart     = 4
	shortestPause = 8 * time.Second
	longestPause  = 30 * time.Minute
	// mostCollected is the maximum number of leads in a digest.
	mostCollected = 500
)

// CollectedFrom divides the expected leads per hour: that many are mailed one by one.
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
	return nextTry(w.store.Clock.Now(), job.CreatedAt)
}

// nextTry returns when to retry a mail that was enqueued at since.
func nextTry(now, since time.Time) time.Time {
	return now.Add(min(max(shortestPause, now.Sub(since)/pausePart), longestPause))
}

// Work implements river.Worker.
func (w *notifier) Work(ctx context.Context, job *river.Job[lead.Notice]) error {
	l, _, err := w.store.Work.Inbox.Find(ctx, job.Args.ID)
	switch {
	case errors.Is(err, fault.ErrNotFound): // deleted meanwhile
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
	if errors.Is(err, mail.ErrRefused) && w.store.Clock.Now().Sub(job.CreatedAt) > refusedFor {
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
		err = w.mail.Server.Send(ctx, write.notice(leads[0]))
	} else if err = w.mail.Server.Send(ctx, write.digest(leads)); errors.Is(err, mail.ErrRefused) {
		// A name that the server refuses must not block the mail about the other leads.
		err = w.mail.Server.Send(ctx, write.digest(nameless(leads)))
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
	return w.notices.mail.Server.Send(ctx, TestMessage(strconv.FormatInt(job.ID, 10), to.to, to.lang, to.shop.Shown(to.lang).BrandName))
}

// TestMessage is a mail that proves that a site's mails arrive.
func TestMessage(id, to string, lang locales.Lang, site string) mail.Message {
	return mail.Message{
		ID: "test-" + id, From: site, To: to,
		Subject: locales.Text(lang, "mail.test.subject", "site", site), Text: locales.Text(lang, "mail.test.text") + "\n",
	}
}

// writer writes mails for an owner.
type writer struct {
	to   string
	lang locales.Lang
	shop profile.Profile
	base string
}

func (w *notifier) writer(ctx context.Context) (writer, error) {
	settings, err := w.store.Work.Inbox.Settings(ctx)
	if err != nil {
		return writer{}, err
	}
	who, err := w.store.Work.Accounts.Owner(ctx)
	if err != nil {
		return writer{}, err
	}
	now, err := w.store.Work.Site.Content(ctx)
	if err != nil {
		return writer{}, err
	}
	return writer{cmp.Or(settings.NotifyEmail, who.Email), settings.MailLanguage, now.Profile.Profile, w.mail.Base}, nil
}

func (w writer) text(key string, pairs ...string) string { return locales.Text(w.lang, key, pairs...) }

func (w writer) reference(l lead.Stored) string {
	return lead.Reference(l.Prefix, w.shop.Shown(locales.English).BrandName, l.ID)
}

func (w writer) open(l lead.Stored) string {
	return w.base + "/admin/inbox?lead=" + strconv.FormatInt(l.ID, 10)
}

// notice writes the mail about a lead, with everything needed to answer it. The visitor's
// words are quoted. E-mail and phone are not, because they were validated.
func (w writer) notice(l lead.Stored) mail.Message {
	reference := w.reference(l)
	var body strings.Builder
	line := func(label, value string) {
		if value != "" {
			body.WriteString(w.text(label) + ": " + value + "\n")
		}
	}
	quote := func(label, words string) {
		if words != "" {
			body.WriteString(w.text(label) + ":\n" + mail.Quoted(words))
		}
	}
	line("mail.reference", reference)
	quote("lead.name", l.Name)
	quote("lead.company", l.Company)
	line("lead.phone", l.Phone)
	line("lead.email", l.Email)
	quote("mail.services", strings.Join(l.Services, ", "))
	if came := locales.Channel(w.lang, l.Channel); locales.Has("channel." + l.Channel) {
		line("mail.source", came)
	} else {
		quote("mail.source", came) // a name from the visitor's link
	}
	line("mail.language", w.text("language."+string(l.Language)))
	if l.Message != "" {
		body.WriteString("\n" + mail.Quoted(l.Message))
	}
	body.WriteString("\n")
	if l.Kind.Promised() {
		due := lead.Due(l.Created).In(locales.India)
		body.WriteString(w.text("mail.due", "time", locales.LongDate(w.lang, due)+", "+due.Format("15:04")) + "\n\n")
	}
	if l.Phone != "" {
		line("mail.call", field.TelLink(l.Phone))
		line("mail.chat", field.ChatLink(l.Phone))
	}
	line("mail.inbox", w.open(l))
	if l.Kind != lead.OwnerFeedback {
		body.WriteString("\n" + w.text("mail.reply") + "\n")
	}
	return mail.Message{
		ID: "lead-" + strconv.FormatInt(l.ID, 10), From: w.shop.Shown(w.lang).BrandName, To: w.to, ReplyTo: netmail.Address{Name: l.Name, Address: l.Email},
		Subject: w.text("mail.subject."+string(l.Kind), "reference", reference, "name", l.Name), Text: body.String(),
	}
}

// digest writes one mail about many leads, each with contact details and a link to the inbox.
func (w writer) digest(leads []lead.Stored) mail.Message {
	count := []string{"count", locales.Number(int64(len(leads))), "brand", w.shop.Shown(w.lang).BrandName}
	var body strings.Builder
	body.WriteString(w.text("mail.digest.intro", count...) + "\n")
	for _, l := range leads {
		known := []string{w.reference(l), w.text("inbox.kind." + string(l.Kind)), l.Created.In(locales.India).Format("15:04"), l.Phone, l.Email}
		body.WriteString("\n" + strings.Join(slices.DeleteFunc(known, func(part string) bool { return part == "" }), " · ") + "\n")
		if l.Name != "" {
			body.WriteString(mail.Quoted(l.Name))
		}
		body.WriteString(w.open(l) + "\n")
	}
	body.WriteString("\n" + w.text("mail.digest.why") + "\n" + w.text("mail.inbox") + ": " + w.base + "/admin/inbox\n")
	first, last := leads[0].ID, leads[len(leads)-1].ID
	return mail.Message{
		ID: fmt.Sprintf("leads-%d-%d-%d", first, last, len(leads)), From: w.shop.Shown(w.lang).BrandName, To: w.to,
		Subject: w.text("mail.digest.subject", count...), Text: body.String(),
	}
}
