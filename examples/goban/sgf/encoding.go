package sgf

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// decodeMarked returns a text that begins with a byte order mark in UTF-8, without the mark, and whether there was one. A text
// whose first character is given by two bytes is taken for UTF-16 without a mark.
func decodeMarked(text []byte) (decoded []byte, marked bool, err error) {
	var from encoding.Encoding
	begins := func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) }
	switch {
	case begins("\xef\xbb\xbf"):
		return text[3:], true, nil
	case begins("\xff\xfe\x00\x00"), begins("\x00\x00\xfe\xff"):
		from = utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)
	case begins("\xff\xfe"), begins("\xfe\xff"):
		from = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	case begins("(\x00"):
		from = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case begins("\x00("):
		from = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	default:
		return text, false, nil
	}
	decoded, err = from.NewDecoder().Bytes(text)
	if err != nil {
		return nil, false, fmt.Errorf("the text is not in the encoding of its byte order mark: %w", err)
	}
	return decoded, true, nil
}

// A charset is the encoding of the values of a game.
type charset struct {
	name  string
	from  encoding.Encoding // nil if it is unknown
	lead  byte              // the first byte from this on is the first of two or four
	alone [2]byte           // but not one in this range
}

// The encodings in which a character may take several bytes, of which the first is not in ASCII, though the second may be,
// by their names in the standard of encodings of the web.
var severalBytes = map[string]charset{
	"gbk": {lead: 0x81}, "gb18030": {lead: 0x81}, "big5": {lead: 0x81}, "euc-kr": {lead: 0x81}, "euc-jp": {lead: 0x8e},
	"shift_jis": {lead: 0x81, alone: [2]byte{0xa0, 0xdf}},
}

// charsetOf returns the encoding of a name, nil for UTF-8 and ASCII. That of an unknown name has no text but ASCII. One that
// gives other characters by the bytes of ASCII is an error.
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
		canonical = "windows-1252" // that is, one of single bytes
	}
	c := severalBytes[canonical]
	c.name, c.from = name, from
	switch canonical {
	case "utf-8", "utf-16le", "utf-16be": // a text that is read by bytes is in neither of the latter
		return nil, nil
	case "iso-2022-jp", "replacement":
		return nil, fmt.Errorf("the encoding %.40q cannot be read", name)
	}
	return &c, nil
}

// leads reports whether a byte is the first of a character of several.
func (c *charset) leads(b byte) bool {
	return c != nil && c.lead > 0 && b >= c.lead && b < 0xff && (b < c.alone[0] || b > c.alone[1])
}

// decode returns a value in UTF-8.
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
