package pricelist

import (
	"slices"
	"strings"
	"unicode"
)

// A token is a number, a word or a sign.
type token struct {
	kind   tokenKind
	text   string // as written
	plain  string // in small letters, with Latin digits
	spaced bool   // a space is before it
}

type tokenKind int

const (
	word tokenKind = iota
	number
	sign
)

// tokensOf splits a line. A number that follows letters directly, as in B12, is part of the word.
// A sign that is repeated, as in a row of dots, is one token.
func tokensOf(text string) (all []token) {
	runes, latin := []rune(text), []rune(digits(text))
	isDigit := func(i int) bool { return i < len(latin) && latin[i] >= '0' && latin[i] <= '9' }
	isLetter := func(i int) bool {
		return i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsMark(runes[i]) || runes[i] == '\u200d' || runes[i] == '\u200c')
	}
	spaced := false
	for i := 0; i < len(runes); {
		if unicode.IsSpace(runes[i]) {
			spaced = true
			i++
			continue
		}
		end, kind := i+1, sign
		switch {
		case isDigit(i):
			kind = number
			for isDigit(end) || end < len(latin) && (latin[end] == ',' || latin[end] == '.') && isDigit(end+1) {
				end++
			}
		case isLetter(i):
			kind = word
			for isLetter(end) || isDigit(end) || end+1 < len(runes) && (runes[end] == '\'' || runes[end] == '’') && isLetter(end+1) {
				end++
			}
		}
		next := token{kind, string(runes[i:end]), strings.ToLower(string(latin[i:end])), spaced}
		if n := len(all); kind != sign || n == 0 || all[n-1].plain != next.plain {
			all = append(all, next)
		}
		i, spaced = end, false
	}
	return all
}

// textOf returns tokens as they were written.
func textOf(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.spaced {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

func (t token) in(words []string) bool { return slices.Contains(words, t.plain) }

// isUnit reports whether a token names a unit.
func (t token) isUnit() bool { return t.kind == word && t.in(units) }

// The words that are understood. A word in two lists is decided by its place.
var (
	currency = strings.Fields("₹ rs inr re rupees rupee रु रू रुपये रुपए रुपया रुपयांना રૂ રુ રૂા રૂપિયા રુપિયા")
	fromBy   = strings.Fields("from starting starts start starts minimum min शुरू શરૂ શરુ सुरू")
	fromTo   = strings.Fields("onwards onward + से થી पासून")
	between  = strings.Fields("- – — ~ to से થી ते")
	dashes   = strings.Fields("- – — ~")
	// separators stand between a name and its price.
	separators = strings.Fields("- – — : = > … . _ @ , ; → ➡ / ~")
	only       = strings.Fields("only मात्र માત્ર फक्त ફક્ત")
	labels     = strings.Fields("price rate cost mrp at भाव ભાવ કિંમત कीमत किंमत दाम दर")
	started    = strings.Fields("at from शुरू શરૂ શરુ सुरू")
	per        = strings.Fields("/ per a प्रति પ્રતિ for ( हर દરેક")
	behind     = strings.Fields("દીઠ દિઠ मागे")
	each       = strings.Fields("each apiece pp प्रत्येक")
	parts      = strings.Fields("half quarter one ½ ¼ ¾ आधा आधी अर्धा अर्धी અડધો અડધી અડધું એક एक")
	units      = strings.Fields(`kg kgs kilo kilos kilogram g gm gms gr gram grams mg ml ltr litre litres liter l
		pc pcs piece pieces nos dozen doz pkt packet packets pack box boxes plate plates bowl bowls cup cups glass glasses
		bottle bottles slice slices pair pairs set sets min mins minute minutes hr hrs hour hours session sessions sitting
		visit day days night nights week month months year person persons people pax head ft feet sqft inch inches meter
		metre mtr page pages copy
		किलो किग्रा ग्राम ग्रा लीटर लिटर मिली पीस नग दर्जन पैकेट डिब्बा प्लेट कटोरी कप गिलास बोतल जोड़ी सेट मिनट घंटा घंटे दिन महीना
		महीने व्यक्ति डझन पाकीट तास दिवस महिना वाटी ग्लास
		કિલો કિગ્રા ગ્રામ લિટર લીટર મિલી નંગ પીસ ડઝન પેકેટ બોક્સ ડબ્બો પ્લેટ વાટકી કપ ગ્લાસ બોટલ જોડી સેટ મિનિટ કલાક દિવસ મહિનો મહિના
		વ્યક્તિ`)
)

// onRequest lists what stands for a price that is not named, in small letters and without spaces.
var onRequest = strings.Fields(`ask askus askforprice askprice onrequest priceonrequest rateonrequest poa por enquire enquiry
	dm dmforprice callforprice callforrate contactus
	पूछें पूछिए पूछो पूछकर कीमतपूछें कीमतपूछो कीमतपूछनेपर भावपूछें भावपूछो दामपूछें दामपूछो
	પૂછો પૂછીલો પૂછીને ભાવપૂછો ભાવમાટેપૂછો કિંમતપૂછો કિંમતમાટેપૂછો
	विचारा भावविचारा किंमतविचारा`)
