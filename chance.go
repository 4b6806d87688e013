package ply

// Chance is what ToMove returns in a position where chance makes the move: the dice are thrown, a card is dealt, a tile
// falls. The moves of such a position are the outcomes, and [Stochastic] gives the probability of each.
const Chance = -1

// A Stochastic game has positions where chance makes the move. Its ToMove returns [Chance] there, and Moves lists the
// outcomes that can occur. Searches that do not handle chance end with an error when they meet such a position.
//
// Values in a position of chance are given from the point of view of side 0: [Evaluator] is asked there as anywhere else.
//
// Laws:
//   - Probabilities appends one number for each move, in their order; none is negative or NaN, and their sum is 1 (up to
//     1e-9).
//   - They depend on nothing but the position.
//   - A position of chance has at least one move, so the game does not end there.
type Stochastic[M comparable] interface {
	// Probabilities appends the probability of each of moves to dst and returns the extended slice. It is called only in
	// positions of chance, and moves are all that Moves lists there.
	Probabilities(moves []M, dst []float64) []float64
}
