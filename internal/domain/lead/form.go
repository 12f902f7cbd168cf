package lead

import (
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
)

// Contact states how the sender of a message must be reachable.
type Contact string

// The contacts that a form can need.
const (
	AsSpecified Contact = "" // an email address; for a portfolio request, a phone number, too
	ByPhone     Contact = "phone"
	ByEmail     Contact = "email"
	ByEither    Contact = "either" // a phone number or an email address
)

// Form is what the forms of a site ask for. The zero Form is the form of the specification.
type Form struct {
	Contact   Contact
	NoCompany bool             // a portfolio request does not ask for the company
	Questions []field.Question // that a quote request asks, besides
	Basket    bool             // a quote request may have a basket
	Wish      []field.Question // asked with a basket, besides: for the day, unless Questions do
	Photos    bool             // a quote request may come with pictures
}

// cleaner cleans the values of a message, and collects the issues of those that it refuses.
type cleaner struct{ issues []fault.Issue }

func (c *cleaner) check(rule field.Rule, key string, value *string) {
	cleaned, issue := rule.Clean(key, *value)
	if issue != nil {
		c.issues = append(c.issues, *issue)
		return
	}
	*value = cleaned
}

// contact checks how the sender can be reached. The issues are in the order of the form's inputs.
func (c *cleaner) contact(need Contact, l *Lead) {
	email, phone := emailRule, noPhoneRule
	switch need {
	case AsSpecified:
		if l.Kind == Portfolio {
			phone = phoneRule
		}
	case ByEmail:
	case ByPhone, ByEither:
		email.Optional = true
		if need == ByPhone {
			phone = phoneRule
		}
		c.check(phone, "phone", &l.Phone)
		c.check(email, "email", &l.Email)
		if need == ByEither && l.Phone == "" && l.Email == "" {
			c.issues = append(c.issues, fault.Issue{Field: "phone", Code: fault.Unreachable})
		}
		return
	}
	c.check(email, "email", &l.Email)
	c.check(phone, "phone", &l.Phone)
}
