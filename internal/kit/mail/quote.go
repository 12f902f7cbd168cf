package mail

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quoted is a stranger's words as they stand in a mail: every line of them begins with
// "> ", and no line of ours does, so that none of ours can be imitated.
func Quoted(words string) string {
	var all strings.Builder
	for line := range strings.SplitSeq(strings.Map(broken, strings.ReplaceAll(words, "\r\n", "\n")), "\n") {
		all.WriteString(strings.TrimRightFunc("> "+line, unicode.IsSpace) + "\n")
	}
	return all.String()
}

// broken makes one kind of line break of all that some program takes for one, and drops
// what is not seen but changes what is.
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

// unseen are control characters, and marks that turn the direction of what follows.
func unseen(r rune) bool { return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) }

// oneLine keeps a header a header.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(broken, s), func(r rune) bool { return r == '\n' }), " ")
}

// wordSize is how many bytes are encoded as one word of a header: such a word is 75
// characters at most.
const wordSize = 45

// word is a text as it stands in a header where somebody could take a part of it for an
// encoded word: all of it is one of ours then. ok is false where nobody could.
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
