package pddl

import (
	"maps"
	"slices"
	"strings"
)

// Root is the type of all objects.
const Root = "object"

// A Domain states what actions there are.
type Domain struct {
	Name       string
	Types      map[string]string   // by type, the type above it; Root has ""
	Unions     map[string][]string // the types joined by one such as "(either a b)", which parameters can have
	Constants  []Object
	Predicates map[string][]Object // their parameters
	Functions  map[string][]Object
	Actions    []Action
}

// An Object is an object or, with a name that begins with a question mark, a parameter.
type Object struct{ Name, Type string }

// A Literal states that a predicate holds of some objects or parameters, or that it does not. The predicate "=" holds of an
// object and itself.
type Literal struct {
	Predicate string
	Args      []string
	Negated   bool
}

// An Action changes what holds. The effects that delete come before those that add.
type Action struct {
	Name          string
	Parameters    []Object
	Preconditions []Literal
	Effects       []Literal
	Costs         []Amount // whose sum it costs where costs count
}

// An Amount is a number, or a function of some objects or parameters, whose number the problem states.
type Amount struct {
	Number   int
	Function string // "" for a number
	Args     []string
}

// Is reports whether objects of a type, which is no union, are objects of another one.
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

// overlap reports whether an object can be of both types.
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
func ParseDomain(text string) (*Domain, error) {
	e, err := read(text)
	if err != nil {
		return nil, err
	}
	d := &Domain{
		Types:      map[string]string{Root: ""},
		Unions:     map[string][]string{},
		Predicates: map[string][]Object{"=": {{"?a", Root}, {"?b", Root}}},
		Functions:  map[string][]Object{},
	}
	sections, err := define(&e, "domain", &d.Name)
	if err != nil {
		return nil, err
	}
	for i := range sections {
		s := &sections[i]
		switch s.head() {
		case ":requirements":
			err = require(s)
		case ":types":
			err = d.parseTypes(s)
		case ":constants":
			d.Constants, err = d.objects(s.list[1:], objectNames)
		case ":predicates":
			err = d.signatures(s, d.Predicates)
		case ":functions":
			err = d.signatures(s, d.Functions)
		case ":action":
			err = d.action(s)
		default:
			err = s.errorf("%s is not supported in a domain", s.head())
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// define returns what stands after (define (kind name).
func define(e *expression, kind string, name *string) ([]expression, error) {
	if e.head() != "define" || len(e.list) < 2 || e.list[1].head() != kind || len(e.list[1].list) != 2 || e.list[1].list[1].isList() {
		return nil, e.errorf("want (define (%s NAME) ...)", kind)
	}
	*name = e.list[1].list[1].word
	sections := e.list[2:]
	for i := range sections {
		if head := sections[i].head(); !strings.HasPrefix(head, ":") {
			return nil, sections[i].errorf("want a section such as (:init ...)")
		}
	}
	return sections, nil
}

// require reads what a text says that it needs. What that is does not matter: a text often names more than it uses, and what
// is not supported is refused where it is used.
func require(s *expression) error {
	for i := range s.list[1:] {
		if r := &s.list[i+1]; !strings.HasPrefix(r.word, ":") {
			return r.errorf("%s: want a requirement such as :strips", r)
		}
	}
	return nil
}

func (d *Domain) parseTypes(s *expression) error {
	var group []*expression
	words := s.list[1:]
	for i := 0; i < len(words); i++ {
		above := Root
		switch w := &words[i]; {
		case w.isList():
			return w.errorf("want the name of a type")
		case w.word == "-":
			if i++; i == len(words) || words[i].isList() {
				return w.errorf("want the name of a type after -")
			}
			above = words[i].word
		default:
			if group = append(group, w); i+1 < len(words) {
				continue
			}
		}
		for _, w := range group {
			if w.word != Root {
				d.Types[w.word] = above
			}
		}
		group = nil
		if _, known := d.Types[above]; !known {
			d.Types[above] = Root
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Types)) { // sorted, for the same message each time
		at := d.Types[name]
		for range len(d.Types) {
			if at == name {
				return s.errorf("type %s is above itself", name)
			}
			at = d.Types[at]
		}
	}
	return nil
}

// A role is what the names of a list stand for.
type role int

const (
	objectNames    role = iota
	parameterNames      // of an action
	argumentNames       // of a predicate or function, which mean nothing and can be the same
)

// objects reads a list of names with their types.
func (d *Domain) objects(words []expression, r role) ([]Object, error) {
	var objects []Object
	typed := 0 // how many have their type
	for i := 0; i < len(words); i++ {
		w := &words[i]
		switch {
		case w.isList():
			return nil, w.errorf("want a name")
		case w.word == "-":
			if i++; i == len(words) {
				return nil, w.errorf("want a type after -")
			}
			kind, err := d.kind(&words[i], r)
			if err != nil {
				return nil, err
			}
			for ; typed < len(objects); typed++ {
				objects[typed].Type = kind
			}
		case r == objectNames && strings.HasPrefix(w.word, "?"):
			return nil, w.errorf("%s: want an object, not a parameter", w)
		case r != objectNames && (!strings.HasPrefix(w.word, "?") || len(w.word) == 1):
			return nil, w.errorf("%s: want a parameter, which begins with a question mark", w)
		case r != argumentNames && slices.ContainsFunc(objects, func(o Object) bool { return o.Name == w.word }):
			return nil, w.errorf("%s is named twice", w)
		default:
			objects = append(objects, Object{w.word, Root})
		}
	}
	return objects, nil
}

// kind reads the type of names.
func (d *Domain) kind(e *expression, r role) (string, error) {
	if e.head() != "either" || len(e.list) < 2 {
		if _, known := d.Types[e.word]; !known {
			return "", e.errorf("there is no type %s", e)
		}
		return e.word, nil
	}
	if r == objectNames {
		return "", e.errorf("either is not supported here: an object has one type")
	}
	var union []string
	for i := range e.list[1:] {
		part, err := d.kind(&e.list[i+1], objectNames)
		if err != nil {
			return "", err
		}
		union = append(union, part)
	}
	d.Unions[e.String()] = union
	return e.String(), nil
}

// signatures reads predicates or functions with their parameters.
func (d *Domain) signatures(s *expression, into map[string][]Object) error {
	for i := 1; i < len(s.list); i++ {
		e := &s.list[i]
		if e.word == "-" && i+1 < len(s.list) && s.list[i+1].word == "number" {
			i++
			continue
		}
		if e.head() == "" {
			return e.errorf("want a name and parameters in parentheses")
		}
		if _, twice := into[e.head()]; twice {
			return e.errorf("%s is declared twice", e.head())
		}
		parameters, err := d.objects(e.list[1:], argumentNames)
		if err != nil {
			return err
		}
		into[e.head()] = parameters
	}
	return nil
}

func (d *Domain) action(s *expression) error {
	if len(s.list) < 2 || s.list[1].isList() || s.list[1].word[0] == ':' {
		return s.errorf("want the name of the action")
	}
	a := Action{Name: s.list[1].word}
	if slices.ContainsFunc(d.Actions, func(b Action) bool { return b.Name == a.Name }) {
		return s.errorf("there are two actions %s", a.Name)
	}
	parts := make(map[string]*expression)
	for i := 2; i < len(s.list); i += 2 {
		switch key := &s.list[i]; {
		case key.word != ":parameters" && key.word != ":precondition" && key.word != ":effect":
			return key.errorf("%s is not supported in an action", key)
		case i+1 == len(s.list):
			return key.errorf("%s: want a list after it", key)
		case parts[key.word] != nil:
			return key.errorf("two parts %s", key)
		default:
			parts[key.word] = &s.list[i+1]
		}
	}
	var err error
	if p := parts[":parameters"]; p != nil {
		if !p.isList() {
			return p.errorf("%s: want a list in parentheses", p)
		}
		if a.Parameters, err = d.objects(p.list, parameterNames); err != nil {
			return err
		}
	}
	scope := slices.Concat(d.Constants, a.Parameters)
	if p := parts[":precondition"]; p != nil {
		if a.Preconditions, err = d.literals(p, scope, nil); err != nil {
			return err
		}
	}
	if p := parts[":effect"]; p != nil {
		if a.Effects, err = d.literals(p, scope, &a.Costs); err != nil {
			return err
		}
	}
	d.Actions = append(d.Actions, a)
	return nil
}

// literals reads a conjunction. If costs is not nil, it is an effect, which may have costs.
func (d *Domain) literals(e *expression, scope []Object, costs *[]Amount) ([]Literal, error) {
	if !e.isList() {
		return nil, e.errorf("%s: want a list in parentheses", e)
	}
	parts := []expression{*e}
	switch {
	case len(e.list) == 0:
		return nil, nil
	case e.head() == "and":
		parts = e.list[1:]
	}
	var literals []Literal
	for i := range parts {
		p := &parts[i]
		switch {
		case p.head() == "and":
			more, err := d.literals(p, scope, costs)
			if err != nil {
				return nil, err
			}
			literals = append(literals, more...)
		case p.head() == "increase" && costs != nil:
			amount, err := d.increase(p, scope)
			if err != nil {
				return nil, err
			}
			*costs = append(*costs, amount)
		default:
			l, err := d.literal(p, scope)
			if err != nil {
				return nil, err
			}
			if l.Predicate == "=" && costs != nil {
				return nil, p.errorf("= cannot be an effect")
			}
			literals = append(literals, l)
		}
	}
	return literals, nil
}

func (d *Domain) literal(e *expression, scope []Object) (Literal, error) {
	atom, negated := e, false
	if e.head() == "not" && len(e.list) == 2 {
		atom, negated = &e.list[1], true
	}
	if atom.head() == "" {
		return Literal{}, atom.errorf("want a predicate in parentheses")
	}
	parameters, known := d.Predicates[atom.head()]
	if !known {
		switch atom.head() {
		case "or", "imply", "forall", "exists", "when", "not", "increase", "decrease", "assign", "preference", "<", ">", "<=", ">=":
			return Literal{}, atom.errorf("%s is not supported here", atom.head())
		}
		return Literal{}, atom.errorf("there is no predicate %s", atom.head())
	}
	args, err := d.arguments(atom, parameters, scope)
	return Literal{atom.head(), args, negated}, err
}

// arguments reads the arguments of a predicate or function.
func (d *Domain) arguments(e *expression, parameters, scope []Object) ([]string, error) {
	if len(e.list)-1 != len(parameters) {
		return nil, e.errorf("%s has %d arguments, want %d", e.head(), len(e.list)-1, len(parameters))
	}
	var args []string
	for i, p := range parameters {
		a := &e.list[i+1]
		j := slices.IndexFunc(scope, func(o Object) bool { return o.Name == a.word })
		if j < 0 {
			return nil, a.errorf("there is no %s", a)
		}
		if !d.overlap(scope[j].Type, p.Type) {
			return nil, a.errorf("%s is of type %s, want %s", a, scope[j].Type, p.Type)
		}
		args = append(args, a.word)
	}
	return args, nil
}

// increase reads what an action costs.
func (d *Domain) increase(e *expression, scope []Object) (Amount, error) {
	if len(e.list) != 3 || e.list[1].head() != totalCost || len(e.list[1].list) != 1 {
		return Amount{}, e.errorf("want (increase (total-cost) ...)")
	}
	amount := &e.list[2]
	if !amount.isList() {
		n, err := number(amount)
		return Amount{Number: n}, err
	}
	parameters, known := d.Functions[amount.head()]
	if !known {
		return Amount{}, amount.errorf("there is no function %s", amount.head())
	}
	args, err := d.arguments(amount, parameters, scope)
	return Amount{Function: amount.head(), Args: args}, err
}
