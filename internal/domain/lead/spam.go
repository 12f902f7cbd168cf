package lead

import (
	"crypto/sha256"
	"regexp"
	"strings"
	"unicode"

	"parichay/internal/kit/grapheme"
)

// Reason is why a lead is suspected to be spam. It is stored with the lead, so that
// the owner sees why it is in quarantine.
type Reason string

// The reasons. The first five are about how the lead was sent, the others about its
// text and its frequency.
const (
	Trapped    Reason = "trapped"    // the hidden honeypot field was filled
	Tokenless  Reason = "tokenless"  // sent without a form token
	Forged     Reason = "forged"     // the form token's signature is invalid
	TooFast    Reason = "too_fast"   // sent sooner than a person can type
	Unsolved   Reason = "unsolved"   // a proof of work was required and not given
	Advertises Reason = "advertises" // it reads like an advertisement
	Crowded    Reason = "crowded"    // too many from one network in an hour
	Repeated   Reason = "repeated"   // the same text arrived too often
)

// All lists the reasons.
func (Reason) All() []Reason {
	return []Reason{Trapped, Tokenless, Forged, TooFast, Unsolved, Advertises, Crowded, Repeated}
}

// Limits on the leads that reach the inbox; leads over a limit go into quarantine. Mobile
// carriers put many people behind one address. Such crowded networks must provide a proof of
// work, and leads with a proof have a higher limit. An IPv6 network also counts towards its
// wider subnet, because whoever has one network often has a whole /48.
const (
	NetworkAnHour    = 5  // from one network
	ProvenAnHour     = 30 // from one network, with a proof of work
	NeighboursAnHour = 2  // from the wider subnet, as a multiple of the limit of one network
	TextADay         = 2  // with the same text
)

// scaledFrom is the number of expected messages an hour above which these limits are scaled
// up.
const scaledFrom = 5000

// Scale returns the factor for the limits of a network and of a text on a site that expects
// anHour messages an hour. On a busy site more people share a carrier's address, and more
// write the same sentence. Above scaledFrom, one network may send a thousandth of the messages
// expected in an hour.
func Scale(anHour int) float64 { return max(1, float64(anHour)/scaledFrom) }

// spamScore is the score from which a text counts as an advertisement.
const spamScore = 3

var (
	linkPattern   = regexp.MustCompile(`(?i)\bhttps?://|\bwww\.`)
	markupPattern = regexp.MustCompile(`(?i)<a\s|\[url[=\]]|\[link[=\]]|href\s*=`)
	salesPattern  = regexp.MustCompile(`(?i)\b(back-?links?|guest posts?|link building|domain authority|casino|viagra|cialis|porn|escorts?|payday loans?|forex|crypto(currency)? invest\w*|bitcoin profit|rank(ing)? (on|your) (the )?(first|page)|first page of google|seo (services|packages?) (at|for|from)|buy followers|earn \$|make money (online|fast)|unsubscribe|telegram @)`)
)

// Advertising reports whether a lead reads like an advertisement: it has markup,
// several links, or a link and sales phrases. A single link is fine, because people
// send their own site.
func (l Lead) Advertising() bool {
	texts := []string{l.Message, l.Company}
	for _, d := range l.Details {
		texts = append(texts, d.Value)
	}
	text := strings.Join(texts, " ")
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

// longEnough is the minimum length of a text whose repetition is suspicious. Two people may
// both write "please call me".
const longEnough = 40

// TextHash returns a hash of a lead's message and long answers that ignores case, spacing,
// punctuation and digits, or nil if the text is too short to compare. Two people may well choose
// the same short answers.
func (l Lead) TextHash() []byte {
	texts := []string{compared(l.Message)}
	for _, d := range l.Details {
		if answer := compared(d.Value); grapheme.Count(answer) >= longEnough {
			texts = append(texts, answer)
		}
	}
	text := strings.Join(texts, " ")
	if grapheme.Count(text) < longEnough {
		return nil
	}
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}

// compared returns a text without what TextHash ignores.
func compared(text string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsDigit(r)
	}), " "))
}
