package content

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxSlug keeps URLs short enough to read out and to send by SMS.
const maxSlug = 80

// Slug derives the readable part of a URL from a title: "Get found on Google Maps"
// becomes get-found-on-google-maps. A Gujarati or Hindi title is transliterated as
// people type it. The result is empty if no letter can be transliterated.
func Slug(title string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(latin(norm.NFC.String(title))) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
		case r == '\'' || r == '’' || unicode.Is(unicode.Mn, r):
		default:
			dash = true
		}
	}
	slug := b.String()
	if len(slug) > maxSlug {
		slug = slug[:maxSlug]
		if i := strings.LastIndexByte(slug, '-'); i > maxSlug/2 {
			slug = slug[:i]
		}
	}
	return strings.Trim(slug, "-")
}

// The Devanagari and Gujarati blocks are laid out alike, 0x180 apart, so one
// table serves both scripts.
const (
	devanagari = 0x0900
	gujarati   = 0x0A80
	block      = 0x80
)

var consonants = map[rune]string{
	0x15: "k", 0x16: "kh", 0x17: "g", 0x18: "gh", 0x19: "ng", 0x1A: "ch", 0x1B: "chh", 0x1C: "j", 0x1D: "jh", 0x1E: "ny",
	0x1F: "t", 0x20: "th", 0x21: "d", 0x22: "dh", 0x23: "n", 0x24: "t", 0x25: "th", 0x26: "d", 0x27: "dh", 0x28: "n", 0x29: "n",
	0x2A: "p", 0x2B: "f", 0x2C: "b", 0x2D: "bh", 0x2E: "m", 0x2F: "y", 0x30: "r", 0x31: "r", 0x32: "l", 0x33: "l", 0x34: "l",
	0x35: "v", 0x36: "sh", 0x37: "sh", 0x38: "s", 0x39: "h",
	0x58: "q", 0x59: "kh", 0x5A: "g", 0x5B: "z", 0x5C: "d", 0x5D: "dh", 0x5E: "f", 0x5F: "y",
}

var vowels = map[rune]string{
	0x05: "a", 0x06: "a", 0x07: "i", 0x08: "i", 0x09: "u", 0x0A: "u", 0x0B: "ri", 0x0D: "e", 0x0F: "e", 0x10: "ai", 0x11: "o", 0x13: "o", 0x14: "au",
	0x3E: "a", 0x3F: "i", 0x40: "i", 0x41: "u", 0x42: "u", 0x43: "ri", 0x45: "e", 0x47: "e", 0x48: "ai", 0x49: "o", 0x4B: "o", 0x4C: "au",
}

const (
	firstSign = 0x3E // dependent vowels follow a consonant and replace its own
	lastSign  = 0x4C
	virama    = 0x4D // removes a consonant's own vowel
	anusvara  = 0x02
	candra    = 0x01
	nukta     = 0x3C
	zero      = 0x66
	om        = 0x50
)

// place returns a letter's offset in the block of its script, if it is Devanagari or
// Gujarati.
func place(r rune) (rune, bool) {
	for _, start := range [...]rune{devanagari, gujarati} {
		if r >= start && r < start+block {
			return r - start, true
		}
	}
	return 0, false
}

// latin transliterates Devanagari and Gujarati and decomposes other letters, so that
// Slug drops their accents.
func latin(text string) string {
	runes := []rune(text)
	var b strings.Builder
	for i, r := range runes {
		at, ok := place(r)
		if !ok {
			b.WriteString(norm.NFD.String(string(r)))
			continue
		}
		switch {
		case consonants[at] != "":
			b.WriteString(consonants[at])
			if keepsVowel(runes, i) {
				b.WriteByte('a')
			}
		case vowels[at] != "":
			b.WriteString(vowels[at])
		case at == anusvara || at == candra:
			b.WriteByte('n')
		case at >= zero && at <= zero+9:
			b.WriteRune('0' + at - zero)
		case at == om:
			b.WriteString("om")
		case at == virama || at == nukta:
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// keepsVowel reports whether the consonant at i is spoken with its own vowel. The vowel is
// silent before a vowel sign or a virama, and at the end of a longer word ("ghar", not
// "ghara"). In the middle of a word it is silent between two spoken syllables ("marketing"
// from maarkettinga).
func keepsVowel(runes []rune, i int) bool {
	next := i + 1
	for next < len(runes) && isAt(runes[next], nukta) {
		next++
	}
	if next < len(runes) {
		if at, ok := place(runes[next]); ok {
			if at == virama || at >= firstSign && at <= lastSign {
				return false
			}
			if consonants[at] == "" {
				return true // anusvara, a vowel letter
			}
			return !schwaFalls(runes, i, next)
		}
	}
	return i == 0 || !inWord(runes[i-1]) || conjunct(runes, i)
}

// schwaFalls reports whether a consonant in the middle of a word loses its own vowel: after a
// vowel, and before a consonant with a vowel sign.
func schwaFalls(runes []rune, i, next int) bool {
	if i == 0 || conjunct(runes, i) {
		return false
	}
	at, ok := place(runes[i-1])
	if !ok || vowels[at] == "" && at != anusvara {
		return false
	}
	if next+1 >= len(runes) {
		return false
	}
	after, ok := place(runes[next+1])
	return ok && after >= firstSign && after <= lastSign
}

// conjunct reports whether the consonant at i ends a cluster; then its vowel is spoken.
func conjunct(runes []rune, i int) bool { return i > 0 && isAt(runes[i-1], virama) }

func isAt(r, want rune) bool {
	at, ok := place(r)
	return ok && at == want
}

func inWord(r rune) bool {
	_, ok := place(r)
	return ok || unicode.IsLetter(r)
}
