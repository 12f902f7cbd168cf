package draw

import (
	"bytes"
	"image"
	"image/jpeg"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/theme"
	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

const (
	guTitle = "ક્ષમતા અને જ્ઞાન: સ્થાનિક વેપાર માટે ડિજિટલ માર્કેટિંગનું શ્રેષ્ઠ માર્ગદર્શન ૨૦૨૬"
	hiTitle = "श्री गणेश: विज्ञापन के क्षेत्र में सफलता, कर्म और ज्ञान की नई दिशा"
	enTitle = "Why short videos beat long ones for local businesses in Gujarat"
)

// golden is the look of a site whose owner has chosen neither a colour nor a picture.
var golden = Look{Palette: NewPalette(theme.Gold)}

// words are card texts: typical ones, and unusual ones that an owner could write.
var words = map[string]CardText{
	"home":          {locales.English, "Digital Market", "Digital Market", "Digital Marketing Solutions", "DI"},
	"english":       {locales.English, "Digital Market", enTitle, "Insights and tips, fresh every week", "DI"},
	"hindi":         {locales.Hindi, "डिजिटल मार्केट", hiTitle, "हर हफ़्ते नई जानकारी: डिज़ाइन और विद्यार्थियों के लिए", "डिजि"},
	"gujarati":      {locales.Gujarati, "Digital Market", guTitle, "દર અઠવાડિયે તાજી ટિપ્સ · ૧૨ મે, ૨૦૨૬", "ક્ષજ્ઞ"},
	"nothing":       {},
	"no language":   {"xx-!", "Brand", "Title", "Subtitle", "B"},
	"emoji":         {locales.English, "🎉", "👩‍👩‍👧‍👦🇮🇳", "1️⃣ ❤️ 👍🏽", "😀😀"},
	"longest":       {locales.English, strings.Repeat("Wide Brand ", 300), strings.Repeat("Many Words ", 1000), strings.Repeat("more of them ", 1000), strings.Repeat("W", 100)},
	"longest gu":    {locales.Gujarati, strings.Repeat("શ્રેષ્ઠ માર્ગદર્શન ", 300), strings.Repeat("ક્ષમતા ", 3000), strings.Repeat("જ્ઞાન ", 3000), strings.Repeat("ક્ષ", 99)},
	"one word":      {locales.English, strings.Repeat("brand", 40), strings.Repeat("unbreakable", 90), strings.Repeat("unbreakable", 90), "WWWWWW"},
	"one word gu":   {locales.Gujarati, strings.Repeat("જ્ઞાન", 40), strings.Repeat("ક્ષમતા", 90), strings.Repeat("શ્રેષ્ઠ", 90), "ક્ષ્મ્યૂ"},
	"one word hi":   {locales.Hindi, strings.Repeat("कर्म", 40), strings.Repeat("श्री", 90), strings.Repeat("र्त्स्न्यं", 90), "र्त्स्न्यं"},
	"long address":  {locales.English, "B", "https://example.in/" + strings.Repeat("a/b-c_d", 50), "x", "B"},
	"one letter":    {locales.Gujarati, "ક" + strings.Repeat("ા", 5000), "ક" + strings.Repeat("ા", 5000), "e" + strings.Repeat("\u0308", 5000), "ક" + strings.Repeat("ૌ", 500)},
	"stacked":       {locales.Gujarati, "B", strings.Repeat("ક"+strings.Repeat("્ક", 7), 400), "x", "B"},
	"lonely marks":  {locales.Gujarati, "ા", "્્્ ં ૅ", "\u200d\u200c\u200d", "્"},
	"broken utf-8":  {locales.English, "\xff\xfe", "a\xc3\x28\xe0\xaa", "\xe0\xaa", "\x80"},
	"controls":      {locales.English, "a\x00b", "a\u202eb\u2066c\ufeff\uffff\u00ad", "a\nb\r\n\tc\u2028d", "\x00"},
	"right to left": {locales.English, "Brand", "שלום עולם and مرحبا", "العربية", "ש"},
	"other scripts": {locales.English, "東京", "Привет தமிழ் বাংলা", "ไทย", "東"},
	"disguised":     {locales.English, "𝐁𝐫𝐚𝐧𝐝", "𝓖𝓻𝓸𝔀 Việt ﬁ ①", "Ｗｉｄｅ", "𝐁"},
	"spaces":        {locales.English, " ", "  a  b  ", "\u00a0\u2003", "\u200b"},
	"mixed letter":  {locales.Gujarati, "કa\u0A95\u094D", "क\u0ABE ક\u093E", "ક\u0951 क\u0951", "aા"},
}

func TestCardIsASmallJPEGOfTheRightSize(t *testing.T) {
	t.Parallel()
	for name, text := range words {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := Card(text, golden)
			require.NoError(t, err)
			assert.Less(t, len(raw), 120<<10, "WhatsApp takes 300 KB; our own limit is lower")
			img, err := jpeg.Decode(bytes.NewReader(raw))
			require.NoError(t, err)
			assert.Equal(t, image.Rect(0, 0, 1200, 630), img.Bounds())
		})
	}
}

// TestCardTextStaysInTheMiddleSquare compares with an empty card: outside the square that WhatsApp
// crops to, and at its edges, no pixel differs.
func TestCardTextStaysInTheMiddleSquare(t *testing.T) {
	t.Parallel()
	blank, err := drawCard(CardText{}, golden)
	require.NoError(t, err)
	room := image.Rect(centre-column/2-8, 24, centre+column/2+8, cardHeight-24)
	for name, text := range words {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img, err := drawCard(text, golden)
			require.NoError(t, err)
			var drawn image.Rectangle
			for y := range cardHeight {
				for x := range cardWidth {
					if img.RGBAAt(x, y) != blank.RGBAAt(x, y) {
						drawn = drawn.Union(image.Rect(x, y, x+1, y+1))
					}
				}
			}
			assert.True(t, drawn.In(room), "drawn in %v, room is %v", drawn, room)
			assert.Equal(t, name == "nothing" || name == "other scripts", drawn.Empty())
		})
	}
}

func TestGujaratiAndDevanagariAreShaped(t *testing.T) {
	t.Parallel()
	s := borrowed(t, locales.Gujarati)
	for _, test := range []struct {
		text   string
		glyphs int // fewer than runes, because some are joined
		why    string
	}{
		{"ક્ષ", 1, "conjunct"},
		{"જ્ઞ", 1, "conjunct"},
		{"શ્ર", 1, "conjunct"},
		{"ર્ક", 2, "reph above its letter"},
		{"દ્વિ", 2, "conjunct and vowel sign"},
		{"क्ष", 1, "conjunct"},
		{"ज्ञ", 1, "conjunct"},
		{"श्र", 1, "conjunct"},
		{"र्क", 2, "reph above its letter"},
		{"स्त्री", 2, "three letters in one, and a vowel sign"},
	} {
		for w := range weights {
			set := s.set(test.text, w, 40)
			require.Len(t, set.runs, 1, test.text)
			assert.Len(t, set.runs[0].Glyphs, test.glyphs, "%s: %s", test.text, test.why)
			assert.Less(t, test.glyphs, utf8.RuneCountInString(test.text))
		}
	}
	// The vowel sign for short i is stored after its consonant and drawn before it.
	k, ki := s.set("ક", bold, 40).runs[0].Glyphs, s.set("કિ", bold, 40).runs[0].Glyphs
	require.Len(t, ki, 2)
	assert.Equal(t, k[0].GlyphID, ki[1].GlyphID)
}

// TestDevanagariHeadlineHasNoNotches checks the line above the letters, which joins them, at
// four vertical positions between two rows of pixels.
func TestDevanagariHeadlineHasNoNotches(t *testing.T) {
	t.Parallel()
	s := borrowed(t, locales.Hindi)
	for quarter := range 4 {
		c := newCanvas(300, 120, white)
		c.write(s.set("नमननमन", bold, 54), 150, 80+float64(quarter)/4, ink)
		box := inked(c.img)
		for x := box.Min.X + 3; x < box.Max.X-3; x++ {
			assert.Equal(t, c.img.RGBAAt(box.Min.X+3, box.Min.Y), c.img.RGBAAt(x, box.Min.Y), "column %d", x)
		}
	}
}

func TestEveryLetterOfCleanedTextHasAGlyph(t *testing.T) {
	t.Parallel()
	s := borrowed(t, locales.Gujarati)
	for name, text := range words {
		for _, part := range []string{text.Brand, text.Title, text.Subtitle, text.Initials} {
			for w := range weights {
				for _, run := range s.set(s.clean(part), w, 40).runs {
					for _, g := range run.Glyphs {
						assert.NotZero(t, g.GlyphID, "%s: %.40q has no glyph at %d", name, part, g.TextIndex())
					}
				}
			}
		}
	}
}

// TestFontsCoverEveryTextOfTheProduct catches a font that lacks a letter we use:
// Hind Vadodara has no Gujarati digits.
func TestFontsCoverEveryTextOfTheProduct(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		s := borrowed(t, lang)
		section := locales.Section(lang, "home", "default", "common")
		require.NotEmpty(t, section)
		for key, text := range section {
			want := strings.Join(strings.Fields(text), " ")
			assert.Equal(t, grapheme.Count(want), grapheme.Count(s.clean(text)), "%s %s", lang, key)
		}
	}
	s := borrowed(t, locales.Gujarati)
	for _, text := range []string{"૦૧૨૩૪૫૬૭૮૯", "०१२३४५६७८९", "₹ 1,499/-", "કૃષ્ણ ઑફિસ ૐ ।", "क़ ज़ फ़ ड़ ढ़ ऑ ॐ ।", "“‘–—’”… · • & @ % ©®™ é ñ Ł ş"} {
		assert.Equal(t, grapheme.Count(text), grapheme.Count(s.clean(text)), "%q came out as %q", text, s.clean(text))
	}
}

func TestBothFontWeightsHaveTheSameLetters(t *testing.T) {
	t.Parallel()
	all, err := typefaces()
	require.NoError(t, err)
	for i := range families {
		for it := all[medium][i].font.Cmap.Iter(); it.Next(); {
			r, _ := it.Char()
			_, ok := all[bold][i].font.NominalGlyph(r)
			assert.True(t, ok, "%s lacks %q in bold", families[i].file, r)
		}
	}
}

func TestUnsupportedLettersAreDroppedOrSimplified(t *testing.T) {
	t.Parallel()
	s := borrowed(t, locales.English)
	for text, want := range map[string]string{
		"":                           "",
		"🚀 Grow 📈":                   "Grow",
		"1️⃣ first":                  "1 first",
		"I ❤️ India 🇮🇳":              "I India",
		"𝐆𝐫𝐨𝐰":                       "Grow",
		"Việt Nam":                   "Viet Nam",
		"e\u0301":                    "é",
		"中文 ok":                      "ok",
		"a\u202eb\u200bc\u0000":      "abc",
		"a\n\n b\u00a0c":             "a b c",
		"ક્\u200dષ":                  "ક્\u200dષ",
		"क॑":                         "क",
		"ક" + string('\u0AC4'):       "કૄ",
		"a" + strings.Repeat("́", 9): "á",
	} {
		assert.Equal(t, want, s.clean(text), "%q", text)
	}
	assert.Equal(t, mostLetters, grapheme.Count(s.clean(strings.Repeat("ક્ષ", mostLetters+1))))
	assert.Equal(t, mostRunes, utf8.RuneCountInString(s.clean("ક"+strings.Repeat("ા", mostRunes+1))))
}

func TestTitlesWrapBetweenWords(t *testing.T) {
	t.Parallel()
	s := borrowed(t, locales.Gujarati)
	steps := []step{{60, 1}, {48, 3}, {42, 3}}
	for _, text := range []string{
		"Services", enTitle, hiTitle, guTitle, words["longest"].Title, words["longest gu"].Title, words["one word gu"].Title,
		words["one word hi"].Subtitle, words["long address"].Title, "short " + words["one word"].Title, "e-commerce/" + enTitle,
	} {
		text = s.clean(text)
		lines, size := s.fit(text, bold, column, steps)
		assert.LessOrEqual(t, len(lines), 3)
		for _, l := range lines {
			assert.LessOrEqual(t, s.set(l, bold, size).width, column+0.5, l)
			assert.Equal(t, strings.TrimSpace(l), l)
		}
		shown, cut := strings.CutSuffix(strings.Join(lines, ""), "…")
		letters := strings.ReplaceAll(text, " ", "")
		head, more := grapheme.First(letters, grapheme.Count(strings.ReplaceAll(shown, " ", "")))
		assert.Equal(t, head, strings.ReplaceAll(shown, " ", ""), "whole letters, in order")
		assert.Equal(t, more, cut, "an ellipsis only where text is missing")
	}
	for _, text := range []string{enTitle, hiTitle, guTitle} {
		lines, _ := s.fit(s.clean(text), bold, column, steps)
		assert.Equal(t, text, strings.Join(lines, " "), "ordinary titles are not cut")
	}
	lines, size := s.fit("one two three four", bold, 420, []step{{60, 2}})
	assert.Equal(t, []string{"one two", "three four"}, lines, "lines have similar lengths")
	assert.InDelta(t, 60, size, 0)
}

func TestCardWhoseTitleIsTheBrandShowsItOnce(t *testing.T) {
	t.Parallel()
	same, err := Card(CardText{Lang: locales.English, Brand: "digital market", Title: "Digital  Market", Initials: "DI"}, golden)
	require.NoError(t, err)
	alone, err := Card(CardText{Lang: locales.English, Title: "Digital Market", Initials: "DI"}, golden)
	require.NoError(t, err)
	untitled, err := Card(CardText{Lang: locales.English, Brand: "Digital Market", Title: "🎉", Initials: "DI"}, golden)
	require.NoError(t, err)
	assert.Equal(t, alone, same)
	assert.Equal(t, alone, untitled, "a title that cannot be set gives way to the brand")
	other, err := Card(CardText{Lang: locales.English, Brand: "Digital Market", Title: "Services", Initials: "DI"}, golden)
	require.NoError(t, err)
	without, err := Card(CardText{Lang: locales.English, Title: "Services", Initials: "DI"}, golden)
	require.NoError(t, err)
	assert.NotEqual(t, without, other)
}

func TestConcurrentCardsEqualSequentialCards(t *testing.T) {
	t.Parallel()
	want := map[string][]byte{}
	for _, name := range []string{"english", "hindi", "gujarati", "longest gu"} {
		raw, err := Card(words[name], golden)
		require.NoError(t, err)
		want[name] = raw
	}
	var group sync.WaitGroup
	for range 4 {
		for name := range want {
			group.Go(func() {
				got, err := Card(words[name], golden)
				if assert.NoError(t, err) {
					assert.True(t, bytes.Equal(want[name], got), name)
				}
			})
		}
	}
	group.Wait()
}

func FuzzCard(f *testing.F) {
	for _, text := range words {
		f.Add(string(text.Lang), text.Brand, text.Title, text.Subtitle, text.Initials)
	}
	f.Fuzz(func(t *testing.T, lang, brand, title, subtitle, initials string) {
		if _, err := drawCard(CardText{locales.Lang(lang), brand, title, subtitle, initials}, golden); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkCard(b *testing.B) {
	for _, name := range []string{"english", "gujarati", "longest gu", "one word"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Card(words[name], golden); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func borrowed(t *testing.T, lang locales.Lang) *setter {
	t.Helper()
	s, err := borrow(lang)
	require.NoError(t, err)
	t.Cleanup(func() { setters.Put(s) })
	return s
}
