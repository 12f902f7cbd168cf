package acme

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/mholt/acmez/v3/acme"
	"go.uber.org/zap/zapcore"
)

// The events of certmagic that are told of.
const (
	obtained = "cert_obtained"
	failed   = "cert_failed"
)

func (m *Certificates) event(ctx context.Context, event string, data map[string]any) error {
	domain, _ := data["identifier"].(string)
	if event == obtained {
		m.told.forget(domain)
		slog.InfoContext(ctx, "certificate is there", "domain", domain, "renewed", data["renewal"])
		return nil
	}
	if err, _ := data["error"].(error); err != nil && ctx.Err() == nil {
		m.fail(domain, err)
	}
	return nil
}

// fail says why there is no new certificate, what to do and what visitors get
// meanwhile: once, and once a day while the reason is the same.
func (m *Certificates) fail(domain string, err error) {
	reason, remedy := explain(err)
	if !m.told.isNew(domain, remedy) {
		return
	}
	meanwhile := "no page can be opened by https"
	for _, certificate := range m.cache.AllMatchingCertificates(domain) {
		if certificate.Leaf != nil {
			meanwhile = "the certificate from before is served, it ends " + certificate.Leaf.NotAfter.UTC().Format("2006-01-02 15:04 MST")
		}
	}
	slog.Error("no new certificate", "domain", domain, "reason", reason, "do", remedy, "meanwhile", meanwhile)
}

// remedies are what to do about an authority's answers (RFC 8555, 6.7).
var remedies = map[string]string{
	acme.ProblemTypeDNS:                     "make the name's A or AAAA record point to this machine, and wait until it is known everywhere",
	acme.ProblemTypeConnection:              "let ports 80 and 443 of this machine be reached from the internet",
	acme.ProblemTypeTLS:                     "let port 443 of this machine lead to this program and to nothing else",
	acme.ProblemTypeUnauthorized:            "another server answers under this name: make its A and AAAA records point to this machine only, and ports 80 and 443 lead to this program",
	acme.ProblemTypeIncorrectResponse:       "another server answers under this name: make its A and AAAA records point to this machine only, and ports 80 and 443 lead to this program",
	acme.ProblemTypeRateLimited:             "nothing: the authority was asked too often and is asked again later",
	acme.ProblemTypeCAA:                     "name the authority in the domain's CAA record, or remove that record",
	acme.ProblemTypeRejectedIdentifier:      "take the name out of PARICHAY_TLS_DOMAINS: this authority gives no certificate for it",
	acme.ProblemTypeUnsupportedIdentifier:   "take the name out of PARICHAY_TLS_DOMAINS: this authority gives no certificate for it",
	acme.ProblemTypeInvalidContact:          "set PARICHAY_TLS_EMAIL to an address that receives mail, or unset it",
	acme.ProblemTypeUnsupportedContact:      "set PARICHAY_TLS_EMAIL to an address that receives mail, or unset it",
	acme.ProblemTypeExternalAccountRequired: "choose another authority in PARICHAY_TLS_DIRECTORY: this one wants an account that was made elsewhere",
	acme.ProblemTypeServerInternal:          "nothing: the authority has a fault and is asked again later",
}

// explain says what an error means to an operator.
func explain(err error) (reason, remedy string) {
	if away, ok := errors.AsType[*url.Error](err); ok {
		return away.Error(), "see that this machine reaches and trusts the address in PARICHAY_TLS_DIRECTORY; it is asked again later"
	}
	problem, ok := errors.AsType[acme.Problem](err)
	if !ok {
		return err.Error(), "do as the reason says; it is tried again later"
	}
	reason = problem.Detail
	if problem.Detail == "" {
		reason = problem.Type
	}
	for _, sub := range problem.Subproblems {
		reason += "; " + sub.Detail
	}
	remedy, known := remedies[problem.Type]
	if !known {
		remedy = "do as the reason says; it is tried again later"
	}
	return reason, remedy
}

// told is what was said last of each domain.
type told struct {
	mu   sync.Mutex
	last map[string]line
}

type line struct {
	text string
	at   time.Time
}

func (t *told) isNew(domain, text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if said := t.last[domain]; said.text == text && time.Since(said.at) < 24*time.Hour {
		return false
	}
	t.last[domain] = line{text, time.Now()}
	return true
}

func (t *told) forget(domain string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.last, domain)
}

func warn(what string, err error) { slog.Warn("certificates", "what", what, "error", err) }

// failures is certmagic's log: what went wrong and is no event.
type failures struct{}

// expected are errors that are told as an event, that strangers cause, or that
// change nothing: without renewal information the end of a certificate counts.
var expected = []string{
	"could not get certificate from issuer", "will retry", "job failed",
	"tls-alpn challenge",
	"updating ARI", "updating ARI upon managing", "failed updating renewal info from ACME CA", "error while checking storage for updated ARI; updating ARI now",
}

// Enabled implements zapcore.Core.
func (failures) Enabled(level zapcore.Level) bool { return level >= zapcore.ErrorLevel }

// With implements zapcore.Core.
func (f failures) With([]zapcore.Field) zapcore.Core { return f }

// Check implements zapcore.Core.
func (f failures) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if !f.Enabled(entry.Level) || slices.Contains(expected, entry.Message) {
		return checked
	}
	return checked.AddCore(entry, f)
}

// Write implements zapcore.Core.
func (failures) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	said := zapcore.NewMapObjectEncoder()
	for _, field := range fields {
		if field.Key == "error" {
			field.AddTo(said)
		}
	}
	warn(entry.Message, fmt.Errorf("%v", said.Fields["error"]))
	return nil
}

// Sync implements zapcore.Core.
func (failures) Sync() error { return nil }
