package media

import (
	"errors"
	"net/url"
	"strings"
)

// Place is where pictures are kept.
type Place struct {
	folder string // or else:

	bucket, region string
	host           string
	secure         bool
}

// Folder is the folder, or empty for a bucket.
func (p Place) Folder() string { return p.folder }

var errPlace = errors.New("must be file:FOLDER or s3://BUCKET?endpoint=https://HOST&region=REGION")

// ParsePlace reads a setting: file:FOLDER, or s3://BUCKET with the region and,
// unless it is Amazon's own, the endpoint. It never repeats the setting: an
// endpoint may carry a secret by mistake.
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
