package search

// An openList holds the nodes that A* has yet to visit. It takes out the least total first, on ties the node of the
// least estimate, and of several the one put in last.
//
// The totals near the first one with small estimates, which in most games are all, each have a stack for each estimate.
// A heap holds the other nodes, however far apart these are.
type openList struct {
	totals  []openTotal // from base on
	base    int
	least   int         // all totals before this one have no nodes
	entries []openEntry // of all stacks
	free    int         // an entry that is in no stack, or none
	far     []openNode
	late    int // order of the next node in far
	begun   bool
}

const (
	mostTotals    = 1 << 12 // the number of totals that have stacks
	mostEstimates = 1 << 8  // the number of estimates that have one
)

// An openTotal holds the nodes of one total.
type openTotal struct {
	stacks []int // by estimate, the entry put in last, or none
	least  int   // all estimates before this one have no nodes
}

// An openEntry is a node in a stack. Entries are numbered from 1, so that 0 is none.
type openEntry struct{ node, below int }

// An openNode is a node in the heap.
type openNode struct{ total, estimate, order, node int }

// before reports whether a node comes out of the list before another.
func (a openNode) before(b openNode) bool {
	switch {
	case a.total != b.total:
		return a.total < b.total
	case a.estimate != b.estimate:
		return a.estimate < b.estimate
	}
	return a.order > b.order
}

// put puts in a node with this total and this estimate, which are not negative.
func (o *openList) put(node, total, estimate int) {
	if !o.begun {
		o.begun, o.base = true, max(0, total-mostTotals/2) // estimates may also become less
		o.least = total - o.base
	}
	i := total - o.base
	if i < 0 || i >= mostTotals || estimate >= mostEstimates {
		o.far = append(o.far, openNode{total, estimate, o.late, node})
		o.late++
		o.rise(len(o.far) - 1)
		return
	}
	if i >= len(o.totals) {
		o.totals = append(o.totals, make([]openTotal, i+1-len(o.totals))...)
	}
	t := &o.totals[i]
	if estimate >= len(t.stacks) {
		t.stacks = append(t.stacks, make([]int, estimate+1-len(t.stacks))...)
	}
	entry := o.free
	if entry == 0 {
		o.entries = append(o.entries, openEntry{})
		entry = len(o.entries)
	} else {
		o.free = o.entries[entry-1].below
	}
	o.entries[entry-1] = openEntry{node, t.stacks[estimate]}
	t.stacks[estimate] = entry
	t.least = min(t.least, estimate)
	o.least = min(o.least, i)
}

// take takes out the node that comes first, with its total, unless there is none.
func (o *openList) take() (node, total int, ok bool) {
	for ; o.least < len(o.totals); o.least++ {
		if len(o.far) > 0 && o.far[0].total < o.base+o.least {
			break
		}
		t := &o.totals[o.least]
		for ; t.least < len(t.stacks); t.least++ {
			entry := t.stacks[t.least]
			if entry == 0 {
				continue
			}
			e := &o.entries[entry-1]
			t.stacks[t.least], e.below, o.free = e.below, o.free, entry
			return e.node, o.base + o.least, true
		}
	}
	if len(o.far) == 0 {
		return 0, 0, false
	}
	node, total = o.takeFar()
	return node, total, true
}

// takeFar takes out the first node of the heap.
func (o *openList) takeFar() (node, total int) {
	first, last := o.far[0], len(o.far)-1
	o.far[0] = o.far[last]
	o.far = o.far[:last]
	o.sink(0)
	return first.node, first.total
}

// rise moves a node up the heap to where it belongs.
func (o *openList) rise(i int) {
	for i > 0 {
		above := (i - 1) / 2
		if !o.far[i].before(o.far[above]) {
			return
		}
		o.far[i], o.far[above] = o.far[above], o.far[i]
		i = above
	}
}

// sink moves a node down the heap to where it belongs.
func (o *openList) sink(i int) {
	for {
		first := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(o.far); child++ {
			if o.far[child].before(o.far[first]) {
				first = child
			}
		}
		if first == i {
			return
		}
		o.far[i], o.far[first] = o.far[first], o.far[i]
		i = first
	}
}
