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

	// begin returns a check whose memory is empty.
	begin func() check[M]
}

// A check looks at one position after another and returns what it finds wrong, or nil. It leaves
// the game in the position that it was called in, unless it finds something.
type check[M comparable] func(p *place[M]) *finding[M]

// A finding is what is wrong in a position.
type finding[M comparable] struct {
	law       *law[M]
	line      []M // from the start to the position
	did       string
	want, got string
}

// stateless returns the begin of a law that remembers nothing.
func stateless[M comparable](c check[M]) func() check[M] {
	return func() check[M] { return c }
}

// has reports whether a game has a capability.
func has[C any, M comparable](g ply.Game[M]) bool {
	_, ok := g.(C)
	return ok
}

// all reports whether a game meets several needs.
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
	return slices.Concat([]law[M]{
		replay[M](),
		movesOrder[M](),
		sameStart[M](),
		movesUnique[M](),
		movesAppend[M](),
		undo[M](),
		sameLine[M](),
		solvedEnds[M](),

		identity[M](),
		rehash[M](),
		equalHashes[M](),
		differentHashes[M](),
		equalMoves[M](),
		score[M](),
		hashAfter[M](),
		hashSuccessors[M](),

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
		monotony[M](),

		commuteSymmetric[M](),
		commuteTrue[M](),
		commuteFootprint[M](),
		advance[M](),

		cloneLooks[M](),
		cloneApart[M](),
		acyclic[M](),

		costNegative[M](),
		costFixed[M](),
		estimate[M](),
		admissible[M](),

		symmetryZero[M](),
		moveImages[M](),
		symmetryGroup[M](),
		ownImage[M](),
		canonical[M](),
	}, adversarialLaws[M](), multiplayerLaws[M]())
}
