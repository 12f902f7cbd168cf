package media

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"parichay/internal/kit/fault"
)

// s3 stores objects in a bucket of any S3-compatible server.
type s3 struct {
	client *minio.Client
	bucket string
}

// newS3 prepares a client without connecting, so that the site starts without pictures if the bucket
// is down. answer is the timeout for response headers.
func newS3(place Place, answer time.Duration) (*s3, error) {
	client, err := minio.New(place.host, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{},
		}),
		Secure: place.secure, Region: place.region,
		MaxRetries: 2, // the default of ten would make a visitor wait for minutes
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
			TLSHandshakeTimeout:   3 * time.Second,
			ResponseHeaderTimeout: answer,
			IdleConnTimeout:       time.Minute,
			MaxIdleConnsPerHost:   16,
			DisableCompression:    true, // checksums are of the stored bytes
		},
	})
	return &s3{client: client, bucket: place.bucket}, err
}

// put sends the body with its MD5, so that the server refuses a damaged or truncated upload.
func (s *s3) put(ctx context.Context, name, contentType string, body []byte) error {
	cache := "public, max-age=31536000, immutable"
	if strings.HasPrefix(name, private) {
		cache = "no-store"
	}
	_, err := s.client.PutObject(ctx, s.bucket, name, bytes.NewReader(body), int64(len(body)), minio.PutObjectOptions{
		ContentType: contentType, CacheControl: cache,
		SendContentMd5: true, DisableMultipart: true,
	})
	return err
}

func (s *s3) open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	object, err := s.client.GetObject(ctx, s.bucket, name, minio.GetObjectOptions{})
	if err == nil {
		_, err = object.Stat() // GetObject sends no request before the first read
	}
	switch {
	case err == nil:
		return object, nil
	case minio.ToErrorResponse(err).Code == minio.NoSuchKey:
		return nil, fault.ErrNotFound
	}
	return nil, fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
}

func (s *s3) remove(ctx context.Context, name string) error {
	return s.client.RemoveObject(ctx, s.bucket, name, minio.RemoveObjectOptions{}) // succeeds for a missing object
}
