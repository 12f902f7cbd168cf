package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/store/media"
	"parichay/locales"
)

var update = flag.Bool("update", false, "write generated files instead of comparing them")

// described returns a server that only has its routes.
func described() *Server {
	s := &Server{api: humachi.New(chi.NewMux(), apiConfig())}
	s.register()
	return s
}

func TestGeneratedOpenAPIIsCurrent(t *testing.T) {
	t.Parallel()
	raw, err := json.MarshalIndent(described().api.OpenAPI(), "", "  ")
	require.NoError(t, err)
	golden(t, "api/openapi.json", append(raw, '\n'))
}

// fieldRow is a field as the front end sees it.
type fieldRow struct {
	Path      string          `json:"path,omitempty"`
	Kind      field.Kind      `json:"kind"`
	Min       int             `json:"min"`
	Max       int             `json:"max"`
	Step      int             `json:"step,omitempty"`
	Options   []string        `json:"options,omitempty"`
	Required  bool            `json:"required"`
	Localized bool            `json:"localized"`
	Platform  *field.Platform `json:"platform,omitempty"`
	Picture   *field.Picture  `json:"picture,omitempty"`
	Default   string          `json:"default"`
	Samples   []string        `json:"samples,omitempty"`
	Part      string          `json:"part,omitempty"`
	Group     string          `json:"group,omitempty"`
	For       []string        `json:"for,omitempty"`
	Sets      any             `json:"sets,omitempty"`
	Needed    []string        `json:"needed,omitempty"`
	Fixed     bool            `json:"fixed,omitempty"`
	Made      bool            `json:"made,omitempty"`
}

func rowOf(r field.Rule) fieldRow {
	return fieldRow{Kind: r.Kind, Min: r.Min, Max: r.Bound(), Step: r.Step, Options: r.Options, Required: !r.Optional, Platform: r.Platform, Picture: r.Picture}
}

func writeRow(t *testing.T, out *bytes.Buffer, indent, key string, row fieldRow) {
	t.Helper()
	raw, err := json.Marshal(row)
	require.NoError(t, err)
	out.WriteString(indent + key + ": " + string(raw) + ",\n")
}

func TestGeneratedFieldTableIsCurrent(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	out.WriteString("// Generated from profile.Fields by `make generate`; do not edit.\nexport const fields = {\n")
	for i := range profile.Fields {
		f := &profile.Fields[i]
		row := rowOf(f.Rule)
		row.Path, row.Localized, row.Default = f.Path, f.Localized, f.DefaultIn(locales.English)
		if f.Sample != nil {
			row.Samples = append([]string{row.Default}, f.Sample...)
		}
		if f.Sets != nil {
			row.Sets = f.Sets
		}
		if f.Part {
			row.Part = profile.SwitchOf(f.Name())
		}
		if f.Slot != nil {
			row.Group = string(f.Slot.Group)
		}
		writeRow(t, &out, "  ", f.Key, row)
	}
	out.WriteString("} as const;\n")
	golden(t, "web/src/api/fields.gen.ts", out.Bytes())
}

func TestGeneratedCollectionsTableIsCurrent(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	out.WriteString("// Generated from content.Collections by `make generate`; do not edit.\nexport const collections = {\n")
	for i := range content.Collections {
		c := &content.Collections[i]
		builtIn, err := json.Marshal(append([]string{}, c.BuiltIn...))
		require.NoError(t, err)
		fmt.Fprintf(&out, "  %s: {\n    ordered: %t,\n    drafts: %t,\n    whole: %t,\n    title: %q,\n    scheduled: %q,\n    hour: %q,\n    kind: %q,\n    builtIn: %s,\n    fields: {\n", c.Name, c.Ordered, c.Drafts, c.Whole, c.Title, c.Scheduled, c.Hour, c.Kind, builtIn)
		for j := range c.Fields {
			f := &c.Fields[j]
			row := rowOf(f.Rule)
			row.Localized, row.Default, row.For, row.Needed, row.Fixed, row.Made = f.Localized, f.Default, f.For, f.Needed, f.Fixed, f.Made
			writeRow(t, &out, "      ", f.Key, row)
		}
		out.WriteString("    },\n  },\n")
	}
	out.WriteString("} as const;\n")
	golden(t, "web/src/api/collections.gen.ts", out.Bytes())
}

func TestGeneratedLimitsAreCurrent(t *testing.T) {
	t.Parallel()
	golden(t, "web/src/api/limits.gen.ts", fmt.Appendf(nil, "// Generated from media.MaxBody by `make generate`; do not edit.\nexport const uploadBytes = %d;\n", media.MaxBody))
}

func TestGeneratedLanguagesAreCurrent(t *testing.T) {
	t.Parallel()
	list := func(codes []string) string { return `["` + strings.Join(codes, `", "`) + `"] as const;` }
	golden(t, "web/src/lib/langs.gen.ts", []byte("// Generated from locales.All by `make generate`; do not edit.\nexport const langs = "+list(locales.Codes())+
		"\n"))
}

func golden(t *testing.T, name string, want []byte) {
	t.Helper()
	path := filepath.Join("..", "..", filepath.FromSlash(name))
	if *update {
		require.NoError(t, os.WriteFile(path, want, 0o600))
		return
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run `make generate`", name)
	}
}
