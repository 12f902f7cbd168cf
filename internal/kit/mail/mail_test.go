package mail

import (
	"bytes"
	"io"
	"mime"
	"net"
	"net/http/httptest"
	"net/mail"
	"os"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gomail "github.com/wneessen/go-mail"

	"parichay/internal/kit/loglimit"
	"parichay/internal/testkit/rig"
)

func TestParseErrorNeverContainsThePassword(t *testing.T) {
	t.Parallel()
	for raw, from := range map[string]string{
		"smtp://127.0.0.1:1025": "parichay@shop.example", "smtp://me%40shop.example:secret@mail.example": "me@shop.example",
		"smtps://user:secret@mail.example?from=leads@shop.example": "leads@shop.example",
	} {
		s, err := Parse(raw, "shop.example")
		require.NoError(t, err, raw)
		assert.Equal(t, from, s.from)
	}
	for _, raw := range []string{"", "mail.example", "http://secret@mail.example", "smtp://:25", "smtp://user:secret@mail.example:x", "smtp://mail.example/secret", "smtp://mail.example?from=secret"} {
		_, err := Parse(raw, "shop.example")
		require.Error(t, err, raw)
		assert.NotContains(t, err.Error(), "secret")
	}
}

func TestL2MailArrivesUnaltered(t *testing.T) {
	t.Parallel()
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	s, err := Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	text := "પોસ્ટર જોઈએ છે\n.\n..hidden\r\nFrom the start\n" + strings.Repeat("long ", 400)
	require.NoError(t, s.Send(t.Context(), Message{
		ID: "lead-1042", From: "ડિજિટલ માર્કેટ", To: "owner@shop.example", ReplyTo: mail.Address{Name: "બેકરી", Address: "bakery@example.in"},
		Subject: "નવી વિનંતી DM-1042", Text: text,
	}))
	require.Len(t, mails.All(), 1)
	got := mails.All()[0]
	assert.Equal(t, []string{"owner@shop.example"}, got.To)
	assert.Equal(t, "<lead-1042@shop.example>", got.ID())
	subject, err := new(mime.WordDecoder).DecodeHeader(got.Header("Subject"))
	require.NoError(t, err)
	assert.Equal(t, "નવી વિનંતી DM-1042", subject)
	reply, err := mail.ParseAddress(got.Header("Reply-To"))
	require.NoError(t, err)
	assert.Equal(t, mail.Address{Name: "બેકરી", Address: "bakery@example.in"}, *reply)
	assert.Empty(t, got.Header("User-Agent")+got.Header("X-Mailer"))

	mails.Refuse(func(rig.Mail) error { return &smtp.SMTPError{Code: 554, Message: "no"} })
	require.ErrorIs(t, s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"}), ErrRefused)
	mails.Refuse(func(rig.Mail) error { return &smtp.SMTPError{Code: 451, Message: "later"} })
	err = s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrRefused, "a temporary failure is not a refusal")
	mails.Stop()
	err = s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrRefused)
}

// Fails without word: mail clients decode a visitor's encoded words, even in quotes.
func TestEncodedWordTypedByVisitorIsShownAsTyped(t *testing.T) {
	t.Parallel()
	s, err := Parse("smtp://127.0.0.1:1", "shop.example")
	require.NoError(t, err)
	for _, typed := range []string{
		"=?utf-8?q?Your_bank?=", "=?utf-8?b?WW91ciBiYW5r?= <x@y.in>", "Bakery =?iso-8859-1?q?=0d=0aBcc:_x?=", "=?utf-8?q?" + strings.Repeat("ક્ષ", 60) + "?=", `"=?x?q?y?="`, "=?",
	} {
		msg, err := s.compose(Message{ID: "lead-1", From: typed, To: "owner@shop.example", ReplyTo: mail.Address{Name: typed, Address: "a@b.in"}, Subject: "New: " + typed, Text: "x"})
		require.NoError(t, err)
		var raw bytes.Buffer
		_, err = msg.WriteTo(&raw)
		require.NoError(t, err)
		head, _, _ := strings.Cut(raw.String(), "\r\n\r\n")
		assert.NotContains(t, head, "=?utf-8?q?Your", "the visitor's encoded word must not appear verbatim")
		for line := range strings.SplitSeq(head, "\r\n") {
			assert.LessOrEqual(t, len(line), 90, line)
		}
		parsed, err := mail.ReadMessage(&raw)
		require.NoError(t, err)
		subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject"))
		require.NoError(t, err)
		assert.Equal(t, "New: "+typed, subject)
		reply, err := mail.ParseAddress(parsed.Header.Get("Reply-To"))
		require.NoError(t, err)
		assert.Equal(t, mail.Address{Name: typed, Address: "a@b.in"}, *reply)
		from, err := mail.ParseAddress(parsed.Header.Get("From"))
		require.NoError(t, err)
		assert.Equal(t, strings.ReplaceAll(typed, "=?", "= ?"), from.Name)
		assert.Equal(t, "parichay@shop.example", from.Address)
	}
}

// FuzzMail fills every part that a visitor can choose. The message must have only the
// expected headers and one recipient, and its body must be readable.
func FuzzMail(f *testing.F) {
	f.Add("Bakery", "a@b.in", "New request", "Hello")
	f.Add("x\r\nBcc: evil@example.com", "a@b.in\r\nBcc: evil@example.com", "s\nBcc: evil@example.com", ".\r\nMAIL FROM:<x>\r\n")
	f.Add("=?utf-8?q?=0d=0aBcc:_x?=", `"x y"@example.com`, "=?utf-8?b?DQpCY2M6IHg=?=", "\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<script>")
	f.Add(strings.Repeat("ક્ષ", 4000), "a@b.in, evil@example.com", strings.Repeat("x", 3000), "\x00")
	s, err := Parse("smtp://127.0.0.1:1", "shop.example")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, name, address, subject, text string) {
		msg, err := s.compose(Message{ID: "lead-1", From: name, To: "owner@shop.example", ReplyTo: mail.Address{Name: name, Address: address}, Subject: subject, Text: text})
		require.NoError(t, err)
		var raw bytes.Buffer
		_, err = msg.WriteTo(&raw)
		require.NoError(t, err)
		to, err := msg.GetRecipients()
		require.NoError(t, err)
		require.Equal(t, []string{"<owner@shop.example>"}, to)
		parsed, err := mail.ReadMessage(&raw)
		require.NoError(t, err)
		allowed := []string{"Date", "Mime-Version", "Message-Id", "Subject", "From", "To", "Reply-To", "Content-Type", "Content-Transfer-Encoding"}
		for header, values := range parsed.Header {
			require.Contains(t, allowed, header)
			require.Len(t, values, 1, header)
		}
		require.Equal(t, "text/plain; charset=UTF-8", parsed.Header.Get("Content-Type"))
		if reply := parsed.Header.Get("Reply-To"); reply != "" {
			list, err := mail.ParseAddressList(reply)
			require.NoError(t, err, reply)
			require.Len(t, list, 1)
			require.Equal(t, address, list[0].Address)
		}
		_, err = io.Copy(io.Discard, parsed.Body)
		require.NoError(t, err)
	})
}

// asking is a session of a mail server that requires a password and offers no encryption.
type asking struct{ smtp.Session }

func (asking) AuthMechanisms() []string { return []string{sasl.Plain} }

func (asking) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "shop" || password != "s#cret" {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func TestLocalMailServerMayUsePlainAuth(t *testing.T) {
	t.Parallel()
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		session, err := mails.NewSession(c)
		return asking{session}, err
	}))
	server.AllowInsecureAuth = true
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()
	send := func(password string) error {
		s, err := Parse("smtp://shop:"+password+"@"+listener.Addr().String(), "shop.example")
		require.NoError(t, err)
		return s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})
	}
	require.NoError(t, send("s%23cret"))
	assert.Len(t, mails.All(), 1)
	err = send("hunter2")
	require.ErrorContains(t, err, "the server rejects user or password: ")
	assert.NotContains(t, err.Error(), "hunter2")
}

func TestInvalidRecipientIsRefused(t *testing.T) {
	t.Parallel()
	s, err := Parse("smtp://127.0.0.1:1", "shop.example")
	require.NoError(t, err)
	for _, to := range []string{"", "nobody", "a@b.in\r\nBcc: x@y.in", "a@b.in, c@d.in"} {
		err := s.Send(t.Context(), Message{ID: "x", To: to})
		require.ErrorIs(t, err, ErrRefused, to)
	}
}

// Fails if the operator sees only the library's error.
func TestMailErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	defer mails.Stop()
	secure := httptest.NewTLSServer(nil) // with an untrusted certificate
	defer secure.Close()
	for address, want := range map[string]string{
		"smtp://127.0.0.1:1":                         "the server is unreachable: ",
		"smtp://nowhere.invalid":                     "the server is unreachable: ",
		"smtps://" + mails.Address:                   "the server does not start with TLS on this port: write smtp://",
		"smtps://" + secure.Listener.Addr().String(): "the server's certificate is not trusted: ",
		"smtp://shop:hunter2@" + mails.Address:       "the server accepts no password on this port: ",
	} {
		s, err := Parse(address, "shop.example")
		require.NoError(t, err)
		for _, err := range []error{s.Check(t.Context()), s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})} {
			require.ErrorContains(t, err, want, address)
			assert.NotContains(t, err.Error(), "hunter2")
		}
	}
	require.ErrorContains(t, explain(os.ErrDeadlineExceeded), "the server does not answer in time: ")
	require.NoError(t, explain(nil))

	at, err := net.ResolveTCPAddr("tcp", mails.Address)
	require.NoError(t, err)
	strict := &Server{host: "127.0.0.1", from: "a@b.in", domain: "shop.example", outage: &loglimit.Outage{Of: loglimit.Mail}, options: []gomail.Option{gomail.WithPort(at.Port), gomail.WithTLSPolicy(gomail.TLSMandatory)}}
	require.ErrorContains(t, strict.Check(t.Context()), "the server offers no encryption on this port")

	s, err := Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	mails.Refuse(func(rig.Mail) error { return &smtp.SMTPError{Code: 530, Message: "who are you"} })
	err = s.Send(t.Context(), Message{ID: "x", To: "owner@shop.example"})
	require.ErrorIs(t, err, ErrRefused)
	require.ErrorContains(t, err, "the server requires user and password: ")
}
