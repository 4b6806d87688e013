package ply

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
)

// Chance is the result of ToMove in a position where chance moves: dice are thrown, a card is dealt, a tile falls. The
// moves of such a position are the outcomes, and [Stochastic] gives the probability of each.
const Chance = -1

// A Stochastic game has positions of chance. It is an [Adversarial] or a [Multiplayer] game whose ToMove returns
// [Chance] there, and whose Moves lists the possible outcomes. Searches that do not handle chance return an error
// there.
//
// Values in a position of chance are given from the point of view of side 0. [Evaluator] is called there too. A game
// for one player is an Adversarial game in which side 1 never moves.
//
// Laws:
//   - Probabilities appends a number for each move, in their order, none negative or NaN, with sum 1 (within 1e-9).
//   - Probabilities depends only on the position.
//   - A position of chance has at least one move, so the game does not end there.
type Stochastic[M comparable] interface {
	// Probabilities appends the probability of each of moves to dst and returns the extended slice. It is called only in
	// positions of chance, with all moves that Moves lists there.
	Probabilities(moves []M, dst []float64) []float64
}

// DrawOutcome draws an outcome of the present position of g, a position of chance, according to the probabilities. It
// takes one number from random and allocates a slice of outcomes. It returns an error if g is not [Stochastic] or its
// probabilities break a law, which the error names.
func DrawOutcome[M comparable](g Game[M], random *rand.Rand) (outcome M, err error) {
	s, ok := g.(Stochastic[M])
	if !ok {
		return outcome, fmt.Errorf("ply: %T is not a ply.Stochastic", g)
	}
	moves := g.Moves(nil)
	probabilities := s.Probabilities(moves, nil)
	if err := chance.Check(probabilities, len(moves)); err != nil {
		return outcome, fmt.Errorf("ply: %T: %w", g, err)
	}
	return moves[chance.Pick(probabilities, random.Float64())], nil
}
