package locales

import (
	"strings"
	"testing"
)

// FuzzText checks that a placeholder's value is inserted verbatim: it is neither a format string
// nor expanded again.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"%s%n%d%!v(MISSING)", "{brand}{name}{reference}", "{{name}}", "$1$&", "%[99]s", "\x00\xff", "<b>", "{", "}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range All {
			const key = "mail.subject.quote_request"
			got := Text(lang, key, "reference", "R", "name", text)
			if want := strings.Replace(strings.Replace(Text(lang, key), "{reference}", "R", 1), "{name}", text, 1); got != want {
				t.Errorf("%q became %q", text, got)
			}
		}
	})
}
