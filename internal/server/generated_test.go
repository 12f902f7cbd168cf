package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"parichay/internal/field"
	"parichay/internal/profile"
	"parichay/locales"
)

var update = flag.Bool("update", false, "write generated files instead of comparing them")

// described is a server that can be asked about its routes and nothing else.
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

func TestGeneratedFieldTableIsCurrent(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	out.WriteString("// Generated from profile.Fields by `make generate`; do not edit.\nexport const fields = {\n")
	for i := range profile.Fields {
		f := &profile.Fields[i]
		row := struct {
			Path      string     `json:"path"`
			Kind      field.Kind `json:"kind"`
			Min       int        `json:"min"`
			Max       int        `json:"max"`
			Step      int        `json:"step,omitempty"`
			Options   []string   `json:"options,omitempty"`
			Required  bool       `json:"required"`
			Localized bool       `json:"localized"`
			Bare      bool       `json:"bare,omitempty"`
			Default   string     `json:"default"`
		}{f.Path, f.Kind, f.Min, f.Max, f.Step, f.Options, f.Required(), f.Localized, f.Bare, f.DefaultIn(locales.English)}
		raw, err := json.Marshal(row)
		require.NoError(t, err)
		out.WriteString("  " + f.Key + ": " + string(raw) + ",\n")
	}
	out.WriteString("} as const;\n")
	golden(t, "web/src/api/fields.gen.ts", out.Bytes())
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

var _ huma.SchemaProvider = Site{}

func TestTheAPIsShapeOfASiteIsTheProfilesShape(t *testing.T) {
	t.Parallel()
	schema := siteSchema()
	for name, value := range profile.Default().Shape() {
		property := schema.Properties[name]
		if property == nil {
			t.Errorf("schema lacks %s", name)
			continue
		}
		if group, ok := value.(profile.Shape); ok {
			for inner := range group {
				if property.Properties[inner] == nil {
					t.Errorf("schema lacks %s.%s", name, inner)
				}
			}
		} else if reflect.TypeOf(value).Kind() == reflect.Int && property.Type != huma.TypeInteger {
			t.Errorf("schema says %s for %s", property.Type, name)
		}
	}
}
