package bring

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What is collected of a file, whatever the file holds. A file of 4 MB can have
// millions of elements, and as much text below each of them.
const (
	maxRead       = 2000    // links of a file, before duplicates are dropped
	maxOpen       = 8       // elements within each other whose text is collected
	maxAttributes = 1000    // of a tag; the tokenizer stores the place of each
	maxValue      = 8 << 10 // bytes of an attribute
	bytesALetter  = 64      // more than any letter of any script has
)

// element is a start tag, with the attributes that any reader looks at. They are good
// until the next tag is read.
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

// reader says of a start tag where the text of its element goes; nil is nowhere.
type reader func(*element) *string

// collector gathers the text of an open element.
type collector struct {
	words
	to   *string
	name string
	deep int // elements of the same name that are open within it
}

// scan reads a page tag by tag. It calls script with the id and the text of each
// script. It keeps no tree, which takes fifty times the memory of a hostile file.
func scan(file []byte, script func(id, text []byte), readers ...reader) {
	z := html.NewTokenizer(bytes.NewReader(file))
	var e element
	var id []byte // of the script that is open
	open := collectors{all: make([]collector, 0, maxOpen)}
	defer open.finish(func(*collector) bool { return true })
	for at := 0; !tooManyAttributes(file[at:]); at += len(z.Raw()) {
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

// collectors are those of the open elements, outermost first.
type collectors struct{ all []collector }

func (open *collectors) begin(name string, to *string) {
	if to == nil || len(open.all) == maxOpen {
		return
	}
	open.all = open.all[:len(open.all)+1]
	c := &open.all[len(open.all)-1] // its room is used again
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

// endsBefore reports whether a start tag closes the element, as in HTML's rules: links,
// headings and paragraphs do not stand within their like.
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

// closesParagraph are the elements before and at whose end a paragraph ends without an
// end tag of its own.
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

// tooManyAttributes reports whether a text begins with a tag that has more attributes
// than the tokenizer should read.
func tooManyAttributes(text []byte) bool {
	const blank = " \t\n\r\f"
	if len(text) < 2 || text[0] != '<' || text[1] != '/' && (text[1]|0x20 < 'a' || text[1]|0x20 > 'z') {
		return false
	}
	text = after(text[2:], blank+"/>")
	for range maxAttributes {
		text = bytes.TrimLeft(text, blank+"/")
		if len(text) == 0 || text[0] == '>' {
			return false
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
	return true
}

// after is what begins with the first of some characters.
func after(text []byte, stops string) []byte {
	i := bytes.IndexAny(text, stops)
	if i < 0 {
		return nil
	}
	return text[i:]
}

// words joins texts by single blanks, and drops what is beyond its bound.
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

// cut is the beginning of a text, without a part of a rune at its end.
func cut(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// plain is the text of some HTML.
func plain(text string) (found string) {
	scan([]byte("<body>"+text), func([]byte, []byte) {}, func(e *element) *string {
		if e.atom == atom.Body {
			return &found
		}
		return nil
	})
	return found
}

// some are the first elements of a JSON array. Where a member is repeated, its first
// array counts.
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
