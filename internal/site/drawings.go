package site

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// drawings keeps pictures drawn lately, by what is on them: a share picture takes
// about 80 KB and 0.3 s, a large code some milliseconds. Who asks for the same one
// at once waits for the same one.
type drawings struct {
	kept    *lru.Cache[string, []byte]
	flights singleflight.Group
}

const drawingsKept = 100

func newDrawings() (*drawings, error) {
	kept, err := lru.New[string, []byte](drawingsKept)
	return &drawings{kept: kept}, err
}

func (d *drawings) get(key string, draw func() ([]byte, error)) ([]byte, error) {
	if body, ok := d.kept.Get(key); ok {
		return body, nil
	}
	drawn, err, _ := d.flights.Do(key, func() (any, error) {
		body, err := draw()
		if err == nil {
			d.kept.Add(key, body)
		}
		return body, err
	})
	body, _ := drawn.([]byte)
	return body, err
}
