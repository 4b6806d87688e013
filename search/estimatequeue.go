package search

import (
	"container/heap"
	"sort"
)

// An estimateQueue holds the nodes of a greedy search still to visit: least estimate first, on ties oldest first.
type estimateQueue struct {
	byEstimate map[int]*fifo
	order      estimates // estimates that have nodes
	free       []*fifo
}

type fifo struct {
	nodes []int
	begin int
}

func (q *estimateQueue) empty() bool { return q.order.Len() == 0 }

func (q *estimateQueue) put(node, estimate int) {
	f := q.byEstimate[estimate]
	if f == nil {
		if last := len(q.free) - 1; last >= 0 {
			f, q.free = q.free[last], q.free[:last]
		} else {
			f = new(fifo)
		}
		if q.byEstimate == nil {
			q.byEstimate = make(map[int]*fifo)
		}
		q.byEstimate[estimate] = f
		heap.Push(&q.order, estimate)
	}
	f.nodes = append(f.nodes, node)
}

func (q *estimateQueue) take() int {
	f := q.byEstimate[q.least()]
	node := f.nodes[f.begin]
	if f.begin++; f.begin == len(f.nodes) {
		f.nodes, f.begin = f.nodes[:0], 0
		q.free = append(q.free, f)
		delete(q.byEstimate, q.least())
		heap.Pop(&q.order)
	}
	return node
}

func (q *estimateQueue) least() int { return q.order.IntSlice[0] }

type estimates struct{ sort.IntSlice }

func (e *estimates) Push(x any) { e.IntSlice = append(e.IntSlice, x.(int)) }

func (e *estimates) Pop() any {
	last := len(e.IntSlice) - 1
	x := e.IntSlice[last]
	e.IntSlice = e.IntSlice[:last]
	return x
}
