package draw

import (
	"slices"
	"sort"
	"strings"

	"github.com/go-text/typesetting/segmenter"

	"parichay/internal/kit/grapheme"
)

// step is a font size, in pixels, and the number of lines that fit at that size.
type step struct {
	size  float64
	lines int
}

// piece is a part of a text, usually a word, after which a line may be broken. Widths are in
// ems.
type piece struct {
	text       string // with the space after it
	width, gap float64
}

// fit breaks a text into lines at the first step at which it fits. At the last step, words
// wider than a line are broken between letters, and text that does not fit is cut with an
// ellipsis.
func (s *setter) fit(text string, w weight, width float64, steps []step) (lines []string, size float64) {
	pieces := s.pieces(text, w)
	for i, step := range steps {
		limit := width / step.size
		if widest(pieces) > limit {
			if i < len(steps)-1 {
				continue
			}
			pieces = s.shred(pieces, w, limit)
		}
		if n := len(fill(pieces, limit)); n <= step.lines {
			return join(fill(pieces, level(pieces, limit, n))), step.size
		}
	}
	last := steps[len(steps)-1]
	limit := width / last.size
	kept := fill(pieces, limit)[:last.lines-1]
	var rest strings.Builder
	for _, p := range pieces[len(slices.Concat(kept...)):] {
		rest.WriteString(p.text)
	}
	return append(join(kept), s.cut(rest.String(), w, limit)), last.size
}

func (s *setter) pieces(text string, w weight) []piece {
	var pieces []piece
	var seg segmenter.Segmenter
	seg.Init([]rune(text))
	for it := seg.LineIterator(); it.Next(); {
		p := piece{text: string(it.Line().Text)}
		word := strings.TrimRight(p.text, " ")
		p.width = s.measure(word, w)
		if word != p.text {
			p.gap = s.measure(" ", w)
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// shred breaks pieces wider than limit between letters.
func (s *setter) shred(pieces []piece, w weight, limit float64) []piece {
	var out []piece
	for _, p := range pieces {
		for p.width > limit {
			head := prefix(p.text, func(head string) bool { return s.measure(head, w) <= limit })
			if len(head) == len(p.text) {
				break // one letter, wider than a line: the canvas clips it
			}
			out = append(out, piece{text: head, width: s.measure(head, w)})
			p.text = p.text[len(head):]
			p.width = s.measure(strings.TrimRight(p.text, " "), w)
		}
		out = append(out, p)
	}
	return out
}

// cut shortens a text until it fits with an ellipsis after it.
func (s *setter) cut(text string, w weight, limit float64) string {
	dotted := func(head string) string { return strings.TrimRight(head, " ,.;:-–—|") + "…" }
	return dotted(prefix(text, func(head string) bool { return s.measure(dotted(head), w) <= limit }))
}

// prefix returns the longest prefix of text that fits, in whole letters and at least one.
func prefix(text string, fits func(string) bool) string {
	n := sort.Search(grapheme.Count(text), func(i int) bool {
		head, _ := grapheme.First(text, i+1)
		return !fits(head)
	})
	head, _ := grapheme.First(text, max(n, 1))
	return head
}

// fill distributes pieces over lines, with as many on each line as fit.
func fill(pieces []piece, limit float64) [][]piece {
	var lines [][]piece
	start, width := 0, 0.0
	for i, p := range pieces {
		if i > start && width+p.width > limit {
			lines = append(lines, pieces[start:i])
			start, width = i, 0
		}
		width += p.width + p.gap
	}
	return append(lines, pieces[start:])
}

// level returns the smallest line width at which pieces still fit on n lines, so that the last
// line is not a single word.
func level(pieces []piece, limit float64, n int) float64 {
	low, high := widest(pieces), limit
	for range 12 {
		if mid := (low + high) / 2; len(fill(pieces, mid)) <= n {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

func widest(pieces []piece) float64 {
	width := 0.0
	for _, p := range pieces {
		width = max(width, p.width)
	}
	return width
}

func join(lines [][]piece) []string {
	texts := make([]string, len(lines))
	for i, pieces := range lines {
		for _, p := range pieces {
			texts[i] += p.text
		}
		texts[i] = strings.TrimRight(texts[i], " ")
	}
	return texts
}
