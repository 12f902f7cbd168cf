// Package library is what the owner does with pictures: store them, find them again, say
// what they show, see where they are shown, and remove those that nothing shows.
package pictures

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Path is where the API has it.
const Path = "/media"

var uploads = metrics.NewCounter(`parichay_uploads_total`)

// Library answers the calls; the server registers its methods, and says where it keeps
// things once it has them.
type Library struct {
	Rows     func() postgres.Media
	Slow     func() postgres.Media // for what looks through all that shows pictures
	Pictures func() *media.Store
}

// Arrival is a picture on its way.
type Arrival struct {
	Folder      media.Folder `query:"folder" required:"true" doc:"What the picture is for"`
	Title       string       `query:"title" maxLength:"200" doc:"The name its file had"`
	contentType string
	length      int64
	body        io.Reader
}

// Resolve takes hold of the body unread: it may be large and slow.
func (u *Arrival) Resolve(ctx huma.Context) []error {
	r, _ := humachi.Unwrap(ctx)
	u.contentType, u.length, u.body = r.Header.Get("Content-Type"), r.ContentLength, r.Body
	return nil
}

// TakesPicture describes the body of an upload: the picture itself.
func TakesPicture(op *huma.Operation) {
	op.MaxBodyBytes = -1 // the drawer bounds it, and reads no more than it needs
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
	for _, contentType := range media.Types() {
		op.RequestBody.Content[contentType] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
}

// Upload is a stored picture.
type Upload struct {
	URL      string          `json:"url" doc:"Address to save; what is under it never changes"`
	Width    int             `json:"width"`
	Height   int             `json:"height"`
	Variants []media.Variant `json:"variants" doc:"Smaller drawings, smallest first"`
}

func uploaded(name media.Name) Upload {
	width, height := name.Size()
	return Upload{URL: name.URL(), Width: width, Height: height, Variants: name.Variants()}
}

// Store stores a picture. It is listed once its files were read back.
func (l Library) Store(ctx context.Context, in *Arrival) (*wire.Reply[Upload], error) {
	if in.length > media.MaxBody {
		return nil, media.ErrTooLarge
	}
	picture, err := l.Pictures().Draw(ctx, in.Folder, in.contentType, in.body)
	if err != nil {
		return nil, err
	}
	title, issue := titleRule.Clean("title", strings.ToValidUTF8(in.Title, ""))
	if issue != nil {
		title = ""
	}
	if err := l.Rows().Store(ctx, string(picture.Name), title, func(ctx context.Context) error { return l.Pictures().Keep(ctx, picture) }); err != nil {
		return nil, err
	}
	uploads.Inc()
	return &wire.Reply[Upload]{Body: uploaded(picture.Name)}, nil
}

// Picture is one of the library.
type Picture struct {
	Upload
	Title   string                  `json:"title" doc:"The name its file had, or what the owner calls it"`
	Alt     map[locales.Lang]string `json:"alt" doc:"What it shows, for those who cannot see it"`
	AddedAt time.Time               `json:"addedAt"`
}

// Pictures is a part of the library.
type Pictures struct {
	Pictures []Picture `json:"pictures"`
	Total    int       `json:"total" doc:"How many there are in all parts"`
}

// Part says which.
type Part struct {
	Search string `query:"search" maxLength:"200" doc:"Only those with all these words in name or description"`
	Offset int    `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
}

// List lists a part of the library, newest first.
func (l Library) List(ctx context.Context, in *Part) (*wire.Reply[Pictures], error) {
	kept, total, err := l.Rows().Shelf(ctx, in.Search, in.Offset, in.Limit)
	if err != nil {
		return nil, err
	}
	all := Pictures{Pictures: []Picture{}, Total: total}
	for _, k := range kept {
		if name, ours := media.ParseName(media.Prefix + k.Name); ours {
			all.Pictures = append(all.Pictures, Picture{uploaded(name), k.Title, k.Alt, k.Added})
		}
	}
	return &wire.Reply[Pictures]{Body: all}, nil
}

// One is a picture by its address.
type One struct {
	URL string `query:"url" required:"true" doc:"The picture's address"`
}

func (o One) name() (media.Name, error) {
	name, ours := media.ParseName(o.URL)
	if !ours {
		return "", fault.ErrNotFound
	}
	return name, nil
}

var (
	titleRule = field.Rule{Kind: field.Text, Max: 200, Optional: true}
	altRule   = field.Rule{Kind: field.Multiline, Max: 300, Optional: true}
)

// Description is what the owner says of a picture.
type Description struct {
	One
	Body struct {
		Title string                  `json:"title"`
		Alt   map[locales.Lang]string `json:"alt" doc:"By language; what is empty is removed"`
	}
}

// Describe stores what the owner says of a picture.
func (l Library) Describe(ctx context.Context, in *Description) (*struct{}, error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	var issues []fault.Issue
	clean := func(key, text string, rule field.Rule) string {
		text, issue := rule.Clean(key, text)
		if issue != nil {
			issues = append(issues, *issue)
		}
		return text
	}
	kept := postgres.Kept{Name: string(name), Title: clean("title", in.Body.Title, titleRule), Alt: map[locales.Lang]string{}}
	for _, lang := range locales.All {
		if text := clean("alt."+string(lang), in.Body.Alt[lang], altRule); text != "" {
			kept.Alt[lang] = text
		}
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	return nil, l.Rows().Describe(ctx, kept)
}

// Use is a place that shows a picture.
type Use struct {
	List  string                  `json:"list,omitempty" doc:"A list; without, the profile or history"`
	ID    string                  `json:"id,omitempty" doc:"Of the item in that list"`
	Title map[locales.Lang]string `json:"title,omitempty" doc:"What the item is called"`
	Bin   bool                    `json:"bin,omitempty" doc:"The item is in the bin"`
	Field string                  `json:"field,omitempty" doc:"Path of the profile's field"`
	Past  bool                    `json:"past,omitempty" doc:"An earlier state shows it, which can be brought back"`
}

// Uses are all of a picture.
type Uses struct {
	Uses []Use `json:"uses" doc:"Empty: nothing shows it, and it can be removed"`
}

// Where tells where a picture is shown.
func (l Library) Where(ctx context.Context, in *One) (*wire.Reply[Uses], error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	found, err := l.Slow().Uses(ctx, string(name))
	if err != nil {
		return nil, err
	}
	uses := Uses{[]Use{}}
	for _, u := range found {
		uses.Uses = append(uses.Uses, Use(u))
	}
	return &wire.Reply[Uses]{Body: uses}, nil
}

// Remove removes a picture that nothing shows.
func (l Library) Remove(ctx context.Context, in *One) (*struct{}, error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	return nil, l.Slow().Remove(ctx, string(name), func(ctx context.Context, name string) error { return l.Pictures().Remove(ctx, media.Name(name)) })
}
