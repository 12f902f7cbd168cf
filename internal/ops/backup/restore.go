package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"parichay/internal/kit/fault"
	"parichay/internal/public/fallback"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
)

// Restore configures how an archive is restored.
type Restore struct {
	Identities []age.Identity // keys for decryption
	Replace    bool           // overwrite existing data
	Progress   func(Step)     // may be nil
}

// Check verifies a whole archive and returns its manifest. It changes nothing.
func (r Restore) Check(ctx context.Context, from io.ReadSeeker) (m *Manifest, err error) {
	source, err := r.rewind(ctx, from, "checking")
	if err != nil {
		return nil, err
	}
	m, err = read(source, r.Identities, func(string, io.Reader) error { return nil })
	if err == nil && m.Schema > schema.Newest() {
		err = fmt.Errorf("%w (%s): its schema is %d, this program knows %d", ErrNewer, m.Program, m.Schema, schema.Newest())
	}
	if err == nil {
		if distrust := dump.Everything.Trust(m.Tables); distrust != nil {
			err = damaged("%w", distrust)
		}
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // not a damaged archive
	}
	return m, err
}

// Read replaces the content of the database and the picture store with that of an archive,
// completely or not at all. Tables of an older program are created in a separate schema,
// filled and migrated there before anything is replaced.
func (r Restore) Read(ctx context.Context, store *postgres.Store, pictures *media.Store, from io.ReadSeeker) (m *Manifest, err error) {
	defer fault.Wrap(&err, "restore")
	if m, err = r.Check(ctx, from); err != nil {
		return nil, err
	}
	err = dump.May(ctx, store, dump.Everything, false)
	used := errors.Is(err, dump.ErrNotEmpty)
	if used && !r.Replace {
		return nil, fmt.Errorf("%w: use --replace to overwrite its content with the archive", err)
	}
	if err != nil && !used {
		return nil, err
	}
	if _, err := store.Migrate(ctx); err != nil {
		return nil, err
	}
	p := &placing{Restore: r, store: store, pictures: pictures, m: m}
	if p.stale, err = p.hasFallback(ctx, used); err != nil {
		return nil, err
	}
	if err := p.all(ctx, from); err != nil {
		p.takeBack(context.WithoutCancel(ctx))
		return nil, err
	}
	return m, p.tidy(ctx)
}

// placing is a restore in progress.
type placing struct {
	Restore
	store    *postgres.Store
	pictures *media.Store
	m        *Manifest

	stale   bool         // the fallback copy belongs to the replaced content
	before  []string     // pictures before the restore
	settled []media.Name // pictures that the restore added
	gone    []string     // pictures that are no longer referenced
	picture struct {
		name  media.Name
		files []media.Carried
	}
}

func (p *placing) all(ctx context.Context, from io.ReadSeeker) error {
	var err error
	if p.before, err = dump.Pictures(ctx, p.store); err != nil {
		return err
	}
	source, err := p.rewind(ctx, from, "restoring")
	if err != nil {
		return err
	}
	var rows *dump.Filling // begun after the pictures, so that its locks are held briefly
	defer func() { rows.Abandon() }()
	begin := func() (err error) {
		if rows == nil {
			rows, err = dump.Begin(ctx, p.store, dump.Everything, p.m.Schema, p.m.Tables, p.before)
		}
		return err
	}
	again, err := read(source, p.Identities, func(name string, body io.Reader) error {
		if file, ok := strings.CutPrefix(name, mediaFolder); ok {
			return p.file(ctx, file, body)
		}
		if err := begin(); err != nil {
			return err
		}
		table, _, _ := strings.Cut(strings.TrimPrefix(name, tableFolder), "/")
		return rows.Part(table, body)
	})
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(p.m, again) {
		return errors.New("the archive was changed while it was read")
	}
	if err := begin(); err != nil { // an archive without rows
		return err
	}
	p.gone, err = rows.Finish(p.lost(ctx))
	return err
}

// lost lists the pictures that both the archive and the picture store lack.
func (p *placing) lost(ctx context.Context) (names []string) {
	for _, name := range p.m.Missing {
		if p.pictures.Check(ctx, media.Name(name)) != nil {
			names = append(names, name)
		}
	}
	return names
}

// file collects the files of a picture and stores the picture once all are there. The
// picture's row is written before its files, so that a failure leaves no orphaned files.
func (p *placing) file(ctx context.Context, file string, body io.Reader) error {
	if p.picture.name == "" {
		name, ours := media.ParseName(media.Prefix + file)
		if !ours {
			return fmt.Errorf("%s is not a picture", file)
		}
		p.picture.name = name
	}
	name, n := p.picture.name, len(p.picture.files)
	wanted := name.Files()
	if wanted[n] != file {
		return fmt.Errorf("expected file %s, found %s", wanted[n], file)
	}
	text, err := io.ReadAll(io.LimitReader(body, mostOfPicture+1))
	if err != nil {
		return err
	}
	if len(text) > mostOfPicture {
		return damaged("%s is larger than any picture", file)
	}
	p.picture.files = append(p.picture.files, media.Carried{Name: file, Body: text})
	if n+1 < len(wanted) {
		return nil
	}
	files := p.picture.files
	p.picture.name, p.picture.files = "", nil
	if p.pictures.Check(ctx, name) == nil {
		return nil // already stored: the name is the picture's hash
	}
	p.settled = append(p.settled, name)
	return p.store.Work.Media.Store(ctx, string(name), "", func(ctx context.Context) error { return p.pictures.Settle(ctx, name, files) })
}

// takeBack removes the pictures that a failed restore has added.
func (p *placing) takeBack(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, name := range p.settled {
		if !slices.Contains(p.before, string(name)) {
			_ = p.forget(ctx, string(name)) // otherwise a job deletes it in a week
		}
	}
}

// tidy removes unreferenced pictures, and the fallback copy of the replaced content.
func (p *placing) tidy(ctx context.Context) error {
	for _, name := range p.gone {
		if err := p.forget(ctx, name); err != nil {
			return nil //nolint:nilerr // the site is restored; a job deletes the remaining pictures in a week
		}
	}
	if !p.stale {
		return nil
	}
	return p.pictures.RemovePrivate(ctx, fallback.Name)
}

// hasFallback reports whether the fallback copy belongs to this database. It may belong to a
// site on another database that shares the picture store. A copy that does not name its
// database counts as this database's if the database is in use.
func (p *placing) hasFallback(ctx context.Context, used bool) (bool, error) {
	origin, err := p.store.Site.Origin(ctx)
	if err != nil {
		return false, err
	}
	body, err := p.pictures.LoadPrivate(ctx, fallback.Name, fallback.MaxSize)
	if errors.Is(err, fault.ErrNotFound) {
		return false, nil
	}
	kept, failed := fallback.Decode(body)
	if err != nil || failed != nil || kept.Origin == 0 {
		return used, nil //nolint:nilerr // a damaged copy is removed like any other
	}
	return kept.Origin == origin, nil
}

func (p *placing) forget(ctx context.Context, name string) error {
	if known, ours := media.ParseName(media.Prefix + name); ours {
		if err := p.pictures.Remove(ctx, known); err != nil {
			return err
		}
	}
	return dump.Forget(ctx, p.store, name)
}

// rewind returns a reader that starts at an archive's first byte and reports its progress.
func (r Restore) rewind(ctx context.Context, from io.ReadSeeker, doing string) (io.Reader, error) {
	length, err := from.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = from.Seek(0, io.SeekStart)
	}
	return &progress{ctx: ctx, from: from, step: Step{Doing: doing, OfBytes: length}, report: r.Progress}, err
}

// progress reads an archive until ctx ends, and reports how much was read.
type progress struct {
	ctx      context.Context //nolint:containedctx // lives as long as one reading
	from     io.Reader
	step     Step
	report   func(Step)
	reported time.Time
}

// Read implements io.Reader.
func (r *progress) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.from.Read(p)
	r.step.Bytes += int64(n)
	if r.report != nil && time.Since(r.reported) > reportEvery {
		r.reported = time.Now()
		r.report(r.step)
	}
	return n, err
}
