// Package letter counts and cuts text in the characters a reader sees. A Hindi
// or Gujarati cluster such as "ક્ષ" is one letter however many code points it
// has. It translates nothing and changes no text.
package grapheme

import "github.com/clipperhouse/uax29/v2/graphemes"

// Count returns how many letters s shows.
func Count(s string) int {
	n := 0
	for it := graphemes.FromString(s); it.Next(); {
		n++
	}
	return n
}

// First returns the first n letters of s, and whether any were left over.
func First(s string, n int) (head string, cut bool) {
	it := graphemes.FromString(s)
	for i := 0; it.Next(); i++ {
		if i == n {
			return s[:it.Start()], true
		}
	}
	return s, false
}
