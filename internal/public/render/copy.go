package render

import "context"

type copyKey struct{}

// ForCopy marks a request with which the program copies a page of its own site.
func ForCopy(ctx context.Context) context.Context { return context.WithValue(ctx, copyKey{}, true) }

// IsCopy reports whether a request was marked by ForCopy. External requests never are.
func IsCopy(ctx context.Context) bool { return ctx.Value(copyKey{}) != nil }
