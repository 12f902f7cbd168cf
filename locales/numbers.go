package locales

import (
	"fmt"
	"strconv"
	"strings"
)

// Channel returns the name of a channel in lang. The name in a key such as code:board,
// link:diwali, site:example.com or named:shop-board is part of the result.
func Channel(lang Lang, key string) string {
	kind, name, own := strings.Cut(key, ":")
	switch {
	case !own:
		return Text(lang, "channel."+key)
	case Has("channel." + kind):
		return Text(lang, "channel."+kind) + " " + name
	default:
		return name
	}
}

// Number formats an integer with Indian grouping: 1,42,000.
func Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	const last, pair = 3, 2
	if len(digits) <= last {
		return sign + digits
	}
	grouped := digits[len(digits)-last:]
	for rest := digits[:len(digits)-last]; rest != ""; {
		cut := max(0, len(rest)-pair)
		grouped, rest = rest[cut:]+","+grouped, rest[:cut]
	}
	return sign + grouped
}

// Rupees formats an amount of whole rupees: ₹1,42,000.
func Rupees(n int64) string { return "₹" + Number(n) }

// Money formats an amount of paise: ₹1,42,000 or ₹42.50.
func Money(paise int64) string {
	const hundred = 100
	text := Rupees(paise / hundred)
	if rest := paise % hundred; rest != 0 {
		text += fmt.Sprintf(".%02d", rest)
	}
	return text
}

// Price formats a price in paise: ₹450, from ₹450, ₹450–₹900, or that it is on request. high is the
// most it costs; 0 means that it costs low, or low and more.
func Price(lang Lang, low, high int64, from bool) string {
	switch {
	case low == 0:
		return Text(lang, "price.ask")
	case high > 0:
		return Text(lang, "price.span", "low", Money(low), "high", Money(high))
	case from:
		return Text(lang, "price.from", "amount", Money(low))
	}
	return Money(low)
}
