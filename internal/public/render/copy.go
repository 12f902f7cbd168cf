package render

import "context"

type copyKey struct{}

// ForCopy returns the context of a request with which the program copies a page of its own
// site.
func ForCopy(ctx context.Context) context.Context { return context.WithValue(ctx, copyKey{}, true) }

// IsCopy reports whether the context of a request comes from ForCopy. Requests from outside
// never have such a context.
func IsCopy(ctx context.Context) bool { return ctx.Value(copyKey{}) != nil }
