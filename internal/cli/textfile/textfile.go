// Package textfile reads text files line by line.
package textfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/internal/bom"
)

// LongestLine is the maximum length of a line, in bytes.
const LongestLine = 1 << 20

// A Scanner is a [bufio.Scanner] that counts its lines.
type Scanner struct {
	*bufio.Scanner
	Line int // number of the current line, from 1
}

// Lines returns a scanner of the lines of r, without a byte order mark.
func Lines(r io.Reader) *Scanner {
	s := &Scanner{Scanner: bufio.NewScanner(bom.Skip(r))}
	s.Buffer(nil, LongestLine+len("\r\n"))
	return s
}

// Each calls read with each line of r, without surrounding spaces, up to the first error. Errors name the line.
func Each(r io.Reader, read func(line int, text string) error) error {
	s := Lines(r)
	for s.Scan() {
		if err := read(s.Line, strings.TrimSpace(s.Text())); err != nil {
			return fmt.Errorf("line %d: %w", s.Line, err)
		}
	}
	return s.Err()
}

// Scan advances to the next line and reports whether there is one.
func (s *Scanner) Scan() bool {
	more := s.Scanner.Scan()
	if more {
		s.Line++
	}
	return more
}

// Err returns the error that stopped Scan, with the number of the unreadable line.
func (s *Scanner) Err() error {
	err := s.Scanner.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d: longer than %d bytes", s.Line+1, LongestLine)
	case err != nil:
		return fmt.Errorf("line %d: %w", s.Line+1, err)
	}
	return nil
}
