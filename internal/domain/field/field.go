// Package field defines the kinds of values that the site's fields can have, and validates
// them. The profile, the lists and the forms only declare the kind and the limits of each
// field; all validation code is here.
package field

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
)

// Kind is the type of a field's value.
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
	Switch    Kind = "switch" // Yes or No
	Order     Kind = "order"  // some of Options, each at most once, separated by commas
	Choice    Kind = "choice" // one of a few words
	Colour    Kind = "colour" // any colour, as #RRGGBB
	Tags      Kind = "tags"   // a list of short texts; Clean takes one of them
	HTML      Kind = "html"   // package content decides which tags are allowed
	Icon      Kind = "icon"
	Glyph     Kind = "glyph"     // an icon that is chosen by its appearance
	Date      Kind = "date"      // 2025-03-18
	Month     Kind = "month"     // 2025-03
	Moment    Kind = "moment"    // 2025-03-18T09:30, Indian time
	Hour      Kind = "hour"      // 09:30, Indian time
	Slug      Kind = "slug"      // the last part of a URL; package content derives it from a title
	Link      Kind = "link"      // anything that a visitor may open, see link.go
	Video     Kind = "video"     // a video on YouTube or Instagram
	Questions Kind = "questions" // the questions of a form, see ParseQuestions
	Days      Kind = "days"      // special days, one per line; package hours reads them
	Price     Kind = "price"     // what something costs, see ParsePrice
	Group     Kind = "group"     // the name of a group of services; nothing makes sure that there is one
)

// The values of a Switch.
const (
	Yes = "yes"
	No  = "no"
)

// Comma separates the members of an Order.
const Comma = ","

// usualBound is the maximum length of a value if neither its rule nor its kind sets one.
const usualBound = 500

var bounds = map[Kind]int{URL: 2048, Link: 2048, Video: 2048, Image: 2048, Email: 254, Phone: 32, HTML: 60_000, Days: 40_000, Icon: 40, Glyph: 40, Tags: 120, Price: 40}

// emailPattern is the pattern that browsers apply to <input type=email>, but it also requires
// a dot in the domain: mail to a domain without a dot never leaves the machine.
var emailPattern = regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~` + "`" + `-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$`)

// layouts of Date and Month.
var layouts = map[Kind]string{Date: time.DateOnly, Month: "2006-01"}

// Layout returns the time layout of a Date or a Month, and "" for every other kind. A month
// stands for its first day.
func (r Rule) Layout() string { return layouts[r.Kind] }

// The time layouts of a Moment and an Hour.
const (
	MomentLayout = "2006-01-02T15:04"
	HourLayout   = "15:04"
)

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

var iconPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)

// colourPattern accepts a colour with or without its #, because people copy both.
var colourPattern = regexp.MustCompile(`^#?[0-9A-Fa-f]{6}$`)

var phonePattern = regexp.MustCompile(`^\+?[0-9 ().-]+$`)

// Rule states which values a field accepts.
type Rule struct {
	Kind     Kind
	Min, Max int       // length in letters, or value of a Range; Max 0 means the kind's bound
	Step     int       // Range only
	Options  []string  // the only values of Swatch, Choice, Order and Tags; suggestions for Colour
	Optional bool      // may be empty
	Picture  *Picture  // Image and HTML only
	Platform *Platform // URL only: URLs of other platforms are refused; URLs that belong to no platform are accepted
	Watch    Watch     // how changes are watched; empty means the kind's way
}

// Picture states how a field's pictures are chosen and stored.
type Picture struct {
	Folder  string  `json:"folder"`            // what the picture is for; part of its URL
	Aspect  float64 `json:"aspect,omitempty"`  // width / height that it is cropped to; 0: any
	Round   bool    `json:"round,omitempty"`   // shown as a circle
	Address bool    `json:"address,omitempty"` // may also be given as a URL
}

// Bound returns the maximum length, or the maximum value of a Range, that the rule allows.
func (r Rule) Bound() int { return cmp.Or(r.Max, bounds[r.Kind], usualBound) }

// bytesPerLetter is the maximum average size of a letter. A single letter can have any number
// of combining marks, but even dense Gujarati or Hindi needs fewer than ten bytes a letter.
const bytesPerLetter = 12

// Clean returns the value as it will be stored, or an issue if it is refused.
// key names the field in the issue.
func (r Rule) Clean(key, raw string) (string, *fault.Issue) {
	refuse := func(code fault.Code, want string) (string, *fault.Issue) {
		return "", &fault.Issue{Field: key, Code: code, Want: want}
	}
	value := tidy(raw)
	if hasControl(value) || !slices.Contains([]Kind{Multiline, HTML, Questions, Days}, r.Kind) && strings.Contains(value, "\n") {
		return refuse(fault.InvalidValue, "")
	}
	if value == "" {
		switch {
		case r.Optional:
			return "", nil
		case r.Min > 0 && (r.Kind == Text || r.Kind == Multiline):
			return refuse(fault.TooShort, strconv.Itoa(r.Min))
		default:
			return refuse(fault.Required, "")
		}
	}
	if r.Kind != Range {
		if n := grapheme.Count(value); n > r.Bound() || len(value) > bytesPerLetter*r.Bound() {
			return refuse(fault.TooLong, strconv.Itoa(r.Bound()))
		} else if n < r.Min {
			return refuse(fault.TooShort, strconv.Itoa(r.Min))
		}
	}
	value, code := r.cleanKind(value)
	if code == "" {
		return value, nil
	}
	if r.Kind == Range {
		return refuse(code, strconv.Itoa(r.Min)+"–"+strconv.Itoa(r.Max))
	}
	return refuse(code, "")
}

// Check is like Clean, but returns the issue as an error, for callers with a single value.
func (r Rule) Check(key, raw string) (string, error) {
	value, issue := r.Clean(key, raw)
	if issue != nil {
		return "", fault.Invalid{Issues: []fault.Issue{*issue}}
	}
	return value, nil
}

func (r Rule) cleanKind(value string) (string, fault.Code) {
	switch r.Kind {
	case URL:
		return r.cleanAddress(value)
	case Image:
		ours := r.Picture != nil && !r.Picture.Address
		if !IsPicture(value) || ours && !SitePath(value) {
			return "", fault.InvalidURL
		}
	case Email:
		if !emailPattern.MatchString(value) {
			return "", fault.InvalidEmail
		}
	case Phone:
		if value = LatinDigits(value); !isPhone(value) {
			return "", fault.InvalidPhone
		}
	case Range:
		n, err := strconv.Atoi(value)
		if err != nil || n < r.Min || n > r.Max || n%r.Step != 0 {
			return "", fault.InvalidValue
		}
		value = strconv.Itoa(n)
	case Swatch:
		i := slices.IndexFunc(r.Options, func(o string) bool { return strings.EqualFold(o, value) })
		if i < 0 {
			return "", fault.InvalidValue
		}
		value = r.Options[i]
	case Switch:
		if value != Yes && value != No {
			return "", fault.InvalidValue
		}
	case Order:
		if !r.isOrder(strings.Split(value, Comma)) {
			return "", fault.InvalidValue
		}
	case Colour:
		if !colourPattern.MatchString(value) {
			return "", fault.InvalidValue
		}
		value = "#" + strings.ToUpper(strings.TrimPrefix(value, "#"))
	case Icon, Glyph:
		if !iconPattern.MatchString(value) {
			return "", fault.InvalidValue
		}
	case Date, Month:
		if day, err := time.Parse(layouts[r.Kind], value); err != nil || day.Year() < 1900 {
			return "", fault.InvalidValue
		}
	case Choice:
		if !slices.Contains(r.Options, value) {
			return "", fault.InvalidValue
		}
	case Moment:
		if at, err := time.Parse(MomentLayout, value); err != nil || at.Year() < 1900 || at.Format(MomentLayout) != value {
			return "", fault.InvalidValue
		}
	case Hour:
		if at, err := time.Parse(HourLayout, value); err != nil || at.Format(HourLayout) != value {
			return "", fault.InvalidValue
		}
	case Slug:
		if !slugPattern.MatchString(value) {
			return "", fault.InvalidValue
		}
	case Link:
		return cleanLink(value)
	case Video:
		return cleanVideo(value)
	case Questions:
		asked, ok := ParseQuestions(value)
		if !ok {
			return "", fault.InvalidValue
		}
		value = FormatQuestions(asked)
	case Tags:
		if len(r.Options) > 0 && !slices.Contains(r.Options, value) {
			return "", fault.InvalidValue
		}
	case Price:
		if _, ok := ParsePrice(value); !ok {
			return "", fault.InvalidValue
		}
	case Text, Multiline, HTML, Days, Group:
	}
	return value, ""
}

func (r Rule) isOrder(members []string) bool {
	for i, member := range members {
		if !slices.Contains(r.Options, member) || slices.Contains(members[:i], member) {
			return false
		}
	}
	return true
}

// Digits returns the digits of a text and drops everything else. Hindi and Gujarati digits
// become 0 to 9.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r = latinDigit(r); r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// LatinDigits replaces Hindi and Gujarati digits with 0 to 9.
func LatinDigits(s string) string { return strings.Map(latinDigit, s) }

func latinDigit(r rune) rune {
	for _, zero := range []rune{'०', '૦'} {
		if r >= zero && r <= zero+9 {
			return '0' + r - zero
		}
	}
	return r
}

// isPhone reports whether s can be dialled: an Indian number with its area code, or a number
// with a country code, which has at least seven digits.
func isPhone(s string) bool {
	least := 10
	if strings.HasPrefix(s, "+") {
		least = 7
	}
	n := len(Digits(s))
	return phonePattern.MatchString(s) && n >= least && n <= 15
}

// International returns the digits of a phone number with its country code. A number
// without a country code is Indian: "098250 12345", "98250 12345" and
// "+91 (0)98250 12345" are all 919825012345.
func International(phone string) string {
	d := Digits(phone)
	switch {
	case strings.HasPrefix(strings.TrimSpace(phone), "+"):
	case strings.HasPrefix(d, "00"):
		d = d[2:]
	case len(d) == 11 && d[0] == '0':
		d = "91" + d[1:]
	case len(d) == 10:
		d = "91" + d
	}
	if home, found := strings.CutPrefix(d, "910"); found && len(home) == 10 {
		d = "91" + home
	}
	return d
}

// tidy trims the text, composes it (NFC) and normalizes line breaks. A text without any
// visible character becomes empty.
func tidy(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD"))
	rows := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range rows {
		rows[i] = strings.TrimRightFunc(rows[i], unicode.IsSpace)
	}
	s = strings.TrimSpace(strings.Join(rows, "\n"))
	if !strings.ContainsFunc(s, isSeen) && !hasControl(s) {
		return ""
	}
	return s
}

func isSeen(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) }

// hasControl reports whether a text contains control characters other than a line break, or
// characters that change the writing direction. They hide text, break mail headers, or are
// refused by PostgreSQL (NUL).
func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && unicode.IsControl(r) || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	})
}
