package proof

import (
	"cmp"
	"context"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// BestFirst proves or disproves that the value of a position for the side to move is greater than [Options].Above. It
// uses proof-number search (Allis, van der Meulen and van den Herik 1994). BestFirst repeatedly expands the
// most-proving node: the leaf whose proof or disproof contributes most to proving or disproving the root. It is the
// reference for [Search], and needs no hash. The game must be acyclic. BestFirst uses the options Above, Sum,
// Checkpoint, KeepTree and Progress. It returns an error if another option is set.
//
// The disproof number of an OR node is the greatest disproof number of its children, plus one for each other child that
// is not solved (weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008). The proof number of an AND node is
// computed from the proof numbers of its children in the same way. With [Options].Sum, sums of the numbers are used
// instead.
//
// BestFirst keeps the whole tree in memory: 24 bytes and a move for each move of each expanded position, with up to a
// quarter more in reserve. While the memory grows, it temporarily takes up to three times as much. Set
// [ply.Limits].Nodes to limit the tree. If the tree would have more than 2³¹ moves, the search ends with status
// [ply.OutOfMemory]. With Options.KeepTree, the result refers to the tree, which then stays in memory.
//
// The state stored in Options.Checkpoint contains the tree. The type of moves must then contain no pointers. A search
// that continues from a state builds the same tree as an uninterrupted search.
func BestFirst[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	if err := cmp.Or(opt.check(), opt.checkBestFirst()); err != nil {
		return failed[M](), err
	}
	start := func() (*prover[M], error) { return newProver[M](ctx, g, limits, opt.Above, opt.Progress) }
	var tree []proofNode[M]
	r, err := prove(start, func(p *prover[M]) (numbers, []M) {
		t := proofTree[M]{prover: p, nodes: []proofNode[M]{{numbers: unknown}}, empty: newSum(opt.Sum)}
		kept, err := t.keep(&opt)
		if err != nil {
			p.status, p.fault = ply.Failed, err
			return unknown, nil
		}
		defer kept.End()
		if t.grow(); p.fault == nil {
			p.fault = saveEnd(kept, t.save)
		}
		root := t.nodes[0].numbers
		if opt.KeepTree {
			tree = t.nodes
		}
		if root.answer() != Proved {
			return root, nil
		}
		var line []M
		for n := t.best(0); n >= 0; n = t.best(n) {
			line = append(line, t.nodes[n].move)
		}
		return root, line
	})
	r.tree = tree
	if err == nil && opt.Progress != nil {
		opt.Progress(r)
	}
	return r, err
}

type proofTree[M comparable] struct {
	*prover[M]
	nodes  []proofNode[M]
	empty  tally                         // of no moves
	frozen *saved.Snapshot[proofNode[M]] // of nodes, while they are saved; nil otherwise
	moves  []M                           // scratch
}

// A proofNode is a position of the tree. Its numbers are for the proving side.
type proofNode[M comparable] struct {
	numbers
	move         M // from the parent
	parent       int32
	first, moves int32 // the first child, with the others after it, and their number
	choice       bool  // the proving side is to move
}

var mostNodes = math.MaxInt32 // changed by tests

func (t *proofTree[M]) best(n int) int {
	here := &t.nodes[n]
	best, least := -1, uint32(infiniteProof+1)
	children := t.nodes[here.first:][:here.moves]
	for i := range children {
		if number := children[i].as(here.choice).proof; number < least {
			best, least = int(here.first)+i, number
		}
	}
	return best
}

// grow expands positions until the start is solved or the search must stop. The game is at node n.
func (t *proofTree[M]) grow() {
	n := 0
	for t.nodes[0].answer() == Unknown {
		for next := t.best(n); next >= 0; next = t.best(n) {
			t.play(t.nodes[next].move)
			n = next
		}
		before := t.nodes[n].numbers
		if t.stopped() || !t.expand(n) {
			break
		}
		// If its numbers did not change, its ancestors' will not, and the most-proving node is beneath it.
		for t.nodes[n].numbers != before && n != 0 {
			t.undo()
			n = int(t.nodes[n].parent)
			before = t.nodes[n].numbers
			t.count(n)
		}
	}
	for n != 0 {
		t.undo()
		n = int(t.nodes[n].parent)
	}
}

// expand adds the moves of node n, the present position. It returns false if there is no room.
func (t *proofTree[M]) expand(n int) bool {
	side := t.toMove()
	if t.fault != nil {
		return false
	}
	if t.frozen != nil {
		t.frozen.Keep(n, 1)
	}
	t.moves = t.game.Moves(t.moves[:0])
	if len(t.moves) == 0 {
		value := t.sides.Outcome()
		t.nodes[n].numbers = t.judge(side, value, value)
		return true
	}
	if known := t.known(side); known != unknown && n != 0 {
		t.nodes[n].numbers = known
		return true
	}
	if len(t.moves) > mostNodes-len(t.nodes) {
		t.status = ply.OutOfMemory
		return false
	}
	here := &t.nodes[n]
	here.choice, here.first, here.moves = side == t.side, int32(len(t.nodes)), int32(len(t.moves))
	for _, m := range t.moves {
		t.nodes = append(t.nodes, proofNode[M]{numbers: unknown, move: m, parent: int32(n)})
	}
	t.count(n)
	return true
}

func (t *proofTree[M]) count(n int) {
	if t.frozen != nil {
		t.frozen.Keep(n, 1)
	}
	here := &t.nodes[n]
	sum := t.empty
	children := t.nodes[here.first:][:here.moves]
	for i := range children {
		sum.add(children[i].as(here.choice))
	}
	here.numbers = sum.numbers().as(here.choice)
}
