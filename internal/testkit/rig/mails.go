package rig

import (
	"context"
	"io"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Mails is a mail server that stores received mails in memory. It can be stopped and
// restarted on the same address.
type Mails struct {
	Address string

	mu       sync.Mutex
	received []Mail
	refuse   func(Mail) error
	server   *smtp.Server
	listener net.Listener
}

// Mail is a message with its envelope.
type Mail struct {
	From string
	To   []string
	Raw  string
}

// ID returns the Message-ID.
func (m Mail) ID() string { return m.Header("Message-Id") }

// Header returns a header of the message, or "" if the message cannot be parsed.
func (m Mail) Header(name string) string {
	parsed, err := mail.ReadMessage(strings.NewReader(m.Raw))
	if err != nil {
		return ""
	}
	return parsed.Header.Get(name)
}

// OpenMails starts a mail server on address, or on a free one if address is empty.
func OpenMails(ctx context.Context, address string) (*Mails, error) {
	if address == "" {
		var err error
		if address, err = FreeAddress(ctx); err != nil {
			return nil, err
		}
	}
	m := &Mails{Address: address}
	return m, m.Start(ctx)
}

// URL returns the server's URL for PARICHAY_SMTP_URL.
func (m *Mails) URL() string { return "smtp://" + m.Address }

// Start starts a stopped server again.
func (m *Mails) Start(ctx context.Context) error {
	var err error
	if m.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", m.Address); err != nil {
		return err
	}
	m.server = smtp.NewServer(m)
	m.server.Domain, m.server.AllowInsecureAuth = "localhost", true
	m.server.ReadTimeout, m.server.WriteTimeout = 10*time.Second, 10*time.Second
	m.server.ErrorLog = quiet{}
	go func(server *smtp.Server, listener net.Listener) { _ = server.Serve(listener) }(m.server, m.listener)
	return nil
}

// Stop stops the server; received mails are kept.
func (m *Mails) Stop() {
	_ = m.listener.Close() // the server closes a listener only once it serves it
	_ = m.server.Close()
}

// Refuse makes the server call fn for each mail and refuse it with fn's error. fn may also
// delay the answer.
func (m *Mails) Refuse(fn func(Mail) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = fn
}

// All returns the mails received so far.
func (m *Mails) All() []Mail {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.received)
}

// NewSession implements smtp.Backend.
func (m *Mails) NewSession(*smtp.Conn) (smtp.Session, error) { return &mailSession{mails: m}, nil }

type mailSession struct {
	mails *Mails
	mail  Mail
}

// Reset implements smtp.Session.
func (s *mailSession) Reset() { s.mail = Mail{} }

// Logout implements smtp.Session.
func (*mailSession) Logout() error { return nil }

// Mail implements smtp.Session.
func (s *mailSession) Mail(from string, _ *smtp.MailOptions) error {
	s.mail.From = from
	return nil
}

// Rcpt implements smtp.Session.
func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mail.To = append(s.mail.To, to)
	return nil
}

// Data implements smtp.Session.
func (s *mailSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mail.Raw = string(raw)
	s.mails.mu.Lock()
	refuse := s.mails.refuse
	s.mails.mu.Unlock()
	if refuse != nil {
		if err := refuse(s.mail); err != nil {
			return err
		}
	}
	s.mails.mu.Lock()
	defer s.mails.mu.Unlock()
	s.mails.received = append(s.mails.received, s.mail)
	return nil
}

// quiet discards the server's log, for example about connections that tests cut.
type quiet struct{}

// Printf implements smtp.Logger.
func (quiet) Printf(string, ...any) {}

// Println implements smtp.Logger.
func (quiet) Println(...any) {}
