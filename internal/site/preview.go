package site

import (
	"context"
	"encoding/json"
	"net/url"

	"parichay/internal/fault"
	"parichay/internal/picture"
	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/locales"
)

// Preview is a page as it would be.
type Preview struct {
	HTML  string `json:"html" doc:"The whole document, without scripts"`
	Faint bool   `json:"faint" doc:"A camera may miss the QR code's colour on paper"`
}

// Preview draws what a public page would be after a save of these changes. A value
// that a save would refuse is left as it is stored.
func (s *Site) Preview(ctx context.Context, lang locales.Lang, path string, changes map[string]any, words profile.Translations) (p Preview, err error) {
	a, ok := s.pages[Prefixed(lang, path)]
	if !ok {
		return p, fault.ErrNotFound
	}
	if _, err := s.Current(); err != nil {
		return p, err
	}
	now := s.live.current.Load()
	draft := &snapshot{Content: now.Content, today: now.today, changes: now.changes, kept: now.kept}
	draft.Profile.Profile, _ = now.Profile.Profile.Drafted(changes, words)
	v, b, err := s.boot(ctx, a, draft)
	if err != nil {
		return p, err
	}
	q := v.qr()
	if contrast, err := picture.Contrast(q.color); err == nil {
		p.Faint = contrast < picture.LeastContrast
	}
	if code, err := picture.NewQR(q.target, q.color); err == nil && b.Download != nil {
		b.Download.QR.SVG = "data:image/svg+xml," + url.PathEscape(string(code.SVG()))
	}
	data, err := json.Marshal(b)
	if err != nil {
		return p, err
	}
	html, err := s.engine.Render(ctx, data, render.Ordinary)
	if err != nil {
		return p, fault.ErrUnavailable // no script would draw it instead
	}
	p.HTML, err = s.assets.Still(lang, html)
	return p, err
}
