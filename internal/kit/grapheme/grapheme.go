// Package grapheme counts and cuts text by grapheme clusters, the characters a reader
// sees. A Hindi or Gujarati cluster such as "ક્ષ" counts as one, however many code points
// it has.
package grapheme

import "github.com/clipperhouse/uax29/v2/graphemes"

// Count returns the number of grapheme clusters in s.
func Count(s string) int {
	n := 0
	for it := graphemes.FromString(s); it.Next(); {
		n++
	}
	return n
}

// First returns the first n grapheme clusters of s, and whether s was cut.
func First(s string, n int) (head string, cut bool) {
	it := graphemes.FromString(s)
	for i := 0; it.Next(); i++ {
		if i == n {
			return s[:it.Start()], true
		}
	}
	return s, false
}
