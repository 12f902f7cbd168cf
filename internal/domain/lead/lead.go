// Package lead defines leads, the messages that visitors send to the business: forms
// and their rules, statuses, spam signals, form tokens, replies and exports. It stores
// and sends nothing.
package lead

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Kind is the form that a lead was sent with; the specification's feedback_type.
type Kind string

// The forms.
const (
	Quote         Kind = "quote_request"
	Portfolio     Kind = "portfolio_request"
	OwnerFeedback Kind = "owner_feedback"
)

// All lists the forms.
func (Kind) All() []Kind { return []Kind{Quote, Portfolio, OwnerFeedback} }

// portfolioRating is the rating that the specification stores with a portfolio request.
const portfolioRating = 5

// Lead is one message.
type Lead struct {
	Kind                                 Kind
	Name, Email, Phone, Company, Message string
	Services                             []string
	Edition                              string
	Language                             locales.Lang
	Page                                 string
	Details                              []Detail `json:",omitempty"`
	Basket                               []Chosen `json:",omitempty"`
	Items                                []Detail `json:"-"` // what the basket contains, see WithItems

	// The origin of the lead. It is not part of the message: a retry with other values is
	// still the same message.
	Source  string `json:"-"` // the referrer, such as instagram.com; empty if there was none
	Consent string `json:"-"` // version of the consent text the visitor saw
}

// maxServices is the maximum number of services in a quote; a business offers a handful.
// chosenRule bounds their total length.
const maxServices = 20

var (
	nameRule     = field.Rule{Kind: field.Text, Max: 120}
	emailRule    = field.Rule{Kind: field.Email}
	signInRule   = field.Rule{Kind: field.Text, Max: 254} // lenient: the owner cannot correct the sign-in address here
	phoneRule    = field.Rule{Kind: field.Phone}
	noPhoneRule  = field.Rule{Kind: field.Phone, Optional: true}
	companyRule  = field.Rule{Kind: field.Text, Max: 160}
	messageRule  = field.Rule{Kind: field.Multiline, Max: 4000}
	feedbackRule = field.Rule{Kind: field.Multiline, Min: 10, Max: 4000}
	shortRule    = field.Rule{Kind: field.Text, Max: 200, Optional: true}
	chosenRule   = field.Rule{Kind: field.Text, Max: 2000, Optional: true}
	noteRule     = field.Rule{Kind: field.Multiline, Max: 4000}
)

// Clean returns a lead of the specification's forms as it will be stored, see Form.Clean.
func (l Lead) Clean() (Lead, error) { return Form{}.Clean(l) }

// Clean returns the lead as it will be stored, or fault.Invalid with every field that
// is refused.
func (f Form) Clean(l Lead) (Lead, error) {
	var c cleaner
	l.Language, _ = locales.Parse(string(l.Language))
	var details []Detail
	switch l.Kind {
	case Quote:
		c.check(nameRule, "name", &l.Name)
		c.contact(f.Contact, &l)
		questions, message := f.Questions, messageRule
		if len(l.Basket) > 0 {
			c.basket(l.Basket)
			questions, message.Optional = append(slices.Clip(questions), f.Wish...), true
			l.Services = nil
		}
		details = c.details(questions, l.Details, l.Language)
		c.check(message, "message", &l.Message)
		l.Company = ""
	case Portfolio:
		c.check(nameRule, "name", &l.Name)
		c.contact(f.Contact, &l)
		if f.NoCompany {
			l.Company = ""
		} else {
			c.check(companyRule, "company", &l.Company)
		}
		l.Message, l.Services = "", nil
	case OwnerFeedback:
		c.check(shortRule, "name", &l.Name)
		c.check(signInRule, "email", &l.Email)
		c.check(feedbackRule, "message", &l.Message)
		l.Phone, l.Company, l.Services = "", "", nil
	default:
		c.issues = append(c.issues, fault.Issue{Field: "kind", Code: fault.InvalidValue})
	}
	if len(l.Basket) > 0 && (l.Kind != Quote || !f.Basket) {
		c.issues = append(c.issues, fault.Issue{Field: "items", Code: fault.InvalidValue})
	}
	if len(l.Services) > maxServices {
		c.issues = append(c.issues, fault.Issue{Field: "services", Code: fault.TooLong, Want: strconv.Itoa(maxServices)})
		l.Services = nil
	}
	if _, issue := chosenRule.Clean("services", strings.Join(l.Services, ", ")); issue != nil {
		c.issues = append(c.issues, *issue)
		l.Services = nil
	}
	for i := range l.Services {
		c.check(shortRule, "services", &l.Services[i])
	}
	c.check(shortRule, "edition", &l.Edition)
	c.check(shortRule, "page", &l.Page)
	l.Source, l.Consent = cleanOrEmpty(l.Source), cleanOrEmpty(l.Consent)
	l.Details, l.Items = details, nil
	if len(c.issues) > 0 {
		return Lead{}, fault.Invalid{Issues: c.issues}
	}
	return l, nil
}

// cleanOrEmpty cleans a value that the page adds automatically. An invalid value becomes
// empty, because the visitor could not correct it.
func cleanOrEmpty(text string) string {
	cleaned, issue := shortRule.Clean("", text)
	if issue != nil {
		return ""
	}
	return cleaned
}

// Comment returns the value of the specification's column "comment".
func (l Lead) Comment() string {
	if l.Kind == Portfolio {
		return "Portfolio request from " + cmp.Or(l.Company, l.Name)
	}
	return l.Message
}

// Rating returns the value of the specification's column "rating", or nil without a rating.
func (l Lead) Rating() *int {
	if l.Kind != Portfolio {
		return nil
	}
	return new(portfolioRating)
}

// Digest returns a hash of the message. If two messages have the same key, equal hashes mean
// that one is a retry of the other.
func (l Lead) Digest() []byte {
	if len(l.Basket) > 0 {
		l.Services = nil // see WithItems
	}
	raw, _ := json.Marshal(l) //nolint:errchkjson // strings always marshal
	sum := sha256.Sum256(raw)
	return sum[:]
}

// CleanNote returns the owner's note as it will be stored, or fault.Invalid.
func CleanNote(text string) (string, error) { return noteRule.Check("note", text) }

// Reference returns the name by which people refer to a lead, such as DM-1042 for id 1042. The
// prefix is stored with the lead; a lead without one (from an older version) uses the brand's.
func Reference(prefix, brand string, id int64) string {
	return cmp.Or(prefix, Prefix(brand)) + "-" + strconv.FormatInt(id, 10)
}

// Prefix returns the prefix of a brand's references: DM for "Digital Market".
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
