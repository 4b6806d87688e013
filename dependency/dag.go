package dependency

import (
	"iter"
	"slices"

	"github.com/ply-search/ply/internal/slab"
)

// A DAG is the directed acyclic graph that [Search] finds. Its nodes are the start and the moves that can become legal.
// An arc leads from each parent of a node to the node ([Node].Parents). A DAG does not tell whether the moves of two
// nodes can occur in the same line.
type DAG[M comparable] struct {
	nodes       nodes
	operators   []operator
	moves       []M // of the operators
	occurring   []int32
	conditions  []condition
	overwriting bool // some move changes what another one only reads
}

// A Node is a move together with one way in which the move becomes legal. The parents of the node describe this way:
// the move needs the moves of all parents.
type Node[M comparable] struct {
	// ID is the number of the node. The number of the start is 0; parents have lower numbers than their children.
	ID int

	// Level is the level of the search in which the node is found. The start has level 0. A node with one parent has the
	// level of this parent, but at least level 1. The level of a node with several parents is 1 plus the greatest level of
	// the parents.
	Level int

	// Move is the move of the node. It has no meaning for the start.
	Move M

	// Parents are the numbers of the nodes whose moves make preconditions of Move true, without the nodes that other
	// parents already need, directly or indirectly.
	Parents []int
}

// A node is the internal form of a Node. Sets contain the numbers of occurring moves.
type node struct {
	operator  int32
	level     int32
	rank      int32 // in the order in which nodes are expanded
	parents   []int32
	needs     bitSet // the moves that must be played to play this one, which is among them
	conflicts bitSet // the moves that then cannot be played, known when the node is expanded
}

// nodes are stored in pieces, which are not copied when more are added.
type nodes struct {
	slab  slab.Slab[node]
	count int
}

// nodeBits means 64 nodes in a piece.
const nodeBits = 6

func (n *nodes) at(id int32) *node { return n.slab.At(uint32(id)) }

func (n *nodes) add(x node) (bytes int) {
	if n.count == n.slab.Len() {
		n.slab.Add()
		bytes = n.slab.Chunk() * n.slab.Size()
	}
	n.count++
	*n.at(int32(n.count - 1)) = x
	return bytes
}

// Len returns the number of nodes, including the start.
func (g *DAG[M]) Len() int { return g.nodes.count }

// Node returns the node with number id, from 0 to Len()-1.
func (g *DAG[M]) Node(id int) Node[M] {
	n := g.nodes.at(int32(id))
	if n.operator == none {
		return Node[M]{}
	}
	out := Node[M]{ID: id, Level: int(n.level), Move: g.moves[n.operator]}
	for _, p := range n.parents {
		out.Parents = append(out.Parents, int(p))
	}
	return out
}

// Nodes yields all nodes in the order of their numbers: the start is first, and parents precede their children.
func (g *DAG[M]) Nodes() iter.Seq[Node[M]] {
	return func(yield func(Node[M]) bool) {
		for id := range g.nodes.count {
			if !yield(g.Node(id)) {
				return
			}
		}
	}
}

// Line returns the move of the node with number id, preceded by all moves that it needs, in an order in which they can
// be played from the start.
func (g *DAG[M]) Line(id int) []M { return g.movesOf(g.order(g.nodes.at(int32(id)).needs, nil)) }

func (g *DAG[M]) movesOf(operators []int32) []M {
	moves := make([]M, len(operators))
	for i, o := range operators {
		moves[i] = g.moves[o]
	}
	return moves
}

func (g *DAG[M]) path(operators []int32, set bitSet) []int {
	at := make(map[int32]int, len(operators))
	for id := 1; id < g.nodes.count; id++ {
		if n := g.nodes.at(int32(id)); n.needs.within(set) {
			at[n.operator] = id
		}
	}
	path := make([]int, len(operators))
	for i, o := range operators {
		path[i] = at[o]
	}
	return path
}

// playable reports whether the moves of a set, closed under needs and free of conflicts, can be played in some order.
func (g *DAG[M]) playable(set bitSet) bool {
	for i := range set.all() {
		if g.operators[g.occurring[i]].overwritten.meets(set) {
			return g.order(set, nil) != nil
		}
	}
	return true
}

// order returns the operators of a set in a playable order, or nil without one. Moves in late are played late.
func (g *DAG[M]) order(set, late bitSet) []int32 {
	var order []int32
	left := slices.Clone(set)
	for waits := len(late) > 0; ; {
		played := false
		for i := range set.all() {
			if left.has(i) && !(waits && late.has(i)) && g.canBeFirst(i, left) {
				left[i>>6] &^= 1 << (i & 63)
				order = append(order, g.occurring[i])
				played, waits = true, len(late) > 0
			}
		}
		if !played && !waits {
			break
		}
		waits = waits && played
	}
	if left.meets(set) {
		return nil
	}
	return order
}

// canBeFirst reports whether a move needs nothing that others of a set do, nor changes what they read.
func (g *DAG[M]) canBeFirst(number int32, set bitSet) bool {
	for _, c := range g.operators[g.occurring[number]].needs {
		if g.conditions[c].madeBy.meets(set) {
			return false
		}
	}
	if g.overwriting {
		for i := range set.all() {
			if i != number && g.operators[g.occurring[i]].overwritten.has(number) {
				return false
			}
		}
	}
	return true
}
