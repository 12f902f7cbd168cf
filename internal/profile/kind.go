package profile

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/fault"
	"parichay/internal/letter"
)

// Kind is what sort of value a field holds. Kinds are code, fields are data:
// a new field picks one of these, it does not bring rules of its own.
type Kind string

// The kinds.
const (
	Text      Kind = "text"
	Multiline Kind = "multiline"
	URL       Kind = "url"
	Phone     Kind = "phone"
	Email     Kind = "email"
	Image     Kind = "image"
	Range     Kind = "range"
	Swatch    Kind = "swatch"
)

// bound is the longest value of a kind whose field names no bound of its own.
func (k Kind) bound() int {
	switch k {
	case URL, Image:
		return 2048
	case Email:
		return 254
	case Phone:
		return 32
	case Text, Multiline, Range, Swatch:
		return 500
	}
	return 500
}

// emailPattern is the one browsers apply to <input type=email>, so that both
// sides refuse the same addresses.
var emailPattern = regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~` + "`" + `-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`)

var phonePattern = regexp.MustCompile(`^\+?[0-9 ().-]+$`)

// Clean returns the value as it will be stored, or the issue that refuses it.
func (f *Field) Clean(raw string) (string, *fault.Issue) {
	value := tidy(raw)
	if f.Kind != Multiline && strings.Contains(value, "\n") {
		return "", f.issue(fault.InvalidValue, "")
	}
	if hasControl(value) {
		return "", f.issue(fault.InvalidValue, "")
	}
	if value == "" {
		switch {
		case f.Optional:
			return "", nil
		case f.Min > 0 && f.Kind == Text:
			return "", f.issue(fault.TooShort, strconv.Itoa(f.Min))
		default:
			return "", f.issue(fault.Required, "")
		}
	}
	if f.Kind != Range {
		if n := letter.Count(value); n > f.Max || len(value) > 16*f.Max {
			return "", f.issue(fault.TooLong, strconv.Itoa(f.Max))
		} else if n < f.Min {
			return "", f.issue(fault.TooShort, strconv.Itoa(f.Min))
		}
	}
	return f.cleanKind(value)
}

func (f *Field) cleanKind(value string) (string, *fault.Issue) {
	switch f.Kind {
	case URL:
		if f.Bare && !hasScheme(value) {
			value = "https://" + value
		}
		if !webURL(value) {
			return "", f.issue(fault.InvalidURL, "")
		}
	case Image:
		if !sitePath(value) && !webURL(value) {
			return "", f.issue(fault.InvalidURL, "")
		}
	case Email:
		if !emailPattern.MatchString(value) {
			return "", f.issue(fault.InvalidEmail, "")
		}
	case Phone:
		if n := len(digits(value)); !phonePattern.MatchString(value) || n < 5 || n > 15 {
			return "", f.issue(fault.InvalidPhone, "")
		}
	case Range:
		n, err := strconv.Atoi(value)
		if err != nil || n < f.Min || n > f.Max || n%f.Step != 0 {
			return "", f.issue(fault.InvalidValue, strconv.Itoa(f.Min)+"–"+strconv.Itoa(f.Max))
		}
		value = strconv.Itoa(n)
	case Swatch:
		i := slices.IndexFunc(f.Options, func(o string) bool { return strings.EqualFold(o, value) })
		if i < 0 {
			return "", f.issue(fault.InvalidValue, "")
		}
		value = f.Options[i]
	case Text, Multiline:
	}
	return value, nil
}

func (f *Field) issue(code fault.Code, want string) *fault.Issue {
	return &fault.Issue{Field: f.Key, Code: code, Want: want}
}

// tidy trims, composes and evens out line ends; nothing a reader would see is lost.
func tidy(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD"))
	rows := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range rows {
		rows[i] = strings.TrimRightFunc(rows[i], unicode.IsSpace)
	}
	return strings.TrimSpace(strings.Join(rows, "\n"))
}

// hasControl finds characters that are never typed and never shown: they hide
// text, break mail headers, or are refused by PostgreSQL (NUL).
func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	})
}

var schemePattern = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)

// hasScheme tells "mailto:x" and "https://x" from "example.com:8080/x": what
// follows a port's colon is a digit.
func hasScheme(s string) bool {
	scheme := schemePattern.FindString(s)
	if scheme == "" {
		return false
	}
	rest := s[len(scheme):]
	return rest == "" || rest[0] < '0' || rest[0] > '9'
}

// webURL accepts absolute http and https addresses and nothing that a browser
// would read differently from how it looks.
func webURL(s string) bool {
	if strings.ContainsAny(s, " \t\n\\<>\"") {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Opaque == "" && u.Hostname() != "" && u.User == nil
}

// sitePath accepts a root-relative path of this site.
func sitePath(s string) bool {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.ContainsAny(s, " \t\n\\<>\"") {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Host == "" && !strings.Contains(u.Path, "..")
}
