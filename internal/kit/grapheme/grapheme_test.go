package grapheme

import "testing"

func TestTextIsCountedByGraphemeClusters(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		count int
		first string // the first two clusters
	}{
		{"", 0, ""},
		{"D", 1, "D"},
		{"Digital", 7, "Di"},
		{"ક્ષમતા", 3, "ક્ષમ"},
		{"स्त्री", 1, "स्त्री"},
		{"ડિજિટલ", 4, "ડિજિ"},
		{"e\u0301a", 2, "e\u0301a"},
		{"👩‍👩‍👧‍👦 x", 3, "👩‍👩‍👧‍👦 "},
	} {
		if got := Count(test.text); got != test.count {
			t.Errorf("Count(%q) = %d, want %d", test.text, got, test.count)
		}
		if got, cut := First(test.text, 2); got != test.first || cut != (test.count > 2) {
			t.Errorf("First(%q, 2) = %q, %v", test.text, got, cut)
		}
	}
}
