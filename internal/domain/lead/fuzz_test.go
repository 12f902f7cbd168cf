package lead

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"parichay/internal/testkit/hostile"
	"parichay/locales"
)

// FuzzLeadJSON checks that a cleaned lead has no line breaks in single-line fields, and that
// cleaning it again does not change it.
func FuzzLeadJSON(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		if raw, err := json.Marshal(Lead{Kind: Quote, Name: payload.Text, Email: "a@b.in", Message: payload.Text, Source: payload.Text, Services: []string{payload.Text}, Page: payload.Text}); err == nil {
			f.Add(string(raw))
		}
	}
	for _, seed := range []string{`{"kind":"portfolio_request","name":"\u0000"}`, `{"Kind":"owner_feedback","Message":"%s%n%d"}`, `null`, `[]`, `{"services":[null]}`, `{"name":"\ud800"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var sent Lead
		if json.Unmarshal([]byte(raw), &sent) != nil {
			return
		}
		for _, kind := range Kind("").All() {
			sent.Kind = kind
			once, err := sent.Clean()
			if err != nil {
				continue
			}
			for _, line := range append([]string{once.Name, once.Email, once.Phone, once.Company, once.Edition, once.Page, once.Source, once.Consent}, once.Services...) {
				if strings.ContainsAny(line, "\r\n\x00\u2028\u2029") {
					t.Errorf("%q: a line break in %q", raw, line)
				}
			}
			if _, ok := locales.Parse(string(once.Language)); !ok {
				t.Errorf("%q: unknown language %q", raw, once.Language)
			}
			if twice, err := once.Clean(); err != nil || !reflect.DeepEqual(twice, once) {
				t.Errorf("%+v became %+v (%v)", once, twice, err)
			}
		}
	})
}

// FuzzVouch checks that nobody without the secret can forge a voucher or a token.
func FuzzVouch(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	f.Add("")
	f.Add("garbage")
	f.Add(Secret("another").Vouch(now))
	f.Add(Secret("ours").Issue(now, 0).Text)
	f.Fuzz(func(t *testing.T, text string) {
		if Secret("ours, and nobody else's").Vouched(text, now) {
			t.Errorf("%q is accepted as a voucher", text)
		}
		if judged, err := Secret("ours, and nobody else's").Judge(text, text, now); err != nil || judged.Nonce != nil || judged.Reason != Forged && judged.Reason != Tokenless {
			t.Errorf("%q is accepted as a form token: %+v, %v", text, judged, err)
		}
	})
}
