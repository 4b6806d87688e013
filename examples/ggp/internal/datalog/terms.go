// Package datalog derives what follows from rules and facts, from the bottom up, as the reasoner and the grounder of
// game descriptions need it. Unlike in plain Datalog, the arguments of facts may be compound terms.
package datalog

import (
	"math"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// An ID is the number of a ground term, or of a ground atom, which is a term whose functor is a relation.
type ID int32

// None is no term.
const None ID = -1

// A Functor is the number of a name with a number of arguments.
type Functor int32

type signature struct {
	name  string
	arity int
}

// Terms holds ground terms, each once.
type Terms struct {
	functors map[signature]Functor
	names    []signature
	terms    []term
	args     []ID
	lengths  []int32 // of the terms as texts, in bytes
	slots    []slot  // a hash table of terms with open addressing
	long     bool
}

// maxLength is the number of bytes that a term is expected to have at most as a text.
const maxLength = 1 << 14

// A slot has a term, and a part of its hash, which most other terms differ in.
type slot struct {
	hash uint32
	id   ID // plus 1, 0 if the slot is empty
}

type term struct {
	functor Functor
	args    int32 // where its arguments begin
}

// NewTerms returns an empty store.
func NewTerms() *Terms {
	return &Terms{functors: make(map[signature]Functor), slots: make([]slot, 1<<10)}
}

// Functor returns the number of a name with a number of arguments.
func (t *Terms) Functor(name string, arity int) Functor {
	s := signature{name, arity}
	f, ok := t.functors[s]
	if !ok {
		f = Functor(len(t.names))
		t.functors[s] = f
		t.names = append(t.names, s)
	}
	return f
}

// FunctorOf returns the functor of a term.
func (t *Terms) FunctorOf(id ID) Functor { return t.terms[id].functor }

// Args returns the arguments of a term. They must not be changed.
func (t *Terms) Args(id ID) []ID {
	x := t.terms[id]
	return t.args[x.args : int(x.args)+t.names[x.functor].arity]
}

// Arg returns one argument of a term.
func (t *Terms) Arg(id ID, i int) ID { return t.args[int(t.terms[id].args)+i] }

// Len returns the number of terms.
func (t *Terms) Len() int { return len(t.terms) }

// Bytes returns about how much memory the terms take.
func (t *Terms) Bytes() int {
	return 8*cap(t.terms) + 4*cap(t.lengths) + 4*cap(t.args) + 8*len(t.slots)
}

// Long tells whether there is a term of more than 16384 bytes as a text. Rules that make terms grow without bound make
// such, and these must not become so deep that they cannot be written.
func (t *Terms) Long() bool { return t.long }

// Length returns the number of bytes of a term as a text.
func (t *Terms) Length(id ID) int { return int(t.lengths[id]) }

func hash(f Functor, args []ID) uint64 {
	h := uint64(f)*0x9e3779b97f4a7c15 + 0x7f4a7c15
	for _, a := range args {
		h = mix(h, a)
	}
	return h ^ h>>29
}

// mix adds a term to a hash of a sequence of terms.
func mix(h uint64, a ID) uint64 {
	h = (h ^ uint64(uint32(a))) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// Find returns the term of that functor and those arguments, None if the store does not have it.
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

// Make returns the term of that functor and those arguments, which are copied.
func (t *Terms) Make(f Functor, args []ID) ID {
	id, i := t.find(f, args)
	if id >= 0 {
		return id
	}
	id = ID(len(t.terms))
	t.terms = append(t.terms, term{f, int32(len(t.args))})
	t.args = append(t.args, args...)
	length := len(t.names[f].name)
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

// Of returns the number of a ground term.
func (t *Terms) Of(x gdl.Term) ID {
	args := make([]ID, len(x.Args))
	for i, a := range x.Args {
		args[i] = t.Of(a)
	}
	return t.Make(t.Functor(x.Name, len(args)), args)
}

// Append appends a term to a text, as KIF with single blanks.
func (t *Terms) Append(text []byte, id ID) []byte {
	args := t.Args(id)
	name := t.names[t.terms[id].functor].name
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
