package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/ply-search/ply"
)

// cloned returns a clone of the game, if it makes any. Clones may be large, so in other than full runs
// it seldom does.
func cloned[M comparable](p *place[M]) (ply.Game[M], bool) {
	if !p.last && !p.seldom() {
		return nil, false
	}
	return p.clone(p.game)
}

func cloneLooks[M comparable]() law[M] {
	return law[M]{
		name: "clone",
		text: "A clone looks like the original.",
		begin: stateless(func(p *place[M]) *finding[M] {
			c, ok := cloned(p)
			if !ok {
				return nil
			}
			if wanted, seen, differs := observe(p.game).differs(observe(c)); differs {
				return p.found("and on a clone", wanted, seen)
			}
			return nil
		}),
	}
}

// cloneApart plays on the clone and looks at the original, and the reverse.
func cloneApart[M comparable]() law[M] {
	return law[M]{
		name: "clone apart",
		text: "No move played on a clone changes the original, nor the reverse.",
		begin: stateless(func(p *place[M]) *finding[M] {
			c, ok := cloned(p)
			if !ok {
				return nil
			}
			if f := playApart(p, c, p.game, "on a clone"); f != nil {
				return f
			}
			// A clone that has been played on may have stopped to share what it shared.
			c, _ = p.clone(p.game)
			if f := playApart(p, p.game, c, "on a game and looking at a clone"); f != nil {
				return f
			}
			if raceDetector && p.last {
				wanderTogether(p, c)
			}
			return nil
		}),
	}
}

// playApart plays on one game and looks at the other after each move.
func playApart[M comparable](p *place[M], on, other ply.Game[M], where string) *finding[M] {
	const most = 3
	want := observe(other)
	var line []M
	var f *finding[M]
	for f == nil && len(line) < most {
		moves := on.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[p.random.IntN(len(moves))]
		on.Play(m)
		line = append(line, m)
		if wanted, seen, differs := want.differs(observe(other)); differs {
			f = p.found(fmt.Sprintf("playing %v %s", line, where), wanted, seen)
		}
	}
	for _, m := range slices.Backward(line) {
		on.Undo(m)
	}
	return f
}

// wanderTogether plays on a game and its clone in two goroutines at a time, for the race detector to
// see what they share.
func wanderTogether[M comparable](p *place[M], c ply.Game[M]) {
	var group sync.WaitGroup
	for _, g := range []ply.Game[M]{p.game, c} {
		random := rand.New(rand.NewPCG(p.random.Uint64(), 0))
		group.Go(func() {
			defer func() { _ = recover() }() // what panics here panics on one goroutine too
			wander(g, random)
		})
	}
	group.Wait()
}
