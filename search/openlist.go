package search

// An openList holds the nodes that A* has yet to visit: least total first, then least estimate, then last in.
//
// Totals near the first one with small estimates(in most games all) have a stack for each estimate. A heap has the
// rest.
type openList struct {
	totals  []openTotal // base is the first
	base    int
	least   int         // all totals before it have no nodes
	entries []openEntry // of all stacks
	free    int         // head of the unused entries, or none
	far     []openNode
	late    int // order of the next node in far
	begun   bool
}

const (
	mostTotals    = 1 << 12 // the number of totals that have stacks
	mostEstimates = 1 << 8  // the number of estimates that have stacks
)

type openTotal struct {
	stacks []int // by estimate, the last entry, or none
	least  int   // all estimates before it have no nodes
}

type openEntry struct{ node, below int }

type openNode struct{ total, estimate, order, node int }

func (a openNode) before(b openNode) bool {
	switch {
	case a.total != b.total:
		return a.total < b.total
	case a.estimate != b.estimate:
		return a.estimate < b.estimate
	}
	return a.order > b.order
}

func (o *openList) put(node, total, estimate int) {
	if !o.begun {
		o.begun, o.base = true, max(0, total-mostTotals/2) // later totals may be less
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

// take removes the first node and returns its total. ok is false if the list is empty.
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

func (o *openList) takeFar() (node, total int) {
	first, last := o.far[0], len(o.far)-1
	o.far[0] = o.far[last]
	o.far = o.far[:last]
	o.sink(0)
	return first.node, first.total
}

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
