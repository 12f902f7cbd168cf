package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/body"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/site"
	"parichay/internal/store/media"
	"parichay/locales"
)

// PhotosPath is the API path for leads with pictures.
const PhotosPath = "/leads/photos"

// Names of the parts of a multipart form.
const (
	photosField = "photos"
	leadField   = "lead" // in the API: the lead as JSON
)

// maxPhotoForm is the size limit of a form with pictures. It is far more than the pictures that are
// read, because the pictures that a visitor has chosen in excess are skipped, and the lead is stored.
const maxPhotoForm = 64 << 20

// maxParts is how many parts a form may have: three for each line of a basket without script, and the
// other fields and pictures.
const maxParts = 3*lead.MaxChoices + 50

// photoNameLetters is how much of a file's name is repeated to its sender.
const photoNameLetters = 60

// photos collects the pictures of one form while it is read.
type photos struct {
	*Visitors
	ctx     context.Context              //nolint:containedctx // lives as long as one request
	trusted func(fields url.Values) bool // whether the fields so far come from one of our forms
	sent    int
	names   []string // of those that were drawn
	drawn   []lead.Photo
	lost    []pagedata.LostPhoto
	form    body.Form
}

// read reads a form with pictures. Pictures are re-encoded as they arrive; those that cannot be are
// lost. If the body ends early, the form still counts, provided that its fields have arrived. The
// caller must release the form once the pictures are stored.
func (p *photos) read(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	p.form = body.Form{Parts: maxParts, Fields: MaxForm, File: media.MaxPhoto, Whole: maxPhotoForm, Name: photosField, Open: p.open, Take: p.take}
	fields, began, err := p.form.Read(w, r, p.Bodies, wire.NetworkOf(r.Context()))
	if began {
		err = nil
	}
	return fields, err
}

// open reports whether a picture is to be read.
func (p *photos) open(file string, fields url.Values) bool {
	if file == "" {
		return false // a browser sends an empty file if none was chosen
	}
	p.sent++
	switch {
	case p.sent > lead.MostPhotos:
		p.lose(file, "many")
	case !p.trusted(fields) || p.Door.AllowPhoto(wire.NetworkOf(p.ctx)) != nil:
		p.lose(file, "unavailable")
	default:
		return true
	}
	return false
}

func (p *photos) take(ctx context.Context, file string, raw []byte, err error, keep func(bytes int) bool) {
	if err != nil {
		reason := "unavailable"
		if large := (*http.MaxBytesError)(nil); body.IsTooLong(err) || errors.As(err, &large) {
			reason = string(media.ErrTooLarge)
		}
		p.lose(file, reason)
		return
	}
	photo, err := p.Pictures.DrawPhoto(ctx, raw)
	var refused media.Refused
	switch {
	case err == nil && keep(cap(photo.Whole)+cap(photo.Small)):
		p.names, p.drawn = append(p.names, file), append(p.drawn, photo)
	case errors.As(err, &refused) && refused != media.ErrBusy:
		p.lose(file, string(refused))
	default:
		p.lose(file, "unavailable")
	}
}

func (p *photos) lose(file, reason string) {
	if len(p.lost) == 2*lead.MostPhotos { // enough to see what happened
		return
	}
	p.lost = append(p.lost, pagedata.LostPhoto{Name: shownName(file), Reason: reason})
}

// shownName returns a file's name as it is repeated to its sender.
func shownName(file string) string {
	file = path.Base(strings.ReplaceAll(strings.ToValidUTF8(file, ""), `\`, "/"))
	file = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, file)
	short, cut := grapheme.First(file, photoNameLetters)
	if cut {
		short += "…"
	}
	return short
}

// settle completes a receipt: pictures that the store did not take are lost, too.
func (p *photos) settle(receipt pagedata.LeadReceipt) pagedata.LeadReceipt {
	if receipt.Photos < len(p.drawn) {
		for _, file := range p.names[receipt.Photos:] {
			p.lose(file, "unavailable")
		}
	}
	receipt.Lost = p.lost
	return receipt
}

// isOurs reports whether a message comes from one of our forms, so that its pictures are worth
// the work. Whether it is spam is judged when it is complete.
func (s *Visitors) isOurs(ctx context.Context, token, solution, trap string) bool {
	secret, err := s.Secret(ctx)
	if err != nil || trap != "" {
		return false
	}
	judged, err := secret.Judge(token, solution, s.Now())
	return err == nil && judged.Nonce != nil
}

// newPhotos returns the collector for a request. Storing the lead outlives the connection, which
// may end before the pictures have arrived.
func (s *Visitors) newPhotos(ctx context.Context, from func(fields url.Values) (token, solution, trap string)) *photos {
	p := &photos{Visitors: s, ctx: context.WithoutCancel(ctx)}
	known, ours := false, false
	p.trusted = func(fields url.Values) bool {
		if !known {
			token, solution, trap := from(fields)
			known, ours = true, s.isOurs(p.ctx, token, solution, trap)
		}
		return ours
	}
	return p
}

// Streams reports whether a posted form comes with pictures, so that TakeForm reads its body. The owner
// may have switched pictures off since the form was opened.
func (s *Visitors) Streams(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	_, at, _ := s.Site.Languages().Find(r.URL.Path)
	return r.Method == http.MethodPost && kind == "multipart/form-data" && at == site.QuotePath
}

// photoForm is a lead with pictures.
type photoForm struct {
	wire.MessageKey
	w http.ResponseWriter
	r *http.Request
}

// Resolve implements huma.Resolver. The handler reads the body, because it may be large and slow.
func (f *photoForm) Resolve(ctx huma.Context) []error {
	f.r, f.w = humachi.Unwrap(ctx)
	return nil
}

// TakesPhotos declares that the handler of an operation reads the body and limits its size.
func TakesPhotos(op *huma.Operation) { op.MaxBodyBytes = -1 }

// DescribePhotos describes the body of a registered operation. Registering it with this description
// would make the framework read and parse the body.
func DescribePhotos(op *huma.Operation) {
	text := &huma.Schema{Type: huma.TypeString, Description: "The lead as JSON, as in POST /leads. It comes first"}
	files := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}, Description: "Up to three pictures (JPEG, PNG, WebP or GIF) of up to 8 MiB each"}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{leadField: text, photosField: files}, Required: []string{leadField},
	}}}}
}

// PostPhotos stores a visitor's message with pictures. The message is stored even if the pictures
// cannot be.
func (s *Visitors) PostPhotos(ctx context.Context, in *photoForm) (*wire.Reply[pagedata.LeadReceipt], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	if !s.Site.Form(locales.English).Photos {
		return nil, fault.ErrNotFound
	}
	var b leadBody
	parse := func(fields url.Values) error { return json.Unmarshal([]byte(fields.Get(leadField)), &b) }
	p := s.newPhotos(ctx, func(fields url.Values) (token, solution, trap string) {
		if parse(fields) != nil {
			return "", "", ""
		}
		return b.Token, b.Solution, b.Homepage
	})
	defer p.form.Release()
	fields, err := p.read(in.w, in.r)
	if err != nil {
		return nil, err
	}
	if err := parse(fields); err != nil || b.Kind != lead.Quote {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: leadField, Code: fault.InvalidValue}}}
	}
	done, err := s.Door.Slot(p.ctx, intake.Leads, wire.NetworkOf(ctx))
	if err != nil {
		return nil, err
	}
	defer done()
	sent := b.submission(in.Key)
	sent.Photos = p.drawn
	receipt, err := s.takeIn(p.ctx, sent)
	return wire.ReplyWith(p.settle(receipt), err)
}

// takePosted reads a form that was posted without script. With pictures, its body was not read
// before. gather is nil without pictures. With an error, the form has the fields that have arrived.
func (s *Visitors) takePosted(w http.ResponseWriter, r *http.Request, may bool) (gather *photos, err error) { //nolint:revive // whether the pictures are worth reading
	if !s.Streams(r) {
		return nil, r.ParseForm()
	}
	lang, _, _ := s.Site.Languages().Find(r.URL.Path)
	may = may && s.Site.Form(lang).Photos
	gather = s.newPhotos(r.Context(), func(fields url.Values) (token, solution, trap string) {
		if !may {
			return "", "", ""
		}
		return fields.Get(intake.TokenField), "", fields.Get("homepage")
	})
	r.PostForm, err = gather.read(w, r)
	r.Form = r.PostForm
	return gather, err
}

// PhotoOf identifies a picture of a lead.
type PhotoOf struct {
	LeadID
	Place int  `path:"place" minimum:"1" maximum:"3"`
	Small bool `query:"small" doc:"A thumbnail instead of the whole picture"`
}

// photoAddress returns the API's path of a lead's picture.
func photoAddress(id int64, place int) string {
	return "/api/v1/leads/" + strconv.FormatInt(id, 10) + "/photos/" + strconv.Itoa(place)
}

// LeadPhoto is a picture that came with a lead.
type LeadPhoto struct {
	URL string `json:"url" doc:"A JPEG for the signed-in owner; with ?small=true a thumbnail"`
	lead.PhotoSize
}

func photosOf(l lead.Stored) (all []LeadPhoto) {
	for i, size := range l.Photos {
		all = append(all, LeadPhoto{photoAddress(l.ID, i+1), size})
	}
	return all
}

// Photo responds with a picture that a visitor sent with a lead.
func (s Inbox) Photo(ctx context.Context, in *PhotoOf) (*huma.StreamResponse, error) {
	if err := signin.CallerOf(ctx).AllowLeads(s.Door, cardPart); err != nil {
		return nil, err
	}
	raw, err := s.Store.Inbox.Photo(ctx, in.ID, in.Place, in.Small)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		_, w := humachi.Unwrap(ctx)
		h := w.Header()
		h.Set("Content-Type", "image/jpeg")
		h.Set("Content-Length", strconv.Itoa(len(raw)))
		h.Set("Content-Security-Policy", "sandbox; "+headers.Closed)
		if _, err := w.Write(raw); err != nil {
			slog.DebugContext(ctx.Context(), "picture of a lead was not sent", "error", err)
		}
	}}, nil
}
