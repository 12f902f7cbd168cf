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

	"parichay/internal/domain/theme"
	"parichay/locales"
)

// Assets are the files of the front-end build that documents refer to or carry
// inside.
type Assets struct {
	publicEntry string // URL of the script that hydrates public pages
	scripts     map[string]scripts
	adminEntry  string
	adminStyles []string
	adminChunks []string // what the entry imports, so that the browser asks for all of it at once
	publicStyle string   // URL of the public pages' style sheet
	css         string   // the same, inlined in every public page
	loader      string   // inlined before anything is painted
	bundle      string   // what the engine runs
}

// scripts are a page's, so that the browser can ask for all of them at once.
type scripts struct {
	page    []string                  // what it needs to live
	dialogs map[locales.Lang][]string // what its dialogs need besides, with their words in a language
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
	wordsKey = "../locales/" // and a language: what only dialogs say in it
)

// scriptsOf finds what each page loads, by its name in small letters: a page notFound
// lies in not-found.tsx.
func scriptsOf(manifest map[string]chunk) map[string]scripts {
	all := map[string]scripts{}
	for _, key := range manifest[entryKey].DynamicImports {
		name, isPage := strings.CutPrefix(strings.TrimSuffix(key, ".tsx"), pagesKey)
		if !isPage {
			continue
		}
		seen := map[string]bool{entryKey: true} // the entry is asked for by itself
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

// closure adds the files of the chunks and of all they import, each once.
func closure(manifest map[string]chunk, seen map[string]bool, files, keys []string) []string {
	for _, key := range keys {
		if !seen[key] {
			seen[key] = true
			files = closure(manifest, seen, append(files, "/"+manifest[key].File), manifest[key].Imports)
		}
	}
	return files
}

// ReadAssets finds the build's files through its manifest.
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
		return nil, errors.New("front-end manifest lacks an entry, or the public one has not exactly one style sheet")
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
	// Its licence stands in the file itself and in THIRD-PARTY.txt; every page would carry it, too.
	if _, rest, found := strings.Cut(a.css, "*/"); found && strings.HasPrefix(a.css, "/*!") {
		a.css = strings.TrimSpace(rest)
	}
	return a, nil
}

// Bundle is the script for the engine.
func (a *Assets) Bundle() string { return a.bundle }

// PublicCSP is the content security policy of public pages with a look: nothing runs
// but the inlined loader and the build's own files, and pictures come from here and from
// the hosts of those it shows.
func (a *Assets) PublicCSP(l theme.Look, hosts ...string) string {
	return csp("script-src 'self' "+hash(a.loader)+" "+hash(speculation)+"; style-src "+hashes(a.css, l.Style)+trusted("parichay"), append([]string{"data:"}, hosts...)...)
}

// AdminCSP is the policy of the owner's app.
func (a *Assets) AdminCSP() string {
	return csp("script-src 'self'; style-src 'self'; frame-src 'self'"+trusted("parichay", "ProseMirrorClipboard"), "data:", "blob:", anyHost)
}

// trusted has browsers let nobody but those named make markup, or the address of a script, of
// a text: lib/trusted.ts, and in the owner's app the editor, which reads what is pasted.
func trusted(names ...string) string {
	return "; require-trusted-types-for 'script'; trusted-types " + strings.Join(names, " ")
}

// anyHost lets a page show pictures of every host that speaks https.
const anyHost = "https:"

// foreign finds the hosts of pictures in a drawn page.
var foreign = regexp.MustCompile(`<img\b[^>]*?\ssrc="(https://[a-zA-Z0-9.-]+(?::[0-9]+)?)[/"?#]`)

// mostHosts bounds the header; who shows pictures of more than so many hosts shows any.
const mostHosts = 20

// hostsOf are those of the pictures in a drawn page that are not the site's own.
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

func csp(own string, pictures ...string) string {
	return "default-src 'none'; " + own + "; img-src " + strings.Join(append([]string{"'self'"}, pictures...), " ") + "; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// hashes lists those of all texts that are not empty.
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
