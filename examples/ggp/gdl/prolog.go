package gdl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"unicode"
)

// ParseProlog reads a description in a notation that resembles Prolog. Rules end in a full stop; between head and body
// stands :- and between premises a comma or &; a semicolon or | separates alternatives; ~ and \+ and not(…) negate.
// Variables begin with a capital letter or an underscore, and _ itself is a variable of its own at each place. Symbols
// of other characters than letters, digits and underscores stand in single quotes. A percent sign begins a comment.
//
// The error is a [*SyntaxError] or that of the reader.
func ParseProlog(r io.Reader) (*Description, error) {
	p := prologParser{s: newScanner(r)}
	d := &Description{Spelling: make(map[string]string)}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for p.token.kind != endToken {
		rule, err := p.rule()
		if err != nil {
			return nil, err
		}
		d.Rules = append(d.Rules, rule)
	}
	maps.Copy(d.Spelling, p.spelling)
	return d, nil
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

type prologParser struct {
	s         *scanner
	token     token
	anonymous int
	nesting   int
	spelling  map[string]string
}

func (p *prologParser) fail(what string) error {
	return &SyntaxError{p.token.at, fmt.Sprintf("%v where %s is wanted", p.token, what)}
}

func word(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// advance reads the next token.
func (p *prologParser) advance() error {
	for {
		c, at, err := p.s.next()
		p.token = token{at: at}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case unicode.IsSpace(c):
			continue
		case c == '%':
			p.s.skipLine()
			continue
		case word(c):
			p.s.unread()
			text, err := p.s.symbol(word)
			if err != nil {
				return err
			}
			kind := symbolToken
			if c == '_' || unicode.IsUpper(c) {
				kind = variableToken
			}
			p.token = token{kind, text, at}
			return nil
		case c == '\'':
			return p.quoted()
		case c == ':', c == '\\':
			second, _, err := p.s.next()
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			switch {
			case c == ':' && second == '-':
				p.token = token{markToken, ":-", at}
			case c == '\\' && second == '+':
				p.token = token{markToken, "~", at}
			default:
				return &SyntaxError{at, fmt.Sprintf("%q that begins nothing", c)}
			}
			return nil
		}
		marks := map[rune]string{'(': "(", ')': ")", ',': ",", '&': ",", ';': ";", '|': ";", '~': "~", '.': "."}
		mark, ok := marks[c]
		if !ok {
			return &SyntaxError{at, fmt.Sprintf("the character %q, which must be in quotes", c)}
		}
		p.token = token{markToken, mark, at}
		return nil
	}
}

// quoted reads the rest of a symbol in quotes. Two quotes in it stand for one.
func (p *prologParser) quoted() error {
	at := p.token.at
	var text strings.Builder
	for {
		c, _, err := p.s.next()
		if errors.Is(err, io.EOF) {
			return &SyntaxError{at, "a quote that is never closed"}
		} else if err != nil {
			return err
		}
		if c == '\'' {
			if c, _, err = p.s.next(); err != nil && !errors.Is(err, io.EOF) {
				return err
			} else if err != nil || c != '\'' {
				if err == nil {
					p.s.unread()
				}
				break
			}
		} else if c == '(' || c == ')' || c == ';' || unicode.IsSpace(c) {
			return &SyntaxError{at, fmt.Sprintf("the character %q, which no symbol of KIF has", c)}
		}
		text.WriteRune(c)
	}
	if text.Len() == 0 || text.String()[0] == '?' || text.String() == "<=" {
		return &SyntaxError{at, fmt.Sprintf("%q is no symbol of KIF", text.String())}
	}
	p.token = token{symbolToken, text.String(), at}
	return nil
}

func (p *prologParser) is(mark string) bool { return p.token.kind == markToken && p.token.text == mark }

// expect reads a mark and the token after it.
func (p *prologParser) expect(mark string) error {
	if !p.is(mark) {
		return p.fail(fmt.Sprintf("%q", mark))
	}
	return p.advance()
}

func (p *prologParser) rule() (r Rule, err error) {
	r.At = p.token.at
	if r.Head, err = p.atom(); err != nil {
		return r, err
	}
	if p.is(":-") {
		if err := p.advance(); err != nil {
			return r, err
		}
		body, err := p.alternatives()
		if err != nil {
			return r, err
		}
		if r.Body = []Term{body}; body.Name == And {
			r.Body = body.Args
		}
	}
	return r, p.expect(".")
}

// alternatives reads premises with semicolons between them.
func (p *prologParser) alternatives() (Term, error) { return p.list(";", Or, p.premises) }

func (p *prologParser) premises() (Term, error) { return p.list(",", And, p.premise) }

// list reads one or more parts, with a mark between them.
func (p *prologParser) list(mark, name string, part func() (Term, error)) (Term, error) {
	at := p.token.at
	first, err := part()
	if err != nil || !p.is(mark) {
		return first, err
	}
	all := Term{Name: name, Args: []Term{first}, At: at}
	for p.is(mark) {
		if err := p.advance(); err != nil {
			return all, err
		}
		next, err := part()
		if err != nil {
			return all, err
		}
		all.Args = append(all.Args, next)
	}
	return all, nil
}

// enter counts the parentheses and negations that are open.
func (p *prologParser) enter() error {
	if p.nesting++; p.nesting > MaxNesting {
		return &SyntaxError{p.token.at, fmt.Sprintf("more than %d open parentheses", MaxNesting)}
	}
	return nil
}

func (p *prologParser) premise() (Term, error) {
	at := p.token.at
	switch {
	case p.is("~"):
		if err := p.enter(); err != nil {
			return Term{}, err
		}
		defer func() { p.nesting-- }()
		if err := p.advance(); err != nil {
			return Term{}, err
		}
		t, err := p.premise()
		return Term{Name: Not, Args: []Term{t}, At: at}, err
	case p.is("("):
		return p.inParentheses(p.alternatives)
	case p.token.kind == symbolToken && strings.EqualFold(p.token.text, Not):
		if err := p.advance(); err != nil {
			return Term{}, err
		}
		if !p.is("(") {
			return Term{}, p.fail(`"("`)
		}
		t, err := p.inParentheses(p.alternatives)
		return Term{Name: Not, Args: []Term{t}, At: at}, err
	}
	return p.atom()
}

func (p *prologParser) inParentheses(what func() (Term, error)) (Term, error) {
	if err := p.enter(); err != nil {
		return Term{}, err
	}
	defer func() { p.nesting-- }()
	if err := p.expect("("); err != nil {
		return Term{}, err
	}
	t, err := what()
	if err != nil {
		return t, err
	}
	return t, p.expect(")")
}

func (p *prologParser) atom() (Term, error) {
	if p.token.kind != symbolToken {
		return Term{}, p.fail("a relation")
	}
	return p.term()
}

func (p *prologParser) term() (Term, error) {
	t := Term{At: p.token.at, Name: strings.ToLower(p.token.text)}
	switch p.token.kind {
	case variableToken:
		if t.Variable = true; t.Name == "_" {
			p.anonymous++
			t.Name = fmt.Sprint("_", p.anonymous)
		}
		return t, p.advance()
	case symbolToken:
	default:
		return t, p.fail("a term")
	}
	if _, ok := p.spelling[t.Name]; !ok && t.Name != p.token.text {
		if p.spelling == nil {
			p.spelling = make(map[string]string)
		}
		p.spelling[t.Name] = p.token.text
	}
	if err := p.advance(); err != nil || !p.is("(") {
		return t, err
	}
	_, err := p.inParentheses(func() (Term, error) {
		for {
			a, err := p.term()
			if err != nil {
				return t, err
			}
			t.Args = append(t.Args, a)
			if !p.is(",") {
				return t, nil
			}
			if err := p.advance(); err != nil {
				return t, err
			}
		}
	})
	return t, err
}

// WriteProlog writes the description in the notation that [ParseProlog] reads, a rule on a line. Variables get names of
// letters, digits and underscores.
func (d *Description) WriteProlog(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, r := range d.Rules {
		p := prologWriter{names: make(map[string]string), taken: make(map[string]bool)}
		p.term(r.Head)
		for i, t := range r.Body {
			if i == 0 {
				p.text.WriteString(" :- ")
			} else {
				p.text.WriteString(", ")
			}
			p.formula(t)
		}
		fmt.Fprintf(out, "%s.\n", p.text.String())
	}
	return out.Flush()
}

type prologWriter struct {
	text  strings.Builder
	names map[string]string // of variables
	taken map[string]bool
}

func (p *prologWriter) formula(t Term) {
	mark := map[string]string{And: ", ", Or: "; "}[t.Name]
	switch {
	case t.Name == Not && len(t.Args) == 1:
		p.text.WriteString("~")
		p.formula(t.Args[0])
	case mark != "" && len(t.Args) > 1:
		p.text.WriteString("(")
		for i, a := range t.Args {
			if i > 0 {
				p.text.WriteString(mark)
			}
			p.formula(a)
		}
		p.text.WriteString(")")
	case mark != "" && len(t.Args) == 1:
		p.formula(t.Args[0])
	default:
		p.term(t)
	}
}

func (p *prologWriter) term(t Term) {
	if t.Variable {
		p.text.WriteString(p.variable(t.Name))
		return
	}
	p.text.WriteString(quote(t.Name))
	for i, a := range t.Args {
		if i == 0 {
			p.text.WriteString("(")
		} else {
			p.text.WriteString(", ")
		}
		p.term(a)
	}
	if len(t.Args) > 0 {
		p.text.WriteString(")")
	}
}

// quote returns a symbol in quotes if it needs them.
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

// variable returns a name of letters and digits for a variable of the rule.
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
