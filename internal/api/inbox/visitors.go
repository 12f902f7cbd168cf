package inbox

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/body"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/lazy"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Visitors holds the handlers of forms and messages of visitors, which package api registers.
type Visitors struct {
	Store       *postgres.Store
	Site        *site.Site
	Door        *intake.Door
	Pictures    *media.Store
	Bodies      *body.Room // of forms with pictures
	Host        string     // host of the site
	Mail        bool       // a mail server is configured: the owner is notified
	LeadsAnHour int        // usual number of leads per hour; 0: the default
	Now         func() time.Time

	secret   lazy.Value[lead.Secret]
	suspects lazy.Value[postgres.RecentLoad]
}

type leadForm struct {
	wire.MessageKey
	Body leadBody
}

type leadBody struct {
	Kind     lead.Kind     `json:"kind" enum:"quote_request,portfolio_request"`
	Name     string        `json:"name,omitempty"`
	Email    string        `json:"email,omitempty" doc:"Whether a message needs an email address, a phone number or either depends on the owner's choice"`
	Phone    string        `json:"phone,omitempty"`
	Company  string        `json:"company,omitempty"`
	Message  string        `json:"message,omitempty"`
	Services []string      `json:"services,omitempty" maxItems:"100"`
	Details  []lead.Detail `json:"details,omitempty" maxItems:"6" doc:"Answers to the form's questions, by their labels in the given language. A date is 2026-11-20; a time is one of the choices, or 17:30 if there are none"`
	Items    []lead.Chosen `json:"items,omitempty" maxItems:"50" doc:"The visitor's basket, of a quote request on a site with prices. The message may then be empty"`
	Edition  string        `json:"edition,omitempty"`
	Language string        `json:"language,omitempty"`
	Page     string        `json:"page,omitempty"`
	Source   string        `json:"source,omitempty" doc:"Where the visitor came from: ?src= or ?utm_source=, followed by a slash and ?utm_campaign=, or the referring site"`
	Consent  string        `json:"consent,omitempty" doc:"Version of the consent text that the visitor saw"`
	Homepage string        `json:"homepage,omitempty" doc:"Honeypot: hidden in the form, so people leave it empty"`
	Token    string        `json:"token,omitempty" doc:"The token from GET /leads/token, fetched when the form was opened"`
	Solution string        `json:"solution,omitempty" doc:"Answers to the token's puzzles, if any: four bytes each, as base64url"`
}

// submission returns the message as it was sent.
func (b *leadBody) submission(key string) intake.Submission {
	return intake.Submission{
		Key: key, Trap: b.Homepage, Token: b.Token, Solution: b.Solution,
		Lead: lead.Lead{
			Kind: b.Kind, Name: b.Name, Email: b.Email, Phone: b.Phone, Company: b.Company, Message: b.Message,
			Services: b.Services, Details: b.Details, Basket: b.Items, Edition: b.Edition, Language: locales.Lang(b.Language), Page: b.Page, Source: b.Source, Consent: b.Consent,
		},
	}
}

// Post stores a visitor's message. It responds only after the database has committed
// the message.
func (s *Visitors) Post(ctx context.Context, in *leadForm) (*wire.Reply[pagedata.LeadReceipt], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	return wire.ReplyWith(s.takeIn(ctx, in.Body.submission(in.Key)))
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
	if cleaned, err = s.priced(ctx, in.Key, cleaned); err != nil {
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
		Photos: in.Photos,
	})
	if err := ticket.Settle(got, err); err != nil {
		return pagedata.LeadReceipt{}, err
	}
	if got.Verdict == lead.Known && len(cleaned.Basket) > 0 {
		// A service may have changed since the first attempt. The receipt shows what that one stored.
		stored, _, err := s.Store.Inbox.Find(ctx, got.ID)
		if err != nil {
			return pagedata.LeadReceipt{}, err
		}
		cleaned.Details, cleaned.Items = stored.Details, nil
	}
	return s.receipt(got, cleaned), nil
}

// priced returns a message with the lines of its basket. A service that is not on the list any more
// is refused, so that the visitor can decide, unless the message is stored already.
func (s *Visitors) priced(ctx context.Context, key string, cleaned lead.Lead) (lead.Lead, error) {
	if len(cleaned.Basket) == 0 {
		return cleaned, nil
	}
	lines, err := s.Site.Basket(ctx, cleaned.Language, cleaned.Basket)
	if err != nil {
		return lead.Lead{}, err
	}
	var gone []fault.Issue
	for _, choice := range cleaned.Basket {
		if !slices.ContainsFunc(lines, func(line lead.Line) bool { return line.ID == choice.ID }) {
			gone = append(gone, fault.Issue{Field: lead.ItemField, Code: fault.InvalidValue, Want: choice.ID})
		}
	}
	if len(gone) == 0 {
		return cleaned.WithItems(lines), nil
	}
	stored, err := s.Store.Leads.Has(ctx, key, cleaned)
	if err == nil && !stored {
		err = fault.Invalid{Issues: gone}
	}
	return cleaned, err
}

// keep stores a message, unless a message with its idempotency key is already stored.
func (s *Visitors) keep(ctx context.Context, a lead.Arrival) (lead.Receipt, error) {
	a.Prefix = lead.Prefix(s.Site.Brand())
	got, err := s.Store.Leads.Add(ctx, a)
	countLead(got, err)
	switch got.Verdict {
	case lead.Known:
		if len(a.Photos) == 0 { // the first attempt may have stored some
			got.Photos, err = s.Store.Leads.CountPhotos(ctx, got.ID)
		}
		return got, err
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

func (s *Visitors) receipt(got lead.Receipt, l lead.Lead) pagedata.LeadReceipt {
	lang := l.Language
	reference := lead.Reference(got.Prefix, s.Site.Brand(), got.ID)
	// The message contains the reference, so that the owner can match the chat to the lead.
	greeting := s.Site.Text(lang, "answer.greeting", "reference", reference)
	if !strings.Contains(greeting, reference) { // the owner's own text need not mention it
		greeting += " " + reference
	}
	labelled := l.Labelled()
	receipt := pagedata.LeadReceipt{Reference: reference, ChatURL: s.Site.Shown(lang).ChatSaying(lead.ChatText(greeting, labelled, lang)), Photos: got.Photos}
	for _, d := range labelled {
		if d.Item != nil || d.Sum {
			receipt.Items = append(receipt.Items, d)
		}
	}
	return receipt
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
