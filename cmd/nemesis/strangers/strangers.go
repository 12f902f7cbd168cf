// Package strangers holds the drills with many senders of leads: a spam attack with
// people among the bots, and a busy day.
package strangers

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/rig"
)

// The attack: its size and duration; how many leads of bots may reach the inbox, and how many leads
// of people must; and how many mails the owner may get.
const (
	networks      = 100
	people        = 100
	attack        = time.Minute
	collected     = 10 // tokens of each network, collected before the attack
	botsAllowed   = 50
	peopleWanted  = 99
	mailsAllowed  = 10
	typesFor      = 20 * time.Second // at most, and at least half of it
	attempts      = 6                // of a browser
	processors    = 2                // of the attacker, each as fast as one of ours
	phoneSlowness = 2                // a phone has two processors, each a quarter as fast as ours
)

// The first network of the bots and of the people. Each network is a separate /48.
const (
	botsFrom   = 0x1000
	peopleFrom = 0x2000
)

// scene consists of two replicas, their senders and the owner's mailbox.
type scene struct {
	mails    *rig.Mails
	db       *pgx.Conn
	secret   lead.Secret
	replicas [2]*rig.Replica
	oneTry   time.Duration // duration of one attempt at a puzzle on one of our processors

	peaceful [networks][]string // tokens collected before the attack
	answers  sync.Map           // counts by status
	solved   atomic.Int64
	worked   atomic.Int64 // nanoseconds of the attacker's processors
}

func (s *scene) any() *rig.Replica { return s.replicas[mathrand.IntN(len(s.replicas))] }

// Spam attacks for a minute from a hundred networks: with tokens collected before, forms
// without JavaScript, puzzles solved on every processor, tokens of other networks, and
// forged tokens. Every text is new. A hundred people write meanwhile.
func Spam(ctx context.Context) (string, error) {
	s, end, err := open(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	if err := s.collect(ctx); err != nil {
		return "", err
	}
	begun := time.Now()
	var waited []time.Duration
	var refused atomic.Int64
	var mu sync.Mutex
	group, within := errgroup.WithContext(ctx)
	for n := range networks {
		group.Go(func() error { return s.spam(within, n, begun.Add(attack)) })
	}
	for range processors {
		group.Go(func() error { return s.work(within, begun.Add(attack)) })
	}
	for n := range people {
		group.Go(func() error {
			if err := rig.Sleep(within, time.Duration(n)*attack/people); err != nil {
				return err
			}
			in, late, err := s.write(within, n)
			if !in {
				refused.Add(1)
			}
			mu.Lock()
			defer mu.Unlock()
			waited = append(waited, late)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return "", err
	}
	var botsIn, peopleIn, quarantined, calls int
	if err := s.db.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE name LIKE 'bot%' AND status <> 'spam'), count(*) FILTER (WHERE name LIKE 'person%' AND status <> 'spam'), count(*) FILTER (WHERE name LIKE 'bot%' AND status = 'spam')
		FROM feedback`).Scan(&botsIn, &peopleIn, &quarantined); err != nil {
		return "", err
	}
	s.answers.Range(func(_, n any) bool { calls += int(n.(*atomic.Int64).Load()); return true }) //nolint:forcetypeassert // answered stores this type
	mails, unnamed, err := s.mailed(ctx)
	if err != nil {
		return "", err
	}
	slices.Sort(waited)
	verdict := fmt.Sprintf("%d networks for %v, %d posts, %.0f seconds of %d processors, %d tokens solved (%v an attempt): in_inbox=%d (at most %d) quarantined=%d refused_openly=%d; meanwhile %d people: in_inbox=%d (at least %d) refused=%d, waited after sending p50 %.1f s, worst %.1f s; mails=%d (at most %d), people in no mail=%d",
		networks, attack, calls, time.Duration(s.worked.Load()).Seconds(), processors, s.solved.Load(), s.oneTry.Round(time.Microsecond), botsIn, botsAllowed, quarantined, calls-botsIn-quarantined,
		people, peopleIn, peopleWanted, refused.Load(), waited[len(waited)/2].Seconds(), waited[len(waited)-1].Seconds(), mails, mailsAllowed, unnamed)
	return rig.Judged(verdict, botsIn <= botsAllowed, peopleIn >= peopleWanted, mails <= mailsAllowed, unnamed == 0)
}

func open(ctx context.Context) (s *scene, end func(), err error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return nil, nil, err
	}
	s = &scene{}
	end = func() {
		for _, r := range s.replicas {
			if r != nil {
				r.Stop()
			}
		}
		if s.mails != nil {
			s.mails.Stop()
		}
		if s.db != nil {
			_ = s.db.Close(context.WithoutCancel(ctx))
		}
		remove()
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	if s.mails, err = rig.OpenMails(ctx, ""); err != nil {
		return nil, nil, err
	}
	for i := range s.replicas {
		if s.replicas[i], err = rig.Start(ctx, database, rig.ManyVisitors, rig.FewLeads, "PARICHAY_SMTP_URL="+s.mails.URL()); err != nil {
			return nil, nil, err
		}
	}
	if s.db, err = pgx.Connect(ctx, database); err != nil {
		return nil, nil, err
	}
	err = s.db.QueryRow(ctx, `SELECT secret FROM lead_settings`).Scan(&s.secret)
	if err != nil {
		return nil, nil, err
	}
	s.oneTry = time.Hour
	for range 20 { // the minimum, because other processes may be running
		token := s.secret.Issue(time.Now(), 5)
		began := time.Now()
		token.Solve()
		s.oneTry = min(s.oneTry, time.Since(began)/time.Duration(tries(s.secret.Answer(token.Text))))
	}
	return s, end, nil
}

// tries returns how many attempts a solution takes.
func tries(solution string) (n int) {
	raw, _ := base64.RawURLEncoding.DecodeString(solution) // ours
	for i := 0; i+4 <= len(raw); i += 4 {
		n += 1 + int(binary.BigEndian.Uint32(raw[i:]))
	}
	return n
}

// collect opens forms before the attack and waits until their tokens are valid.
func (s *scene) collect(ctx context.Context) error {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for n := range networks {
		group.Go(func() error {
			for range collected {
				v := &rig.Visitor{Number: botsFrom + n}
				token, err := v.Token(within, s.any())
				if err != nil {
					return err
				}
				s.peaceful[n] = append(s.peaceful[n], token)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return rig.Sleep(ctx, lead.MinAge)
}

// spam attacks from one network without solving puzzles.
func (s *scene) spam(ctx context.Context, n int, until time.Time) error {
	for round := 0; time.Now().Before(until) && ctx.Err() == nil; round++ {
		v, message := bot(n)
		switch round % 3 {
		case 0:
			s.peace(ctx, v, n, message)
		case 1:
			s.scriptless(ctx, v, n, message)
		case 2:
			message["token"] = rand.Text()
			s.post(ctx, v, message)
		}
		if err := rig.Sleep(ctx, 200*time.Millisecond); err != nil {
			return nil //nolint:nilerr // the drill is over
		}
	}
	return nil
}

// bot returns one of the attacker's machines and a new message.
func bot(n int) (*rig.Visitor, map[string]any) {
	v := &rig.Visitor{Number: botsFrom + n, Part: mathrand.IntN(256), Key: rand.Text()}
	message := rig.NewMessage(n)
	message["name"] = "bot " + v.Key
	return v, message
}

// work simulates one of the attacker's processors. It solves puzzles for one network after the
// other. If a message is refused because its puzzles were too easy, it is sent again from
// another network.
func (s *scene) work(ctx context.Context, until time.Time) error {
	var sending sync.WaitGroup
	defer sending.Wait()
	for n := mathrand.IntN(networks); time.Now().Before(until) && ctx.Err() == nil; n = (n + 1) % networks {
		v, message := bot(n)
		var took time.Duration
		if v.Open(ctx, s.any(), s.solve(s.oneTry, &took)) != nil || rig.Sleep(ctx, took) != nil {
			continue
		}
		if took > 0 {
			s.solved.Add(1)
			s.worked.Add(int64(took))
		}
		sending.Go(func() { // the token must age; the processor continues
			if v.Type(ctx) != nil || time.Now().After(until) {
				return
			}
			if s.send(ctx, v, message) == http.StatusUnprocessableEntity {
				v.Number = botsFrom + mathrand.IntN(networks)
				s.send(ctx, v, message)
			}
		})
	}
	return nil
}

// solve returns a function that solves a token and sets took to the time that brute force would
// take. The function uses the secret instead of brute force, so that the load of this machine slows
// down neither attacker nor people. Package lead tests that brute force finds the same solution.
func (s *scene) solve(oneTry time.Duration, took *time.Duration) func(lead.Token) string {
	return func(token lead.Token) string {
		solution := s.secret.Answer(token.Text)
		*took = time.Duration(tries(solution)) * oneTry
		return solution
	}
}

// peace posts a message with a token that was collected before the attack.
func (s *scene) peace(ctx context.Context, v *rig.Visitor, n int, message map[string]any) {
	if len(s.peaceful[n]) > 0 {
		message["token"], s.peaceful[n] = s.peaceful[n][0], s.peaceful[n][1:]
	}
	s.post(ctx, v, message)
}

// scriptless posts a message through a form without JavaScript, with a token that was collected
// before the attack.
func (s *scene) scriptless(ctx context.Context, v *rig.Visitor, n int, message map[string]any) {
	form := url.Values{}
	for _, name := range []string{"name", "email", "phone", "message", "consent"} {
		form.Set(name, fmt.Sprint(message[name]))
	}
	if len(s.peaceful[n]) > 0 {
		form.Set("token", s.peaceful[n][0])
		s.peaceful[n] = s.peaceful[n][1:]
	}
	status, _, err := v.PostForm(ctx, s.any(), "/services/quote", form)
	s.answered(status, err)
}

func (s *scene) post(ctx context.Context, v *rig.Visitor, message map[string]any) {
	status, _, err := v.Post(ctx, s.any(), message)
	s.answered(status, err)
}

func (s *scene) send(ctx context.Context, v *rig.Visitor, message map[string]any) int {
	status, _, err := v.Send(ctx, s.any(), message)
	s.answered(status, err)
	return status
}

func (s *scene) answered(status int, err error) {
	if err != nil {
		return
	}
	n, _ := s.answers.LoadOrStore(status, new(atomic.Int64))
	n.(*atomic.Int64).Add(1) //nolint:forcetypeassert // answered stores this type
}

// write simulates a person who fills in a form. The phone solves puzzles while the person
// types, and again if the form requires more. in reports whether the message was accepted.
// late is how long the person waited after pressing send.
func (s *scene) write(ctx context.Context, n int) (in bool, late time.Duration, err error) {
	v := &rig.Visitor{Number: peopleFrom + n, Key: rand.Text()}
	message := rig.NewMessage(900_000 + n)
	message["name"] = fmt.Sprint("person ", n)
	pressed := time.Now().Add(typesFor/2 + time.Duration(mathrand.Int64N(int64(typesFor/2))))
	for attempt := range attempts {
		var work time.Duration
		if err := v.Open(ctx, s.any(), s.solve(s.oneTry*phoneSlowness, &work)); err != nil {
			return false, 0, err
		}
		ready := time.Now().Add(work)
		if attempt == 0 && ready.Before(pressed) {
			ready = pressed
		}
		if err := rig.Sleep(ctx, time.Until(ready)); err != nil {
			return false, 0, err
		}
		if err := v.Type(ctx); err != nil {
			return false, 0, err
		}
		status, body, err := v.Send(ctx, s.any(), message)
		switch {
		case err != nil:
			return false, 0, err
		case status == http.StatusCreated:
			return true, time.Since(pressed), nil
		case status != http.StatusUnprocessableEntity:
			return false, 0, fmt.Errorf("person %d: %d %s", n, status, body)
		}
	}
	return false, time.Since(pressed), nil
}

// mailed simulates that ten minutes pass, and returns the number of mails and of senders that
// no mail mentions.
func (s *scene) mailed(ctx context.Context) (mails, unnamed int, err error) {
	unmailed := func() (n int) {
		if s.db.QueryRow(ctx, `SELECT count(*) FROM feedback WHERE status <> 'spam' AND mailed_at IS NULL`).Scan(&n) != nil {
			return -1
		}
		return n
	}
	before := len(s.mails.All())
	if unmailed() == 0 {
		return before, 0, nil
	}
	for _, sql := range []string{
		`UPDATE lead_mails SET at = at - interval '11 minutes'`,
		`UPDATE river_job SET scheduled_at = now() WHERE kind = 'lead_notice' AND state = 'scheduled'`,
		`SELECT announce_job('mail')`,
	} {
		if _, err := s.db.Exec(ctx, sql); err != nil {
			return 0, 0, err
		}
	}
	if err := rig.Until(ctx, time.Minute, "all leads are mailed", func() bool { return unmailed() == 0 }); err != nil {
		return 0, 0, err
	}
	all := s.mails.All()
	var text strings.Builder
	for _, m := range all {
		parsed, err := mail.ReadMessage(strings.NewReader(m.Raw))
		if err != nil {
			return 0, 0, err
		}
		if _, err := io.Copy(&text, quotedprintable.NewReader(parsed.Body)); err != nil {
			return 0, 0, err
		}
	}
	rows, err := s.db.Query(ctx, `SELECT name, phone FROM feedback WHERE status <> 'spam'`)
	if err != nil {
		return 0, 0, err
	}
	var name, phone string
	_, err = pgx.ForEachRow(rows, []any{&name, &phone}, func() error {
		if !strings.Contains(text.String(), "> "+name+"\r\n") || !strings.Contains(text.String(), phone) {
			unnamed++
		}
		return nil
	})
	return len(all), unnamed, err
}
