package server

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/singleflight"
)

// once is a value that is read when it is first asked for, once for all who wait.
type once[T any] struct {
	known   atomic.Pointer[T]
	reading singleflight.Group
}

func (o *once[T]) get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
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
