package visit

import (
	"cmp"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Channels that are not in the table.
const (
	Direct = "direct" // no known origin
	WalkIn = "walkin" // entered by the owner
	Phone  = "phone"  // entered by the owner
	Code   = "code:"  // a printed code; its name follows
	Short  = "link:"  // a short link; its name follows
	Site   = "site:"  // another site; its host follows
	Named  = "named:" // an unknown utm_source, which follows
)

// Prefixes of the sources of printed codes and short links.
const (
	CodeSource  = "q."
	ShortSource = "l."
)

// Channel is an origin of visitors. It is recognized by the referrer's host, the
// utm_source of a link or the user agent of the app's own browser.
type Channel struct {
	Key   string
	Hosts []string // subdomains match, too
	Names []string
	App   string // part of the user agent of the browser inside its app
	Hand  bool   // the owner may choose it for a lead entered by hand
}

// Channels lists all channels. The first row that matches wins.
var Channels = []Channel{
	{Key: "instagram", Hosts: []string{"instagram.com"}, Names: []string{"instagram", "ig", "insta"}, App: "Instagram", Hand: true},
	{Key: "whatsapp", Hosts: []string{"whatsapp.com", "wa.me", "com.whatsapp", "com.whatsapp.w4b"}, Names: []string{"whatsapp", "wa"}, App: "WhatsApp", Hand: true},
	{Key: "facebook", Hosts: []string{"facebook.com", "fb.com", "fb.me", "messenger.com"}, Names: []string{"facebook", "fb", "meta"}, App: "FBA", Hand: true},
	{Key: "youtube", Hosts: []string{"youtube.com", "youtu.be"}, Names: []string{"youtube", "yt"}},
	{Key: "linkedin", Hosts: []string{"linkedin.com", "lnkd.in", "com.linkedin.android"}, Names: []string{"linkedin"}, App: "LinkedInApp"},
	{Key: "x", Hosts: []string{"x.com", "twitter.com", "t.co"}, Names: []string{"x", "twitter"}, App: "Twitter"},
	{Key: "telegram", Hosts: []string{"telegram.org", "t.me", "telegram.me", "org.telegram.messenger"}, Names: []string{"telegram"}},
	{Key: "indiamart", Hosts: []string{"indiamart.com"}, Names: []string{"indiamart"}, Hand: true},
	{Key: "justdial", Hosts: []string{"justdial.com"}, Names: []string{"justdial", "jd"}, Hand: true},
	{Key: "email", Hosts: []string{"mail.google.com", "com.google.android.gm", "mail.yahoo.com", "outlook.live.com"}, Names: []string{"email", "mail", "newsletter"}},
	{Key: "sms", Names: []string{"sms"}},
	{Key: "ai", Hosts: []string{"chatgpt.com", "chat.openai.com", "perplexity.ai", "gemini.google.com", "copilot.microsoft.com", "claude.ai"}, Names: []string{"chatgpt", "chatgpt.com", "perplexity"}},
	{Key: "google", Hosts: []string{"google.com", "google.co.in", "com.google.android.googlequicksearchbox"}, Names: []string{"google", "gmb", "gbp"}, App: "GSA/", Hand: true},
	{Key: "search", Hosts: []string{"bing.com", "duckduckgo.com", "search.yahoo.com", "yandex.com", "ecosia.org", "search.brave.com"}, Names: []string{"bing", "duckduckgo"}},
}

// longestName is the maximum length of the stored name of a source, campaign or form.
const longestName = 60

var (
	codeName = regexp.MustCompile(`^[a-z0-9]{2,32}$`)
	hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$`)
	country  = regexp.MustCompile(`^google\.(co|com)?\.?[a-z]{2,3}$`)
)

// ChannelOf returns the channel and the campaign of a source. If the source is empty, the user
// agent decides, because the browsers inside apps often send nothing else.
func ChannelOf(source, userAgent string) (channel, campaign string) {
	name, campaign, _ := strings.Cut(strings.TrimSpace(source), "/")
	if code, ok := strings.CutPrefix(name, CodeSource); ok && codeName.MatchString(code) {
		return Code + code, plain(campaign, longestName)
	}
	if code, ok := strings.CutPrefix(name, ShortSource); ok && codeName.MatchString(code) {
		return Short + code, plain(campaign, longestName)
	}
	name, campaign = strings.TrimPrefix(strings.ToLower(plain(name, longestName)), "www."), plain(campaign, longestName)
	if personal(campaign) {
		campaign = ""
	}
	switch {
	case name == "":
		return inApp(userAgent), campaign
	case personal(name):
		return Named + hidden, campaign
	}
	if country.MatchString(name) {
		name = "google.com"
	}
	for i := range Channels {
		if Channels[i].claims(name) {
			return Channels[i].Key, campaign
		}
	}
	if isAddress(name) {
		return Site + "address", campaign // an IP address may identify a person
	}
	if hostName.MatchString(name) {
		return Site + name, campaign
	}
	return Named + name, campaign
}

// Inventable reports whether anybody can create a channel of this type by putting a new name
// into a URL, so that their number has no limit.
func Inventable(channel string) bool {
	return slices.ContainsFunc([]string{Code, Short, Site, Named}, func(prefix string) bool { return strings.HasPrefix(channel, prefix) })
}

// hidden replaces a name that identifies a person.
const hidden = "hidden"

// aPhone matches as many digits as a phone number has.
var aPhone = regexp.MustCompile(`\d{7}`)

// personal reports whether a name identifies a person, as in links made for one
// recipient: it contains an email address or a phone number. Such names are not stored.
func personal(name string) bool { return strings.Contains(name, "@") || aPhone.MatchString(name) }

func isAddress(name string) bool {
	if _, err := netip.ParseAddrPort(name); err == nil {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}

// SourceOf returns the source named by a URL's query. The page's script computes it in the
// same way.
func SourceOf(query url.Values) string {
	source := cmp.Or(query.Get("src"), query.Get("utm_source"))
	if campaign := query.Get("utm_campaign"); campaign != "" {
		source += "/" + campaign
	}
	return source
}

// NameOf returns the storable form of a name that a page sent, such as the name of a form.
func NameOf(text string) string { return plain(text, longestName) }

func (c *Channel) claims(name string) bool {
	if slices.Contains(c.Names, name) {
		return true
	}
	for _, host := range c.Hosts {
		if name == host || strings.HasSuffix(name, "."+host) {
			return true
		}
	}
	return false
}

func inApp(userAgent string) string {
	for i := range Channels {
		if app := Channels[i].App; app != "" && strings.Contains(userAgent, app) {
			return Channels[i].Key
		}
	}
	return Direct
}

// plain returns at most most printable characters of a text. The result is valid UTF-8:
// PostgreSQL would refuse a whole batch because of one invalid text.
func plain(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if len(text) > most {
		if letters := []rune(text); len(letters) > most {
			text = string(letters[:most])
		}
	}
	return strings.TrimLeft(strings.TrimSpace(text), "…") // reserved: the key Other begins with it
}
