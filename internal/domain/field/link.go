package field

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"parichay/internal/kit/fault"
)

// ChatLink returns the link to a WhatsApp chat with a phone number.
func ChatLink(phone string) string { return WhatsApp.Handle + International(phone) }

// Dialled returns a phone number in E.164 form (+919825012345), or "" if it has no digits.
func Dialled(phone string) string {
	if number := International(phone); number != "" {
		return "+" + number
	}
	return ""
}

// TelLink returns a link that dials a phone number.
func TelLink(phone string) string { return "tel:" + Dialled(phone) }

// MailLink returns a link that opens a new mail to an address. The address is escaped:
// "a?bcc=b@example.in" is a valid address and must not add a recipient.
func MailLink(email string) string {
	return "mailto:" + url.PathEscape(email)
}

// MapsLink returns a link that searches Google Maps for a postal address.
func MapsLink(address string) string {
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(strings.ReplaceAll(address, "\n", ", "))
}

var (
	schemePattern = regexp.MustCompile(`^(?i)(tel|mailto|upi|geo):`)
	// payPattern matches a UPI payment request with any parameters.
	payPattern     = regexp.MustCompile(`^//pay\?((?:[a-zA-Z]{2,12}=(?:[A-Za-z0-9._~@+,:/-]|%[2-7][0-9a-fA-F])*&?)+)$`)
	accountPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{2,64}@[A-Za-z0-9]{2,32}$`)
	// placePattern matches latitude and longitude.
	placePattern = regexp.MustCompile(`^(-?[0-9]{1,2}(?:\.[0-9]{1,8})?),(-?[0-9]{1,3}(?:\.[0-9]{1,8})?)$`)
)

// cleanLink returns the link that the typed text stands for: a URL, a phone number, a mail
// address, a payment account or a place.
func cleanLink(typed string) (string, fault.Code) {
	scheme := strings.ToLower(schemePattern.FindString(typed))
	rest := typed[len(scheme):]
	switch scheme {
	case "tel:":
		if number := LatinDigits(rest); isPhone(number) {
			return TelLink(number), ""
		}
	case "mailto:":
		if emailPattern.MatchString(rest) {
			return MailLink(rest), ""
		}
	case "upi:":
		if isPayment(rest) {
			return scheme + rest, ""
		}
	case "geo:":
		if isPlace(rest) {
			return scheme + rest, ""
		}
	default:
		if address, code := (Rule{}).cleanAddress(typed); code == "" {
			return address, ""
		}
		if number := LatinDigits(typed); isPhone(number) {
			return TelLink(number), ""
		}
		if emailPattern.MatchString(typed) {
			return MailLink(typed), ""
		}
		if accountPattern.MatchString(typed) { // not a mail address: its domain has no dot
			return "upi://pay?pa=" + typed, ""
		}
	}
	return "", fault.InvalidURL
}

// isPayment reports whether the part of a upi: link after the scheme is a payment request with
// exactly one account, such as "//pay?pa=shop@bank&pn=Shop".
func isPayment(rest string) bool {
	parts := payPattern.FindStringSubmatch(rest)
	if parts == nil {
		return false
	}
	accounts := 0
	for param := range strings.SplitSeq(parts[1], "&") {
		if account, ok := strings.CutPrefix(param, "pa="); ok {
			accounts++
			if !accountPattern.MatchString(account) {
				return false
			}
		}
	}
	return accounts == 1
}

func isPlace(rest string) bool {
	parts := placePattern.FindStringSubmatch(rest)
	if parts == nil {
		return false
	}
	lat, _ := strconv.ParseFloat(parts[1], 64) // the pattern guarantees a number
	long, _ := strconv.ParseFloat(parts[2], 64)
	return lat >= -90 && lat <= 90 && long >= -180 && long <= 180
}

// The paths of videos on the platforms. The groups are the parts that the cleaned URL keeps.
var (
	watchPattern = regexp.MustCompile(`^\?(?:.*&)?v=([A-Za-z0-9_-]{11})(?:&|$)`)
	shortPattern = regexp.MustCompile(`^/([A-Za-z0-9_-]{11})/?$`)
	shortsPath   = regexp.MustCompile(`^/shorts/([A-Za-z0-9_-]{11})/?$`)
	reelPath     = regexp.MustCompile(`^/(?:[A-Za-z0-9._]{1,30}/)?(reel|p)/([A-Za-z0-9_-]{5,64})/?$`)
)

// cleanVideo returns the URL of a video or reel without tracking parameters.
func cleanVideo(typed string) (string, fault.Code) {
	parts := webAddress(typed)
	if len(parts) == 0 || parts[3] != "" {
		return "", fault.InvalidURL
	}
	host, path, query := strings.ToLower(parts[2]), parts[4], parts[5]
	host = strings.TrimPrefix(mobilePattern.ReplaceAllString(host, ""), "www.")
	match := func(p *regexp.Regexp, in, before string) string {
		found := p.FindStringSubmatch(in)
		if found == nil {
			return ""
		}
		return before + strings.Join(found[1:], "/")
	}
	found := ""
	switch {
	case host == "youtube.com" && path == "/watch":
		found = match(watchPattern, query, "https://www.youtube.com/watch?v=")
	case host == "youtube.com":
		found = match(shortsPath, path, "https://www.youtube.com/shorts/")
	case host == "youtu.be":
		found = match(shortPattern, path, "https://youtu.be/")
	case host == "instagram.com":
		found = match(reelPath, path, "https://www.instagram.com/")
	}
	if found == "" {
		return "", fault.InvalidURL
	}
	return found, ""
}

// PlatformOf returns the platform, "instagram" or "youtube", of a video URL that Clean has
// accepted.
func PlatformOf(video string) string {
	if strings.HasPrefix(video, "https://www.instagram.com/") {
		return "instagram"
	}
	return "youtube"
}
