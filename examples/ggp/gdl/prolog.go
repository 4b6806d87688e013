package gdl

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// ParseProlog reads a description in a notation that resembles Prolog. Rules end in a full stop, :- separates head and
// body, a comma or & separates premises, a semicolon or | separates alternatives, and ~, \+ and not(…) negate. Variables
// begin with a capital letter or an underscore; each _ is a new variable. Symbols with characters other than letters,
// digits and underscores are written in single quotes. A percent sign begins a comment.
//
// The error is a [*SyntaxError] or comes from the reader.
func ParseProlog(r io.Reader) (d *Description, err error) {
	defer caught(&err)
	p := prologParser{scanner: newScanner(r)}
	var all []Expression
	for p.advance(); p.token.kind != endToken; {
		all = append(all, p.rule())
	}
	return DescriptionOf(all)
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	symbolToken
	variableToken
	markToken // :- ( ) , ; ~ .
)

type token struct {
	kind tokenKind
	text string
	at   Position
}

func (t token) String() string {
	if t.kind == endToken {
		return "the end of the text"
	}
	return fmt.Sprintf("%.40q", t.text)
}

// A prologParser translates the notation into expressions of KIF.
type prologParser struct {
	*scanner
	token     token
	anonymous int
	nesting   int
}

func (p *prologParser) want(what string) { fail(p.token.at, "%v where %s is wanted", p.token, what) }

func word(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

var marks = map[string]string{
	":-": ":-", "(": "(", ")": ")", ",": ",", "&": ",", ";": ";", "|": ";", "~": "~", `\+`: "~", ".": ".",
}

func (p *prologParser) advance() {
	c, at := p.next()
	for unicode.IsSpace(c) || c == '%' {
		if c == '%' {
			p.skipLine()
		}
		c, at = p.next()
	}
	p.token = token{at: at}
	switch {
	case c == end:
	case word(c):
		p.unread()
		if p.token.kind = symbolToken; c == '_' || unicode.IsUpper(c) {
			p.token.kind = variableToken
		}
		p.token.text = p.symbol(word)
	case c == '\'':
		p.token.kind, p.token.text = symbolToken, p.quoted(at)
	default:
		text, two := string(c), c == ':' || c == '\\'
		if two {
			second, _ := p.next()
			text += string(second)
		}
		mark, ok := marks[text]
		switch {
		case !ok && two:
			fail(at, "%q that begins nothing", c)
		case !ok:
			fail(at, "the character %q, which must be in quotes", c)
		}
		p.token.kind, p.token.text = markToken, mark
	}
}

// quoted reads the rest of a quoted symbol. Two quotes stand for one.
func (p *prologParser) quoted(at Position) string {
	var text strings.Builder
	for {
		c, _ := p.next()
		switch {
		case c == end:
			fail(at, "a quote that is never closed")
		case c == '\'':
			if c, _ = p.next(); c == '\'' {
				break
			}
			p.unread()
			if text.Len() == 0 || text.String()[0] == '?' || text.String() == "<=" {
				fail(at, "%q is no symbol of KIF", text.String())
			}
			return text.String()
		case c == '(' || c == ')' || c == ';' || unicode.IsSpace(c):
			fail(at, "the character %q, which no symbol of KIF has", c)
		}
		text.WriteRune(c)
	}
}

func (p *prologParser) is(mark string) bool { return p.token.kind == markToken && p.token.text == mark }

// skip reports whether the current token is a mark, and if so advances.
func (p *prologParser) skip(mark string) bool {
	is := p.is(mark)
	if is {
		p.advance()
	}
	return is
}

func (p *prologParser) expect(mark string) {
	if !p.skip(mark) {
		p.want(fmt.Sprintf("%q", mark))
	}
}

func (p *prologParser) rule() Expression {
	rule := p.atom()
	if at := rule.At; p.skip(":-") {
		body := []Expression{p.alternatives()}
		if parts := body[0].List; len(parts) > 0 && strings.EqualFold(parts[0].Symbol, And) {
			body = parts[1:]
		}
		rule = Expression{List: append([]Expression{{Symbol: "<="}, rule}, body...), At: at}
	}
	p.expect(".")
	return rule
}

func (p *prologParser) alternatives() Expression { return p.list(";", Or, p.premises) }

func (p *prologParser) premises() Expression { return p.list(",", And, p.premise) }

// list reads parts separated by a mark.
func (p *prologParser) list(mark, name string, part func() Expression) Expression {
	all := Expression{List: []Expression{{Symbol: name}}, At: p.token.at}
	for all.List = append(all.List, part()); p.skip(mark); {
		all.List = append(all.List, part())
	}
	if len(all.List) == 2 {
		return all.List[1]
	}
	return all
}

// nested reads a part one level deeper.
func (p *prologParser) nested(part func() Expression) Expression {
	if p.nesting++; p.nesting > MaxNesting {
		fail(p.token.at, "more than %d open parentheses", MaxNesting)
	}
	e := part()
	p.nesting--
	return e
}

func (p *prologParser) premise() Expression {
	not := func(at Position, e Expression) Expression {
		return Expression{List: []Expression{{Symbol: Not}, e}, At: at}
	}
	at := p.token.at
	switch {
	case p.is("~"):
		return not(at, p.nested(func() Expression {
			p.advance()
			return p.premise()
		}))
	case p.is("("):
		return p.inParentheses(p.alternatives)
	case p.token.kind == symbolToken && strings.EqualFold(p.token.text, Not):
		p.advance()
		return not(at, p.inParentheses(p.alternatives))
	}
	return p.atom()
}

func (p *prologParser) inParentheses(what func() Expression) Expression {
	return p.nested(func() Expression {
		p.expect("(")
		e := what()
		p.expect(")")
		return e
	})
}

func (p *prologParser) atom() Expression {
	if p.token.kind != symbolToken {
		p.want("a relation")
	}
	return p.term()
}

func (p *prologParser) term() Expression {
	t := Expression{At: p.token.at, Symbol: p.token.text}
	switch p.token.kind {
	case variableToken:
		if t.Symbol == "_" {
			p.anonymous++
			t.Symbol = fmt.Sprint("_", p.anonymous)
		}
		t.Symbol = "?" + t.Symbol
	case symbolToken:
	default:
		p.want("a term")
	}
	if p.advance(); !p.is("(") || t.Symbol[0] == '?' {
		return t
	}
	return p.inParentheses(func() Expression {
		list := Expression{List: []Expression{t, p.term()}, At: t.At}
		for p.skip(",") {
			list.List = append(list.List, p.term())
		}
		return list
	})
}

// WriteProlog writes the description in the notation of [ParseProlog], a rule on each line. Variables get names of
// letters, digits and underscores.
func (d *Description) WriteProlog(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, r := range d.Rules {
		p := prologWriter{names: make(map[string]string), taken: make(map[string]bool)}
		text := p.term(r.Head)
		if len(r.Body) > 0 {
			text += " :- " + join(r.Body, ", ", p.formula)
		}
		fmt.Fprintf(out, "%s.\n", text)
	}
	return out.Flush()
}

type prologWriter struct {
	names map[string]string // of variables
	taken map[string]bool
}

func join(terms []Term, mark string, write func(Term) string) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, write(t))
	}
	return strings.Join(parts, mark)
}

func (p *prologWriter) formula(t Term) string {
	mark := map[string]string{And: ", ", Or: "; "}[t.Name]
	switch {
	case t.Name == Not && len(t.Args) == 1:
		return "~" + p.formula(t.Args[0])
	case mark != "" && len(t.Args) > 1:
		return "(" + join(t.Args, mark, p.formula) + ")"
	case mark != "" && len(t.Args) == 1:
		return p.formula(t.Args[0])
	}
	return p.term(t)
}

func (p *prologWriter) term(t Term) string {
	switch {
	case t.Variable:
		return p.variable(t.Name)
	case len(t.Args) == 0:
		return quote(t.Name)
	}
	return quote(t.Name) + "(" + join(t.Args, ", ", p.term) + ")"
}

func quote(name string) string {
	plain := name != "" && name[0] != '_'
	for _, c := range name {
		plain = plain && (c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z')
	}
	if plain {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

// variable returns a name of letters, digits and underscores for a variable of the rule.
func (p *prologWriter) variable(name string) string {
	if n, ok := p.names[name]; ok {
		return n
	}
	n := strings.Map(func(c rune) rune {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' {
			return c
		}
		return '_'
	}, name)
	if n[0] < 'a' {
		n = "V" + n
	} else {
		n = strings.ToUpper(n[:1]) + n[1:]
	}
	unique := n
	for i := 2; p.taken[unique]; i++ {
		unique = fmt.Sprint(n, "_", i)
	}
	p.names[name], p.taken[unique] = unique, true
	return unique
}
