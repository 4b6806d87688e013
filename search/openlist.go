package search

// An openList holds the nodes that A* has yet to visit. It takes out the least total first, and on ties the node put
// in last.
//
// The totals near the first one, which in most games are all, each have a bucket. A heap holds the nodes of the
// others, however far apart these are.
type openList struct {
	buckets [][]int // the nodes by total, from base on
	base    int
	least   int // all buckets before this one are empty
	far     []openNode
	late    int // order of the next node in far
	begun   bool
}

// mostBuckets is the number of totals that have a bucket.
const mostBuckets = 1 << 12

// An openNode is a node in the heap.
type openNode struct{ total, order, node int }

// before reports whether a node comes out of the list before another.
func (a openNode) before(b openNode) bool {
	return a.total < b.total || a.total == b.total && a.order > b.order
}

// put puts in a node with this total, which is not negative.
func (o *openList) put(node, total int) {
	if !o.begun {
		o.begun, o.base = true, max(0, total-mostBuckets/2) // estimates may also become less
		o.least = total - o.base
	}
	i := total - o.base
	if i < 0 || i >= mostBuckets {
		o.far = append(o.far, openNode{total, o.late, node})
		o.late++
		o.rise(len(o.far) - 1)
		return
	}
	if i >= len(o.buckets) {
		o.buckets = append(o.buckets, make([][]int, i+1-len(o.buckets))...)
	}
	o.buckets[i] = append(o.buckets[i], node)
	o.least = min(o.least, i)
}

// take takes out a node of the least total, unless there is none.
func (o *openList) take() (node int, ok bool) {
	for o.least < len(o.buckets) && len(o.buckets[o.least]) == 0 {
		o.least++
	}
	if len(o.far) > 0 && (o.least >= len(o.buckets) || o.far[0].total < o.base) {
		return o.takeFar(), true
	}
	if o.least >= len(o.buckets) {
		return 0, false
	}
	bucket := o.buckets[o.least]
	last := len(bucket) - 1
	o.buckets[o.least] = bucket[:last]
	return bucket[last], true
}

// takeFar takes out the first node of the heap.
func (o *openList) takeFar() int {
	first, last := o.far[0].node, len(o.far)-1
	o.far[0] = o.far[last]
	o.far = o.far[:last]
	o.sink(0)
	return first
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
