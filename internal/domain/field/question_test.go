package field

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachLineIsOneQuestion(t *testing.T) {
	t.Parallel()
	text := "date*: Which day: morning?\nnumber: For how many?\nchoice: Size | Small | Large\ntime: At what time?\ntext: Anything else"
	all, ok := ParseQuestions(text)
	assert.True(t, ok)
	assert.Equal(t, []Question{
		{Kind: AnswerDate, Label: "Which day: morning?", Needed: true},
		{Kind: AnswerNumber, Label: "For how many?"},
		{Kind: AnswerChoice, Label: "Size", Choices: []string{"Small", "Large"}},
		{Kind: AnswerTime, Label: "At what time?"},
		{Kind: AnswerText, Label: "Anything else"},
	}, all)
	assert.Equal(t, text, FormatQuestions(all))
	for _, none := range []string{"", NoQuestions} {
		all, ok := ParseQuestions(none)
		assert.True(t, ok)
		assert.Empty(t, all)
	}
}

// The cases that the browser checks, too, are in the testdata of package profile.
func TestQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	label, choice := strings.Repeat("ક્ષ", maxLabel), strings.Repeat("x", maxChoice)
	for text, want := range map[string]bool{
		"text: " + label:                                                       true,
		"text: " + label + "x":                                                 false,
		"choice: Size | " + choice:                                             true,
		"choice: Size | " + choice + "x":                                       false,
		"text: x\n-":                                                           false,
		"text: 1\ntext: 2\ntext: 3\ntext: 4\ntext: 5":                          true,
		"text: 1\ntext: 2\ntext: 3\ntext: 4\ntext: 5\ntext: 6":                 false,
		"choice: Size | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12":      true,
		"choice: Size | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13": false,
	} {
		_, ok := ParseQuestions(text)
		assert.Equal(t, want, ok, text)
	}
}
