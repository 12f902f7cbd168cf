package lead

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// MostValue is the maximum value of a lead: ₹ 99,99,99,999.
const MostValue = 999_999_999

// ParseValue parses whole rupees as people type them: 12000, 12,000, ₹ 1,42,000, with
// Latin, Hindi or Gujarati digits. An empty text returns nil: the value is unknown.
func ParseValue(text string) (*int64, error) {
	digits := strings.Map(func(r rune) rune {
		if r == ',' || r == '₹' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, field.LatinDigits(text))
	if digits == "" && strings.TrimSpace(text) == "" {
		return nil, nil //nolint:nilnil // an unknown value is not an error
	}
	for _, r := range digits {
		if r < '0' || r > '9' {
			return nil, badValue(fault.InvalidValue)
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > len(strconv.Itoa(MostValue)) {
		return nil, badValue(fault.TooLong)
	}
	if digits == "" && !strings.Contains(field.LatinDigits(text), "0") { // only commas or ₹
		return nil, badValue(fault.InvalidValue)
	}
	value, _ := strconv.ParseInt("0"+digits, 10, 64)
	return &value, nil
}

func badValue(code fault.Code) error {
	issue := fault.Issue{Field: "value", Code: code}
	if code == fault.TooLong {
		issue.Want = locales.Rupees(MostValue)
	}
	return fault.Invalid{Issues: []fault.Issue{issue}}
}

// Edit is one change of a lead by the owner; a nil part stays unchanged.
type Edit struct {
	Status *Status
	Value  *Value
}

// Value is a lead's value in whole rupees; nil if unknown.
type Value struct{ Rupees *int64 }

// Own is a lead that the owner enters, because somebody came by, called, or wrote elsewhere.
// It triggers no notification and no answer was promised.
type Own struct {
	Name, Email, Phone, Message string
	Channel                     string // one of the channels of package visit
	Status                      Status
	Value                       *int64
	Language                    locales.Lang
}

var wantRule = field.Rule{Kind: field.Multiline, Max: 4000, Optional: true}

// Clean returns the lead as it will be stored, with its Value parsed from value. If it
// refuses any field, it returns a fault.Invalid that lists all refused fields.
func (o Own) Clean(value string) (Own, error) {
	var issues []fault.Issue
	for _, part := range []struct {
		rule  field.Rule
		key   string
		value *string
	}{
		{nameRule, "name", &o.Name},
		{noPhoneRule, "phone", &o.Phone},
		{field.Rule{Kind: field.Email, Optional: true}, "email", &o.Email},
		{wantRule, "message", &o.Message},
	} {
		cleaned, issue := part.rule.Clean(part.key, *part.value)
		if issue != nil {
			issues = append(issues, *issue)
			continue
		}
		*part.value = cleaned
	}
	if o.Status == Spam || len(moves[o.Status]) == 0 {
		issues = append(issues, fault.Issue{Field: "status", Code: fault.InvalidValue})
	}
	worth, err := ParseValue(value)
	if refused, ok := errors.AsType[fault.Invalid](err); ok {
		issues = append(issues, refused.Issues...)
	}
	o.Value = worth
	o.Language, _ = locales.Parse(string(o.Language))
	if len(issues) > 0 {
		return Own{}, fault.Invalid{Issues: issues}
	}
	return o, nil
}

// Digest returns a hash of the lead. If two leads have the same key, equal hashes mean that
// one is a retry of the other.
func (o Own) Digest() []byte {
	raw, _ := json.Marshal(o) //nolint:errchkjson // strings and a number always marshal
	sum := sha256.Sum256(raw)
	return sum[:]
}
