package field

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"parichay/internal/kit/fault"
)

// Platform is a site of others where a business has a page of its own, and what
// people type when they mean that page.
type Platform struct {
	Hosts   []string `json:"hosts"`             // where its addresses are, each with all that is below it
	Handle  string   `json:"handle"`            // what is put before a name
	Numbers bool     `json:"numbers,omitempty"` // a name is a phone number
}

// The platforms.
var (
	Instagram = &Platform{Hosts: []string{"instagram.com", "instagr.am"}, Handle: "https://instagram.com/"}
	YouTube   = &Platform{Hosts: []string{"youtube.com", "youtu.be"}, Handle: "https://youtube.com/@"}
	Facebook  = &Platform{Hosts: []string{"facebook.com", "fb.com", "fb.me"}, Handle: "https://facebook.com/"}
	LinkedIn  = &Platform{Hosts: []string{"linkedin.com", "lnkd.in"}, Handle: "https://linkedin.com/company/"}
	X         = &Platform{Hosts: []string{"x.com", "twitter.com"}, Handle: "https://x.com/"}
	WhatsApp  = &Platform{Hosts: []string{"wa.me", "whatsapp.com"}, Handle: "https://wa.me/", Numbers: true}

	platforms = []*Platform{Instagram, YouTube, Facebook, LinkedIn, X, WhatsApp}
)

var (
	namePattern = regexp.MustCompile(`^@?([A-Za-z0-9_][A-Za-z0-9._-]*)$`)

	// addressPattern takes a web address apart: scheme, host, port, path, query and
	// fragment. What has another scheme or a user does not match, nor does what a
	// browser would read differently from how it looks.
	addressPattern = regexp.MustCompile(`^((?i:https?)://)?` +
		`([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?` +
		`(/(?:%[0-9a-fA-F]{2}|[^ \t\n\\<>"%?#])*)?(\?[^ \t\n\\<>"#]*)?(#[^ \t\n\\<>"]*)?$`)

	numberedPattern = regexp.MustCompile(`(?:^|\.)[0-9]+$`)
	numberPattern   = regexp.MustCompile(`(?:^|\.)0[xX][0-9a-fA-F]*$`) // browsers take the last part for a number, too
	mobilePattern   = regexp.MustCompile(`^(?i:m|mobile)\.`)

	// trackingPattern is what platforms add to an address that somebody shares.
	trackingPattern = regexp.MustCompile(`^(?:utm_[^=]*|igsh|igshid|fbclid|mibextid|si)(?:=|$)`)
)

// webAddress takes an address apart as addressPattern does; nil for what is none.
// One without its scheme must have a dot: a single word is no address.
func webAddress(s string) []string {
	parts := addressPattern.FindStringSubmatch(s)
	if parts == nil {
		return nil
	}
	scheme, host := parts[1], parts[2]
	if !possible(host, strings.TrimPrefix(parts[3], ":")) {
		return nil
	}
	bare, bracketed := strings.CutPrefix(strings.TrimSuffix(host, "]"), "[")
	if bracketed || numberedPattern.MatchString(host) {
		if _, err := netip.ParseAddr(bare); err != nil {
			return nil
		}
	}
	if !strings.Contains(host, ".") && (scheme == "" || host != "localhost" && !bracketed) {
		return nil
	}
	return parts
}

// asBrowsers read names of hosts, and as long as the DNS has them.
var asBrowsers = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.VerifyDNSLength(true))

// asciiHost is a host in ASCII, if the DNS can have it. It measures first: the
// conversion takes time that grows with the square of the length.
func asciiHost(host string) (ascii string, ok bool) {
	const most, mostLabel = 1024, 63
	if len(host) > most {
		return "", false
	}
	for label := range strings.SplitSeq(host, ".") {
		if utf8.RuneCountInString(label) > mostLabel {
			return "", false
		}
	}
	ascii, err := asBrowsers.ToASCII(host)
	return ascii, err == nil
}

// possible tells whether there can be such a host, and such a port.
func possible(host, port string) bool {
	if port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	if strings.HasPrefix(host, "[") {
		return true // its digits are looked at elsewhere
	}
	name, ok := asciiHost(host)
	return ok && !numberPattern.MatchString(name)
}

// IsHost accepts what can stand between :// and the path of an address, on any network.
func IsHost(s string) bool {
	u, err := url.Parse("http://" + s)
	return err == nil && u.Host == s && u.Hostname() != "" && !strings.HasSuffix(s, ":") && possible(u.Hostname(), u.Port()) && !strings.ContainsAny(s, "@/?#")
}

// cleanAddress returns the address that is meant by what was typed.
func (r Rule) cleanAddress(typed string) (string, fault.Code) {
	if named := r.Platform.named(typed); named != "" {
		return named, ""
	}
	parts := webAddress(typed)
	if parts == nil {
		return "", fault.InvalidURL
	}
	if parts[1] == "" {
		parts[1], parts[2] = "https://", strings.ToLower(parts[2])
	}
	if home := platformAt(parts[2]); r.Platform != nil && home != nil {
		if home != r.Platform {
			return "", fault.OtherPlatform
		}
		parts[2], parts[5] = mobilePattern.ReplaceAllString(parts[2], ""), untracked(parts[5])
	}
	return strings.Join(parts[1:], ""), ""
}

// named is the address of somebody's page on the platform; empty when what was typed
// is no name there. A name may have a dot, which does not make it an address.
func (p *Platform) named(typed string) string {
	if p == nil {
		return ""
	}
	if number := LatinDigits(typed); p.Numbers {
		if !isPhone(number) {
			return ""
		}
		return p.Handle + International(number)
	}
	name := namePattern.FindStringSubmatch(typed)
	if name == nil || platformAt(typed) != nil || strings.HasPrefix(strings.ToLower(typed), "www.") {
		return ""
	}
	return p.Handle + name[1]
}

// platformAt is the one whose host this is, or nil.
func platformAt(host string) *Platform {
	host = "." + strings.ToLower(host)
	for _, p := range platforms {
		if slices.ContainsFunc(p.Hosts, func(h string) bool { return strings.HasSuffix(host, "."+h) }) {
			return p
		}
	}
	return nil
}

// untracked is a query without what tells who shared the address.
func untracked(query string) string {
	kept := slices.DeleteFunc(strings.Split(strings.TrimPrefix(query, "?"), "&"), trackingPattern.MatchString)
	if rest := strings.Join(kept, "&"); rest != "" {
		return "?" + rest
	}
	return ""
}

// isWebURL accepts an address that is written out in full.
func isWebURL(s string) bool {
	parts := webAddress(s)
	return len(parts) > 1 && parts[1] != ""
}

// schemed finds how an address begins that has a scheme, as browsers read it.
var schemed = regexp.MustCompile(`^[\x00-\x20]*[a-zA-Z][a-zA-Z0-9+.\x00-\x20-]*:`)

// OnTheWeb accepts what leads to the web or to this site, as browsers read it, whatever
// else is wrong with it: for what was stored, by an earlier version or past the server.
func OnTheWeb(s string) bool {
	scheme := schemed.FindString(s)
	return scheme == "" || strings.EqualFold(scheme, "https:") || strings.EqualFold(scheme, "http:")
}

// IsPicture accepts what a picture's address may be, here or elsewhere.
func IsPicture(s string) bool { return SitePath(s) || isWebURL(s) }

// SitePath accepts a root-relative path of this site.
func SitePath(s string) bool {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.ContainsAny(s, " \t\n\\<>\"") {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Host == "" && !strings.Contains(u.Path, "..")
}
