package search

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// ProofNumbers are the proof and the disproof number of a position, as a table keeps them.
type ProofNumbers struct{ n numbers }

// DepthFirstProofNumber answers what [ProofNumber] answers, in the memory of one line of play and a table
// (df-pn, Nagai 2002): it goes depth first, and stays below a position as long as no other is better,
// which two thresholds tell. What it finds out about positions is kept in the table; what the table
// forgets is found out again. A table of scheme TwoBig keeps what took longest. For another question the
// table must be reset. The game must be acyclic.
//
// Line is the first move alone.
func DepthFirstProofNumber[M comparable, G interface {
	AdversarialGame[M]
	ply.Hasher
}](ctx context.Context, g G, table *transposition.Table[ProofNumbers], opt ProofOptions) (ProofResult[M], error) {
	if table == nil {
		return ProofResult[M]{Status: ply.Failed}, errNoMemory
	}
	p, err := newProver[M](ctx, g, &opt)
	if err != nil {
		return ProofResult[M]{Status: ply.Failed}, err
	}
	d := &dfpn[M]{prover: p, hasher: g, after: ply.AfterHasherOf[M](g), table: table}
	n := d.search(numbers{infiniteProof, infiniteProof}, 0)
	return p.finish(n, d.line), nil
}

type dfpn[M comparable] struct {
	*prover[M]
	hasher ply.Hasher
	after  ply.AfterHasher[M]
	table  *transposition.Table[ProofNumbers]
	stack  []M       // the moves of all positions on the line
	found  []numbers // what is known after each of them
	line   []M       // a move that proves the start
}

// search returns the numbers of the present position when one of them has reached its limit.
func (d *dfpn[M]) search(limit numbers, depth int) numbers {
	if d.stopped() {
		return unknown
	}
	nodes := d.nodes
	key := d.hasher.Hash()
	side := d.sides.ToMove()
	choice := side == d.side
	start := len(d.stack)
	d.stack = d.game.Moves(d.stack)
	end := len(d.stack)
	sum := d.known(side)
	switch {
	case start == end:
		value := d.sides.Outcome()
		sum = d.judge(side, value, value)
	case sum == unknown || depth == 0:
		for _, m := range d.stack[start:end] {
			n := unknown
			if known, ok := d.table.Lookup(d.after.HashAfter(m)); ok {
				n = known.n
			}
			d.found = append(d.found, n)
		}
		sum = d.step(limit, choice, depth, start, end)
	}
	d.stack, d.found = d.stack[:start], d.found[:start]
	if d.status == ply.Complete {
		d.table.Store(key, ProofNumbers{sum}, d.nodes-nodes+1)
	}
	return sum
}

// step searches one move after another, of those between start and end, until a limit is reached.
func (d *dfpn[M]) step(limit numbers, choice bool, depth, start, end int) numbers {
	for {
		sum := noMoves(choice)
		best, least, second := start, uint32(infiniteProof+1), uint32(infiniteProof)
		for i := start; i < end; i++ {
			n := d.found[i]
			sum = sum.either(choice, n)
			number := n.disproof
			if choice {
				number = n.proof
			}
			if number < least {
				best, least, second = i, number, least
			} else if number < second {
				second = number
			}
		}
		if depth == 0 && sum.proof == 0 {
			d.line = append(d.line[:0], d.stack[best])
		}
		if sum.proof >= limit.proof || sum.disproof >= limit.disproof || sum.answer() != Unknown || d.status != ply.Complete {
			return sum
		}
		// The search of the best move goes on until another is better, or the limit here is reached.
		n, m := d.found[best], d.stack[best]
		next := numbers{
			min(limit.proof, second+1),
			min(limit.disproof-sum.disproof+n.disproof, infiniteProof),
		}
		if !choice {
			next = numbers{
				min(limit.proof-sum.proof+n.proof, infiniteProof),
				min(limit.disproof, second+1),
			}
		}
		d.game.Play(m)
		n = d.search(next, depth+1)
		d.game.Undo(m)
		if d.status != ply.Complete {
			return sum
		}
		d.found[best] = n
	}
}
