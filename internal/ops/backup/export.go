package backup

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"time"

	"github.com/klauspost/compress/flate"

	"parichay/internal/kit/csv"
	"parichay/internal/kit/fault"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// ExportFormat is raised when older programs can no longer import exports.
const ExportFormat = 1

// Folders of an export.
const (
	dataFolder = "data/"
	siteFolder = "site/"
)

// Export writes all data of the owner in formats that other programs read: rows as JSON and
// CSV, pictures as they are, and the public pages as static files. The account is not
// exported.
type Export struct {
	Program  string
	Pages    Pages      // if Fetch is nil, no static copy is exported
	Progress func(Step) // may be nil
}

// Write writes an export of one consistent snapshot.
func (e Export) Write(ctx context.Context, store *postgres.Store, pictures *media.Store, to Sink) (m *Manifest, err error) {
	defer fault.Wrap(&err, "export")
	err = dump.Look(ctx, store, dump.Carried, func(now *dump.Snapshot) error {
		head := Head{Format: ExportFormat, Schema: now.Schema, Program: e.Program, Created: time.Now().UTC().Truncate(time.Second)}
		x := &exporting{Export: e, now: now, pictures: pictures, to: to, m: &Manifest{Head: head}}
		m = x.m
		return x.all(ctx)
	})
	return m, err
}

// exporting is an export in progress.
type exporting struct {
	Export
	now      *dump.Snapshot
	pictures *media.Store
	to       Sink
	m        *Manifest
	step     Step
	reported time.Time
}

func (x *exporting) all(ctx context.Context) error {
	x.step.OfPictures, x.step.OfRows = int64(len(x.now.Pictures)), 2*x.now.Rows
	for i := range x.now.Tables {
		if err := x.table(ctx, &x.now.Tables[i]); err != nil {
			return err
		}
	}
	x.m.Tables = x.now.Tables
	for _, name := range x.now.Pictures {
		if err := x.picture(ctx, media.Name(name)); err != nil {
			return err
		}
	}
	if x.Pages.Fetch != nil {
		if err := x.pages(ctx); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(x.m, "", " ")
	if err != nil {
		return err
	}
	return x.to.Put(manifestName, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func (x *exporting) pages(ctx context.Context) (err error) {
	x.step.Doing = "pages"
	if x.step.OfPages, err = x.Pages.Count(ctx); err != nil {
		return err
	}
	return x.Pages.each(ctx, func(name string, body []byte) error {
		if path.Ext(name) == pageSuffix {
			x.step.Pages++
		}
		x.report()
		return x.add(siteFolder+name, body)
	})
}

// table writes a table twice: as JSON, which is lossless, and as CSV for spreadsheets.
func (x *exporting) table(ctx context.Context, t *dump.Table) error {
	x.step.Doing = "rows"
	err := x.put(dataFolder+t.Name+".json", func(w io.Writer) error {
		separator := "[\n"
		if err := x.now.Each(ctx, t, func(row []byte) error {
			x.row()
			_, err := fmt.Fprintf(w, "%s%s", separator, row)
			separator = ",\n"
			return err
		}); err != nil {
			return err
		}
		if t.Rows == 0 {
			separator = "[\n"
		} else {
			separator = "\n"
		}
		_, err := io.WriteString(w, separator+"]\n")
		return err
	})
	if err != nil {
		return err
	}
	return x.put(dataFolder+t.Name+".csv", func(w io.Writer) error {
		if _, err := io.WriteString(w, csv.BOM); err != nil {
			return err
		}
		if err := csv.WriteRow(w, t.Columns...); err != nil {
			return err
		}
		return x.now.Each(ctx, t, func(row []byte) error {
			x.row()
			cells, err := cellsOf(t.Columns, row)
			if err != nil {
				return err
			}
			return csv.WriteRow(w, cells...)
		})
	})
}

func (x *exporting) row() {
	x.step.Rows++
	x.report()
}

// cellsOf returns a row's values for CSV: texts verbatim, everything else as JSON.
func cellsOf(columns []string, row []byte) ([]string, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(row, &values); err != nil {
		return nil, err
	}
	cells := make([]string, len(columns))
	for i, column := range columns {
		raw := values[column]
		switch {
		case bytes.Equal(raw, []byte("null")):
		case len(raw) > 0 && raw[0] == '"':
			if err := json.Unmarshal(raw, &cells[i]); err != nil {
				return nil, err
			}
		default:
			cells[i] = string(raw)
		}
	}
	return cells, nil
}

func (x *exporting) picture(ctx context.Context, name media.Name) error {
	files, err := x.pictures.Carry(ctx, name)
	if isGone(err) {
		x.m.Missing = append(x.m.Missing, string(name))
	} else if err != nil {
		return err
	}
	for _, f := range files {
		if err := x.add(mediaFolder+f.Name, f.Body); err != nil {
			return err
		}
	}
	x.step.Doing = "pictures"
	x.step.Pictures++
	x.report()
	return nil
}

func (x *exporting) add(name string, body []byte) error {
	x.step.Bytes += int64(len(body))
	return x.put(name, func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// put writes one file and records its hash in the manifest.
func (x *exporting) put(name string, write func(io.Writer) error) error {
	c := newCounted()
	if err := x.to.Put(name, func(w io.Writer) error {
		out := bufio.NewWriterSize(io.MultiWriter(w, c), 64<<10)
		if err := write(out); err != nil {
			return err
		}
		return out.Flush()
	}); err != nil {
		return err
	}
	x.m.Parts = append(x.m.Parts, c.part(name))
	return nil
}

func (x *exporting) report() {
	if x.Progress != nil && time.Since(x.reported) > reportEvery {
		x.reported = time.Now()
		x.step.OfRows, x.step.OfPages = max(x.step.OfRows, x.step.Rows), max(x.step.OfPages, x.step.Pages)
		x.Progress(x.step)
	}
}

// Sink receives the files of an export.
type Sink interface {
	Put(name string, write func(io.Writer) error) error
}

// Zip writes the files of an export to a zip archive.
type Zip struct{ *zip.Writer }

// NewZip returns a Zip that writes to to. It uses the fastest compression level, because
// compression is the main cost of an export besides rendering pages.
func NewZip(to io.Writer) Zip {
	z := Zip{zip.NewWriter(to)}
	var packer *flate.Writer // reused for all files
	z.RegisterCompressor(zip.Deflate, func(out io.Writer) (w io.WriteCloser, err error) {
		if packer == nil {
			packer, err = flate.NewWriter(out, flate.BestSpeed)
		} else {
			packer.Reset(out)
		}
		return packer, err
	})
	return z
}

// Put implements Sink.
func (z Zip) Put(name string, write func(io.Writer) error) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Now().UTC()}
	if ext := path.Ext(name); ext == ".jpg" || ext == ".png" {
		header.Method = zip.Store
	}
	w, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	return write(w)
}

// Folder writes the files of an export to a folder.
type Folder struct{ *os.Root }

// Put implements Sink.
func (f Folder) Put(name string, write func(io.Writer) error) error {
	if err := f.MkdirAll(path.Dir(name), 0o750); err != nil {
		return err
	}
	file, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
