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

// Judged returns verdict if all conditions hold, otherwise an error with the text verdict.
func Judged(verdict string, conditions ...bool) (string, error) {
	for _, holds := range conditions {
		if !holds {
			return "", errors.New(verdict)
		}
	}
	return verdict, nil
}

// Sleep waits for d, or returns ctx.Err() if ctx ends before.
func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Until waits until met returns true. It returns an error after most, measured by a Clock.
// what describes the condition in errors.
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

// Brand and email of a site after TakeOver.
const (
	OwnBrand = "Asha Looms"
	OwnEmail = "asha@example.in"
)

// TakeOver replaces the sample's brand and email, and waits until the fallback copy, which a
// start without PostgreSQL uses, contains them.
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
	fallback := filepath.Join(MediaFolder(r.Database), "private", "content")
	return Until(ctx, 30*time.Second, "the fallback copy has the owner's content", func() bool {
		raw, err := os.ReadFile(fallback)
		return err == nil && bytes.Contains(raw, []byte(OwnBrand))
	})
}

// NewMessage returns the n-th visitor's message.
func NewMessage(n int) map[string]any {
	return map[string]any{
		"kind": "quote_request", "name": fmt.Sprintf("Visitor %d", n), "email": fmt.Sprintf("v%d@example.in", n), "phone": fmt.Sprintf("98%08d", n),
		"message": fmt.Sprintf("આ સંદેશ %d: %s", n, rand.Text()), "language": "gu", "page": "/gu/services", "source": "drill", "consent": "2026-11",
	}
}
