package lead

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"unicode"

	"parichay/internal/kit/grapheme"
)

// Reason is why a lead is suspected to be spam. It is kept with the lead, so that
// the owner sees why it is in quarantine.
type Reason string

// The reasons. The first five are about how it was sent, the others about what
// and how often.
const (
	Trapped    Reason = "trapped"    // a field no person sees was filled
	Tokenless  Reason = "tokenless"  // sent without having opened a form
	Forged     Reason = "forged"     // the form's token was not ours
	TooFast    Reason = "too_fast"   // nobody types that fast
	Unsolved   Reason = "unsolved"   // under attack, and the puzzle was not solved
	Advertises Reason = "advertises" // it reads like an advertisement
	Crowded    Reason = "crowded"    // too many from one network within an hour
	Repeated   Reason = "repeated"   // the same text again and again
)

// All lists them.
func (Reason) All() []Reason {
	return []Reason{Trapped, Tokenless, Forged, TooFast, Unsolved, Advertises, Crowded, Repeated}
}

// What one network may send into the inbox within an hour, and how often one text
// may arrive within a day, before the rest goes into quarantine. Mobile operators
// put many people behind one address: who has solved the puzzles a crowded network
// is asked for may be one of many more.
// An IPv6 network is counted with its neighbours, too: who has one often has a whole /48
// of them.
const (
	NetworkAnHour    = 5
	ProvenAnHour     = 30
	NeighboursAnHour = 2 // times as many
	TextADay         = 2
)

// scaledFrom is the number of messages an hour up to which these limits suit a site.
const scaledFrom = 5000

// Scale is the factor by which the limits of a network and of a text grow on a site that
// expects so many messages an hour: carriers then send many from behind one address, and
// people write the same sentence. One network may send a thousandth of an hour's messages.
func Scale(anHour int) float64 { return max(1, float64(anHour)/scaledFrom) }

// spamScore is what makes a text an advertisement.
const spamScore = 3

var (
	linkPattern   = regexp.MustCompile(`(?i)\bhttps?://|\bwww\.`)
	markupPattern = regexp.MustCompile(`(?i)<a\s|\[url[=\]]|\[link[=\]]|href\s*=`)
	salesPattern  = regexp.MustCompile(`(?i)\b(back-?links?|guest posts?|link building|domain authority|casino|viagra|cialis|porn|escorts?|payday loans?|forex|crypto(currency)? invest\w*|bitcoin profit|rank(ing)? (on|your) (the )?(first|page)|first page of google|seo (services|packages?) (at|for|from)|buy followers|earn \$|make money (online|fast)|unsubscribe|telegram @)`)
)

// Advertising judges a lead by its words. One link is no reason: people send their
// own site. A text of markup, or of several links, or of a link with a salesman's
// words, is.
func (l Lead) Advertising() bool {
	text := l.Message + " " + l.Company
	score := min(2*max(0, len(linkPattern.FindAllString(text, 5))-1), 4)
	if markupPattern.MatchString(text) {
		score += spamScore
	}
	if linkPattern.MatchString(l.Name) || linkPattern.MatchString(l.Company) {
		score += spamScore
	}
	sales := len(salesPattern.FindAllString(text, 3))
	score += sales
	if sales > 0 && linkPattern.MatchString(text) {
		score += 2
	}
	return score >= spamScore
}

// longEnough is how long a text must be for its return to mean anything: two
// people do write "please call me".
const longEnough = 40

// TextHash stands for what a lead says, however it is spaced; nil when it is too
// short to compare.
func (l Lead) TextHash() []byte {
	text := strings.ToLower(strings.Join(strings.FieldsFunc(l.Message, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsDigit(r)
	}), " "))
	if grapheme.Count(text) < longEnough {
		return nil
	}
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}
