package gdl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/ply-search/ply/internal/bom"
)

// MaxNesting is the number of parentheses that may be open at a time.
const MaxNesting = 1000

// A Position is a place in a text. Lines, and characters within a line, are counted from 1. The zero value is no place.
type Position struct{ Line, Column int }

// String writes the position as line:column, or "-" if there is none.
func (p Position) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// A SyntaxError tells what is wrong with a text, and where.
type SyntaxError struct {
	At   Position
	What string
}

func (e *SyntaxError) Error() string { return e.At.String() + ": " + e.What }

// An Expression is what KIF is made of: a symbol, or a list of expressions in parentheses. The messages of the
// protocol of general game playing consist of them, too.
type Expression struct {
	Symbol string       // as it was written, empty if it is a list
	List   []Expression // of a list
	At     Position
}

// String writes the expression as KIF, with single blanks.
func (e Expression) String() string {
	var text strings.Builder
	e.write(&text)
	return text.String()
}

func (e Expression) write(text *strings.Builder) {
	if e.Symbol != "" {
		text.WriteString(e.Symbol)
		return
	}
	text.WriteByte('(')
	for i, x := range e.List {
		if i > 0 {
			text.WriteByte(' ')
		}
		x.write(text)
	}
	text.WriteByte(')')
}

// ReadExpressions reads KIF up to the end. A semicolon begins a comment that ends with the line. The error is a
// [*SyntaxError], or that of the reader.
func ReadExpressions(r io.Reader) ([]Expression, error) {
	s := newScanner(r)
	open := [][]Expression{nil} // the lists that have begun, the text itself first
	var began []Position
	for {
		c, at, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			if len(began) > 0 {
				return nil, &SyntaxError{began[len(began)-1], "a parenthesis that is never closed"}
			}
			return open[0], nil
		case err != nil:
			return nil, err
		case c == ';':
			s.skipLine()
		case unicode.IsSpace(c):
		case c == '(':
			if len(began) == MaxNesting {
				return nil, &SyntaxError{at, fmt.Sprintf("more than %d open parentheses", MaxNesting)}
			}
			open = append(open, nil)
			began = append(began, at)
		case c == ')':
			last := len(open) - 1
			if last == 0 {
				return nil, &SyntaxError{at, "a closing parenthesis too many"}
			}
			open[last-1] = append(open[last-1], Expression{List: open[last], At: began[last-1]})
			open, began = open[:last], began[:last-1]
		default:
			s.unread()
			symbol, err := s.symbol(func(c rune) bool { return c != '(' && c != ')' && c != ';' && !unicode.IsSpace(c) })
			if err != nil {
				return nil, err
			}
			last := len(open) - 1
			open[last] = append(open[last], Expression{Symbol: symbol, At: at})
		}
	}
}

// A scanner reads characters and knows where they stand.
type scanner struct {
	in      *bufio.Reader
	at, was Position // of the next character and of the last one
	ended   bool     // the last character was a carriage return, which ends a line as a line feed does, or both
}

func newScanner(r io.Reader) *scanner {
	return &scanner{in: bufio.NewReader(bom.Skip(r)), at: Position{1, 1}}
}

// next returns the next character and its place. Characters that no text has are refused.
func (s *scanner) next() (rune, Position, error) {
	c, size, err := s.in.ReadRune()
	if err != nil {
		return 0, s.at, err
	}
	s.was = s.at
	switch {
	case c == '\n' && s.ended:
	case c == '\n' || c == '\r':
		s.at = Position{s.at.Line + 1, 1}
	default:
		s.at.Column++
	}
	s.ended = c == '\r'
	if c == unicode.ReplacementChar && size == 1 || c < ' ' && !unicode.IsSpace(c) || c == 0x7f {
		return 0, s.was, &SyntaxError{s.was, fmt.Sprintf("the character %#U, which is not text", c)}
	}
	return c, s.was, nil
}

func (s *scanner) unread() {
	_ = s.in.UnreadRune() // right after ReadRune, it cannot fail
	s.at = s.was
}

// skipLine reads up to the end of the line.
func (s *scanner) skipLine() {
	for {
		if c, _, err := s.next(); c == '\n' || c == '\r' || errors.Is(err, io.EOF) {
			return
		} else if err != nil && !errors.As(err, new(*SyntaxError)) {
			return // the next read fails, too
		}
	}
}

// symbol reads characters for as long as they are part of a symbol.
func (s *scanner) symbol(part func(rune) bool) (string, error) {
	var text strings.Builder
	for {
		c, _, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return text.String(), nil
		case err != nil:
			return "", err
		case !part(c):
			s.unread()
			return text.String(), nil
		}
		text.WriteRune(c)
	}
}
