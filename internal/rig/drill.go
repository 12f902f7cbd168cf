package rig

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"
)

// Judged makes an error of a verdict that is not good enough.
func Judged(verdict string, kept ...bool) (string, error) {
	for _, one := range kept {
		if !one {
			return "", errors.New(verdict)
		}
	}
	return verdict, nil
}

// Sleep waits, unless ctx ends before.
func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// NewMessage is what a visitor sends.
func NewMessage(n int) map[string]any {
	return map[string]any{
		"kind": "quote_request", "name": fmt.Sprintf("Visitor %d", n), "email": fmt.Sprintf("v%d@example.in", n), "phone": fmt.Sprintf("98%08d", n),
		"message": fmt.Sprintf("આ સંદેશ %d: %s", n, rand.Text()), "language": "gu", "page": "/gu/services", "source": "drill", "consent": "2026-11",
	}
}
