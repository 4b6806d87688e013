package proof

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Numbers are the proof and the disproof number of a position, as [DepthFirst] stores them in its table.
type Numbers struct{ n numbers }

// DepthFirst answers the question of opt by depth-first proof-number search (df-pn, Nagai 2002), in the memory of one
// line of play and a table. It searches depth first and leaves a subtree once its proof or disproof number exceeds a
// threshold, that is, once a sibling has become more promising. It stores what it finds out about positions in the
// table, and finds out again what the table has forgotten. A table with the scheme [transposition.TwoBig] keeps what
// took longest. The game must be acyclic. The numbers are those of [BestFirst].
//
// The table may be kept for further searches of the same game, from any position. The question is part of the keys,
// so a search finds only entries that answer its own question or the opposite one: whether the value is greater than
// 0 for one side is the opposite of whether it is greater than -1 for the other.
//
// Line of the result is the first move only. DepthFirst needs memory in proportion to the longest line, which may have
// millions of moves. Once it has that memory, it allocates nothing.
func DepthFirst[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable](ctx context.Context, g G, table *transposition.Table[Numbers], opt Options[M]) (Result[M], error) {
	if table == nil {
		return Result[M]{Status: ply.Failed}, errNoTable
	}
	return prove[M](ctx, g, &opt, func(p *prover[M]) (numbers, []M) {
		d := &dfpn[M]{prover: p, hasher: g, after: ply.AfterHasherOf(g), table: table, edge: freshSearch}
		d.salt, d.direct = p.question(g)
		return d.search(numbers{infiniteProof, infiniteProof}, 0), d.first
	})
}

type dfpn[M comparable] struct {
	*prover[M]
	hasher ply.Hasher
	after  ply.AfterHasher[M]
	table  *transposition.Table[Numbers]
	salt   uint64    // of the keys in the table
	direct bool      // the table has the numbers as they are, not exchanged
	stack  []M       // the moves of all positions on the line
	found  []numbers // what is known after each of them
	first  []M       // a move that proves the start
	edge   int       // the depth where the line goes on with a fresh stack
}

// question returns what tells the keys of this question from those of others, and whether the numbers in the table
// are those of the side that wants to prove. All questions are put as whether the value for side 0 is more than
// some number: that it is for side 1 means that for side 0 it is not more than the negative less one.
func (p *prover[M]) question(game any) (salt uint64, direct bool) {
	above := p.above
	if direct = p.side == 0; !direct {
		above = -above - 1
	}
	return transposition.Hash(fmt.Appendf(nil, "%T above %d", game, above)), direct
}

// Go limits the stack of a goroutine, so every freshSearch moves of a line are searched with a fresh one. (It is a
// variable for the tests.)
var freshSearch = 1 << 14

// search returns the numbers of the present position when one of them has reached its limit.
func (d *dfpn[M]) search(limit numbers, depth int) numbers {
	if depth == d.edge {
		return d.searchAfresh(limit, depth)
	}
	if d.stopped() {
		return unknown
	}
	nodes := d.nodes
	key := d.hasher.Hash() ^ d.salt
	side := d.toMove()
	choice := side == d.side
	start := len(d.stack)
	d.stack = d.game.Moves(d.stack)
	end := len(d.stack)
	n := d.known(side)
	switch {
	case start == end:
		value := d.sides.Outcome()
		n = d.judge(side, value, value)
	case n == unknown || depth == 0:
		for _, m := range d.stack[start:end] {
			after := unknown
			if known, ok := d.table.Lookup(d.after.HashAfter(m) ^ d.salt); ok {
				after = known.n.as(d.direct)
			}
			d.found = append(d.found, after.as(choice))
		}
		n = d.step(limit.as(choice), choice, depth, start, end).as(choice)
	}
	d.stack, d.found = d.stack[:start], d.found[:start]
	if d.status == ply.Complete {
		d.table.Store(key, Numbers{n.as(d.direct)}, d.nodes-nodes+1)
	}
	return n
}

// searchAfresh is search with a fresh stack.
func (d *dfpn[M]) searchAfresh(limit numbers, depth int) (n numbers) {
	edge := d.edge
	d.edge += freshSearch
	guard.FreshStack(func() { n = d.search(limit, depth) })
	d.edge = edge
	return n
}

// step searches one move after another, of those between start and end, until a limit is reached. All numbers are
// as the side to move sees them, which choice says is the one that wants to prove.
func (d *dfpn[M]) step(limit numbers, choice bool, depth, start, end int) numbers {
	for {
		sum := newTally()
		best, least, second := start, uint32(infiniteProof+1), uint32(infiniteProof)
		for i := start; i < end; i++ {
			n := d.found[i]
			sum.add(n)
			if n.proof < least {
				best, least, second = i, n.proof, least
			} else if n.proof < second {
				second = n.proof
			}
		}
		n := sum.numbers()
		if depth == 0 && n.proof == 0 {
			d.first = append(d.first[:0], d.stack[best])
		}
		if n.proof >= limit.proof || n.disproof >= limit.disproof || n.answer() != Unknown || d.status != ply.Complete {
			return n
		}
		// The search of the best move goes on until another is better, or the limit here is reached.
		next := numbers{min(limit.proof, second+1), sum.share(limit.disproof)}
		d.play(d.stack[best])
		after := d.search(next.as(choice), depth+1)
		d.undo()
		if d.status != ply.Complete {
			return n
		}
		d.found[best] = after.as(choice)
	}
}
