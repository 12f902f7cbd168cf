package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of the data collected from a file. A file of 4 MB can have a million nested
// elements, each containing nearly all of its text.
const (
	maxRead       = 2000    // links of a file, before duplicates are dropped
	maxOpen       = 8       // nested elements whose text is collected
	maxAttributes = 1000    // attributes of a tag; the tokenizer stores the position of each
	maxValue      = 8 << 10 // bytes of an attribute
	bytesALetter  = 64      // more than a letter of any script takes
)

// element is a start tag with the wanted attributes. The attributes are valid until the next
// tag is read.
type element struct {
	atom  atom.Atom
	name  string
	attrs [len(wanted)][]byte
}

var wanted = [...]string{"id", "class", "href", "data-testid", "title", "aria-label"}

func (e *element) attribute(name string) []byte { return e.attrs[slices.Index(wanted[:], name)] }

func (e *element) hasClass(name string) bool {
	for one := range bytes.FieldsSeq(e.attribute("class")) {
		if string(one) == name {
			return true
		}
	}
	return false
}

// reader returns where to store the text of the element that a start tag opens, or nil to
// ignore the element.
type reader func(*element) *string

// collector collects the text of an open element.
type collector struct {
	words
	to   *string
	name string
	deep int // number of open elements of the same name inside this one
}

// scan reads a page tag by tag. It calls script with the id and the text of each
// script. It builds no tree, which would take fifty times the size of a hostile file.
func scan(file []byte, script func(id, text []byte), readers ...reader) {
	z := html.NewTokenizer(bytes.NewReader(file))
	var e element
	var id []byte // of the open script
	open := collectors{all: make([]collector, 0, maxOpen)}
	defer open.finish(func(*collector) bool { return true })
	next := filter{budget: len(file)}
	for at := 0; next.allows(file[at:]); at += len(z.Raw()) {
		next.raw = 0
		switch z.Next() {
		case html.CommentToken, html.DoctypeToken:
		case html.ErrorToken:
			return
		case html.TextToken:
			switch {
			case e.atom == atom.Script:
				script(id, z.Text())
			case e.atom != atom.Style && len(open.all) > 0:
				open.add(z.Text())
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			e = element{}
			open.finish(func(c *collector) bool { return c.ends(name) })
		case html.StartTagToken, html.SelfClosingTagToken:
			e.read(z)
			if isRawText[e.atom] {
				next.raw = e.atom
			}
			id = append(id[:0], e.attribute("id")...)
			open.finish(func(c *collector) bool { return c.endsBefore(&e) })
			for _, read := range readers {
				open.begin(e.name, read(&e))
			}
		}
	}
}

func (e *element) read(z *html.Tokenizer) {
	name, more := z.TagName()
	*e = element{atom: atom.Lookup(name)}
	if e.name = e.atom.String(); e.atom == 0 {
		e.name = string(name)
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if i := slices.Index(wanted[:], string(key)); i >= 0 && e.attrs[i] == nil {
			e.attrs[i] = value[:min(len(value), maxValue)]
		}
	}
}

// collectors are the collectors of the open elements, outermost first.
type collectors struct{ all []collector }

func (open *collectors) begin(name string, to *string) {
	if to == nil || len(open.all) == maxOpen {
		return
	}
	open.all = open.all[:len(open.all)+1]
	c := &open.all[len(open.all)-1] // reuses its buffer
	*c = collector{words: words{text: c.text[:0], most: maxText * bytesALetter}, to: to, name: name}
}

func (open *collectors) add(text []byte) {
	for i := range open.all {
		open.all[i].add(text)
	}
}

func (open *collectors) finish(ended func(*collector) bool) {
	left := 0
	for i := range open.all {
		if c := &open.all[i]; ended(c) {
			*c.to = string(c.text)
			continue
		}
		open.all[left], open.all[i] = open.all[i], open.all[left]
		left++
	}
	open.all = open.all[:left]
}

// ends reports whether the end tag of name closes the element.
func (c *collector) ends(name []byte) bool {
	if string(name) != c.name {
		return c.name == "p" && closesParagraph[atom.Lookup(name)]
	}
	c.deep--
	return c.deep < 0
}

// endsBefore reports whether a start tag closes the element, by HTML's rules: links,
// headings and paragraphs do not nest.
func (c *collector) endsBefore(e *element) bool {
	switch {
	case c.name == "p" && closesParagraph[e.atom]:
		return true
	case c.name != e.name:
		return false
	case e.atom == atom.A || e.atom == atom.H1:
		return true
	}
	c.deep++
	return false
}

// closesParagraph holds the elements whose start or end tag closes an open paragraph.
var closesParagraph = func() map[atom.Atom]bool {
	all := map[atom.Atom]bool{}
	for _, a := range []atom.Atom{
		atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Details, atom.Dialog, atom.Div, atom.Dl, atom.Fieldset, atom.Figure,
		atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Pre, atom.Section, atom.Table, atom.Td, atom.Ul,
	} {
		all[a] = true
	}
	return all
}()

// isRawText holds the elements whose content the tokenizer reads as text up to their end tag.
var isRawText = map[atom.Atom]bool{
	atom.Iframe: true, atom.Noembed: true, atom.Noframes: true, atom.Noscript: true, atom.Plaintext: true,
	atom.Script: true, atom.Style: true, atom.Textarea: true, atom.Title: true, atom.Xmp: true,
}

const blank = " \t\n\r\f"

// filter checks each tag before the tokenizer reads it. As long as the filter sees the same
// tags as the tokenizer, it checks no byte twice. If the two disagree, the budget keeps the
// filter's time linear.
type filter struct {
	raw    atom.Atom // the raw-text element that the last tag opened, or 0
	budget int       // bytes that the filter may still check
}

// allows reports whether the tokenizer may read the token at the beginning of a text.
func (f *filter) allows(text []byte) bool {
	if !f.beginsTag(text) {
		return true
	}
	length, attributes := measureTag(text)
	f.budget -= length
	return attributes < maxAttributes && f.budget >= 0
}

// beginsTag reports whether the tokenizer reads a tag at the beginning of a text.
func (f *filter) beginsTag(text []byte) bool {
	name, end := bytes.CutPrefix(text, []byte("</"))
	if f.raw != 0 {
		size := len(f.raw.String())
		return end && f.raw != atom.Plaintext && len(name) > size && strings.IndexByte(blank+"/>", name[size]) >= 0 &&
			strings.EqualFold(string(name[:size]), f.raw.String())
	}
	if !end {
		name, end = bytes.CutPrefix(text, []byte("<"))
	}
	return end && len(name) > 0 && 'a' <= name[0]|0x20 && name[0]|0x20 <= 'z'
}

// measureTag returns the length of the tag that a text begins with, not counting the closing ">",
// and the number of its attributes. It stops at maxAttributes.
func measureTag(tag []byte) (length, attributes int) {
	text := after(tag[2:], blank+"/>")
	for ; attributes < maxAttributes; attributes++ {
		text = bytes.TrimLeft(text, blank+"/")
		if len(text) == 0 || text[0] == '>' {
			break
		}
		text = bytes.TrimLeft(after(text[1:], blank+"/=>"), blank)
		if len(text) == 0 || text[0] != '=' {
			continue
		}
		text = bytes.TrimLeft(text[1:], blank)
		if len(text) > 0 && (text[0] == '"' || text[0] == '\'') {
			text = after(text[1:], string(text[0]))
			text = text[min(1, len(text)):]
		} else {
			text = after(text, blank+">")
		}
	}
	return len(tag) - len(text), attributes
}

// after returns the text from the first of the stop characters on.
func after(text []byte, stops string) []byte {
	i := bytes.IndexAny(text, stops)
	if i < 0 {
		return nil
	}
	return text[i:]
}

// words joins words with single spaces, up to most bytes.
type words struct {
	text []byte
	most int
}

func (w *words) add(text []byte) {
	for word := range bytes.FieldsSeq(text) {
		if len(w.text) >= w.most {
			return
		}
		if len(w.text) > 0 {
			w.text = append(w.text, ' ')
		}
		w.text = append(w.text, cut(word, w.most-len(w.text))...)
	}
}

// cut returns at most most bytes of a text, without splitting a rune.
func cut(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// plain returns the text of an HTML fragment.
func plain(text string) (found string) {
	scan([]byte("<body>"+text), func([]byte, []byte) {}, func(e *element) *string {
		if e.atom == atom.Body {
			return &found
		}
		return nil
	})
	return found
}

// some holds the first elements of a JSON array. If a JSON object repeats a key, the first
// array is used.
type some[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (s *some[T]) UnmarshalJSON(raw []byte) error {
	if *s != nil || string(raw) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return errors.New("not an array")
	}
	*s = some[T]{}
	for d.More() && len(*s) < maxRead {
		var one T
		if err := d.Decode(&one); err != nil {
			return err
		}
		*s = append(*s, one)
	}
	return nil
}
