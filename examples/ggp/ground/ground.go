package ground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/internal/datalog"
)

// The errors for a game that exceeds [Options].
var (
	ErrMemory = errors.New("out of memory")
	ErrTime   = errors.New("out of time")
)

// Options limit [Ground]. The zero value is useful.
type Options struct {
	Domain    Domain
	MaxMemory int           // bytes of all data with the program, approximately; 0 means 2·10⁹ or half the greatest int
	MaxTime   time.Duration // 0 means no limit
}

// A Domain is the facts and moves of a program. All others must be impossible.
type Domain uint8

const (
	// Reached are the facts and moves that the rules reach with all legal moves made at once and all negations ignored
	// (Vittaut 2017, note 24).
	Reached Domain = iota

	// Declared are the reached ones that the description declares by base and input. This is wrong if they leave out possible
	// ones. A description without base or input is grounded by Reached.
	Declared
)

// Ground makes a ground program of a game. It repairs the description if necessary ([gdl.Description.Repair]), which should
// pass [gdl.Description.Check]. It derives the relations that are constant in a match, then joins the other rules with all
// facts that can be reached (Vittaut 2017, section 2.3.1, uses tabling in Prolog). Constant premises are left out. An atom
// holds if a rule proves it, stratum by stratum.
//
// Goals other than integers from 0 to 100, and atoms of entities without a role, become internal atoms.
func Ground(ctx context.Context, d *gdl.Description, opt Options) (*Program, error) {
	return ground(ctx, d, opt, patience)
}

// patience is the number of rules and terms above which a program is large, and is made smaller.
const patience = 6_000_000

func ground(ctx context.Context, d *gdl.Description, opt Options, patience int) (*Program, error) {
	opt.MaxMemory = cmp.Or(opt.MaxMemory, min(2_000_000_000, math.MaxInt/2))
	d, _ = d.Repair()
	all, err := d.Clauses()
	if err != nil {
		return nil, err
	}
	var deadline time.Time
	if opt.MaxTime > 0 {
		deadline = time.Now().Add(opt.MaxTime)
	}
	var domains []gdl.Predicate
	if opt.Domain == Declared {
		domains = []gdl.Predicate{base, input}
	}
	clauses := split(gdl.Relevant(all, domains...))
	g := grounder{ctx: ctx, opt: opt, deadline: deadline, changing: gdl.Changing(clauses), patience: patience, seen: make(set)}
	program := clauses
	large := make(map[gdl.Predicate]bool)
	err = g.run(d, program)
	for errors.Is(err, errLarge) {
		// Demands are tried only now, since small games are grounded faster without them.
		more := g.large(clauses, large)
		restricted, grown, ok := demand(clauses, large, g.wide)
		g = grounder{ctx: ctx, opt: opt, deadline: deadline, changing: g.changing, patience: 4 * g.patience, seen: make(set)}
		if ok {
			program, g.grown = restricted, grown
		}
		if !ok || !more {
			g.patience = 0
		}
		err = g.run(d, program)
	}
	if err != nil {
		return nil, err
	}
	return g.program()
}

// The relations that declare domains.
var (
	base  = gdl.Predicate{Name: gdl.Base, Arity: 1}
	input = gdl.Predicate{Name: gdl.Input, Arity: 2}
)

var errLarge = errors.New("large")

type grounder struct {
	ctx      context.Context
	opt      Options
	deadline time.Time
	engine   *datalog.Engine
	patience int // 0 for no limit
	changing map[gdl.Predicate]bool
	grown    map[gdl.Predicate]bool // constant relations that grow with the reached facts
	words    datalog.Words

	dynamic *datalog.Stratum
	rules   store        // with terms in place of atoms
	alone   map[int]bool // whether a rule of the description is a single clause
	seen    set
	body    []Literal
}

func (g *grounder) poll() error {
	if size := g.rules.count + g.engine.Len(); g.patience > 0 && size > g.patience {
		return errLarge
	}
	switch memory := g.engine.Bytes() + g.rules.bytes() + g.seen.bytes(); {
	case memory > g.opt.MaxMemory:
		return fmt.Errorf("%w after %d rules and %d terms", ErrMemory, g.rules.count, g.engine.Len())
	case g.engine.Long():
		return fmt.Errorf("%w: terms grow without bound", ErrMemory)
	case !g.deadline.IsZero() && time.Now().After(g.deadline):
		return fmt.Errorf("%w after %d rules and %d terms", ErrTime, g.rules.count, g.engine.Len())
	}
	return g.ctx.Err()
}

func (g *grounder) facts(p gdl.Predicate) int {
	return len(g.engine.Facts(g.engine.Functor(p)))
}

// large adds the relations with many facts, and reports whether any are new.
func (g *grounder) large(clauses []gdl.Clause, large map[gdl.Predicate]bool) (more bool) {
	for _, c := range clauses {
		p := c.Head.Predicate()
		if n := g.facts(p); n > g.engine.Count()/100 && n > g.patience/600 && !large[p] {
			large[p], more = true, true
		}
	}
	return more
}

// wide reports whether a relation has many facts.
func (g *grounder) wide(p gdl.Predicate) bool { return g.facts(p) > 500 }

// run evaluates the constant rules stratum by stratum, then all others at once.
func (g *grounder) run(d *gdl.Description, clauses []gdl.Clause) error {
	e := datalog.NewEngine()
	g.engine = e
	var err error
	if g.words, err = e.Words(d); err != nil {
		return err
	}
	e.Poll = g.poll
	g.alone = make(map[int]bool)
	for _, c := range clauses {
		_, seen := g.alone[c.Rule]
		g.alone[c.Rule] = !seen
	}
	var rules []*datalog.Rule
	for _, c := range gdl.Components(clauses) {
		p := c.Predicates[0]
		if c.Negated != nil && !g.changing[p] && !g.grown[p] {
			return fmt.Errorf("%v: the relation %v depends on its own negation", c.Negated.At, c.Negated.Predicate())
		}
		own := make(map[datalog.Functor]bool)
		for _, p := range c.Predicates {
			own[e.Functor(p)] = true
		}
		var constant []*datalog.Rule
		for _, i := range c.Clauses {
			switch r, p := e.NewRule(clauses[i]), clauses[i].Head.Predicate(); {
			case g.grown[p]: // perhaps in one component with changing relations
				rules = append(rules, r.Hide())
			case g.changing[p]:
				rules = append(rules, r)
			default:
				constant = append(constant, r)
			}
		}
		s, err := e.NewStratum(constant, func(f datalog.Functor) bool { return own[f] })
		if err != nil {
			return err
		}
		if err := e.Run(s); err != nil {
			return err
		}
	}
	for _, c := range g.closure(clauses) {
		rules = append(rules, e.NewRule(c).Hide())
	}
	// Only functors of relations are known yet.
	keep, grow := g.functors(g.changing), g.functors(g.changing, g.grown)
	s, err := e.NewStratum(rules, grow)
	if err != nil {
		return err
	}
	s.Keep, s.Report = keep, g.report
	g.dynamic = s
	return e.Run(s)
}

// functors opens the relations of the sets, and returns a function that reports whether a functor is one of them.
func (g *grounder) functors(sets ...map[gdl.Predicate]bool) func(datalog.Functor) bool {
	var is []bool
	for _, set := range sets {
		for p, yes := range set {
			if !yes {
				continue
			}
			f := g.engine.Functor(p)
			g.engine.Open(f)
			if int(f) >= len(is) {
				is = append(is, make([]bool, int(f)+1-len(is))...)
			}
			is[f] = true
		}
	}
	return func(f datalog.Functor) bool { return int(f) < len(is) && is[f] }
}

// closure returns the clauses by which all facts that can be reached hold and all legal moves are made, at once.
func (g *grounder) closure(clauses []gdl.Clause) []gdl.Clause {
	next, legal := []string{"(next ?fact)"}, []string{"(legal ?role ?move)", "(role ?role)"}
	if g.opt.Domain == Declared {
		has := func(p gdl.Predicate) bool {
			return slices.ContainsFunc(clauses, func(c gdl.Clause) bool { return c.Head.Predicate() == p })
		}
		if has(base) && has(input) {
			next = append(next, "(base ?fact)")
			legal = append(legal, "(input ?role ?move)")
		}
	}
	atom := func(text string) gdl.Term {
		t, _ := gdl.ParseTerm(text)
		return t
	}
	rule := func(head string, body ...string) gdl.Clause {
		c := gdl.Clause{Head: atom(head), Rule: -1}
		for _, b := range body {
			c.Body = append(c.Body, gdl.Literal{Atom: atom(b)})
		}
		return c
	}
	return []gdl.Clause{
		rule("(true ?fact)", "(init ?fact)"),
		rule("(true ?fact)", next...),
		rule("(does ?role ?move)", legal...),
	}
}

func (g *grounder) report(r *datalog.Rule, head datalog.ID, unique bool) {
	g.body = g.body[:0]
	g.engine.Kept(g.dynamic, r, func(atom datalog.ID, negated bool) { g.body = append(g.body, Lit(int(atom), negated)) })
	slices.Sort(g.body)
	g.body = slices.Compact(g.body)
	for i, l := range g.body {
		if i > 0 && (g.body[i-1].Atom() == l.Atom() || g.exclude(g.body[i-1], l)) {
			return
		}
	}
	// Instances can only be equal if they do not show all variables, or come from the disjunctions of one rule.
	at := g.rules.add(head, g.body)
	if !(unique && g.alone[r.Clause.Rule]) && !g.seen.add(&g.rules, at) {
		g.rules.drop(at)
	}
}

func (g *grounder) exclude(a, b Literal) bool {
	e := g.engine
	x, y := datalog.ID(a.Atom()), datalog.ID(b.Atom())
	return !a.Negated() && !b.Negated() && e.FunctorOf(x) == g.words.Does && e.FunctorOf(y) == g.words.Does && e.Arg(x, 0) == e.Arg(y, 0)
}

// program returns the program of the stored rules.
func (g *grounder) program() (*Program, error) {
	e := g.engine
	var facts []datalog.ID
	w := &g.words
	for _, f := range []datalog.Functor{w.True, w.Does, w.Terminal, w.Legal, w.Goal, w.Next, w.Sees} {
		facts = append(facts, e.Facts(f)...)
	}
	initial := e.Facts(w.Init)
	e.DropIndexes()
	g.seen = nil
	// The bytes of a rule, and of an atom without its text.
	const ruleBytes, atomBytes = 32, 48
	memory := e.Bytes() + g.rules.bytes() + ruleBytes*g.rules.count + atomBytes*e.Count()
	for id := datalog.ID(0); int(id) < e.Len() && memory <= g.opt.MaxMemory; id++ {
		if e.Holds(id) {
			memory += e.Length(id)
		}
	}
	if memory > g.opt.MaxMemory {
		return nil, fmt.Errorf("%w for %d rules and %d atoms", ErrMemory, g.rules.count, e.Count())
	}
	p := &Program{Roles: g.words.Names, Random: slices.Index(g.words.Names, gdl.Random)}
	numbers := make([]int32, e.Len()) // of the atoms, plus 1
	for _, x := range facts {
		g.number(p, numbers, x)
	}
	p.Rules = make([]Rule, 0, g.rules.count)
	for head, body := range g.rules.all {
		r := Rule{Head: g.number(p, numbers, head), Body: body[:0:len(body)]}
		for _, l := range body {
			if atom := datalog.ID(l.Atom()); e.Holds(atom) {
				r.Body = append(r.Body, Lit(int(g.number(p, numbers, atom)), l.Negated()))
			} // otherwise a negation of what never holds
		}
		p.Rules = append(p.Rules, r)
	}
	for _, x := range initial {
		p.Initial = append(p.Initial, numbers[e.Find(w.True, e.Args(x))]-1)
	}
	slices.Sort(p.Initial)
	return p, nil
}

// number returns the number of an atom in the program, adding it if necessary.
func (g *grounder) number(p *Program, numbers []int32, x datalog.ID) int32 {
	if numbers[x] == 0 {
		p.Atoms = append(p.Atoms, g.atom(x))
		numbers[x] = int32(len(p.Atoms))
	}
	return numbers[x] - 1
}

func (g *grounder) atom(x datalog.ID) Atom {
	e, w := g.engine, &g.words
	a := Atom{Term: e.String(x)} // of the kind Internal
	kind, ok := map[datalog.Functor]Kind{w.True: True, w.Next: Next, w.Terminal: Terminal,
		w.Does: Does, w.Legal: Legal, w.Goal: Goal, w.Sees: Sees}[e.FunctorOf(x)]
	switch {
	case !ok:
	case kind == Terminal:
		a.Kind = kind
	case kind == True || kind == Next:
		a.Kind, a.Term = kind, e.String(e.Arg(x, 0))
	default:
		role, term := slices.Index(w.Roles, e.Arg(x, 0)), e.String(e.Arg(x, 1))
		if role < 0 {
			break
		}
		if kind != Goal {
			return Atom{Kind: kind, Role: role, Term: term}
		}
		if v, err := strconv.Atoi(term); err == nil && v >= 0 && v <= 100 {
			a.Kind, a.Role, a.Value = kind, role, v
		}
	}
	return a
}
