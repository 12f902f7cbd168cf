// Package mail sends plain-text mails to the owner through an SMTP server. It sends no
// HTML and writes to nobody but the owner.
package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	gomail "github.com/wneessen/go-mail"

	"parichay/internal/kit/listen"
	"parichay/internal/kit/loglimit"
)

// patience is the timeout of a whole SMTP session.
const patience = 25 * time.Second

// ErrRefused is a permanent rejection by the server (5xx); retrying does not help.
var ErrRefused = errors.New("mail refused")

// Message is one mail. Visitors' words in Text must be Quoted. The other fields are made
// safe for a header, or refused.
type Message struct {
	ID      string // the Message-ID up to the @; the same if a mail is sent again
	From    string // display name of the sender
	To      string
	ReplyTo mail.Address // optional
	Subject string
	Text    string
}

// Server sends mails through an SMTP server. It is safe for concurrent use.
type Server struct {
	host    string
	options []gomail.Option
	from    string
	domain  string
	outage  *loglimit.Outage
}

// Parse parses smtp://user:password@host:port or smtps://…; ?from= is the sender's address
// if the user name is not one. domain is the site's own domain. Errors never contain the
// URL, because it holds a password.
func Parse(raw, domain string) (*Server, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("not a valid smtp:// URL")
	}
	password, _ := u.User.Password()
	s := &Server{host: u.Hostname(), domain: domain, from: u.Query().Get("from"), outage: &loglimit.Outage{Of: loglimit.Mail}}
	if s.from == "" && strings.Contains(u.User.Username(), "@") {
		s.from = u.User.Username()
	}
	if s.from == "" {
		s.from = "parichay@" + domain
	}
	if _, err := mail.ParseAddress(s.from); err != nil {
		return nil, errors.New("the sender in ?from= is not a valid email address")
	}
	s.options = []gomail.Option{
		gomail.WithTimeout(patience), gomail.WithHELO(domain), gomail.WithTLSConfig(&tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}),
		gomail.WithTLSPolicy(policy(u)), gomail.WithoutNoop(),
	}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	}
	if p := u.Port(); p != "" {
		if port, err = strconv.Atoi(p); err != nil {
			return nil, errors.New("the port is not a number")
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if u.User.Username() != "" {
		s.options = append(s.options, authentication(u), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	_, err = s.dialer()
	return s, err
}

// policy returns the TLS policy for a server. Encryption is mandatory if a password crosses a
// network, or if mails leave private networks.
func policy(u *url.URL) gomail.TLSPolicy {
	if isLocal(u) || u.User == nil && listen.Near(u.Hostname()) {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// authentication returns the option to sign in with the best method that the server offers.
// Only a server on this machine gets the password unencrypted: many require this, and nobody
// can listen in between.
func authentication(u *url.URL) gomail.Option {
	if isLocal(u) {
		return gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1, gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc)
	}
	return gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover)
}

func isLocal(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// String returns the server's host and the sender, without the password.
func (s *Server) String() string { return s.host + ", as " + s.from }

func (s *Server) dialer() (*gomail.Client, error) { return gomail.NewClient(s.host, s.options...) }

// Check connects and signs in without sending a mail. Its errors tell the operator what to do.
func (s *Server) Check(ctx context.Context) error {
	dialer, err := s.dialer()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := dialer.DialWithContext(ctx); err != nil {
		return explain(err)
	}
	return dialer.Close()
}

// Send sends a message. ErrRefused means that retrying does not help. Every failure is
// counted; outages and refusals are logged. Errors tell the operator what to do.
func (s *Server) Send(ctx context.Context, m Message) error {
	err := s.send(ctx, m)
	switch now := time.Now(); {
	case err == nil:
		sent.Inc()
		s.outage.Over(ctx, now)
	case errors.Is(err, ErrRefused):
		refused.Inc()
		s.outage.Over(ctx, now)
		slog.WarnContext(ctx, "mail refused", "mail", m.ID, "error", err)
	case ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded): // otherwise the program is stopping
		failed.Inc()
		s.outage.Away(ctx, err, now)
	}
	return err
}

var (
	sent    = metrics.NewCounter(`parichay_mails_total{result="sent"}`)
	failed  = metrics.NewCounter(`parichay_mails_total{result="failed"}`)
	refused = metrics.NewCounter(`parichay_mails_total{result="refused"}`)
)

func (s *Server) send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	dialer, err := s.dialer()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = dialer.DialAndSendWithContext(ctx, msg)
	var answer *gomail.SendError
	if errors.As(err, &answer) && answer.ErrorCode() >= 500 {
		return fmt.Errorf("%w: %w", ErrRefused, explain(err))
	}
	return explain(err)
}

func (s *Server) compose(m Message) (*gomail.Msg, error) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	// From is the owner's own text. A preformatted header would leave the envelope without a sender.
	msg.FromMailAddress(&mail.Address{Name: strings.ReplaceAll(oneLine(m.From), "=?", "= ?"), Address: s.from})
	to, err := mail.ParseAddress(m.To)
	if err != nil {
		return nil, fmt.Errorf("recipient: %w", err)
	}
	msg.ToMailAddress(&mail.Address{Address: to.Address})
	if m.ReplyTo.Address != "" {
		// A visitor typed the address, so an invalid one is left out.
		if reply, err := mail.ParseAddress(m.ReplyTo.Address); err == nil && reply.Address == m.ReplyTo.Address {
			name := oneLine(m.ReplyTo.Name)
			if encoded, ok := word(name); ok {
				msg.SetGenHeaderPreformatted(gomail.Header(gomail.HeaderReplyTo), encoded+" "+(&mail.Address{Address: reply.Address}).String())
			} else {
				msg.ReplyToMailAddress(&mail.Address{Name: name, Address: reply.Address})
			}
		}
	}
	subject := oneLine(m.Subject)
	if encoded, ok := word(subject); ok {
		msg.SetGenHeaderPreformatted(gomail.HeaderSubject, encoded)
	} else {
		msg.Subject(subject)
	}
	msg.SetMessageIDWithValue(oneLine(m.ID) + "@" + s.domain)
	msg.SetDate()
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	return msg, nil
}
