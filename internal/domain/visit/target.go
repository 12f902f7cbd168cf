package visit

import (
	"cmp"
	"net/url"
	"path"
	"strings"

	"parichay/internal/domain/field"
)

// Keys of targets. Most stand for all URLs of one type; the last three are prefixes.
const (
	WhatsApp = "whatsapp"
	Call     = "call"
	Email    = "email"
	Maps     = "maps"
	Store    = "store"
	APK      = "apk"
	Contact  = "contact"
	Shared   = "share"
	Social   = "social:" // the channel's key follows
	Link     = "link:"   // host and path follow
	Page     = "page:"   // the path without language follows
)

// longestTarget is the maximum length of a key; longer ones are cut.
const longestTarget = 200

var byHost = map[string]string{
	"wa.me": WhatsApp, "api.whatsapp.com": WhatsApp, "web.whatsapp.com": WhatsApp, "whatsapp.com": WhatsApp,
	"maps.google.com": Maps, "maps.app.goo.gl": Maps, "goo.gl": Maps, "maps.apple.com": Maps,
	"play.google.com": Store, "apps.apple.com": Store, "itunes.apple.com": Store,
}

// social lists the channels whose links are social links.
var social = []string{"instagram", "facebook", "youtube", "linkedin", "x", "telegram"}

// TargetOf returns the key of a tapped link with that URL on that page. It is empty for
// links to the site's own pages, except on the home page, where the owner arranges them.
func TargetOf(address, page, host string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "tel", "sms":
		return Call
	case "mailto":
		return Email
	case "whatsapp":
		return WhatsApp
	case "geo":
		return Maps
	case "http", "https", "":
	default:
		return ""
	}
	name := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if strings.HasSuffix(strings.ToLower(u.Path), ".apk") {
		return APK
	}
	if name == "" || strings.EqualFold(u.Host, host) {
		return ownTarget(u.Path, page)
	}
	if key, ok := byHost[name]; ok {
		return key
	}
	if strings.HasPrefix(name, "google.") && strings.HasPrefix(u.Path, "/maps") {
		return Maps
	}
	for _, key := range social {
		for i := range Channels {
			if Channels[i].Key == key && Channels[i].claims(name) {
				return Social + key
			}
		}
	}
	to := Link + strings.ToLower(u.Scheme) + "://" + browserHost(u)
	if !strings.Contains(u.Path, "@") { // may identify a person
		to += cmp.Or(u.Path, "/")
	}
	return plain(to, longestTarget)
}

// browserHost returns the host and port of a URL as browsers send them, so that a URL typed by
// the owner and a tap on it have the same key.
func browserHost(u *url.URL) string {
	name, port, _ := strings.Cut(u.Host, ":")
	if ascii, ok := field.ASCIIHost(name); ok && port == u.Port() { // not an IPv6 address
		return strings.TrimSuffix(ascii+":"+port, ":")
	}
	return strings.ToLower(u.Host)
}

func ownTarget(to, page string) string {
	if strings.HasSuffix(to, "/contact.vcf") {
		return Contact
	}
	if to, _, ok := PageOf(path.Clean("/" + to)); ok && page == "/" && to != "/" {
		return Page + to
	}
	return ""
}
