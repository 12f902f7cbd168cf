package hours

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/field"
)

// A token is a word, a number or a sign in a line of opening hours.
type token struct {
	kind tokenKind
	days []int // the days that a day token names
	time clock // the time of a time token
	half half  // of am, pm and parts of the day
}

type tokenKind int

const (
	unknown tokenKind = iota // anything else; a line with such a token is a note
	noise                    // says nothing, such as "open" or "o'clock"
	days
	timeOfDay
	amPM
	part // part of the day, before or after the hour
	to
	separator
	closed
	allDay
	except     // "daily except Sunday"
	exceptThem // after the days, as Hindi, Gujarati and Marathi say it
)

// half is a half of the day, or a part of it, which fits only some hours.
type half string

const (
	am        half = "am"
	pm        half = "pm"
	morning   half = "morning"
	afternoon half = "afternoon"
	evening   half = "evening"
	night     half = "night"
	noon      half = "noon"
	midnight  half = "midnight"
)

var everyDay = []int{0, 1, 2, 3, 4, 5, 6}

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// inLatin rewrites Hindi, Gujarati and Marathi words as words of the tables below. The first
// match wins, so a longer word must come before a shorter one. A word that remains in another
// script makes the line a note.
var inLatin = newRewriter(
	"सोमवार|सोम|સોમવાર|સોમ", "monday",
	"मंगलवार|मंगळवार|मंगल|मंगळ|મંગળવાર|મંગળ|ભોમવાર", "tuesday",
	"बुधवार|बुध|બુધવાર|બુધ", "wednesday",
	"गुरुवार|गुरूवार|बृहस्पतिवार|वीरवार|गुरु|ગુરુવાર|ગુરૂવાર|ગુરુ|ગુરૂ", "thursday",
	"शुक्रवार|शुक्र|શુક્રવાર|શુક્ર", "friday",
	"शनिवार|शनि|શનિવાર|શનિ", "saturday",
	"रविवार|इतवार|रवि|રવિવાર|રવિ", "sunday",
	"सातों दिन|सभी दिन|हर दिन|पूरे हफ्ते|प्रतिदिन|रोजाना|दररोज|हररोज|रोज|સાતેય દિવસ|બધા દિવસ|દરેક દિવસ|દરરોજ|રોજેરોજ|હંમેશા|રોજ|आठवडाभर", "daily",
	"24 घंटे|24 घण्टे|24 કલાક|24 तास|चौबीसों घंटे|चौबीस घंटे|ચોવીસ કલાક|दिवसरात्र|दिन-रात|દિવસ-રાત|દિવસ રાત|दिन रात", "allday",
	"साप्ताहिक अवकाश|साप्ताहिक छुट्टी|साप्ताहिक सुट्टी|અઠવાડિક રજા|સાપ્તાહિક રજા|बंद|छुट्टी|अवकाश|सुट्टी|બંધ|રજા", "closed",
	"छोड़कर|छोडकर|के अलावा|સિવાય|वगळता|सोडून|खेरीज", "exceptthem",
	"सुबह|सवेरे|सकाळी|सकाळ|સવારે|સવારના|સવાર", "morning",
	"दोपहर|दुपारी|दुपार|બપોરે|બપોરના|બપોર", "afternoon",
	"शाम|संध्याकाळी|संध्याकाळ|सायंकाळी|સાંજે|સાંજના|સાંજ", "evening",
	"रात्री|रात|રાત્રે|રાતના|રાતે|રાત", "night",
	"बजे से|बजेसे|वाजल्यापासून|वाजेपासून|वाजतापासून|વાગ્યાથી|વાગ્યેથી| से | ते |થી|पासून|ચાલુ", " to ",
	"बजे तक|बजे|तक|સુધી|पर्यंत|वाजेपर्यंत|वाजता|वाजल्या|वाजे|વાગ્યા|વાગ્યે|વાગે", "oclock",
	" और | एवं | व | तथा |અને|आणि", " and ",
	"खुला|खुली|खुले|ખુલ્લું|ખુલ્લી|ખુલ્લો|ખુલ્લા|ચાલુ|उघडे|उघडा|चालू|समय|સમય|वेळ|दिन|દિવસ|केवल|फक्त|ફક્ત|માત્ર", "open",
)

// endings are what remains of a day's name: "on", "of", "every".
var endings = regexp.MustCompile(`(day)\s*(?:ेही|ही|ેય|ना|नी|ના|ને|ની|च्या|ला|े|ी|ે|ો| को | के | का )`)

func newRewriter(pairs ...string) *strings.Replacer {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		for word := range strings.SplitSeq(pairs[i], "|") {
			all = append(all, word, " "+strings.TrimSpace(pairs[i+1])+" ")
		}
	}
	return strings.NewReplacer(all...)
}

// unmarked removes the dot under a letter, as in रोज़, which some people omit, and invisible
// characters; every space becomes an ordinary one.
func unmarked(r rune) rune {
	switch {
	case r == '\u093c', unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// phrases rewrites groups of words whose meaning a single word does not show.
var phrases = []struct {
	pattern *regexp.Regexp
	becomes string
}{
	{regexp.MustCompile(`\b24\s*(?:x|×|\*|/)\s*7\b|\b24\s*-?\s*(?:hours?|hrs?|ghante|kalak)\b|\bround the clock\b|\bday (?:and|&) night\b`), " allday "},
	{regexp.MustCompile(`\b(?:all\s+|on all\s+)?(?:7|seven)\s+days(?:\s+(?:a|in a|of the)\s+week)?\b|\ball (?:the )?(?:days|week)\b|\bevery ?day\b|\bdaily\b|\ball\s*7\b`), " daily "},
	{regexp.MustCompile(`\bweekly (?:off|holiday)\b|\bday off\b`), " closed "},
	{regexp.MustCompile(`\b([ap])\s?\.\s?m\b\.?|\b([ap]) m\b`), " $1${2}m "},
	{regexp.MustCompile(`\bin the\b|\bat the\b|\bo'? ?clock\b|\bwe are\b|\bwe're\b`), " "},
	{regexp.MustCompile(`\bup ?to\b`), " to "},
}

var signs = regexp.MustCompile(`\d+[:.]\d{2}|\d+|\p{L}[\p{L}\p{M}]*|[^\s]`)

// words are the tokens of single words, in English and in the Latin spellings of Hindi and
// Gujarati that people type.
var words = map[string]token{
	"daily": {kind: days, days: everyDay}, "roj": {kind: days, days: everyDay}, "rojana": {kind: days, days: everyDay},
	"weekdays": {kind: days, days: everyDay[:5]}, "weekday": {kind: days, days: everyDay[:5]},
	"weekend": {kind: days, days: everyDay[5:]}, "weekends": {kind: days, days: everyDay[5:]},
	"allday": {kind: allDay},
	"am":     {kind: amPM, half: am}, "pm": {kind: amPM, half: pm},
	"noon": {kind: timeOfDay, time: clock{hour: 12, half: noon}}, "midnight": {kind: timeOfDay, time: clock{hour: 12, half: midnight}},
	"morning": {kind: part, half: morning}, "afternoon": {kind: part, half: afternoon}, "evening": {kind: part, half: evening}, "night": {kind: part, half: night},
	"subah": {kind: part, half: morning}, "savare": {kind: part, half: morning}, "dopahar": {kind: part, half: afternoon}, "bapore": {kind: part, half: afternoon},
	"sham": {kind: part, half: evening}, "shaam": {kind: part, half: evening}, "sanje": {kind: part, half: evening}, "raat": {kind: part, half: night}, "rat": {kind: part, half: night}, "ratre": {kind: part, half: night},
	"exceptthem": {kind: exceptThem}, "except": {kind: except}, "excluding": {kind: except},
}

func init() {
	for kind, list := range map[tokenKind]string{
		closed:    "closed close off holiday band bandh chutti chhutti raja",
		to:        "to till until til thru through se thi - – — − ‐ ‑ ~ → =>",
		separator: `, ; & / and aur ane + | : ( ) [ ] = . • * · ✓ ✔ 🕘 🕙 🕒 ⏰ 👉`,
		noise: "open opens opening timing timings time times hours hour hrs hr h working work business shop store on at from every each only oclock " +
			"baje vagya vagye vage tak sudhi is are our the ist khula samay ko",
	} {
		for word := range strings.FieldsSeq(list) {
			words[word] = token{kind: kind}
		}
	}
	for day, name := range weekdays {
		list := []string{name, name + "s", name[:3], name[:2], []string{"somvar", "mangalvar", "budhvar", "guruvar", "shukravar", "shanivar", "ravivar"}[day]}
		list = append(list, strings.Fields([]string{"mons", "tues tuesd mangalwar", "weds wednes wensday wednsday", "thur thurs guruwar", "fris shukrawar", "sats satur shaniwar", "suns raviwar"}[day])...) //nolint:misspell // as people write it
		for _, word := range append(list, strings.Replace(list[4], "v", "w", 1)) {
			if word != "we" { // also a word of its own
				words[word] = token{kind: days, days: []int{day}}
			}
		}
	}
}

// tokensOf splits a line into tokens.
func tokensOf(line string) (tokens []token) {
	line = strings.Map(unmarked, field.LatinDigits(strings.ToLower(norm.NFD.String(line))))
	line = norm.NFC.String(line)
	line = endings.ReplaceAllString(strings.ReplaceAll(inLatin.Replace(line+" "), "day  ", "day "), "$1 ")
	for _, p := range phrases {
		line = p.pattern.ReplaceAllString(line, p.becomes)
	}
	for _, sign := range signs.FindAllString(line, -1) {
		tokens = append(tokens, tokenOf(sign)...)
	}
	return tokens
}

func tokenOf(sign string) []token {
	if sign[0] >= '0' && sign[0] <= '9' {
		t := token{kind: timeOfDay, time: clockOf(sign)}
		if t.time.hour < 0 {
			t.kind = unknown
		}
		return []token{t}
	}
	t, known := words[sign]
	if !known {
		t = misspelt(sign)
	}
	if t.kind == noise {
		return nil
	}
	return []token{t}
}

// misspelt returns the weekday that a word misses by one letter, if there is only one.
func misspelt(word string) (found token) {
	if len(word) < 5 {
		return token{}
	}
	for day, name := range weekdays {
		if slices.ContainsFunc([]string{name, name + "s"}, func(right string) bool { return nearly(word, right) }) {
			if found.kind == days {
				return token{}
			}
			found = token{kind: days, days: []int{day}}
		}
	}
	return found
}

// nearly reports whether one letter of a word is missing, extra, wrong or swapped with its
// neighbour.
func nearly(word, right string) bool {
	n := 0
	for n < len(word) && n < len(right) && word[n] == right[n] {
		n++
	}
	a, b := word[n:], right[n:]
	switch {
	case a == "" || b == "":
		return len(a)+len(b) <= 1
	case a[1:] == b || a == b[1:] || a[1:] == b[1:]:
		return true
	}
	return len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}
