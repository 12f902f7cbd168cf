package render

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/locales"
)

func TestDialogsLoadOnlyThePagesLanguage(t *testing.T) {
	t.Parallel()
	found := scriptsOf(map[string]chunk{
		entryKey: {File: "entry.js", DynamicImports: []string{mountKey, "src/pages/services.tsx"}},
		mountKey: {File: "mount.js", Imports: []string{"shared"}},
		"shared": {File: "shared.js"},
		"src/pages/services.tsx": {File: "services.js", Imports: []string{"shared"}, DynamicImports: []string{
			"dialog", "../locales/en.json?of=lead", "../locales/hi.json?of=lead", "../locales/gu.json?of=lead",
		}},
		"dialog":                     {File: "dialog.js", Imports: []string{"shared"}},
		"../locales/en.json?of=lead": {File: "en.js"},
		"../locales/hi.json?of=lead": {File: "hi.js"},
		"../locales/gu.json?of=lead": {File: "gu.js"},
	})["services"]
	assert.Equal(t, []string{"/services.js", "/shared.js", "/mount.js"}, found.page)
	for _, lang := range []locales.Lang{locales.English, locales.Hindi, locales.Gujarati} {
		assert.Equal(t, []string{"/dialog.js", "/" + string(lang) + ".js"}, found.dialogs[lang])
	}
}
