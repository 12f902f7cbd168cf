package wire

// ShownAll is a list as the API shows it, never nil.
func ShownAll[A, B any](all []A, shown func(A) B) []B {
	out := make([]B, len(all))
	for i, one := range all {
		out[i] = shown(one)
	}
	return out
}
