package locales

import (
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
