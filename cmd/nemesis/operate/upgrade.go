package operate

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

// goBack is how long a rollback to the previous release may take.
const goBack = time.Minute

// nextSteps are the migrations of the simulated next release. The first one succeeds. The second
// one changes every lead and then fails, because its table already exists (inTheWay).
var nextSteps = map[string]string{
	"09998_next_one": `-- +goose Up
-- A column of the next release.
ALTER TABLE posts ADD COLUMN next_release text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE posts DROP COLUMN next_release;
`,
	"09999_next_two": `-- +goose Up
-- Labels of the next release.
ALTER TABLE feedback ADD COLUMN label text NOT NULL DEFAULT '';
UPDATE feedback SET label = left(name, 1);
CREATE TABLE labels (name text PRIMARY KEY);

-- +goose Down
DROP TABLE labels;
ALTER TABLE feedback DROP COLUMN label;
`,
}

// inTheWay is an operator's table with a name that the next release uses.
const inTheWay = `CREATE TABLE labels (mine text)`

// nextRelease builds the program with nextSteps.
func nextRelease(ctx context.Context) (program string, remove func(), err error) {
	folder, err := os.MkdirTemp("", "parichay-next")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	steps, err := filepath.Abs("internal/store/schema/migrations")
	if err != nil {
		return "", remove, err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, sql := range nextSteps {
		file := filepath.Join(folder, name+".sql")
		if err := os.WriteFile(file, []byte(sql), 0o600); err != nil {
			return "", remove, err
		}
		overlay.Replace[filepath.Join(steps, name+".sql")] = file
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		return "", remove, err
	}
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return "", remove, err
	}
	program = filepath.Join(folder, "parichay-next")
	out, err := exec.CommandContext(ctx, "go", "build", "-overlay", file, "-o", program, "./cmd/parichay").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build the next release: %w: %s", err, out)
	}
	return program, remove, err
}

// Upgrade starts the next release beside the previous one, on a database with many leads. The last
// migration of the next release fails half-way. The drill then stops the previous release, as an
// operator may do who does not know that the upgrade has failed, and starts it again. Visitors must
// not notice any of this, because a balancer sends each request to a release that answers.
func Upgrade(ctx context.Context) (string, error) {
	next, remove, err := nextRelease(ctx)
	if remove != nil {
		defer remove()
	}
	if err != nil {
		return "", err
	}
	earlier, release, removeEarlier, err := previousRelease(ctx)
	defer removeEarlier()
	if err != nil {
		return "", err
	}
	database, drop, err := rig.GrownDatabase(earlier, rig.Size{Posts: 1000, Leads: rig.Number("leads", 100_000)})
	if err != nil {
		return "", err
	}
	defer drop()
	previous, err := rig.Start(earlier, database, rig.ManyVisitors)
	if err != nil {
		return "", err
	}
	defer previous.Stop()
	if err := takeOver(ctx, previous); err != nil {
		return "", err
	}
	d := &replacement{previous: previous}
	conn, err := pgx.Connect(ctx, previous.Database)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, inTheWay); err != nil {
		return "", err
	}
	before, err := d.fingerprint(ctx, conn)
	if err != nil {
		return "", err
	}
	visitors, stop := context.WithCancel(ctx)
	defer stop()
	var views errgroup.Group
	for range 4 {
		views.Go(func() error { d.visit(visitors); return nil })
	}
	senders, sending := errgroup.WithContext(ctx)
	for i := range upgradeLeads {
		senders.Go(func() error { return d.send(sending, i) })
	}

	if d.next, err = rig.Launch(ctx, next, previous.Database, rig.ManyVisitors); err != nil {
		return "", err
	}
	defer d.next.Kill()
	d.both.Store(true)
	begun := time.Now()
	if err := rig.Until(ctx, 5*time.Minute, "the step of the next release fails", func() bool { return d.next.Said("failed and was rolled back") }); err != nil {
		return "", err
	}
	failed := time.Since(begun)
	explained := d.next.Said("or start the previous release")
	previous.Stop() // as an operator does who did not read the log
	alone := d.loneNext(ctx)

	begun = time.Now()
	if err := previous.Again(ctx); err != nil { // the rollback is a single command
		return "", err
	}
	if err := previous.Await(ctx, http.StatusOK); err != nil {
		return "", err
	}
	back := time.Since(begun)
	d.both.Store(false)
	d.next.Stop()
	if err := senders.Wait(); err != nil {
		return "", err
	}
	after, err := d.fingerprint(ctx, conn)
	if err != nil {
		return "", err
	}
	var stored int
	if err := conn.QueryRow(ctx, `SELECT count(DISTINCT comment) FROM feedback WHERE source = 'drill'`).Scan(&stored); err != nil {
		return "", err
	}
	beside, err := d.forward(ctx, conn)
	if err != nil {
		return "", err
	}
	stop()
	_ = views.Wait()
	return rig.Judged(fmt.Sprintf("previous release: %s; a migration of the next one failed after %v and %d leads: %d page views, %d failed %s; the next release alone: pages %t, /readyz 503, rollback explained %t; previous release ready on the old schema %v after `parichay serve` (at most %v); rows and columns unchanged %t, %d of %d leads sent meanwhile stored; after the fix, the next release was ready in %v, and the previous one, restarted on the newer schema, saved content that the next one shows",
		release, failed.Round(100*time.Millisecond), rig.Number("leads", 100_000), d.seen.Load(), d.unseen.Load(), d.trouble(), alone == nil, explained, back.Round(10*time.Millisecond), goBack, after == before, stored, upgradeLeads, beside.Round(100*time.Millisecond)),
		d.unseen.Load() == 0, d.seen.Load() > 100, alone == nil, explained, back < goBack, after == before, stored == upgradeLeads)
}

const upgradeLeads = 30

// ownPages are pages that show the owner's name.
var ownPages = []string{"/", "/gu", "/hi/services", "/blog"}

// takeOver replaces the sample content with the owner's before the upgrade.
func takeOver(ctx context.Context, r *rig.Replica) error {
	if err := rig.TakeOver(ctx, r); err != nil {
		return err
	}
	return rig.Until(ctx, 2*time.Second, "pages show the owner's name", func() bool { return shows(ctx, r) == nil })
}

// shows returns nil if all pages show the owner's name.
func shows(ctx context.Context, r *rig.Replica) error {
	for _, path := range ownPages {
		response, body, err := r.Get(ctx, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(rig.OwnBrand)) {
			return fmt.Errorf("%s does not show the owner's name: %d", path, response.StatusCode)
		}
	}
	return nil
}

// replacement is two releases behind one balancer.
type replacement struct {
	columns        string // of leads, before the next release
	previous, next *rig.Replica
	both           atomic.Bool // whether the next release gets visitors, too
	seen, unseen   atomic.Int64
	mu             sync.Mutex
	first          string
}

// fingerprint returns a hash of the leads that were stored before the drill, in their original
// columns. The hash also shows whether the failed migration has left its column behind. Columns of
// successful migrations stay, because an earlier release ignores them.
func (d *replacement) fingerprint(ctx context.Context, conn *pgx.Conn) (sum string, err error) {
	if d.columns == "" {
		err = conn.QueryRow(ctx, `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
			WHERE attrelid = 'feedback'::regclass AND attnum > 0 AND NOT attisdropped`).Scan(&d.columns)
		if err != nil {
			return "", err
		}
	}
	err = conn.QueryRow(ctx, `SELECT md5(string_agg(ROW(`+d.columns+`)::text, '' ORDER BY id)) || EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'feedback'::regclass AND attname = 'label' AND NOT attisdropped)
		FROM feedback WHERE source <> 'drill'`).Scan(&sum)
	return sum, err
}

// answers tries the releases in turn, as a balancer does, and returns the first response
// below 500.
func (d *replacement) answers(ask func(*rig.Replica) (status int, err error)) (status int, err error) {
	if status, err = ask(d.previous); err == nil && status < http.StatusInternalServerError || !d.both.Load() {
		return status, err
	}
	return ask(d.next)
}

func (d *replacement) visit(ctx context.Context) {
	for i := 0; ctx.Err() == nil; i++ {
		path := ownPages[i%len(ownPages)]
		var body []byte
		status, err := d.answers(func(r *rig.Replica) (int, error) {
			response, read, err := r.Get(context.WithoutCancel(ctx), path)
			if err != nil {
				return 0, err
			}
			body = read
			return response.StatusCode, nil
		})
		if err == nil && status == http.StatusOK && bytes.Contains(body, []byte(rig.OwnBrand)) {
			d.seen.Add(1)
		} else if d.unseen.Add(1) == 1 {
			d.mu.Lock()
			d.first = fmt.Sprintf("(%s: %d %v)", path, status, err)
			d.mu.Unlock()
		}
		if rig.Sleep(ctx, 20*time.Millisecond) != nil {
			return
		}
	}
}

func (d *replacement) trouble() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.first
}

// send sends a lead during the upgrade and retries until it is stored.
func (d *replacement) send(ctx context.Context, i int) error {
	v := &rig.Visitor{Number: i, Key: rand.Text()}
	message := rig.NewMessage(i)
	if err := rig.Sleep(ctx, time.Duration(i)*300*time.Millisecond); err != nil {
		return err
	}
	open := func(r *rig.Replica) (int, error) { return http.StatusOK, v.Open(ctx, r) }
	for _, err := d.answers(open); err != nil; _, err = d.answers(open) {
		if err := rig.Sleep(ctx, time.Second); err != nil {
			return err
		}
	}
	if err := v.Type(ctx); err != nil {
		return err
	}
	for {
		var body []byte
		status, err := d.answers(func(r *rig.Replica) (status int, err error) {
			status, body, err = v.Send(ctx, r, maps.Clone(message))
			return status, err
		})
		switch {
		case err == nil && status == http.StatusCreated:
			return nil
		case err == nil && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
			return fmt.Errorf("lead %d: %d %s", i, status, body)
		}
		if err := rig.Sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// loneNext checks the next release while it runs alone: it must show the owner's pages
// and report that it is not ready.
func (d *replacement) loneNext(ctx context.Context) error {
	if err := shows(ctx, d.next); err != nil {
		return err
	}
	return d.next.Await(ctx, http.StatusServiceUnavailable)
}

// forward removes the cause of the failure. The next release must migrate, and the
// previous one must keep working beside it, also after a restart.
func (d *replacement) forward(ctx context.Context, conn *pgx.Conn) (took time.Duration, err error) {
	if _, err := conn.Exec(ctx, `DROP TABLE labels`); err != nil {
		return 0, err
	}
	begun := time.Now()
	if err := d.next.Again(ctx); err != nil {
		return 0, err
	}
	ready := func() bool {
		response, _, err := d.next.Get(ctx, "/readyz")
		return err == nil && response.StatusCode == http.StatusOK
	}
	if err := rig.Until(ctx, 5*time.Minute, "the next release is ready", ready); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	d.both.Store(true)
	d.previous.Stop()
	if err := d.previous.Again(ctx); err != nil {
		return took, err
	}
	if err := d.previous.Await(ctx, http.StatusOK); err != nil {
		return took, err
	}
	revision, err := d.previous.Revision(ctx)
	if err != nil {
		return took, err
	}
	status, _, err := d.previous.SaveBrand(ctx, revision, rig.OwnBrand+" & Sons")
	if err != nil {
		return took, fmt.Errorf("save while the next release runs: %w", err)
	}
	if status != http.StatusOK {
		return took, fmt.Errorf("save while the next release runs: %d", status)
	}
	return took, rig.Until(ctx, 2*time.Second, "the next release shows what the previous one saved", func() bool {
		_, body, err := d.next.Get(ctx, "/")
		return err == nil && bytes.Contains(body, []byte(rig.OwnBrand+" &amp; Sons"))
	})
}
