// Package exclusion finds pairs of facts that never hold at once.
package exclusion

import (
	"context"
	"math/bits"
)

// Pairs are the pairs of facts that may hold at once: excluded by neither the start nor any action (the heuristic h² of
// Haslum and Geffner 2000). A fact paired with itself may hold.
type Pairs [][]uint64

func (p Pairs) Has(a, b int) bool { return p[a][b/64]>>(b%64)&1 != 0 }

func (p Pairs) add(a int, set []uint64) (news bool) {
	for i, word := range set {
		for fresh := word &^ p[a][i]; fresh != 0; fresh &= fresh - 1 {
			b := i*64 + bits.TrailingZeros64(fresh)
			p[b][a/64] |= 1 << (a % 64)
			news = true
		}
		p[a][i] |= word
	}
	return news
}

// Among returns the set of facts that may hold together with all of some facts, in a slice with a bit for each fact,
// and whether these may hold together themselves.
func (p Pairs) Among(facts []int, into []uint64) (set []uint64, possible bool) {
	for i := range into {
		into[i] = ^uint64(0)
	}
	for i, a := range facts {
		for _, b := range facts[:i+1] {
			if !p.Has(a, b) {
				return into, false
			}
		}
		for j, word := range p[a] {
			into[j] &= word
		}
	}
	return into, true
}

// Find finds the pairs of a number of facts, by applying all actions until nothing changes. An action needs some facts,
// makes some false, and then others true. It returns the error of ctx if it is cancelled.
func Find(ctx context.Context, facts int, start []int, actions int, action func(int) (needs, deletes, adds []int)) (Pairs, error) {
	words := (facts + 63) / 64
	p := make(Pairs, facts)
	for i := range p {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p[i] = make([]uint64, words)
	}
	set := func(facts []int, into []uint64, value bool) {
		for _, f := range facts {
			if into[f/64] &^= 1 << (f % 64); value {
				into[f/64] |= 1 << (f % 64)
			}
		}
	}
	reached, after := make([]uint64, words), make([]uint64, words) // the facts that may hold, and those after an action
	set(start, reached, true)
	for _, f := range start {
		p.add(f, reached)
	}
	for news := true; news; {
		news = false
		for i := range actions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			needs, deletes, adds := action(i)
			together, possible := p.Among(needs, after)
			if !possible {
				continue
			}
			for i, word := range reached {
				together[i] &= word
			}
			set(deletes, together, false)
			set(adds, together, true)
			set(adds, reached, true)
			for _, f := range adds {
				news = p.add(f, together) || news
			}
		}
	}
	return p, nil
}
