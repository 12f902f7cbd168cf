package field

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Postal is a postal address in parts, each as the owner wrote it.
type Postal struct{ Street, Locality, Region, PostalCode, Country string }

var (
	pinPattern = regexp.MustCompile(`(?i)(?:(?:pin ?code|pin|zip|पिन ?कोड|पिन|પિન ?કોડ|પિન)[ .:–-]*)?([1-9][0-9]{2} ?[0-9]{3})$`)
	india      = []string{"india", "bharat", "भारत", "इंडिया", "इण्डिया", "ભારત", "ઇન્ડિયા", "ઈન્ડિયા"}
)

// states lists India's states and union territories in English, Hindi, Gujarati and Marathi, except
// territories that are cities.
var states = strings.Split(`andhra pradesh|arunachal pradesh|assam|bihar|chhattisgarh|goa|gujarat|haryana|himachal pradesh|jharkhand|karnataka|kerala|madhya pradesh|maharashtra|manipur|meghalaya|mizoram|nagaland|odisha|orissa|punjab|rajasthan|sikkim|tamil nadu|telangana|tripura|uttar pradesh|uttarakhand|west bengal|andaman and nicobar islands|dadra and nagar haveli and daman and diu|jammu and kashmir|ladakh|lakshadweep|puducherry`+
	`|आंध्र प्रदेश|अरुणाचल प्रदेश|असम|बिहार|छत्तीसगढ़|गोवा|गुजरात|हरियाणा|हिमाचल प्रदेश|झारखंड|कर्नाटक|केरल|मध्य प्रदेश|महाराष्ट्र|मणिपुर|मेघालय|मिज़ोरम|नागालैंड|ओडिशा|पंजाब|राजस्थान|सिक्किम|तमिलनाडु|तेलंगाना|त्रिपुरा|उत्तर प्रदेश|उत्तराखंड|पश्चिम बंगाल|जम्मू और कश्मीर|लद्दाख|पुडुचेरी`+
	`|આંધ્ર પ્રદેશ|અરુણાચલ પ્રદેશ|આસામ|બિહાર|છત્તીસગઢ|ગોવા|ગુજરાત|હરિયાણા|હિમાચલ પ્રદેશ|ઝારખંડ|કર્ણાટક|કેરળ|મધ્ય પ્રદેશ|મહારાષ્ટ્ર|મણિપુર|મેઘાલય|મિઝોરમ|નાગાલેન્ડ|ઓડિશા|પંજાબ|રાજસ્થાન|સિક્કિમ|તમિલનાડુ|તેલંગાણા|ત્રિપુરા|ઉત્તર પ્રદેશ|ઉત્તરાખંડ|પશ્ચિમ બંગાળ|લદ્દાખ|પુડુચેરી`+
	`|आसाम|छत्तीसगड|केरळ|मिझोरम|नागालँड|तामिळनाडू|तमिळनाडू|तेलंगणा|जम्मू आणि काश्मीर|लडाख|पुद्दुचेरी`, "|")

// ParsePostal splits an Indian address that has a PIN, or a state and a country. Of any other
// address it recognizes only the country India; the rest becomes the street, because a wrong
// guess would be worse than none.
func ParsePostal(text string) (p Postal) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ',' })
	for i := range parts {
		parts[i] = strings.Trim(strings.Join(strings.Fields(parts[i]), " "), " .-–—|।;")
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	last := len(parts) - 1
	if last > 0 && slices.Contains(india, strings.ToLower(parts[last])) {
		p.Country, parts = parts[last], parts[:last]
	}
	whole := Postal{Street: strings.Join(parts, ", "), Country: p.Country}

	// Search from the end for the PIN, the state and the town, each at most once.
	town, stateAt := -1, -1
	for i := len(parts) - 1; i >= max(1, len(parts)-3); i-- {
		if found := pinPattern.FindStringSubmatchIndex(asciiDigits(parts[i])); found != nil && p.PostalCode == "" && plausiblePIN(parts[i], found[0]) {
			digits := asciiDigits(parts[i])
			p.PostalCode = strings.ReplaceAll(digits[found[2]:found[3]], " ", "")
			parts[i] = strings.Trim(prefixOf(parts[i], digits, found[0]), " .:-–—(")
			if parts[i] != "" && !isState(parts[i]) && town < 0 {
				town = i
			}
		}
		if rest, state := splitState(parts[i]); state != "" && p.Region == "" {
			p.Region, parts[i], stateAt = state, rest, i
			if rest != "" {
				town = i
			}
		}
	}
	if p.PostalCode == "" && p.Region == "" || p.PostalCode == "" && p.Country == "" {
		return whole
	}
	if town < 0 {
		town = slices.IndexFunc(parts, func(part string) bool { return part == "" }) - 1
		if stateAt > 0 && town < 0 {
			town = stateAt - 1
		}
	}
	if town >= 0 && town < len(parts) {
		p.Locality = parts[town]
		parts[town] = ""
	}
	p.Street = strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
	return p
}

// asciiDigits replaces Hindi and Gujarati digits with 0 to 9.
func asciiDigits(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '०' && r <= '९':
			return r - '०' + '0'
		case r >= '૦' && r <= '૯':
			return r - '૦' + '0'
		}
		return r
	}, text)
}

// prefixOf returns the start of text, up to the character at byte offset end of digits.
// digits is the same text with ASCII digits, so its byte offsets differ.
func prefixOf(text, digits string, end int) string {
	return string([]rune(text)[:len([]rune(digits[:end]))])
}

// plausiblePIN reports whether the PIN at start is not the end of a longer number, such as a
// phone number.
func plausiblePIN(part string, start int) bool {
	before := strings.TrimRight(asciiDigits(part)[:start], " ")
	return before == "" || !unicode.IsDigit(rune(before[len(before)-1]))
}

func isState(part string) bool { return slices.Contains(states, strings.ToLower(part)) }

// splitState splits a part into the state at its end and the text before it. state is empty if
// there is none.
func splitState(part string) (rest, state string) {
	if isState(part) {
		return "", part
	}
	words := strings.Split(part, " ")
	for n := min(3, len(words)-1); n > 0; n-- {
		if tail := strings.Join(words[len(words)-n:], " "); isState(tail) {
			return strings.Trim(strings.Join(words[:len(words)-n], " "), " -–"), tail
		}
	}
	return part, ""
}
