package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// A Playouter plays its own playouts, which is faster than move by move, or better than at random.
//
// Playout plays the rest of the game, from the present position to its end, and takes all back. It returns
// the outcome from the view of the side that is to move in the present position, and the number of moves
// played: 0 says that the game is over. If lines is not nil, it appends the moves of side s to lines[s].
//
// A search cannot end a playout that a game plays by itself: neither the context, nor the limits, nor
// [Options.MaxLength] reach into it. If lines can be very long or go round for ever, Playout must stop after a bounded
// number of moves, at least one, and return what the position there is taken to be worth.
//
// decisive, if true, wants moves that win at once, and otherwise moves that keep the opponent from it, as
// [Options.Decisive] says. It is false for a game that is not a [Decider].
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
// Decisive appends to dst all moves that win the game at once. Otherwise it appends the moves that block at least one
// of the opponent's immediate wins. If the opponent has none, it appends nothing, and all moves are considered. With
// several players the opponent is the next one to move.
//
// Law: if it appends moves, the best of them is as good, won or not, as the best of all.
type Decider[M comparable] interface {
	Decisive(dst []M) []M
}

// A Guide knows what to expect of moves.
//
// Law: Priors sets priors[i], which is finite and not negative, for moves[i], which are the legal moves of the present
// position, or some of them. Greater is better. The scale does not matter, since priors are divided by their sum.
type Guide[M comparable] interface {
	Priors(moves []M, priors []float32)
}

// uniform plays uniform random moves.
type uniform[M comparable] struct {
	game      position[M]
	players   ply.Multiplayer
	advancer  ply.Advancer[M] // nil if the game is none
	decider   Decider[M]      // nil if moves are not to be decisive
	random    *rand.PCG
	evaluator ply.MultiplayerEvaluator // of positions where a playout is cut short; nil if those are draws
	watch     *watch
	moves     [2][]M // of the present position and of the next
	line      []M    // of the present playout; empty between two
}

// play plays a playout of at most so many moves, as worker.playout says.
func (u *uniform[M]) play(lines [][]M, outcomes []int, most int) (over, ok bool) {
	ok = true
	now, next := u.game.Moves(u.moves[0][:0]), u.moves[1]
	over = len(now) == 0
	left := u.watch.left
	for len(now) > 0 && len(u.line) < most {
		if left--; left < 0 {
			if u.watch.look() {
				ok = false
				break
			}
			left = u.watch.left
		}
		player := 0
		if lines != nil {
			player = u.game.ToMove()
		}
		choice := now
		next = next[:0]
		if u.decider != nil {
			if next = u.decider.Decisive(next); len(next) > 0 {
				choice = next
			}
		}
		i := below(u.random, len(choice))
		m := choice[i]
		u.line = append(u.line, m)
		if u.advancer == nil || len(next) > 0 { // Advance wants a move by its number among all
			u.game.Play(m)
			next = u.game.Moves(next[:0])
		} else {
			next, _ = u.advancer.Advance(now, i, 0, next)
		}
		if lines != nil {
			lines[player] = append(lines[player], m)
		}
		now, next = next, now
	}
	u.moves, u.watch.left = [2][]M{now, next}, left
	switch {
	case len(now) == 0:
		u.players.Outcomes(outcomes)
	case u.evaluator != nil:
		u.evaluator.Evaluations(outcomes)
	default:
		clear(outcomes)
	}
	for i := len(u.line) - 1; i >= 0; i-- {
		u.game.Undo(u.line[i])
	}
	u.line = u.line[:0]
	return over, ok
}

// below returns a number from 0 to n-1. It favours some by less than n in 2³² (Lemire 2019).
func below(random *rand.PCG, n int) int {
	return int(random.Uint64() >> 32 * uint64(n) >> 32)
}
