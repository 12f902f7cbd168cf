package content

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"parichay/internal/domain/field"
	"parichay/internal/kit/grapheme"
)

// Figure is a result of a case study in numbers, such as "3 → 11 enquiries a week".
type Figure struct {
	From, To string  // as written
	Was, Is  float64 // their values
	Of       string  // what is counted, such as "enquiries a week"
}

// figurePattern matches a number, an arrow and a number, each with a currency or unit.
var figurePattern = regexp.MustCompile(`((?:₹|\$|€|£|Rs\.? ?)?)(\p{Nd}[\p{Nd},.]*)([^\s→>–-]*(?: \p{L}[\p{L}\p{M}]*)?) ?(?:→|->|⟶|➔|=>) ?((?:₹|\$|€|£|Rs\.? ?)?)(\p{Nd}[\p{Nd},.]*)([^\s,;:.।]*)(.*)`)

// magnitudes multiply the number before them. A number with a magnitude cannot be
// compared with a number without one.
var magnitudes = []string{
	"k", "m", "l", "cr", "lakh", "lakhs", "crore", "crores", "thousand", "million", "billion", "hundred",
	"हज़ार", "हजार", "लाख", "करोड़", "करोड", "सौ", "હજાર", "લાખ", "કરોડ", "સો",
}

// longestOf is the maximum length of Figure.Of, in letters.
const longestOf = 60

// FindFigure returns the first figure in a text. It skips pairs of numbers with different
// units, which cannot be drawn to one scale.
func FindFigure(text string) (Figure, bool) {
	for _, block := range breaks.Split(text, -1) {
		found := figurePattern.FindStringSubmatch(Plain(block))
		if found == nil {
			continue
		}
		before, from, fromUnit, beforeTo, to, toUnit, rest := found[1], found[2], found[3], found[4], found[5], found[6], found[7]
		of := strings.TrimSpace(rest)
		if unit := strings.TrimSpace(fromUnit); unit != toUnit && unit != "" {
			// "12 days → 3 days to deliver": the unit is a word after both numbers.
			if toUnit != "" || !strings.HasPrefix(of+" ", unit+" ") {
				continue
			}
		} else if word, _, _ := strings.Cut(of, " "); unit == "" && toUnit == "" && isMagnitude(word) || unit != toUnit {
			continue
		}
		was, ok1 := number(from)
		is, ok2 := number(to)
		if before != beforeTo || !ok1 || !ok2 || was == is {
			continue
		}
		suffix := ""
		if toUnit != "" {
			suffix = toUnit
		}
		of, _ = grapheme.First(until(of), longestOf)
		return Figure{before + strings.TrimRight(from, ",.") + suffix, beforeTo + strings.TrimRight(to, ",.") + suffix, was, is, strings.TrimSpace(of)}, true
	}
	return Figure{}, false
}

func isMagnitude(word string) bool {
	for _, m := range magnitudes {
		if strings.EqualFold(word, m) {
			return true
		}
	}
	return false
}

// until returns a text up to its first punctuation mark.
func until(text string) string {
	text = strings.TrimLeft(text, " ,;:.–—-")
	for _, stop := range []string{". ", "; ", ", ", "। ", " (", ": ", " – ", " — "} {
		text, _, _ = strings.Cut(text, stop)
	}
	return strings.TrimRight(text, " .,;:।")
}

// number parses digits of any script with any grouping.
func number(digits string) (float64, bool) {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == ',':
			return -1
		case unicode.Is(unicode.Nd, r):
			return '0' + rune(field.Decimal(r))
		}
		return r
	}, strings.TrimRight(digits, ",."))
	v, err := strconv.ParseFloat(plain, 64)
	return v, err == nil && v < 1e12
}
