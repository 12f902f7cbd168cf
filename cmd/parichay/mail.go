package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	wording "parichay/internal/jobs/mail"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/settings"
	"parichay/locales"
)

type mailTestCommand struct {
	To string `help:"Recipient. Default: the address that is notified of new messages."`
}

// Run sends a test mail through the configured server and reports the server's answer.
func (c mailTestCommand) Run(a *app) error {
	s, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	if s.Mail == nil {
		return fmt.Errorf("%s is not set: no emails are sent, and messages wait in the inbox", settings.SMTPURL)
	}
	to, lang := c.To, locales.English
	if to == "" {
		if to, lang, err = a.recipient(s); err != nil {
			return err
		}
	}
	err = s.Mail.Send(a.ctx, wording.Test(strconv.FormatInt(time.Now().UnixNano(), 10), to, lang, s.BaseURL.Host))
	if err != nil {
		return fmt.Errorf("%s: not sent through %s: %w", settings.SMTPURL, s.Mail, err)
	}
	fmt.Fprintf(a.stdout, "sent to %s through %s; if it does not arrive, check the spam folder and the mail server's log\n", to, s.Mail)
	return nil
}

// recipient returns who is notified of new messages, and in which language.
func (a *app) recipient(c settings.Config) (to string, lang locales.Lang, err error) {
	store, err := openDatabase(a.ctx, c)
	if err != nil {
		return "", lang, err
	}
	defer store.Close()
	if err := store.CheckTables(a.ctx); err != nil {
		return "", lang, err
	}
	owner, err := store.Accounts.Owner(a.ctx)
	if errors.Is(err, fault.ErrNotFound) {
		return "", lang, errors.New("there is no owner yet: name a recipient with --to")
	}
	if err != nil {
		return "", lang, err
	}
	wishes, err := store.Inbox.Settings(a.ctx)
	return cmp.Or(wishes.NotifyEmail, owner.Email), wishes.MailLanguage, err
}
