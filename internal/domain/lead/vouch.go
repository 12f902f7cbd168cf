package lead

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"net/netip"
	"time"
)

// vouchedFor is how long a voucher is valid, and also the tolerated clock difference.
const vouchedFor = time.Minute

// Vouch creates a proof that its bearer can read the database. It is valid for a minute.
func (s Secret) Vouch(now time.Time) string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli()))
	return base64.RawURLEncoding.EncodeToString(append(raw, s.mac("voucher", raw)...))
}

// Vouched reports whether text is a valid proof made by Vouch.
func (s Secret) Vouched(text string, now time.Time) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < 8 || !hmac.Equal(raw[8:], s.mac("voucher", raw[:8])) {
		return false
	}
	return now.Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw)))).Abs() <= vouchedFor
}

// Headers of a request to /healthz that asks for the caller's address.
const (
	Voucher   = "X-Parichay-Voucher" // proves access to the database
	Forwarded = "X-Forwarded-For"
)

// Seen is the caller's address as the server determined it, and the data it is derived from.
type Seen struct {
	Believed  netip.Addr `json:"believed"`  // the address that rate limits apply to; none if every hop is trusted
	Peer      string     `json:"peer"`      // the connection's remote address, with port
	Forwarded string     `json:"forwarded"` // the header as received
}
