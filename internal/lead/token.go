package lead

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math/bits"
	"net/netip"
	"time"
)

// A form's token says when the form was opened. It is valid from MinAge, because
// nobody types faster, until MaxAge.
const (
	MinAge = 3 * time.Second
	MaxAge = 2 * time.Hour
)

// Under attack a token asks for Puzzles puzzles of PuzzleBits bits each: about
// 65,000 hashes, half a second of a slow phone. Many small puzzles instead of one
// large keep the unlucky from waiting much longer than the rest.
const (
	Puzzles    = 16
	PuzzleBits = 12
)

// A token is these bytes and their MAC. Every part has a fixed place and length,
// so that no two readings of one token exist.
const (
	tokenVersion = 1
	nonceAt      = 10
	nonceSize    = 12
	macAt        = nonceAt + nonceSize
	tokenSize    = macAt + sha256.Size
)

// ErrStale is a token whose time is over; a fresh one mends it.
var ErrStale = errors.New("form token is stale")

// Secret signs tokens and hides networks. All replicas share it.
type Secret []byte

// Token is an opened form.
type Token struct {
	Text    string
	Puzzles int // how many must be solved before it counts
}

// Issue makes a token for a form opened now.
func (s Secret) Issue(now time.Time, puzzles int) Token {
	raw := make([]byte, macAt, tokenSize)
	raw[0] = tokenVersion
	binary.BigEndian.PutUint64(raw[1:], uint64(now.UnixMilli()))
	raw[9] = byte(puzzles)
	_, _ = rand.Read(raw[nonceAt:macAt]) // never fails: crypto/rand ends the program instead
	raw = append(raw, s.mac("form token", raw)...)
	return Token{Text: base64.RawURLEncoding.EncodeToString(raw), Puzzles: puzzles}
}

// Judged is what a token tells.
type Judged struct {
	Nonce  []byte // of a token that is ours, to be used once
	Proven bool   // it asked for puzzles, and they are solved
	Reason Reason // empty when nothing is wrong
}

// Judge reads a token and the solution that came with it. ErrStale asks for a
// fresh token.
func (s Secret) Judge(token, solution string, now time.Time) (Judged, error) {
	if token == "" {
		return Judged{Reason: Tokenless}, nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || raw[0] != tokenVersion || !hmac.Equal(raw[macAt:], s.mac("form token", raw[:macAt])) {
		return Judged{Reason: Forged}, nil //nolint:nilerr // what cannot be read is not ours
	}
	nonce, puzzles := raw[nonceAt:macAt], int(raw[9])
	age := now.Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw[1:]))))
	switch {
	case age > MaxAge:
		return Judged{}, ErrStale
	case age < MinAge:
		return Judged{Nonce: nonce, Reason: TooFast}, nil
	case !solved(raw[macAt:], puzzles, solution):
		return Judged{Nonce: nonce, Reason: Unsolved}, nil
	}
	return Judged{Nonce: nonce, Proven: puzzles > 0}, nil
}

// Network stands for an address's network without telling it.
func (s Secret) Network(prefix netip.Prefix) []byte {
	raw, _ := prefix.MarshalBinary() // never fails
	return s.mac("network", raw)[:12]
}

// For is a secret of its own for a purpose, for what is no lead's.
func (s Secret) For(purpose string) []byte { return s.mac("secret for "+purpose, nil) }

// mac names what it is for, so that one use can never be passed off as another.
func (s Secret) mac(purpose string, raw []byte) []byte {
	h := hmac.New(sha256.New, s)
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write(raw)
	return h.Sum(nil)
}

// solved checks one answer a puzzle: 32 bits each, such that the hash of the
// token's MAC, the puzzle's number and the answer starts with PuzzleBits zeros.
func solved(challenge []byte, puzzles int, solution string) bool {
	if puzzles == 0 {
		return true
	}
	answers, err := base64.RawURLEncoding.DecodeString(solution)
	if err != nil || len(answers) != 4*puzzles {
		return false
	}
	for i := range puzzles {
		if zeros(challenge, byte(i), answers[4*i:4*i+4]) < PuzzleBits {
			return false
		}
	}
	return true
}

func zeros(challenge []byte, puzzle byte, answer []byte) int {
	sum := sha256.Sum256(append(append(append(make([]byte, 0, 37), challenge...), puzzle), answer...))
	return bits.LeadingZeros32(binary.BigEndian.Uint32(sum[:]))
}

// Solve finds a token's solution, as an honest browser does.
func (t Token) Solve() string {
	if t.Puzzles == 0 {
		return ""
	}
	raw, err := base64.RawURLEncoding.DecodeString(t.Text)
	if err != nil || len(raw) != tokenSize {
		return ""
	}
	answers := make([]byte, 4*t.Puzzles)
	for i := range t.Puzzles {
		answer := answers[4*i : 4*i+4]
		for n := uint32(0); ; n++ {
			binary.BigEndian.PutUint32(answer, n)
			if zeros(raw[macAt:], byte(i), answer) >= PuzzleBits {
				break
			}
		}
	}
	return base64.RawURLEncoding.EncodeToString(answers)
}
