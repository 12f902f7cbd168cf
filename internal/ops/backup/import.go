package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"parichay/internal/kit/fault"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
)

// Import imports an export into an installation. The installation keeps its account.
type Import struct{ Replace bool }

// Read replaces rows and pictures with those of an export, completely or not at all.
func (i Import) Read(ctx context.Context, store *postgres.Store, pictures *media.Store, from fs.FS) (m *Manifest, err error) {
	defer fault.Wrap(&err, "import")
	if m, err = checkExport(ctx, from); err != nil {
		return nil, err
	}
	if err := dump.May(ctx, store, dump.Carried, i.Replace); errors.Is(err, dump.ErrNotEmpty) {
		return nil, fmt.Errorf("%w: use --replace to overwrite its content with the export", err)
	} else if err != nil {
		return nil, err
	}
	if _, err := store.Migrate(ctx); err != nil {
		return nil, err
	}
	p := &placing{store: store, pictures: pictures, m: m}
	if err := p.export(ctx, from); err != nil {
		p.takeBack(context.WithoutCancel(ctx))
		return nil, err
	}
	return m, p.tidy(ctx)
}

// checkExport verifies every file against the manifest and returns the manifest.
func checkExport(ctx context.Context, from fs.FS) (*Manifest, error) {
	file, err := from.Open(manifestName)
	if err != nil {
		return nil, fmt.Errorf("not an export: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(file, mostOfIndex))
	_ = file.Close()
	if err != nil {
		return nil, damaged("manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, damaged("manifest: %w", err)
	}
	switch {
	case m.Format > ExportFormat:
		return nil, fmt.Errorf("%w (%s): its format is %d, this program reads up to %d", ErrNewer, m.Program, m.Format, ExportFormat)
	case m.Schema > schema.Newest():
		return nil, fmt.Errorf("%w (%s): its schema is %d, this program knows %d", ErrNewer, m.Program, m.Schema, schema.Newest())
	}
	if err := dump.Carried.Trust(m.Tables); err != nil {
		return nil, damaged("%w", err)
	}
	for _, part := range m.Parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		file, err := from.Open(part.Name)
		if err != nil {
			return nil, damaged("%w", err)
		}
		c := newCounted()
		_, err = io.Copy(c, file)
		_ = file.Close()
		if err != nil || c.part(part.Name) != part {
			return nil, damaged("%s does not match the manifest", part.Name)
		}
	}
	return &m, nil
}

func (p *placing) export(ctx context.Context, from fs.FS) (err error) {
	if p.before, err = dump.Pictures(ctx, p.store); err != nil {
		return err
	}
	for _, part := range p.m.Parts {
		if file, ok := strings.CutPrefix(part.Name, mediaFolder); ok {
			body, err := from.Open(part.Name)
			if err != nil {
				return err
			}
			err = p.file(ctx, file, body)
			_ = body.Close()
			if err != nil {
				return err
			}
		}
	}
	rows, err := dump.Begin(ctx, p.store, dump.Carried, p.m.Schema, p.m.Tables, p.before)
	if err != nil {
		return err
	}
	defer rows.Abandon()
	for _, t := range p.m.Tables {
		name := dataFolder + t.Name + ".json"
		if !slices.ContainsFunc(p.m.Parts, func(part Part) bool { return part.Name == name }) {
			return damaged("%s is missing", name)
		}
		file, err := from.Open(name)
		if err != nil {
			return err
		}
		err = pour(ctx, rows, t, file)
		_ = file.Close()
		if err != nil {
			return err
		}
	}
	p.gone, err = rows.Finish(p.lost(ctx))
	return err
}

// rationed reads a file until ctx ends and fails if a row exceeds the limit. The caller resets
// left after each row.
type rationed struct {
	ctx  context.Context //nolint:containedctx // lives as long as one reading
	from io.Reader
	left int
}

// Read implements io.Reader.
func (r *rationed) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errors.New("a row is longer than the limit")
	}
	n, err := r.from.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, errors.Join(err, r.ctx.Err())
}

// pour inserts a table's rows in batches of about a mebibyte.
func pour(ctx context.Context, rows *dump.Filling, t dump.Table, from io.Reader) error {
	ration := &rationed{ctx: ctx, from: from, left: mostOfRow}
	decoder := json.NewDecoder(ration)
	if _, err := decoder.Token(); err != nil {
		return damaged("%s: %w", t.Name, err)
	}
	var batch []byte
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := rows.Rows(t.Name, append(batch, ']'))
		batch = batch[:0]
		return err
	}
	var count int64
	for decoder.More() {
		ration.left = mostOfRow
		var row json.RawMessage
		if err := decoder.Decode(&row); err != nil {
			return damaged("%s: %w", t.Name, err)
		}
		count++
		separator := byte(',')
		if len(batch) == 0 {
			separator = '['
		}
		batch = append(append(batch, separator), row...)
		if len(batch) >= partLength {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if count != t.Rows {
		return damaged("%s has %d rows instead of %d", t.Name, count, t.Rows)
	}
	return flush()
}

// isGone reports whether err means a missing or damaged picture, and not an outage of the bucket.
func isGone(err error) bool {
	return errors.Is(err, fault.ErrNotFound) || errors.Is(err, media.ErrDamaged)
}
