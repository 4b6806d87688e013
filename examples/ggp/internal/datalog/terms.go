// Package datalog derives facts from rules bottom-up, for the reasoner and the grounder. Unlike in plain Datalog, arguments
// can be compound terms.
package datalog

import (
	"errors"
	"math"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// An ID is the number of a ground term. An atom is a term whose functor is a relation.
type ID int32

// None is not a term.
const None ID = -1

// A Functor is the number of a name and arity.
type Functor int32

// Terms holds ground terms, each once.
type Terms struct {
	functors map[gdl.Predicate]Functor
	names    []gdl.Predicate
	terms    []term
	args     []ID
	lengths  []int32 // of the terms as texts, in bytes
	slots    []slot  // a hash table
	long     bool
}

// maxLength is the length in bytes above which terms are taken to grow without bound.
const maxLength = 1 << 14

// A slot holds a term and part of its hash.
type slot struct {
	hash uint32
	id   ID // plus 1, 0 if empty
}

type term struct {
	functor Functor
	args    int32 // the index of its first argument
}

// NewTerms returns an empty store.
func NewTerms() *Terms {
	return &Terms{functors: make(map[gdl.Predicate]Functor), slots: make([]slot, 1<<10)}
}

// Functor returns the functor of a name and arity.
func (t *Terms) Functor(p gdl.Predicate) Functor {
	f, ok := t.functors[p]
	if !ok {
		f = Functor(len(t.names))
		t.functors[p] = f
		t.names = append(t.names, p)
	}
	return f
}

// FunctorOf returns the functor of a term.
func (t *Terms) FunctorOf(id ID) Functor { return t.terms[id].functor }

// Args returns the arguments of a term, which must not be changed.
func (t *Terms) Args(id ID) []ID {
	x := t.terms[id]
	return t.args[x.args : int(x.args)+t.names[x.functor].Arity]
}

// Arg returns argument i of a term.
func (t *Terms) Arg(id ID, i int) ID { return t.args[int(t.terms[id].args)+i] }

// Len returns the number of terms.
func (t *Terms) Len() int { return len(t.terms) }

// Bytes returns about how much memory the terms take.
func (t *Terms) Bytes() int {
	return 8*cap(t.terms) + 4*cap(t.lengths) + 4*cap(t.args) + 8*len(t.slots)
}

// Long reports whether there is a term of more than 16384 bytes, which shows that rules make terms grow without bound. Such
// terms must not become too deep to be written.
func (t *Terms) Long() bool { return t.long }

// Length returns the length of a term as text, in bytes.
func (t *Terms) Length(id ID) int { return int(t.lengths[id]) }

func hash(f Functor, args []ID) uint64 {
	h := uint64(f)*0x9e3779b97f4a7c15 + 0x7f4a7c15
	for _, a := range args {
		h = mix(h, a)
	}
	return h ^ h>>29
}

// mix adds a term to the hash of a sequence.
func mix(h uint64, a ID) uint64 {
	h = (h ^ uint64(uint32(a))) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// Find returns the term with a functor and arguments, or None.
func (t *Terms) Find(f Functor, args []ID) ID {
	id, _ := t.find(f, args)
	return id
}

func (t *Terms) find(f Functor, args []ID) (ID, int) {
	mask := len(t.slots) - 1
	h := hash(f, args)
next:
	for i := int(h) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.id == 0 {
			return None, i
		}
		if s.hash != uint32(h>>32) {
			continue
		}
		x := t.terms[s.id-1]
		if x.functor != f {
			continue
		}
		for k, a := range args {
			if t.args[int(x.args)+k] != a {
				continue next
			}
		}
		return s.id - 1, i
	}
}

// Make returns the term with a functor and arguments, which it copies.
func (t *Terms) Make(f Functor, args []ID) ID {
	id, i := t.find(f, args)
	if id >= 0 {
		return id
	}
	id = ID(len(t.terms))
	t.terms = append(t.terms, term{f, int32(len(t.args))})
	t.args = append(t.args, args...)
	length := len(t.names[f].Name)
	for _, a := range args {
		length += 1 + int(t.lengths[a])
	}
	if len(args) > 0 {
		length += 2
	}
	t.long = t.long || length > maxLength
	t.lengths = append(t.lengths, int32(min(length, math.MaxInt32)))
	t.slots[i] = slot{uint32(hash(f, args) >> 32), id + 1}
	if 4*len(t.terms) > 3*len(t.slots) {
		t.grow()
	}
	return id
}

func (t *Terms) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	for _, x := range old {
		if x.id != 0 {
			id := x.id - 1
			_, i := t.find(t.terms[id].functor, t.Args(id))
			t.slots[i] = x
		}
	}
}

// Of returns the ID of a ground term.
func (t *Terms) Of(x gdl.Term) ID {
	args := make([]ID, len(x.Args))
	for i, a := range x.Args {
		args[i] = t.Of(a)
	}
	return t.Make(t.Functor(x.Predicate()), args)
}

// Append appends a term as KIF with single blanks.
func (t *Terms) Append(text []byte, id ID) []byte {
	args := t.Args(id)
	name := t.names[t.terms[id].functor].Name
	if len(args) == 0 {
		return append(text, name...)
	}
	text = append(append(text, '('), name...)
	for _, a := range args {
		text = t.Append(append(text, ' '), a)
	}
	return append(text, ')')
}

// String returns a term as KIF with single blanks.
func (t *Terms) String(id ID) string { return string(t.Append(nil, id)) }

// Words are the roles of a game and the relations of GDL.
type Words struct {
	Names []string // of the roles
	Roles []ID

	Terminal, Legal, Next, Goal, Sees, True, Does, Init Functor
}

// Words returns the words of a game.
func (t *Terms) Words(d *gdl.Description) (Words, error) {
	relation := func(name string, arity int) Functor { return t.Functor(gdl.Predicate{Name: name, Arity: arity}) }
	w := Words{
		Terminal: relation(gdl.Terminal, 0), Legal: relation(gdl.Legal, 2), Next: relation(gdl.Next, 1),
		Goal: relation(gdl.Goal, 2), Sees: relation(gdl.Sees, 2), True: relation(gdl.True, 1),
		Does: relation(gdl.Does, 2), Init: relation(gdl.Init, 1), Names: d.Roles(),
	}
	if len(w.Names) == 0 {
		return w, errors.New("no roles")
	}
	for _, name := range w.Names {
		role, err := gdl.ParseTerm(name)
		if err != nil {
			return w, err
		}
		w.Roles = append(w.Roles, t.Of(role))
	}
	return w, nil
}
