package render

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"maps"
	"math/bits"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"

	"parichay/internal/policy"
)

// Page is one finished document. It is kept zipped, unless it is a picture, and so
// served until the cache finds it worth a denser encoding.
type Page struct {
	status int
	tag    string // what each encoding's ETag starts with: the document's own, or a hash of the content
	common http.Header
	length int // of the content itself
	dense  bool
	gzip   variant // of a dense one, the content itself
	brotli atomic.Pointer[variant]
}

type variant struct {
	body   []byte
	header http.Header
}

// NewPage makes a document of content with the given headers.
func NewPage(status int, content []byte, common http.Header) (*Page, error) {
	p := &Page{status: status, tag: strings.TrimSuffix(common.Get("Etag"), `"`), common: common, length: len(content)}
	if p.tag == "" {
		p.tag = TagOf(content)
	}
	if kind := common.Get("Content-Type"); kind == "image/jpeg" || kind == "image/png" {
		p.dense, p.gzip = true, p.variant(content, "", "")
		return p, nil
	}
	zipped, err := zip(content)
	p.gzip = p.variant(zipped, "gzip", "-g")
	return p, err
}

// moved is what stands at an address of something that has another one now.
func moved(to string) (*Page, error) {
	return NewPage(http.StatusPermanentRedirect, nil, http.Header{
		"Location": {to}, "Cache-Control": {policy.Revalidated},
	})
}

// Location is where the page moved to; empty: it did not.
func (p *Page) Location() string { return p.common.Get("Location") }

// TagOf is what the ETags of content begin with, one of each encoding.
func TagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// Tag is what names the document's content.
func (p *Page) Tag() string { return p.tag + `"` }

// NoStore tells whether nobody may keep the document.
func (p *Page) NoStore() bool { return p.common.Get("Cache-Control") == "no-store" }

// weight is about how many bytes of memory the page takes with all its encodings.
func (p *Page) weight() int { return 2*len(p.gzip.body) + 2<<10 }

// plain is the content itself.
func (p *Page) plain() ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(p.gzip.body))
	if err != nil {
		return nil, err
	}
	content := bytes.NewBuffer(make([]byte, 0, p.length))
	_, err = content.ReadFrom(reader)
	return content.Bytes(), err
}

// condense makes the densest encoding: an article takes a hundred times as long as
// zipping it, and a seventh fewer bytes.
func (p *Page) condense() error {
	if p.dense {
		return nil
	}
	content, err := p.plain()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: windowFor(len(content))})
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	v := p.variant(out.Bytes(), "br", "-b")
	p.brotli.Store(&v)
	return nil
}

// windowFor is the binary logarithm of the smallest brotli window that spans length bytes.
// The encoder allocates eight bytes for each byte of its window: 32 MiB for the default one.
func windowFor(length int) int {
	const least, most, reserved = 16, 22, 16
	return min(max(bits.Len(uint(length+reserved)), least), most)
}

func (p *Page) variant(body []byte, encoding, suffix string) variant {
	h := p.common.Clone()
	h["Etag"] = []string{p.tag + suffix + `"`}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if !p.dense {
		h["Vary"] = []string{"Accept-Encoding"}
	}
	if encoding != "" {
		h["Content-Encoding"] = []string{encoding}
	}
	return variant{body: body, header: h}
}

// ServeHTTP writes the page, or 304 when the browser has this content already,
// in whatever encoding.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.Serve(w, r, nil) }

// Serve does the same with headers that are this answer's own.
func (p *Page) Serve(w http.ResponseWriter, r *http.Request, own http.Header) {
	v := p.pick(r.Header["Accept-Encoding"])
	h := w.Header()
	maps.Copy(h, v.header)
	maps.Copy(h, own)
	if p.status == http.StatusOK && Unchanged(w, r, p.tag) {
		return
	}
	if v.body == nil && r.Method != http.MethodHead {
		p.unzip(w)
		return
	}
	if p.status != http.StatusOK {
		w.WriteHeader(p.status)
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(v.body)
	}
}

// Who cannot unzip is rare and gets the content piece by piece: it is never in memory
// as a whole, however slowly it is read, and only so many read at once.
var unzipping = make(chan struct{}, 64)

const unzipPatience = 2 * time.Second

func (p *Page) unzip(w http.ResponseWriter) {
	select {
	case unzipping <- struct{}{}:
		defer func() { <-unzipping }()
	case <-time.After(unzipPatience):
		for _, own := range []string{"Etag", "Content-Length", "Content-Type"} {
			delete(w.Header(), own)
		}
		policy.Unkeep(w.Header())
		w.Header()["Retry-After"] = []string{"2"}
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(p.status)
	if reader, err := gzip.NewReader(bytes.NewReader(p.gzip.body)); err == nil {
		_, _ = io.CopyN(w, reader, int64(p.length))
	}
}

// Unchanged answers 304 to who has content already whose tags begin with tag, in whatever
// encoding, naming the tag it has it by.
func Unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	for _, line := range r.Header["If-None-Match"] {
		for seen := range strings.SplitSeq(line, ",") {
			seen = strings.TrimPrefix(strings.TrimSpace(seen), "W/")
			same := strings.HasPrefix(seen, tag+`"`) || strings.HasPrefix(seen, tag+"-")
			if !same && seen != "*" {
				continue
			}
			h := w.Header()
			if same {
				h["Etag"] = []string{seen}
			}
			delete(h, "Content-Length")
			delete(h, "Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

func (p *Page) pick(accept []string) *variant {
	if p.dense {
		return &p.gzip
	}
	if v := p.brotli.Load(); v != nil && Accepts(accept, "br") {
		return v
	}
	if !Accepts(accept, "gzip") {
		v := p.variant(nil, "", "")
		v.header["Content-Length"] = []string{strconv.Itoa(p.length)}
		return &v
	}
	return &p.gzip
}

// Accepts finds a coding in the lines of Accept-Encoding that is not refused by
// q=0.
func Accepts(lines []string, coding string) bool {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
			if strings.TrimSpace(name) == coding {
				q, weighted := strings.CutPrefix(strings.TrimSpace(params), "q=")
				return !weighted || strings.Trim(q, "0.") != ""
			}
		}
	}
	return false
}

// zippers are kept, because one takes a megabyte of memory to start with.
var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func zip(body []byte) ([]byte, error) {
	var out bytes.Buffer
	w, _ := zippers.Get().(*gzip.Writer)
	defer zippers.Put(w)
	w.Reset(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return bytes.Clone(out.Bytes()), err // without what the buffer has to spare
}
