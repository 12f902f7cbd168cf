// Package doors holds the drill that guesses passwords while the owner signs in.
package doors

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/descope/virtualwebauthn"

	"parichay/internal/domain/account"
	"parichay/internal/testkit/rig"
)

const (
	attemptsASecond = 200
	networks        = 250
	visitors        = 500 // requests a second
	pageTime        = 20 * time.Millisecond
	ownersTime      = 8 * time.Second // in the worst case, 250 hashes of 29 ms before the owner's, and the second step
	passkeyTime     = time.Second
	retries         = 4 // as many as the app makes
)

// SignIns guesses passwords from many networks while visitors view pages and the owner
// signs in from new devices, with password and code and with a passkey.
func SignIns(ctx context.Context) (string, error) {
	load := rig.LoadNow()
	duration := time.Duration(rig.Number("seconds", 60)) * time.Second
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, err := rig.Start(ctx, database, rig.ManyVisitors, "PARICHAY_BASE_URL=http://localhost")
	if err != nil {
		return "", err
	}
	defer r.Stop()
	o, err := protect(ctx, r)
	if err != nil {
		return "", err
	}
	pages := []string{"/", "/gu"}
	calm := rig.Visit(ctx, r, visitors, min(duration, 3*time.Second), pages...)
	bound, judged := load.Bound(pageTime, 2*calm.Quantile(0.99))
	owners, _ := load.Bound(ownersTime, 5*ownersTime)

	seen, guessed := make(chan *rig.Views, 1), make(chan tally, 1)
	go func() { seen <- rig.Visit(ctx, r, visitors, duration, pages...) }()
	go func() { guessed <- guess(ctx, r, duration) }()
	var byCode, byKey []time.Duration
	pause := duration / 3
	for at := pause; at < duration; at += pause {
		if err := rig.Sleep(ctx, pause); err != nil {
			return "", err
		}
		pause = max(31*time.Second, duration/2) // each code works once, and a new one appears every half minute
		took, err := o.signInWithCode(ctx)
		if err != nil {
			return "", fmt.Errorf("password and code: %w", err)
		}
		byCode = append(byCode, took)
		for range 5 {
			if took, err = o.signInWithPasskey(ctx); err != nil {
				return "", fmt.Errorf("passkey: %w", err)
			}
			byKey = append(byKey, took)
		}
	}
	views, all := <-seen, <-guessed
	p99 := views.Quantile(0.99)
	verdict := fmt.Sprintf("%d guesses in %v from %d networks: %d wrong, %d got no queue slot, %d other%s; %d pages, p99 %v (%s; %v before), %d failed%s; owner on new devices: code %v, passkey %v",
		all.total(), duration, networks, all[http.StatusUnauthorized], all[http.StatusTooManyRequests], all.other(), all.names(), len(views.Times)+views.Failed, p99.Round(100*time.Microsecond), judged,
		calm.Quantile(0.99).Round(100*time.Microsecond), views.Failed, views.Trouble(), rounded(byCode), rounded(byKey))
	return rig.Judged(verdict, p99 <= bound, views.Failed == 0, slices.Max(byCode) <= owners, slices.Max(byKey) <= passkeyTime, all.other() == 0,
		all.total() >= int(duration.Seconds()*attemptsASecond*9/10))
}

func rounded(all []time.Duration) []time.Duration {
	out := make([]time.Duration, len(all))
	for i, one := range all {
		out[i] = one.Round(time.Millisecond)
	}
	return out
}

// tally counts responses by status; 0 means no response.
type tally map[int]int

func (t tally) total() (n int) {
	for _, one := range t {
		n += one
	}
	return n
}

func (t tally) other() int {
	return t.total() - t[http.StatusUnauthorized] - t[http.StatusTooManyRequests]
}

func (t tally) names() string {
	if t.other() == 0 {
		return ""
	}
	return fmt.Sprint(" ", map[int]int(t))
}

// stranger returns an address of the nth network. Each network belongs to another provider's
// range, so that each is rate-limited separately.
func stranger(n int) string { return fmt.Sprintf("%d.%d.7.7", 20+n/125, n%125) }

// guess tries passwords at a fixed rate, without waiting for responses.
func guess(ctx context.Context, r *rig.Replica, duration time.Duration) tally {
	crowd := r.From("127.0.0.1")
	all := tally{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	start := time.Now()
	for i := range int(duration.Seconds() * attemptsASecond) {
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / attemptsASecond)))
		if ctx.Err() != nil {
			break
		}
		wait.Go(func() {
			response, _, err := crowd.Call(context.WithoutCancel(ctx), http.MethodPost, "/api/v1/session",
				map[string]string{"email": rig.Owner()["email"], "password": fmt.Sprint("not the password ", i)}, "X-Forwarded-For", stranger(i%networks))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				all[0]++
				return
			}
			all[response.StatusCode]++
		})
	}
	wait.Wait()
	return all
}

// owner signs in from new devices.
type owner struct {
	r      *rig.Replica
	app    account.TOTP
	party  virtualwebauthn.RelyingParty
	holder virtualwebauthn.Authenticator
	key    virtualwebauthn.Credential
	device int
}

// protect sets up an authenticator app and a passkey.
func protect(ctx context.Context, r *rig.Replica) (*owner, error) {
	o := &owner{
		r: r, party: virtualwebauthn.RelyingParty{Name: "localhost", ID: "localhost", Origin: "http://localhost"},
		holder: virtualwebauthn.NewAuthenticator(), key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2),
	}
	if err := r.SignIn(ctx); err != nil {
		return nil, err
	}
	if _, err := accepted(r.Call(ctx, http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": rig.Owner()["password"]})); err != nil {
		return nil, err
	}
	var begun struct{ Secret string }
	raw, err := accepted(r.Call(ctx, http.MethodPost, "/api/v1/account/totp", nil))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &begun); err != nil {
		return nil, err
	}
	o.app.Secret = begun.Secret
	code, err := o.app.Code(account.Step(time.Now()) - 1) // the previous code, so that the current one stays unused
	if err != nil {
		return nil, err
	}
	if _, err := accepted(r.Call(ctx, http.MethodPut, "/api/v1/account/totp", map[string]string{"code": code})); err != nil {
		return nil, err
	}
	if raw, err = accepted(r.Call(ctx, http.MethodPost, "/api/v1/account/passkeys/options", nil)); err != nil {
		return nil, err
	}
	asked, err := virtualwebauthn.ParseAttestationOptions(string(raw))
	if err != nil {
		return nil, err
	}
	o.holder.Options.UserHandle = []byte(asked.UserID)
	made := json.RawMessage(virtualwebauthn.CreateAttestationResponse(o.party, o.holder, o.key, *asked))
	_, err = accepted(r.Call(ctx, http.MethodPost, "/api/v1/account/passkeys", map[string]any{"name": "phone", "credential": made}))
	return o, err
}

// accepted returns the body of a response, or an error if the request was refused.
func accepted(response *http.Response, body []byte, err error) ([]byte, error) {
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%d %s", response.StatusCode, body)
	}
	return body, err
}

// from returns a header with an address in a new network, so that every device has its own network.
func (o *owner) from() []string {
	o.device++
	return []string{"X-Forwarded-For", fmt.Sprintf("203.0.%d.9", o.device)}
}

func (o *owner) signInWithCode(ctx context.Context) (time.Duration, error) {
	device, here, begun := o.r.From("127.0.0.1"), o.from(), time.Now()
	response, body, err := device.Call(ctx, http.MethodPost, "/api/v1/session", rig.Owner(), here...)
	for range retries {
		if err != nil || response.StatusCode != http.StatusTooManyRequests {
			break
		}
		wait, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		if err := rig.Sleep(ctx, time.Duration(wait)*time.Second); err != nil {
			return 0, err
		}
		response, body, err = device.Call(ctx, http.MethodPost, "/api/v1/session", rig.Owner(), here...)
	}
	if _, err := accepted(response, body, err); err != nil {
		return 0, err
	}
	code, err := o.app.Code(account.Step(time.Now()))
	if err != nil {
		return 0, err
	}
	_, err = accepted(device.Call(ctx, http.MethodPost, "/api/v1/session/second", map[string]string{"code": code}, append(here, "Cookie", response.Header.Get("Set-Cookie"))...))
	return time.Since(begun), err
}

func (o *owner) signInWithPasskey(ctx context.Context) (time.Duration, error) {
	device, here, begun := o.r.From("127.0.0.1"), o.from(), time.Now()
	raw, err := accepted(device.Call(ctx, http.MethodPost, "/api/v1/session/passkey/options", nil, here...))
	if err != nil {
		return 0, err
	}
	asked, err := virtualwebauthn.ParseAssertionOptions(string(raw))
	if err != nil {
		return 0, err
	}
	o.key.Counter++
	answer := json.RawMessage(virtualwebauthn.CreateAssertionResponse(o.party, o.holder, o.key, *asked))
	_, err = accepted(device.Call(ctx, http.MethodPost, "/api/v1/session/passkey", map[string]any{"credential": answer}, here...))
	return time.Since(begun), err
}
