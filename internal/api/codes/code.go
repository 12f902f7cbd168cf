// Package code is what is done with codes to print and short links: visitors follow
// them, the owner makes, changes, prints and retires them.
package codes

import (
	"context"
	"net/http"
	"net/url"
	pathpkg "path"
	"regexp"
	"strings"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/field"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/fault"
	"parichay/internal/public/draw"
	"parichay/internal/store/codes"
	"parichay/locales"
)

// Path is where the API has them.
const Path = "/codes"

// Codes answers the calls; the server registers its methods, and says where it keeps
// things once it has them.
type Codes struct {
	BaseURL *url.URL
	Rows    func() codes.Codes
	// Known are all codes as this replica holds them in memory, in order.
	Known func() []codes.Code
	// Changed has what was stored known here at once.
	Changed func(context.Context)
	// Scan counts somebody who follows one. Who is not counted, it decides.
	Scan func(r *http.Request, channel string, lang locales.Lang)
	// Missing answers where there is no such code.
	Missing http.HandlerFunc
	// Prefixed is a page's path in a language, LanguageOf the language of a path.
	Prefixed   func(locales.Lang, string) string
	LanguageOf func(string) locales.Lang
	// Drawn is what the owner's pictures are drawn with, in a language.
	Drawn func(locales.Lang) (draw.Studio, draw.Owner)
	// Primary is the language the owner writes in.
	Primary func() locales.Lang
	Now     func() time.Time
}

// Follow answers /q/{code} and /l/{code}: to where the code leads now, and counted.
// Nothing is kept, neither by the browser nor on the way: it may lead elsewhere tomorrow,
// and every scan counts.
func (s Codes) Follow(w http.ResponseWriter, r *http.Request) {
	kind, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	c, found := codes.Find(s.Known(), codes.Kind(kind), strings.ToLower(name))
	if !found {
		s.Missing(w, r)
		return
	}
	s.Scan(r, c.Channel(), s.languageOf(c))
	w.Header().Set("X-Robots-Tag", "noindex")
	w.Header().Set("Location", s.where(c))
	w.WriteHeader(http.StatusFound)
}

// languageOf is the language of the page it leads to.
func (s Codes) languageOf(c codes.Code) locales.Lang {
	if c.Language != "" {
		return c.Language
	}
	lang, _ := s.apart(c.Target)
	return lang
}

// where is the address it leads to now. What is retired leads home: what hangs
// somewhere is seen for years.
func (s Codes) where(c codes.Code) string {
	target := c.Target
	if c.RetiredAt != nil || !field.OnTheWeb(target) { // no screen stores that
		target = "/"
	}
	if !strings.HasPrefix(target, "/") {
		return target
	}
	u, err := url.Parse(target)
	if err != nil {
		u = &url.URL{Path: "/"} // it was cleaned before it was stored
	}
	if c.Language != "" {
		_, rest := s.apart(u.Path)
		u.Path, u.RawPath = s.Prefixed(c.Language, rest), ""
	}
	query := u.Query()
	query.Set("src", c.Source())
	u.RawQuery = query.Encode()
	return u.String()
}

// apart tells the language of a path and the path without it.
func (s Codes) apart(path string) (locales.Lang, string) {
	lang := s.LanguageOf(path)
	if lang == locales.English {
		return lang, path
	}
	return lang, "/" + strings.TrimPrefix(strings.TrimPrefix(path, "/"+string(lang)), "/")
}

var (
	nameRule     = field.Rule{Kind: field.Text, Max: 60}
	targetRule   = field.Rule{Kind: field.URL}
	pathRule     = field.Rule{Kind: field.Image} // which is somewhere on this site, as a page is
	languageRule = field.Rule{Kind: field.Choice, Options: []string{"en", "hi", "gu"}, Optional: true}
	chosen       = regexp.MustCompile(`^[a-z0-9]{2,32}$`)
)

// closed are paths that are no page for visitors, or lead in circles.
var closed = []string{"/q/", "/l/", "/api/", "/admin"}

// target returns where a code will lead for what was typed: an address elsewhere, or a
// path of this site, of which it may be the full address, too.
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
	_, rest := s.apart(pathpkg.Clean(u.Path)) // decoded and without detours, as browsers will read it
	for _, beginning := range closed {
		if strings.HasPrefix(rest, beginning) {
			return "", &fault.Issue{Field: "target", Code: fault.InvalidURL}
		}
	}
	return path, nil
}

// Wanted is what the owner says of a code.
type Wanted struct {
	Name     string `json:"name" maxLength:"200" doc:"Where it hangs or stands; only the owner sees it"`
	Target   string `json:"target" maxLength:"2048" doc:"A path of this site, / for the home page, or a full address"`
	Language string `json:"language" enum:",en,hi,gu" doc:"Of the page it leads to; empty: as the target has it"`
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
	c.Language = locales.Lang(keep(languageRule.Clean("language", in.Language)))
	return c, issues
}

// Code is one as the owner sees it.
type Code struct {
	Code     string     `json:"code"`
	Kind     string     `json:"kind" enum:"q,l" doc:"q: printed; l: a short link"`
	Name     string     `json:"name"`
	Target   string     `json:"target"`
	Language string     `json:"language" enum:",en,hi,gu"`
	Address  string     `json:"address" doc:"What is printed, or passed on"`
	Created  time.Time  `json:"createdAt"`
	Retired  *time.Time `json:"retiredAt,omitempty" doc:"Since then it leads to the home page"`
	Scans    int        `json:"scans" doc:"How often it was followed"`
	Lately   int        `json:"lately" doc:"Of those, in the last seven days, today included"`
	Leads    int        `json:"leads" doc:"Messages of those who came through it, without spam"`
}

func (s Codes) address(c codes.Code) string {
	return strings.TrimSuffix(s.BaseURL.String(), "/") + c.Path()
}

func (s Codes) shown(c codes.Counted) Code {
	return Code{
		Code: c.Code.Code, Kind: string(c.Kind), Name: c.Name, Target: c.Target, Language: string(c.Language), Address: s.address(c.Code),
		Created: c.CreatedAt, Retired: c.RetiredAt, Scans: c.Scans, Lately: c.Lately, Leads: c.Leads,
	}
}

// All are all codes.
type All struct {
	Codes []Code `json:"codes" doc:"Newest first; retired ones last"`
}

// List lists them with what came of them.
func (s Codes) List(ctx context.Context, _ *struct{}) (*wire.Reply[All], error) {
	const week = 7
	found, err := s.Rows().List(ctx, visit.Day(s.Now()).AddDate(0, 0, 1-week))
	if err != nil {
		return nil, err
	}
	all := All{Codes: []Code{}}
	for _, c := range found {
		all.Codes = append(all.Codes, s.shown(c))
	}
	return &wire.Reply[All]{Body: all}, nil
}

// Made is a code to be made.
type Made struct {
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"Made once by the browser for each message or new item; the same key again is the same one"`
	Body struct {
		Wanted
		Kind string `json:"kind" enum:"q,l" doc:"q: to print; l: a short link"`
		Code string `json:"code,omitempty" maxLength:"100" doc:"Of a short link, if the owner chooses it: 2 to 32 small letters and digits"`
	}
}

// Make makes a code. Those to print are all of our making.
func (s Codes) Make(ctx context.Context, in *Made) (*wire.Reply[Code], error) {
	c, issues := s.clean(in.Body.Wanted)
	if in.Key == "" {
		issues = append(issues, fault.Issue{Field: "Idempotency-Key", Code: fault.Required})
	}
	c.Kind, c.Code = codes.Kind(in.Body.Kind), strings.ToLower(strings.TrimSpace(in.Body.Code))
	if c.Code != "" && (c.Kind != codes.Link || !chosen.MatchString(c.Code)) {
		issues = append(issues, fault.Issue{Field: "code", Code: fault.InvalidValue})
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	made, err := s.Rows().Add(ctx, c, in.Key)
	if err != nil {
		return nil, err
	}
	s.Changed(ctx)
	return &wire.Reply[Code]{Body: s.shown(codes.Counted{Code: made})}, nil
}

// One is a code by its name.
type One struct {
	Code string `path:"code" maxLength:"32"`
}

// Changes is what becomes of a code.
type Changes struct {
	One
	Body Wanted
}

// Change has a code lead elsewhere, or be called otherwise; what is printed stays.
func (s Codes) Change(ctx context.Context, in *Changes) (*struct{}, error) {
	c, issues := s.clean(in.Body)
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	c.Code = in.Code
	if err := s.Rows().Change(ctx, c); err != nil {
		return nil, err
	}
	s.Changed(ctx)
	return nil, nil //nolint:nilnil // there is nothing to say
}

// Retire ends the use of a code for good.
func (s Codes) Retire(ctx context.Context, in *One) (*struct{}, error) {
	if err := s.Rows().Retire(ctx, in.Code); err != nil {
		return nil, err
	}
	s.Changed(ctx)
	return nil, nil //nolint:nilnil // there is nothing to say
}
