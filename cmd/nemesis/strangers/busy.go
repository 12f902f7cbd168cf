package strangers

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/rig"
)

// The load of Busy. Every network sends busyOfNetwork messages, because carriers put many
// phones behind one address.
const (
	busyPerSecond = 20
	busyFor       = 45 * time.Second
	busyOfNetwork = 12
	busySetting   = "PARICHAY_LEADS_AN_HOUR=100000"
)

// Busy sends 20 honest leads a second, half of them from browsers without JavaScript. All
// of them must reach the inbox and be mailed.
func Busy(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	mails, err := rig.OpenMails(ctx, "")
	if err != nil {
		return "", err
	}
	defer mails.Stop()
	r, err := rig.Start(ctx, database, rig.ManyVisitors, busySetting, "PARICHAY_SMTP_URL="+mails.URL())
	if err != nil {
		return "", err
	}
	defer r.Stop()
	total := busyPerSecond * int(busyFor/time.Second)
	var refused, asked atomic.Int64
	var first atomic.Pointer[string]
	began := time.Now()
	group, within := errgroup.WithContext(ctx)
	for n := range total {
		group.Go(func() error {
			if err := rig.Sleep(within, time.Until(began.Add(time.Duration(n)*time.Second/busyPerSecond))); err != nil {
				return err
			}
			v := &rig.Visitor{Number: peopleFrom + n/busyOfNetwork, Key: rand.Text()}
			send := byForm
			if n%2 == 0 { // both kinds from each network
				send = byScript
			}
			puzzles, err := send(within, r, v, n)
			if puzzles {
				asked.Add(1)
			}
			if err != nil && within.Err() == nil {
				refused.Add(1)
				first.CompareAndSwap(nil, new(err.Error()))
			}
			return within.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return "", err
	}
	took := time.Since(began)
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var inbox, spam, mailed int
	count := func() error {
		return conn.QueryRow(ctx, `SELECT count(*) FILTER (WHERE status <> 'spam'), count(*) FILTER (WHERE status = 'spam'), count(*) FILTER (WHERE mailed_at IS NOT NULL) FROM feedback`).Scan(&inbox, &spam, &mailed)
	}
	err = rig.Until(ctx, time.Minute, "every lead is mailed", func() bool { return count() != nil || mailed == inbox })
	if err := errors.Join(err, count()); err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d leads in %.0f s (%.1f a second), half without JavaScript, from %d networks: in_inbox=%d in_spam=%d refused=%d asked_for_puzzles=%d mails=%d",
		total, took.Seconds(), float64(total)/took.Seconds(), total/busyOfNetwork, inbox, spam, refused.Load(), asked.Load(), len(mails.All()))
	if text := first.Load(); text != nil {
		verdict += "; first refusal: " + *text
	}
	return rig.Judged(verdict, inbox == total, spam == 0, refused.Load() == 0, asked.Load() == 0, len(mails.All()) == total)
}

// byScript sends a message as the page's script does.
func byScript(ctx context.Context, r *rig.Replica, v *rig.Visitor, n int) (puzzles bool, err error) {
	if err := v.Open(ctx, r, func(token lead.Token) string {
		puzzles = len(token.Targets) > 0 // fails the drill, so it need not be solved
		return ""
	}); err != nil {
		return puzzles, err
	}
	if err := v.Type(ctx); err != nil {
		return puzzles, err
	}
	status, body, err := v.Send(ctx, r, rig.NewMessage(n))
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("lead no. %d: status %d, body %s", n, status, body)
	}
	return puzzles, err
}

var tokenInForm = regexp.MustCompile(`name="token" value="([^"]+)"`)

// byForm opens the form's page and posts it as a browser without JavaScript does.
func byForm(ctx context.Context, r *rig.Replica, v *rig.Visitor, n int) (puzzles bool, err error) {
	const path = "/gu/services/quote"
	status, page, err := v.GetPage(ctx, r, path)
	if err != nil {
		return false, err
	}
	token := tokenInForm.FindSubmatch(page)
	if status != http.StatusOK || token == nil {
		return false, fmt.Errorf("form no. %d: status %d, token found: %t", n, status, token != nil)
	}
	if err := rig.Sleep(ctx, lead.MinAge+50*time.Millisecond); err != nil {
		return false, err
	}
	form := url.Values{"token": {string(token[1])}}
	message := rig.NewMessage(n)
	for _, name := range []string{"name", "email", "phone", "message", "consent"} {
		form.Set(name, fmt.Sprint(message[name]))
	}
	status, page, err = v.PostForm(ctx, r, path, form)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("form no. %d: status %d, body %.200s", n, status, page)
	}
	return false, err
}
