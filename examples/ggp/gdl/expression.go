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

// MaxNesting is the maximum depth of parentheses.
const MaxNesting = 1000

// A Position is a place in a text. Lines and columns count from 1; columns are characters. The zero value is no place.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// String returns line:column, or "-" for no place.
func (p Position) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// A SyntaxError is an error in a text.
type SyntaxError struct {
	At   Position
	What string
}

func (e *SyntaxError) Error() string { return e.At.String() + ": " + e.What }

// An Expression of KIF is a symbol or a list of expressions in parentheses. Messages of the protocol of general game
// playing are expressions, too.
type Expression struct {
	Symbol string // as written; empty for a list
	List   []Expression
	At     Position
}

// String returns the expression as KIF, with single blanks.
func (e Expression) String() string {
	if e.Symbol != "" {
		return e.Symbol
	}
	var parts []string
	for _, x := range e.List {
		parts = append(parts, x.String())
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// A failure is the panic value of [fail], which [caught] turns into an error.
type failure struct{ error }

func fail(at Position, format string, args ...any) {
	panic(failure{&SyntaxError{at, fmt.Sprintf(format, args...)}})
}

func caught(err *error) {
	if p := recover(); p != nil {
		f, ok := p.(failure)
		if !ok {
			panic(p)
		}
		*err = f.error
	}
}

// ReadExpressions reads KIF up to the end. A semicolon begins a comment that ends with the line. The error is a
// [*SyntaxError] or comes from the reader.
func ReadExpressions(r io.Reader) (all []Expression, err error) {
	defer caught(&err)
	return newScanner(r).list(Position{}, 0), nil
}

// A scanner reads characters with their positions. It fails on characters that are not text.
type scanner struct {
	in      *bufio.Reader
	at, was Position // of the next and of the last character
	ended   bool     // the last character was a carriage return: lines end in CR, LF or both
}

const end rune = -1

func newScanner(r io.Reader) *scanner {
	return &scanner{in: bufio.NewReader(bom.Skip(r)), at: Position{1, 1}}
}

// list reads the rest of a list that began at a position, at a depth of nesting; at depth 0, the whole text.
func (s *scanner) list(began Position, nesting int) (all []Expression) {
	for {
		c, at := s.next()
		switch {
		case c == end:
			if nesting > 0 {
				fail(began, "a parenthesis that is never closed")
			}
			return all
		case c == ';':
			s.skipLine()
		case unicode.IsSpace(c):
		case c == '(':
			if nesting == MaxNesting {
				fail(at, "more than %d open parentheses", MaxNesting)
			}
			all = append(all, Expression{List: s.list(at, nesting+1), At: at})
		case c == ')':
			if nesting == 0 {
				fail(at, "a closing parenthesis too many")
			}
			return all
		default:
			s.unread()
			symbol := s.symbol(func(c rune) bool { return c != '(' && c != ')' && c != ';' && !unicode.IsSpace(c) })
			all = append(all, Expression{Symbol: symbol, At: at})
		}
	}
}

func (s *scanner) next() (rune, Position) {
	c, text := s.read()
	if !text {
		fail(s.was, "the character %#U, which is not text", c)
	}
	return c, s.was
}

// read returns the next character and whether it is text.
func (s *scanner) read() (c rune, text bool) {
	c, size, err := s.in.ReadRune()
	s.was = s.at
	switch {
	case errors.Is(err, io.EOF):
		return end, true
	case err != nil:
		panic(failure{err})
	case c == '\n' && s.ended:
	case c == '\n' || c == '\r':
		s.at = Position{s.at.Line + 1, 1}
	default:
		s.at.Column++
	}
	s.ended = c == '\r'
	return c, (c != unicode.ReplacementChar || size > 1) && (c >= ' ' || unicode.IsSpace(c)) && c != 0x7f
}

func (s *scanner) unread() {
	_ = s.in.UnreadRune() // fails only at the end, where nothing was read
	s.at = s.was
}

func (s *scanner) skipLine() {
	for c := ' '; c != '\n' && c != '\r' && c != end; {
		c, _ = s.read()
	}
}

// symbol reads characters while they are part of a symbol.
func (s *scanner) symbol(part func(rune) bool) string {
	var text strings.Builder
	for {
		c, _ := s.next()
		if c == end || !part(c) {
			s.unread()
			return text.String()
		}
		text.WriteRune(c)
	}
}
