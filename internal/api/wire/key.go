package wire

import (
	"parichay/internal/kit/fault"
)

// KeyField is the header with the idempotency key of a message.
const KeyField = "Idempotency-Key"

// MessageKey is the idempotency key of a new message or item, with which a retry does not
// create a second one.
type MessageKey struct {
	Key string `header:"Idempotency-Key" maxLength:"200" doc:"Unique key for each new message or item; a retry sends the same key and gets the same result"`
}

// Check returns an error if the key is missing.
func (k MessageKey) Check() error {
	if k.Key == "" {
		return fault.Invalid{Issues: []fault.Issue{{Field: KeyField, Code: fault.Required}}}
	}
	return nil
}
