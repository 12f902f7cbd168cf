// Package inbox implements the API handlers of leads. It stores what visitors send, and lets
// the owner list, answer, export and erase leads, enter walk-ins and calls, and see the totals
// of the last seven days.
package inbox

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
	"parichay/internal/public/intake"
	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Inbox holds the owner's handlers, which package api registers.
type Inbox struct {
	Store *postgres.Store
	Site  *site.Site
	Guard *signin.Guard
	Door  *intake.Door
	Mail  bool // a mail server is configured

	BaseURL *url.URL
	Now     func() time.Time
}

func (s Inbox) reference(prefix string, id int64) string {
	return lead.Reference(prefix, s.Site.Brand(), id)
}

// excerptLetters is how many letters of a message a list shows.
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
	Source    string       `json:"source" doc:"Where the visitor came from, as the browser reported it; empty if unknown"`
	Channel   string       `json:"channel" doc:"How the lead came: direct, instagram, walkin, code:NAME, link:NAME, site:HOST, named:NAME…"`
	ByHand    bool         `json:"byHand,omitempty" doc:"The owner entered it"`
	Value     *int64       `json:"value,omitempty" doc:"Value in whole rupees; absent if not entered"`
	WonAt     *time.Time   `json:"wonAt,omitempty"`
	Language  locales.Lang `json:"language" doc:"The visitor's language"`
	CreatedAt time.Time    `json:"createdAt"`
	DueAt     *time.Time   `json:"dueAt,omitempty" doc:"When the promised answer is due; absent once answered"`
	Photos    []LeadPhoto  `json:"photos,omitempty" doc:"Pictures that came with it"`
}

// LeadKept is a lead with all its stored data.
type LeadKept struct {
	LeadCard
	Email    string        `json:"email"`
	Phone    string        `json:"phone"`
	Message  string        `json:"message"`
	Details  []lead.Detail `json:"details" doc:"Answers to the form's questions, in the visitor's language"`
	Edition  string        `json:"edition"`
	Page     string        `json:"page"`
	Consent  string        `json:"consent"`
	MailedAt *time.Time    `json:"mailedAt,omitempty" doc:"When the owner was notified by email"`
	History  []lead.Step   `json:"history"`
}

// LeadWhole is a lead with everything that is needed to answer it.
type LeadWhole struct {
	LeadKept
	Moves   []lead.Status                `json:"moves" doc:"The statuses it can be moved to"`
	CallURL string                       `json:"callUrl,omitempty"`
	ChatURL string                       `json:"chatUrl,omitempty" doc:"Without a text; append ?text= and the answer"`
	MailURL string                       `json:"mailUrl,omitempty"`
	Answers map[locales.Lang]lead.Answer `json:"answers" doc:"Suggested answers by language"`
}

func (s Inbox) leadCard(l lead.Stored) LeadCard {
	excerpt, cut := grapheme.First(strings.Join(strings.Fields(l.Message), " "), excerptLetters)
	if cut {
		excerpt += "…"
	}
	return LeadCard{
		ID: l.ID, Reference: s.reference(l.Prefix, l.ID), Kind: l.Kind, Name: l.Name, Company: l.Company, Services: append([]string{}, l.Services...), Excerpt: excerpt,
		Status: l.Status, Flag: l.Flag, Source: l.Source, Channel: l.Channel, ByHand: l.ByHand, Value: l.Value, WonAt: l.WonAt,
		Language: l.Language, CreatedAt: l.Created, DueAt: l.Due(), Photos: photosOf(l),
	}
}

func (s Inbox) leadWhole(l lead.Stored, history []lead.Step) LeadWhole {
	whole := LeadWhole{LeadKept: s.leadKept(l, history), Moves: l.Status.Moves(), Answers: map[locales.Lang]lead.Answer{}}
	if l.Phone != "" {
		whole.CallURL, whole.ChatURL = field.TelLink(l.Phone), field.ChatLink(l.Phone)
	}
	if l.Email != "" {
		whole.MailURL = field.MailLink(l.Email)
	}
	for _, lang := range locales.All {
		brand := s.Site.Shown(lang).BrandName
		say := func(key string, pairs ...string) string { return s.Site.Text(lang, key, pairs...) }
		whole.Answers[lang] = l.Answer(say, brand, whole.Reference)
	}
	return whole
}

func (s Inbox) leadKept(l lead.Stored, history []lead.Step) LeadKept {
	return LeadKept{
		LeadCard: s.leadCard(l), Email: l.Email, Phone: l.Phone, Message: l.Message, Details: append([]lead.Detail{}, l.Details...), Edition: l.Edition, Page: l.Page, Consent: l.Consent,
		MailedAt: l.MailedAt, History: append([]lead.Step{}, history...),
	}
}

// LeadQuery selects leads for a list or an export.
type LeadQuery struct {
	Status lead.Choice `query:"status" doc:"Default: all but spam"`
	Kind   lead.Kind   `query:"kind"`
	Text   string      `query:"q" maxLength:"200" doc:"Part of a name, an email, a phone number, a company, a message, an answer, or a reference"`
}

func (q LeadQuery) query() lead.Query {
	return lead.Query{Status: q.Status, Kind: q.Kind, Text: q.Text}
}

// LeadPage is one page of the inbox.
type LeadPage struct {
	Leads []LeadCard `json:"leads" doc:"Newest first; with status=pending, by due time"`
	Next  string     `json:"next,omitempty" doc:"Pass as before to get the next page; absent at the end"`
}

// List returns a page of the inbox.
func (s Inbox) List(ctx context.Context, in *struct {
	LeadQuery
	Before string `query:"before" maxLength:"60" doc:"The next value of the previous page"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
},
) (*wire.Reply[LeadPage], error) {
	q := in.query()
	q.Limit = in.Limit
	if in.Before != "" {
		place, ok := parsePlace(in.Before)
		if !ok {
			return nil, fault.Invalid{Issues: []fault.Issue{{Field: "before", Code: fault.InvalidValue}}}
		}
		q.After = &place
	}
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, float64(q.Limit)*cardPart); err != nil {
		return nil, err
	}
	found, err := s.Store.Inbox.List(ctx, q)
	var out LeadPage
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

// LeadCounts is the number of leads with each status, and how many are waiting for the
// promised answer.
type LeadCounts struct {
	Pending   int        `json:"pending"`
	Contacted int        `json:"contacted"`
	Won       int        `json:"won"`
	Lost      int        `json:"lost"`
	Spam      int        `json:"spam"`
	Waiting   int        `json:"waiting" doc:"Pending leads of all forms that were promised an answer; the owner's own feedback is not counted"`
	Unsolved  int        `json:"unsolved" doc:"Last week's leads that are in spam only because they came during an attack"`
	NextDueAt *time.Time `json:"nextDueAt,omitempty" doc:"When the oldest waiting lead is due; in the past if overdue"`
}

// Counts returns the number of leads by status.
func (s Inbox) Counts(ctx context.Context, in *struct {
	Kind lead.Kind `query:"kind" doc:"Count only this form; default: all"`
},
) (*wire.Reply[LeadCounts], error) {
	n, err := s.Store.Inbox.Counts(ctx)
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

// Numbers returns the inbox figures of the last weeks.
func (s Inbox) Numbers(ctx context.Context, _ *struct{}) (*wire.Reply[lead.Numbers], error) {
	n, err := s.Store.Inbox.Numbers(ctx, s.Now())
	return wire.ReplyWith(n, err)
}

// LeadID is the id of a lead or a mail in a path.
type LeadID struct {
	ID int64 `path:"id" minimum:"1"`
}

// cardPart is how much a lead in a list counts towards the rate limit. A whole lead counts 1.
const cardPart = 0.05

// Lead returns one lead with its history.
func (s Inbox) Lead(ctx context.Context, in *LeadID) (*wire.Reply[LeadWhole], error) {
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, 1); err != nil {
		return nil, err
	}
	return s.whole(ctx, in)
}

func (s Inbox) whole(ctx context.Context, in *LeadID) (*wire.Reply[LeadWhole], error) {
	l, history, err := s.Store.Inbox.Find(ctx, in.ID)
	return wire.ReplyWith(s.leadWhole(l, history), err)
}

// Change changes a lead's status or value.
func (s Inbox) Change(ctx context.Context, in *struct {
	LeadID
	Body struct {
		Status *lead.Status `json:"status,omitempty"`
		Value  *string      `json:"value,omitempty" maxLength:"60" doc:"Value in whole rupees as typed: 12000, 12,000 or ₹ 12,000; empty removes it"`
	}
},
) (*wire.Reply[LeadWhole], error) {
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, 1); err != nil {
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
	if err := s.Store.Inbox.Change(ctx, in.ID, edit); err != nil {
		return nil, err
	}
	return s.whole(ctx, &in.LeadID)
}

// AddNote adds a note to a lead.
func (s Inbox) AddNote(ctx context.Context, in *struct {
	LeadID
	Body struct {
		Note string `json:"note"`
	}
},
) (*wire.Reply[LeadWhole], error) {
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, 1); err != nil { // because the response contains the lead
		return nil, err
	}
	note, err := lead.CleanNote(in.Body.Note)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Inbox.Note(ctx, in.ID, note); err != nil {
		return nil, err
	}
	return s.whole(ctx, &in.LeadID)
}

// Delete deletes a lead permanently.
func (s Inbox) Delete(ctx context.Context, in *LeadID) (*struct{}, error) {
	return nil, s.Store.Inbox.Delete(ctx, in.ID)
}

var (
	optionalEmail = field.Rule{Kind: field.Email, Optional: true}
	optionalPhone = field.Rule{Kind: field.Phone, Optional: true}
)

// LeadPerson identifies one person by email, phone, or both.
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

// PersonFound is the messages of one person, grouped by sender.
type PersonFound struct {
	Messages int           `json:"messages" doc:"Total number of messages, in any status"`
	People   []lead.Person `json:"people" doc:"Names and addresses that were given, latest message first; at most 20"`
}

// FindPerson returns the messages that Erase would delete.
func (s Inbox) FindPerson(ctx context.Context, in *struct{ Body LeadPerson }) (*wire.Reply[PersonFound], error) {
	who, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, 1); err != nil {
		return nil, err
	}
	people, n, err := s.Store.Inbox.People(ctx, who.Email, who.Phone)
	return wire.ReplyWith(PersonFound{n, append([]lead.Person{}, people...)}, err)
}

// Erased is the result of erasing one person's messages.
type Erased struct {
	Erased int64 `json:"erased" doc:"Number of deleted messages"`
}

// Erase permanently deletes one person's messages.
func (s Inbox) Erase(ctx context.Context, in *struct {
	Body struct {
		LeadPerson
		Messages *int64 `json:"messages,omitempty" doc:"The number that was shown before; if it has changed since, nothing is deleted"`
	}
},
) (*wire.Reply[Erased], error) {
	who, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	n, err := s.Store.Inbox.Erase(ctx, who.Email, who.Phone, in.Body.Messages)
	return wire.ReplyWith(Erased{n}, err)
}

// LeadSettingsAnswer is the lead settings with related information for the owner.
type LeadSettingsAnswer struct {
	lead.Settings
	SignInEmail string `json:"signInEmail"`
	MailWorks   bool   `json:"mailWorks" doc:"The operator has configured a mail server"`
}

// Settings returns the lead settings.
func (s Inbox) Settings(ctx context.Context, _ *struct{}) (*wire.Reply[LeadSettingsAnswer], error) {
	chosen, err := s.Store.Inbox.Settings(ctx)
	if err != nil {
		return nil, err
	}
	who, err := s.Store.Accounts.Owner(ctx)
	return wire.ReplyWith(LeadSettingsAnswer{Settings: chosen, SignInEmail: who.Email, MailWorks: s.Mail}, err)
}

// SaveSettings saves the lead settings.
func (s Inbox) SaveSettings(ctx context.Context, in *struct{ Body lead.Settings }) (*wire.Reply[LeadSettingsAnswer], error) {
	var err error
	if in.Body.NotifyEmail, err = optionalEmail.Check("notifyEmail", in.Body.NotifyEmail); err != nil {
		return nil, err
	}
	if err := s.Store.Inbox.SaveSettings(ctx, in.Body); err != nil {
		return nil, err
	}
	return s.Settings(ctx, nil)
}

// Notification is the state of the mail notifications about new leads.
type Notification struct {
	State    lead.Delivery `json:"state"`
	Email    string        `json:"email" doc:"The address that is notified of new messages"`
	FailedAt *time.Time    `json:"failedAt,omitempty" doc:"When the last email failed; absent while emails succeed"`
	Testing  bool          `json:"testing" doc:"A test email is being sent; ask again for its result"`
}

// Notification returns the state of the mail notifications.
func (s Inbox) Notification(ctx context.Context, _ *struct{}) (*wire.Reply[Notification], error) {
	chosen, err := s.Settings(ctx, nil)
	if err != nil {
		return nil, err
	}
	n := Notification{State: lead.NoMailServer, Email: cmp.Or(chosen.Body.NotifyEmail, chosen.Body.SignInEmail)}
	if !s.Mail {
		return wire.ReplyWith(n, nil)
	}
	d, err := s.Store.Inbox.Delivery(ctx)
	n.State, n.FailedAt, n.Testing = d.State, d.FailedAt, d.Testing
	return wire.ReplyWith(n, err)
}

// SendTestMail sends the owner a test mail.
func (s Inbox) SendTestMail(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if !s.Mail {
		return nil, fault.ErrNotFound
	}
	return nil, s.Store.Inbox.SendTestMail(ctx)
}

// UndeliveredMails is the list of undelivered mails.
type UndeliveredMails struct {
	Mails []UndeliveredMail `json:"mails"`
}

// UndeliveredMail is a mail to the owner that has not been sent yet.
type UndeliveredMail struct {
	ID        int64      `json:"id"`
	Lead      int64      `json:"lead"`
	Reference string     `json:"reference"`
	Attempts  int        `json:"attempts"`
	FailedAt  time.Time  `json:"failedAt"`
	Reason    string     `json:"reason" doc:"The mail server's error"`
	NextAt    *time.Time `json:"nextAt,omitempty" doc:"Time of the next automatic retry; absent if it must be retried manually"`
}

// Undelivered returns the mails that could not be delivered yet.
func (s Inbox) Undelivered(ctx context.Context, _ *struct{}) (*wire.Reply[UndeliveredMails], error) {
	found, err := s.Store.Inbox.Undelivered(ctx)
	return wire.ReplyWith(UndeliveredMails{wire.ShownAll(found, func(u postgres.Undelivered) UndeliveredMail {
		return UndeliveredMail{
			ID: u.Job, Lead: u.Lead, Reference: s.reference(u.Prefix, u.Lead), Attempts: u.Attempts, FailedAt: u.Failed, Reason: u.Reason, NextAt: u.Next,
		}
	})}, err)
}

// RetryMail retries an undelivered mail now.
func (s Inbox) RetryMail(ctx context.Context, in *LeadID) (*struct{}, error) {
	return nil, s.Store.Inbox.RetryMail(ctx, in.ID)
}
