// Package mail writes the texts of all mails to the owner and decides how long a mail is retried.
// Package kit/mail sends them.
package mail

import (
	"parichay/internal/kit/mail"
	"parichay/locales"
)

// Test returns a test mail, which shows the owner that the site's mails arrive.
func Test(id, to string, lang locales.Lang, site string) mail.Message {
	return mail.Message{
		ID: "test-" + id, From: site, To: to,
		Subject: locales.Text(lang, "mail.test.subject", "site", site), Text: locales.Text(lang, "mail.test.text") + "\n",
	}
}
