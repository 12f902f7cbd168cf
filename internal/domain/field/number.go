package field

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// digits is a run of digits in a text.
type digits struct {
	start, end int
	text       string
	plus       bool // it follows a +
	joined     bool // it may continue the previous run
	tight      bool // exactly one space or dash separates it from the previous run
	apart      bool // it may be the second half of a mobile number whose first half is the previous run
}

var (
	runPattern = regexp.MustCompile(`[0-9]+`)

	// plainPatterns match dates, hours, amounts and measures. A number that consists only
	// of these is not a contact.
	plainPatterns = []*regexp.Regexp{
		regexp.MustCompile(`\b[0-9]{1,2}(?:/[0-9]{1,2}/|-[0-9]{1,2}-|\.[0-9]{1,2}\.)(?:(?:19|20)?[0-9]{2})\b`), // 18-03-2025
		regexp.MustCompile(`\b(?:19|20)[0-9]{2}(?:[/.-][0-9]{1,2}){1,2}\b`),                                    // 2025-03-18, 2024-25
		regexp.MustCompile(`\b(?:19|20)[0-9]{2}\b`),                                                            // 2025
		regexp.MustCompile(`\b(?:[01]?[0-9]|2[0-4])[:.][0-5][0-9]\b`),                                          // 9.30
		regexp.MustCompile(`\b[0-9]{1,3}\.[0-9]{1,2}\b`),                                                       // 6.5
		regexp.MustCompile(`\b[0-9]{1,3}(?:,[0-9]{2}){0,2},[0-9]{3}\b`),                                        // 1,00,000
		regexp.MustCompile(`\b[0-9]{1,3}(?:,[0-9]{3}){1,2}\b`),                                                 // 100,000
		regexp.MustCompile(`(?:\p{Sc}|(?i:\brs\.?|\binr|रु\.?|रू\.?|રૂ\.?|રુ\.?)) ?[0-9][0-9,]{0,9}(?:\.[0-9]{1,2})?(?: ?(?:-|to) ?[0-9][0-9,]{0,9})?`), // ₹500, ₹65000-75000
		regexp.MustCompile(`\b[0-9][0-9,]{0,8}(?:\.[0-9]{1,2})? ?/-`), // 500/-
	}
)

// mostDialled is the maximum number of digits of a phone number with its leading 00, and
// mostAccount the maximum of a bank account number.
const mostDialled, mostAccount = 17, 18

// numbers finds phone numbers, however they are grouped, and other long numbers.
func (f *finder) numbers() {
	runs := f.runs()
	for i := 0; i < len(runs); {
		n, key := f.number(runs[i:])
		if n == 0 {
			i++
			continue
		}
		f.add(key, strings.TrimSpace(f.text[runs[i].from(f.text):runs[i+n-1].end]))
		i += n
	}
}

// from returns the start of a run, including its plus sign.
func (d digits) from(text string) int {
	if d.plus {
		return strings.LastIndexByte(text[:d.start], '+')
	}
	return d.start
}

func (f *finder) runs() []digits {
	var all []digits
	for _, at := range runPattern.FindAllStringIndex(f.text, -1) {
		d := digits{start: at[0], end: at[1], text: f.text[at[0]:at[1]]}
		before := strings.TrimRight(f.text[:at[0]], " (")
		d.plus = strings.HasSuffix(before, "+") && at[0]-len(before) <= 2
		if len(all) > 0 {
			gap := f.text[all[len(all)-1].end:at[0]]
			d.joined, d.tight, d.apart = isGap(gap), gap == " " || gap == "-", isWideGap(gap)
		}
		all = append(all, d)
	}
	return all
}

// around is how many bytes before and after a number plain looks at to classify it.
const around = 24

// isPlain reports whether all runs belong to dates, hours, amounts or measures. Ten
// digits that begin like a mobile number are never an amount, not even after a ₹.
func (f *finder) isPlain(runs []digits) bool {
	return !slices.ContainsFunc(runs, func(d digits) bool { return isMobile(d.text) }) && !slices.Contains(f.plain(runs), false)
}

func isMobile(number string) bool { return len(number) == 10 && number[0] >= '6' }

// plain reports for each run whether it belongs to a date, an hour, an amount or a measure.
func (f *finder) plain(runs []digits) []bool {
	from, to := max(0, runs[0].start-around), min(len(f.text), runs[len(runs)-1].end+around)
	part := f.text[from:to]
	plain := make([]bool, len(runs))
	for _, pattern := range plainPatterns {
		i := 0
		for _, at := range pattern.FindAllStringIndex(part, -1) {
			if isChained(part[:at[0]], part[at[1]:]) {
				continue
			}
			for i < len(runs) && runs[i].start < from+at[0] {
				i++
			}
			for ; i < len(runs) && runs[i].end <= from+at[1]; i++ {
				plain[i] = true
			}
		}
	}
	return plain
}

// isChained reports whether dots connect a number with the text before or after it, as in
// 98.25.01.23.45.
func isChained(before, after string) bool {
	return strings.HasSuffix(before, ".") || len(after) > 1 && after[0] == '.' && after[1] >= '0' && after[1] <= '9'
}

// mostGap is how many characters may separate two runs of one number.
const mostGap = 5

// isGap reports whether a number may continue after this gap between two runs: the gap
// has no letter, and nothing that ends a sentence or an amount.
func isGap(gap string) bool {
	if utf8.RuneCountInString(gap) > mostGap || strings.Contains(gap, ", ") {
		return false
	}
	return !strings.ContainsFunc(gap, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Sc) || strings.ContainsRune(";%!?", r)
	})
}

// isWideGap reports whether this gap may separate the halves of a mobile number.
func isWideGap(gap string) bool {
	const most = 12
	return utf8.RuneCountInString(gap) <= most && !strings.ContainsFunc(gap, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Sc) || r == '%'
	})
}

// halves returns the key of a mobile number that is written in two halves with a wide gap
// between them, or "". Two prices are not a number: one of the halves is written as an amount,
// or both end in 00 or in 99.
func (f *finder) halves(runs []digits) (key string) {
	const half = 5
	if len(runs) < 2 || len(runs[0].text) != half || len(runs[1].text) != half || !runs[1].apart || runs[1].plus {
		return ""
	}
	number := runs[0].text + runs[1].text
	for _, end := range []string{"00", "99"} {
		if strings.HasSuffix(runs[0].text, end) && strings.HasSuffix(number, end) {
			return ""
		}
	}
	if !isMobile(number) || slices.Contains(f.plain(runs[:2]), true) {
		return ""
	}
	return phoneKey + International(number)
}

// number finds the number at the start of runs. It returns how many runs the number takes, 0
// if there is none, and its key.
func (f *finder) number(runs []digits) (n int, key string) {
	text := ""
	for i := range runs {
		if i > 0 && (!runs[i].joined || runs[i].plus) || len(text)+len(runs[i].text) > mostDialled {
			break
		}
		text += runs[i].text
		if number := phoneNumber(text, runs[0].plus); number != "" && !isRow(runs[:i+1], text) && !f.isPlain(runs[:i+1]) {
			n, key = i+1, phoneKey+number
			// A foreign number takes as many digits as possible, because its length depends on
			// the country.
			if !runs[0].plus || strings.HasPrefix(text, "91") && len(text) >= 12 {
				return n, key
			}
		}
	}
	if n > 0 {
		return n, key
	}
	if key := f.halves(runs); key != "" {
		return 2, key
	}
	return f.account(runs)
}

// phoneNumber returns a phone number with its country code, or "" if it is not one.
// Phone numbers are Indian mobiles, landlines and toll-free numbers, and any number
// after a + or 00.
func phoneNumber(number string, plus bool) string {
	n := len(number)
	switch {
	case plus && n >= 7 && n <= 15:
		return International("+" + number)
	case strings.HasPrefix(number, "1800") || strings.HasPrefix(number, "1860"):
		if n == 10 || n == 11 {
			return number
		}
	case strings.HasPrefix(number, "00"):
		if n >= 11 {
			return International(number)
		}
	case isMobile(number), n == 11 && number[0] == '0':
		return International(number)
	case strings.HasPrefix(number, "91") && (n == 12 && number[2] >= '2' || n == 13 && number[2] == '0'):
		return International("+" + number)
	}
	return ""
}

// isRow reports whether runs are a series of sizes or amounts, such as 0 10 20 30 40 50,
// and not a mobile number.
func isRow(runs []digits, text string) bool {
	const least = 4
	if len(runs) < least || isMobile(text) || runs[0].plus {
		return false
	}
	return rises(runs, 1) || rises(runs, -1)
}

func rises(runs []digits, sign int) bool {
	return slices.IsSortedFunc(runs, func(a, b digits) int {
		x, _ := strconv.Atoi(a.text) // the digits fit into an int
		y, _ := strconv.Atoi(b.text)
		return sign * (x - y)
	})
}

// account finds a number that is long enough for a bank account or a card: in one piece, or in
// groups of four as on a card. It returns how many runs the number takes, 0 if there is none,
// and its key.
func (f *finder) account(runs []digits) (n int, key string) {
	const least, card = 10, 12
	text := runs[0].text
	if len(text) >= least {
		if len(text) > mostAccount || f.isPlain(runs[:1]) {
			return 0, ""
		}
		return 1, accountKey + text
	}
	n = 1
	for n < len(runs) && len(runs[n-1].text) == 4 && runs[n].tight && len(runs[n].text) <= 4 && len(text) < mostAccount {
		text += runs[n].text
		n++
	}
	if len(text) < card || isRow(runs[:n], text) || f.isPlain(runs[:n]) {
		return 0, ""
	}
	return n, accountKey + text
}
