package media

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
)

// Shelf stores large files, such as backups, in a folder or a bucket. A file appears under its name
// only once it is complete.
type Shelf struct{ shelf }

type shelf interface {
	// Write stores the data that write produces as a file.
	Write(ctx context.Context, name string, write func(io.Writer) error) error
	// Names lists the files whose names start with prefix.
	Names(ctx context.Context, prefix string) ([]string, error)
	// Remove deletes a file. Removing a missing file is not an error.
	Remove(ctx context.Context, name string) error
}

const (
	// pieceLength is the part size of uploads to a bucket. One part is held in memory. S3
	// allows 10,000 parts, which is enough for 160 GB.
	pieceLength = 16 << 20
	// assembling is how long a server may take to assemble the parts.
	assembling = 5 * time.Minute
)

// OpenShelf prepares the shelf at a place, see ParsePlace.
func OpenShelf(place Place) (*Shelf, error) {
	if place.folder == "" {
		bucket, err := newS3(place, assembling)
		return &Shelf{s3Shelf{bucket}}, err
	}
	if err := os.MkdirAll(place.folder, 0o700); err != nil {
		return nil, unwritable(place.folder, err)
	}
	root, err := os.OpenRoot(place.folder)
	if err != nil {
		return nil, unwritable(place.folder, err)
	}
	return &Shelf{folderShelf{folder{root}}}, removeHalf(root, "", time.Hour)
}

// ShelfLater returns a shelf for a place that cannot be opened now. Every call tries again to
// open it until that succeeds.
func ShelfLater(place Place) *Shelf { return &Shelf{&laterShelf{place: place}} }

type laterShelf struct {
	place  Place
	mu     sync.Mutex
	opened *Shelf
}

func (l *laterShelf) open() (*Shelf, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened != nil {
		return l.opened, nil
	}
	opened, err := OpenShelf(l.place)
	if err == nil {
		l.opened = opened
	}
	return opened, err
}

// Write implements shelf.
func (l *laterShelf) Write(ctx context.Context, name string, write func(io.Writer) error) error {
	opened, err := l.open()
	if err != nil {
		return err
	}
	return opened.Write(ctx, name, write)
}

// Names implements shelf.
func (l *laterShelf) Names(ctx context.Context, prefix string) ([]string, error) {
	opened, err := l.open()
	if err != nil {
		return nil, err
	}
	return opened.Names(ctx, prefix)
}

// Remove implements shelf.
func (l *laterShelf) Remove(ctx context.Context, name string) error {
	opened, err := l.open()
	if err != nil {
		return err
	}
	return opened.Remove(ctx, name)
}

// Probe writes a file and removes it.
func (s *Shelf) Probe(ctx context.Context) error {
	const name = ".probe"
	err := s.Write(ctx, name, func(to io.Writer) error {
		_, err := to.Write([]byte("probe"))
		return err
	})
	if err != nil {
		return err
	}
	return s.Remove(ctx, name)
}

type folderShelf struct{ folder }

// Write implements shelf.
func (f folderShelf) Write(_ context.Context, name string, write func(io.Writer) error) (err error) {
	half := beside + rand.Text()
	file, err := f.root.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.root.Remove(half)
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := f.root.Rename(half, name); err != nil {
		return err
	}
	return f.sync(".")
}

// Names implements shelf.
func (f folderShelf) Names(_ context.Context, prefix string) (names []string, err error) {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	for _, entry := range entries {
		if entry.Type().IsRegular() && strings.HasPrefix(entry.Name(), prefix) {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// Remove implements shelf.
func (f folderShelf) Remove(ctx context.Context, name string) error {
	return f.remove(ctx, path.Base(name))
}

type s3Shelf struct{ *s3 }

// Write implements shelf. The server assembles the object only once all parts have arrived.
func (s s3Shelf) Write(ctx context.Context, name string, write func(io.Writer) error) error {
	from, to := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = to.CloseWithError(write(to)) // never fails for a pipe
	}()
	_, err := s.client.PutObject(ctx, s.bucket, name, from, -1, minio.PutObjectOptions{
		ContentType: "application/octet-stream", CacheControl: "no-store", PartSize: pieceLength, NumThreads: 1, SendContentMd5: true,
	})
	_ = from.CloseWithError(errors.Join(io.ErrClosedPipe, err))
	<-done
	return err
}

// Names implements shelf.
func (s s3Shelf) Names(ctx context.Context, prefix string) (names []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix}) {
		if object.Err != nil {
			return nil, object.Err
		}
		names = append(names, object.Key)
	}
	return names, nil
}

// Remove implements shelf.
func (s s3Shelf) Remove(ctx context.Context, name string) error { return s.remove(ctx, name) }
