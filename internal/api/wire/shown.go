package wire

// ShownAll converts a list for the API. The result is never nil, so that JSON has no null.
func ShownAll[A, B any](all []A, shown func(A) B) []B {
	out := make([]B, len(all))
	for i, one := range all {
		out[i] = shown(one)
	}
	return out
}
