package mail

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/account"
	"parichay/internal/domain/field"
	"parichay/internal/kit/grapheme"
	"parichay/internal/kit/mail"
	"parichay/internal/store/alarms"
	"parichay/locales"
)

// MostListed is how many changes a warning lists, mostQuoted how many letters of a value it quotes.
const MostListed, mostQuoted = 30, 200

// Warning returns the mail that lists the changes of an alarm and how to undo them. Values are
// quoted and never turned into links, because a thief may have chosen them. For the same
// reason the site is named by its host, not by its brand.
func Warning(lang locales.Lang, a alarms.Alarm, host, link string) mail.Message {
	return warning{lang: lang}.write(a, host, link)
}

// BareWarning returns a Warning without the changed values, for a mail server that refused the
// mail because of them.
func BareWarning(lang locales.Lang, a alarms.Alarm, host, link string) mail.Message {
	return warning{lang: lang, bare: true}.write(a, host, link)
}

type warning struct {
	lang locales.Lang
	bare bool
}

func (w warning) write(a alarms.Alarm, host, link string) mail.Message {
	lang, bare := w.lang, w.bare
	text := func(key string, pairs ...string) string { return locales.Text(lang, key, pairs...) }
	var b strings.Builder
	kind := "links"
	if !slices.ContainsFunc(a.Changes, func(c alarms.Noted) bool { return c.Subject != alarms.Account }) {
		kind = "account"
	}
	b.WriteString(text("mail.alarm.intro."+kind, "site", host) + "\n\n")
	for _, c := range a.Changes {
		b.WriteString(text(c.Word()))
		if _, in := c.Text(); in != locales.English {
			b.WriteString(" (" + text("language."+string(in)) + ")")
		}
		if !bare && c.Name != "" {
			b.WriteString(" " + quoted(c.Name))
		}
		b.WriteString("\n")
		if found := c.Contacts(); !bare && len(found) > 0 {
			b.WriteString("  " + text("alarm.appeared", "values", quotedAll(found)) + "\n")
		}
		if !bare {
			b.WriteString(sides(lang, c.Change))
		}
		if c.Passed && !bare {
			b.WriteString("  " + text("alarm.meanwhile", "value", valueText(lang, c.Change, c.Meanwhile)) + "\n")
		}
		if a.Traced && !bare && c.Origin != c.Before {
			key := "alarm.origin"
			if isEmpty(c.Change, c.Origin) {
				key = "alarm.origin.empty"
			}
			b.WriteString("  " + text(key, "value", valueText(lang, c.Change, c.Origin)) + "\n")
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
	if a.More > 0 {
		b.WriteString(text("mail.alarm.more", "n", strconv.Itoa(a.More)) + "\n\n")
	}
	if bare {
		b.WriteString(text("mail.alarm.bare") + "\n\n")
	}
	days := strconv.Itoa(int(alarms.Life.Hours() / 24))
	b.WriteString(text("mail.alarm.you") + "\n\n" + text("mail.alarm.open."+kind, "days", days) + "\n\n" + link + "\n")
	if slices.ContainsFunc(a.Changes, func(c alarms.Noted) bool { return c.Field == string(account.CodeRefused) }) {
		kind = "guesses"
	}
	return mail.Message{
		ID: "alarm-" + strconv.FormatInt(a.ID, 10), From: host, To: a.Email,
		Subject: text("mail.alarm.subject."+kind, "site", host), Text: b.String(),
	}
}

// sides returns the lines with the values before and after a change.
func sides(lang locales.Lang, c alarms.Change) string {
	if alike := c.Alike(); alike != "" {
		return "  " + locales.Text(lang, "alarm.alike."+alike, "value", valueText(lang, c, c.After)) + "\n"
	}
	if c.Before == "" && c.After == "" {
		return ""
	}
	if before, _ := c.Sides(); before == "" && c.Excerpt(c.Before) != "" && c.Values() == "" {
		return "" // they differ only in what is not shown
	}
	return "  " + locales.Text(lang, "history.before") + ": " + valueText(lang, c, c.Before) + "\n  " + locales.Text(lang, "history.after") + ": " + valueText(lang, c, c.After) + "\n"
}

func device(c alarms.Noted) []string {
	browser, system := account.Browser{UserAgent: c.UserAgent}.Device()
	return []string{browser, system, c.Network}
}

func valueText(lang locales.Lang, c alarms.Change, value string) string {
	if key := c.Values(); key != "" {
		return locales.Text(lang, key+cmp.Or(value, field.Yes)) // a switch that was never saved is on
	}
	if isEmpty(c, value) {
		return locales.Text(lang, "history.empty")
	}
	return quoted(c.Excerpt(value))
}

// isEmpty reports whether a value has no text to quote, such as an article that consists only
// of HTML tags.
func isEmpty(c alarms.Change, value string) bool {
	return c.Values() == "" && strings.TrimSpace(c.Excerpt(value)) == ""
}

func quotedAll(all []string) string {
	var texts []string
	for _, one := range all {
		texts = append(texts, quoted(one))
	}
	return strings.Join(texts, ", ")
}

// inner replaces quotation marks inside a quoted value. Otherwise a value could end the
// quotation, and the rest of it would look like the program's own words.
var inner = strings.NewReplacer("“", "'", "”", "'", "„", "'", "‟", "'", "〝", "'", "〞", "'", "＂", "'", `"`, "'")

// quoted returns an untrusted value in quotation marks, on one line and with a bounded length.
func quoted(value string) string {
	short, cut := grapheme.First(inner.Replace(strings.Join(strings.Fields(value), " ")), mostQuoted)
	if cut {
		short += "…"
	}
	return "“" + short + "”"
}
