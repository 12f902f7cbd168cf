package field

import (
	"slices"
	"strings"

	"parichay/internal/kit/grapheme"
)

// AnswerKind is the kind of answer that a question of a form asks for.
type AnswerKind string

// The kinds of answers.
const (
	AnswerText   AnswerKind = "text"
	AnswerChoice AnswerKind = "choice"
	AnswerDate   AnswerKind = "date"
	AnswerTime   AnswerKind = "time"
	AnswerNumber AnswerKind = "number"
)

// All lists the kinds.
func (AnswerKind) All() []AnswerKind {
	return []AnswerKind{AnswerText, AnswerChoice, AnswerDate, AnswerTime, AnswerNumber}
}

// Question is a question of a form.
type Question struct {
	Kind    AnswerKind `json:"kind"`
	Label   string     `json:"label"`
	Needed  bool       `json:"needed,omitempty" doc:"It must be answered"`
	Choices []string   `json:"choices,omitempty" doc:"The only answers, of a choice, and of a time if the opening hours are known"`
	Days    [][]int    `json:"days,omitempty" doc:"Of a time, if a date is asked for, too: for each weekday from Monday, the indexes of its choices"`
}

// NoQuestions is the value of a Questions field for a form that asks no questions.
const NoQuestions = "-"

// Limits of a Questions field. Labels and choices are counted in letters.
const (
	maxQuestions = 5
	maxLabel     = 120
	maxChoices   = 12
	maxChoice    = 60
)

// ParseQuestions parses the text of a Questions field. Each line is a question: its kind, an
// asterisk if it must be answered, and its label, as in "date*: Which day?". Choices follow the
// label, as in "choice: Which size? | Small | Large". ok is false if a line is invalid, if two
// have the same label, or if there are too many.
func ParseQuestions(text string) (all []Question, ok bool) {
	if text == "" || text == NoQuestions {
		return nil, true
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		q, ok := parseQuestion(line)
		if !ok || len(all) == maxQuestions || slices.ContainsFunc(all, func(other Question) bool { return other.Label == q.Label }) {
			return nil, false
		}
		all = append(all, q)
	}
	return all, true
}

func parseQuestion(line string) (q Question, ok bool) {
	head, rest, ok := strings.Cut(line, ":")
	kind, needed := strings.CutSuffix(strings.TrimSpace(head), "*")
	parts := strings.Split(rest, "|")
	for i := range parts {
		parts[i] = strings.Join(strings.Fields(parts[i]), " ")
	}
	q = Question{Kind: AnswerKind(kind), Label: parts[0], Needed: needed}
	if len(parts) > 1 {
		q.Choices = parts[1:]
	}
	return q, ok && q.valid()
}

func (q Question) valid() bool {
	if !slices.Contains(q.Kind.All(), q.Kind) || q.Label == "" || grapheme.Count(q.Label) > maxLabel || len(q.Choices) > maxChoices {
		return false
	}
	for i, choice := range q.Choices {
		if choice == "" || grapheme.Count(choice) > maxChoice || slices.Contains(q.Choices[:i], choice) {
			return false
		}
	}
	return (q.Kind == AnswerChoice) == (len(q.Choices) > 0)
}

// FormatQuestions is the inverse of ParseQuestions.
func FormatQuestions(all []Question) string {
	if len(all) == 0 {
		return NoQuestions
	}
	lines := make([]string, len(all))
	for i, q := range all {
		kind := string(q.Kind)
		if q.Needed {
			kind += "*"
		}
		lines[i] = kind + ": " + strings.Join(append([]string{q.Label}, q.Choices...), " | ")
	}
	return strings.Join(lines, "\n")
}
