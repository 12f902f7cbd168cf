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

// Platform is a third-party site where a business has its own page, such as
// Instagram. People name the page by its URL or by a handle.
type Platform struct {
	Hosts   []string `json:"hosts"`             // its domains; subdomains match, too
	Handle  string   `json:"handle"`            // URL prefix that a handle is appended to
	Numbers bool     `json:"numbers,omitempty"` // a handle is a phone number
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

	// addressPattern splits a URL into scheme, host, port, path, query and fragment. It
	// rejects schemes other than http(s), user info, and any URL that a browser would
	// interpret differently from how it looks.
	addressPattern = regexp.MustCompile(`^((?i:https?)://)?` +
		`([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?` +
		`(/(?:%[0-9a-fA-F]{2}|[^ \t\n\\<>"%?#])*)?(\?[^ \t\n\\<>"#]*)?(#[^ \t\n\\<>"]*)?$`)

	numberedPattern = regexp.MustCompile(`(?:^|\.)[0-9]+$`)
	numberPattern   = regexp.MustCompile(`(?:^|\.)0[xX][0-9a-fA-F]*$`) // browsers read a hexadecimal last label as a number, too
	mobilePattern   = regexp.MustCompile(`^(?i:m|mobile)\.`)

	// trackingPattern matches the query parameters that platforms add to a shared URL.
	trackingPattern = regexp.MustCompile(`^(?:utm_[^=]*|igsh|igshid|fbclid|mibextid|si)(?:=|$)`)
)

// webAddress splits a URL as addressPattern does, or returns nil if s is not a URL. If there
// is no scheme, the host must contain a dot, because a single word is not a URL.
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

// asBrowsers converts host names as browsers do and enforces the DNS length limits.
var asBrowsers = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.VerifyDNSLength(true))

// ASCIIHost converts a host to ASCII; ok is false if it is not a valid DNS name. The
// length is checked first, because the conversion takes quadratic time.
func ASCIIHost(host string) (ascii string, ok bool) {
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

// possible reports whether a host and its port (empty if there is none) are syntactically
// valid.
func possible(host, port string) bool {
	if port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	if strings.HasPrefix(host, "[") {
		return true // webAddress parses IPv6 literals
	}
	name, ok := ASCIIHost(host)
	return ok && !numberPattern.MatchString(name)
}

// IsHost reports whether s is a host with an optional port, on any network.
func IsHost(s string) bool {
	u, err := url.Parse("http://" + s)
	return err == nil && u.Host == s && u.Hostname() != "" && !strings.HasSuffix(s, ":") && possible(u.Hostname(), u.Port()) && !strings.ContainsAny(s, "@/?#")
}

// cleanAddress returns the URL that the typed text stands for, or why it is refused.
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

// named returns the URL of the page with the typed handle, or "" if typed is not a
// handle. A handle may contain a dot, which does not make it a URL.
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

// platformAt returns the platform that host belongs to, or nil.
func platformAt(host string) *Platform {
	host = "." + strings.ToLower(host)
	for _, p := range platforms {
		if slices.ContainsFunc(p.Hosts, func(h string) bool { return strings.HasSuffix(host, "."+h) }) {
			return p
		}
	}
	return nil
}

// untracked removes tracking parameters from a query.
func untracked(query string) string {
	kept := slices.DeleteFunc(strings.Split(strings.TrimPrefix(query, "?"), "&"), trackingPattern.MatchString)
	if rest := strings.Join(kept, "&"); rest != "" {
		return "?" + rest
	}
	return ""
}

// isWebURL reports whether s is an http(s) URL that includes its scheme.
func isWebURL(s string) bool {
	parts := webAddress(s)
	return len(parts) > 1 && parts[1] != ""
}

// schemed matches the scheme of a URL as browsers read it.
var schemed = regexp.MustCompile(`^[\x00-\x20]*[a-zA-Z][a-zA-Z0-9+.\x00-\x20-]*:`)

// OnTheWeb reports whether a browser would open s as a page of the web or of this site, even
// if s is otherwise malformed. It is meant for stored values, which an earlier version or
// direct SQL may have written without today's rules.
func OnTheWeb(s string) bool {
	scheme := schemed.FindString(s)
	return scheme == "" || strings.EqualFold(scheme, "https:") || strings.EqualFold(scheme, "http:")
}

// IsPicture reports whether s can be the URL of a picture: a path of this site or an http(s)
// URL.
func IsPicture(s string) bool { return SitePath(s) || isWebURL(s) }

// SitePath reports whether s is a root-relative path of this site.
func SitePath(s string) bool {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.ContainsAny(s, " \t\n\\<>\"") {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Host == "" && !strings.Contains(u.Path, "..")
}
