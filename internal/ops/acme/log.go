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

// Events of certmagic that are logged.
const (
	obtained = "cert_obtained"
	failed   = "cert_failed"
)

func (m *Certificates) event(ctx context.Context, event string, data map[string]any) error {
	domain, _ := data["identifier"].(string)
	if event == obtained {
		m.logged.forget(domain)
		slog.InfoContext(ctx, "certificate obtained", "domain", domain, "renewed", data["renewal"])
		return nil
	}
	if err, _ := data["error"].(error); err != nil && ctx.Err() == nil {
		m.fail(domain, err)
	}
	return nil
}

// fail logs why there is no new certificate, what to do, and what visitors get meanwhile. The
// same remedy is logged once a day.
func (m *Certificates) fail(domain string, err error) {
	reason, remedy := explain(err)
	if !m.logged.isNew(domain, remedy) {
		return
	}
	meanwhile := "https does not work for this domain"
	for _, certificate := range m.cache.AllMatchingCertificates(domain) {
		if certificate.Leaf != nil {
			meanwhile = "the previous certificate is used; it expires " + certificate.Leaf.NotAfter.UTC().Format("2006-01-02 15:04 MST")
		}
	}
	slog.Error("no new certificate", "domain", domain, "reason", reason, "do", remedy, "meanwhile", meanwhile)
}

// remedies maps an authority's error (RFC 8555, 6.7) to what the operator should do.
var remedies = map[string]string{
	acme.ProblemTypeDNS:                     "point the domain's A or AAAA record to this machine, and wait until DNS has propagated",
	acme.ProblemTypeConnection:              "open ports 80 and 443 of this machine to the internet",
	acme.ProblemTypeTLS:                     "make sure that only this program answers on port 443 of this machine",
	acme.ProblemTypeUnauthorized:            "another server answers for this domain: point its A and AAAA records to this machine only, and ports 80 and 443 to this program",
	acme.ProblemTypeIncorrectResponse:       "another server answers for this domain: point its A and AAAA records to this machine only, and ports 80 and 443 to this program",
	acme.ProblemTypeRateLimited:             "no action needed: the authority's rate limit is reached; the program retries later",
	acme.ProblemTypeCAA:                     "add the authority to the domain's CAA record, or remove that record",
	acme.ProblemTypeRejectedIdentifier:      "remove the domain from PARICHAY_TLS_DOMAINS: this authority does not issue certificates for it",
	acme.ProblemTypeUnsupportedIdentifier:   "remove the domain from PARICHAY_TLS_DOMAINS: this authority does not issue certificates for it",
	acme.ProblemTypeInvalidContact:          "set PARICHAY_TLS_EMAIL to an address that receives mail, or unset it",
	acme.ProblemTypeUnsupportedContact:      "set PARICHAY_TLS_EMAIL to an address that receives mail, or unset it",
	acme.ProblemTypeExternalAccountRequired: "choose another authority in PARICHAY_TLS_DIRECTORY: this one requires an existing account",
	acme.ProblemTypeServerInternal:          "no action needed: the authority has an internal error; the program retries later",
}

// explain turns an error into a reason and a remedy for the operator.
func explain(err error) (reason, remedy string) {
	if unreachable, ok := errors.AsType[*url.Error](err); ok {
		return unreachable.Error(), "make sure that this machine can reach and trusts the URL in PARICHAY_TLS_DIRECTORY; the program retries later"
	}
	problem, ok := errors.AsType[acme.Problem](err)
	if !ok {
		return err.Error(), "fix the cause given as the reason; the program retries later"
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
		remedy = "fix the cause given as the reason; the program retries later"
	}
	return reason, remedy
}

// lastLogged remembers the last logged failure of each domain.
type lastLogged struct {
	mu    sync.Mutex
	lines map[string]line
}

type line struct {
	text string
	at   time.Time
}

func (l *lastLogged) isNew(domain, text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last := l.lines[domain]; last.text == text && time.Since(last.at) < 24*time.Hour {
		return false
	}
	l.lines[domain] = line{text, time.Now()}
	return true
}

func (l *lastLogged) forget(domain string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.lines, domain)
}

func warn(what string, err error) {
	slog.Warn("certificate maintenance failed; it is retried automatically", "what", what, "error", err)
}

// failures receives certmagic's log and passes on errors that are not reported as events.
type failures struct{}

// expected lists messages that are not logged: errors that are also events, errors that
// clients can cause, and errors without effect. For example, missing renewal information (ARI)
// has no effect, because then the certificate's expiry decides when it is renewed.
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
	encoder := zapcore.NewMapObjectEncoder()
	for _, field := range fields {
		if field.Key == "error" {
			field.AddTo(encoder)
		}
	}
	warn(entry.Message, fmt.Errorf("%v", encoder.Fields["error"]))
	return nil
}

// Sync implements zapcore.Core.
func (failures) Sync() error { return nil }
