// Package pictures implements the API handlers of the owner's picture library. The owner
// uploads, searches and describes pictures, finds where they are used, and deletes unused
// ones. The package also serves the pictures to visitors.
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
	"parichay/internal/public/intake"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Path is the API path of the library.
const Path = "/media"

var uploads = metrics.NewCounter(`parichay_uploads_total`)

// Library holds the handlers, which package api registers.
type Library struct {
	Store    *postgres.Store
	Pictures *media.Store
	Door     *intake.Door
}

// Arrival is an upload request.
type Arrival struct {
	Folder      media.Folder `query:"folder" required:"true" doc:"Purpose of the picture"`
	Title       string       `query:"title" maxLength:"200" doc:"The file's name"`
	contentType string
	length      int64
	body        io.Reader
}

// Resolve implements huma.Resolver. It keeps the body as a reader instead of reading it,
// because the body may be large and slow.
func (u *Arrival) Resolve(ctx huma.Context) []error {
	r, _ := humachi.Unwrap(ctx)
	u.contentType, u.length, u.body = r.Header.Get("Content-Type"), r.ContentLength, r.Body
	return nil
}

// TakesPicture declares that the body of an operation is the picture itself.
func TakesPicture(op *huma.Operation) {
	op.MaxBodyBytes = -1 // the media store limits the size while it reads
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
	for _, contentType := range media.Types() {
		op.RequestBody.Content[contentType] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
}

// Upload is a stored picture.
type Upload struct {
	URL      string          `json:"url" doc:"Address to save; its content never changes"`
	Width    int             `json:"width"`
	Height   int             `json:"height"`
	Variants []media.Variant `json:"variants" doc:"Smaller versions, smallest first"`
}

func uploaded(name media.Name) Upload {
	width, height := name.Size()
	return Upload{URL: name.URL(), Width: width, Height: height, Variants: name.Variants()}
}

// Upload stores a picture. The library lists it only after its stored files were read back and
// verified.
func (l Library) Upload(ctx context.Context, in *Arrival) (*wire.Reply[Upload], error) {
	if in.length > media.MaxBody {
		return nil, media.ErrTooLarge
	}
	picture, err := l.Pictures.Draw(ctx, in.Folder, in.contentType, in.body)
	if err != nil {
		return nil, err
	}
	title, issue := titleRule.Clean("title", strings.ToValidUTF8(in.Title, ""))
	if issue != nil {
		title = ""
	}
	if err := l.Store.Media.Store(ctx, string(picture.Name), title, func(ctx context.Context) error { return l.Pictures.Keep(ctx, picture) }); err != nil {
		return nil, err
	}
	uploads.Inc()
	return &wire.Reply[Upload]{Body: uploaded(picture.Name)}, nil
}

// Picture is a picture of the library.
type Picture struct {
	Upload
	Title   string                  `json:"title" doc:"The owner's title, or else the file's name"`
	Alt     map[locales.Lang]string `json:"alt" doc:"Alternative text by language"`
	AddedAt time.Time               `json:"addedAt"`
}

// Pictures is one page of the library.
type Pictures struct {
	Pictures []Picture `json:"pictures"`
	Total    int       `json:"total" doc:"Number of pictures on all pages"`
}

// Part selects a page of the library.
type Part struct {
	Search string `query:"search" maxLength:"200" doc:"Only pictures with all these words in title or description"`
	Offset int    `query:"offset" minimum:"0" maximum:"1000000"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"30"`
}

// List returns a page of the library, newest first.
func (l Library) List(ctx context.Context, in *Part) (*wire.Reply[Pictures], error) {
	kept, total, err := l.Store.Media.Shelf(ctx, in.Search, in.Offset, in.Limit)
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

// One identifies a picture by its address.
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

// Description is a request to change a picture's title and alternative texts.
type Description struct {
	One
	Body struct {
		Title string                  `json:"title"`
		Alt   map[locales.Lang]string `json:"alt" doc:"Alternative text by language; an empty text is removed"`
	}
}

// Describe saves a picture's title and alternative texts.
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
	return nil, l.Store.Media.Describe(ctx, kept)
}

// Use is a place that shows a picture.
type Use struct {
	List  string                  `json:"list,omitempty" doc:"Name of the list; absent for the profile and for revisions"`
	ID    string                  `json:"id,omitempty" doc:"Id of the item in the list"`
	Title map[locales.Lang]string `json:"title,omitempty" doc:"Title of the item"`
	Bin   bool                    `json:"bin,omitempty" doc:"The item is in the bin"`
	Field string                  `json:"field,omitempty" doc:"Path of the field in the profile"`
	Past  bool                    `json:"past,omitempty" doc:"A revision that can be restored shows it"`
}

// Uses is the list of all uses of a picture.
type Uses struct {
	Uses []Use `json:"uses" doc:"Empty: the picture is unused and can be deleted"`
}

// Where returns the uses of a picture.
func (l Library) Where(ctx context.Context, in *One) (*wire.Reply[Uses], error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	found, err := l.Store.Work.Media.Uses(ctx, string(name))
	if err != nil {
		return nil, err
	}
	uses := Uses{[]Use{}}
	for _, u := range found {
		uses.Uses = append(uses.Uses, Use(u))
	}
	return &wire.Reply[Uses]{Body: uses}, nil
}

// Remove deletes a picture that is not in use.
func (l Library) Remove(ctx context.Context, in *One) (*struct{}, error) {
	name, err := in.name()
	if err != nil {
		return nil, err
	}
	return nil, l.Store.Work.Media.Remove(ctx, string(name), func(ctx context.Context, name string) error { return l.Pictures.Remove(ctx, media.Name(name)) })
}
