package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sides"
)

type uniform[M comparable] struct {
	capabilities[M]               // without a decider, if moves are not to be decisive; positions where a playout is cut short are evaluated, or draws
	count           int           // of players
	special         bool          // there is a decider, moveStats, mercy, or chance in the game
	moveStats       *moveStats[M] // nil if nothing is learned
	mercy           int           // see Playouts.Mercy
	evaluations     []int         // scratch, with mercy
	odds            []float64     // scratch
	random          *rand.PCG
	watch           *watch
	moves           [2][]M // of the present position and of the next
	line            []M    // of the present playout; empty between two
	refuses         bool   // positions of chance, with RAVE
	stays           bool   // at the end of a playout, since the worker goes back to the root
}

// play plays a playout, up to most moves of the line. It returns the same as worker.playout.
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
		choice, i := now, 0
		if next = next[:0]; u.special {
			if choice, next, i = u.choose(now, next); i < 0 {
				break
			}
		} else {
			i = chance.Below(u.random, len(now))
		}
		m := choice[i]
		u.line = append(u.line, m)
		if u.advancer == nil || len(next) > 0 { // Advance wants a move by its number among all
			u.game.Play(m)
			next = u.game.Moves(next[:0])
		} else {
			next, _ = u.advancer.Advance(now, i, 0, next)
		}
		if lines != nil {
			u.check(player)
			lines[player] = append(lines[player], m)
		}
		now, next = next, now
	}
	u.moves, u.watch.left = [2][]M{now, next}, left
	switch {
	case len(now) == 0:
		u.players.Outcomes(outcomes)
	case u.evaluateAll != nil:
		u.evaluateAll(outcomes)
	default:
		clear(outcomes)
	}
	for i := len(u.line) - 1; i >= 0 && !u.stays; i-- {
		u.game.Undo(u.line[i])
	}
	u.line = u.line[:0]
	return over, ok
}

// choose returns the legal or decisive moves and the index of the next, or -1 by Mercy. next is space for decisive moves.
func (u *uniform[M]) choose(now, next []M) (choice, decisive []M, i int) {
	if u.mercy != 0 && len(u.line)&3 == 3 && u.settled() {
		return now, next, -1
	}
	player := 0
	if u.stochastic != nil || u.moveStats != nil {
		player = u.game.ToMove()
	}
	choice, i = now, -1
	if u.stochastic != nil && player == ply.Chance {
		if u.refuses {
			u.watch.run.refuse()
			return now, next, -1
		}
		u.odds = oddsOf(u.stochastic, now, u.odds[:0])
		i = chance.Pick(u.odds, chance.Fraction(u.random))
	} else {
		u.check(player)
		if u.decider != nil {
			if next = u.decider.Decisive(next); len(next) > 0 {
				choice = next
			}
		}
		if u.moveStats != nil {
			i = u.moveStats.pick(player, choice)
		}
		if i < 0 {
			i = chance.Below(u.random, len(choice))
		}
	}
	if u.moveStats != nil {
		u.moveStats.note(player, choice[i])
	}
	return choice, next, i
}

func (u *uniform[M]) check(player int) {
	if uint(player) >= uint(u.count) {
		panic(sides.Error(u.game, player, u.count))
	}
}

func (u *uniform[M]) settled() bool {
	u.evaluateAll(u.evaluations)
	for _, e := range u.evaluations {
		if e >= u.mercy || e <= -u.mercy {
			return true
		}
	}
	return false
}
