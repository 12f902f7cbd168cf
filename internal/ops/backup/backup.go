package backup

import (
	"context"
	"fmt"
	"io"
	"time"

	"filippo.io/age"

	"parichay/internal/kit/fault"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// Backup configures how archives are written.
type Backup struct {
	Program    string          // version of this program
	Recipients []age.Recipient // keys for encryption; empty: not encrypted
	Progress   func(Step)      // may be nil
}

// Write writes an archive of one consistent snapshot. It uses a few megabytes of memory,
// however large the site is.
func (b Backup) Write(ctx context.Context, store *postgres.Store, pictures *media.Store, to io.Writer) (m *Manifest, err error) {
	defer fault.Wrap(&err, "backup")
	err = dump.Look(ctx, store, dump.Everything, func(now *dump.Snapshot) error {
		head := Head{Format: Format, Schema: now.Schema, Program: b.Program, Created: time.Now().UTC().Truncate(time.Second)}
		w, err := newWriter(to, head, b.Recipients)
		if err != nil {
			return err
		}
		c := &copying{Backup: b, now: now, pictures: pictures, w: w, step: Step{OfPictures: int64(len(now.Pictures)), OfRows: now.Rows}}
		if err := c.all(ctx); err != nil {
			w.abandon()
			return err
		}
		m = &w.manifest
		return w.close()
	})
	return m, err
}

// copying is a backup in progress.
type copying struct {
	Backup
	now      *dump.Snapshot
	pictures *media.Store
	w        *writer
	step     Step
	reported time.Time
}

func (c *copying) all(ctx context.Context) error {
	for _, name := range c.now.Pictures {
		if err := c.picture(ctx, name); err != nil {
			return err
		}
	}
	for i := range c.now.Tables {
		if err := c.table(ctx, &c.now.Tables[i]); err != nil {
			return err
		}
	}
	c.w.manifest.Tables = c.now.Tables
	return nil
}

// picture adds a picture's files. A missing or damaged picture does not fail the backup; the
// manifest lists it in Missing.
func (c *copying) picture(ctx context.Context, name string) error {
	known, ours := media.ParseName(media.Prefix + name)
	if !ours {
		return fmt.Errorf("%s is not a picture name", name)
	}
	files, err := c.pictures.Carry(ctx, known)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isGone(err):
		c.w.manifest.Missing = append(c.w.manifest.Missing, name)
	case err != nil:
		return err
	}
	for _, f := range files {
		if err := c.w.add(mediaFolder+f.Name, f.Body); err != nil {
			return err
		}
		c.step.Bytes += int64(len(f.Body))
	}
	c.step.Pictures++
	c.step.Doing, c.step.OfBytes = "pictures", c.step.Bytes/c.step.Pictures*c.step.OfPictures+c.now.Bytes
	c.report()
	return nil
}

// table adds a table in parts. Readers must not rely on how the rows are divided into parts.
func (c *copying) table(ctx context.Context, t *dump.Table) error {
	parts := &parts{w: c.w, table: t.Name, step: func(bytes int64) {
		c.step.Bytes += bytes
		c.report()
	}}
	c.step.Doing = "rows"
	if err := c.now.Copy(ctx, t, parts); err != nil {
		return err
	}
	c.step.Rows += t.Rows
	return parts.flush()
}

// reportEvery is the shortest time between two calls of Progress.
const reportEvery = 100 * time.Millisecond

func (c *copying) report() {
	if c.Progress != nil && time.Since(c.reported) > reportEvery {
		c.reported = time.Now()
		c.step.OfRows = max(c.step.OfRows, c.step.Rows)
		c.step.OfBytes = max(c.step.OfBytes, c.step.Bytes)
		c.Progress(c.step)
	}
}

// parts is a writer that adds the rows written to it to the archive, in parts of about
// partLength.
type parts struct {
	w     *writer
	table string
	held  []byte
	n     int
	step  func(bytes int64)
}

// Write implements io.Writer.
func (p *parts) Write(row []byte) (int, error) {
	p.held = append(p.held, row...)
	if len(p.held) < partLength {
		return len(row), nil
	}
	return len(row), p.flush()
}

func (p *parts) flush() error {
	if len(p.held) == 0 {
		return nil
	}
	p.n++
	err := p.w.add(fmt.Sprintf("%s%s/%06d.copy", tableFolder, p.table, p.n), p.held)
	p.step(int64(len(p.held)))
	p.held = p.held[:0]
	return err
}
