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

// Channels without a place in the table.
const (
	Direct = "direct" // nothing says where somebody came from
	WalkIn = "walkin" // entered by the owner
	Phone  = "phone"  // entered by the owner
	Code   = "code:"  // a printed code, by its name
	Short  = "link:"  // a short link, by its name
	Site   = "site:"  // another site, by its host
	Named  = "named:" // a utm_source that the table does not know
)

// How sources of printed codes and short links begin.
const (
	CodeSource  = "q."
	ShortSource = "l."
)

// Channel is a place people come from: hosts that refer to us, names that links
// carry as utm_source, and what its own browser calls itself.
type Channel struct {
	Key   string
	Hosts []string // and all below them
	Names []string
	App   string // part of the user agent of the browser inside its app
	Hand  bool   // the owner may choose it for a lead entered by hand
}

// Channels is the only place where they are listed; what the first row claims, no
// later one gets.
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

// longestName bounds what a link may call itself.
const longestName = 60

var (
	codeName = regexp.MustCompile(`^[a-z0-9]{2,32}$`)
	hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$`)
	country  = regexp.MustCompile(`^google\.(co|com)?\.?[a-z]{2,3}$`)
)

// ChannelOf tells which channel a source belongs to, and the campaign it names. The
// user agent tells where nothing else does: browsers inside apps say no more.
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
		return Site + "address", campaign // whose address it is, is nobody's business
	}
	if hostName.MatchString(name) {
		return Site + name, campaign
	}
	return Named + name, campaign
}

// hidden stands for a name that tells who somebody is.
const hidden = "hidden"

// aPhone is a row of digits as long as somebody's number.
var aPhone = regexp.MustCompile(`\d{7}`)

// personal tells a name that links made for one person carry: an e-mail address or a
// number. Nobody may be told by what is kept.
func personal(name string) bool { return strings.Contains(name, "@") || aPhone.MatchString(name) }

func isAddress(name string) bool {
	if _, err := netip.ParseAddrPort(name); err == nil {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}

// SourceOf is the source that an address names by its query, as the page's script
// makes it where there is one.
func SourceOf(query url.Values) string {
	source := cmp.Or(query.Get("src"), query.Get("utm_source"))
	if campaign := query.Get("utm_campaign"); campaign != "" {
		source += "/" + campaign
	}
	return source
}

// NameOf is a name that a page gave, such as that of a form, fit to be kept.
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

// plain keeps what can be shown on one line, and not too much of it: at most so many
// letters. What is no text, PostgreSQL would refuse together with all around it.
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
	return strings.TrimLeft(strings.TrimSpace(text), "…") // which begins our own key of all others
}
