package gametest

import (
	"container/heap"
	"slices"
)

// deep holds the results of a search of a puzzle: solutions, and the true costs of positions near them.
type deep struct {
	lines [][]move // to solutions, some by detours
	over  []move   // to a position whose estimate is too great; nil without one
	rest  []move   // a solution from there
	cost  int      // its cost
	found bool     // whether there is such a position
	best  bool     // whether any estimate was compared
}

const (
	deepMoves     = 150_000 // played
	deepPositions = 30_000
	deepSolutions = 2
	deepDetours   = 4
)

func (r *run) explored() *deep {
	if r.deep != nil {
		return r.deep
	}
	r.deep = &deep{}
	s := r.stepper()
	if s.g.Puzzle == nil {
		return r.deep
	}
	x := explore(s, r.part(deepMoves))
	line := func(n int) []move {
		x.reach(s, n)
		return slices.Clone(s.line)
	}
	for _, n := range x.solved[:min(len(x.solved), deepSolutions)] {
		r.deep.lines = append(r.deep.lines, line(n))
	}
	random := surveyChance()
	for i := range deepDetours {
		if len(r.deep.lines) == 0 {
			break
		}
		// Random moves, from a little before the solution on.
		x.reach(s, x.solved[0])
		x.leave(s, max(0, s.length()-1-i))
		toTheEnd(s, random, 2+2*i)
		r.deep.lines = append(r.deep.lines, slices.Clone(s.line))
	}
	if s.g.Estimator != nil {
		r.deep.best = len(x.solved) > 0
		if n, cost, next := x.overestimated(); n >= 0 {
			r.deep.found, r.deep.over, r.deep.cost = true, line(n), cost
			for ; next[n] >= 0; n = x.edges[next[n]].to {
				s.play(x.edges[next[n]].number)
			}
			r.deep.rest = slices.Clone(s.line[len(r.deep.over):])
		}
	}
	return r.deep
}

func (r *run) deepLines() [][]move { return r.explored().lines }

type node struct {
	parent, number int // the position and the move that lead here first
	depth          int
	estimate       int
}

type edge struct{ from, to, number, cost int }

// An exploration holds the positions met by a search that expands the least estimate, on ties the one met first.
type exploration struct {
	nodes  []node
	edges  []edge
	solved []int
	path   []int // the positions from the start to where the board is
	queue  []int // of positions, a heap
}

func (x *exploration) Len() int { return len(x.queue) }
func (x *exploration) Less(i, j int) bool {
	a, b := x.queue[i], x.queue[j]
	if x.nodes[a].estimate != x.nodes[b].estimate {
		return x.nodes[a].estimate < x.nodes[b].estimate
	}
	return a < b
}
func (x *exploration) Swap(i, j int) { x.queue[i], x.queue[j] = x.queue[j], x.queue[i] }
func (x *exploration) Push(n any)    { x.queue = append(x.queue, n.(int)) }
func (x *exploration) Pop() any {
	last := len(x.queue) - 1
	n := x.queue[last]
	x.queue = x.queue[:last]
	return n
}

// reach plays to the position of a node, and returns the number of moves played.
func (x *exploration) reach(b *stepper, n int) int {
	var path []int
	for at := n; at >= 0; at = x.nodes[at].parent {
		path = append(path, at)
	}
	slices.Reverse(path)
	same := 0
	for same < min(len(path), len(x.path)) && path[same] == x.path[same] {
		same++
	}
	backTo(b, max(0, same-1))
	for _, at := range path[max(1, same):] {
		b.play(x.nodes[at].number)
	}
	x.path = path
	return max(0, len(path)-max(1, same))
}

// leave takes moves back until the line has a length, after which other moves are played.
func (x *exploration) leave(b *stepper, length int) {
	backTo(b, length)
	x.path = x.path[:length+1]
}

func explore(b *stepper, most int) *exploration {
	x := &exploration{path: []int{0}}
	met := map[string]int{}
	estimator, estimates := b.g.Estimator, b.g.Estimator != nil
	meet := func(parent, number int) (n int) {
		key := b.key()
		if n, again := met[key]; again {
			return n
		}
		n = len(x.nodes)
		met[key] = n
		at := node{parent: parent, number: number, depth: b.length()}
		if estimates {
			at.estimate = estimator.Estimate()
		}
		x.nodes = append(x.nodes, at)
		if b.g.Puzzle.Solved() {
			x.solved = append(x.solved, n)
		} else {
			heap.Push(x, n)
		}
		return n
	}
	meet(-1, 0)
	for played := 0; len(x.queue) > 0 && played < most && len(x.nodes) < deepPositions; {
		n := heap.Pop(x).(int)
		played += x.reach(b, n)
		for i := range b.legal() {
			cost := b.cost(i)
			b.play(i)
			played++
			to := meet(n, i)
			b.undo()
			x.edges = append(x.edges, edge{n, to, i, cost})
		}
	}
	return x
}

// overestimated returns the first position whose estimate exceeds the cost of a solution, that cost, and the next
// edge of a best solution from each position (-1 without a solution). n is -1 if no estimate is too great.
func (x *exploration) overestimated() (n, cost int, next []int) {
	const far = int(^uint(0) >> 1)
	costs := slices.Repeat([]int{far}, len(x.nodes))
	next = slices.Repeat([]int{-1}, len(x.nodes))
	for _, n := range x.solved {
		costs[n] = 0
	}
	// Most edges lead to later nodes, so a few passes from the last edge suffice.
	changed := true
	for range x.nodes {
		if !changed {
			break
		}
		changed = false
		for i, e := range slices.Backward(x.edges) {
			if costs[e.to] != far && costs[e.to]+e.cost < costs[e.from] {
				costs[e.from], next[e.from], changed = costs[e.to]+e.cost, i, true
			}
		}
	}
	for n := range x.nodes {
		if costs[n] != far && x.nodes[n].estimate > costs[n] {
			return n, costs[n], next
		}
	}
	return -1, 0, next
}
