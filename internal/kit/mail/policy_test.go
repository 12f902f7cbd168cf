package mail

import (
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gomail "github.com/wneessen/go-mail"
)

// Fails if only a password requires encryption.
func TestMailsOutsidePrivateNetworksRequireEncryption(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]gomail.TLSPolicy{
		"smtp://mail.example.com:25": gomail.TLSMandatory, "smtp://u:p@mail.example.com": gomail.TLSMandatory, "smtp://u:p@relay:25": gomail.TLSMandatory,
		"smtp://203.0.113.5:25": gomail.TLSMandatory, "smtp://relay:25": gomail.TLSOpportunistic, "smtp://10.0.0.5:25": gomail.TLSOpportunistic,
		"smtp://127.0.0.1:25": gomail.TLSOpportunistic, "smtp://u:p@localhost:25": gomail.TLSOpportunistic,
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		assert.Equal(t, want, policy(u), address)
	}
}

func TestMailServerWithUntrustedCertificateIsRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	s, err := Parse("smtps://"+server.Listener.Addr().String(), "shop.example")
	require.NoError(t, err)
	err = s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})
	require.ErrorAs(t, err, new(*tls.CertificateVerificationError))
}
