package mail

import (
	"fmt"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/mail"
	"parichay/locales"
)

// Leads writes the mails about leads.
type Leads struct {
	To   string
	Lang locales.Lang
	Shop profile.Profile
	Base string // URL of the site, for links
}

func (w Leads) text(key string, pairs ...string) string { return locales.Text(w.Lang, key, pairs...) }

func (w Leads) reference(l lead.Stored) string {
	return lead.Reference(l.Prefix, w.Shop.Shown(locales.English).BrandName, l.ID)
}

func (w Leads) open(l lead.Stored) string {
	return w.Base + "/admin/inbox?lead=" + strconv.FormatInt(l.ID, 10)
}

// Notice returns the mail about a lead, with everything needed to answer it. The visitor's
// words are quoted. E-mail and phone are not, because they were validated.
func (w Leads) Notice(l lead.Stored) mail.Message {
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
	if came := locales.Channel(w.Lang, l.Channel); locales.Has("channel." + l.Channel) {
		line("mail.source", came)
	} else {
		quote("mail.source", came) // a name from the visitor's link
	}
	line("mail.language", w.text("language."+string(l.Language)))
	if l.Message != "" {
		body.WriteString("\n" + mail.Quoted(l.Message))
	}
	if len(l.Details) > 0 {
		body.WriteString("\n" + mail.Quoted(lead.Lines(l.Details)))
	}
	if n := len(l.Photos); n > 0 {
		body.WriteString("\n")
		line("mail.photos", locales.Number(int64(n)))
	}
	body.WriteString("\n")
	if l.Kind.Promised() {
		due := lead.Due(l.Created).In(locales.India)
		body.WriteString(w.text("mail.due", "time", locales.LongDate(w.Lang, due)+", "+due.Format("15:04")) + "\n\n")
	}
	if l.Phone != "" {
		line("mail.call", field.TelLink(l.Phone))
		line("mail.chat", field.ChatLink(l.Phone))
	}
	line("mail.inbox", w.open(l))
	if l.Kind != lead.OwnerFeedback && l.Email != "" {
		body.WriteString("\n" + w.text("mail.reply") + "\n")
	}
	return mail.Message{
		ID: "lead-" + strconv.FormatInt(l.ID, 10), From: w.Shop.Shown(w.Lang).BrandName, To: w.To, ReplyTo: netmail.Address{Name: l.Name, Address: l.Email},
		Subject: w.text("mail.subject."+string(l.Kind), "reference", reference, "name", l.Name), Text: body.String(),
	}
}

// Digest returns one mail about many leads, each with contact details and a link to the inbox.
func (w Leads) Digest(leads []lead.Stored) mail.Message {
	count := []string{"count", locales.Number(int64(len(leads))), "brand", w.Shop.Shown(w.Lang).BrandName}
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
	body.WriteString("\n" + w.text("mail.digest.why") + "\n" + w.text("mail.inbox") + ": " + w.Base + "/admin/inbox\n")
	first, last := leads[0].ID, leads[len(leads)-1].ID
	return mail.Message{
		ID: fmt.Sprintf("leads-%d-%d-%d", first, last, len(leads)), From: w.Shop.Shown(w.Lang).BrandName, To: w.To,
		Subject: w.text("mail.digest.subject", count...), Text: body.String(),
	}
}
