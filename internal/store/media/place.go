package media

import (
	"errors"
	"net/url"
	"strings"
)

// Place is a folder or an S3 bucket.
type Place struct {
	folder string // empty: a bucket

	bucket, region string
	host           string
	secure         bool
}

// Folder returns the folder, or "" for a bucket.
func (p Place) Folder() string { return p.folder }

var errPlace = errors.New("must be file:FOLDER or s3://BUCKET?endpoint=https://HOST&region=REGION")

// ParsePlace parses a setting: file:FOLDER, or s3://BUCKET with the region and, unless it is
// Amazon's, the endpoint. The error never repeats the setting, because an endpoint may contain a
// secret by mistake.
func ParsePlace(setting string) (Place, error) {
	if folder, ok := strings.CutPrefix(setting, "file:"); ok {
		folder = strings.TrimPrefix(folder, "//")
		if folder == "" {
			return Place{}, errPlace
		}
		return Place{folder: folder}, nil
	}
	u, err := url.Parse(setting)
	if err != nil || u.Scheme != "s3" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil {
		return Place{}, errPlace
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Place{}, errPlace
	}
	for name := range query {
		if name != "endpoint" && name != "region" {
			return Place{}, errPlace
		}
	}
	p := Place{bucket: u.Host, region: query.Get("region"), host: "s3.amazonaws.com", secure: true}
	if p.region == "" {
		p.region = "us-east-1"
	}
	endpoint := query.Get("endpoint")
	if endpoint == "" {
		return p, nil
	}
	if !strings.Contains(endpoint, "://") {
		endpoint = "https://" + endpoint
	}
	e, err := url.Parse(endpoint)
	if err != nil || (e.Scheme != "http" && e.Scheme != "https") || e.Host == "" || strings.Trim(e.Path, "/") != "" || e.User != nil {
		return Place{}, errPlace
	}
	p.host, p.secure = e.Host, e.Scheme == "https"
	return p, nil
}
