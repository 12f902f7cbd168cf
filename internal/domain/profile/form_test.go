package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/locales"
)

func TestFormFollowsTheTradeUntilTheOwnerChooses(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		trade, needs string
		contact      lead.Contact
		noCompany    bool
	}{
		{"", "", lead.AsSpecified, false},
		{"agency", "", lead.AsSpecified, false},
		{"agency", "usual", lead.AsSpecified, false},
		{"agency", "phone", lead.ByPhone, false},
		{"bakery", "", lead.ByPhone, true},
		{"shop", "usual", lead.ByEither, true},
		{"bakery", "email", lead.ByEmail, true},
	} {
		p := Default()
		p.Trade, p.Needs = row.trade, row.needs
		for _, lang := range locales.All {
			form := p.Form(lang)
			assert.Equal(t, row.contact, form.Contact, "%+v", row)
			assert.Equal(t, row.noCompany, form.NoCompany, "%+v", row)
		}
	}
}

func TestFormAsksTheTradesQuestionsUntilTheOwnerWritesSome(t *testing.T) {
	t.Parallel()
	labels := func(p Profile, lang locales.Lang) (all []string) {
		for _, q := range p.Form(lang).Questions {
			all = append(all, q.Label)
		}
		return all
	}
	p := Default()
	assert.Empty(t, labels(p, locales.English), "a site without a trade asks none")
	p.Trade = "bakery"
	assert.Equal(t, []string{"Which day do you need it?", "For how many people?"}, labels(p, locales.English))
	assert.Equal(t, []string{"કયા દિવસે જોઈએ છે?", "કેટલા લોકો માટે?"}, labels(p, locales.Gujarati))
	p = p.With("questions", locales.English, "text: Which flavour?")
	assert.Equal(t, []string{"Which flavour?"}, labels(p, locales.English))
	assert.Equal(t, []string{"Which flavour?"}, labels(p, locales.Gujarati))
	p = p.With("questions", locales.Gujarati, "text: કયો સ્વાદ?")
	assert.Equal(t, []string{"કયો સ્વાદ?"}, labels(p, locales.Gujarati))
	p = p.With("questions", locales.English, field.NoQuestions)
	assert.Empty(t, labels(p, locales.English))
	p.Trade = "salon"
	assert.Equal(t, []string{"કયો સ્વાદ?"}, labels(p, locales.Gujarati), "another trade changes nothing that the owner wrote")
}

func TestFormOffersTheTimesAtWhichItIsOpen(t *testing.T) {
	t.Parallel()
	p := Default()
	p.BusinessHours = "Monday to Friday: 10:15 AM to 12:00 PM\nSaturday: 11 AM to 12 PM, 11 PM to 12:30 AM\nSunday: closed"
	p = p.With("questions", locales.English, "time: When?")
	times := p.Form(locales.English).Questions[0]
	assert.Equal(t, []string{"12:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "11:00 PM", "11:30 PM"}, times.Choices)
	assert.Nil(t, times.Days, "without a day, every time may be meant")
	assert.Equal(t, "સવારે 10:30", p.Form(locales.Gujarati).Questions[0].Choices[1])

	p = p.With("questions", locales.English, "date: Day?\ntime: When?")
	asked := p.Form(locales.English).Questions
	assert.Nil(t, asked[0].Choices)
	weekday := []int{1, 2, 3}
	assert.Equal(t, [][]int{weekday, weekday, weekday, weekday, weekday, {0, 2, 3, 4, 5}, {}}, asked[1].Days)

	p.BusinessHours = "Whenever the lamp is on"
	assert.Nil(t, p.Form(locales.English).Questions[1].Choices, "unknown hours: any time")
}
