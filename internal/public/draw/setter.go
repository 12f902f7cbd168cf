package draw

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

const (
	mostBytes   = 2 << 10 // of a text that are read; mostLetters letters of Gujarati take 1200 bytes
	mostLetters = 180     // of a text that are set; no row has room for more, even of the letter i
	mostRunes   = 16      // of one letter; the longest conjuncts of real words have ten
)

// setter turns text into positioned glyphs. Its faces cache lookups and must not be shared, so
// each image borrows its own setter.
type setter struct {
	faces  [weights][]face
	shaper shaping.HarfbuzzShaper
	lang   language.Language
}

type face struct {
	*font.Face
	script language.Script
}

var setters sync.Pool

func borrow(lang locales.Lang) (*setter, error) {
	s, ok := setters.Get().(*setter)
	if !ok {
		all, err := typefaces()
		if err != nil {
			return nil, err
		}
		s = &setter{}
		for w := range all {
			for _, t := range all[w] {
				s.faces[w] = append(s.faces[w], face{font.NewFace(t.font), t.script})
			}
		}
	}
	s.lang = language.NewLanguage(string(lang))
	return s, nil
}

// clean returns a text as it can be set: in one line, without letters that have no glyph, and
// with variants of a letter ("𝐇", "ế") reduced to the plain letter.
func (s *setter) clean(text string) string {
	if len(text) > mostBytes {
		text = text[:mostBytes]
	}
	rest := norm.NFC.String(strings.ToValidUTF8(text, ""))
	var b strings.Builder
	for n := 0; rest != "" && n < mostLetters; n++ {
		head, _ := grapheme.First(rest, 1)
		rest = rest[len(head):]
		switch r, _ := utf8.DecodeRuneInString(head); {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsGraphic(r):
			b.WriteString(s.spell(head))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// spell returns the runes of a letter that one face can set; empty if there are none.
func (s *setter) spell(head string) string {
	for _, form := range []string{head, norm.NFKD.String(head)} {
		runes := []rune(form)
		runes = runes[:min(len(runes), mostRunes)]
		if s.find(runes) != nil {
			return string(runes)
		}
		if f := s.find(runes[:1]); f != nil {
			return strings.Map(func(r rune) rune {
				if _, ok := f.NominalGlyph(r); !ok {
					return -1
				}
				return r
			}, string(runes))
		}
	}
	return ""
}

// find returns the first face that has all runes of a letter, or nil. One face must have all
// of them, because marks cannot come from another face. All weights cover the same letters.
func (s *setter) find(runes []rune) *face {
	for i := range s.faces[medium] {
		if s.faces[medium][i].has(runes) {
			return &s.faces[medium][i]
		}
	}
	return nil
}

func (f *face) has(runes []rune) bool {
	for _, r := range runes {
		if _, ok := f.NominalGlyph(r); !ok {
			return false
		}
	}
	return true
}

// line is one line of shaped text.
type line struct {
	runs  []shaping.Output
	width float64 // pixels
	size  float64
}

// set shapes a cleaned text in one line.
func (s *setter) set(text string, w weight, size float64) line {
	set := line{size: size}
	for _, in := range s.split(text, w) {
		in.Size = fixed.Int26_6(size * 64)
		out := s.shaper.Shape(in)
		set.runs = append(set.runs, out)
		set.width += float64(out.Advance) / 64
	}
	return set
}

// measure returns the width of a cleaned text in ems. The width is proportional to the font
// size.
func (s *setter) measure(text string, w weight) float64 {
	const em = 1000
	return s.set(text, w, em).width / em
}

// split splits a text into runs, each set in one face. A run continues while its face has the
// next letter, so that a space does not end it.
func (s *setter) split(text string, w weight) []shaping.Input {
	var runs []shaping.Input
	all := []rune(text)
	last := -1
	for start, rest := 0, text; rest != ""; {
		head, _ := grapheme.First(rest, 1)
		rest = rest[len(head):]
		runes := all[start : start+utf8.RuneCountInString(head)]
		start += len(runes)
		if last < 0 || !s.faces[w][last].has(runes) {
			for last = range s.faces[w] {
				if s.faces[w][last].has(runes) {
					break
				}
			}
			f := s.faces[w][last]
			runs = append(runs, shaping.Input{
				Text: all, RunStart: start - len(runes), Face: f.Face, Script: f.script, Language: s.lang,
			})
		}
		runs[len(runs)-1].RunEnd = start
	}
	return runs
}
