package proof

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/transposition"
)

// Search proves or disproves that the value of a position for the side to move is greater than [Options].Above. It uses
// depth-first proof-number search (df-pn, Nagai 2002). Search needs memory only for one line of play, which may have
// millions of moves, and for the table. It leaves a subtree as soon as the proof or disproof number of the subtree
// exceeds a threshold, that is, as soon as another move is more promising. Search stores the numbers in the table, and
// repeats the search of positions whose entries were overwritten. By default the table keeps the entries that cost the
// most work ([transposition.TwoBig]). The game must be acyclic. Proof and disproof numbers are defined as for
// [BestFirst], unless options change them.
//
// If the game's bounds on a position ([ply.Bounder]) answer the question, the position is not searched. The start is
// always searched. If the game is an [Initializer], it provides the initial numbers of positions. To ignore bounds and
// initial numbers, pass a game that embeds only [ply.AdversarialGame] and [ply.Hasher].
//
// Options.Sum, Widen and Mobility, and the numbers of an Initializer, change the order in which positions are searched,
// never the answer. The best choice depends on the game. A good Initializer saves most of the nodes.
//
// Result.Line has only the first move.
//
// # Workers
//
// Several workers give the same answer as one. Each searches from the start on a clone of the game. All share the
// table. To spread the workers over the tree, each worker sees the proof number of a position raised by a quarter for
// each other worker below that position (virtual proof numbers, Kaneko 2010). The search ends when a worker has
// answered the question. The number of nodes, and which of several proving moves is found, differ from run to run.
//
// Nodes of the result is the sum over the workers. [ply.Limits].Nodes limits this sum. Each worker may search some
// thousand nodes more. Proof and Disproof are the numbers of the start as one of the workers sees them.
func Search[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (r Result[M], err error) {
	if err := opt.checkSearch(); err != nil {
		return failed[M](), err
	}
	if opt.Table == nil {
		opt.Table = new(transposition.Table)
	}
	if opt.Workers > 1 {
		r, err = searchParallel[G](ctx, g, limits, &opt)
	} else {
		r, err = searchAlone[M](ctx, g, limits, &opt)
	}
	if err == nil && opt.Progress != nil {
		opt.Progress(r)
	}
	return r, err
}

type hashedGame[M comparable] interface {
	ply.AdversarialGame[M]
	ply.Hasher
}

func searchAlone[M comparable](ctx context.Context, g hashedGame[M], limits ply.Limits, opt *Options[M]) (Result[M], error) {
	start := func() (*prover[M], error) { return newProver[M](ctx, g, limits, opt.Above, opt.Progress) }
	return prove(start, func(p *prover[M]) (numbers, []M) {
		table, err := hashtable.Open[numbers](opt.Table, hashtable.TwoBig)
		if err != nil {
			p.status, p.fault = ply.Failed, fmt.Errorf("proof: %w", err)
			return unknown, nil
		}
		defer hashtable.Close(opt.Table)
		d := newDFPN(p, g, table, opt)
		k, err := p.keep(opt, func() int { return p.nodes })
		defer k.run.End()
		if err != nil {
			p.status, p.fault = ply.Failed, err
			return unknown, nil
		}
		n := k.answer
		if d.first = k.first; n.answer() == Unknown {
			n = d.search(numbers{infiniteProof, infiniteProof}, 0)
		}
		if p.fault == nil {
			p.fault = k.end(n, d.first)
		}
		return n, d.first
	})
}

// A numberTable stores numbers, weighed by the nodes that they took. Fetch prefetches the entries of keys.
type numberTable interface {
	Fetch(keys []uint64)
	Lookup(key uint64) (numbers, bool)
	Store(key uint64, n numbers, work int)
}

func newDFPN[M comparable](p *prover[M], g hashedGame[M], table numberTable, opt *Options[M]) *dfpn[M] {
	d := &dfpn[M]{prover: p, hasher: g, after: fast.SuccessorHasherOf(g), table: table, edge: freshSearch}
	d.initializer, _ = g.(Initializer)
	d.tally, d.widen, d.ahead = newSum(opt.Sum), opt.Widen, opt.Mobility || d.initializer != nil
	d.salt, d.direct = p.question(g)
	return d
}

type dfpn[M comparable] struct {
	*prover[M]
	hasher ply.Hasher
	after  fast.SuccessorHasher[M]
	table  numberTable
	salt   uint64        // of the keys in the table
	direct bool          // the table has the numbers as they are, not exchanged
	stack  []M           // the moves of all positions on the line
	found  []numbers     // the known numbers after each of them
	first  []M           // a move that proves the start
	edge   int           // the depth where the line continues on a fresh stack
	keys   []uint64      // of the positions after them
	counts *workerCounts // by position; nil for one worker

	tally       tally       // of no moves
	widen       float64     // Options.Widen
	ahead       bool        // positions get numbers when their parent is expanded
	initializer Initializer // nil: by mobility
}

// question returns a salt that separates the keys of this question from others, and whether the table has the numbers
// of the proving side. All questions are stored for side 0: above n for side 1 means not above -n - 1 for side 0.
func (p *prover[M]) question(game any) (salt uint64, direct bool) {
	above := p.above
	if direct = p.side == 0; !direct {
		above = -above - 1
	}
	return transposition.Hash(fmt.Appendf(nil, "%T above %d", game, above)), direct
}

// Go limits stacks, so every freshSearch moves of a line are searched on a new goroutine. (A variable for the tests.)
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
	if d.counts != nil {
		d.counts.at(key).Add(1)
	}
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
		// Tables exceed the caches, so all entries are fetched together.
		d.keys = d.after.HashSuccessors(d.stack[start:], d.keys)
		guard.CheckCount("HashSuccessors", len(d.keys), end)
		for i := start; i < end; i++ {
			d.keys[i] ^= d.salt
		}
		d.table.Fetch(d.keys[start:])
		for i := start; i < end; i++ {
			after := unknown
			if known, ok := d.table.Lookup(d.keys[i]); ok {
				after = known.as(d.direct)
			} else if d.ahead {
				after = d.lookAhead(d.stack[i], d.keys[i])
			}
			d.found = append(d.found, after.as(choice))
			if d.ahead && d.found[i].proof == 0 { // the others do not matter
				for len(d.found) < end {
					d.found = append(d.found, unknown)
				}
				break
			}
		}
		n = d.step(limit.as(choice), choice, depth, start, end).as(choice)
	}
	d.stack, d.found, d.keys = d.stack[:start], d.found[:start], d.keys[:start]
	if d.counts != nil {
		d.counts.at(key).Add(-1)
	}
	if d.status == ply.Complete {
		d.table.Store(key, n.as(d.direct), d.nodes-nodes+1)
	}
	return n
}

func (d *dfpn[M]) lookAhead(m M, key uint64) numbers {
	if d.stopped() {
		return unknown
	}
	d.play(m)
	side := d.toMove()
	n := d.known(side)
	if n == unknown {
		n = d.begin(side)
	}
	d.undo()
	if d.status == ply.Complete {
		d.table.Store(key, n.as(d.direct), 1)
	}
	return n
}

func (d *dfpn[M]) begin(side int) numbers {
	if d.initializer != nil {
		p, q := d.initializer.FirstNumbers()
		switch {
		case p <= 0:
			return d.judge(side, 1, ply.MaxValue)
		case q <= 0:
			return d.judge(side, -ply.MaxValue, -1)
		}
		return numbers{uint32(min(p, mostProof)), uint32(min(q, mostProof))}.as(side == d.side)
	}
	start := len(d.stack)
	d.stack = d.game.Moves(d.stack)
	moves := len(d.stack) - start
	d.stack = d.stack[:start]
	if moves == 0 {
		value := d.sides.Outcome()
		return d.judge(side, value, value)
	}
	return numbers{1, uint32(min(moves, mostProof))}.as(side == d.side)
}

func (d *dfpn[M]) searchAfresh(limit numbers, depth int) (n numbers) {
	edge := d.edge
	d.edge += freshSearch
	guard.FreshStack(func() { n = d.search(limit, depth) })
	d.edge = edge
	return n
}

// widened returns the proof number up to which a move is searched whose best sibling has number second.
func (d *dfpn[M]) widened(second uint32) uint32 {
	if d.widen == 0 {
		return second + 1
	}
	return max(second+1, uint32(min(float64(second)*(1+d.widen), infiniteProof)))
}

// step searches the moves from start to end in turn until a limit is reached. All numbers are for the side to move,
// which is the proving side if choice is true.
func (d *dfpn[M]) step(limit numbers, choice bool, depth, start, end int) numbers {
	for {
		sum := d.tally
		best, least, second := start, uint32(infiniteProof+1), uint32(infiniteProof)
		for i := start; i < end; i++ {
			n := d.found[i]
			sum.add(n)
			looks := n.proof
			if d.counts != nil {
				looks = d.counts.virtual(d.keys[i], looks)
			}
			if looks < least {
				best, least, second = i, looks, least
			} else if looks < second {
				second = looks
			}
		}
		n := sum.numbers()
		if depth == 0 && n.proof == 0 {
			d.first = append(d.first[:0], d.stack[best])
		}
		if n.proof >= limit.proof || n.disproof >= limit.disproof || n.answer() != Unknown || d.status != ply.Complete {
			return n
		}
		// The best move is searched until another is better, or the limit here is reached.
		next := numbers{min(limit.proof, d.widened(second)), sum.childLimit(limit.disproof, d.found[best].disproof)}
		if d.counts != nil {
			if d.refresh(best, choice) {
				continue
			}
			next.proof = max(next.proof, min(d.found[best].proof+1, infiniteProof)) // with other workers there, it need not be
			// the least
		}
		d.play(d.stack[best])
		after := d.search(next.as(choice), depth+1)
		d.undo()
		if d.status != ply.Complete {
			return n
		}
		d.found[best] = after.as(choice)
	}
}
