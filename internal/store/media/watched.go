package media

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"

	"parichay/internal/kit/fault"
	"parichay/internal/kit/loglimit"
)

// watched logs when the bucket goes down and when it is back. Reads and writes are tracked
// separately, because a full disk can still be read.
type watched struct {
	bucket
	reads, writes *loglimit.Outage
}

func watch(b bucket) watched {
	return watched{b, &loglimit.Outage{Of: loglimit.Pictures}, &loglimit.Outage{Of: loglimit.Uploads}}
}

func report(ctx context.Context, outage *loglimit.Outage, err error) {
	switch {
	case err == nil || errors.Is(err, fault.ErrNotFound):
		outage.Over(ctx, time.Now())
	case ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded): // otherwise the caller gave up
		outage.Away(ctx, err, time.Now())
	}
}

func (w watched) put(ctx context.Context, name, contentType string, body []byte) error {
	err := w.bucket.put(ctx, name, contentType, body)
	report(ctx, w.writes, err)
	return err
}

func (w watched) open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	found, err := w.bucket.open(ctx, name)
	report(ctx, w.reads, err)
	return found, err
}

// Disk returns the free and total bytes of the file system. ok is false unless pictures are in a
// folder.
func (s *Store) Disk() (free, most uint64, ok bool) {
	if w, watched := s.bucket.(watched); watched {
		if f, local := w.bucket.(folder); local {
			var at syscall.Statfs_t
			err := syscall.Statfs(f.root.Name(), &at)
			return at.Bavail * uint64(at.Bsize), at.Blocks * uint64(at.Bsize), err == nil
		}
	}
	return 0, 0, false
}
