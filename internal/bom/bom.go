// Package bom skips the byte order mark that some editors write at the start of a text in UTF-8.
package bom

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// The mark of UTF-32 begins like one of UTF-16.
var (
	utf8 = []byte("\xef\xbb\xbf")

	others = []struct{ name, mark string }{
		{"UTF-32", "\xff\xfe\x00\x00"}, {"UTF-32", "\x00\x00\xfe\xff"}, {"UTF-16", "\xff\xfe"}, {"UTF-16", "\xfe\xff"},
	}
)

func Trim(text []byte) []byte { return bytes.TrimPrefix(text, utf8) }

// Skip returns a reader of r without the mark at its start. A text that begins with the mark of another encoding is an
// error that names it. The reader never waits for more than it needs, so r may be a terminal.
func Skip(r io.Reader) io.Reader { return &reader{from: r} }

// Discard discards the mark at the start of a session in any encoding. It waits only for the first character.
func Discard(in *bufio.Reader) {
	if c, _, err := in.ReadRune(); err == nil && c != '\ufeff' {
		_ = in.UnreadRune() // which ReadRune allows
	}
}

type reader struct {
	from  io.Reader
	begun bool   // the start was read
	start []byte // read but not returned
	err   error  // the error after start
}

func (r *reader) Read(b []byte) (int, error) {
	if !r.begun && len(b) > 0 {
		r.begin()
	}
	switch {
	case len(r.start) > 0:
		n := copy(b, r.start)
		r.start = r.start[n:]
		return n, nil
	case r.err != nil:
		return 0, r.err
	}
	return r.from.Read(b)
}

func (r *reader) begin() {
	r.begun = true
	var buffer [4]byte
	n := 0
	for r.err == nil && n < len(buffer) && open(buffer[:n]) {
		var more int
		more, r.err = r.from.Read(buffer[n:])
		n += more
	}
	for _, o := range others {
		if bytes.HasPrefix(buffer[:n], []byte(o.mark)) && (r.err == nil || errors.Is(r.err, io.EOF)) {
			r.err = fmt.Errorf("the text is in %s: want UTF-8", o.name)
			return
		}
	}
	r.start = Trim(buffer[:n])
}

// open reports whether start may be an incomplete mark.
func open(start []byte) bool {
	if len(start) < len(utf8) && bytes.HasPrefix(utf8, start) {
		return true
	}
	for _, o := range others {
		if len(start) < len(o.mark) && bytes.HasPrefix([]byte(o.mark), start) {
			return true
		}
	}
	return false
}
