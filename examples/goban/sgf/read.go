// Package sgf reads games in the Smart Game Format, version 4 (Hollosi 1997), in any common encoding and with the small
// faults found in collections.
package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/ply-search/ply/examples/goban/goban"
)

// The limits of [Read].
const (
	MaxBytes      = 4 << 20
	MaxNesting    = 1000 // variations within variations
	MaxProperties = 200  // of a node
)

// Read reads the games of a file, at least one, and returns their first nodes. Text before, between and after games is
// skipped, and brackets missing at the end are taken as closed. Names and values of properties are not checked;
// [goban.Replay] reports wrong ones. Values are converted to UTF-8 from the encoding of a byte order mark or of
// property CA. Errors begin with the line.
func Read(r io.Reader) ([]*goban.Node, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxBytes:
		return nil, fmt.Errorf("longer than %d bytes", MaxBytes)
	}
	text, decoded, err := decodeMarked(text)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	p := parser{text: text, line: 1, decoded: decoded}
	games, err := p.games()
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", p.line, err)
	}
	return games, nil
}

// A parser reads SGF from the front of a text.
type parser struct {
	text    []byte
	line    int
	decoded bool     // the text is in UTF-8, and CA is ignored
	charset *charset // of the values of the game; nil to keep them
}

// next returns the next character that is not white space, without consuming it, or 0 at the end.
func (p *parser) next() byte {
	for len(p.text) > 0 {
		switch c := p.text[0]; c {
		case '\n':
			p.line++
		case ' ', '\t', '\r', '\v', '\f':
		case 0:
			return 1 // wrong everywhere
		default:
			return c
		}
		p.text = p.text[1:]
	}
	return 0
}

// skip skips text before a game, and reports whether a game follows.
func (p *parser) skip() bool {
	for {
		before, _, found := bytes.Cut(p.text, []byte("("))
		p.line += bytes.Count(before, []byte("\n"))
		p.text = p.text[len(before):]
		if !found {
			return false
		}
		at := *p
		p.text = p.text[1:]
		if p.next() == ';' {
			*p = at
			return true
		}
	}
}

func (p *parser) games() ([]*goban.Node, error) {
	var games []*goban.Node
	var at *goban.Node     // the parent of the next node
	var open []*goban.Node // the parents of the open variations
	begun := false         // a variation that has no node yet
	for {
		if len(open) == 0 && !p.skip() {
			if len(games) == 0 {
				return nil, errors.New("no game: want (;")
			}
			return games, nil
		}
		c := p.next()
		switch {
		case c == 0 && !begun:
			return games, nil
		case c == '(' && !begun:
			if len(open) == MaxNesting {
				return nil, fmt.Errorf("more than %d variations within one another", MaxNesting)
			}
			open = append(open, at)
			begun = true
			p.text = p.text[1:]
		case c == ';' && at == nil:
			n, err := p.root()
			if err != nil {
				return nil, err
			}
			games = append(games, n)
			at, begun = n, false
		case c == ';' && (begun || len(at.Children) == 0):
			start := *p
			n, err := p.node()
			if err != nil {
				return nil, err
			}
			if begun && isRoot(n) { // the brackets of the game before are missing
				*p = start
				at, open = nil, open[:1]
				continue
			}
			at.Children = append(at.Children, n)
			at, begun = n, false
		case c == ')' && !begun:
			at = open[len(open)-1]
			open = open[:len(open)-1]
			p.text = p.text[1:]
		case begun:
			return nil, fmt.Errorf("%s: want ; and a node after (", p.here())
		case c == ';':
			return nil, errors.New("a node after variations: want ( or )")
		default:
			return nil, fmt.Errorf("%s: want ; or ( or )", p.here())
		}
	}
}

func isRoot(n *goban.Node) bool {
	_, game := n.Value("GM")
	_, format := n.Value("FF")
	return game || format
}

// encodingName finds property CA in a text whose brackets are unknown, and maxHead limits the search.
var encodingName = regexp.MustCompile(`[;\]\s]CA\s*\[([^\]]*)\]`)

const maxHead = 1 << 16

// root reads the first node of a game, and reads it again if it names an encoding.
func (p *parser) root() (*goban.Node, error) {
	start := *p
	p.charset = nil
	n, err := p.node()
	name, named := n.Value("CA")
	if p.decoded {
		if named {
			n.Set("CA", "UTF-8")
		}
		return n, err
	}
	if !named { // an earlier value may have contained bytes that look like brackets or backslashes
		read := len(start.text) - len(p.text)
		if c := p.next(); err != nil || !strings.ContainsRune("\x00;()", rune(c)) {
			read = min(len(start.text), maxHead)
		}
		if found := encodingName.FindSubmatch(start.text[:read]); found != nil {
			name = string(found[1])
		}
	}
	charset, wrong := charsetOf(name)
	switch {
	case wrong != nil && named:
		return n, fmt.Errorf("CA: %w", wrong)
	case charset == nil:
		return n, err
	}
	end := *p
	*p = start
	p.charset = charset
	again, wrong := p.node()
	if _, ok := again.Value("CA"); !ok {
		*p = end
		return n, err
	}
	again.Set("CA", "UTF-8")
	return again, wrong
}

func (p *parser) here() string { return fmt.Sprintf("%.10q", p.text[:min(len(p.text), 10)]) }

// node reads a node. With an error it returns the properties read so far.
func (p *parser) node() (*goban.Node, error) {
	p.text = p.text[1:]
	n := &goban.Node{Line: p.line}
	for {
		if !letter(p.next()) {
			return n, nil
		}
		end := slices.IndexFunc(p.text, func(b byte) bool { return !letter(b) })
		if end < 0 {
			end = len(p.text)
		}
		// Small letters are from before version 4: Black[dd] for B[dd].
		name := strings.Map(func(r rune) rune {
			if r >= 'a' {
				return -1
			}
			return r
		}, string(p.text[:end]))
		switch {
		case name == "" || len(name) > 64:
			return n, fmt.Errorf("%s is not the name of a property: want capital letters", p.here())
		case len(n.Properties) == MaxProperties:
			return n, fmt.Errorf("more than %d properties in a node", MaxProperties)
		}
		p.text = p.text[end:]
		if p.next() != '[' {
			return n, fmt.Errorf("no value of %s: want [", name)
		}
		values := n.Values(name) // of the same name before
		for p.next() == '[' {
			value, err := p.value()
			if err != nil {
				return n, fmt.Errorf("%s: %w", name, err)
			}
			values = append(values, value)
		}
		n.Set(name, values...)
	}
}

func letter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// value reads a value in brackets. Ends of lines become \n, and vanish after a backslash.
func (p *parser) value() (string, error) {
	var value []byte
	start := p.line
	for i := 1; i < len(p.text); i++ {
		c := p.text[i]
		escaped := c == '\\'
		if escaped {
			if i++; i == len(p.text) {
				break
			}
			c = p.text[i]
		}
		switch {
		case p.charset.leads(c) && i+1 < len(p.text): // the second byte may look like a bracket
			value = append(value, c, p.text[i+1])
			i++
		case c == '\n' || c == '\r':
			if i+1 < len(p.text) && p.text[i+1] == c^'\n'^'\r' {
				i++
			}
			p.line++
			if !escaped {
				value = append(value, '\n')
			}
		case c == ']' && !escaped:
			p.text = p.text[i+1:]
			return p.charset.decode(value)
		default:
			value = append(value, c)
		}
	}
	p.line = start
	return "", errors.New("a value without an end: want ]")
}

// decodeMarked returns a text with a byte order mark in UTF-8, without the mark, and whether it had one. A text whose
// first character takes two bytes is read as UTF-16 without a mark.
func decodeMarked(text []byte) (decoded []byte, marked bool, err error) {
	if decoded, marked = bytes.CutPrefix(text, []byte("\xef\xbb\xbf")); marked {
		return decoded, true, nil
	}
	for _, m := range marks {
		if bytes.HasPrefix(text, []byte(m.mark)) {
			if decoded, err = m.of.NewDecoder().Bytes(text); err != nil {
				err = fmt.Errorf("the text is not in the encoding of its byte order mark: %w", err)
			}
			return decoded, true, err
		}
	}
	return text, false, nil
}

// marks are the first bytes of texts in UTF-32 and UTF-16. The last two are the first character of a game.
var marks = []struct {
	mark string
	of   encoding.Encoding
}{
	{"\xff\xfe\x00\x00", utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)}, {"\x00\x00\xfe\xff", utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)},
	{"\xff\xfe", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)}, {"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)},
	{"(\x00", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, {"\x00(", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
}

// A charset is the encoding of the values of a game.
type charset struct {
	name  string
	from  encoding.Encoding // nil if unknown
	lead  byte              // bytes from this on begin a character of two or four
	alone [2]byte           // except in this range
}

// severalBytes are the encodings of characters in several bytes whose first is not ASCII, while the second can be, by
// their names in the encoding standard of the web.
var severalBytes = map[string]charset{
	"gbk": {lead: 0x81}, "gb18030": {lead: 0x81}, "big5": {lead: 0x81}, "euc-kr": {lead: 0x81}, "euc-jp": {lead: 0x8e},
	"shift_jis": {lead: 0x81, alone: [2]byte{0xa0, 0xdf}},
}

// charsetOf returns the encoding of a name, nil for UTF-8 and ASCII. With an unknown name, text must be ASCII. An
// encoding that uses the bytes of ASCII for other characters is an error.
func charsetOf(name string) (*charset, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return nil, nil
	}
	from, err := htmlindex.Get(name)
	if err != nil {
		if from, err = ianaindex.IANA.Encoding(name); err != nil || from == nil {
			return &charset{name: name}, nil
		}
	}
	canonical, err := htmlindex.Name(from)
	if err != nil {
		canonical = "windows-1252" // a representative of encodings with single bytes
	}
	c := severalBytes[canonical]
	c.name, c.from = name, from
	switch canonical {
	case "utf-8", "utf-16le", "utf-16be": // not UTF-16 if it could be read by bytes
		return nil, nil
	case "iso-2022-jp", "replacement":
		return nil, fmt.Errorf("the encoding %.40q cannot be read", name)
	}
	return &c, nil
}

// leads reports whether a byte begins a character of several bytes.
func (c *charset) leads(b byte) bool {
	return c != nil && c.lead > 0 && b >= c.lead && b < 0xff && (b < c.alone[0] || b > c.alone[1])
}

func (c *charset) decode(value []byte) (string, error) {
	if c == nil || !bytes.ContainsFunc(value, func(r rune) bool { return r >= 0x80 }) {
		return string(value), nil
	}
	if c.from == nil {
		return "", fmt.Errorf("the encoding %.40q, which CA names, is unknown", c.name)
	}
	text, err := c.from.NewDecoder().Bytes(value)
	if err != nil {
		return "", fmt.Errorf("not in the encoding %.40q, which CA names: %w", c.name, err)
	}
	return string(text), nil
}
