package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
)

// A Playouter plays complete playouts for the search, in place of the uniform playouts of this package. The game's
// playouts may be faster or better informed. A multiplayer game implements [MultiplayerPlayouter] instead.
//
// Laws: playouts consist of legal moves; Playout changes nothing observable; the moves of a playout depend only on the
// position and random.
type Playouter[M comparable] interface {
	// Playout plays the rest of the game from the present position, and takes all moves back. It returns the outcome
	// for the side to move in the present position, or for side 0 in a position of chance, and the number of moves
	// played, moves of chance included. The number is 0 only if the game is over. If lines is not nil, Playout appends
	// the moves of side s to lines[s].
	//
	// If decisive is true, the playout should play a move that wins at once if there is one, and otherwise a move that
	// prevents an immediate loss. decisive is true only with [DecisiveAlways].
	//
	// The context, the limits and [Options.MaxLength] do not interrupt Playout. If playouts can be very long or
	// endless, Playout must stop after a bounded number of moves, at least one, and return an estimate of the outcome.
	Playout(random *rand.PCG, decisive bool, lines *[2][]M) (outcome, moves int)
}

// A Decider lists the moves that win at once, and the moves that prevent an immediate win of the opponent.
//
// Law: if Decisive appends any moves, and some legal move wins against best play, then one of the appended moves wins
// against best play.
type Decider[M comparable] interface {
	// Decisive appends to dst all moves that win the game at once. If there are none, Decisive appends the moves that
	// prevent at least one immediate win of the opponent, who is the player to move next. If the opponent has no
	// immediate win, Decisive appends nothing, and the search considers all legal moves. Decisive returns the extended
	// slice.
	Decisive(dst []M) []M
}

// A Reducer leaves out moves that are no better than the remaining ones, such as all but one of the moves that a
// symmetry maps to each other. In the tree, the search tries only the moves that Reduce appends. If Reduce appends
// none, it tries all legal moves. If [Options.Decisive] is set, positions with decisive moves are not reduced. Playouts
// choose among all legal moves.
//
// Law: if Reduce appends any moves, the best of them has the same value as the best of all legal moves.
type Reducer[M comparable] interface {
	// Reduce appends some of the legal moves to dst, each once, and returns the extended slice. If Reduce appends
	// nothing, no move is left out.
	Reduce(dst []M) []M
}

// A MultiplayerPlayouter is a [Playouter] for a game of any number of players, with the same laws.
type MultiplayerPlayouter[M comparable] interface {
	// PlayoutAll is like [Playouter].Playout, but sets outcomes[p] to the outcome for each player p instead of returning
	// the outcome. If lines is not nil, PlayoutAll appends the moves of player p to lines[p].
	PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int)
}

// A position is a [ply.Adversarial] or a [ply.Multiplayer], which only this file tells apart.
type position[M comparable] interface {
	ply.Game[M]
	ToMove() int
}

// capabilities are nil if the game lacks them.
type capabilities[M comparable] struct {
	game        position[M]
	players     ply.Multiplayer
	ownPlayout  func(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int)
	evaluateAll func(values []int)
	advancer    fast.Advancer[M]
	decider     Decider[M]
	reducer     Reducer[M]
	guide       ply.Guide[M]
	expert      Expert[M]
	stochastic  ply.Stochastic[M]
	hasher      ply.Hasher
}

func capabilitiesOf[M comparable](g position[M]) (c capabilities[M], err error) {
	c.game, c.ownPlayout, c.evaluateAll = g, playoutOf(g), evaluateOf(g)
	c.advancer, _ = g.(fast.Advancer[M])
	c.decider, _ = g.(Decider[M])
	c.reducer, _ = g.(Reducer[M])
	c.guide, _ = g.(ply.Guide[M])
	c.expert, _ = g.(Expert[M])
	c.stochastic, _ = g.(ply.Stochastic[M])
	c.hasher, _ = g.(ply.Hasher)
	c.players, err = sides.PlayersOf(g)
	return c, err
}

// playoutOf returns a game's playouts in the form of a [MultiplayerPlayouter], or nil.
func playoutOf[M comparable](g position[M]) func(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int) {
	if p, ok := g.(MultiplayerPlayouter[M]); ok {
		return p.PlayoutAll
	}
	p, ok := g.(Playouter[M])
	game, ok2 := g.(ply.Adversarial)
	if !ok || !ok2 {
		return nil
	}
	dealer, _ := g.(ply.Stochastic[M])
	return func(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int) {
		var both *[2][]M
		if lines != nil {
			both = (*[2][]M)(lines)
		}
		side := sampling.View(game, dealer)
		outcomes[side], moves = p.Playout(random, decisive, both)
		outcomes[1-side] = -outcomes[side]
		return moves
	}
}

// evaluateOf returns a game's evaluation in the form of a [ply.MultiplayerEvaluator], or nil.
func evaluateOf[M comparable](g position[M]) func(values []int) {
	if e, ok := g.(ply.MultiplayerEvaluator); ok {
		return e.Evaluations
	}
	e, ok := g.(ply.Evaluator)
	game, ok2 := g.(ply.Adversarial)
	if !ok || !ok2 {
		return nil
	}
	dealer, _ := g.(ply.Stochastic[M])
	return func(values []int) {
		side, value := sampling.View(game, dealer), e.Evaluate()
		values[side], values[1-side] = value, -value
	}
}
