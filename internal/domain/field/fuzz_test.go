package field

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parichay/internal/testkit/hostile"
)

// FuzzAddress checks that a stored link opens only a web page, a call, a mail, a payment or a
// map.
func FuzzAddress(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	for _, seed := range []string{"https://a.in/b?c=d#e", "a.in", "@shop", "//a.in", `/\a.in`, "https://a@b.in", "https://a.in:99999", "https://.", "https://[::1]/", "http://0x7f.1", "/media/a.jpg", "youtu.be/dQw4w9WgXcQ", "geo:23.02,72.57", "upi://pay?pa=a@b", "+91 98250 12345", "a@b.in", "https://xn--80ak6aa92e.com", "https://a.in/%00"} {
		f.Add(seed)
	}
	kinds := map[Kind][]string{URL: {"http", "https"}, Image: {"http", "https", ""}, Link: {"http", "https", "tel", "mailto", "upi", "geo"}, Video: {"http", "https"}}
	platforms := []*Platform{nil, Instagram, WhatsApp, YouTube}
	f.Fuzz(func(t *testing.T, typed string) {
		for kind, schemes := range kinds {
			for _, platform := range platforms {
				if platform != nil && kind != URL {
					continue
				}
				rule := Rule{Kind: kind, Platform: platform}
				once, issue := rule.Clean("x", typed)
				if issue != nil {
					continue
				}
				u, err := url.Parse(once)
				if err != nil || !slices.Contains(schemes, u.Scheme) {
					t.Errorf("%s: %q is stored as %q (%v)", kind, typed, once, err)
					continue
				}
				if u.User != nil || strings.HasPrefix(once, "//") || strings.HasPrefix(once, `/\`) || strings.ContainsFunc(once, unicode.IsControl) || strings.ContainsAny(once, "\"<> \\`") {
					t.Errorf("%s: %q is stored as %q", kind, typed, once)
				}
				if twice, issue := rule.Clean("x", once); issue != nil || twice != once {
					t.Errorf("%s: %q became %q, then %q (%v)", kind, typed, once, twice, issue)
				}
			}
		}
	})
}

var dialled = regexp.MustCompile(`^(\+[0-9]{7,15})?$`)

// FuzzPhone checks that a stored number can be dialled and that its link holds only digits.
func FuzzPhone(f *testing.F) {
	for _, seed := range []string{"+91 98250 12345", "098250-12345", "००९१ ९८२५०१२३४५", "૯૮૨૫૦ ૧૨૩૪૫", "+91 (0)98250 12345", "tel:javascript:1", "1;ext=2", "+1 234 567 8900,,1", "\u202e123", strings.Repeat("9", 40), "+", "00", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if digits := International(typed); strings.Trim(digits, "0123456789") != "" {
			t.Errorf("%q is dialled as %q", typed, digits)
		}
		once, issue := Rule{Kind: Phone}.Clean("x", typed)
		if issue != nil {
			return
		}
		if number := Dialled(once); !dialled.MatchString(number) {
			t.Errorf("%q is stored as %q and dialled as %q", typed, once, number)
		}
		if twice, issue := (Rule{Kind: Phone}).Clean("x", once); issue != nil || twice != once {
			t.Errorf("%q became %q, then %q (%v)", typed, once, twice, issue)
		}
	})
}

// FuzzKinds checks that cleaning an accepted value again returns it unchanged, for every kind.
func FuzzKinds(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	kinds := []Kind{Text, Multiline, Email, Date, Month, Hour, Moment, Slug, Colour, Icon, Glyph}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, kind := range kinds {
			once, issue := Rule{Kind: kind}.Clean("x", typed)
			if issue != nil {
				continue
			}
			if hasControl(once) || kind != Multiline && strings.ContainsAny(once, "\r\n") {
				t.Errorf("%s: %q is stored as %q", kind, typed, once)
			}
			if twice, issue := (Rule{Kind: kind}).Clean("x", once); issue != nil || twice != once {
				t.Errorf("%s: %q became %q, then %q (%v)", kind, typed, once, twice, issue)
			}
		}
		if link := MailLink(typed); strings.ContainsAny(link, "?#\r\n \"<>") {
			t.Errorf("%q has the mail link %q", typed, link)
		}
		if link := MapsLink(typed); strings.ContainsAny(link, "#\r\n \"<>") {
			t.Errorf("%q has the map link %q", typed, link)
		}
	})
}

func FuzzContacts(f *testing.F) {
	for _, seed := range []string{
		"Call 98250 99999 or +1 234 567 8901", "evil (at) okaxis, evil [dot] in", "९८२५० ९९९९९ @evil_shop www.evil.in/pay?x=1", "₹1,00,000 18-03-2025 9.30-13.00",
		"upi://pay?pa=evil@okaxis A/c 12345678901 SBIN0001234", "<p>98<b>250</b> 99999 <a href=\"//evil.in\">x</a></p>", "evil dot co dot in", "tel:0 www.", "1l1O1 ．＠", "0 dot o dot n", "evil[[dot]]in",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := Contacts(text)
		if len(found) > len(text) {
			t.Fatalf("%q has %d contacts", text, len(found))
		}
		for i, c := range found {
			if c.Key == "" || c.Text == "" || !utf8.ValidString(c.Key) || !utf8.ValidString(c.Text) {
				t.Fatalf("%q has the contact %+v", text, c)
			}
			if slices.ContainsFunc(found[:i], func(other Contact) bool { return other.Key == c.Key }) {
				t.Fatalf("%q has %s twice", text, c.Key)
			}
			if len(c.Vouchers()) == 0 {
				t.Fatalf("%s has no vouchers", c.Key)
			}
		}
		if same := legible(legible(text)); same != legible(text) {
			t.Fatalf("legible is not idempotent: %q became %q, then %q", text, legible(text), same)
		}
		HTMLContacts(text)
	})
}

func BenchmarkContactsOfTheLongestArticle(b *testing.B) {
	text := strings.Repeat("<p>અમારી દુકાન ૧૯૯૮થી, ૯.૩૦–૧૩.૦૦. Call 98250 12345 or www.surya.example/menu, ₹1,00,000.</p>", 7_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		HTMLContacts(text)
	}
}
