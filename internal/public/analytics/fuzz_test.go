package analytics

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"parichay/internal/domain/profile"
	"parichay/internal/domain/visit"
	"parichay/internal/kit/body"
	"parichay/internal/testkit/hostile"
)

// FuzzBeacon checks that any beacon body yields only events of known kinds with short,
// printable texts.
func FuzzBeacon(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(`{"p":"/gu/blog","s":` + quoted(payload.Text) + `,"f":1,"t":1,"n":0,"e":[["view"],["tap",` + quoted(payload.Text) + `],["open",` + quoted(payload.Text) + `]]}`)
	}
	for _, seed := range []string{"", "{", "null", `{"e":[[]]}`, `{"p":"/","e":[["view"],["view"]]}`, `{"p":"/\u0000","t":-1,"e":[["tap","\ud800"]]}`, `{"p":"/","t":1e999,"e":[["view"]]}`, `{"p":"/","n":10000,"e":[["view"]]}`} {
		f.Add(seed)
	}
	p := &Pipe{config: Config{Host: "shop.in", Bodies: body.NewRoom(), Now: time.Now, Has: func(string) bool { return true }, Language: profile.Profile{}.Languages().Of}, salts: salts{days: map[time.Time]salt{}}}
	f.Fuzz(func(t *testing.T, raw string) {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/visits", strings.NewReader(raw))
		events, ok := p.read(httptest.NewRecorder(), ask(r))
		if !ok && len(events) > 0 || len(events) > mostAtOnce {
			t.Errorf("%q: %d events", raw, len(events))
		}
		for i := range events {
			e := &events[i]
			if !slices.Contains(visit.Kind("").All(), e.Kind) {
				t.Errorf("%q: unknown kind %q", raw, e.Kind)
			}
			for _, word := range []string{e.Page, e.Channel, e.Campaign, e.Target} {
				if !utf8.ValidString(word) || len(word) > 4<<10 || strings.ContainsFunc(word, unicode.IsControl) {
					t.Errorf("%q: stored text %q", raw, word)
				}
			}
		}
	})
}

func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\x00", `\u0000`).Replace(text) + `"`
}
