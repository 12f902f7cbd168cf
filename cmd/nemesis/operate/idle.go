package operate

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parichay/internal/testkit/rig"
)

// Limits of an idle site: statements a second, and the delay of a lead's mail.
const (
	idleSettles   = 30 * time.Second
	idleWatched   = 2 * time.Minute
	idleAllowed   = 0.6 // statements a second, BEGIN and COMMIT included
	mailAllowed   = 2 * time.Second
	idleLeads     = 5
	mostStatement = 5 // how many of the most frequent statements a failure lists
)

// Idle counts the statements of a site without visitors in PostgreSQL's log, then
// measures how soon the mail about a lead is sent.
func Idle(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	if err := logStatements(ctx, database); err != nil {
		return "", err
	}
	mails, err := rig.OpenMails(ctx, "")
	if err != nil {
		return "", err
	}
	defer mails.Stop()
	r, err := rig.Start(ctx, database, rig.ManyVisitors, "PARICHAY_SMTP_URL="+mails.URL())
	if err != nil {
		return "", err
	}
	defer r.Stop()
	if err := rig.Sleep(ctx, idleSettles); err != nil {
		return "", err
	}
	before, err := statements()
	if err != nil {
		return "", err
	}
	if err := rig.Sleep(ctx, idleWatched); err != nil {
		return "", err
	}
	after, err := statements()
	if err != nil {
		return "", err
	}
	run := after[len(before):]
	rate := float64(len(run)) / idleWatched.Seconds()
	worst, err := mailDelay(ctx, r, mails)
	verdict := fmt.Sprintf("idle for %v: %d statements, %.2f a second (at most %.1f); mail sent %.0f ms after its lead, the slowest of %d (at most %v)",
		idleWatched, len(run), rate, idleAllowed, float64(worst)/float64(time.Millisecond), idleLeads, mailAllowed)
	if rate > idleAllowed {
		verdict += "; most frequent: " + frequent(run)
	}
	if err != nil {
		return "", errors.Join(err, errors.New(verdict))
	}
	return rig.Judged(verdict, rate <= idleAllowed, worst <= mailAllowed)
}

// logStatements makes PostgreSQL log every statement of later connections to a database.
func logStatements(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+pgx.Identifier{conn.Config().Database}.Sanitize()+" SET log_statement = 'all'")
	return errors.Join(err, conn.Close(ctx))
}

var statementLine = regexp.MustCompile(`LOG:  (?:statement|execute [^:]*): (.*)`)

// statements returns the statements in the log of the drills' own server.
func statements() (all []string, err error) {
	file, err := os.Open(filepath.Join(os.Getenv("DEV_PG_DATA"), "server.log"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if found := statementLine.FindStringSubmatch(lines.Text()); found != nil {
			all = append(all, found[1])
		}
	}
	return all, lines.Err()
}

// frequent lists the most frequent statements.
func frequent(run []string) string {
	times := map[string]int{}
	for _, one := range run {
		times[strings.TrimSpace(one)]++
	}
	var names []string
	for one := range times {
		names = append(names, one)
	}
	slices.SortFunc(names, func(a, b string) int { return times[b] - times[a] })
	for i, one := range names {
		names[i] = fmt.Sprintf("%d × %.60s", times[one], one)
	}
	return strings.Join(names[:min(len(names), mostStatement)], ", ")
}

// mailDelay sends leads one by one and returns the longest time from a lead's response,
// which follows its commit, to its mail.
func mailDelay(ctx context.Context, r *rig.Replica, mails *rig.Mails) (worst time.Duration, err error) {
	for n := range idleLeads {
		v := &rig.Visitor{Number: n, Key: rand.Text()}
		if err := errors.Join(v.Open(ctx, r), v.Type(ctx)); err != nil {
			return worst, err
		}
		status, body, err := v.Send(ctx, r, rig.NewMessage(n))
		if err == nil && status != http.StatusCreated {
			err = fmt.Errorf("lead %d: %d %s", n, status, body)
		}
		if err != nil {
			return worst, err
		}
		committed := time.Now()
		if err := rig.Until(ctx, time.Minute, "the mail arrives", func() bool { return len(mails.All()) > n }); err != nil {
			return worst, err
		}
		worst = max(worst, time.Since(committed))
	}
	return worst, nil
}
