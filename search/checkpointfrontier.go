package search

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
)

// The state of a search that stores its positions has its result, its nodes, and the memory or the open lists.

// A frontierKeeper saves the state of a search that stores its positions. The zero keeper saves nothing.
type frontierKeeper[M comparable] struct {
	run      *saved.Run
	recorder hashtable.Recorder // of the memory while a state is being written, or nil
	over     bool               // the search is complete or solved
	of       ply.Game[M]
	budget   *stop.Budget
	write    func(*saved.Writer)
}

// keeps sets the game and the budget of the search.
func (k *frontierKeeper[M]) keeps(g ply.Game[M], b *stop.Budget) { k.of, k.budget = g, b }

// begin begins to save the state of a search with the function save, and loads it if there is one.
func (k *frontierKeeper[M]) begin(store checkpoint.Store, kind, question string, save func(*saved.Writer), load func(*saved.Reader)) (err error) {
	if k.run, err = saved.BeginMoves(store, kind, k.of, question, load); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if k.run == nil {
		return nil
	}
	k.write = save
	k.budget.Save = func(now time.Time) error { return pollState(k.run, k.recorder, now, save) }
	return nil
}

// saveEnd saves the state of a search that has ended with an error or a status.
func (k *frontierKeeper[M]) saveEnd(err error, status ply.Status) error {
	if err == nil {
		err = k.budget.Fault()
	}
	if err == nil {
		k.over = status == ply.Complete || status == ply.Solved
		err = k.run.Save(k.write)
	}
	if err != nil && k.run != nil {
		err = fmt.Errorf("search: %w", err)
	}
	return err
}

func (k *frontierKeeper[M]) end() { k.run.End() }

// nodesAtOnce is the number of nodes that are written at a time.
const nodesAtOnce = 1 << 10

// writeNodes writes a number of nodes as numbers and moves.
func writeNodes[M comparable, N any](w *saved.Writer, count int, parts iter.Seq[[]N], split func(*N) ([3]int64, M)) {
	w.Int(count)
	numbers, moves := make([][3]int64, 0, nodesAtOnce), make([]M, 0, nodesAtOnce)
	for part := range parts {
		for i := range part {
			n, m := split(&part[i])
			numbers, moves = append(numbers, n), append(moves, m)
			if count--; len(moves) == nodesAtOnce || count == 0 {
				saved.WriteImage(w, numbers)
				saved.WriteMoves(w, moves)
				numbers, moves = numbers[:0], moves[:0]
			}
		}
	}
}

// readNodes reads nodes. The first number of a node is its parent.
func readNodes[M comparable, N any](r *saved.Reader, join func([3]int64, M) N) (nodes []N) {
	numbers := make([][3]int64, nodesAtOnce)
	for n := r.Count(saved.Many); len(nodes) < n; {
		numbers := numbers[:min(nodesAtOnce, n-len(nodes))]
		saved.ReadImage(r, numbers)
		moves := saved.ReadMoves[M](r)
		if r.Err() == nil && len(moves) != len(numbers) {
			r.Fail("%d moves of %d nodes", len(moves), len(numbers))
		}
		if r.Err() != nil {
			return nil
		}
		for i, m := range moves {
			if parent := numbers[i][0]; parent < 0 || parent >= int64(n) {
				r.Fail("a node with parent %d", parent)
				return nil
			}
			nodes = append(nodes, join(numbers[i], m))
		}
	}
	return nodes
}

// breadthNumbers are the numbers of a breadth-first search that are saved.
type breadthNumbers struct {
	best, bestDepth, next, depth, level int64
	score                               float64
	over                                bool
}

func (b *breadthFirst[M]) save(w *saved.Writer) {
	found, nodes := b.result, b.nodes // nodes are only added
	found.Elapsed = b.Elapsed()
	n := breadthNumbers{int64(b.best), int64(b.bestDepth), int64(b.next), int64(b.depth), int64(b.level), b.score, b.over}
	defer func() { b.recorder = nil }()
	switch {
	case b.over && b.space.ownMemory():
	case b.space.exact != nil:
		b.recorder = wholeKeys{b.space.exact, b.space.exact.Len()}
	case b.space.memory != nil:
		b.recorder = hashtable.Record(b.space.memory)
	}
	writeResult(w, &found)
	saved.WriteImage(w, []breadthNumbers{n})
	writeNodes(w, len(nodes), slices.Chunk(nodes, nodesAtOnce), func(n *breadthNode[M]) ([3]int64, M) { return [3]int64{int64(n.parent)}, n.move })
	if b.recorder != nil {
		b.recorder.Write(w)
	}
}

func (b *breadthFirst[M]) load(r *saved.Reader) {
	found := readResult[M](r)
	var all [1]breadthNumbers
	saved.ReadImage(r, all[:])
	n := all[0]
	nodes := readNodes(r, func(n [3]int64, m M) breadthNode[M] { return breadthNode[M]{int(n[0]), m} })
	if last := int64(len(nodes)); n.best < 0 || n.best >= last || n.next < 0 || n.next > last || n.level < 0 || n.level > last {
		r.Fail("%d nodes, and a node after them", len(nodes))
	}
	if !n.over {
		found.Status = ply.Complete
	}
	if !n.over || !b.space.ownMemory() {
		restore(r, b.space.memory, b.space.exact)
	}
	if r.Err() != nil {
		return
	}
	b.Resume(found.Elapsed)
	b.result, b.nodes, b.over = found, nodes, n.over
	b.best, b.bestDepth, b.next, b.depth, b.level, b.score = int(n.best), int(n.bestDepth), int(n.next), int(n.depth), int(n.level), n.score
}

func (a *aStar[M]) save(w *saved.Writer) {
	found, over, highest, nodes := a.result, a.over, a.highest, len(a.nodes)
	found.Elapsed = a.Elapsed()
	var open openList
	if !over {
		open = a.open.clone()
		a.frozen = saved.NewSnapshot(nodes, func(first, count int) []aStarNode[M] { return a.nodes[first:][:count] })
		defer func() { a.frozen = nil }()
	}
	writePathResult(w, &found)
	saved.WriteImage(w, []bool{over})
	if over {
		return
	}
	w.Int(highest)
	writeNodes(w, nodes, a.frozen.All(), func(n *aStarNode[M]) ([3]int64, M) {
		return [3]int64{int64(n.parent), int64(n.cost), int64(n.estimate)}, n.move
	})
	for key := range a.known.All() { // positions are only added, in the order of the nodes
		if nodes--; nodes < 0 {
			break
		}
		w.Bytes(key)
	}
	open.save(w)
}

func (a *aStar[M]) load(r *saved.Reader) {
	found := readPathResult[M](r)
	var over [1]bool
	saved.ReadImage(r, over[:])
	if !over[0] {
		found.Status = ply.Complete
		a.highest = r.Int()
		a.nodes = readNodes(r, func(n [3]int64, m M) aStarNode[M] { return aStarNode[M]{int(n[0]), int(n[1]), int(n[2]), m} })
		for node := range a.nodes {
			if key := r.Bytes(); r.Err() == nil {
				known, _ := a.known.Add(key)
				*known = node
			}
		}
		a.open.load(r, len(a.nodes))
	}
	if r.Err() == nil {
		a.Resume(found.Elapsed)
		a.result, a.over = found, over[0]
	}
}

// clone returns a copy of the list, for save.
func (o *openList) clone() openList {
	c := *o
	c.entries, c.far, c.totals = slices.Clone(o.entries), slices.Clone(o.far), slices.Clone(o.totals)
	for i := range c.totals {
		c.totals[i].stacks = slices.Clone(o.totals[i].stacks)
	}
	return c
}

// save writes the nodes of each stack from its top, and the nodes of the heap.
func (o *openList) save(w *saved.Writer) {
	saved.WriteImage(w, []bool{o.begun})
	w.Int(o.base)
	for total := range o.totals {
		for estimate, top := range o.totals[total].stacks {
			if top == 0 {
				continue
			}
			n := 0
			for entry := top; entry != 0; entry = o.entries[entry-1].below {
				n++
			}
			w.Int(n)
			w.Int(total)
			w.Int(estimate)
			for entry := top; entry != 0; entry = o.entries[entry-1].below {
				w.Int(o.entries[entry-1].node)
			}
		}
	}
	w.Int(0)
	w.Int(o.late)
	w.Int(len(o.far))
	for _, n := range o.far {
		saved.WriteImage(w, []int64{int64(n.total), int64(n.estimate), int64(n.order), int64(n.node)})
	}
}

func (o *openList) load(r *saved.Reader, nodes int) {
	var begun [1]bool
	saved.ReadImage(r, begun[:])
	o.begun, o.base, o.least = begun[0], r.Int(), mostTotals
	var stack []int
	for n := r.Count(nodes); n > 0 && r.Err() == nil; n = r.Count(saved.Many) {
		total, estimate := r.Count(mostTotals-1), r.Count(mostEstimates-1)
		for stack = stack[:0]; len(stack) < n && r.Err() == nil; {
			stack = append(stack, r.Count(nodes-1))
		}
		for _, node := range slices.Backward(stack) {
			o.put(node, o.base+total, estimate)
		}
	}
	o.late = r.Int()
	for n := r.Count(saved.Many); len(o.far) < n && r.Err() == nil; {
		var numbers [4]int64
		saved.ReadImage(r, numbers[:])
		if node := numbers[3]; node < 0 || node >= int64(nodes) {
			r.Fail("node %d of %d", node, nodes)
		}
		o.far = append(o.far, openNode{int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3])})
	}
}

// question names the options that the state of a search depends on, with the estimates of the start.
func (s *greedy[M]) question() string {
	var estimates []int
	if s.preferrer != nil && !saved.IsOff(s.opt.Checkpoint) {
		estimates, _ = s.preferrer.EstimateAndPrefer(nil, nil)
	}
	return fmt.Sprintf("Deferred %t, Boost %d, estimates %v", s.opt.Deferred, s.opt.Boost, estimates)
}

func (s *greedy[M]) save(w *saved.Writer) {
	found, over, nodes, taken := s.result, s.over, len(s.nodes), s.taken
	found.Elapsed = s.Elapsed()
	known, least := wholeKeys{&s.known, s.known.Len()}, slices.Clone(s.least)
	var lists []alternative
	if !over {
		for i := range s.lists {
			lists = append(lists, s.lists[i].clone())
		}
		s.frozen = saved.NewSnapshot(nodes, func(first, count int) []greedyNode[M] { return s.nodes[first:][:count] })
		defer func() { s.frozen = nil }()
	}
	writePathResult(w, &found)
	saved.WriteImage(w, []bool{over})
	if over {
		return
	}
	writeNodes(w, nodes, s.frozen.All(), func(n *greedyNode[M]) ([3]int64, M) {
		if n.visited {
			return [3]int64{int64(n.parent), 1}, n.move
		}
		return [3]int64{int64(n.parent)}, n.move
	})
	known.Write(w)
	w.Int(taken)
	w.Int(len(least))
	for i, least := range least {
		w.Int(least)
		for _, l := range lists[2*i : 2*i+2] {
			w.Int(l.priority)
			w.Int(len(l.byEstimate))
			for estimate, f := range l.byEstimate {
				w.Int(estimate)
				writeOrder(w, f.nodes)
			}
		}
	}
}

// clone returns a copy of the nodes of the list and their estimates, for save.
func (l *alternative) clone() alternative {
	c := alternative{estimateQueue{byEstimate: make(map[int]*fifo, len(l.byEstimate))}, l.priority}
	for estimate, f := range l.byEstimate {
		c.byEstimate[estimate] = &fifo{nodes: slices.Clone(f.nodes[f.begin:])}
	}
	return c
}

func (s *greedy[M]) load(r *saved.Reader) {
	found := readPathResult[M](r)
	var over [1]bool
	saved.ReadImage(r, over[:])
	if !over[0] {
		found.Status = ply.Complete
		s.nodes = readNodes(r, func(n [3]int64, m M) greedyNode[M] { return greedyNode[M]{int(n[0]), m, n[1] != 0} })
		restore(r, nil, &s.known)
		s.taken = r.Count(len(s.nodes))
		for range r.Count(saved.Many) {
			s.least = append(s.least, r.Int())
			for range 2 {
				l := alternative{priority: r.Int()}
				for n := r.Count(saved.Many); n > 0 && r.Err() == nil; n-- {
					estimate := r.Int()
					for _, node := range readOrder(r) {
						if node < 0 || node >= len(s.nodes) {
							r.Fail("node %d of %d", node, len(s.nodes))
							return
						}
						l.put(node, estimate)
					}
				}
				s.lists = append(s.lists, l)
			}
			if r.Err() != nil {
				return
			}
		}
	}
	if r.Err() == nil {
		s.Resume(found.Elapsed)
		s.result, s.over = found, over[0]
	}
}

// pathNumbers are the numbers of a PathResult as they are saved.
type pathNumbers struct {
	status                     ply.Status
	found                      bool
	elapsed                    time.Duration
	nodes, cost, untilLastJump int64
}

func writePathResult[M comparable](w *saved.Writer, r *PathResult[M]) {
	saved.WriteImage(w, []pathNumbers{{r.Status, r.Found, r.Elapsed, int64(r.Nodes), int64(r.Cost), int64(r.UntilLastJump)}})
	saved.WriteMoves(w, slices.Clone(r.Line))
}

func readPathResult[M comparable](r *saved.Reader) PathResult[M] {
	var all [1]pathNumbers
	saved.ReadImage(r, all[:])
	n := all[0]
	result := PathResult[M]{
		Report: ply.Report{Status: n.status, Nodes: int(n.nodes), Elapsed: n.elapsed},
		Line:   saved.ReadMoves[M](r), Found: n.found, Cost: int(n.cost), UntilLastJump: int(n.untilLastJump),
	}
	if n.found && result.Line == nil {
		result.Line = []M{}
	}
	return result
}

// A deepeningKeeper saves the state of IDAStar: its result, its bounds, and the line on which it stands.
type deepeningKeeper[M comparable] struct {
	run   *saved.Run
	again []M // the line of a state, until the search has gone back to its end; not nil
	over  bool
}

func (a *idaStar[M]) keep(store checkpoint.Store) (err error) {
	if a.run, err = saved.BeginMoves(store, "IDA* search", a.game, "", a.load); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if a.run != nil {
		a.Save = func(now time.Time) error { return a.run.Poll(now, true, a.save) }
	}
	return nil
}

func (a *idaStar[M]) saveStopped() {
	err := a.Fault()
	if err == nil {
		err = a.run.Save(a.save)
	}
	if err != nil {
		a.err = fmt.Errorf("search: %w", err)
	}
}

func (a *idaStar[M]) saveEnd() error {
	if a.over = a.result.Status == ply.Complete || a.result.Status == ply.Solved; a.over && a.err == nil {
		a.saveStopped()
	}
	return a.err
}

func (a *idaStar[M]) save(w *saved.Writer) {
	found, line := a.result, slices.Clone(a.line)
	found.Elapsed = a.Elapsed()
	bounds := []int{a.bound, a.next}
	over := a.over
	writePathResult(w, &found)
	saved.WriteImage(w, []bool{over})
	writeOrder(w, bounds)
	saved.WriteMoves(w, line)
}

func (a *idaStar[M]) load(r *saved.Reader) {
	found := readPathResult[M](r)
	var over [1]bool
	saved.ReadImage(r, over[:])
	bounds, line := readOrder(r), saved.ReadMoves[M](r)
	if len(bounds) != 2 {
		r.Fail("%d bounds, want 2", len(bounds))
	}
	if r.Err() != nil {
		return
	}
	if !over[0] {
		found.Status = ply.Complete
	}
	a.Resume(found.Elapsed)
	a.result, a.over, a.bound, a.next = found, over[0], bounds[0], bounds[1]
	a.again = append([]M{}, line...)
}
