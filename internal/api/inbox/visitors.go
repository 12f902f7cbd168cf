package inbox

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/lazy"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Visitors holds the handlers of forms and messages of visitors, which package api registers.
type Visitors struct {
	Store       *postgres.Store
	Site        *site.Site
	Door        *intake.Door
	Host        string // host of the site
	Mail        bool   // a mail server is configured: the owner is notified
	LeadsAnHour int    // usual number of leads per hour; 0: the default
	Now         func() time.Time

	secret   lazy.Value[lead.Secret]
	suspects lazy.Value[postgres.RecentLoad]
}

type leadForm struct {
	wire.MessageKey
	Body struct {
		Kind     lead.Kind     `json:"kind" enum:"quote_request,portfolio_request"`
		Name     string        `json:"name,omitempty"`
		Email    string        `json:"email,omitempty" doc:"Whether a message needs an e-mail address, a phone number or either depends on the owner's choice"`
		Phone    string        `json:"phone,omitempty"`
		Company  string        `json:"company,omitempty"`
		Message  string        `json:"message,omitempty"`
		Services []string      `json:"services,omitempty" maxItems:"100"`
		Details  []lead.Detail `json:"details,omitempty" maxItems:"5" doc:"Answers to the form's questions, by their labels in the given language. A date is 2026-11-20; a time is one of the choices, or 17:30 if there are none"`
		Edition  string        `json:"edition,omitempty"`
		Language string        `json:"language,omitempty"`
		Page     string        `json:"page,omitempty"`
		Source   string        `json:"source,omitempty" doc:"Where the visitor came from: ?src= or ?utm_source=, followed by a slash and ?utm_campaign=, or the referring site"`
		Consent  string        `json:"consent,omitempty" doc:"Version of the consent text that the visitor saw"`
		Homepage string        `json:"homepage,omitempty" doc:"Honeypot: hidden in the form, so people leave it empty"`
		Token    string        `json:"token,omitempty" doc:"The token from GET /leads/token, fetched when the form was opened"`
		Solution string        `json:"solution,omitempty" doc:"Answers to the token's puzzles, if any: four bytes each, as base64url"`
	}
}

// Post stores a visitor's message. It responds only after the database has committed
// the message.
func (s *Visitors) Post(ctx context.Context, in *leadForm) (*wire.Reply[pagedata.LeadReceipt], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	b := in.Body
	return wire.ReplyWith(s.takeIn(ctx, intake.Submission{
		Key: in.Key, Trap: b.Homepage, Token: b.Token, Solution: b.Solution,
		Lead: lead.Lead{
			Kind: b.Kind, Name: b.Name, Email: b.Email, Phone: b.Phone, Company: b.Company, Message: b.Message,
			Services: b.Services, Details: b.Details, Edition: b.Edition, Language: locales.Lang(b.Language), Page: b.Page, Source: b.Source, Consent: b.Consent,
		},
	}))
}

// takeIn judges and stores a visitor's message. Suspected spam is stored in quarantine; its
// sender gets the same response as everybody else.
func (s *Visitors) takeIn(ctx context.Context, in intake.Submission) (pagedata.LeadReceipt, error) {
	if in.Kind == lead.OwnerFeedback { // only the owner can send it, through Feedback
		return pagedata.LeadReceipt{}, fault.Invalid{Issues: []fault.Issue{{Field: "kind", Code: fault.InvalidValue}}}
	}
	from := wire.NetworkOf(ctx)
	lang, _ := locales.Parse(string(in.Language))
	cleaned, err := s.Site.Form(lang).Clean(in.Lead)
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	secret, err := s.Secret(ctx)
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	if _, err := s.suspects.Get(ctx, s.recallSuspects); err != nil {
		return pagedata.LeadReceipt{}, err
	}
	ticket, err := s.Door.Admit(secret, in, cleaned, from, s.Now())
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	got, err := s.keep(ctx, lead.Arrival{
		Lead: cleaned, Key: in.Key, Network: secret.Network(from), Wide: wideOf(secret, from), Nonce: ticket.Nonce, Proven: ticket.Proven, Flag: ticket.Reason,
		Most: ticket.Most, NoRoom: ticket.NoRoom(), Notify: s.Mail, AnHour: s.LeadsAnHour,
	})
	if err := ticket.Settle(got, err); err != nil {
		return pagedata.LeadReceipt{}, err
	}
	return s.receipt(got, cleaned.Language), nil
}

// keep stores a message, unless a message with its idempotency key is already stored.
func (s *Visitors) keep(ctx context.Context, a lead.Arrival) (lead.Receipt, error) {
	a.Prefix = lead.Prefix(s.Site.Brand())
	got, err := s.Store.Leads.Add(ctx, a)
	countLead(got, err)
	switch got.Verdict {
	case lead.KeyTaken:
		return got, fault.Invalid{Issues: []fault.Issue{{Field: wire.KeyField, Code: fault.InvalidValue}}}
	case lead.TokenUsed:
		return got, fault.ErrConflict
	case lead.Harder:
		return got, intake.ErrFreshToken
	default:
		return got, err
	}
}

func (s *Visitors) receipt(got lead.Receipt, lang locales.Lang) pagedata.LeadReceipt {
	reference := lead.Reference(got.Prefix, s.Site.Brand(), got.ID)
	// The message contains the reference, so that the owner can match the chat to the lead.
	greeting := s.Site.Text(lang, "answer.greeting", "reference", reference)
	if !strings.Contains(greeting, reference) { // the owner's own text need not mention it
		greeting += " " + reference
	}
	return pagedata.LeadReceipt{Reference: reference, ChatURL: s.Site.Shown(lang).ChatSaying(greeting)}
}

// Secret returns the secret of form tokens. It is loaded once, because it never changes.
func (s *Visitors) Secret(ctx context.Context) (lead.Secret, error) {
	return s.secret.Get(ctx, s.Store.Leads.Secret)
}

// recallSuspects loads the spam meters from the database, so that a restart does not reset them.
// It reads the leads table, which may be locked. Therefore only posts wait for it; forms can be
// opened before the meters are loaded.
func (s *Visitors) recallSuspects(ctx context.Context) (postgres.RecentLoad, error) {
	before, err := s.Store.Leads.RecentLoad(ctx)
	if err == nil {
		s.Door.CountStoredBefore(before.Suspects, before.Heat)
	}
	return before, err
}

// FormToken is the token for a form that a visitor opens.
type FormToken struct {
	Token   string   `json:"token" doc:"To be sent with the form; valid once"`
	WaitMS  int      `json:"waitMs" doc:"Minimum age of the token when the form is sent"`
	LiveMS  int      `json:"liveMs" doc:"Maximum age of the token"`
	Targets []uint32 `json:"targets" doc:"One for each puzzle; normally empty. The answer to a puzzle is the number for which PBKDF2-HMAC-SHA-256 of the token's MAC (its last 32 bytes) begins with these 32 bits; the salt is the puzzle's index (one byte) and the number (four bytes)"`
	Bits    int      `json:"bits" doc:"Answers are below 2 to this power"`
	Rounds  int      `json:"rounds" doc:"Iterations of PBKDF2"`
}

// FormToken issues a token when a visitor opens a form.
func (s *Visitors) FormToken(ctx context.Context, _ *struct{}) (*wire.Reply[FormToken], error) {
	secret, err := s.Secret(ctx)
	if err != nil {
		return nil, err
	}
	token := secret.Issue(s.Now(), s.Door.Bits(wire.NetworkOf(ctx)))
	return wire.ReplyWith(FormToken{
		Token: token.Text, Targets: token.Targets, Bits: token.Bits, Rounds: lead.Rounds,
		WaitMS: int(lead.MinAge.Milliseconds()), LiveMS: int(lead.MaxAge.Milliseconds()),
	}, nil)
}

// wideOf returns the keyed hash of the /48 that contains an IPv6 network, or nil for IPv4.
func wideOf(secret lead.Secret, from netip.Prefix) []byte {
	if wide := intake.Neighbourhood(from); wide != from {
		return secret.Network(wide)
	}
	return nil
}

// quarantined and failed are labels of the metric in addition to the store's verdicts.
const quarantined, failed = "quarantined", "failed"

var leadsBy = func() map[string]*metrics.Counter {
	all := map[string]*metrics.Counter{}
	for _, verdict := range []string{string(lead.New), string(lead.Known), string(lead.KeyTaken), string(lead.TokenUsed), string(lead.NoRoom), string(lead.Harder), quarantined, failed} {
		all[verdict] = metrics.NewCounter(fmt.Sprintf(`parichay_leads_total{verdict=%q}`, verdict))
	}
	return all
}()

func countLead(got lead.Receipt, err error) {
	verdict := string(got.Verdict)
	switch {
	case err != nil:
		verdict = failed
	case got.Quarantined():
		verdict = quarantined
	}
	if counter, ok := leadsBy[verdict]; ok {
		counter.Inc()
	}
}
