package field

import (
	"strconv"
	"strings"
)

// PriceRange is what something costs. Amounts are whole paise.
type PriceRange struct {
	Low  int64 // 0: on request
	High int64 // the most it costs; 0: exactly Low, or Low and more
	From bool  // Low and more
}

// onRequest is the stored form of a price that is not named.
const onRequest = "ask"

// mostPaise is the highest amount: 100 crore rupees.
const mostPaise = 1_000_000_000_00

// ParsePrice reads the stored form of a price, in paise: 45000, 45000+, 45000-90000 or ask.
func ParsePrice(text string) (PriceRange, bool) {
	if text == onRequest {
		return PriceRange{}, true
	}
	low, high, isSpan := strings.Cut(text, "-")
	number, from := strings.CutSuffix(low, "+")
	p := PriceRange{Low: paise(number), From: from}
	if isSpan {
		p.High = paise(high)
	}
	ok := p.Low > 0 && (!isSpan || !from && p.High > p.Low)
	return p, ok
}

// paise reads an amount; 0 if it is not one.
func paise(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > mostPaise || strconv.FormatInt(n, 10) != text {
		return 0
	}
	return n
}
