package wire

// ShownAll converts each element of a list with shown. The result is never nil, so that it
// becomes a JSON array and not null.
func ShownAll[A, B any](all []A, shown func(A) B) []B {
	out := make([]B, len(all))
	for i, one := range all {
		out[i] = shown(one)
	}
	return out
}
