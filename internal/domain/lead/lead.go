// Package lead is a message somebody left for the business: which forms there
// are, what they must contain, which roads a message may take, what makes one
// look like spam, and how it is answered. It stores and sends nothing.
package lead

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Kind is the form a lead came through; the specification's feedback_type.
type Kind string

// The forms.
const (
	Quote         Kind = "quote_request"
	Portfolio     Kind = "portfolio_request"
	OwnerFeedback Kind = "owner_feedback"
)

// All lists them.
func (Kind) All() []Kind { return []Kind{Quote, Portfolio, OwnerFeedback} }

// portfolioRating is what the specification writes with a portfolio request.
const portfolioRating = 5

// Lead is one message.
type Lead struct {
	Kind                                 Kind
	Name, Email, Phone, Company, Message string
	Services                             []string
	Edition                              string
	Language                             locales.Lang
	Page                                 string

	// How it came. Not part of the message: a retry that tells them differently is
	// still the same message.
	Source  string `json:"-"` // what led the visitor here, such as instagram.com; empty when nothing did
	Consent string `json:"-"` // version of the consent text the visitor saw
}

// maxServices bounds the list of a quote; a business offers a handful. All of them
// together are no longer than a short text.
const maxServices = 20

var (
	nameRule     = field.Rule{Kind: field.Text, Max: 120}
	emailRule    = field.Rule{Kind: field.Email}
	signInRule   = field.Rule{Kind: field.Text, Max: 254} // the owner cannot mend it here
	phoneRule    = field.Rule{Kind: field.Phone}
	noPhoneRule  = field.Rule{Kind: field.Phone, Optional: true}
	companyRule  = field.Rule{Kind: field.Text, Max: 160}
	messageRule  = field.Rule{Kind: field.Multiline, Max: 4000}
	feedbackRule = field.Rule{Kind: field.Multiline, Min: 10, Max: 4000}
	shortRule    = field.Rule{Kind: field.Text, Max: 200, Optional: true}
	chosenRule   = field.Rule{Kind: field.Text, Max: 2000, Optional: true}
	noteRule     = field.Rule{Kind: field.Multiline, Max: 4000}
)

// Clean returns the lead as it will be kept, or fault.Invalid naming every field
// that is refused.
func (l Lead) Clean() (Lead, error) {
	var issues []fault.Issue
	check := func(rule field.Rule, key string, value *string) {
		cleaned, issue := rule.Clean(key, *value)
		if issue != nil {
			issues = append(issues, *issue)
			return
		}
		*value = cleaned
	}
	switch l.Kind {
	case Quote:
		check(nameRule, "name", &l.Name)
		check(emailRule, "email", &l.Email)
		check(noPhoneRule, "phone", &l.Phone)
		check(messageRule, "message", &l.Message)
		l.Company = ""
	case Portfolio:
		check(nameRule, "name", &l.Name)
		check(emailRule, "email", &l.Email)
		check(phoneRule, "phone", &l.Phone)
		check(companyRule, "company", &l.Company)
		l.Message, l.Services = "", nil
	case OwnerFeedback:
		check(shortRule, "name", &l.Name)
		check(signInRule, "email", &l.Email)
		check(feedbackRule, "message", &l.Message)
		l.Phone, l.Company, l.Services = "", "", nil
	default:
		issues = append(issues, fault.Issue{Field: "kind", Code: fault.InvalidValue})
	}
	if len(l.Services) > maxServices {
		issues = append(issues, fault.Issue{Field: "services", Code: fault.TooLong, Want: strconv.Itoa(maxServices)})
		l.Services = nil
	}
	if _, issue := chosenRule.Clean("services", strings.Join(l.Services, ", ")); issue != nil {
		issues = append(issues, *issue)
		l.Services = nil
	}
	for i := range l.Services {
		check(shortRule, "services", &l.Services[i])
	}
	check(shortRule, "edition", &l.Edition)
	check(shortRule, "page", &l.Page)
	l.Source, l.Consent = aside(l.Source), aside(l.Consent)
	l.Language, _ = locales.Parse(string(l.Language))
	if len(issues) > 0 {
		return Lead{}, fault.Invalid{Issues: issues}
	}
	return l, nil
}

// aside keeps what the page tells about itself; what cannot be kept is left out,
// because no visitor could mend it.
func aside(text string) string {
	cleaned, issue := shortRule.Clean("", text)
	if issue != nil {
		return ""
	}
	return cleaned
}

// Comment is the specification's column of that name.
func (l Lead) Comment() string {
	if l.Kind == Portfolio {
		return "Portfolio request from " + l.Company
	}
	return l.Message
}

// Rating is the specification's column of that name; nil where nobody rated.
func (l Lead) Rating() *int {
	if l.Kind != Portfolio {
		return nil
	}
	return new(portfolioRating)
}

// Digest tells two messages under one key apart from the same message sent twice.
func (l Lead) Digest() []byte {
	raw, _ := json.Marshal(l) //nolint:errchkjson // strings always marshal
	sum := sha256.Sum256(raw)
	return sum[:]
}

// CleanNote returns the owner's note as it will be kept, or fault.Invalid.
func CleanNote(text string) (string, error) { return noteRule.Check("note", text) }

// Reference is how people speak of a lead: DM-1042 for the 1042nd. The prefix is
// the one it was given when it came; one from before prefixes were kept has none
// and follows the brand.
func Reference(prefix, brand string, id int64) string {
	return cmp.Or(prefix, Prefix(brand)) + "-" + strconv.FormatInt(id, 10)
}

// Prefix is how the references of a brand begin: DM for "Digital Market".
func Prefix(brand string) string {
	var initials strings.Builder
	for word := range strings.FieldsSeq(brand) {
		if c := word[0]; initials.Len() < 2 && (c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') {
			initials.WriteByte(c &^ 0x20)
		}
	}
	if initials.Len() < 2 {
		return "REF"
	}
	return initials.String()
}
