package wire

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/homepage"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/visit"
	"parichay/internal/store/media"
	"parichay/locales"
)

// name is a string type whose method All lists its values.
type name[T any] interface {
	~string
	All() []T
}

// named is the schema of a string type with listed values.
type named[T name[T]] string

// Schema implements huma.SchemaProvider.
func (named[T]) Schema(huma.Registry) *huma.Schema { return OneOf(T("").All()) }

func describe[T name[T]](all huma.Registry) {
	all.RegisterTypeAlias(reflect.TypeFor[T](), reflect.TypeFor[named[T]]())
}

// DescribeNames registers types with listed values as enums, so that the API documents their
// values and refuses others.
func DescribeNames(all huma.Registry) {
	describe[lead.Kind](all)
	describe[lead.Status](all)
	describe[lead.Choice](all)
	describe[lead.Reason](all)
	describe[lead.What](all)
	describe[lead.Delivery](all)
	describe[field.Action](all)
	describe[content.State](all)
	describe[content.Deed](all)
	describe[homepage.Kind](all)
	describe[media.Folder](all)
	describe[visit.Hand](all)
	describe[visit.Kind](all)
	describe[visit.Reason](all)
	describe[locales.Lang](all)
	describe[visit.Period](all)
	describe[visit.Name](all)
	describe[visit.Column](all)
	all.RegisterTypeAlias(reflect.TypeFor[content.Values](), reflect.TypeFor[ItemValues]())
}

// OneOf returns the schema of a string enum.
func OneOf[T ~string](names []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, name := range names {
		s.Enum = append(s.Enum, string(name))
	}
	s.PrecomputeMessages()
	return s
}
