package lead

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Detail is the answer to a question of the owner's own, or a line of a basket, as the visitor saw
// both.
type Detail struct {
	Label string      `json:"label"`
	Value string      `json:"value"`
	Item  *BasketItem `json:"item,omitempty" readOnly:"true" doc:"A line of the visitor's basket; the label is the service"`
	Sum   bool        `json:"sum,omitempty" readOnly:"true" doc:"The total of the basket"`
}

// Lines returns answers as text, one after the other.
func Lines(details []Detail) string {
	lines := make([]string, len(details))
	for i, d := range details {
		lines[i] = d.Label + ": " + d.Value
	}
	return strings.Join(lines, "\n")
}

// DetailField begins the name of the input of a question; the question's label follows. Issues
// have the same names.
const DetailField = "detail:"

var (
	textAnswer   = field.Rule{Kind: field.Multiline, Max: 4000, Optional: true}
	lineAnswer   = field.Rule{Kind: field.Text, Max: 200, Optional: true}
	dateAnswer   = field.Rule{Kind: field.Date}
	hourAnswer   = field.Rule{Kind: field.Hour}
	numberAnswer = regexp.MustCompile(`^\d{1,9}([.,]\d{1,3})?$`)
)

// details returns the answers as they will be stored, in the order of the questions. An answer
// to a question that the form does not ask is refused: the owner has changed the form since the
// visitor opened it.
func (c *cleaner) details(questions []field.Question, sent []Detail, lang locales.Lang) (all []Detail) {
	for _, q := range questions {
		raw := ""
		if i := slices.IndexFunc(sent, func(d Detail) bool { return d.Label == q.Label }); i >= 0 {
			raw = sent[i].Value
		}
		value, issue := answer(q, raw, lang)
		switch {
		case issue != nil:
			c.issues = append(c.issues, *issue)
		case value != "":
			all = append(all, Detail{Label: q.Label, Value: value})
		case q.Needed:
			c.issues = append(c.issues, fault.Issue{Field: DetailField + q.Label, Code: fault.Required})
		}
	}
	if slices.ContainsFunc(sent, func(d Detail) bool {
		return strings.TrimSpace(d.Value) != "" && !slices.ContainsFunc(questions, func(q field.Question) bool { return q.Label == d.Label })
	}) {
		c.issues = append(c.issues, fault.Issue{Field: "details", Code: fault.InvalidValue})
	}
	return all
}

// answer returns an answer as it will be stored, or an issue if it is refused.
func answer(q field.Question, raw string, lang locales.Lang) (string, *fault.Issue) {
	key, rule := DetailField+q.Label, lineAnswer
	if q.Kind == field.AnswerText {
		rule = textAnswer
	}
	value, issue := rule.Clean(key, raw)
	if issue != nil || value == "" {
		return "", issue
	}
	refused := &fault.Issue{Field: key, Code: fault.InvalidValue}
	switch {
	case len(q.Choices) > 0:
		if !slices.Contains(q.Choices, value) {
			return "", refused
		}
	case q.Kind == field.AnswerDate:
		if value, issue = dateAnswer.Clean(key, value); issue != nil {
			return "", issue
		}
		day, _ := time.Parse(time.DateOnly, value) // the rule guarantees the format
		value = locales.LongDate(lang, day)
	case q.Kind == field.AnswerTime:
		if value, issue = hourAnswer.Clean(key, value); issue != nil {
			return "", issue
		}
		at, _ := time.Parse(field.HourLayout, value) // the rule guarantees the format
		value = locales.Clock(lang, at.Hour()*60+at.Minute())
	case q.Kind == field.AnswerNumber:
		if value = field.LatinDigits(value); !numberAnswer.MatchString(value) {
			return "", refused
		}
	}
	return value, nil
}
