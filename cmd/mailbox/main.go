// Command mailbox is a mail server for development: it catches the program's mails and
// shows them on a page. No mail leaves the machine. `make dev` runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"parichay/internal/testkit/rig"
)

var page = template.Must(template.New("mails").Parse(`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Mails</title>
<style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}article{border:1px solid #ddd;border-radius:12px;padding:1rem;margin:1rem 0}pre{white-space:pre-wrap;font:inherit;margin:0}</style>
<h1>Mails</h1>{{range .}}<article><b>{{.Subject}}</b><br>{{.To}} · reply to {{.ReplyTo}}<hr><pre>{{.Text}}</pre></article>{{else}}<p>None yet.</p>{{end}}`))

type shown struct{ Subject, To, ReplyTo, Text string }

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: mailbox SMTP-ADDRESS PAGE-ADDRESS")
		os.Exit(64)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "mailbox:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, smtp, address string) error {
	mails, err := rig.OpenMails(ctx, smtp)
	if err != nil {
		return err
	}
	defer mails.Stop()
	server := &http.Server{Addr: address, ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method { // tests make the server refuse mails with PUT, and accept them again with DELETE
		case http.MethodPut:
			mails.Refuse(func(rig.Mail) error { return errors.New("the mail server is down") })
		case http.MethodDelete:
			mails.Refuse(nil)
		}
		var all []shown
		for _, m := range slices.Backward(mails.All()) {
			all = append(all, read(m))
		}
		_ = page.Execute(w, all)
	})}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); ctx.Err() == nil {
		return err
	}
	return nil
}

// read decodes a mail as a mail program would.
func read(m rig.Mail) shown {
	header := func(name string) string {
		text, err := new(mime.WordDecoder).DecodeHeader(m.Header(name))
		if err != nil {
			return m.Header(name)
		}
		return text
	}
	out := shown{Subject: header("Subject"), To: strings.Join(m.To, ", "), ReplyTo: header("Reply-To"), Text: m.Raw}
	if parsed, err := mail.ReadMessage(strings.NewReader(m.Raw)); err == nil {
		if text, err := io.ReadAll(quotedprintable.NewReader(parsed.Body)); err == nil {
			out.Text = string(text)
		}
	}
	return out
}
