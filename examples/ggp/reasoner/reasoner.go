// Package reasoner plays games by their descriptions: it derives each state from the rules, bottom-up. It is slow, needs no
// preparation, and is the reference for faster ways to play.
package reasoner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/internal/datalog"
)

// ErrMemory is the error for a game that needs more memory than [New] allows.
var ErrMemory = errors.New("out of memory")

// A Fact can hold in a state, and a Move can be made by a role. Their numbers belong to one Reasoner.
type (
	Fact = datalog.ID
	Move = datalog.ID
)

// A State is a set of facts, in increasing order.
type State []Fact

// A Reasoner evaluates the rules of a game. It is for one goroutine at a time.
type Reasoner struct {
	engine *datalog.Engine
	memory int // the maximum number of bytes
	ctx    context.Context
	words  datalog.Words
	strata []*datalog.Stratum
	done   []bool // the strata that were run in the present state
	state  State  // the present state
	joint  []Move // the joint move in it, nil if unknown
	err    error  // of the first derivation that failed

	needs map[datalog.Functor][]int // the changing strata for each relation
	args  []datalog.ID
}

// New returns a reasoner for a game, with the relations that do not depend on the state. Its derivations end with ctx.
// memory is the maximum number of bytes for facts and terms, approximately; 0 means 1 GiB. An error names a place in the
// description, comes from ctx, or is [ErrMemory].
func New(ctx context.Context, d *gdl.Description, memory int) (*Reasoner, error) {
	clauses, err := d.Clauses()
	if err != nil {
		return nil, err
	}
	e := datalog.NewEngine()
	r := &Reasoner{engine: e, memory: cmp.Or(memory, 1<<30), ctx: ctx, needs: make(map[datalog.Functor][]int)}
	if r.words, err = e.Words(d); err != nil {
		return nil, err
	}
	e.Poll = r.poll
	return r, r.compile(clauses)
}

func (r *Reasoner) poll() error {
	if r.engine.Bytes() > r.memory {
		return fmt.Errorf("%w: the facts take more than %d bytes", ErrMemory, r.memory)
	}
	if r.engine.Long() {
		return fmt.Errorf("%w: terms grow without bound", ErrMemory)
	}
	return r.ctx.Err()
}

// compile makes strata, and runs those that do not depend on the state.
func (r *Reasoner) compile(clauses []gdl.Clause) error {
	e := r.engine
	changing := gdl.Changing(clauses)
	for _, c := range gdl.Components(clauses) {
		if c.Negated != nil {
			return fmt.Errorf("%v: the relation %v depends on its own negation", c.Negated.At, c.Negated.Predicate())
		}
		var rules []*datalog.Rule
		var need []int
		for _, i := range c.Clauses {
			rules = append(rules, e.NewRule(clauses[i]))
			for _, l := range clauses[i].Body {
				need = append(need, r.needs[e.Functor(l.Atom.Predicate())]...)
			}
		}
		var heads []datalog.Functor
		for _, p := range c.Predicates {
			heads = append(heads, e.Functor(p))
		}
		s, err := e.NewStratum(rules, func(f datalog.Functor) bool { return slices.Contains(heads, f) })
		if err != nil {
			return err
		}
		if !changing[c.Predicates[0]] {
			if err := e.Run(s); err != nil {
				return err
			}
			continue
		}
		need = append(need, len(r.strata))
		slices.Sort(need)
		need = slices.Compact(need)
		for _, f := range heads {
			r.needs[f] = need
		}
		r.strata = append(r.strata, s)
	}
	e.Open(r.words.True)
	e.Open(r.words.Does)
	e.Mark()
	r.done = make([]bool, len(r.strata))
	return nil
}

// Roles returns the names of the roles. It must not be changed.
func (r *Reasoner) Roles() []string { return r.words.Names }

// Text returns a fact or a move as KIF, in lower case with single blanks.
func (r *Reasoner) Text(x datalog.ID) string { return r.engine.String(x) }

// Texts returns the texts of facts or moves.
func (r *Reasoner) Texts(all []datalog.ID) []string {
	var texts []string
	for _, x := range all {
		texts = append(texts, r.Text(x))
	}
	return texts
}

// Parse returns a fact or a move in KIF.
func (r *Reasoner) Parse(text string) (datalog.ID, error) {
	t, err := gdl.ParseTerm(text)
	if err != nil {
		return 0, err
	}
	if !t.Ground() {
		return 0, fmt.Errorf("%s has variables", t)
	}
	return r.engine.Of(t), nil
}

// Initial returns the state in which a match begins.
func (r *Reasoner) Initial() State { return r.collect(r.engine.Facts(r.words.Init)) }

// collect returns the arguments of unary facts.
func (r *Reasoner) collect(facts []datalog.ID) State {
	var s State
	for _, x := range facts {
		s = append(s, r.engine.Arg(x, 0))
	}
	slices.Sort(s)
	return s
}

// enter makes a state the present one, with a joint move or, if that is nil, with any.
func (r *Reasoner) enter(s State, joint []Move) {
	same := r.state != nil && slices.Equal(s, r.state)
	if same && (joint == nil || slices.Equal(joint, r.joint)) {
		return
	}
	e := r.engine
	add := func(f datalog.Functor, args ...datalog.ID) {
		r.args = append(r.args[:0], args...)
		e.Add(e.Make(f, r.args))
	}
	if !same || r.joint != nil {
		e.Reset()
		clear(r.done)
		for _, f := range s {
			add(r.words.True, f)
		}
		if r.state = append(r.state[:0], s...); r.state == nil {
			r.state = State{}
		}
	}
	for i, m := range joint {
		add(r.words.Does, r.words.Roles[i], m)
	}
	r.joint = slices.Clone(joint)
}

// find enters a state and returns the facts of a relation.
func (r *Reasoner) find(s State, joint []Move, f datalog.Functor) []datalog.ID {
	r.enter(s, joint)
	for _, i := range r.needs[f] {
		if r.err == nil && !r.done[i] {
			r.err = r.engine.Run(r.strata[i])
			r.done[i] = true
		}
	}
	if r.err != nil {
		return nil
	}
	return r.engine.Facts(f)
}

// Err returns the error of the first derivation that failed: of the context, or [ErrMemory]. No state has facts, moves or
// goals afterwards.
func (r *Reasoner) Err() error { return r.err }

// Terminal reports whether a match is over in a state.
func (r *Reasoner) Terminal(s State) bool { return len(r.find(s, nil, r.words.Terminal)) > 0 }

// Legal appends the legal moves of a role to dst, in increasing order.
func (r *Reasoner) Legal(dst []Move, s State, role int) []Move {
	return r.ofRole(dst, r.find(s, nil, r.words.Legal), role)
}

// ofRole appends the second arguments of facts of a role, in increasing order.
func (r *Reasoner) ofRole(dst, facts []datalog.ID, role int) []datalog.ID {
	begin := len(dst)
	for _, x := range facts {
		if r.engine.Arg(x, 0) == r.words.Roles[role] {
			dst = append(dst, r.engine.Arg(x, 1))
		}
	}
	slices.Sort(dst[begin:])
	return dst
}

// Next returns the state after a joint move, which must have a move for each role, in order.
func (r *Reasoner) Next(s State, joint []Move) State {
	return r.collect(r.find(s, joint, r.words.Next))
}

// Sees appends the percepts of a role after a joint move to dst, in increasing order.
func (r *Reasoner) Sees(dst []Fact, s State, joint []Move, role int) []Fact {
	return r.ofRole(dst, r.find(s, joint, r.words.Sees), role)
}

// Goal returns the value of a state for a role, 0 to 100. It is 0 if the rules state no value, several, or one that is not a
// number from 0 to 100 (as in Vittaut 2017, note 28).
func (r *Reasoner) Goal(s State, role int) int {
	if values := r.ofRole(nil, r.find(s, nil, r.words.Goal), role); len(values) == 1 {
		if v, err := strconv.Atoi(r.Text(values[0])); err == nil && v >= 0 && v <= 100 {
			return v
		}
	}
	return 0
}

// A Playout is a match of random moves.
type Playout struct {
	Plies int // joint moves
	Goals []int
	End   State
}

// ErrStuck is the error for a role without a move in a state that is not terminal.
var ErrStuck = errors.New("a role has no move")

// Playout plays uniformly random moves from a state until the match ends or, if maxPlies is not 0, for at most that many
// joint moves.
func (r *Reasoner) Playout(s State, random *rand.Rand, maxPlies int) (p Playout, err error) {
	joint := make([]Move, len(r.words.Names))
	var moves []Move
	for ; !r.Terminal(s) && (maxPlies == 0 || p.Plies < maxPlies); p.Plies++ {
		for i, name := range r.words.Names {
			if moves = r.Legal(moves[:0], s, i); len(moves) == 0 {
				return p, r.Stuck(name, p.Plies)
			}
			joint[i] = moves[random.IntN(len(moves))]
		}
		s = r.Next(s, joint)
	}
	p.End = s
	for i := range r.words.Names {
		p.Goals = append(p.Goals, r.Goal(s, i))
	}
	return p, r.err
}

// Stuck returns the error for a role without a move: the error of the reasoner, otherwise [ErrStuck].
func (r *Reasoner) Stuck(role string, plies int) error {
	if r.err != nil {
		return r.err
	}
	return fmt.Errorf("%w: %s after %d joint moves", ErrStuck, role, plies)
}
