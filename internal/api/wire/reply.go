package wire

// Reply is what a call answers with: a body, and nothing besides.
type Reply[T any] struct{ Body T }

// ReplyWith answers with what was found, or with why it was not.
func ReplyWith[T any](body T, err error) (*Reply[T], error) {
	if err != nil {
		return nil, err
	}
	return &Reply[T]{body}, nil
}
