package rig

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"parichay/internal/domain/lead"
)

// Visitor is a visitor with a form, from their own IPv6 /48. The program's rate limits count
// by /48 and by /56; Part selects one of the 256 /56 networks.
type Visitor struct {
	Number, Part int
	Key          string

	form opened
	at   time.Time

	solution string
}

type opened struct {
	Token        string
	WaitMS, Bits int
	Targets      []uint32
}

func (v *Visitor) network() string {
	return fmt.Sprintf("2001:%x:%x:%x00::1", 0xdb8+v.Number>>16, v.Number&0xffff, v.Part&0xff)
}

// Open requests a form token, as a browser does when its dialog opens, and solves the proof
// of work, by brute force unless solve is given.
func (v *Visitor) Open(ctx context.Context, r *Replica, solve ...func(lead.Token) string) error {
	response, body, err := r.Get(ctx, "/api/v1/leads/token", "X-Forwarded-For", v.network())
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("open form: %d %s", response.StatusCode, body)
	}
	if err != nil {
		return err
	}
	v.at = time.Now()
	if err := json.Unmarshal(body, &v.form); err != nil {
		return err
	}
	for _, by := range append(solve, lead.Token.Solve)[:1] {
		v.solution = by(lead.Token{Text: v.form.Token, Bits: v.form.Bits, Targets: v.form.Targets})
	}
	return nil
}

// Token opens the form and returns only its token.
func (v *Visitor) Token(ctx context.Context, r *Replica) (string, error) {
	err := v.Open(ctx, r)
	return v.form.Token, err
}

// Type waits as long as an honest browser does before it sends a form.
func (v *Visitor) Type(ctx context.Context) error {
	wait := time.NewTimer(time.Until(v.at.Add(time.Duration(v.form.WaitMS)*time.Millisecond + 50*time.Millisecond)))
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Send posts a message with the token and the solution.
func (v *Visitor) Send(ctx context.Context, r *Replica, message map[string]any) (status int, answer []byte, err error) {
	message["token"] = v.form.Token
	message["solution"] = v.solution
	return v.Post(ctx, r, message)
}

// Post sends a message unchanged.
func (v *Visitor) Post(ctx context.Context, r *Replica, message map[string]any) (status int, answer []byte, err error) {
	response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/leads", message, "Idempotency-Key", v.Key, "X-Forwarded-For", v.network())
	if err != nil {
		return 0, nil, err
	}
	return response.StatusCode, body, nil
}

// GetPage opens a page from the visitor's network.
func (v *Visitor) GetPage(ctx context.Context, r *Replica, path string) (status int, page []byte, err error) {
	response, page, err := r.Get(ctx, path, "X-Forwarded-For", v.network())
	if err != nil {
		return 0, nil, err
	}
	return response.StatusCode, page, nil
}

// PostForm sends a form as a browser without JavaScript does.
func (v *Visitor) PostForm(ctx context.Context, r *Replica, path string, form url.Values) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Forwarded-For", v.network())
	response, err := r.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}
