// Package fallback defines the file with a copy of the public content. It is stored next to
// the pictures, so that the program can start while the database is down.
package fallback

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/codes"
	"parichay/internal/store/postgres"
)

const (
	// Format is incremented when older files must no longer be read.
	Format = 1
	// Name is the file's name among the private files of the media store.
	Name = "content"
	// MaxSize is the maximum size of a file, in bytes.
	MaxSize = 8 << 20
)

// File is the public content as stored in the bucket.
type File struct {
	Format       int
	Version      int64
	Origin       int64  // identifies the database, see postgres.Content; 0 in a file of an older program
	Day          string // day on which this content was public
	Revision     int64
	UpdatedAt    time.Time
	Since        time.Time
	Profile      map[string]string // by column
	Translations profile.Translations
	Blocks       []content.Item // nil in a file written before blocks existed
	Lists        map[string]List
	Codes        []codes.Code // where printed codes and short links lead
}

// List is the stored part of a list.
type List struct {
	Total int // number of public items; Items may hold only the first of them
	Items []content.Item
	Later []content.Item // items that become public next, in that order
}

// Content returns the file's content as the database would return it.
func (k *File) Content() postgres.Content {
	var row []string
	for _, column := range profile.Columns() {
		row = append(row, k.Profile[column])
	}
	p := profile.FromRow(row)
	p.Translations = k.Translations
	var empty []string
	for name, list := range k.Lists {
		if !slices.ContainsFunc(slices.Concat(list.Items, list.Later), func(i content.Item) bool { return !i.Sample }) {
			empty = append(empty, name)
		}
	}
	blocks := k.Blocks
	if blocks == nil {
		blocks = content.BuiltInBlocks()
	}
	var moments []time.Time
	for _, item := range k.Lists[content.Posts.Name].Later {
		moments = append(moments, content.Posts.PublicFrom(item.Values))
	}
	return postgres.Content{Moments: moments, Version: k.Version, Empty: empty, Profile: profile.Revision{ID: k.Revision, UpdatedAt: k.UpdatedAt, Profile: p}, Since: k.Since, Blocks: blocks, Codes: k.Codes}
}

// Encode returns the content as JSON, preceded by a line with its hash. While the result would
// exceed MaxSize, Encode halves the longest list.
func (k *File) Encode() ([]byte, error) {
	for {
		body, err := json.Marshal(k)
		if err != nil {
			return nil, err
		}
		if len(body) < MaxSize-sha256.Size*2 {
			return append([]byte(digestOf(body)+"\n"), body...), nil
		}
		var longest string
		for name, list := range k.Lists {
			if len(list.Items) > len(k.Lists[longest].Items) {
				longest = name
			}
		}
		if longest == "" {
			return nil, errors.New("profile alone exceeds the maximum size")
		}
		list := k.Lists[longest]
		list.Items, list.Later = list.Items[:len(list.Items)/2], nil
		k.Lists[longest] = list
	}
}

// Decode reads what Encode wrote, and checks its hash and format.
func Decode(file []byte) (*File, error) {
	sum, body, _ := bytes.Cut(file, []byte("\n"))
	if string(sum) != digestOf(body) {
		return nil, errors.New("hash does not match the content")
	}
	var k File
	if err := json.Unmarshal(body, &k); err != nil {
		return nil, err
	}
	if k.Format != Format {
		return nil, fmt.Errorf("format is %d, not %d", k.Format, Format)
	}
	return &k, nil
}

func digestOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// Part returns a range of the list, or ErrUnavailable if the file does not hold all of it.
func (l List) Part(offset, limit int) ([]content.Item, error) {
	end := min(offset+limit, l.Total)
	if end > len(l.Items) {
		return nil, fault.ErrUnavailable
	}
	return l.Items[min(offset, end):end], nil
}

// At returns the list as of a time. Items that have become public since the file was written
// are moved from Later to their place in Items.
func (l List) At(c *content.Collection, at time.Time) List {
	n := slices.IndexFunc(l.Later, func(i content.Item) bool { return c.PublicFrom(i.Values).After(at) })
	if n < 0 {
		n = len(l.Later)
	}
	if n == 0 {
		return l
	}
	items := slices.Concat(l.Items, l.Later[:n])
	slices.SortStableFunc(items, func(a, b content.Item) int {
		return cmp.Or(cmp.Compare(b.Values.Text(c.Scheduled), a.Values.Text(c.Scheduled)), cmp.Compare(a.ID, b.ID))
	})
	return List{Total: l.Total + n, Items: items, Later: l.Later[n:]}
}
