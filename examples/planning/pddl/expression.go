package pddl

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// An Error is an error at a place in a text.
type Error struct {
	Line, Column int // from 1
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// An expression is a word, or a list of expressions in parentheses.
type expression struct {
	line, column int
	word         string // in lower case; "" for a list
	list         []*expression
}

// fail panics with an error at the expression, which catch returns.
func (e *expression) fail(format string, args ...any) {
	panic(&Error{e.line, e.column, fmt.Sprintf(format, args...)})
}

func catch(err *error) {
	switch failure := recover().(type) {
	case nil:
	case *Error:
		*err = failure
	default:
		panic(failure)
	}
}

func (e *expression) isList() bool { return e.word == "" }

func (e *expression) wantList() {
	if !e.isList() {
		e.fail("%s: want a list in parentheses", e)
	}
}

func (e *expression) head() string {
	if len(e.list) == 0 {
		return ""
	}
	return e.list[0].word
}

func (e *expression) String() string {
	if !e.isList() {
		return e.word
	}
	return "(" + strings.Trim(fmt.Sprint(e.list), "[]") + ")"
}

// Plain returns a text without a byte order mark, and with line feeds as ends of lines.
func Plain(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff"))
}

type reader struct {
	text         string
	line, column int
}

// read returns the single expression of a text.
func read(text string) *expression {
	r := &reader{Plain(text), 1, 1}
	e := r.next()
	if r.skip(); r.text != "" {
		r.here().fail("the text goes on after its last parenthesis")
	}
	return e
}

func (r *reader) here() *expression { return &expression{line: r.line, column: r.column} }

func (r *reader) advance(n int) {
	for _, c := range r.text[:n] {
		if r.column++; c == '\n' {
			r.line, r.column = r.line+1, 1
		}
	}
	r.text = r.text[n:]
}

func (r *reader) skip() {
	for r.text != "" {
		switch c := r.text[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\f':
			r.advance(1)
		case c == ';':
			end := strings.IndexByte(r.text, '\n')
			if end < 0 {
				end = len(r.text)
			}
			r.advance(end)
		default:
			return
		}
	}
}

// next reads an expression, without recursion for nested ones.
func (r *reader) next() *expression {
	var open []*expression
	for {
		r.skip()
		e := r.here()
		switch {
		case r.text == "" && len(open) > 0:
			open[len(open)-1].fail("this parenthesis is not closed")
		case r.text == "":
			e.fail("there is nothing to read")
		case r.text[0] == '(':
			r.advance(1)
			open = append(open, e)
			continue
		case r.text[0] == ')':
			if len(open) == 0 {
				e.fail("this parenthesis closes nothing")
			}
			r.advance(1)
			e, open = open[len(open)-1], open[:len(open)-1]
		default:
			end := 1 + strings.IndexAny(r.text[1:], "()?; \t\n\f") // a question mark begins a parameter
			if end == 0 {
				end = len(r.text)
			}
			e.word = strings.ToLower(r.text[:end])
			r.advance(end)
		}
		if len(open) == 0 {
			return e
		}
		last := open[len(open)-1]
		last.list = append(last.list, e)
	}
}

// number reads a whole number of at least 0, which can be written as 2, 2.0 or 0.2e1.
func number(e *expression) int {
	f, _, err := big.ParseFloat(e.word, 10, 512, big.ToNearestEven)
	switch {
	case err != nil || e.word[0] == '-' || strings.ContainsAny(e.word, "in"): // inf and nan too
		e.fail("%s: want a whole number of 0 or more", e)
	case f.Cmp(new(big.Float).SetInt64(math.MaxInt)) > 0:
		e.fail("%s is too great: want at most %d", e, math.MaxInt)
	case f.Acc() != big.Exact || !f.IsInt():
		e.fail("%s: want a whole number, not a fraction: multiply all costs by the same number", e)
	}
	n, _ := f.Int64()
	return int(n)
}
