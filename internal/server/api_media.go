package server

import (
	"context"
	"io"

	"github.com/VictoriaMetrics/metrics"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/media"
	"parichay/locales"
)

const mediaPath = "/media"

var uploads = metrics.NewCounter(`parichay_uploads_total`)

type upload struct {
	Folder      media.Folder `query:"folder" required:"true" doc:"What the picture is for"`
	contentType string
	length      int64
	body        io.Reader
}

// Resolve takes hold of the body unread: it may be large and slow.
func (u *upload) Resolve(ctx huma.Context) []error {
	r, _ := humachi.Unwrap(ctx)
	u.contentType, u.length, u.body = r.Header.Get("Content-Type"), r.ContentLength, r.Body
	return nil
}

// takesPicture describes the body of an upload: the picture itself.
func takesPicture(op *huma.Operation) {
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

// postMedia stores a picture. The row comes first: whatever lies in the bucket
// is then known to the job that collects what nobody shows.
func (s contentAPI) postMedia(ctx context.Context, in *upload) (*reply[Upload], error) {
	if in.length > media.MaxBody {
		return nil, media.ErrTooLarge
	}
	picture, err := s.pictures.Draw(ctx, in.Folder, in.contentType, in.body)
	if err != nil {
		return nil, err
	}
	if err := s.store.Media.Expect(ctx, string(picture.Name)); err != nil {
		return nil, err
	}
	if err := s.pictures.Keep(ctx, picture); err != nil {
		return nil, err
	}
	uploads.Inc()
	width, height := picture.Name.Size()
	return replyWith(Upload{URL: picture.Name.URL(), Width: width, Height: height, Variants: picture.Name.Variants()}, nil)
}

// Accent is a colour that fits the owner's picture.
type Accent struct {
	Colour string `json:"colour" doc:"#RRGGBB; empty when the picture has no colours, or is not ours"`
}

func (s contentAPI) getAccent(ctx context.Context, _ *struct{}) (*reply[Accent], error) {
	colour, err := s.pictures.Accent(ctx, s.site.Shown(locales.English).ProfileImage)
	return replyWith(Accent{colour}, err)
}
