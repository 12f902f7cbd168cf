package mail

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quoted prepares a visitor's words for a mail: every line begins with "> ". The program's
// own lines never do, so a visitor cannot imitate them.
func Quoted(words string) string {
	var all strings.Builder
	for line := range strings.SplitSeq(strings.Map(broken, strings.ReplaceAll(words, "\r\n", "\n")), "\n") {
		all.WriteString(strings.TrimRightFunc("> "+line, unicode.IsSpace) + "\n")
	}
	return all.String()
}

// broken maps every character that some mail client treats as a line break to "\n", and drops
// invisible characters that change how other text looks.
func broken(r rune) rune {
	switch {
	case strings.ContainsRune("\n\v\f\r\u0085\u2028\u2029", r):
		return '\n'
	case r == '\t':
		return ' '
	case unseen(r):
		return -1
	}
	return r
}

// unseen reports whether r is a control character or changes the text direction.
func unseen(r rune) bool { return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) }

// oneLine joins all lines of s, so that it cannot start another header.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(broken, s), func(r rune) bool { return r == '\n' }), " ")
}

// wordSize is the number of bytes in one encoded word; RFC 2047 allows 75 characters.
const wordSize = 45

// word encodes a text whose parts could be mistaken for RFC 2047 encoded words, so that mail
// clients show it as typed. ok is false if the text needs no encoding.
func word(text string) (encoded string, ok bool) {
	if !strings.Contains(text, "=?") {
		return "", false
	}
	var words []string
	for text != "" {
		n := min(len(text), wordSize)
		for n < len(text) && n > 1 && !utf8.RuneStart(text[n]) {
			n--
		}
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(text[:n]))+"?=")
		text = text[n:]
	}
	return strings.Join(words, "\r\n "), true
}
