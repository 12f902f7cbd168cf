package rig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The S3 server's one account and one bucket.
const (
	s3Key    = "rig"
	s3Secret = "a secret for the rig"
	s3Bucket = "pictures"
)

// S3 is a real S3 server with its own folder.
type S3 struct {
	Address string
	Folder  string // contains the bucket's objects as files
	dir     string
	process *exec.Cmd
}

// ErrNoS3 means that the server was not built.
var ErrNoS3 = errors.New("there is no S3 server: run this with `make s3`")

// StartS3 starts the server named by DEV_S3_SERVER on a free port.
func StartS3(ctx context.Context) (*S3, error) {
	if os.Getenv("DEV_S3_SERVER") == "" {
		return nil, ErrNoS3
	}
	dir, err := os.MkdirTemp("", "parichay-s3-")
	if err != nil {
		return nil, err
	}
	s := &S3{dir: dir, Folder: filepath.Join(dir, "data", s3Bucket)}
	if s.Address, err = FreeAddress(ctx); err == nil {
		err = errors.Join(os.MkdirAll(s.Folder, 0o750), os.Mkdir(filepath.Join(dir, "meta"), 0o750), s.Start(ctx))
	}
	if err != nil {
		s.Remove()
	}
	return s, err
}

// Start starts a stopped server again.
func (s *S3) Start(ctx context.Context) error {
	s.process = exec.CommandContext(ctx, os.Getenv("DEV_S3_SERVER"), "--port", s.Address, "--quiet", "posix", "--sidecar", filepath.Join(s.dir, "meta"), filepath.Join(s.dir, "data"))
	s.process.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s3Key, "ROOT_SECRET_KEY="+s3Secret)
	s.process.Stdout, s.process.Stderr = io.Discard, io.Discard
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.process.Start(); err != nil {
		return err
	}
	for start := time.Now(); time.Since(start) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
		if conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Address); err == nil {
			return conn.Close()
		}
	}
	return errors.New("the S3 server did not start listening")
}

// Stop stops the server and keeps its files.
func (s *S3) Stop() {
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
	}
}

// Remove stops the server and deletes its files.
func (s *S3) Remove() {
	s.Stop()
	_ = os.RemoveAll(s.dir)
}

// Setting returns the value of PARICHAY_MEDIA for the bucket at address.
func (s *S3) Setting(address string) string {
	return fmt.Sprintf("s3://%s?endpoint=http://%s&region=us-east-1", s3Bucket, address)
}

// Credentials returns the usual AWS environment variables.
func (s *S3) Credentials() map[string]string {
	return map[string]string{"AWS_ACCESS_KEY_ID": s3Key, "AWS_SECRET_ACCESS_KEY": s3Secret}
}
