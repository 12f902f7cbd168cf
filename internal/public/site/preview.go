package site

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/hours"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/theme"
	"parichay/internal/kit/fault"
	"parichay/internal/public/draw"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
	"parichay/locales"
)

// Preview is a page as it would look after a save.
type Preview struct {
	HTML   string        `json:"html" doc:"The whole document, without scripts"`
	Style  string        `json:"style" doc:"What its look adds to the document's style sheet; apart, because the policy of the owner's app takes no inline style"`
	Ratios theme.Ratios  `json:"ratios" doc:"How readable the accent is"`
	Hours  hours.Reading `json:"hours" doc:"What was made of the opening times as they are written in this language"`
	Faint  bool          `json:"faint" doc:"The QR code is drawn in a darker shade of its colour, which a camera would miss"`
}

// Draft holds the unsaved changes that a preview shows: of the profile, or of a block.
type Draft struct {
	Site         map[string]any
	Translations profile.Translations
	Block        *homepage.Draft
}

// dropUnstored resets the values of a draft that add a picture which is not stored, because a
// save would refuse them. While the database is down, it resets all values that add a picture.
func (s *Site) dropUnstored(ctx context.Context, now, draft *snapshot) {
	fields := field.Added(now.Profile.Profile.Uploads(), draft.Profile.Profile.Uploads())
	blocks := field.Added(uploadsOf(now.Blocks), uploadsOf(draft.Blocks))
	if len(fields)+len(blocks) == 0 {
		return
	}
	names := []string{}
	for _, shown := range slices.Concat(fields, blocks) {
		names = append(names, shown.Name)
	}
	missing, err := s.store.Media.NotStored(ctx, names)
	if err != nil {
		missing = names
	}
	isMissing := func(shown field.Shown) bool { return slices.Contains(missing, shown.Name) }
	for i := range profile.Fields {
		f := &profile.Fields[i]
		if slices.ContainsFunc(fields, func(shown field.Shown) bool { return shown.Field == f.Key && isMissing(shown) }) {
			*f.At(&draft.Profile.Profile) = *f.At(&now.Profile.Profile)
		}
	}
	if slices.ContainsFunc(blocks, isMissing) {
		draft.Blocks = now.Blocks
	}
}

func uploadsOf(blocks []content.Item) (all []field.Shown) {
	for _, b := range blocks {
		all = append(all, content.Blocks.Uploads(b)...)
	}
	return all
}

// Preview renders a public page as it would look if the draft were saved. For a value that a
// save would refuse, the preview shows the stored value.
func (s *Site) Preview(ctx context.Context, lang locales.Lang, path string, changes Draft) (p Preview, err error) {
	f, a := formAt(path), address{lang: lang, path: path}
	switch {
	case f != nil:
		a.page = &f.page
	case s.pages[path] != nil:
		a = s.pageAt(lang, path)
	default:
		return p, fault.ErrNotFound
	}
	if _, err := s.Current(); err != nil {
		return p, err
	}
	now := s.live.current.Load()
	draft := &snapshot{Content: now.Content, today: now.today, now: now.now, changes: now.changes, kept: now.kept, marked: true}
	draft.Profile.Profile, _ = now.Profile.Profile.Drafted(changes.Site, changes.Translations)
	if changes.Block != nil {
		changes.Block.Primary = now.Profile.Profile.PrimaryLanguage()
		draft.Blocks = changes.Block.Onto(now.Blocks)
	}
	draft.languages = draft.Profile.Profile.After(now.Profile.Profile).Languages()
	s.dropUnstored(ctx, now, draft)
	draft.look = lookOf(draft.Profile.Profile)
	v, b, err := s.boot(ctx, a, draft)
	if err != nil {
		return p, err
	}
	if f != nil {
		v.fillForm(ctx, f, b, pagedata.FormPage{})
	}
	p.Style, p.Ratios = draft.look.Style, theme.RatiosOf(v.profile.Look())
	p.Hours = hours.Read(v.profile.BusinessHours)
	q := v.qr()
	p.Faint = !draw.Readable(q.color)
	if code, _, err := q.code(ctx, s.studio); err == nil && b.Download != nil {
		b.Download.QR.SVG = "data:image/svg+xml," + url.PathEscape(string(code.SVG()))
	}
	data, err := json.Marshal(b)
	if err != nil {
		return p, err
	}
	html, err := s.engine.Render(ctx, data, render.Ordinary)
	if err != nil {
		return p, fault.ErrUnavailable // a preview has no script, so the browser cannot render it
	}
	p.HTML, err = s.assets.Still(lang, html)
	return p, err
}
