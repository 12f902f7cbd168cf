// Package lazy loads a value on first use; concurrent callers share one load.
package lazy

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/singleflight"
)

// Value is a value that is loaded on first use. The zero Value is not loaded yet.
type Value[T any] struct {
	known   atomic.Pointer[T]
	reading singleflight.Group
}

// Get returns the value and calls read if it is not loaded yet. A failed read is not
// cached: the next call reads again.
func (o *Value[T]) Get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	if known := o.known.Load(); known != nil {
		return *known, nil
	}
	_, err, _ = o.reading.Do("", func() (any, error) {
		got, err := read(context.WithoutCancel(ctx)) // one caller's cancellation must not fail the others
		if err == nil {
			o.known.Store(&got)
		}
		return nil, err
	})
	if err != nil {
		return value, err
	}
	return *o.known.Load(), nil
}
