package trade

import (
	"strconv"
	"strings"

	"parichay/locales"
)

// Point is an entry of a list slot: a reason for the business, or a step of its work.
type Point struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
}

// Points splits the text of a list slot into its entries. Lines after the last permitted entry
// are dropped.
func Points(text string) []Point {
	points := []Point{}
	for line := range strings.Lines(text) {
		title, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if title != "" && len(points) < maxPoints {
			points = append(points, Point{title, strings.TrimSpace(rest)})
		}
	}
	return points
}

// builtInPoints returns the agency's list whose keys begin with prefix, as the text of a slot.
func builtInPoints(lang locales.Lang, prefix string) string {
	var lines []string
	for n := 1; locales.Has(prefix + "." + strconv.Itoa(n) + ".title"); n++ {
		key := prefix + "." + strconv.Itoa(n)
		lines = append(lines, locales.Text(lang, key+".title")+": "+locales.Text(lang, key+".text"))
	}
	return strings.Join(lines, "\n")
}
