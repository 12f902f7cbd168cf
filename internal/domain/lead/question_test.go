package lead

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/testkit/hostile"
	"parichay/locales"
)

func questions(t *testing.T, text string) []field.Question {
	t.Helper()
	all, ok := field.ParseQuestions(text)
	require.True(t, ok, text)
	return all
}

func asked(details ...Detail) Lead {
	return Lead{Kind: Quote, Name: "Asha", Email: "a@b.in", Message: "A cake", Details: details}
}

func TestAnswersAreStoredAsTheVisitorSawThem(t *testing.T) {
	t.Parallel()
	form := Form{Questions: questions(t, "date: Day\ntime: Time\nnumber: People\nchoice: Size | Small | Large\ntext: More")}
	sent := []Detail{{Label: "More", Value: " By\r\nnoon "}, {Label: "People", Value: "૨૦"}, {Label: "Day", Value: "2026-11-20"}, {Label: "Size", Value: "Large"}, {Label: "Time", Value: "17:30"}}
	l := asked(sent...)
	for lang, want := range map[locales.Lang][]Detail{
		locales.English:  {{Label: "Day", Value: "November 20, 2026"}, {Label: "Time", Value: "5:30 PM"}, {Label: "People", Value: "20"}, {Label: "Size", Value: "Large"}, {Label: "More", Value: "By\nnoon"}},
		locales.Gujarati: {{Label: "Day", Value: locales.LongDate(locales.Gujarati, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))}, {Label: "Time", Value: "સાંજે 5:30"}, {Label: "People", Value: "20"}, {Label: "Size", Value: "Large"}, {Label: "More", Value: "By\nnoon"}},
	} {
		l.Language = lang
		got, err := form.Clean(l)
		require.NoError(t, err)
		assert.Equal(t, want, got.Details, "in the order of the questions")
	}
	without, err := form.Clean(asked())
	require.NoError(t, err)
	assert.Empty(t, without.Details, "answers are optional unless the owner needs them")
}

func TestInvalidAnswersAreRefused(t *testing.T) {
	t.Parallel()
	form := Form{Questions: questions(t, "date*: Day\ntime: Time\nnumber: People\nchoice: Size | Small | Large\ntext: More")}
	day := Detail{Label: "Day", Value: "2026-11-20"}
	for _, row := range []struct {
		sent []Detail
		want []string
	}{
		{nil, []string{"detail:Day required"}},
		{[]Detail{{Label: "Day", Value: " "}}, []string{"detail:Day required"}},
		{[]Detail{{Label: "Day", Value: "20 November"}}, []string{"detail:Day invalid"}},
		{[]Detail{day, {Label: "Time", Value: "half past"}}, []string{"detail:Time invalid"}},
		{[]Detail{day, {Label: "Time", Value: "25:00"}}, []string{"detail:Time invalid"}},
		{[]Detail{day, {Label: "People", Value: "many"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {Label: "People", Value: "-1"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {Label: "People", Value: "1234567890"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {Label: "Size", Value: "Huge"}}, []string{"detail:Size invalid"}},
		{[]Detail{day, {Label: "More", Value: strings.Repeat("x", 4001)}}, []string{"detail:More too_long"}},
		{[]Detail{day, {Label: "More", Value: "a\u202eb"}}, []string{"detail:More invalid"}},
		{[]Detail{day, {Label: "Payment received", Value: "yes"}}, []string{"details invalid"}},
		{[]Detail{day, {Label: "Payment received", Value: " "}}, nil},
		{[]Detail{day, {Label: "More", Value: strings.TrimSpace(strings.Repeat("સ્ત્રીના ", 4000/3))}}, nil},
	} {
		assert.Equal(t, row.want, issuesOf(form, asked(row.sent...)), "%.80v", row.sent)
	}
	request := asked(day)
	request.Kind, request.Phone, request.Company = Portfolio, "98250 12345", "Mills"
	got, err := form.Clean(request)
	require.NoError(t, err)
	assert.Empty(t, got.Details, "only the quote form asks questions")
}

func TestTimeMustBeOneOfTheOfferedTimes(t *testing.T) {
	t.Parallel()
	form := Form{Questions: []field.Question{{Kind: field.AnswerTime, Label: "Time", Choices: []string{"10:00 AM", "10:30 AM"}}}}
	assert.Empty(t, issuesOf(form, asked(Detail{Label: "Time", Value: "10:30 AM"})))
	assert.Equal(t, []string{"detail:Time invalid"}, issuesOf(form, asked(Detail{Label: "Time", Value: "10:30"})))
}

func TestHostileAnswersAreCleanedOrRefused(t *testing.T) {
	t.Parallel()
	form := Form{Questions: questions(t, "text: More\nnumber: People\nchoice: Size | Small")}
	for _, payload := range hostile.Scripts() {
		l, err := form.Clean(asked(Detail{Label: "More", Value: payload.Text}))
		if err == nil && len(l.Details) > 0 {
			assert.NotContains(t, l.Details[0].Value, "\x00")
		}
		_, err = form.Clean(asked(Detail{Label: "People", Value: payload.Text}, Detail{Label: "Size", Value: payload.Text}))
		require.Error(t, err, payload.Text)
	}
}

func TestLeadWithoutAnswersKeepsThePreviousReleasesDigest(t *testing.T) {
	t.Parallel()
	l := asked()
	assert.Equal(t, l.Digest(), Lead{Kind: Quote, Name: "Asha", Email: "a@b.in", Message: "A cake"}.Digest())
	assert.NotEqual(t, l.Digest(), asked(Detail{Label: "Day", Value: "x"}).Digest())
}

func TestAdvertisementsAreFoundInAnswers(t *testing.T) {
	t.Parallel()
	assert.True(t, asked(Detail{Label: "More", Value: "Rank on the first page of Google! https://a.example unsubscribe"}).Advertising())
	assert.False(t, asked(Detail{Label: "More", Value: "See www.example.in"}).Advertising())
	long := Detail{Label: "More", Value: "We can bring ten thousand visitors to your site within a week."}
	assert.NotNil(t, asked(long).TextHash())
	assert.Equal(t, asked(long, Detail{Label: "Day", Value: "today"}).TextHash(), asked(long, Detail{Label: "Day", Value: "tomorrow"}).TextHash(), "short answers do not tell texts apart")
	short := asked(Detail{Label: "Day", Value: "November 20, 2026"}, Detail{Label: "Size", Value: "Small"}, Detail{Label: "Flavour", Value: "Chocolate with cream"})
	assert.Nil(t, short.TextHash(), "two people may choose the same")
}
