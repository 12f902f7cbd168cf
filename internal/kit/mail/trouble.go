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

// The library's error texts for servers that lack a required feature.
const (
	noEncryption = "does not support STARTTLS"
	noPasswords  = "does not support SMTP AUTH"
)

// explain prefixes an error with the remedy for it. Unknown errors stay as they are.
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
		return "the server does not start with TLS on this port: write smtp:// with the STARTTLS port (587), or smtps:// with the TLS port (465)"
	case certificate:
		return "the server's certificate is not trusted: use the host name in the certificate, or set SSL_CERT_FILE to the file with its CA"
	case strings.Contains(err.Error(), noEncryption):
		return "the server offers no encryption on this port, and mail is not sent unencrypted: write smtps:// with the TLS port (465) or smtp:// with the STARTTLS port (587), or enable encryption on the server"
	case strings.Contains(err.Error(), noPasswords) || errors.Is(err, gomail.ErrNoSupportedAuthDiscovered):
		return "the server accepts no password on this port: use the submission port (587 or 465), or remove user and password from the URL"
	case network && slow.Timeout() || errors.Is(err, context.DeadlineExceeded):
		return "the server does not answer in time: correct host and port (465 needs smtps://, 587 smtp://; many networks block 25), or start the server"
	case network:
		return "the server is unreachable: correct host and port (587 for smtp://, 465 for smtps://), or start the server"
	case errors.Is(err, io.EOF):
		return "the server closes the connection: correct the port (587 for smtp://, 465 for smtps://), or check the server's log"
	}
	return answered(err)
}

// answered returns the remedy for an SMTP status code.
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
		return "the server rejects user or password: correct them in the URL (some providers require an app password)"
	case code == 530:
		return "the server requires user and password: write smtp://user:password@…"
	case sending != nil && sending.Reason == gomail.ErrSMTPMailFrom:
		return "the server rejects the sender: set ?from= in the URL to an address that this user may send from"
	case sending != nil && sending.Reason == gomail.ErrSMTPRcptTo:
		return "the server rejects the recipient: correct the recipient's address"
	}
	return ""
}
