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

// folder keeps objects as files. os.Root makes a way out of it impossible,
// whatever the name.
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

// removeHalf removes what a process that died was writing. Another may be writing
// now, and does not pause for that long.
func removeHalf(root *os.Root, within string, pause time.Duration) error {
	half, err := fs.Glob(root.FS(), within+beside+"*")
	for _, name := range half {
		if info, err := root.Stat(name); err == nil && time.Since(info.ModTime()) > pause {
			_ = root.Remove(name)
		}
	}
	return err
}

// beside begins the names of files that are not whole yet.
const beside = ".new-"

// put writes beside the place and moves there, so that nobody ever reads half an
// object, and a crash leaves all of it or none.
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

// sync makes a rename outlast a crash.
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
