package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
	"parichay/locales"
)

const (
	languagePages = 70 // articles; with every prefix these are more than 200 addresses
	languageCodes = 12 // made in each language
)

var (
	documentLang = regexp.MustCompile(`<html lang="([a-z]+)"`)
	feedLang     = regexp.MustCompile(`xml:lang="([a-z]+)"`)
	canonicalTag = regexp.MustCompile(`<link rel="canonical" href="([^"]+)"`)
	alternateTag = regexp.MustCompile(`<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"`)
)

// madeCode is a code with the language of the pages it leads to.
type madeCode struct{ Address, Language string }

// languages changes the language the owner writes in, behind Varnish: English, Gujarati, Hindi and
// English again. All addresses and codes that visitors got before must keep their language.
func languages(ctx context.Context) (string, error) {
	address, err := rig.FreeAddress(ctx)
	if err != nil {
		return "", err
	}
	cache := varnish(address)
	if cache.program, err = findProgram(cache.program); err != nil {
		return "", err
	}
	r, end, err := grown(ctx, rig.Size{Posts: languagePages}, append(cache.settings, rig.ManyVisitors)...)
	if err != nil {
		return "", err
	}
	defer end()
	if err := rig.TakeOver(ctx, r); err != nil {
		return "", err
	}
	stop, err := cache.start(ctx, r, "")
	if err != nil {
		return "", err
	}
	defer stop()
	shop := r.Behind("http://" + address)
	if response, _, err := shop.Get(ctx, "/en"); err != nil || response.StatusCode != http.StatusNotFound {
		return "", fmt.Errorf("/en answers %d before the primary language was changed: %w", response.StatusCode, err)
	}

	shared, codes := map[string]bool{}, []madeCode(nil)
	var slowest time.Duration
	checked := 0
	for step, primary := range []locales.Lang{locales.English, locales.Gujarati, locales.Hindi, locales.English} {
		if step > 0 {
			took, err := changeLanguage(ctx, r, shop, primary)
			if err != nil {
				return "", err
			}
			slowest = max(slowest, took)
		}
		known, err := r.Known(ctx)
		if err != nil {
			return "", err
		}
		for _, path := range known {
			shared[path] = true
		}
		made, err := makeCodes(ctx, r)
		if err != nil {
			return "", err
		}
		codes = append(codes, made...)
		paths := maps.Clone(shared)
		for path := range shared {
			if _, rest := locales.Cut(path); step > 0 { // then the primary language's own prefix works, too
				paths[locales.Below(primary, rest)] = true
			}
		}
		n, err := checkLanguages(ctx, shop, r.URL, primary, paths, codes)
		if err != nil {
			return "", fmt.Errorf("with primary language %s: %w", primary, err)
		}
		checked += n
	}
	prefixed := 0
	for path := range shared {
		if prefix, _ := locales.Cut(path); prefix != "" {
			prefixed++
		}
	}
	return rig.Judged(fmt.Sprintf("primary language en, gu, hi, en behind Varnish: %d prefixed addresses (at least 200) and %d codes; %d answers in the language they name, canonical, hreflang and sitemap agree; visible within %v (at most %v)",
		prefixed, len(codes), checked, slowest.Round(time.Millisecond), edgeSeen), prefixed >= 200, slowest <= edgeSeen)
}

// changeLanguage saves the primary language, waits until visitors get it at /, and then until
// nothing may be stale.
func changeLanguage(ctx context.Context, r, shop *rig.Replica, primary locales.Lang) (time.Duration, error) {
	revision, err := r.Revision(ctx)
	if err != nil {
		return 0, err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"primaryLanguage": primary}})
	if err != nil || response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("save: %s: %w", body, err)
	}
	saved := time.Now()
	took, err := seen(ctx, shop, "/", `<html lang="`+string(primary)+`"`, 5*edgeSeen)
	if err != nil {
		return 0, err
	}
	return took, rig.Sleep(ctx, edgeSeen-time.Since(saved))
}

// makeCodes creates QR codes and short links to pages with and without a prefix.
func makeCodes(ctx context.Context, r *rig.Replica) (made []madeCode, err error) {
	for n := range languageCodes {
		body := map[string]any{"kind": []string{"q", "l"}[n%2], "name": "Counter", "target": []string{"/", "/services", "/gu/blog", "/hi"}[n%4], "language": ""}
		response, raw, err := r.Call(ctx, http.MethodPost, "/api/v1/codes", body, "Idempotency-Key", fmt.Sprintf("language %d %d", time.Now().UnixNano(), n))
		if err != nil || response.StatusCode != http.StatusCreated {
			return nil, fmt.Errorf("create a code: %s: %w", raw, err)
		}
		var code madeCode
		if err := json.Unmarshal(raw, &code); err != nil {
			return nil, err
		}
		made = append(made, code)
	}
	return made, nil
}

// checkLanguages gets every path, the feeds and the codes as a visitor would.
func checkLanguages(ctx context.Context, shop *rig.Replica, base string, primary locales.Lang, paths map[string]bool, codes []madeCode) (checked int, err error) {
	for _, lang := range []locales.Lang{"", locales.Hindi, locales.Gujarati} {
		paths[locales.Below(lang, "/feed.xml")] = true
	}
	var group errgroup.Group
	group.SetLimit(8)
	for path := range paths {
		group.Go(func() error { return checkAddress(ctx, shop, base, primary, path) })
	}
	for _, code := range codes {
		group.Go(func() error {
			response, body, err := shop.Get(ctx, strings.TrimPrefix(code.Address, base))
			if err != nil {
				return err
			}
			if lang := first(documentLang, body); response.StatusCode != http.StatusOK || lang != code.Language {
				return fmt.Errorf("code %s for %q leads to %s: %d in %q", code.Address, code.Language, response.Request.URL.Path, response.StatusCode, lang)
			}
			return nil
		})
	}
	return len(paths) + len(codes), group.Wait()
}

// checkAddress gets one address and compares its language, its canonical address and the addresses
// of its translations with what the path promises.
func checkAddress(ctx context.Context, shop *rig.Replica, base string, primary locales.Lang, path string) error {
	prefix, rest := locales.Cut(path)
	want := prefix
	if want == "" {
		want = primary
	}
	response, body, err := shop.Get(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	pattern := documentLang
	if strings.HasSuffix(path, ".xml") {
		pattern = feedLang
	}
	if lang := first(pattern, body); response.StatusCode != http.StatusOK || lang != string(want) || response.Request.URL.Path != path {
		return fmt.Errorf("%s answers %d in %q at %s", path, response.StatusCode, lang, response.Request.URL.Path)
	}
	if pattern == feedLang {
		return nil
	}
	of := func(lang locales.Lang) string {
		if lang == primary {
			lang = ""
		}
		return strings.TrimSuffix(base+locales.Below(lang, rest), "/")
	}
	if canonical := strings.TrimSuffix(first(canonicalTag, body), "/"); canonical != of(want) {
		return fmt.Errorf("%s names %s as canonical, not %s", path, canonical, of(want))
	}
	for _, found := range alternateTag.FindAllSubmatch(body, -1) {
		lang := locales.Lang(found[1])
		if lang == "x-default" {
			lang = primary
		}
		if href := strings.TrimSuffix(string(found[2]), "/"); href != of(lang) {
			return fmt.Errorf("%s names %s for %s, not %s", path, href, found[1], of(lang))
		}
	}
	return nil
}

// first returns the first group of a pattern in a text.
func first(pattern *regexp.Regexp, text []byte) string {
	if found := pattern.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}
