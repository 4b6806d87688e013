package datalog

// A path leads from an atom to one of the terms in it: the numbers of arguments, from the outside.
type path []int32

// at returns the term at the end of a path.
func (t *Terms) at(id ID, p path) ID {
	for _, i := range p {
		id = t.args[t.terms[id].args+i]
	}
	return id
}

// A shape demands a functor at the end of a path.
type shape struct {
	path    path
	functor Functor
}

// An index finds the atoms of a relation that have some shape, by the terms at the ends of some paths.
type index struct {
	shapes  []shape
	keys    []path
	groups  []group
	slots   []int32 // a hash table of groups with open addressing; 0 is an empty slot
	entries []entry
}

// A group is the entries with one key.
type group struct{ first, last, slot int32 }

type entry struct {
	atom ID
	next int32 // of the same group, -1 at the end
}

// fits tells whether an atom has the shape.
func (x *index) fits(t *Terms, atom ID) bool {
	for _, s := range x.shapes {
		if t.terms[t.at(atom, s.path)].functor != s.functor {
			return false
		}
	}
	return true
}

// insert adds an atom of the relation if it has the shape.
func (x *index) insert(t *Terms, atom ID) {
	if !x.fits(t, atom) {
		return
	}
	if x.slots == nil {
		x.slots = make([]int32, 8)
	}
	n := int32(len(x.entries))
	x.entries = append(x.entries, entry{atom, -1})
	h := uint64(0)
	for _, p := range x.keys {
		h = mix(h, t.at(atom, p))
	}
	mask := len(x.slots) - 1
	i := int(h) & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		g := &x.groups[x.slots[i]-1]
		if x.same(t, x.entries[g.first].atom, atom) {
			x.entries[g.last].next = n
			g.last = n
			return
		}
	}
	x.groups = append(x.groups, group{n, n, int32(i)})
	x.slots[i] = int32(len(x.groups))
	if 4*len(x.groups) > 3*len(x.slots) {
		x.grow(t)
	}
}

func (x *index) same(t *Terms, a, b ID) bool {
	for _, p := range x.keys {
		if t.at(a, p) != t.at(b, p) {
			return false
		}
	}
	return true
}

func (x *index) grow(t *Terms) {
	x.slots = make([]int32, 2*len(x.slots))
	mask := len(x.slots) - 1
	for n := range x.groups {
		g := &x.groups[n]
		h := uint64(0)
		for _, p := range x.keys {
			h = mix(h, t.at(x.entries[g.first].atom, p))
		}
		i := int(h) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i], g.slot = int32(n)+1, int32(i)
	}
}

// find returns the first entry with a key, -1 if there is none.
func (x *index) find(t *Terms, key []ID) int32 {
	if len(x.groups) == 0 {
		return -1
	}
	h := uint64(0)
	for _, k := range key {
		h = mix(h, k)
	}
	mask := len(x.slots) - 1
next:
	for i := int(h) & mask; x.slots[i] != 0; i = (i + 1) & mask {
		first := x.groups[x.slots[i]-1].first
		atom := x.entries[first].atom
		for k, p := range x.keys {
			if t.at(atom, p) != key[k] {
				continue next
			}
		}
		return first
	}
	return -1
}

// clear empties the index, in time proportional to its groups, and keeps its memory.
func (x *index) clear() {
	for _, g := range x.groups {
		x.slots[g.slot] = 0
	}
	x.groups, x.entries = x.groups[:0], x.entries[:0]
}

func (x *index) bytes() int { return 12*cap(x.groups) + 4*len(x.slots) + 8*cap(x.entries) }
