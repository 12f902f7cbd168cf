package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"parichay/internal/kit/fault"
)

// folder stores objects as files. os.Root prevents path traversal.
type folder struct{ root *os.Root }

func newFolder(name string) (folder, error) {
	if err := os.MkdirAll(name, 0o750); err != nil {
		return folder{}, unwritable(name, err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return folder{}, unwritable(name, err)
	}
	return folder{root}, removeHalf(root, "public/*/", time.Minute)
}

// removeHalf removes partial files of a process that died. It leaves files that were changed
// within pause, because another process may be writing them now.
func removeHalf(root *os.Root, within string, pause time.Duration) error {
	half, err := fs.Glob(root.FS(), within+beside+"*")
	for _, name := range half {
		if info, err := root.Stat(name); err == nil && time.Since(info.ModTime()) > pause {
			_ = root.Remove(name)
		}
	}
	return err
}

// beside prefixes the names of incomplete files.
const beside = ".new-"

// put writes a temporary file and renames it, so that nobody reads a partial object and a crash
// leaves all of it or nothing.
func (f folder) put(_ context.Context, name, _ string, body []byte) (err error) {
	dir := path.Dir(name)
	if err := f.root.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	half := path.Join(dir, beside+rand.Text())
	defer func() {
		if err != nil {
			_ = f.root.Remove(half)
		}
	}()
	if err := f.write(half, body); err != nil {
		return err
	}
	if err := f.root.Rename(half, name); err != nil {
		return err
	}
	return f.sync(dir)
}

func (f folder) write(name string, body []byte) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(body)
	return errors.Join(err, file.Sync(), file.Close())
}

// sync makes a rename durable.
func (f folder) sync(dir string) error {
	opened, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(opened.Sync(), opened.Close())
}

func (f folder) open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	file, err := f.root.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	}
	return file, nil
}

func (f folder) remove(_ context.Context, name string) error {
	if err := f.root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
