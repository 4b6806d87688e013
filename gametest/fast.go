package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// slow hides a game's methods of package fast, to get the defaults of that package.
type slow struct {
	ply.Game[move]
	ply.Hasher
}

// slowToAdvance does the same for [fast.AdvancerOf].
type slowToAdvance struct {
	ply.Game[move]
	ply.Commuter[move]
}

var countSuccessors = law{
	name:  "count of successors",
	text:  "CountSuccessors returns the number of moves, that of the moves after each of them together, and how many of them end the game; it changes nothing.",
	needs: "fast.SuccessorCounter",
	check: func(p *place) {
		want, got := [3]int{len(p.moves)}, [3]int{}
		for _, m := range p.moves {
			n := playing(p.game, m, func() int { return len(p.game.Moves(nil)) })
			if want[1] += n; n == 0 {
				want[2]++
			}
		}
		got[0], got[1], got[2] = p.game.SuccessorCounter.CountSuccessors()
		if got != want {
			p.fail("calling CountSuccessors", want, got)
		}
		p.unchanged("after calling CountSuccessors")
	},
}

var hashAfter = law{
	name:  "hash after",
	text:  "HashAfter(m) equals Hash after Play(m), and changes nothing.",
	needs: "ply.Hasher, fast.AfterHasher",
	check: func(p *place) {
		byPlaying := fast.AfterHasherOf(slow{p.game, p.game.Hasher})
		compare := func(g *subject, m move, where string) {
			if got, want := g.AfterHasher.HashAfter(m), byPlaying.HashAfter(m); got != want {
				p.fail(fmt.Sprintf("calling HashAfter(%v)%s", m, where), fmt.Sprintf("%016x, which Hash is after playing it", want), fmt.Sprintf("%016x", got))
			}
		}
		moves := p.sample(p.moves)
		for _, m := range moves {
			compare(p.game, m, "")
		}
		p.unchanged("after calling HashAfter for %v", moves)
		if len(moves) > 0 && p.seldom() {
			compare(p.silent(), moves[0], " on a new game that was never asked for a hash")
		}
	},
}

var hashSuccessors = law{
	name:  "hash successors",
	text:  "HashSuccessors(moves, dst) appends to dst what Hash is after Play(m), for each of moves, and changes nothing.",
	needs: "ply.Hasher, fast.SuccessorHasher",
	check: func(p *place) {
		byPlaying := fast.SuccessorHasherOf(slow{p.game, p.game.Hasher})
		appendsAs(p, "HashSuccessors", 1, byPlaying.HashSuccessors, func(g *subject, moves []move, dst []uint64) []uint64 {
			return g.SuccessorHasher.HashSuccessors(moves, dst)
		})
	},
}

// xorHash compares with HashAfter, for two moves in both orders.
var xorHash = law{
	name:  "xor hash",
	text:  "XorHashes gives the hashes after moves if it is given that of the position, and changes another number likewise. If two moves lead to the same position in both orders, its hash is the exclusive or of those before and after either move.",
	needs: "ply.Hasher, fast.XorHasher",
	check: func(p *place) {
		before := p.game.Hasher.Hash()
		for _, with := range []uint64{0, 1 << 63, 0x0123456789abcdef} {
			want := []uint64{1}
			for _, m := range p.moves {
				want = append(want, playing(p.game, m, p.game.Hasher.Hash)^with)
			}
			did := fmt.Sprintf("XorHashes(%x, %v)", before^with, p.moves)
			if got := p.game.XorHasher.XorHashes(before^with, p.moves, []uint64{1}); !slices.Equal(got, want) {
				p.fail(did, fmt.Sprintf("%x", want), fmt.Sprintf("%x", got))
			}
			p.unchanged("after %s", did)
		}
		p.pairs(func(a, b move) {
			afterA, both, _ := p.hashesAfter(a, b)
			afterB, other, ok := p.hashesAfter(b, a)
			if want := before ^ afterA ^ afterB; ok && both == other && both != want {
				p.fail(fmt.Sprintf("playing %v and %v", a, b), fmt.Sprintf("hash %016x", want), fmt.Sprintf("%016x", both))
			}
		})
	},
}

func (p *place) hashesAfter(first, second move) (one, two uint64, ok bool) {
	g := slow{p.game, p.game.Hasher}
	g.Play(first)
	one = g.Hash()
	if ok = slices.Contains(g.Moves(nil), second); ok {
		g.Play(second)
		two = g.Hash()
		g.Undo(second)
	}
	g.Undo(first)
	return one, two, ok
}

// advance compares with the default, made of Play, Moves and Commute: for moves in different orders, with slices that
// share memory or do not, and sometimes on a new game on which no other method was called.
var advance = law{
	name:  "advance",
	text:  "Advance equals the default that is made of Play, Moves and Commute, in result and effect, and leaves prev and dst as they were.",
	needs: "fast.Advancer",
	check: func(p *place) {
		if len(p.moves) == 0 {
			return
		}
		calls := advanceCalls(p)
		for _, c := range calls {
			c.compare(p, p.game)
		}
		if p.seldom() {
			calls[len(calls)-1].compare(p, p.silent())
		}
	},
}

// An advanceCall holds the arguments of Advance, and the layout of its dst.
type advanceCall struct {
	prev   []move
	i, t   int
	layout layout
}

// A layout places dst in memory: apart from prev, in the free space behind prev, or on a search's stack that ends with prev.
type layout int

const (
	apart layout = iota
	behind
	stack
	layouts
)

func (l layout) String() string {
	return [...]string{"apart from prev", "empty, behind prev in its array", "a stack that ends with prev"}[l]
}

// advanceCalls returns calls with moves in the order of Moves and with any moves moved to the front, as a search may
// order them: two at random, or all in a full run, with alternating layouts.
func advanceCalls(p *place) []advanceCall {
	mostT := 0
	if p.game.Commuter != nil {
		mostT = len(p.moves)
	}
	var calls []advanceCall
	for _, shuffle := range []bool{false, true} {
		call := func(i, t int, l layout) {
			prev := p.moves
			if shuffle {
				prev = p.shuffled(t)
			}
			calls = append(calls, advanceCall{prev, i, t, l})
		}
		if !p.full {
			i := p.random.IntN(len(p.moves))
			call(i, p.random.IntN(min(i, mostT)+1), layout(p.random.IntN(int(layouts))))
			continue
		}
		for i := range min(len(p.moves), mostMoves) {
			for t := range min(i, mostT) + 1 {
				call(i, t, layout(len(calls)%int(layouts)))
			}
		}
	}
	return calls
}

// shuffled returns the moves with n random ones first, and the others in the order of Moves.
func (p *place) shuffled(n int) []move {
	prev := make([]move, 0, len(p.moves))
	for _, i := range p.random.Perm(len(p.moves))[:n] {
		prev = append(prev, p.moves[i])
	}
	for _, m := range p.moves {
		if !slices.Contains(prev[:n], m) {
			prev = append(prev, m)
		}
	}
	return prev
}

func (c advanceCall) compare(p *place, on *subject) {
	m := c.prev[c.i]
	commuter, _ := p.game.Commuter, p.game.Commuter != nil
	want, wantCommuting := fast.AdvancerOf(slowToAdvance{p.game, commuter}).Advance(slices.Clone(c.prev), c.i, c.t, nil)
	wantEffect := p.look(p.game)
	p.game.Undo(m)

	array := make([]move, len(c.prev), len(c.prev)+p.random.IntN(2*len(c.prev)+8))
	copy(array, c.prev)
	prev, dst := array, array
	switch c.layout {
	case apart:
		dst = append(make([]move, 0, 1+p.random.IntN(len(c.prev)+8)), m)
	case behind:
		dst = array[len(array):]
	}
	kept := slices.Clone(dst)
	got, commuting := on.Advancer.Advance(prev, c.i, c.t, dst)
	effect := p.look(on)

	did := fmt.Sprintf("calling Advance(%v, %d, %d, dst) with dst %v", c.prev, c.i, c.t, c.layout)
	switch {
	case len(got) < len(kept) || !slices.Equal(got[:len(kept)], kept):
		p.fail(did, fmt.Sprintf("what was in dst, %v, and more", kept), got)
	case !slices.Equal(prev, c.prev):
		p.fail(did, "prev as it was", fmt.Sprintf("prev %v", prev))
	case !slices.Equal(got[len(kept):], want) || commuting != wantCommuting:
		p.fail(did, fmt.Sprintf("%v, %d of them commuting", want, wantCommuting), fmt.Sprintf("%v, %d of them commuting", got[len(kept):], commuting))
	}
	p.compare(wantEffect, effect, "%s", did)
	on.Undo(m)
	p.like(on, "%s, and Undo", did)
}
