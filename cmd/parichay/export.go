package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"parichay/internal/api"
	"parichay/internal/ops/backup"
)

type exportCommand struct {
	To string `help:"A file whose name ends in .zip, or a new folder. Default: a timestamped zip in the current folder." placeholder:"NAME"`
}

// Run writes an export. The file or folder gets its name only once it is complete.
func (c exportCommand) Run(a *app) error {
	s, err := openSite(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
	if err := s.store.CheckTables(a.ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	handler, err := api.New(ctx, api.Config{BaseURL: s.config.BaseURL, Program: version}, s.store, s.pictures)
	if err != nil {
		return err
	}
	if _, err := s.store.Site.Content(ctx); err != nil {
		return err
	}
	go handler.Watch(ctx)
	meter := newMeter(a.stderr, "export")
	x := backup.Export{Program: version, Pages: handler.Pages(), Progress: meter.step}
	var m *backup.Manifest
	write := func(to backup.Sink) (err error) {
		m, err = x.Write(ctx, s.store, s.pictures, to)
		return err
	}
	name := c.To
	if name == "" {
		name = backup.ExportName(s.config.BaseURL.Host, time.Now())
	}
	if filepath.Ext(name) == ".zip" {
		err = writeFile(name, func(to io.Writer) error {
			out := backup.NewZip(to)
			return errors.Join(write(out), out.Close())
		})
	} else {
		err = writeFolder(name, write)
	}
	if err != nil {
		return err
	}
	for _, picture := range m.Missing {
		meter.line(fmt.Sprintf("picture %s is missing or damaged and is not in the export", picture))
	}
	meter.line("exported " + holds(m) + " to " + name)
	return nil
}

// writeFolder fills a temporary folder and renames it, so that a folder of that name is always
// complete.
func writeFolder(name string, write func(backup.Sink) error) (err error) {
	if err := checkNew(name); err != nil {
		return err
	}
	half, err := os.MkdirTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(half)
		}
	}()
	root, err := os.OpenRoot(half)
	if err != nil {
		return err
	}
	if err := errors.Join(write(backup.Folder{Root: root}), root.Close(), os.Chmod(half, 0o750)); err != nil { //nolint:gosec // a folder needs the execute bit
		return err
	}
	return os.Rename(half, name)
}

type importCommand struct {
	From    string `arg:"" help:"The export: a zip or a folder."`
	Replace bool   `help:"Replace the existing content, leads and pictures."`
}

// Run imports an export.
func (c importCommand) Run(a *app) error {
	var from fs.FS
	if info, err := os.Stat(c.From); err != nil {
		return err
	} else if info.IsDir() {
		from = os.DirFS(c.From)
	} else {
		file, err := zip.OpenReader(c.From)
		if err != nil {
			return fmt.Errorf("%s is not an export: %w", c.From, err)
		}
		defer func() { _ = file.Close() }()
		from = file
	}
	s, err := openSiteToFill(a)
	if err != nil {
		return err
	}
	defer s.store.Close()
	m, err := backup.Import{Replace: c.Replace}.Read(a.ctx, s.store, s.pictures, from)
	if err != nil {
		return fmt.Errorf("%w; nothing was changed", err)
	}
	meter := newMeter(a.stderr, "import")
	meter.line(fmt.Sprintf("imported %s from %s into the database %q; the account is unchanged", holds(m), m.Created.Format(time.RFC3339), databaseOf(s.config.DatabaseURL)))
	return nil
}
