package render

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"parichay/internal/kit/headers"
	"parichay/locales"
)

// Assets are the files of the front-end build that documents link to or inline.
type Assets struct {
	publicEntry string // URL of the script that hydrates public pages
	scripts     map[string]scripts
	adminEntry  string
	adminStyles []string
	adminChunks []string    // scripts that the entry imports, so that the browser can load them all at once
	publicStyle string      // URL of the public pages' style sheet
	css         string      // content of that style sheet without themes, inlined in every public page
	themes      []themeRule // its rest, inlined in the pages that it draws
	loader      string      // script that is inlined in the head and runs before the first paint
	bundle      string      // script for the engine
	AppData
}

// AppData is the part of the front-end build that the server needs to know about.
type AppData struct {
	AdminPaths []string          `json:"adminPaths"` // paths of the owner's app; all others under /admin are unknown
	Icons      map[string]string `json:"icons"`      // SVG paths of the icons that an owner may choose, by name
}

// scripts lists the scripts of a page, so that the browser can load all of them at once.
type scripts struct {
	page    []string                  // needed to hydrate the page
	dialogs map[locales.Lang][]string // also needed by its dialogs, with their texts, by language
}

type chunk struct {
	File           string   `json:"file"`
	CSS            []string `json:"css"`
	Imports        []string `json:"imports"`
	DynamicImports []string `json:"dynamicImports"`
}

const (
	entryKey = "src/entry-public.tsx"
	mountKey = "src/mount.tsx" // what the entry loads on every page
	pagesKey = "src/pages/"
	wordsKey = "../locales/" // followed by a language: the texts that only dialogs use
)

// scriptsOf returns the scripts of each page, by the page's name in lower case without
// hyphens: page notFound is in not-found.tsx.
func scriptsOf(manifest map[string]chunk) map[string]scripts {
	all := map[string]scripts{}
	for _, key := range manifest[entryKey].DynamicImports {
		name, isPage := strings.CutPrefix(strings.TrimSuffix(key, ".tsx"), pagesKey)
		if !isPage {
			continue
		}
		seen := map[string]bool{entryKey: true} // the entry is loaded separately
		s := scripts{dialogs: map[locales.Lang][]string{}}
		s.page = closure(manifest, seen, nil, append(slices.Clone(manifest[entryKey].Imports), key, mountKey))
		for _, lang := range locales.All {
			needed := slices.DeleteFunc(slices.Clone(manifest[key].DynamicImports), func(key string) bool {
				words, isWords := strings.CutPrefix(key, wordsKey)
				return isWords && !strings.HasPrefix(words, string(lang))
			})
			s.dialogs[lang] = closure(manifest, maps.Clone(seen), nil, needed)
		}
		all[strings.ReplaceAll(name, "-", "")] = s
	}
	return all
}

// closure appends the files of the chunks and of everything they import, each once.
func closure(manifest map[string]chunk, seen map[string]bool, files, keys []string) []string {
	for _, key := range keys {
		if !seen[key] {
			seen[key] = true
			files = closure(manifest, seen, append(files, "/"+manifest[key].File), manifest[key].Imports)
		}
	}
	return files
}

// ReadAssets loads the files that Assets needs, which it finds through the build's manifest.
func ReadAssets(dist fs.FS) (*Assets, error) {
	raw, err := fs.ReadFile(dist, ".vite/manifest.json")
	if err != nil {
		return nil, fmt.Errorf("front end is not built: %w", err)
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return nil, fmt.Errorf("front-end manifest: %w", err)
	}
	public, admin := manifest[entryKey], manifest["src/entry-admin.tsx"]
	if public.File == "" || admin.File == "" || len(public.CSS) != 1 {
		return nil, errors.New("front-end manifest lacks an entry, or the public entry does not have exactly one style sheet")
	}
	a := &Assets{publicEntry: "/" + public.File, publicStyle: "/" + public.CSS[0], adminEntry: "/" + admin.File, scripts: scriptsOf(manifest)}
	a.adminChunks = closure(manifest, map[string]bool{}, nil, admin.Imports)
	for _, css := range admin.CSS {
		a.adminStyles = append(a.adminStyles, "/"+css)
	}
	for path, into := range map[string]*string{public.CSS[0]: &a.css, "server/loader.js": &a.loader, "server/entry-server.js": &a.bundle} {
		text, err := fs.ReadFile(dist, path)
		if err != nil {
			return nil, err
		}
		*into = string(text)
	}
	data, err := fs.ReadFile(dist, "server/data.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &a.AppData); err != nil {
		return nil, fmt.Errorf("front-end data: %w", err)
	}
	// Do not inline the licence comment in every page: it is in the file itself and in
	// THIRD-PARTY.txt.
	if _, rest, found := strings.Cut(a.css, "*/"); found && strings.HasPrefix(a.css, "/*!") {
		a.css = strings.TrimSpace(rest)
	}
	a.css, a.themes = splitThemes(a.css)
	return a, nil
}

// The first and the last rule of web/src/themes.css in the built style sheet.
const (
	themesStart = "[data-cards]"
	themesEnd   = "@media (min-width:73.75rem){"
)

// splitThemes cuts the rules that draw themes out of a style sheet.
func splitThemes(css string) (rest string, themes []themeRule) {
	start := strings.Index(css, themesStart)
	last := strings.LastIndex(css, themesEnd)
	if start < 0 || last < start {
		return css, nil
	}
	end := start
	for end <= last {
		rule := firstRule(css[end:])
		themes = append(themes, newThemeRule(rule))
		end += len(rule)
	}
	return css[:start] + css[end:], themes
}

// firstRule returns the first rule of a style sheet, with the rules inside it.
func firstRule(css string) string {
	depth := 0
	for i, c := range []byte(css) {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[:i+1]
			}
		}
	}
	return css
}

// themeRule is a rule that draws themes.
type themeRule struct {
	css   string
	draws []string // the styles that it draws, like "head=left"; empty means all
	top   bool     // it draws the top of the home page
}

// framed matches an attribute by which a frame selects rules.
var framed = regexp.MustCompile(`\[data-(\w+="?\w+)"?\]`)

// homePage is the page whose top a theme arranges.
const homePage = "home"

// onTop matches the parts of the home page's top.
var onTop = regexp.MustCompile(`\.(home|head|front|cover|profile)\b|\[data-head`)

func newThemeRule(css string) themeRule {
	rule := themeRule{css: css, top: onTop.MatchString(css)}
	selector, _, _ := strings.Cut(css, "{")
	for _, found := range framed.FindAllStringSubmatch(selector, -1) {
		rule.draws = append(rule.draws, strings.ReplaceAll(found[1], `"`, ""))
	}
	return rule
}

// themesOf returns the rules that draw a page's theme and backdrop besides the style sheet of all pages.
func (a *Assets) themesOf(doc Document) string {
	f := doc.Look.Frame
	chosen := []string{"back=" + doc.Look.Backdrop}
	if f != nil {
		chosen = append(chosen, "cards="+f.Cards, "head="+f.Head, "tile="+f.Tile, "font="+f.Font)
	}
	var css strings.Builder
	for _, rule := range a.themes {
		if rule.top && doc.Page != homePage {
			continue
		}
		if f != nil && len(rule.draws) == 0 || slices.ContainsFunc(rule.draws, func(one string) bool { return slices.Contains(chosen, one) }) {
			css.WriteString(rule.css)
		}
	}
	return css.String()
}

// Bundle returns the script for the engine.
func (a *Assets) Bundle() string { return a.bundle }

// PublicCSP returns the content security policy of a public page. Only the inlined
// loader and the build's own files may run. Pictures may come from this site and from hosts.
func (a *Assets) PublicCSP(doc Document, hosts ...string) string {
	return headers.PagePolicy("script-src 'self' "+hash(a.loader)+" "+hash(speculation)+"; style-src "+hashes(a.css, a.themesOf(doc), doc.Look.Style)+trusted("parichay"), append([]string{"data:"}, hosts...)...)
}

// AdminCSP returns the content security policy of the owner's app.
func (a *Assets) AdminCSP() string {
	return headers.PagePolicy("script-src 'self'; style-src 'self'; frame-src 'self'"+trusted("parichay", "ProseMirrorClipboard"), "data:", "blob:", anyHost)
}

// trusted returns the CSP directives of Trusted Types. They allow only the named policies to turn
// text into markup or script addresses: the policy of lib/trusted.ts and, in the owner's app, the
// policy of the editor, which reads pasted content.
func trusted(names ...string) string {
	return "; require-trusted-types-for 'script'; trusted-types " + strings.Join(names, " ")
}

// anyHost is the CSP source that allows pictures of every https host.
const anyHost = "https:"

// foreign matches a picture of another host in a rendered page and captures its origin.
var foreign = regexp.MustCompile(`<img\b[^>]*?\ssrc="(https://[a-zA-Z0-9.-]+(?::[0-9]+)?)[/"?#]`)

// mostHosts limits the length of the header. A page with pictures of more hosts allows any
// host.
const mostHosts = 20

// hostsOf returns the origins of the pictures from other hosts in a rendered page, or anyHost
// if there are too many.
func hostsOf(html string) (hosts []string) {
	for _, found := range foreign.FindAllStringSubmatch(html, -1) {
		if host := strings.ToLower(found[1]); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	if len(hosts) > mostHosts {
		return []string{anyHost}
	}
	slices.Sort(hosts)
	return hosts
}

// hashes lists the CSP hashes of all texts that are not empty.
func hashes(texts ...string) string {
	var all []string
	for _, text := range texts {
		if text != "" {
			all = append(all, hash(text))
		}
	}
	return strings.Join(all, " ")
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
