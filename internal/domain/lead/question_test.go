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
	sent := []Detail{{"More", " By\r\nnoon "}, {"People", "૨૦"}, {"Day", "2026-11-20"}, {"Size", "Large"}, {"Time", "17:30"}}
	l := asked(sent...)
	for lang, want := range map[locales.Lang][]Detail{
		locales.English:  {{"Day", "November 20, 2026"}, {"Time", "5:30 PM"}, {"People", "20"}, {"Size", "Large"}, {"More", "By\nnoon"}},
		locales.Gujarati: {{"Day", locales.LongDate(locales.Gujarati, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))}, {"Time", "સાંજે 5:30"}, {"People", "20"}, {"Size", "Large"}, {"More", "By\nnoon"}},
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
	day := Detail{"Day", "2026-11-20"}
	for _, row := range []struct {
		sent []Detail
		want []string
	}{
		{nil, []string{"detail:Day required"}},
		{[]Detail{{"Day", " "}}, []string{"detail:Day required"}},
		{[]Detail{{"Day", "20 November"}}, []string{"detail:Day invalid"}},
		{[]Detail{day, {"Time", "half past"}}, []string{"detail:Time invalid"}},
		{[]Detail{day, {"Time", "25:00"}}, []string{"detail:Time invalid"}},
		{[]Detail{day, {"People", "many"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {"People", "-1"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {"People", "1234567890"}}, []string{"detail:People invalid"}},
		{[]Detail{day, {"Size", "Huge"}}, []string{"detail:Size invalid"}},
		{[]Detail{day, {"More", strings.Repeat("x", 4001)}}, []string{"detail:More too_long"}},
		{[]Detail{day, {"More", "a\u202eb"}}, []string{"detail:More invalid"}},
		{[]Detail{day, {"Payment received", "yes"}}, []string{"details invalid"}},
		{[]Detail{day, {"Payment received", " "}}, nil},
		{[]Detail{day, {"More", strings.TrimSpace(strings.Repeat("સ્ત્રીના ", 4000/3))}}, nil},
	} {
		assert.Equal(t, row.want, issuesOf(form, asked(row.sent...)), "%.80v", row.sent)
	}
	request := asked(day)
	request.Kind, request.Phone, request.Company = Portfolio, "98250 12345", "Mills"
	got, err := form.Clean(request)
	require.NoError(t, err)
	assert.Empty(t, got.Details, "only the quote form asks questions")
}

func TestTimeIsOneOfTheOfferedOnes(t *testing.T) {
	t.Parallel()
	form := Form{Questions: []field.Question{{Kind: field.AnswerTime, Label: "Time", Choices: []string{"10:00 AM", "10:30 AM"}}}}
	assert.Empty(t, issuesOf(form, asked(Detail{"Time", "10:30 AM"})))
	assert.Equal(t, []string{"detail:Time invalid"}, issuesOf(form, asked(Detail{"Time", "10:30"})))
}

func TestHostileAnswersStayOneLineWhereOneIsAskedFor(t *testing.T) {
	t.Parallel()
	form := Form{Questions: questions(t, "text: More\nnumber: People\nchoice: Size | Small")}
	for _, payload := range hostile.Scripts() {
		l, err := form.Clean(asked(Detail{"More", payload.Text}))
		if err == nil && len(l.Details) > 0 {
			assert.NotContains(t, l.Details[0].Value, "\x00")
		}
		_, err = form.Clean(asked(Detail{"People", payload.Text}, Detail{"Size", payload.Text}))
		require.Error(t, err, payload.Text)
	}
}

func TestDigestOfALeadWithoutAnswersIsThatOfThePreviousRelease(t *testing.T) {
	t.Parallel()
	l := asked()
	assert.Equal(t, l.Digest(), Lead{Kind: Quote, Name: "Asha", Email: "a@b.in", Message: "A cake"}.Digest())
	assert.NotEqual(t, l.Digest(), asked(Detail{"Day", "x"}).Digest())
}

func TestAdvertisementsAreFoundInAnswers(t *testing.T) {
	t.Parallel()
	assert.True(t, asked(Detail{"More", "Rank on the first page of Google! https://a.example unsubscribe"}).Advertising())
	assert.False(t, asked(Detail{"More", "See www.example.in"}).Advertising())
	long := Detail{"More", "We can bring ten thousand visitors to your site within a week."}
	assert.NotNil(t, asked(long).TextHash())
	assert.Equal(t, asked(long, Detail{"Day", "today"}).TextHash(), asked(long, Detail{"Day", "tomorrow"}).TextHash(), "short answers do not tell texts apart")
	short := asked(Detail{"Day", "November 20, 2026"}, Detail{"Size", "Small"}, Detail{"Flavour", "Chocolate with cream"})
	assert.Nil(t, short.TextHash(), "two people may choose the same")
}
