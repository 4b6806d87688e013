package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// A Game is what a tree is grown for: a game of two sides. The tree plays on it and leaves it as it was.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Adversarial
}

// A Playouter plays its own playouts, which is faster than move by move, or better than at random.
//
// Playout plays the rest of the game, from the present position to its end, and takes all back. It returns
// the outcome from the view of the side that is to move in the present position, and the number of moves
// played: 0 says that the game is over. If lines is not nil, it appends the moves of side s to lines[s].
//
// decisive asks for moves that win at once, and else for those that keep the opponent from it, as
// [Options.Decisive] says. It is false for a game that is no [Decider].
//
// A game of several players has a [MultiplayerPlayouter] instead.
//
// Laws: the moves are legal, Playout changes nothing that can be observed, and all it does follows from the
// position and from random.
type Playouter[M comparable] interface {
	Playout(random *rand.PCG, decisive bool, lines *[2][]M) (outcome, moves int)
}

// A Decider knows the moves that win at once, and those that keep the opponent from winning at once.
//
// Decisive appends to dst all moves that win the game at once. If there are none, it appends the moves
// that can keep the opponent from winning with its next move, be it only in one way of several. If the
// opponent cannot win, it appends nothing: all moves are to be looked at. Of several players the opponent is the
// next one to move.
//
// Law: if it appends moves, the best of them is as good, won or not, as the best of all.
type Decider[M comparable] interface {
	Decisive(dst []M) []M
}

// A Guide knows what to expect of moves.
//
// Law: Priors sets priors[i], which is positive or 0, for moves[i], which are the legal moves of the present
// position, or some of them. Greater is better; what the numbers are is for the game to say.
type Guide[M comparable] interface {
	Priors(moves []M, priors []float32)
}

// uniform plays uniform random moves.
type uniform[M comparable] struct {
	game     position[M]
	players  ply.Multiplayer
	advancer ply.Advancer[M]
	decider  Decider[M]
	moves    [2][]M // of the present position and of the next
	line     []M
}

func (u *uniform[M]) PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int) {
	u.line = u.line[:0]
	now, next := u.game.Moves(u.moves[0][:0]), u.moves[1]
	for len(now) > 0 {
		player := u.game.ToMove()
		var m M
		forced := next[:0]
		if decisive {
			forced = u.decider.Decisive(forced)
		}
		if len(forced) > 0 {
			m = forced[below(random, len(forced))]
			u.game.Play(m)
			next = u.game.Moves(forced[:0])
		} else {
			i := below(random, len(now))
			m = now[i]
			next, _ = u.advancer.Advance(now, i, 0, forced)
		}
		if lines != nil {
			lines[player] = append(lines[player], m)
		}
		u.line = append(u.line, m)
		now, next = next, now
	}
	u.moves = [2][]M{now, next}
	u.players.Outcomes(outcomes)
	for i := len(u.line) - 1; i >= 0; i-- {
		u.game.Undo(u.line[i])
	}
	return len(u.line)
}

// below returns a number from 0 to n-1. It favours some by less than n in 2³² (Lemire 2019).
func below(random *rand.PCG, n int) int {
	return int(random.Uint64() >> 32 * uint64(n) >> 32)
}
