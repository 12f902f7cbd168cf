package backup

import (
	"bytes"
	"io"
	"testing"
)

// FuzzArchive checks that any input is either refused with an error or read completely.
func FuzzArchive(f *testing.F) {
	for _, seed := range []string{"", "age-encryption.org/v1\n-> X25519 x\n", "\x28\xb5\x2f\xfd\x04\x00", "PK\x03\x04", "\x1f\x8b\x08", "ustar"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		manifest, err := read(bytes.NewReader(file), nil, func(_ string, body io.Reader) error {
			_, err := io.Copy(io.Discard, io.LimitReader(body, 1<<20))
			return err
		})
		if err == nil && manifest == nil {
			t.Error("neither read nor refused")
		}
	})
}
