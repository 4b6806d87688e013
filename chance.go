package ply

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
)

// Chance is the result of ToMove in a position of chance, where dice are thrown, a card is dealt or a tile falls. The
// moves of such a position are the possible outcomes, and [Stochastic] gives the probability of each outcome.
const Chance = -1

// A Stochastic game has positions of chance. It is an [Adversarial] or a [Multiplayer] game. In a position of chance,
// ToMove returns [Chance] and Moves lists the possible outcomes. Searches that do not support chance return an error in
// such a position.
//
// In a position of chance, values are given for side 0, and searches can also call Evaluate ([Evaluator]). A game of
// chance for one player is an Adversarial game in which side 1 never moves.
//
// Laws:
//   - Probabilities appends one number for each move, in the order of the moves. The numbers are not negative and not
//     NaN, and their sum is 1 (within 1e-9).
//   - Probabilities depends only on the position.
//   - A position of chance has at least one move, so the game does not end there.
type Stochastic[M comparable] interface {
	// Probabilities appends the probability of each element of moves to dst and returns the extended slice. It is
	// called only in positions of chance. moves are all moves that Moves lists there, in the same order.
	Probabilities(moves []M, dst []float64) []float64
}

// DrawOutcome draws one of the outcomes in the present position of g, with the probabilities that g returns. The
// position must be a position of chance. DrawOutcome draws one number from random and allocates two slices. It returns
// an error if g is not [Stochastic], or if the probabilities break a law of Stochastic; the error says how.
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
