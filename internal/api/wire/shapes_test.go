package wire

import (
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/profile"
)

var _ huma.SchemaProvider = Site{}

func TestTheSiteSchemaMatchesTheProfile(t *testing.T) {
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
