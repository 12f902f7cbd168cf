package api

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// excerptLetters is how much of a message a list shows.
const excerptLetters = 160

// LeadCard is a lead as the inbox lists it.
type LeadCard struct {
	ID        int64        `json:"id"`
	Reference string       `json:"reference"`
	Kind      lead.Kind    `json:"kind"`
	Name      string       `json:"name"`
	Company   string       `json:"company"`
	Services  []string     `json:"services"`
	Excerpt   string       `json:"excerpt"`
	Status    lead.Status  `json:"status"`
	Flag      lead.Reason  `json:"flag,omitempty" doc:"Why it is suspected to be spam"`
	Source    string       `json:"source" doc:"What led the visitor here; empty when nothing did"`
	Channel   string       `json:"channel" doc:"How it came: direct, instagram, walkin, code:NAME, link:NAME, site:HOST, named:NAME…"`
	ByHand    bool         `json:"byHand,omitempty" doc:"The owner wrote it down"`
	Value     *int64       `json:"value,omitempty" doc:"What it is worth in whole rupees; absent when nobody told it"`
	WonAt     *time.Time   `json:"wonAt,omitempty"`
	Language  locales.Lang `json:"language" doc:"The visitor's"`
	CreatedAt time.Time    `json:"createdAt"`
	DueAt     *time.Time   `json:"dueAt,omitempty" doc:"When the promised answer is due, while it waits for one"`
}

// LeadKept is a lead with everything that is kept of it.
type LeadKept struct {
	LeadCard
	Email    string      `json:"email"`
	Phone    string      `json:"phone"`
	Message  string      `json:"message"`
	Edition  string      `json:"edition"`
	Page     string      `json:"page"`
	Consent  string      `json:"consent"`
	MailedAt *time.Time  `json:"mailedAt,omitempty" doc:"When the owner was told by mail"`
	History  []lead.Step `json:"history"`
}

// LeadWhole is a lead with everything needed to answer it.
type LeadWhole struct {
	LeadKept
	Moves   []lead.Status                `json:"moves" doc:"Where it may go from here"`
	CallURL string                       `json:"callUrl,omitempty"`
	ChatURL string                       `json:"chatUrl,omitempty" doc:"Without a text; the answer's goes behind ?text="`
	MailURL string                       `json:"mailUrl,omitempty"`
	Answers map[locales.Lang]lead.Answer `json:"answers" doc:"What the owner may say, by language"`
}

func (s inboxAPI) leadCard(l lead.Stored) LeadCard {
	excerpt, cut := grapheme.First(strings.Join(strings.Fields(l.Message), " "), excerptLetters)
	if cut {
		excerpt += "…"
	}
	return LeadCard{
		ID: l.ID, Reference: s.reference(l.Prefix, l.ID), Kind: l.Kind, Name: l.Name, Company: l.Company, Services: append([]string{}, l.Services...), Excerpt: excerpt,
		Status: l.Status, Flag: l.Flag, Source: l.Source, Channel: l.Channel, ByHand: l.ByHand, Value: l.Value, WonAt: l.WonAt,
		Language: l.Language, CreatedAt: l.Created, DueAt: l.Due(),
	}
}

func (s inboxAPI) leadWhole(l lead.Stored, history []lead.Step) LeadWhole {
	whole := LeadWhole{LeadKept: s.leadKept(l, history), Moves: l.Status.Moves(), Answers: map[locales.Lang]lead.Answer{}}
	if l.Phone != "" {
		whole.CallURL, whole.ChatURL = field.TelLink(l.Phone), field.ChatLink(l.Phone)
	}
	if l.Email != "" {
		whole.MailURL = field.MailLink(l.Email)
	}
	for _, lang := range locales.All {
		brand := s.site.Shown(lang).BrandName
		whole.Answers[lang] = l.Answer(lang, brand, whole.Reference)
	}
	return whole
}

func (s inboxAPI) leadKept(l lead.Stored, history []lead.Step) LeadKept {
	return LeadKept{
		LeadCard: s.leadCard(l), Email: l.Email, Phone: l.Phone, Message: l.Message, Edition: l.Edition, Page: l.Page, Consent: l.Consent,
		MailedAt: l.MailedAt, History: append([]lead.Step{}, history...),
	}
}

// LeadQuery picks leads for a list or an export.
type LeadQuery struct {
	Status lead.Choice `query:"status" doc:"All but spam when left out"`
	Kind   lead.Kind   `query:"kind"`
	Text   string      `query:"q" maxLength:"200" doc:"Part of a name, an e-mail, a phone number, a company, a message, or a reference"`
}

func (q LeadQuery) query() lead.Query {
	return lead.Query{Status: q.Status, Kind: q.Kind, Text: q.Text}
}

type leadPage struct {
	Leads []LeadCard `json:"leads" doc:"Newest first; with status=pending by when they are due"`
	Next  string     `json:"next,omitempty" doc:"Give it as before to see more"`
}

func (s inboxAPI) getLeads(ctx context.Context, in *struct {
	LeadQuery
	Before string `query:"before" maxLength:"60" doc:"next of the page before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
},
) (*wire.Reply[leadPage], error) {
	q := in.query()
	q.Limit = in.Limit
	if in.Before != "" {
		place, ok := parsePlace(in.Before)
		if !ok {
			return nil, fault.Invalid{Issues: []fault.Issue{{Field: "before", Code: fault.InvalidValue}}}
		}
		q.After = &place
	}
	if err := s.allowLeads(callerOf(ctx), float64(q.Limit)*cardPart); err != nil {
		return nil, err
	}
	found, err := s.store.Inbox.List(ctx, q)
	var out leadPage
	if len(found) > q.Limit {
		found = found[:q.Limit]
		last := found[q.Limit-1]
		out.Next = strconv.FormatInt(last.Created.UnixMicro(), 10) + "-" + strconv.FormatInt(last.ID, 10)
	}
	out.Leads = wire.ShownAll(found, s.leadCard)
	return wire.ReplyWith(out, err)
}

func parsePlace(text string) (lead.Place, bool) {
	micro, id, _ := strings.Cut(text, "-")
	created, err := strconv.ParseInt(micro, 10, 64)
	if err != nil {
		return lead.Place{}, false
	}
	number, err := strconv.ParseInt(id, 10, 64)
	return lead.Place{Created: time.UnixMicro(created), ID: number}, err == nil
}

// LeadCounts is how many leads the inbox lists under each status, and how many of
// all wait for the answer they were promised.
type LeadCounts struct {
	Pending   int        `json:"pending"`
	Contacted int        `json:"contacted"`
	Won       int        `json:"won"`
	Lost      int        `json:"lost"`
	Spam      int        `json:"spam"`
	Waiting   int        `json:"waiting" doc:"Of all that are pending, those that were promised an answer: not the owner's own feedback"`
	Unsolved  int        `json:"unsolved" doc:"Of the spam of the last week, those whose only fault is that they came during an attack"`
	NextDueAt *time.Time `json:"nextDueAt,omitempty" doc:"When the answer that waits longest is due; in the past when it is late"`
}

func (s inboxAPI) getLeadCounts(ctx context.Context, in *struct {
	Kind lead.Kind `query:"kind" doc:"Lists of this form only; all when left out"`
},
) (*wire.Reply[LeadCounts], error) {
	n, err := s.store.Inbox.Counts(ctx)
	rows := func(status lead.Status) int { return n.Rows(status, in.Kind) }
	out := LeadCounts{
		Pending: rows(lead.Pending), Contacted: rows(lead.Contacted), Won: rows(lead.Won), Lost: rows(lead.Lost), Spam: rows(lead.Spam),
		Waiting: n.Waiting(), Unsolved: n.Unsolved,
	}
	if n.Oldest != nil {
		out.NextDueAt = new(lead.Due(*n.Oldest))
	}
	return wire.ReplyWith(out, err)
}

func (s inboxAPI) getLeadNumbers(ctx context.Context, _ *struct{}) (*wire.Reply[lead.Numbers], error) {
	n, err := s.store.Inbox.Numbers(ctx, s.config.Now())
	return wire.ReplyWith(n, err)
}

// LeadID names a lead, or a mail.
type LeadID struct {
	ID int64 `path:"id" minimum:"1"`
}

// cardPart is what a lead in a list counts of one that is read whole.
const cardPart = 0.05

func (s inboxAPI) getLead(ctx context.Context, in *LeadID) (*wire.Reply[LeadWhole], error) {
	if err := s.allowLeads(callerOf(ctx), 1); err != nil {
		return nil, err
	}
	return s.whole(ctx, in)
}

func (s inboxAPI) whole(ctx context.Context, in *LeadID) (*wire.Reply[LeadWhole], error) {
	l, history, err := s.store.Inbox.Find(ctx, in.ID)
	return wire.ReplyWith(s.leadWhole(l, history), err)
}

func (s inboxAPI) patchLead(ctx context.Context, in *struct {
	LeadID
	Body struct {
		Status *lead.Status `json:"status,omitempty"`
		Value  *string      `json:"value,omitempty" maxLength:"60" doc:"What it is worth in whole rupees as typed: 12000, 12,000 or ₹ 12,000; empty takes it back"`
	}
},
) (*wire.Reply[LeadWhole], error) {
	if err := s.allowLeads(callerOf(ctx), 1); err != nil {
		return nil, err
	}
	edit := lead.Edit{Status: in.Body.Status}
	if in.Body.Value != nil {
		value, err := lead.ParseValue(*in.Body.Value)
		if err != nil {
			return nil, err
		}
		edit.Value = &lead.Value{Rupees: value}
	}
	if err := s.store.Inbox.Change(ctx, in.ID, edit); err != nil {
		return nil, err
	}
	return s.whole(ctx, &in.LeadID)
}

func (s inboxAPI) postNote(ctx context.Context, in *struct {
	LeadID
	Body struct {
		Note string `json:"note"`
	}
},
) (*wire.Reply[LeadWhole], error) {
	if err := s.allowLeads(callerOf(ctx), 1); err != nil { // the answer is the lead
		return nil, err
	}
	note, err := lead.CleanNote(in.Body.Note)
	if err != nil {
		return nil, err
	}
	if err := s.store.Inbox.Note(ctx, in.ID, note); err != nil {
		return nil, err
	}
	return s.whole(ctx, &in.LeadID)
}

func (s inboxAPI) deleteLead(ctx context.Context, in *LeadID) (*struct{}, error) {
	return nil, s.store.Inbox.Delete(ctx, in.ID)
}

var (
	optionalEmail = field.Rule{Kind: field.Email, Optional: true}
	optionalPhone = field.Rule{Kind: field.Phone, Optional: true}
)

// LeadPerson names one person by e-mail, phone, or both.
type LeadPerson struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

func (p LeadPerson) clean() (LeadPerson, error) {
	email, issue := optionalEmail.Clean("email", p.Email)
	phone, other := optionalPhone.Clean("phone", p.Phone)
	if issue == nil {
		issue = other
	}
	if issue == nil && email == "" && phone == "" {
		issue = &fault.Issue{Field: "email", Code: fault.Required}
	}
	if issue != nil {
		return p, fault.Invalid{Issues: []fault.Issue{*issue}}
	}
	return LeadPerson{Email: email, Phone: phone}, nil
}

// PersonFound is whose messages there are of one person.
type PersonFound struct {
	Messages int           `json:"messages" doc:"How many there are in all, whatever their status"`
	People   []lead.Person `json:"people" doc:"As they named themselves, the last to write first; at most 20"`
}

// findPerson shows what eraseLeads would remove.
func (s inboxAPI) findPerson(ctx context.Context, in *struct{ Body LeadPerson }) (*wire.Reply[PersonFound], error) {
	who, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	if err := s.allowLeads(callerOf(ctx), 1); err != nil {
		return nil, err
	}
	people, n, err := s.store.Inbox.People(ctx, who.Email, who.Phone)
	return wire.ReplyWith(PersonFound{n, append([]lead.Person{}, people...)}, err)
}

// Erased is what became of one person's messages.
type Erased struct {
	Erased int64 `json:"erased" doc:"How many messages that were"`
}

// eraseLeads removes one person's messages for good.
func (s inboxAPI) eraseLeads(ctx context.Context, in *struct {
	Body struct {
		LeadPerson
		Messages *int64 `json:"messages,omitempty" doc:"How many were seen before; if there are more or fewer by now, nothing is erased"`
	}
},
) (*wire.Reply[Erased], error) {
	who, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	n, err := s.store.Inbox.Erase(ctx, who.Email, who.Phone, in.Body.Messages)
	return wire.ReplyWith(Erased{n}, err)
}

// LeadSettingsAnswer is the choices, and what the owner should know beside them.
type LeadSettingsAnswer struct {
	lead.Settings
	SignInEmail string `json:"signInEmail"`
	MailWorks   bool   `json:"mailWorks" doc:"The operator has configured a mail server"`
}

func (s inboxAPI) getLeadSettings(ctx context.Context, _ *struct{}) (*wire.Reply[LeadSettingsAnswer], error) {
	chosen, err := s.store.Inbox.Settings(ctx)
	if err != nil {
		return nil, err
	}
	who, err := s.store.Accounts.Owner(ctx)
	return wire.ReplyWith(LeadSettingsAnswer{Settings: chosen, SignInEmail: who.Email, MailWorks: s.config.Mail}, err)
}

func (s inboxAPI) putLeadSettings(ctx context.Context, in *struct{ Body lead.Settings }) (*wire.Reply[LeadSettingsAnswer], error) {
	var err error
	if in.Body.NotifyEmail, err = optionalEmail.Check("notifyEmail", in.Body.NotifyEmail); err != nil {
		return nil, err
	}
	if err := s.store.Inbox.SaveSettings(ctx, in.Body); err != nil {
		return nil, err
	}
	return s.getLeadSettings(ctx, nil)
}

// Notification is whether the owner hears of a new message by mail.
type Notification struct {
	State    lead.Delivery `json:"state"`
	Email    string        `json:"email" doc:"Where mails about new messages go"`
	FailedAt *time.Time    `json:"failedAt,omitempty" doc:"When the last mail failed; only while they fail"`
	Testing  bool          `json:"testing" doc:"A test mail is on its way; ask again for its result"`
}

func (s inboxAPI) getNotification(ctx context.Context, _ *struct{}) (*wire.Reply[Notification], error) {
	chosen, err := s.getLeadSettings(ctx, nil)
	if err != nil {
		return nil, err
	}
	n := Notification{State: lead.NoMailServer, Email: cmp.Or(chosen.Body.NotifyEmail, chosen.Body.SignInEmail)}
	if !s.config.Mail {
		return wire.ReplyWith(n, nil)
	}
	d, err := s.store.Inbox.Delivery(ctx)
	n.State, n.FailedAt, n.Testing = d.State, d.FailedAt, d.Testing
	return wire.ReplyWith(n, err)
}

func (s inboxAPI) postTestMail(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if !s.config.Mail {
		return nil, fault.ErrNotFound
	}
	return nil, s.store.Inbox.SendTestMail(ctx)
}

// UndeliveredMails lists them.
type UndeliveredMails struct {
	Mails []UndeliveredMail `json:"mails"`
}

// UndeliveredMail is a mail to the owner that could not be sent so far.
type UndeliveredMail struct {
	ID        int64      `json:"id"`
	Lead      int64      `json:"lead"`
	Reference string     `json:"reference"`
	Attempts  int        `json:"attempts"`
	FailedAt  time.Time  `json:"failedAt"`
	Reason    string     `json:"reason" doc:"What the mail server said"`
	NextAt    *time.Time `json:"nextAt,omitempty" doc:"When it is tried again by itself; absent: only by hand"`
}

func (s inboxAPI) getUndelivered(ctx context.Context, _ *struct{}) (*wire.Reply[UndeliveredMails], error) {
	found, err := s.store.Inbox.Undelivered(ctx)
	return wire.ReplyWith(UndeliveredMails{wire.ShownAll(found, func(u postgres.Undelivered) UndeliveredMail {
		return UndeliveredMail{
			ID: u.Job, Lead: u.Lead, Reference: s.reference(u.Prefix, u.Lead), Attempts: u.Attempts, FailedAt: u.Failed, Reason: u.Reason, NextAt: u.Next,
		}
	})}, err)
}

func (s inboxAPI) retryMail(ctx context.Context, in *LeadID) (*struct{}, error) {
	return nil, s.store.Inbox.RetryMail(ctx, in.ID)
}
