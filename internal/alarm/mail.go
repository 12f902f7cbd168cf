package alarm

import (
	"strconv"
	"strings"

	"parichay/internal/account"
	"parichay/internal/letter"
	"parichay/internal/postgres/alarms"
	"parichay/locales"
)

// mostMailed is how many changes a mail names, mostQuoted how much of a value.
const mostMailed, mostQuoted = 30, 200

// Mail writes to the owner what was changed on a site and how to take it back. What
// whoever changed it chose is quoted, and made no link by us; the sender's name is the
// site's address, not its brand, which may be theirs by now.
func Mail(lang locales.Lang, a alarms.Alarm, host, link string) (subject, body string) {
	text := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
	var b strings.Builder
	b.WriteString(text("mail.alarm.intro", "site", host) + "\n\n")
	ours := true // nothing but the account's protection
	for i, c := range a.Changes {
		ours = ours && c.Subject == alarms.Account
		if i >= mostMailed {
			b.WriteString(text("mail.alarm.more", "n", strconv.Itoa(len(a.Changes)-mostMailed)) + "\n\n")
			break
		}
		b.WriteString(Label(lang, c.Change))
		if c.Name != "" {
			b.WriteString(" " + quoted(c.Name))
		}
		b.WriteString("\n")
		if c.Before != "" || c.After != "" {
			b.WriteString("  " + text("history.before") + ": " + valueText(lang, c.Before) + "\n  " + text("history.after") + ": " + valueText(lang, c.After) + "\n")
		}
		if a.Traced && c.Origin != c.Before {
			b.WriteString("  " + text("alarm.origin", "value", valueText(lang, c.Origin)) + "\n")
		}
		at := c.At.In(locales.India)
		where := []string{locales.LongDate(lang, at) + ", " + at.Format("15:04")}
		for _, name := range device(c) {
			if name != "" {
				where = append(where, name)
			}
		}
		b.WriteString("  " + strings.Join(where, " · ") + "\n\n")
	}
	kind := "links"
	if ours {
		kind = "account"
	}
	days := strconv.Itoa(int(alarms.Life.Hours() / 24))
	b.WriteString(text("mail.alarm.you") + "\n\n" + text("mail.alarm.open."+kind, "days", days) + "\n\n" + link + "\n")
	return text("mail.alarm.subject."+kind, "site", host), b.String()
}

func device(c alarms.Noted) []string {
	browser, system := account.Browser{UserAgent: c.UserAgent}.Device()
	return []string{browser, system, c.Network}
}

// Label names the value of a change in a language.
func Label(lang locales.Lang, c alarms.Change) string {
	text := func(key string) string { return locales.Text(lang, key) }
	switch c.Subject {
	case alarms.Site:
		return text("field." + c.Field + ".label")
	case alarms.Codes:
		return text("alarm.code")
	case alarms.Account:
		return text("account.event." + c.Field)
	case alarms.Settings:
		return text("alarm.notifyEmail")
	default:
		return text("item." + c.Subject + "." + c.Field)
	}
}

func valueText(lang locales.Lang, value string) string {
	if value == "" {
		return locales.Text(lang, "history.empty")
	}
	return quoted(value)
}

// quoted is what somebody else wrote, on one line and within bounds.
func quoted(value string) string {
	short, cut := letter.First(strings.Join(strings.Fields(value), " "), mostQuoted)
	if cut {
		short += "…"
	}
	return "“" + short + "”"
}
