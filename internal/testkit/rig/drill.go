package rig

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
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

// Until waits for a condition, at most so long by a Clock; what says of what it is.
func Until(ctx context.Context, most time.Duration, what string, met func() bool) error {
	for clock := StartClock(); !met(); {
		if err := Sleep(ctx, 10*time.Millisecond); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if clock.Ours() > most {
			return fmt.Errorf("%s: not within %v", what, most)
		}
	}
	return nil
}

// What a site bears that its owner has made their own.
const (
	OwnBrand = "Asha Looms"
	OwnEmail = "asha@example.in"
)

// TakeOver makes the site the owner's own, and waits until that was kept for a start
// without PostgreSQL.
func TakeOver(ctx context.Context, r *Replica) error {
	if err := r.SignIn(ctx); err != nil {
		return err
	}
	revision, err := r.Revision(ctx)
	if err != nil {
		return err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"brandName": OwnBrand, "contact": map[string]any{"email": OwnEmail}}})
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("save: %d %s", response.StatusCode, body)
	}
	kept := filepath.Join(MediaFolder(r.Database), "private", "content")
	return Until(ctx, 30*time.Second, "the owner's content is kept", func() bool {
		raw, err := os.ReadFile(kept)
		return err == nil && bytes.Contains(raw, []byte(OwnBrand))
	})
}

// NewMessage is what a visitor sends.
func NewMessage(n int) map[string]any {
	return map[string]any{
		"kind": "quote_request", "name": fmt.Sprintf("Visitor %d", n), "email": fmt.Sprintf("v%d@example.in", n), "phone": fmt.Sprintf("98%08d", n),
		"message": fmt.Sprintf("આ સંદેશ %d: %s", n, rand.Text()), "language": "gu", "page": "/gu/services", "source": "drill", "consent": "2026-11",
	}
}
