package gametest

import (
	"slices"

	"github.com/ply-search/ply"
)

// A law is one thing that must be true of a game. Laws are listed in the order in which they build
// on one another: of several that a game breaks, the first is reported.
type law[M comparable] struct {
	name string
	text string

	// needs reports whether the game has the capabilities that the law is about. Nil means that
	// every game has them.
	needs func(g ply.Game[M]) bool

	// doubt is whether a lawful game may break it.
	doubt bool

	// tries names the thing that a check must meet to try the law. If it is empty, the law is tried wherever it is checked.
	tries string

	// begin returns a check whose memory is empty.
	begin func() check[M]
}

// A check looks at one position after another and returns a fault, or nil. It leaves the game in
// the position that it was called in, unless it finds something.
type check[M comparable] func(p *place[M]) *finding[M]

// A finding is a fault in a position.
type finding[M comparable] struct {
	law       *law[M]
	line      []M // from the start to the position
	did       string
	want, got string
}

// stateless returns the begin of a law that remembers nothing. The code of all laws is compiled for each type of moves, so
// functions that most laws call are not inlined: that would double the time that a test of a game takes to compile.
//
//go:noinline
func stateless[M comparable](c check[M]) func() check[M] {
	return func() check[M] { return c }
}

// A checking is some laws, each with the memory of its check.
type checking[M comparable] struct {
	laws   []law[M]
	checks []check[M]
}

// begun returns a checking of laws with empty memories.
func begun[M comparable](laws []law[M]) *checking[M] {
	c := &checking[M]{laws: laws}
	for _, l := range laws {
		c.checks = append(c.checks, l.begin())
	}
	return c
}

// check checks the laws in their order, until one of them is broken.
func (c *checking[M]) check(p *place[M]) *finding[M] {
	for i, check := range c.checks {
		if f := p.check(&c.laws[i], check); f != nil {
			return f
		}
	}
	return nil
}

// has reports whether a game has a capability.
//
//go:noinline
func has[C any, M comparable](g ply.Game[M]) bool {
	_, ok := g.(C)
	return ok
}

// all reports whether a game meets several needs.
//
//go:noinline
func all[M comparable](needs ...func(g ply.Game[M]) bool) func(g ply.Game[M]) bool {
	return func(g ply.Game[M]) bool {
		for _, need := range needs {
			if !need(g) {
				return false
			}
		}
		return true
	}
}

// laws returns all laws.
func laws[M comparable]() []law[M] {
	return slices.Concat(gameLaws[M](), positionLaws[M](), cellLaws[M](), costLaws[M](), symmetryLaws[M](),
		chanceLaws[M](), adversarialLaws[M](), threatLaws[M](), multiplayerLaws[M](), hiddenLaws[M](), samplingLaws[M](), indexLaws[M](),
		[]law[M]{sameAnswers[M]()}, cloneLaws[M](), doubts[M]())
}

// gameLaws are the laws of all games.
func gameLaws[M comparable]() []law[M] {
	return []law[M]{
		replay[M](),
		movesOrder[M](),
		sameStart[M](),
		movesUnique[M](),
		movesAppend[M](),
		undo[M](),
		deterministic[M](),
		sameLine[M](),
		solvedEnds[M](),
		countSuccessors[M](),
	}
}

// positionLaws are the laws of games that tell their positions apart.
func positionLaws[M comparable]() []law[M] {
	return []law[M]{
		identity[M](),
		rehash[M](),
		equalHashes[M](),
		differentHashes[M](),
		equalMoves[M](),
		score[M](),
		hashAfter[M](),
		hashSuccessors[M](),
		xorHash[M](),
		acyclic[M](),
		inverse[M](),
	}
}

// cellLaws are the laws of cells, of footprints and their consequences, and of moves that commute.
func cellLaws[M comparable]() []law[M] {
	return []law[M]{
		cells[M](),
		cellsTell[M](),
		footprintForm[M](),
		footprintFixed[M](),
		footprintLegal[M](),
		footprintPlay[M](),
		independent[M](),
		needing[M](),
		conflicts[M](),
		goal[M](),
		refuted[M](),
		monotony[M](),
		subGames[M](),

		commuteSymmetric[M](),
		commuteTrue[M](),
		commuteFootprint[M](),
		advance[M](),
	}
}

// costLaws are the laws of costs and of estimates.
func costLaws[M comparable]() []law[M] {
	return []law[M]{
		costNegative[M](),
		costFixed[M](),
		estimate[M](),
		admissible[M](),
		preferred[M](),
	}
}

func symmetryLaws[M comparable]() []law[M] {
	return []law[M]{
		symmetryZero[M](),
		moveImages[M](),
		symmetryGroup[M](),
		ownImage[M](),
		canonical[M](),
	}
}

// samplingLaws are the laws of the capabilities for packages mcts and montecarlo.
func samplingLaws[M comparable]() []law[M] {
	return []law[M]{
		ofDecisions(decisive[M]()),
		ofDecisions(reduced[M]()),
		ofDecisions(priors[M]()),
		ofDecisions(virtualWins[M]()),
		playouts[M](),
		simulations[M](),
		randomMoves[M](),
		numbersAppended[M](),
	}
}

// cloneLaws come last, since they compare the subjects of all other laws.
func cloneLaws[M comparable]() []law[M] {
	return []law[M]{
		cloneLooks[M](),
		cloneApart[M](),
		copyLooks[M](),
		copyApart[M](),
	}
}
