// Package pddl reads planning tasks in the Planning Domain Definition Language (McDermott and others 1998): STRIPS with
// types, constants, negative preconditions, equality and action costs. Everything else is refused with an [Error] that
// says where it stands.
package pddl

import (
	"maps"
	"slices"
	"strings"
)

const Root = "object"

// A Domain describes the actions of tasks.
type Domain struct {
	Name       string
	Types      map[string]string   // by type, the type above it; Root has ""
	Unions     map[string][]string // the parts of types such as "(either a b)" of parameters
	Constants  []Object
	Predicates map[string][]Object // their parameters
	Functions  map[string][]Object
	Actions    []Action
}

// An Object is an object or, if its name begins with a question mark, a parameter.
type Object struct{ Name, Type string }

// A Literal states that a predicate holds of some objects or parameters, or does not. The predicate "=" is equality.
type Literal struct {
	Predicate string
	Args      []string
	Negated   bool
}

// An Action changes the facts: first it deletes, then it adds.
type Action struct {
	Name          string
	Parameters    []Object
	Preconditions []Literal
	Effects       []Literal
	Costs         []Amount // their sum is its cost if costs count
}

// An Amount is a number, or a function whose value the problem defines.
type Amount struct {
	Number   int
	Function string // "" for a number
	Args     []string
}

// Is reports whether objects of a type, which is no union, belong to another type.
func (d *Domain) Is(kind, above string) bool {
	if union, is := d.Unions[above]; is {
		return slices.ContainsFunc(union, func(above string) bool { return d.Is(kind, above) })
	}
	for ; kind != ""; kind = d.Types[kind] {
		if kind == above {
			return true
		}
	}
	return false
}

// overlap reports whether an object can belong to both types.
func (d *Domain) overlap(a, b string) bool {
	if union, is := d.Unions[a]; is {
		return slices.ContainsFunc(union, func(a string) bool { return d.overlap(a, b) })
	}
	if union, is := d.Unions[b]; is {
		return slices.ContainsFunc(union, func(b string) bool { return d.overlap(a, b) })
	}
	return d.Is(a, b) || d.Is(b, a)
}

// totalCost is the function whose value is the cost of a plan.
const totalCost = "total-cost"

// ParseDomain reads a domain. An error is an [*Error].
func ParseDomain(text string) (d *Domain, err error) {
	defer catch(&err)
	d = &Domain{
		Types:      map[string]string{Root: ""},
		Unions:     map[string][]string{},
		Predicates: map[string][]Object{"=": {{"?a", Root}, {"?b", Root}}},
		Functions:  map[string][]Object{},
	}
	for _, s := range define(read(text), "domain", &d.Name) {
		switch s.head() {
		case ":requirements":
			require(s)
		case ":types":
			d.parseTypes(s)
		case ":constants":
			d.Constants = d.objects(s.list[1:], objectNames)
		case ":predicates":
			d.signatures(s, d.Predicates)
		case ":functions":
			d.signatures(s, d.Functions)
		case ":action":
			d.action(s)
		default:
			s.fail("%s is not supported in a domain", s.head())
		}
	}
	return d, nil
}

// define returns the sections after (define (kind name).
func define(e *expression, kind string, name *string) []*expression {
	if e.head() != "define" || len(e.list) < 2 || e.list[1].head() != kind || len(e.list[1].list) != 2 || e.list[1].list[1].isList() {
		e.fail("want (define (%s NAME) ...)", kind)
	}
	*name = e.list[1].list[1].word
	for _, s := range e.list[2:] {
		if !strings.HasPrefix(s.head(), ":") {
			s.fail("want a section such as (:init ...)")
		}
	}
	return e.list[2:]
}

// require checks the form of requirements. Their contents do not matter, since unsupported features are refused where
// they are used.
func require(s *expression) {
	for _, r := range s.list[1:] {
		if !strings.HasPrefix(r.word, ":") {
			r.fail("%s: want a requirement such as :strips", r)
		}
	}
}

// typed calls f with each group of names and the type after it, nil for names at the end without one.
func typed(words []*expression, what string, f func(names []*expression, of *expression)) {
	for len(words) > 0 {
		n := slices.IndexFunc(words, func(w *expression) bool { return w.word == "-" })
		switch {
		case n < 0:
			f(words, nil)
			return
		case n+1 == len(words):
			words[n].fail("want %s after -", what)
		}
		f(words[:n], words[n+1])
		words = words[n+2:]
	}
}

func (d *Domain) parseTypes(s *expression) {
	name := func(e *expression) string {
		if e.isList() {
			e.fail("want the name of a type")
		}
		return e.word
	}
	typed(s.list[1:], "the name of a type", func(names []*expression, of *expression) {
		above := Root
		if of != nil {
			above = name(of)
		}
		for _, w := range names {
			if name(w) != Root {
				d.Types[w.word] = above
			}
		}
		if _, known := d.Types[above]; !known {
			d.Types[above] = Root
		}
	})
	for _, name := range slices.Sorted(maps.Keys(d.Types)) { // sorted, for the same message each time
		at := d.Types[name]
		for range len(d.Types) {
			if at == name {
				s.fail("type %s is above itself", name)
			}
			at = d.Types[at]
		}
	}
}

// A role is the meaning of the names in a list.
type role int

const (
	objectNames    role = iota
	parameterNames      // of an action
	argumentNames       // of a predicate or function, whose names do not matter
)

func (d *Domain) objects(words []*expression, r role) (objects []Object) {
	typed(words, "a type", func(names []*expression, of *expression) {
		kind := Root
		if of != nil {
			kind = d.kind(of, r)
		}
		for _, w := range names {
			switch {
			case w.isList():
				w.fail("want a name")
			case r == objectNames && w.word[0] == '?':
				w.fail("%s: want an object, not a parameter", w)
			case r != objectNames && (w.word[0] != '?' || len(w.word) == 1):
				w.fail("%s: want a parameter, which begins with a question mark", w)
			case r != argumentNames && find(objects, w.word) >= 0:
				w.fail("%s is named twice", w)
			}
			objects = append(objects, Object{w.word, kind})
		}
	})
	return objects
}

func find(objects []Object, name string) int {
	return slices.IndexFunc(objects, func(o Object) bool { return o.Name == name })
}

func (d *Domain) kind(e *expression, r role) string {
	if e.head() != "either" || len(e.list) < 2 {
		if _, known := d.Types[e.word]; !known {
			e.fail("there is no type %s", e)
		}
		return e.word
	}
	if r == objectNames {
		e.fail("either is not supported here: an object has one type")
	}
	var union []string
	for _, part := range e.list[1:] {
		union = append(union, d.kind(part, objectNames))
	}
	d.Unions[e.String()] = union
	return e.String()
}

func (d *Domain) signatures(s *expression, into map[string][]Object) {
	for i := 1; i < len(s.list); i++ {
		e := s.list[i]
		if e.word == "-" && i+1 < len(s.list) && s.list[i+1].word == "number" {
			i++
			continue
		}
		if e.head() == "" {
			e.fail("want a name and parameters in parentheses")
		}
		if _, twice := into[e.head()]; twice {
			e.fail("%s is declared twice", e.head())
		}
		into[e.head()] = d.objects(e.list[1:], argumentNames)
	}
}

func (d *Domain) action(s *expression) {
	if len(s.list) < 2 || s.list[1].isList() || s.list[1].word[0] == ':' {
		s.fail("want the name of the action")
	}
	a := Action{Name: s.list[1].word}
	if slices.ContainsFunc(d.Actions, func(b Action) bool { return b.Name == a.Name }) {
		s.fail("there are two actions %s", a.Name)
	}
	parts := make(map[string]*expression)
	for i := 2; i < len(s.list); i += 2 {
		switch key := s.list[i]; {
		case key.word != ":parameters" && key.word != ":precondition" && key.word != ":effect":
			key.fail("%s is not supported in an action", key)
		case i+1 == len(s.list):
			key.fail("%s: want a list after it", key)
		case parts[key.word] != nil:
			key.fail("two parts %s", key)
		default:
			parts[key.word] = s.list[i+1]
		}
	}
	if p := parts[":parameters"]; p != nil {
		p.wantList()
		a.Parameters = d.objects(p.list, parameterNames)
	}
	scope := slices.Concat(d.Constants, a.Parameters)
	if p := parts[":precondition"]; p != nil {
		a.Preconditions = d.literals(p, scope, nil)
	}
	if p := parts[":effect"]; p != nil {
		a.Effects = d.literals(p, scope, &a.Costs)
	}
	d.Actions = append(d.Actions, a)
}

// literals reads a conjunction. If costs is not nil, it is an effect and can have costs.
func (d *Domain) literals(e *expression, scope []Object, costs *[]Amount) (literals []Literal) {
	e.wantList()
	switch {
	case len(e.list) == 0:
	case e.head() == "and":
		for _, p := range e.list[1:] {
			if p.head() == "" {
				p.fail("want a predicate in parentheses")
			}
			literals = append(literals, d.literals(p, scope, costs)...)
		}
	case e.head() == "increase" && costs != nil:
		*costs = append(*costs, d.increase(e, scope))
	default:
		l := d.literal(e, scope)
		if l.Predicate == "=" && costs != nil {
			e.fail("= cannot be an effect")
		}
		literals = append(literals, l)
	}
	return literals
}

func (d *Domain) literal(e *expression, scope []Object) Literal {
	atom, negated := e, false
	if e.head() == "not" && len(e.list) == 2 {
		atom, negated = e.list[1], true
	}
	if atom.head() == "" {
		atom.fail("want a predicate in parentheses")
	}
	parameters, known := d.Predicates[atom.head()]
	if !known {
		switch atom.head() {
		case "or", "imply", "forall", "exists", "when", "not", "increase", "decrease", "assign", "preference", "<", ">", "<=", ">=":
			atom.fail("%s is not supported here", atom.head())
		}
		atom.fail("there is no predicate %s", atom.head())
	}
	return Literal{atom.head(), d.arguments(atom, parameters, scope), negated}
}

func (d *Domain) arguments(e *expression, parameters, scope []Object) (args []string) {
	if len(e.list)-1 != len(parameters) {
		e.fail("%s has %d arguments, want %d", e.head(), len(e.list)-1, len(parameters))
	}
	for i, p := range parameters {
		a := e.list[i+1]
		j := find(scope, a.word)
		if j < 0 {
			a.fail("there is no %s", a)
		}
		if !d.overlap(scope[j].Type, p.Type) {
			a.fail("%s is of type %s, want %s", a, scope[j].Type, p.Type)
		}
		args = append(args, a.word)
	}
	return args
}

func (d *Domain) function(e *expression, scope []Object) Amount {
	parameters, known := d.Functions[e.head()]
	if !known {
		e.fail("there is no function %s", e.head())
	}
	return Amount{Function: e.head(), Args: d.arguments(e, parameters, scope)}
}

func (d *Domain) increase(e *expression, scope []Object) Amount {
	if len(e.list) != 3 || e.list[1].head() != totalCost || len(e.list[1].list) != 1 {
		e.fail("want (increase (total-cost) ...)")
	}
	if amount := e.list[2]; !amount.isList() {
		return Amount{Number: number(amount)}
	}
	return d.function(e.list[2], scope)
}
