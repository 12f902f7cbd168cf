package profile

import (
	"cmp"
	"encoding/json"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// The front end's validator runs the same cases.
func TestFieldRulesFollowTheSharedCases(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/cases.json")
	require.NoError(t, err)
	var cases []struct {
		Field, Value string
		Issue        *struct{ Code, Want string }
		Normalized   *string
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	require.NotEmpty(t, cases)
	for _, c := range cases {
		f := byKey[c.Field]
		if f == nil {
			t.Errorf("cases.json names the unknown field %q", c.Field)
			continue
		}
		got, issue := f.Clean(c.Value)
		if c.Issue == nil {
			if assert.Nil(t, issue, "%s %q", c.Field, c.Value) {
				assert.Equal(t, *cmp.Or(c.Normalized, &c.Value), got, "%s %q", c.Field, c.Value)
			}
		} else if assert.NotNil(t, issue, "%s %q was accepted as %q", c.Field, c.Value, got) {
			assert.Equal(t, c.Issue.Code, string(issue.Code), "%s %q", c.Field, c.Value)
			assert.Equal(t, c.Issue.Want, issue.Want, "%s %q", c.Field, c.Value)
		}
	}
}

func TestEveryProfileFieldHasOneRow(t *testing.T) {
	t.Parallel()
	var p Profile
	rows := map[*string]string{}
	for i := range Fields {
		f := &Fields[i]
		if other, taken := rows[f.At(&p)]; taken {
			t.Errorf("fields %s and %s share one place in Profile", other, f.Key)
		}
		rows[f.At(&p)] = f.Key
	}
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		if place, ok := reflect.TypeAssert[*string](v.Field(i).Addr()); ok && rows[place] == "" {
			t.Errorf("Profile.%s has no row in Fields", v.Type().Field(i).Name)
		}
	}
}

func TestEveryTranslatedDefaultExists(t *testing.T) {
	t.Parallel()
	for i := range Fields {
		f := &Fields[i]
		if f.Default == word && !locales.Has("default."+f.Key) {
			t.Errorf("locales lack %q", "default."+f.Key)
		}
	}
}

func TestH14DefaultsPassTheirOwnRules(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		for i := range Fields {
			f := &Fields[i]
			value := f.DefaultIn(lang)
			cleaned, issue := f.Clean(value)
			assert.Nil(t, issue, "%s %s: %q", lang, f.Key, value)
			assert.Equal(t, value, cleaned, "%s %s", lang, f.Key)
		}
	}
}

func TestH14EmptyFieldShowsTranslatedDefault(t *testing.T) {
	t.Parallel()
	shown := Profile{}.Shown(locales.English)
	assert.Equal(t, "Digital Market", shown.BrandName)
	assert.Equal(t, "Digital Marketing Solutions", shown.Tagline)
	assert.Equal(t, "#DAA520", shown.QRColor)
	assert.Equal(t, "https://wa.me/910000000000", shown.WhatsApp)
	assert.Equal(t, shown.ProfileImage, shown.LogoImage)
	assert.Contains(t, shown.Address, "Gujarat")
	assert.Equal(t, locales.Text(locales.Gujarati, "default.tagline"), Profile{}.Shown(locales.Gujarati).Tagline)
	assert.NotEqual(t, shown.Tagline, Default().Shown(locales.Gujarati).Tagline, "a default text is translated")
}

func TestD2BadgesAreInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[locales.Lang][]string{
		locales.English:  {"GET IT ON", "DOWNLOAD ON THE", "DIRECT DOWNLOAD"},
		locales.Hindi:    {"यहाँ से पाएँ", "यहाँ से पाएँ", "सीधा डाउनलोड"},
		locales.Gujarati: {"અહીંથી મેળવો", "અહીંથી મેળવો", "સીધું ડાઉનલોડ"},
	} {
		shown := Default().Shown(lang)
		assert.Equal(t, want, []string{shown.GooglePlayTitle, shown.AppStoreTitle, shown.APKDownloadTitle}, lang)
	}
}

func TestOwnersTextIsShownUntilTranslated(t *testing.T) {
	t.Parallel()
	p, err := Profile{}.Patch(map[string]any{"tagline": "Since 1998"}, nil)
	require.NoError(t, err)
	assert.Equal(t, "Since 1998", p.Shown(locales.Hindi).Tagline)
	p, err = p.Patch(nil, Translations{locales.Hindi: {"tagline": "१९९८ से आपके साथ"}})
	require.NoError(t, err)
	assert.Equal(t, "१९९८ से आपके साथ", p.Shown(locales.Hindi).Tagline)
	assert.Equal(t, "Since 1998", p.Shown(locales.Gujarati).Tagline)
	p, err = p.Patch(nil, Translations{locales.Hindi: {"tagline": ""}})
	require.NoError(t, err)
	assert.Equal(t, "Since 1998", p.Shown(locales.Hindi).Tagline)
}

func TestC3PatchChangesOnlyNamedFields(t *testing.T) {
	t.Parallel()
	before := Default()
	after, err := before.Patch(map[string]any{
		"brandName":   "  Loom & Sons ",
		"socialLinks": map[string]any{"myspace": "https://myspace.com/x", "facebook": "https://facebook.com/x"},
		"id":          7.0, "nonsense": map[string]any{"a": 1.0},
	}, nil)
	require.NoError(t, err)
	want := before
	want.BrandName, want.Named, want.Facebook, want.Translations = "Loom & Sons", field.Yes, "https://facebook.com/x", Translations{}
	assert.Equal(t, want, after)
}

func TestHandlesAreStoredAsURLs(t *testing.T) {
	t.Parallel()
	p, err := Default().Patch(map[string]any{"socialLinks": map[string]any{"instagram": "@surya", "website": "surya.in", "whatsapp": "૯૮૨૫૦ ૯૮૨૫૦"}}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"https://instagram.com/surya", "https://surya.in", "https://wa.me/919825098250"}, []string{p.Instagram, p.Website, p.WhatsApp})
}

func TestE13RefusedPatchAppliesNothing(t *testing.T) {
	t.Parallel()
	before := Default()
	after, err := before.Patch(map[string]any{
		"brandName": "X", "tagline": "fine words", "contact": map[string]any{"email": "nobody", "phone": true},
		"socialLinks": map[string]any{"instagram": "javascript:alert(1)"},
	}, nil)
	var invalid fault.Invalid
	require.ErrorAs(t, err, &invalid)
	got := map[string]fault.Code{}
	for _, issue := range invalid.Issues {
		got[issue.Field] = issue.Code
	}
	assert.Equal(t, map[string]fault.Code{"brandName": fault.TooShort, "email": fault.InvalidEmail, "phone": fault.InvalidValue, "instagram": fault.InvalidURL}, got)
	assert.Equal(t, before, after)
}

func TestC10ShapeMatchesTheSpecification(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Default().Shown(locales.English).Shape())
	require.NoError(t, err)
	var got struct {
		BrandName, Tagline, ProfileImage, LogoImage, AppDownloadURL, ShopButtonURL, FeedbackURL string
		Contact                                                                                 struct{ Phone, Email, Address string }
		SocialLinks                                                                             struct{ Instagram, Facebook, LinkedIn, YouTube, Twitter, Website, WhatsApp string }
		QrCodeSettings                                                                          struct {
			Size                      int
			Color, Label, Description string
		}
	}
	require.NoError(t, json.Unmarshal(raw, &got))
	v := reflect.ValueOf(got)
	for i := range v.NumField() {
		assert.False(t, v.Field(i).IsZero(), v.Type().Field(i).Name)
	}
	assert.Equal(t, 200, got.QrCodeSettings.Size)
}

func TestProfileSurvivesStorageExceptForUnsafeAddresses(t *testing.T) {
	t.Parallel()
	assert.Equal(t, Default(), FromRow(Default().Row()))
	for address, kept := range map[string]bool{"j\na\tvascript:x()": false, "//elsewhere.example/a.png": false, "vbscript:x()": false, "https://pictures.example/me.png": true, "/media/me.png": true} {
		assert.Equal(t, kept, FromRow(Profile{ProfileImage: address}.Row()).ProfileImage == address, address)
	}
	for address, kept := range map[string]bool{"data:text/html,x": false, "\x01java\nscript:x()": false, "xurl:x": false, "https://surya.in:8080/a": true, "/download": true, "surya.in": true} {
		assert.Equal(t, kept, FromRow(Profile{ShopButtonURL: address}.Row()).ShopButtonURL == address, address)
	}
	for _, broken := range []string{"", "not json", "[]", `{"size":"huge","color":"#123456","label":{}}`} {
		row := Default().Row()
		for i, column := range Columns() {
			if column == "qr_code_settings" {
				row[i] = broken
			}
		}
		shown := FromRow(row).Shown(locales.English)
		assert.Equal(t, [4]string{"200", "#DAA520", "Scan to Visit", "Scan with any QR scanner to visit our digital profile"},
			[4]string{shown.QRSize, shown.QRColor, shown.QRLabel, shown.QRDescription}, broken)
	}
}

func TestH3InitialsAreTwoGraphemes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Digital Market": "DI", "x": "X", "ક્ષમતા": "ક્ષમ", "a b": "A", "": ""} {
		assert.Equal(t, want, Initials(name), name)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "https://a.in", "javascript:alert(1)", "a@b.in", "+91 1", "\x00", "e\u0301", "200"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for i := range Fields {
			once, issue := Fields[i].Clean(raw)
			if issue != nil {
				continue
			}
			if twice, issue := Fields[i].Clean(once); issue != nil || twice != once {
				t.Errorf("%s: %q became %q, then %q (%v)", Fields[i].Key, raw, once, twice, issue)
			}
		}
	})
}

func TestH14DefaultContactsReachNobody(t *testing.T) {
	t.Parallel()
	shown := Default().Shown(locales.English)
	assert.True(t, strings.HasSuffix(shown.Email, "@example.com"), shown.Email)
	assert.Regexp(t, `^910`, field.International(shown.Phone), "no Indian number begins with a zero after its country code")
	assert.Equal(t, field.ChatLink(shown.Phone), shown.WhatsApp)
	for i := range Fields {
		f := &Fields[i]
		address, err := url.Parse(*f.At(&shown))
		if f.Kind != field.URL || f.Key == "whatsapp" || *f.At(&shown) == "" {
			continue
		}
		require.NoError(t, err)
		frontPage := address.Path == "/" || slices.Contains([]string{"https://play.google.com/store", "https://www.apple.com/app-store/"}, address.String())
		assert.True(t, frontPage || address.Host == "example.com", "%s: %s", f.Key, address)
	}
}
