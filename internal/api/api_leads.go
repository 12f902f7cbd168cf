package api

import (
	"context"
	"errors"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// keyField is the header of a message's key.
const keyField = "Idempotency-Key"

// MessageKey is the header that makes a retried message, or a new item, the same one.
type MessageKey struct {
	Key string `header:"Idempotency-Key" maxLength:"200" doc:"Made once by the browser for each message or new item; the same key again is the same one"`
}

func (k MessageKey) check() error {
	if k.Key == "" {
		return fault.Invalid{Issues: []fault.Issue{{Field: keyField, Code: fault.Required}}}
	}
	return nil
}

type leadForm struct {
	MessageKey
	Body struct {
		Kind     lead.Kind `json:"kind" enum:"quote_request,portfolio_request"`
		Name     string    `json:"name,omitempty"`
		Email    string    `json:"email,omitempty"`
		Phone    string    `json:"phone,omitempty"`
		Company  string    `json:"company,omitempty"`
		Message  string    `json:"message,omitempty"`
		Services []string  `json:"services,omitempty" maxItems:"100"`
		Edition  string    `json:"edition,omitempty"`
		Language string    `json:"language,omitempty"`
		Page     string    `json:"page,omitempty"`
		Source   string    `json:"source,omitempty" doc:"What led the visitor here: ?src= or ?utm_source= and, after a slash, ?utm_campaign=, or the referring site"`
		Consent  string    `json:"consent,omitempty" doc:"Version of the consent text that was shown"`
		Homepage string    `json:"homepage,omitempty" doc:"Left empty by people: the form does not show it"`
		Token    string    `json:"token,omitempty" doc:"From GET /leads/token, fetched when the form was opened"`
		Solution string    `json:"solution,omitempty" doc:"Of the token's puzzles, if it has any: the answers, four bytes each, as base64url"`
	}
}

// postLead takes a message in. It answers only after the database has committed
// it.
func (s leadAPI) postLead(ctx context.Context, in *leadForm) (*wire.Reply[pagedata.LeadReceipt], error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	b := in.Body
	return wire.ReplyWith(s.takeIn(ctx, intake.Submission{
		Key: in.Key, Trap: b.Homepage, Token: b.Token, Solution: b.Solution,
		Lead: lead.Lead{
			Kind: b.Kind, Name: b.Name, Email: b.Email, Phone: b.Phone, Company: b.Company, Message: b.Message,
			Services: b.Services, Edition: b.Edition, Language: locales.Lang(b.Language), Page: b.Page, Source: b.Source, Consent: b.Consent,
		},
	}))
}

// takeIn stores a visitor's message that the door let in. What looks like spam is stored, too, in
// quarantine, and its sender is told the same as everybody.
func (s leadAPI) takeIn(ctx context.Context, in intake.Submission) (pagedata.LeadReceipt, error) {
	if in.Kind == lead.OwnerFeedback { // comes from inside only
		return pagedata.LeadReceipt{}, fault.Invalid{Issues: []fault.Issue{{Field: "kind", Code: fault.InvalidValue}}}
	}
	from := networkOf(ctx)
	cleaned, err := in.Clean()
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	secret, err := s.leadSecret(ctx)
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	if _, err := s.suspects.Get(ctx, s.recallSuspects); err != nil {
		return pagedata.LeadReceipt{}, err
	}
	judged, err := s.door.Judge(secret, in, cleaned, from, s.config.Now())
	if err != nil {
		return pagedata.LeadReceipt{}, err
	}
	full := s.door.Quarantine(from, judged) // it may turn out suspect only in the store
	if full != nil && judged.Reason != "" { // costs no query
		s.door.CountPost(from, judged.Reason)
		return pagedata.LeadReceipt{}, full
	}
	got, err := s.keep(ctx, lead.Arrival{
		Lead: cleaned, Key: in.Key, Network: secret.Network(from), Wide: wideOf(secret, from), Nonce: judged.Nonce, Proven: judged.Proven, Flag: judged.Reason,
		Most: judged.Most, NoRoom: full != nil, Notify: s.config.Mail, AnHour: s.config.LeadsAnHour,
	})
	if judged.Reason == "" && !judged.Weak && (got.Verdict != lead.New || got.Flag != "") {
		s.door.LeaveInbox(from)
	}
	s.door.Warm(got.Heat)
	if full == nil && !got.Quarantined() {
		s.door.LeaveQuarantine(from)
	}
	switch {
	case errors.Is(err, fault.ErrUnavailable):
		s.door.TakeBackPost(from)
	case got.Verdict == lead.New:
		s.door.CountPost(from, got.Flag)
	case got.Verdict == lead.NoRoom:
		s.door.CountPost(from, got.Flag)
		return pagedata.LeadReceipt{}, full
	}
	return s.receipt(got, cleaned.Language), err
}

// keep stores an arrival once.
func (s leadAPI) keep(ctx context.Context, a lead.Arrival) (lead.Receipt, error) {
	a.Prefix = lead.Prefix(s.brand())
	got, err := s.store.Leads.Add(ctx, a)
	countLead(got, err)
	switch got.Verdict {
	case lead.KeyTaken:
		return got, fault.Invalid{Issues: []fault.Issue{{Field: keyField, Code: fault.InvalidValue}}}
	case lead.TokenUsed:
		return got, fault.ErrConflict
	case lead.Harder:
		return got, intake.ErrFreshToken
	default:
		return got, err
	}
}

func (s leadAPI) receipt(got lead.Receipt, lang locales.Lang) pagedata.LeadReceipt {
	reference := s.reference(got.Prefix, got.ID)
	return pagedata.LeadReceipt{Reference: reference, ChatURL: s.site.Shown(lang).ChatSaying(lead.Greeting(lang, reference))}
}

func (s *Server) reference(prefix string, id int64) string {
	return lead.Reference(prefix, s.brand(), id)
}

// brand is the one that references follow.
func (s *Server) brand() string {
	return s.site.Shown(locales.English).BrandName
}

// leadSecret never changes.
func (s *Server) leadSecret(ctx context.Context) (lead.Secret, error) {
	return s.secret.Get(ctx, s.store.Leads.Secret)
}

// recallSuspects counts what came before, so that a restart does not empty the meters. Who only opens a form does not wait for it: it reads the leads.
func (s *Server) recallSuspects(ctx context.Context) (postgres.Lately, error) {
	before, err := s.store.Leads.Lately(ctx)
	if err == nil {
		s.door.CountStoredBefore(before.Suspects, before.Heat)
	}
	return before, err
}

// FormToken opens a form.
type FormToken struct {
	Token   string   `json:"token" doc:"Sent along with the form, once"`
	WaitMS  int      `json:"waitMs" doc:"How old the token must be when the form is sent"`
	LiveMS  int      `json:"liveMs" doc:"How old it may become"`
	Targets []uint32 `json:"targets" doc:"One for each puzzle; none in ordinary times. The answer is the number for which PBKDF2-HMAC-SHA-256 of the token's MAC (its last 32 bytes) begins with these 32 bits; the salt is the puzzle's place (one byte) and the number (four bytes)"`
	Bits    int      `json:"bits" doc:"Answers are smaller than 2 to this power"`
	Rounds  int      `json:"rounds" doc:"Iterations of PBKDF2"`
}

// getFormToken is asked when a visitor opens a form.
func (s leadAPI) getFormToken(ctx context.Context, _ *struct{}) (*wire.Reply[FormToken], error) {
	secret, err := s.leadSecret(ctx)
	if err != nil {
		return nil, err
	}
	token := secret.Issue(s.config.Now(), s.door.Bits(networkOf(ctx)))
	return wire.ReplyWith(FormToken{
		Token: token.Text, Targets: token.Targets, Bits: token.Bits, Rounds: lead.Rounds,
		WaitMS: int(lead.MinAge.Milliseconds()), LiveMS: int(lead.MaxAge.Milliseconds()),
	}, nil)
}

// wideOf is a network's neighbourhood, hidden; nil where it is the network itself.
func wideOf(secret lead.Secret, from netip.Prefix) []byte {
	if wide := intake.Neighbourhood(from); wide != from {
		return secret.Network(wide)
	}
	return nil
}

// networkOf is the network a request came from.
func networkOf(ctx context.Context) netip.Prefix {
	return intake.NetworkOf(middleware.GetClientIPAddr(ctx))
}
