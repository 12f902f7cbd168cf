package visit

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parichay/internal/testkit/hostile"
)

// FuzzSource checks that every stored name is short, valid and printable.
func FuzzSource(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	for _, seed := range []string{"instagram/diwali", "q.board", "l.shop", "www.google.co.in", "a@b.in/9825012345", "[::1]", "127.0.0.1:80", "\xff/\x00", "src=a&utm_campaign=b", "https://shop.in/gu/blog/x", "/gu/blog/../admin"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fits := func(name string, most int) {
			if !utf8.ValidString(name) || utf8.RuneCountInString(name) > most || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q is stored as %q", text, name)
			}
		}
		channel, campaign := ChannelOf(text, text)
		fits(channel, longestName+16)
		fits(campaign, longestName)
		fits(NameOf(text), longestName)
		if query, err := url.ParseQuery(text); err == nil {
			channel, campaign := ChannelOf(SourceOf(query), "")
			fits(channel, longestName+16)
			fits(campaign, longestName)
		}
		fits(TargetOf(text, "/", "shop.in"), longestPage+16)
		fits(TargetOf(text, text, text), longestPage+16)
		if page, _, ok := PageOf(text); ok {
			fits(page, longestPage+1)
		}
		RobotOf(text)
	})
}
