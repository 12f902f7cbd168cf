// Package once is a value that is read when it is first asked for, once for all who
// wait, and is then known.
package lazy

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/singleflight"
)

// Value is one. Its zero value is not read yet.
type Value[T any] struct {
	known   atomic.Pointer[T]
	reading singleflight.Group
}

// Get returns it, by read where it is not known. What failed is read again.
func (o *Value[T]) Get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	if known := o.known.Load(); known != nil {
		return *known, nil
	}
	_, err, _ = o.reading.Do("", func() (any, error) {
		got, err := read(context.WithoutCancel(ctx)) // nobody's leaving ends it for the others
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
