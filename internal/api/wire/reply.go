package wire

// Reply is a response that has only a body.
type Reply[T any] struct{ Body T }

// ReplyWith returns a Reply with body, or err if it is not nil.
func ReplyWith[T any](body T, err error) (*Reply[T], error) {
	if err != nil {
		return nil, err
	}
	return &Reply[T]{body}, nil
}
