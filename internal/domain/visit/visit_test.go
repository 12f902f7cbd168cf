package visit

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

const (
	android = "Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
	iPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
)

func TestChannelOfRecognizesKnownSources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, agent, channel, campaign string }{
		{"", android, Direct, ""},
		{"", iPhone + " Instagram 330.0.0.29.109", "instagram", ""},
		{"", "Mozilla/5.0 (Linux; Android 14; wv) [FB_IAB/FB4A;FBAV/440.0.0.29]", "facebook", ""},
		{"", iPhone + " WhatsApp/2.24.1", "whatsapp", ""},
		{"", iPhone + " GSA/300.0", "google", ""},
		{"", iPhone + " LinkedInApp]/9.1", "linkedin", ""},
		{"/diwali", android, Direct, "diwali"},
		{"instagram", android, "instagram", ""},
		{"ig/diwali", android, "instagram", "diwali"},
		{"Instagram/Diwali Sale", android, "instagram", "Diwali Sale"},
		{"l.instagram.com", android, "instagram", ""},
		{"notinstagram.com", android, "site:notinstagram.com", ""},
		{"www.instagram.com", android, "instagram", ""},
		{"wa.me", android, "whatsapp", ""},
		{"com.whatsapp", android, "whatsapp", ""},
		{"lm.facebook.com", android, "facebook", ""},
		{"t.co", android, "x", ""},
		{"google.co.in", android, "google", ""},
		{"google.de", android, "google", ""},
		{"google.com", iPhone + " Instagram 330", "google", ""}, // the source takes precedence over the user agent
		{"mail.google.com", android, "email", ""},
		{"gemini.google.com", android, "ai", ""},
		{"com.google.android.googlequicksearchbox", android, "google", ""},
		{"bing.com", android, "search", ""},
		{"dir.indiamart.com", android, "indiamart", ""},
		{"m.youtube.com", android, "youtube", ""},
		{"q.board1", android, "code:board1", ""},
		{"q.board1/diwali", android, "code:board1", "diwali"},
		{"l.diwali/x", android, "link:diwali", "x"},
		{"x/…other", android, "x", "other"},
		{"ramesh@example.com/9812345678", android, "named:hidden", ""},
		{"192.168.1.7:8080", android, "site:address", ""},
		{"[2001:db8::1]", android, "site:address", ""},
		{"l.diwali", android, "link:diwali", ""},
		{"q.", android, "named:q.", ""},
		{"q.no_t", android, "named:q.no_t", ""},
		{"blog.example.in", android, "site:blog.example.in", ""},
		{"192.168.1.7", android, "site:address", ""},
		{"2001:db8::1", android, "site:address", ""},
		{"flyer/june", android, "named:flyer", "june"},
		{"a\x00b\nc", android, "named:abc", ""},
		{"\xff\xfe", android, Direct, ""},
		{strings.Repeat("ગ", 500), android, Named + strings.Repeat("ગ", longestName), ""},
	} {
		channel, campaign := ChannelOf(c.source, c.agent)
		assert.Equal(t, [2]string{c.channel, c.campaign}, [2]string{channel, campaign}, c.source)
	}
}

func TestChannelOfFindsEveryNameAndHost(t *testing.T) {
	t.Parallel()
	for i := range Channels {
		for _, name := range append(Channels[i].Names, Channels[i].Hosts...) {
			channel, _ := ChannelOf(name, "")
			assert.Equal(t, Channels[i].Key, channel, name)
		}
	}
}

func TestTargetOfRecognizesKnownLinks(t *testing.T) {
	t.Parallel()
	const host = "shop.example.in"
	for _, c := range []struct{ address, page, target string }{
		{"https://wa.me/919825012345?text=Hello", "/", WhatsApp},
		{"https://api.whatsapp.com/send?phone=919825012345", "/services", WhatsApp},
		{"whatsapp://send?phone=919825012345", "/", WhatsApp},
		{"tel:+919825012345", "/", Call},
		{"sms:+919825012345", "/", Call},
		{"mailto:somebody@example.in", "/", Email},
		{"geo:22.3,73.2", "/", Maps},
		{"https://maps.app.goo.gl/abc", "/", Maps},
		{"https://www.google.com/maps/place/x", "/", Maps},
		{"https://www.google.co.in/maps?q=x", "/", Maps},
		{"https://www.google.com/search?q=x", "/", "link:https://www.google.com/search"},
		{"https://play.google.com/store/apps/details?id=x", "/download", Store},
		{"https://shop.example.in/files/app.APK", "/download", APK},
		{"/contact.vcf", "/", Contact},
		{"https://shop.example.in/gu/contact.vcf", "/services", Contact},
		{"https://www.instagram.com/somebody", "/", "social:instagram"},
		{"https://youtu.be/abc", "/", "social:youtube"},
		{"https://t.me/somebody", "/", "social:telegram"},
		{"https://Other.example/Path?secret=1#x", "/", "link:https://other.example/Path"},
		{"https://other.example:8443/a", "/", "link:https://other.example:8443/a"},
		{"https://other.example", "/", "link:https://other.example/"},
		{"https://दुकान.भारत/मेनू", "/", "link:https://xn--11b7ah1gn.xn--h2brj9c/मेनू"},
		{"/services", "/", "page:/services"},
		{"https://shop.example.in/gu/services", "/", "page:/services"},
		{"/gu", "/", ""},
		{"/services", "/blog", ""},
		{"#top", "/", ""},
		{"/admin/inbox", "/", ""},
		{"javascript:alert(1)", "/", ""},
		{"https://other.example/%00%ff", "/", "link:https://other.example/"},
		{"http://[", "/", ""},
		{"", "/", ""},
	} {
		assert.Equal(t, c.target, TargetOf(c.address, c.page, host), c.address)
	}
}

func TestPageOfIgnoresLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, page string
		lang       locales.Lang
	}{
		{"/", "/", ""},
		{"/gu", "/", locales.Gujarati},
		{"/gu/", "/", locales.Gujarati},
		{"/en/services", "/services", locales.English},
		{"/guide", "/guide", ""},
		{"/hi/blog/an-article", "/blog/an-article", locales.Hindi},
		{"/blog/", "/blog", ""},
		{"/draft/a-secret", "/draft", ""},
		{"/gu/draft/a-secret", "/draft", locales.Gujarati},
		{"/blog\x00\xff", "/blog", ""},
	} {
		page, lang, ok := PageOf(c.path)
		assert.True(t, ok, c.path)
		assert.Equal(t, c.page, page, c.path)
		assert.Equal(t, c.lang, lang, c.path)
	}
	for _, none := range []string{"", "blog", "https://x", "/admin", "/gu/admin/inbox", "/api/v1/site"} {
		_, _, ok := PageOf(none)
		assert.False(t, ok, none)
	}
}

func TestDayUsesIndianTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ at, day string }{
		{"2026-11-16T18:29:59Z", "2026-11-16"},
		{"2026-11-16T18:30:00Z", "2026-11-17"},
		{"2026-12-31T18:30:00Z", "2027-01-01"},
		{"2026-11-17T00:00:00+05:30", "2026-11-17"},
		{"2026-11-16T23:00:00-05:00", "2026-11-17"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		require.NoError(t, err)
		assert.Equal(t, c.day, Day(at).Format(time.DateOnly), c.at)
	}
}

func TestRobotOfIgnoresBrowsers(t *testing.T) {
	t.Parallel()
	for agent, reason := range map[string]Reason{
		"Mozilla/5.0 (compatible; Qwantify/2.4w)":                                             Bot,
		"Mozilla/5.0 (Windows NT 6.1) Google (+https://developers.google.com/+/web/snippet/)": Bot,
		android: "", iPhone: "",
		iPhone + " Instagram 330.0.0.29.109":                                                       "",
		iPhone + " WhatsApp/2.24.1":                                                                "",
		iPhone + " Twitter for iPhone/10.1":                                                        "",
		"Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) Chrome/120 Mobile":                         "",
		"Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.12.423":                                  "",
		"WhatsApp/2.23.20.0 A":                                                                     Preview,
		"WhatsApp/2.2587.9 W":                                                                      Preview,
		"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)":                Preview,
		"TelegramBot (like TwitterBot)":                                                            Preview,
		"Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)":                        Preview,
		"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)":                               Preview,
		"LinkedInBot/1.0 (compatible; Mozilla/5.0)":                                                Preview,
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                 Bot,
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/130":   Bot,
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0":              Bot,
		"Mozilla/5.0 (Linux; Android 11; moto g power) Chrome/130 Mobile Chrome-Lighthouse":        Bot,
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2) Safari/537.36": Bot,
		"curl/8.5.0": Bot, "python-requests/2.32": Bot, "Go-http-client/2.0": Bot, "okhttp/4.12.0": Bot,
		"": Bot, "Parichay": Bot, "\xff\xfe": Bot,
		"Mozilla/5.0 " + strings.Repeat("x", longestAgent) + "bot": "", // beyond the part that is checked
	} {
		assert.Equal(t, reason, RobotOf(agent), agent)
	}
}

func TestKeysAreShortValidText(t *testing.T) {
	t.Parallel()
	for _, junk := range []string{"\x00", "\xff", strings.Repeat("ક", 5000), "https://x.in/" + strings.Repeat("ક", 5000), "https://" + strings.Repeat("a.", 3000) + "in", "/\u202e\u0000"} {
		channel, campaign := ChannelOf(junk+"/"+junk, junk)
		page, _, _ := PageOf("/" + junk)
		for _, key := range []string{channel, campaign, page, TargetOf(junk, "/", "x.test")} {
			assert.True(t, utf8.ValidString(key) && !strings.ContainsRune(key, 0), "%q", key)
			assert.LessOrEqual(t, utf8.RuneCountInString(key), 206)
		}
	}
}
