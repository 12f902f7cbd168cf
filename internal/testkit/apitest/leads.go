package apitest

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/wire"
)

// BehindProxy trusts X-Forwarded-For of local clients, so that tests can use many addresses.
func BehindProxy(c *api.Config) { c.TrustedProxies = []string{"127.0.0.1/32", "::1/128"} }

// Token returns the token of a form that was opened the given time ago.
func (s *Site) Token(age time.Duration) string {
	s.T.Helper()
	secret, err := s.Store.Leads.Secret(s.T.Context())
	require.NoError(s.T, err)
	return secret.Issue(time.Now().Add(-age), 0).Text
}

// Request returns a portfolio request as an ordinary browser sends it.
func (s *Site) Request(company string) map[string]any {
	return map[string]any{
		"kind": "portfolio_request", "name": "Bakery", "email": "bakery@example.in", "phone": "98250 12345", "company": company, "language": "gu",
		"page": "/gu/portfolio", "source": "instagram.com", "consent": "2026-11", "token": s.Token(time.Minute),
	}
}

// Send posts a message with an idempotency key; pairs are more headers.
func (s *Site) Send(key string, message map[string]any, pairs ...string) Answer {
	return s.Call(http.MethodPost, "/api/v1/leads", message, append([]string{wire.KeyField, key}, pairs...)...)
}

// Scan reads the first row that an SQL query selects.
func (s *Site) Scan(sql string, into ...any) {
	s.T.Helper()
	require.NoError(s.T, s.Store.Pool().QueryRow(s.T.Context(), sql).Scan(into...))
}

// Count returns the only number that an SQL query selects.
func (s *Site) Count(sql string) (n int) {
	s.T.Helper()
	s.Scan(sql, &n)
	return n
}

// NoticeJobs counts the mails about leads that are waiting to be sent.
const NoticeJobs = `SELECT count(*) FROM river_job WHERE kind = 'lead_notice'`

// Post submits a form as a browser without JavaScript does.
func (s *Site) Post(path string, form map[string][]string) Answer {
	s.T.Helper()
	var body []string
	for name, values := range form {
		for _, value := range values {
			body = append(body, name+"="+strings.NewReplacer("%", "%25", "&", "%26", "+", "%2B", " ", "+", "=", "%3D", "\n", "%0A").Replace(value))
		}
	}
	return s.Call(http.MethodPost, path, strings.Join(body, "&"), "Content-Type", "application/x-www-form-urlencoded")
}

// Network4 returns the n-th of many IPv4 networks.
func Network4(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 8), byte(n), 0}), 24)
}
