package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/locales"
)

func TestD1DefaultHoursCanBeParsed(t *testing.T) {
	t.Parallel()
	day, saturday := []Span{{9 * 60, 18 * 60}}, []Span{{10 * 60, 16 * 60}}
	for _, lang := range locales.All {
		h, ok := ParseHours(Profile{}.Shown(lang).BusinessHours)
		assert.True(t, ok, lang)
		assert.Equal(t, Hours{Week: [7][]Span{day, day, day, day, day, saturday, {}}}, h, lang)
	}
}

func TestParseHoursAcceptsCommonSpellings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Span{
		"Mon: 9am to 6pm":                        {{540, 1080}},
		"Monday 9:30 - 18:00":                    {{570, 1080}},
		"Monday: 9.00 AM – 1.00 PM, 4 PM - 8 PM": {{540, 780}, {960, 1200}},
		"Mon-Sat: 12:00 PM to 11:59 p.m.":        {{720, 1439}},
		"Monday: 9 to 6":                         {{540, 1080}},
		"સોમ-શનિ ૯ થી ૯":                         {{540, 1260}},
		"સોમવારે રજા":                            {},
		"રોજ ૨૪ કલાક":                            {{0, 1440}},
		"સોમવાર: સવારે ૯ વાગ્યાથી રાત્રે ૯ વાગ્યા સુધી":                {{540, 1260}},
		"સોમવારથી શનિવાર: સવારે 9થી બપોરે 1 અને સાંજે 4થી રાત્રે 9:30": {{540, 780}, {960, 1290}},
		"10 to 7 Mon–Sat":           {{600, 1140}},
		"Monday: closed":            {},
		"Daily: 10 AM to 8 PM":      {{600, 1200}},
		"Every day:10am-8pm":        {{600, 1200}},
		"All days 10 am to 8 pm":    {{600, 1200}},
		"Monday: 7 PM to 1 AM":      {{1140, 60}},
		"Mon to Sun: 11 AM – 12 AM": {{660, 0}},
		"Mon: 18:00 - 02:30":        {{1080, 150}},
		"सोमवार से शनिवार: 10 AM से 8 PM":                    {{600, 1200}},
		"सोम - शनि: सुबह १० बजे से रात ८ बजे तक":             {{600, 1200}},
		"રોજ: સવારે 9:30 થી સાંજે 7":                         {{570, 1140}},
		"સોમવારથી શનિવાર: 9:00 AM to 6:00 PM":                {{540, 1080}},
		"दररोज 9 am to 6 pm":                                 {{540, 1080}},
		"रोज\u093cाना: शाम 6 बजे से रात 12 बजे तक":           {{1080, 0}},
		"सोमवार ते शुक्रवार: सकाळी 9 ते संध्याकाळी 6":        {{540, 1080}},
		"सोमवारी: दुपारी 12 ते रात्री 9":                     {{720, 1260}},
		"सोमवार: सकाळी 10 वाजल्यापासून दुपारी 2 वाजेपर्यंत":  {{600, 840}},
		"સોમવાર બંધ":                                         {},
		"सोमवार: सुबह 9:00 से शाम 6:00":                      {{540, 1080}},
		"सोमवार: सुबह 9 से शाम 6":                            {{540, 1080}},
		"सोमवार: सुबह 9:00 बजे से शाम 6:00 बजे तक":           {{540, 1080}},
		"સોમવાર: સવારે 9:00થી સાંજે 6:00":                    {{540, 1080}},
		"સોમવાર: સવારે 9થી સાંજે 6":                          {{540, 1080}},
		"સોમવાર: સવારે 9:00 વાગ્યાથી સાંજે 6:00 વાગ્યા સુધી": {{540, 1080}},
	} {
		h, ok := ParseHours(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, h.Week[0], text)
	}
	worked, ok := ParseHours("સોમવારથી શનિવાર: 9 AM to 6 PM\nરવિવાર: રજા")
	assert.True(t, ok)
	assert.Len(t, worked.Week[5], 1)
	assert.Empty(t, worked.Week[6])
	wrapped, ok := ParseHours("Saturday to Monday: 10 AM to 2 PM")
	assert.True(t, ok)
	assert.Len(t, wrapped.Week[6], 1)
	assert.Empty(t, wrapped.Week[1])
}

func TestParseHoursRefusesAmbiguousText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "by appointment", "Monday: 9 to", "Mo: 9-17", "Monday: 6 PM to 9 AM", "Monday: 25:00 to 26:00", "Monday: 13 PM to 14 PM", "Monday: 9 AM to 9 AM", "નવરાત્રિ: 9 AM to 6 PM", "સોમવાર: સવારે ૯ થી ૧ બપોરે", "Monday: 9 AM to 6 PM\nlunch at one"} {
		_, ok := ParseHours(text)
		assert.False(t, ok, text)
	}
}

func TestReadHoursListsUnreadLines(t *testing.T) {
	t.Parallel()
	r := ReadHours("Mon to Sat: 10 AM to 7 PM\n\nlunch at one\nરવિવાર: બંધ\nby appointment")
	assert.Equal(t, []string{"lunch at one", "by appointment"}, r.Unread)
	assert.Equal(t, []Span{{600, 1140}}, r.Week[0])
	assert.Empty(t, r.Week[6])
	assert.Empty(t, r.Contradicts)
	_, ok := ParseHours("Mon to Sat: 10 AM to 7 PM\n\nSunday closed")
	assert.True(t, ok, "an empty line is ignored")
}

func TestReadHoursReportsContradictingLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]int{
		"Daily 10 AM to 7 PM\nSunday closed":                  {},
		"Mon to Sat: 10 AM to 7 PM\nSat: 10 AM to 2 PM":       {},
		"Monday 10 AM to 7 PM\nMon: 10:00 to 19:00":           {},
		"Monday 10 AM to 7 PM\nMonday closed":                 {0},
		"Mon to Fri: 9 AM to 6 PM\nWed to Sun: 10 AM to 4 PM": {2, 3, 4},
		"Sunday closed\nDaily 10 AM to 7 PM":                  {6},
		"सोमवार से शनिवार: 10 AM से 8 PM\nશનિવારથી ગુરુવાર: 9 AM to 6 PM": {0, 1, 2, 3, 5},
	} {
		r := ReadHours(text)
		assert.Equal(t, want, r.Contradicts, text)
		assert.Empty(t, r.Unread, text)
	}
}
