// Package codes implements the handlers of QR codes and short links: it redirects visitors,
// and lets the owner create, change, print and retire codes.
package codes

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	pathpkg "path"
	"regexp"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/public/analytics"
	"parichay/internal/public/site"
	"parichay/internal/store/codes"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Path is the API path of the codes.
const Path = "/codes"

// Codes holds the handlers, which package api registers.
type Codes struct {
	Store   *postgres.Store
	Site    *site.Site
	Visits  *analytics.Pipe
	BaseURL *url.URL
	Now     func() time.Time
}

// Follow redirects /q/{code} and /l/{code} to the code's current target and counts the scan.
// The redirect must not be cached: the target may change, and every scan counts.
func (s Codes) Follow(w http.ResponseWriter, r *http.Request) {
	kind, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	now, _ := s.Site.Current() // without content there are no codes
	c, found := codes.Find(now.Codes, codes.Kind(kind), strings.ToLower(name))
	if !found {
		s.Site.ServeNotFound(w, r)
		return
	}
	s.Visits.Scan(r, c.Channel(), languageOf(c))
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Location", where(c, s.Site.Languages()))
	w.WriteHeader(http.StatusFound)
}

// languageOf returns the language of a code's target page. Codes of older versions may have no
// language. It is then taken from the prefix of the target's path; without a prefix it is English.
func languageOf(c codes.Code) locales.Lang {
	prefix, _ := locales.Cut(c.Target)
	return cmp.Or(c.Language, prefix, locales.English)
}

// where returns the current target address of a code. A retired code leads to the home page,
// because printed codes stay in use for years.
func where(c codes.Code, languages profile.Languages) string {
	target := c.Target
	if c.RetiredAt != nil || !field.OnTheWeb(target) { // the API refuses such a target, but SQL may have stored it
		target = "/"
	}
	if !strings.HasPrefix(target, "/") {
		return target
	}
	u, err := url.Parse(target)
	if err != nil {
		u = &url.URL{Path: "/"} // cannot happen: the target was validated before it was stored
	}
	_, rest := locales.Cut(u.Path)
	u.Path, u.RawPath = languages.Path(languageOf(c), rest), ""
	query := u.Query()
	query.Set("src", c.Source())
	u.RawQuery = query.Encode()
	return u.String()
}

var (
	nameRule     = field.Rule{Kind: field.Text, Max: 60}
	targetRule   = field.Rule{Kind: field.URL}
	pathRule     = field.Rule{Kind: field.Image} // accepts paths of this site, as for pages
	languageRule = field.Rule{Kind: field.Choice, Options: locales.Codes(), Optional: true}
	chosen       = regexp.MustCompile(`^[a-z0-9]{2,32}$`)
)

// closed lists prefixes of paths that are not public pages or would cause redirect loops.
var closed = []string{"/q/", "/l/", "/api/", "/admin"}

// target validates what the owner typed and returns the target to store: an external
// address, or a path of this site. A full address of this site becomes a path.
func (s Codes) target(typed string) (string, *fault.Issue) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", &fault.Issue{Field: "target", Code: fault.Required}
	}
	if !strings.HasPrefix(typed, "/") {
		cleaned, issue := targetRule.Clean("target", typed)
		if issue != nil {
			return "", issue
		}
		u, err := url.Parse(cleaned)
		if err != nil {
			return "", &fault.Issue{Field: "target", Code: fault.InvalidURL}
		}
		if !strings.EqualFold(u.Host, s.BaseURL.Host) {
			return cleaned, nil
		}
		u.Scheme, u.Host = "", ""
		if typed = u.String(); !strings.HasPrefix(typed, "/") {
			typed = "/" + typed
		}
	}
	path, issue := pathRule.Clean("target", typed)
	if issue != nil {
		return "", issue
	}
	u, err := url.Parse(path)
	if err != nil || strings.Contains(u.Path, "//") {
		return "", &fault.Issue{Field: "target", Code: fault.InvalidURL}
	}
	_, rest := locales.Cut(pathpkg.Clean(u.Path)) // decoded and normalized, as browsers resolve it
	for _, beginning := range closed {
		if strings.HasPrefix(rest, beginning) {
			return "", &fault.Issue{Field: "target", Code: fault.InvalidURL}
		}
	}
	return path, nil
}

// language is the language of a code's target page, or empty.
type language string

// Schema implements huma.SchemaProvider.
func (language) Schema(huma.Registry) *huma.Schema {
	return wire.OneOf(append([]string{""}, locales.Codes()...))
}

// Wanted is the owner's input for a code.
type Wanted struct {
	Name     string   `json:"name" maxLength:"200" doc:"Where the code is displayed; only the owner sees it"`
	Target   string   `json:"target" maxLength:"2048" doc:"A path of this site, such as /, or a full address"`
	Language language `json:"language" doc:"Language of the target page; empty: that of the target's prefix or, without prefix, the site's primary language at this moment"`
}

func (s Codes) clean(in Wanted) (c codes.Code, issues []fault.Issue) {
	keep := func(text string, issue *fault.Issue) string {
		if issue != nil {
			issues = append(issues, *issue)
		}
		return text
	}
	c.Name = keep(nameRule.Clean("name", in.Name))
	c.Target = keep(s.target(in.Target))
	prefix, _ := locales.Cut(c.Target)
	c.Language = cmp.Or(locales.Lang(keep(languageRule.Clean("language", string(in.Language)))), prefix, s.Site.Languages().Primary)
	return c, issues
}

// Code is a code as the owner sees it.
type Code struct {
	Code     string     `json:"code"`
	Kind     string     `json:"kind" enum:"q,l" doc:"q: QR code to print; l: short link"`
	Name     string     `json:"name"`
	Target   string     `json:"target"`
	Language language   `json:"language"`
	Address  string     `json:"address" doc:"The full address of the code"`
	Created  time.Time  `json:"createdAt"`
	Retired  *time.Time `json:"retiredAt,omitempty" doc:"When it was retired; since then it redirects to the home page"`
	Scans    int        `json:"scans" doc:"Number of scans"`
	Lately   int        `json:"lately" doc:"Scans in the last seven days, including today"`
	Leads    int        `json:"leads" doc:"Leads from visitors who used it, without spam"`
}

func (s Codes) address(c codes.Code) string {
	return strings.TrimSuffix(s.BaseURL.String(), "/") + c.Path()
}

func (s Codes) shown(c codes.Counted) Code {
	return Code{
		Code: c.Code.Code, Kind: string(c.Kind), Name: c.Name, Target: c.Target, Language: language(languageOf(c.Code)), Address: s.address(c.Code),
		Created: c.CreatedAt, Retired: c.RetiredAt, Scans: c.Scans, Lately: c.Lately, Leads: c.Leads,
	}
}

// All is the list of all codes.
type All struct {
	Codes []Code `json:"codes" doc:"Newest first; retired ones last"`
}

// List returns all codes with their scans and leads.
func (s Codes) List(ctx context.Context, _ *struct{}) (*wire.Reply[All], error) {
	const week = 7
	found, err := s.Store.Codes.List(ctx, visit.Day(s.Now()).AddDate(0, 0, 1-week))
	if err != nil {
		return nil, err
	}
	all := All{Codes: []Code{}}
	for _, c := range found {
		all.Codes = append(all.Codes, s.shown(c))
	}
	return &wire.Reply[All]{Body: all}, nil
}

// Made is a request to create a code.
type Made struct {
	wire.MessageKey
	Body struct {
		Wanted
		Kind string `json:"kind" enum:"q,l" doc:"q: QR code to print; l: short link"`
		Code string `json:"code,omitempty" maxLength:"100" doc:"Chosen name of a short link: 2 to 32 lower-case letters and digits; omitted: generated"`
	}
}

// Make creates a code. The names of QR codes are always generated.
func (s Codes) Make(ctx context.Context, in *Made) (*wire.Reply[Code], error) {
	c, issues := s.clean(in.Body.Wanted)
	if in.Key == "" {
		issues = append(issues, fault.Issue{Field: wire.KeyField, Code: fault.Required})
	}
	c.Kind, c.Code = codes.Kind(in.Body.Kind), strings.ToLower(strings.TrimSpace(in.Body.Code))
	if c.Code != "" && (c.Kind != codes.Link || !chosen.MatchString(c.Code)) {
		issues = append(issues, fault.Issue{Field: "code", Code: fault.InvalidValue})
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	made, err := s.Store.Codes.Add(ctx, c, in.Key)
	if err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	return &wire.Reply[Code]{Body: s.shown(codes.Counted{Code: made})}, nil
}

// One is a request about one code, which the path names.
type One struct {
	Code string `path:"code" maxLength:"32"`
}

// Changes is a request to change a code.
type Changes struct {
	One
	Body Wanted
}

// Change changes a code's name, target or language. Printed copies of the code stay valid.
func (s Codes) Change(ctx context.Context, in *Changes) (*struct{}, error) {
	c, issues := s.clean(in.Body)
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	c.Code = in.Code
	if err := s.Store.Codes.Change(ctx, c); err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	return nil, nil //nolint:nilnil // the response has no body
}

// Retire retires a code permanently.
func (s Codes) Retire(ctx context.Context, in *One) (*struct{}, error) {
	if err := s.Store.Codes.Retire(ctx, in.Code); err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	return nil, nil //nolint:nilnil // the response has no body
}
