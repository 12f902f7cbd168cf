package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// offersNone are the library's words for servers that do not offer what the address asks for.
const (
	noEncryption = "does not support STARTTLS"
	noPasswords  = "does not support SMTP AUTH"
)

// explain puts before an error what to do about it. What nobody thought of stays as it is.
func explain(err error) error {
	remedy := ""
	if err != nil {
		remedy = remedyOf(err)
	}
	if remedy == "" {
		return err
	}
	return fmt.Errorf("%s (%w)", remedy, err)
}

func remedyOf(err error) string {
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	slow, network := errors.AsType[net.Error](err)
	switch {
	case plain:
		return "it does not speak TLS from the start on this port: write smtp:// with the port for STARTTLS (587), or smtps:// with the port for TLS (465)"
	case certificate:
		return "its certificate is not trusted: write the host as the certificate names it, or name the file with its authority in SSL_CERT_FILE"
	case strings.Contains(err.Error(), noEncryption):
		return "it offers no encryption on this port, and without it nothing is sent to where others listen: write smtps:// with the port for TLS (465), smtp:// with the port for STARTTLS (587), or have it turned on there"
	case strings.Contains(err.Error(), noPasswords) || errors.Is(err, gomail.ErrNoSupportedAuthDiscovered):
		return "it takes no password here: name the port for sending (587 or 465), or leave user and password out of the address"
	case network && slow.Timeout() || errors.Is(err, context.DeadlineExceeded):
		return "it does not answer in time: correct host and port (465 wants smtps://, 587 smtp://; many networks close 25), or start it"
	case network:
		return "it cannot be reached: correct host and port (587 for smtp://, 465 for smtps://), or start it"
	case errors.Is(err, io.EOF):
		return "it hangs up: correct the port (587 for smtp://, 465 for smtps://), or look at its log"
	}
	return answered(err)
}

// answered is what to do about what a server says.
func answered(err error) string {
	code := 0
	if answer, ok := errors.AsType[*textproto.Error](err); ok {
		code = answer.Code
	}
	sending, _ := errors.AsType[*gomail.SendError](err)
	if sending != nil && code == 0 {
		code = sending.ErrorCode()
	}
	switch {
	case code == 534 || code == 535 || code == 538 || code == 454:
		return "it refuses user or password: correct them in the address (some want a password made for programs)"
	case code == 530:
		return "it wants a user and a password: write smtp://user:password@…"
	case sending != nil && sending.Reason == gomail.ErrSMTPMailFrom:
		return "it refuses the sender: name one that it lets this user send as with ?from= in the address"
	case sending != nil && sending.Reason == gomail.ErrSMTPRcptTo:
		return "it refuses the recipient: correct the address that mails go to"
	}
	return ""
}
