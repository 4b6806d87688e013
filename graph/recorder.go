package graph

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// A Recorder records the positions that a search visits, and the moves between them. Use [NewRecorder] to make one, and
// set the option Visit of a search to the method Visit of the recorder.
//
// Positions are identified by their hashes. For each of the first MaxNodes positions, the recorder stores all legal
// moves, whether or not the search plays them. For positions beyond MaxNodes, it stores only the hashes, to count the
// positions. The methods of a Recorder must be called from one goroutine at a time. Its fields must be set before the
// search.
type Recorder[M comparable] struct {
	// MaxNodes is the greatest number of nodes that are recorded. 0 means 500, about as many as can be read on a screen.
	// The graph that [Recorder.Graph] returns has further nodes, of class "cut", for legal moves to positions that are not
	// recorded.
	MaxNodes int

	// Part is for searches that visit more than MaxNodes nodes. With Part, [Recorder.Graph] returns the first MaxNodes
	// nodes, and nodes of class "cut" take the place of the other nodes. Without Part, Graph returns a [*SizeError].
	Part bool

	// Tree makes a node for every visit, so a position that is visited several times has several nodes. Tree requires a
	// depth-first search.
	Tree bool

	// Label, if not nil, returns the label of the present position.
	Label func() string

	// MoveLabel, if not nil, returns the label of a legal move in the present position.
	MoveLabel func(m M) string

	game   ply.Game[M]
	hasher fast.AfterHasher[M]
	hash   func() uint64
	puzzle ply.Puzzle
	graph  Graph
	nodes  map[uint64]int // by hash; beyond if not kept
	count  int            // of nodes, including those not kept
	moves  []departure[M]
	path   []int // the nodes on the line, for trees
	legal  []M
	err    error // a wrong order of visits
}

type departure[M comparable] struct {
	from  int
	key   uint64
	label string
}

const (
	defaultMaxNodes = 500
	beyond          = -1
)

// NewRecorder returns a recorder for searches of g. All exported fields of the recorder are zero, so it records up to
// 500 positions, each of them once.
func NewRecorder[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G) *Recorder[M] {
	r := &Recorder[M]{
		game:   g,
		hasher: fast.AfterHasherOf(g),
		hash:   g.Hash,
		nodes:  make(map[uint64]int),
	}
	r.puzzle, _ = any(g).(ply.Puzzle)
	return r
}

func (r *Recorder[M]) most() int { return cmp.Or(r.MaxNodes, defaultMaxNodes) }

// Visit records the present position. depth is the number of moves from the start of the search. The first position
// recorded has the class "start", and solved positions have the class "solution".
func (r *Recorder[M]) Visit(depth int) {
	if !r.Tree {
		r.Position()
		return
	}
	if depth < 0 || depth > len(r.path) {
		r.err = fmt.Errorf("graph: a visit at depth %d after one at depth %d: Tree needs a search that goes depth first", depth, len(r.path)-1)
	}
	if r.err != nil {
		return
	}
	r.path = append(r.path[:depth], beyond)
	key := r.hash()
	if r.count++; r.count > r.most() {
		return
	}
	n := r.add(depth == 0)
	r.path[depth] = n
	if depth == 0 {
		return
	}
	for i, m := range r.moves {
		if m.from == r.path[depth-1] && m.key == key {
			r.graph.Connect(m.from, n, m.label)
			r.moves[i].from = beyond // not to be cut
			return
		}
	}
}

// Position records the present position if it has not been visited before. It returns the index of the node of the
// position, or -1 if the position is beyond MaxNodes. isNew reports whether the position is visited for the first time.
// Position ignores the field Tree.
func (r *Recorder[M]) Position() (node int, isNew bool) {
	key := r.hash()
	if n, known := r.nodes[key]; known {
		return n, false
	}
	r.nodes[key] = beyond
	if r.count++; r.count > r.most() {
		return beyond, true
	}
	n := r.add(r.count == 1)
	r.nodes[key] = n
	return n, true
}

// Node returns the recorded node with index n, to set its group, level or classes. The pointer is valid until the next
// position is recorded.
func (r *Recorder[M]) Node(n int) *Node { return &r.graph.Nodes[n] }

func (r *Recorder[M]) add(start bool) int {
	n := Node{}
	if r.Label != nil {
		n.Label = r.Label()
	}
	if start {
		n.Mark(classStart)
	}
	r.legal = r.game.Moves(r.legal[:0])
	if r.puzzle != nil && len(r.legal) == 0 && r.puzzle.Solved() {
		n.Mark(classSolution)
	}
	id := r.graph.Add(n)
	for _, m := range r.legal {
		d := departure[M]{from: id, key: r.hasher.HashAfter(m)}
		if r.MoveLabel != nil {
			d.label = r.MoveLabel(m)
		}
		r.moves = append(r.moves, d)
	}
	return id
}

// Len returns the number of nodes visited so far, including nodes beyond MaxNodes. Cut nodes are not counted.
func (r *Recorder[M]) Len() int { return r.count }

// Graph returns the recorded graph. For each legal move to a position that is not recorded, the graph has an arc of class
// "cut" and, at the end of this arc, an additional node of class "cut". A position is not recorded if the search did not
// visit it, or if it is beyond MaxNodes.
//
// Graph returns a [*SizeError] if more than MaxNodes nodes were visited and Part is not set. It returns another error if
// MaxNodes is negative, or if Tree is set and the search was not depth first.
func (r *Recorder[M]) Graph() (*Graph, error) {
	switch {
	case r.err != nil:
		return nil, r.err
	case r.MaxNodes < 0:
		return nil, fmt.Errorf("graph: MaxNodes is %d, want a number of nodes or 0 for %d", r.MaxNodes, defaultMaxNodes)
	}
	if r.count > r.most() && !r.Part {
		return nil, &SizeError{r.count, r.most()}
	}
	g := &Graph{Nodes: append([]Node(nil), r.graph.Nodes...), Arcs: append([]Arc(nil), r.graph.Arcs...)}
	for _, m := range r.moves {
		if m.from == beyond {
			continue
		}
		if to, known := r.nodes[m.key]; known && to != beyond {
			g.Connect(m.from, to, m.label)
			continue
		}
		to := g.Add(Node{Classes: []string{classCut}, Group: g.Nodes[m.from].Group})
		g.Arcs = append(g.Arcs, Arc{From: m.from, To: to, Classes: []string{classCut}})
	}
	return g, nil
}
