package account

import (
	_ "embed" // for commonPasswords
	"regexp"
	"strings"
	"sync"
	"unicode"

	"parichay/internal/kit/fault"
)

//go:embed common-passwords.txt
var commonPasswords string

// ours lists more words that are common in Indian passwords, and the program's name.
const ours = `parichay india bharat hindustan gujarat ahmedabad surat vadodara rajkot mumbai delhi krishna ganesh ganesha mahadev hanuman shivaya
jaimatadi jaishreeram jaishriram jaishreekrishna jaishrikrishna harharmahadev omsairam sairam radhe radheradhe radhakrishna omnamahshivaya waheguru
jaihind iloveindia namaste swagat dukaan business website admin administrator owner password welcome secret`

// shortestWord is the minimum length of a word. Shorter words occur in most passwords by
// chance.
const shortestWord = 4

// words is a set of words to search for in passwords.
type words struct {
	all     map[string]bool
	longest int
}

func (w *words) add(word string) {
	n := len([]rune(word))
	if n < shortestWord {
		return
	}
	if w.all == nil {
		w.all = map[string]bool{}
	}
	w.all[word], w.longest = true, max(w.longest, n)
}

var common = sync.OnceValue(func() (all words) {
	for line := range strings.Lines(commonPasswords) {
		if !strings.HasPrefix(line, "#") {
			all.add(squeeze(line))
		}
	}
	for word := range strings.FieldsSeq(ours) {
		all.add(word)
	}
	return all
})

// rows are keyboard rows and other sequences.
var rows = []string{
	"qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "01234567890", "abcdefghijklmnopqrstuvwxyz", "!@#$%^&*()_+",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "qazwsxedcrfvtgbyhnujm", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qawsedrftgyhujikolp",
}

// Weak returns why a password is easy to guess, or "" if it is not. about is public
// knowledge: the brand, the site's URL, the owner's email address.
func Weak(password string, about ...string) fault.Code {
	if strings.TrimFunc(password, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }) == "" {
		return fault.Blank
	}
	lower := strings.ToLower(password)
	if monotonous([]rune(squeeze(lower))) || monotonous([]rune(lower)) {
		return fault.Pattern
	}
	var own words
	for _, text := range about {
		parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
		for _, word := range append(parts, strings.Join(parts, "")) {
			own.add(word)
		}
	}
	forms := variants(lower)
	for _, form := range forms {
		if covered(form, own) {
			return fault.OwnWords
		}
	}
	for _, form := range forms {
		if covered(form, common()) {
			return fault.Common
		}
	}
	return ""
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// The patterns match a year at either end of a password. variants also tries the password with
// the year, because a known word may itself contain one.
var (
	yearFirst = regexp.MustCompile(`^(19|20)\d\d`)
	yearLast  = regexp.MustCompile(`(19|20)\d\d$`)
)

// Characters that replace letters; 1 can replace i or l.
var (
	leet  = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "9", "g", "@", "a", "$", "s", "!", "i")
	leetL = strings.NewReplacer("0", "o", "1", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "9", "g", "@", "a", "$", "s", "!", "l")
)

// variants returns the forms of a password to compare with known words: without characters
// added at its ends, and with look-alike characters replaced by letters.
func variants(lower string) []string {
	ends := func(s string) string {
		return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	}
	core, whole := ends(lower), squeeze(lower)
	begun := yearFirst.ReplaceAllString(whole, "")
	return []string{
		whole, begun, yearLast.ReplaceAllString(whole, ""), yearLast.ReplaceAllString(begun, ""), squeeze(core),
		squeeze(leet.Replace(core)), squeeze(leetL.Replace(core)),
		ends(squeeze(leet.Replace(lower))), ends(squeeze(leetL.Replace(lower))),
	}
}

// A password is weak if one word, repeated any number of times, covers all but mostOthers
// letters, or if two words cover all of it.
const mostWords, mostOthers = 2, 3

// covered reports whether one form of a password consists of known words and little else.
func covered(form string, known words) bool {
	letters := []rune(form)
	if len(letters) < shortestWord || len(letters) > maxPassword {
		return false
	}
	// best[i][n] is the smallest number of letters, among the first i, that n words leave
	// uncovered.
	type state struct {
		others int
		last   string
	}
	best := make([][mostWords + 1]*state, len(letters)+1)
	best[0][0] = &state{}
	reach := func(i, n int, s state) {
		if n <= mostWords && (best[i][n] == nil || s.others < best[i][n].others) {
			best[i][n] = &s
		}
	}
	for i := range letters {
		for n := range mostWords + 1 {
			from := best[i][n]
			if from == nil || from.others > mostOthers {
				continue
			}
			reach(i+1, n, state{from.others + 1, from.last})
			for end := i + shortestWord; end <= min(len(letters), i+known.longest); end++ {
				word := string(letters[i:end])
				switch {
				case word == from.last:
					reach(end, n, state{from.others, word})
				case known.all[word]:
					reach(end, n+1, state{from.others, word})
				}
			}
		}
	}
	one, two := best[len(letters)][1], best[len(letters)][2]
	return one != nil && one.others <= mostOthers || two != nil && two.others == 0
}

// monotonous reports whether a password is made of keyboard rows, of very few distinct
// letters, or of a short repeated text.
func monotonous(letters []rune) bool {
	if len(letters) == 0 {
		return false
	}
	distinct := map[rune]bool{}
	for _, r := range letters {
		distinct[r] = true
	}
	return len(distinct) <= 3 || runs(letters) <= 1+len(letters)/5 || repeats(letters)
}

// repeats reports whether the text repeats a unit of fewer than eight letters.
func repeats(letters []rune) bool {
	for unit := 1; unit < 8 && unit*2 <= len(letters); unit++ {
		same := true
		for i := unit; i < len(letters) && same; i++ {
			same = letters[i] == letters[i-unit]
		}
		if same {
			return true
		}
	}
	return false
}

// runs returns the number of sequences that make up a password. A sequence is a part of a row
// or one repeated letter.
func runs(letters []rune) (n int) {
	for len(letters) > 0 {
		longest := 1
		for longest < len(letters) && letters[longest] == letters[0] {
			longest++
		}
		for _, row := range rows {
			for _, way := range []string{row, reversed(row)} {
				longest = max(longest, along([]rune(way), letters))
			}
		}
		letters = letters[longest:]
		n++
	}
	return n
}

func along(row, letters []rune) (longest int) {
	for at := range row {
		n := 0
		for n < len(letters) && at+n < len(row) && row[at+n] == letters[n] {
			n++
		}
		longest = max(longest, n)
	}
	return longest
}

func reversed(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}
