package datalog

// A path leads from an atom to a term in it by indices of arguments.
type path []int32

// at returns the term at the end of a path.
func (t *Terms) at(id ID, p path) ID {
	for _, i := range p {
		id = t.args[t.terms[id].args+i]
	}
	return id
}

// A shape requires a functor at the end of a path.
type shape struct {
	path    path
	functor Functor
}

// An index finds the atoms of a relation with some shapes by the terms at the ends of some paths.
type index struct {
	shapes  []shape
	keys    []path
	groups  []group
	slots   []int32 // a hash table of group numbers plus 1; 0 is empty
	entries []entry
	key     []ID // scratch
}

// A group is the entries with the same key.
type group struct{ first, last, slot int32 }

type entry struct {
	atom ID
	next int32 // of the same group, -1 at the end
}

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
	if 4*len(x.groups) >= 3*len(x.slots) {
		x.grow(t)
	}
	n := int32(len(x.entries))
	i := x.slot(t, x.keyOf(t, atom))
	x.entries = append(x.entries, entry{atom, -1})
	if at := x.slots[i]; at != 0 {
		g := &x.groups[at-1]
		x.entries[g.last].next, g.last = n, n
		return
	}
	x.groups = append(x.groups, group{n, n, int32(i)})
	x.slots[i] = int32(len(x.groups))
}

// keyOf returns the terms of an atom at the ends of the paths, valid until the next call.
func (x *index) keyOf(t *Terms, atom ID) []ID {
	x.key = x.key[:0]
	for _, p := range x.keys {
		x.key = append(x.key, t.at(atom, p))
	}
	return x.key
}

// slot returns the slot of the group with a key, or an empty one.
func (x *index) slot(t *Terms, key []ID) int {
	h := uint64(0)
	for _, k := range key {
		h = mix(h, k)
	}
	mask := len(x.slots) - 1
next:
	for i := int(h) & mask; ; i = (i + 1) & mask {
		if x.slots[i] == 0 {
			return i
		}
		atom := x.entries[x.groups[x.slots[i]-1].first].atom
		for k, p := range x.keys {
			if t.at(atom, p) != key[k] {
				continue next
			}
		}
		return i
	}
}

func (x *index) grow(t *Terms) {
	x.slots = make([]int32, max(8, 2*len(x.slots)))
	for n := range x.groups {
		g := &x.groups[n]
		g.slot = int32(x.slot(t, x.keyOf(t, x.entries[g.first].atom)))
		x.slots[g.slot] = int32(n) + 1
	}
}

func (x *index) find(t *Terms, key []ID) int32 {
	if len(x.groups) > 0 {
		if at := x.slots[x.slot(t, key)]; at != 0 {
			return x.groups[at-1].first
		}
	}
	return -1
}

// clear empties the index, in time proportional to its groups.
func (x *index) clear() {
	for _, g := range x.groups {
		x.slots[g.slot] = 0
	}
	x.groups, x.entries = x.groups[:0], x.entries[:0]
}

func (x *index) bytes() int { return 12*cap(x.groups) + 4*len(x.slots) + 8*cap(x.entries) }
