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

// FuzzLeadJSON: whatever a stranger sends, what is kept of it is text on its line, and kept again as it is.
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
					t.Errorf("%q keeps the line %q", raw, line)
				}
			}
			if _, ok := locales.Parse(string(once.Language)); !ok {
				t.Errorf("%q is in %q", raw, once.Language)
			}
			if twice, err := once.Clean(); err != nil || !reflect.DeepEqual(twice, once) {
				t.Errorf("%+v became %+v (%v)", once, twice, err)
			}
		}
	})
}

// FuzzVouch: nobody without the secret vouches for anything.
func FuzzVouch(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	f.Add("")
	f.Add("garbage")
	f.Add(Secret("another").Vouch(now))
	f.Add(Secret("ours").Issue(now, 0).Text)
	f.Fuzz(func(t *testing.T, text string) {
		if Secret("ours, and nobody else's").Vouched(text, now) {
			t.Errorf("%q is taken for ours", text)
		}
		if judged, err := Secret("ours, and nobody else's").Judge(text, text, now); err != nil || judged.Nonce != nil || judged.Reason != Forged && judged.Reason != Tokenless {
			t.Errorf("%q is taken for a form's token: %+v, %v", text, judged, err)
		}
	})
}
