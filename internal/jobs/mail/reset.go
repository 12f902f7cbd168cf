package mail

import (
	"strconv"

	"parichay/internal/domain/account"
	"parichay/internal/kit/mail"
	"parichay/locales"
)

// Reset returns the mail with a link to set a new password. The caller sets its ID and
// recipient.
func Reset(lang locales.Lang, brand, base, link string) mail.Message {
	minutes := strconv.Itoa(int(account.Reset.Life().Minutes()))
	return mail.Message{
		From:    brand,
		Subject: locales.Text(lang, "mail.reset.subject", "name", brand),
		Text: locales.Text(lang, "mail.reset.asked", "site", base) + "\n\n" +
			locales.Text(lang, "mail.reset.open", "minutes", minutes) + "\n\n" + link + "\n\n" +
			locales.Text(lang, "mail.reset.ignore") + "\n",
	}
}
