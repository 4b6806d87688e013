package datalog

import (
	"slices"
)

// pollEvery is the number of matches and facts between calls of [Engine.Poll].
const pollEvery = 1 << 12

// An Engine holds facts and derives others, stratum by stratum. Use [NewEngine].
type Engine struct {
	*Terms

	// Poll, if not nil, is called now and then during derivations, which end with its error.
	Poll func() error

	facts     []ID
	held      []int32 // for each term, its place in facts plus 1, or 0
	indexed   int     // the number of facts in the indexes
	mark      int     // see Mark
	relations []*relation

	vars    []ID
	matched []ID // the facts matched by premises, by place in the body
	key     []ID
	polling int
	err     error

	now int32 // the place of the trigger in facts, plus 1
}

type relation struct {
	facts   []ID // those in the indexes
	indexes []*index
	open    bool // there may be more facts than now
}

// NewEngine returns an engine without facts.
func NewEngine() *Engine { return &Engine{Terms: NewTerms()} }

func (e *Engine) relation(f Functor) *relation {
	for int(f) >= len(e.relations) {
		e.relations = append(e.relations, nil)
	}
	if e.relations[f] == nil {
		e.relations[f] = new(relation)
	}
	return e.relations[f]
}

// index returns an index like x, which it fills if it is new.
func (r *relation) index(t *Terms, x *index) *index {
	for _, y := range r.indexes {
		if slices.EqualFunc(x.keys, y.keys, slices.Equal[path]) &&
			slices.EqualFunc(x.shapes, y.shapes, func(a, b shape) bool { return a.functor == b.functor && slices.Equal(a.path, b.path) }) {
			return y
		}
	}
	for _, f := range r.facts {
		x.insert(t, f)
	}
	r.indexes = append(r.indexes, x)
	return x
}

// Open declares that a relation may get more facts after plans are made.
func (e *Engine) Open(f Functor) { e.relation(f).open = true }

// Holds reports whether an atom is a fact.
func (e *Engine) Holds(atom ID) bool {
	return atom >= 0 && int(atom) < len(e.held) && e.held[atom] != 0
}

// Add makes an atom a fact.
func (e *Engine) Add(atom ID) {
	if int(atom) >= len(e.held) {
		e.held = append(e.held, make([]int32, e.Len()-len(e.held))...)
	}
	if e.held[atom] == 0 {
		e.facts = append(e.facts, atom)
		e.held[atom] = int32(len(e.facts))
	}
}

// Facts returns the facts of a relation in the order in which they were added. They are valid until the next call.
func (e *Engine) Facts(f Functor) []ID {
	e.index()
	return e.relation(f).facts
}

// Count returns the number of facts.
func (e *Engine) Count() int { return len(e.facts) }

func (e *Engine) index() {
	for ; e.indexed < len(e.facts); e.indexed++ {
		e.insert(e.facts[e.indexed])
	}
}

func (e *Engine) insert(fact ID) {
	r := e.relation(e.FunctorOf(fact))
	r.facts = append(r.facts, fact)
	for _, x := range r.indexes {
		x.insert(e.Terms, fact)
	}
}

// Mark keeps the present facts over calls of [Engine.Reset].
func (e *Engine) Mark() {
	e.index()
	e.mark = len(e.facts)
}

// Reset forgets the facts since the mark. No relation may have facts from before and after it.
func (e *Engine) Reset() {
	for _, f := range e.facts[e.mark:] {
		e.held[f] = 0
		if r := e.relations[e.FunctorOf(f)]; r != nil && len(r.facts) > 0 {
			for _, x := range r.indexes {
				x.clear()
			}
			r.facts = r.facts[:0]
		}
	}
	e.facts = e.facts[:e.mark]
	e.indexed = e.mark
}

// Bytes returns about how much memory terms and facts take, doubled for the remains of arrays that grew.
func (e *Engine) Bytes() int {
	n := e.Terms.Bytes() + 4*cap(e.facts) + 4*cap(e.held)
	for _, r := range e.relations {
		if r != nil {
			n += 4 * cap(r.facts)
			for _, x := range r.indexes {
				n += x.bytes()
			}
		}
	}
	return 2 * n
}

// A Stratum is a set of rules that are evaluated together.
type Stratum struct {
	// Keep reports whether premises of a relation are part of reported instances. Negations of such relations are not
	// evaluated. Nil means none.
	Keep func(Functor) bool

	// Report, if not nil, is called with each instance of a rule that is not hidden. Unless unique, instances with the same
	// kept premises may be repeated.
	Report func(r *Rule, head ID, unique bool)

	once     []*plan
	triggers map[Functor][]*plan // by the relation of the triggering premise
	ground   map[ID][]*plan      // for triggering premises without variables, by their fact
}

// NewStratum makes a stratum. Relations for which recursive returns true grow within it.
func (e *Engine) NewStratum(rules []*Rule, recursive func(Functor) bool) (*Stratum, error) {
	s := &Stratum{triggers: make(map[Functor][]*plan), ground: make(map[ID][]*plan)}
	for _, r := range rules {
		if err := r.safe(); err != nil {
			return nil, err
		}
		e.Open(r.Head.functor)
		e.vars = append(e.vars, make([]ID, max(0, r.vars-len(e.vars)))...)
		e.matched = append(e.matched, make([]ID, max(0, len(r.body)-len(e.matched)))...)
		once := true
		for i := range r.body {
			if l := &r.body[i]; !l.negated && !l.distinct && recursive(l.functor) {
				once = false
				p := &plan{rule: r, first: i, sized: -1}
				if l.id != None {
					s.ground[l.id] = append(s.ground[l.id], p)
				} else {
					s.triggers[l.functor] = append(s.triggers[l.functor], p)
				}
			}
		}
		if once {
			s.once = append(s.once, &plan{rule: r, first: -1, sized: -1})
		}
	}
	return s, nil
}

// Run derives all that follows by the rules of a stratum. Relations that it negates must be complete. The error comes from
// Poll.
func (e *Engine) Run(s *Stratum) error {
	e.index()
	e.err = nil
	for i := range s.once {
		e.now = int32(len(e.facts)) + 1
		e.join(s, e.current(s, &s.once[i]), 0)
	}
	for e.indexed < len(e.facts) && e.err == nil {
		fact := e.facts[e.indexed]
		e.indexed++
		e.tick()
		e.insert(fact)
		e.now = int32(e.indexed)
		e.trigger(s, s.triggers[e.FunctorOf(fact)], fact)
		e.trigger(s, s.ground[fact], fact)
	}
	return e.err
}

func (e *Engine) trigger(s *Stratum, plans []*plan, fact ID) {
	for i := range plans {
		p := e.current(s, &plans[i])
		if e.take(p.trigger, fact) {
			e.matched[p.first] = fact
			e.join(s, p, 0)
		}
	}
}

// current returns a plan, made anew if there are many more facts.
func (e *Engine) current(s *Stratum, p **plan) *plan {
	if old := *p; old.sized < 0 || len(e.facts) > 4*old.sized+500 {
		*p = e.plan(old.rule, old.first, s.Keep)
	}
	return *p
}

// take matches a fact with a trigger.
func (e *Engine) take(m *match, fact ID) bool {
	if !m.index.fits(e.Terms, fact) {
		return false
	}
	for i, p := range m.index.keys {
		if e.at(fact, p) != m.key[i].id {
			return false
		}
	}
	return e.bind(m, fact)
}

// bind binds the variables of a match, and reports whether repeated variables agree.
func (e *Engine) bind(m *match, fact ID) bool {
	for _, b := range m.binds {
		e.vars[b.slot] = e.at(fact, b.path)
	}
	for _, c := range m.checks {
		if e.vars[c.slot] != e.at(fact, c.path) {
			return false
		}
	}
	return true
}

// join matches the premises from step k on. It reports whether to stop matching the steps before: after the first match from
// step p.enough on, and after an error.
func (e *Engine) join(s *Stratum, p *plan, k int) bool {
	e.tick()
	if e.err != nil {
		return true
	}
	if k == len(p.steps) {
		e.derive(s, p)
		return true
	}
	st := &p.steps[k]
	switch st.kind {
	case distinct, equal:
		a, b := e.build(&st.args[0], true), e.build(&st.args[1], true)
		return (a == b) == (st.kind == equal) && e.join(s, p, k+1)
	case absent:
		return !e.Holds(e.build(st.pattern, false)) && e.join(s, p, k+1)
	case member:
		atom := e.build(st.pattern, false)
		e.matched[st.literal] = atom
		return e.Holds(atom) && e.old(st, atom) && e.join(s, p, k+1)
	}
	m := st.match
	base := len(e.key)
	for i := range m.key {
		q := &m.key[i]
		if q.slot >= 0 {
			e.key = append(e.key, e.vars[q.slot])
		} else {
			e.key = append(e.key, q.id)
		}
	}
	i := m.index.find(e.Terms, e.key[base:])
	e.key = e.key[:base]
	for i >= 0 {
		x := m.index.entries[i]
		i = x.next
		e.matched[st.literal] = x.atom
		if e.old(st, x.atom) && e.bind(m, x.atom) && e.join(s, p, k+1) && (k >= p.enough || e.err != nil) {
			return true
		}
	}
	return false
}

func (e *Engine) tick() {
	if e.polling++; e.polling >= pollEvery {
		e.polling = 0
		if e.Poll != nil && e.err == nil {
			e.err = e.Poll()
		}
	}
}

// old reports whether a fact may match a premise: each set of facts is joined once, by its last fact as the first premise
// that it matches.
func (e *Engine) old(st *step, atom ID) bool {
	at := e.held[atom]
	return at < e.now || at == e.now && !st.earlier
}

// build returns the term of a pattern. A new term is made, unless make is false; then build returns None.
func (e *Engine) build(p *pattern, make bool) ID {
	switch {
	case p.slot >= 0:
		return e.vars[p.slot]
	case p.id != None:
		return p.id
	}
	base := len(e.key)
	for i := range p.args {
		id := e.build(&p.args[i], make)
		if id == None {
			e.key = e.key[:base]
			return None
		}
		e.key = append(e.key, id)
	}
	var id ID
	if make {
		id = e.Make(p.functor, e.key[base:])
	} else {
		id = e.Find(p.functor, e.key[base:])
	}
	e.key = e.key[:base]
	return id
}

func (e *Engine) derive(s *Stratum, p *plan) {
	head := p.head
	// Consecutive matches often have the same head.
	for i, s := range p.slots {
		if v := e.vars[s]; p.values[i] != v {
			p.values[i], head = v, None
		}
	}
	if head == None {
		head = e.build(&p.rule.Head, true)
		p.head = head
	}
	if s.Report != nil && !p.rule.hidden {
		s.Report(p.rule, head, p.unique)
	}
	e.Add(head)
}

// Hide excludes the instances of a rule from reports.
func (r *Rule) Hide() *Rule {
	r.hidden = true
	return r
}

// Kept calls f with each kept premise of the instance that is being reported.
func (e *Engine) Kept(s *Stratum, r *Rule, f func(atom ID, negated bool)) {
	for i := range r.body {
		switch l := &r.body[i]; {
		case l.distinct || !s.Keep(l.functor):
		case l.negated:
			f(e.build(&l.pattern, true), true)
		default:
			f(e.matched[i], false)
		}
	}
}

// DropIndexes frees the indexes. Only Holds and Count can be used afterwards.
func (e *Engine) DropIndexes() { e.relations = nil }
