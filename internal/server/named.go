package server

import "github.com/danielgtaylor/huma/v2"

// named is a text of the API that is one of those its type lists.
type named[T interface {
	~string
	All() []T
}] string

// Schema implements huma.SchemaProvider.
func (named[T]) Schema(huma.Registry) *huma.Schema {
	return oneOf(T("").All())
}

// oneOf describes a text that is one of a few.
func oneOf[T ~string](names []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, name := range names {
		s.Enum = append(s.Enum, string(name))
	}
	s.PrecomputeMessages()
	return s
}
