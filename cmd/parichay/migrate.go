package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"parichay/internal/ops/backup"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
)

type migrateCommand struct {
	Status bool `xor:"look" help:"Only show which steps are applied, and since when."`
	Plan   bool `xor:"look" help:"Only show which steps would be applied, and what they block."`
}

// Run applies pending steps and lists them, or only shows the state.
func (c migrateCommand) Run(a *app) error {
	s, err := openSite(a)
	if err != nil {
		return err
	}
	store := s.store
	defer store.Close()
	if c.Status || c.Plan {
		state, err := store.Schema(a.ctx)
		if err != nil {
			return err
		}
		if c.Status {
			queue, err := store.QueueSteps(a.ctx)
			if err != nil {
				return err
			}
			return printStatus(a.stdout, state, queue)
		}
		return printPlan(a.stdout, state)
	}
	shelf, err := openShelf(s.config)
	if err != nil {
		return err
	}
	applied, err := backup.Migrate(a.ctx, store, s.pictures, shelf, func(text string) { fmt.Fprintln(a.stdout, "backup:", text) })
	for _, name := range applied {
		fmt.Fprintln(a.stdout, "applied", name)
	}
	if err == nil && len(applied) == 0 {
		fmt.Fprintln(a.stdout, "schema is current")
	}
	return err
}

func printStatus(w io.Writer, s schema.State, queue []postgres.QueueStep) error {
	fmt.Fprintf(w, "program: step %05d\n", schema.Newest())
	fmt.Fprintf(w, "database: step %05d, %s\n", s.At(), s.Standing())
	missing := len(slices.DeleteFunc(slices.Clone(queue), func(step postgres.QueueStep) bool { return step.Applied }))
	fmt.Fprintf(w, "queue: %d of %d steps, %s\n", len(queue)-missing, len(queue), map[bool]string{true: "current", false: fmt.Sprintf("%d pending", missing)}[missing == 0])
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, step := range s.Known {
		when := "not yet"
		if at, done := s.Applied[step.Version]; done {
			when = at.Format("2006-01-02 15:04:05 UTC")
		}
		fmt.Fprintf(table, "%s\t%s\n", step, when)
	}
	for _, version := range s.Newer() {
		fmt.Fprintf(table, "%05d (from a newer program)\t%s\n", version, s.Applied[version].Format("2006-01-02 15:04:05 UTC"))
	}
	for _, step := range queue {
		fmt.Fprintf(table, "queue %03d %s\t%s\n", step.Version, step.Name, map[bool]string{true: "done", false: "not yet"}[step.Applied])
	}
	return table.Flush()
}

func printPlan(w io.Writer, s schema.State) error {
	if err := s.Check(); err != nil {
		return err
	}
	for _, step := range s.Pending() {
		fmt.Fprintf(w, "%s: %s\n", step, step.About)
		if len(step.Locks) == 0 {
			fmt.Fprintln(w, "    blocks nothing")
			continue
		}
		fmt.Fprintf(w, "    blocks %s\n", blocked(step.Locks))
		if len(step.Work) == 0 {
			fmt.Fprintln(w, "    takes a moment")
			continue
		}
		fmt.Fprintf(w, "    depends on the size of the tables: %s\n", strings.Join(step.Work, ", "))
	}
	if len(s.Pending()) == 0 {
		fmt.Fprintln(w, "nothing to apply: the schema is "+s.Standing())
	}
	return nil
}

// blocked lists the blocked operations with their tables, grouped by operation.
func blocked(locks []schema.Lock) string {
	var order []string
	tables := map[string][]string{}
	for _, lock := range locks {
		if tables[lock.Who] == nil {
			order = append(order, lock.Who)
		}
		tables[lock.Who] = append(tables[lock.Who], lock.Table)
	}
	for i, who := range order {
		order[i] = who + " of " + strings.Join(tables[who], ", ")
	}
	return strings.Join(order, "; ")
}

// Intervals of a program that waits for the schema: how often it checks whether another
// process has migrated the schema, and after which time it retries the migration itself, if a
// lock or a failed backup was the cause.
const (
	lookAgain = 2 * time.Second
	tryAgain  = time.Minute
)

// awaitSchema returns nil once another process has migrated the schema or it is time to retry.
// Until then the program serves the fallback copy of the content, which another replica may
// update meanwhile. Without a copy, awaitSchema returns err at once.
func (w *work) awaitSchema(ctx context.Context, err error) error {
	if !w.handler.HasContent() {
		return err
	}
	slog.ErrorContext(ctx, "schema is not current: serving the fallback copy, not ready until the migration succeeds", "error", err)
	var again <-chan time.Time
	if failed, _ := errors.AsType[schema.Failed](err); failed.Locked || errors.Is(err, backup.ErrNotSaved) {
		again = time.After(tryAgain)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again:
			return nil
		case <-time.After(lookAgain):
		}
		w.handler.ShowLastKept(ctx)
		if state, err := w.store.Schema(ctx); err == nil && len(state.Pending()) == 0 {
			return nil
		}
	}
}
