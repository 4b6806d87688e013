package ply_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/mcts"
)

// Dice is a game for one player, who throws a die, may throw it again, up to twice, and gets as many points as it
// shows in the end. Its state is the line of play: throw, what the die shows, and so on.
type Dice []int

// What the player plays. The die, as player 1, plays 1 to 6.
const (
	throw = 0
	stop  = 7
)

func (d *Dice) Moves(dst []int) []int {
	switch n := len(*d); {
	case n == 0:
		return append(dst, throw)
	case (*d)[n-1] == throw:
		return append(dst, 1, 2, 3, 4, 5, 6)
	case n == 6 || (*d)[n-1] == stop:
		return dst
	}
	return append(dst, throw, stop)
}

func (d *Dice) Play(m int)   { *d = append(*d, m) }
func (d *Dice) Undo(int)     { *d = (*d)[:len(*d)-1] }
func (d *Dice) Players() int { return 2 }

// ToMove returns the die, player 1, after a throw.
func (d *Dice) ToMove() int {
	if n := len(*d); n > 0 && (*d)[n-1] == throw {
		return 1
	}
	return 0
}

// Outcomes gives the die the same value everywhere: it prefers nothing.
func (d *Dice) Outcomes(values []int) {
	shown := (*d)[len(*d)-1]
	if shown == stop {
		shown = (*d)[len(*d)-2]
	}
	values[0], values[1] = shown, 0
}

// Chance is a player of its own that prefers no outcome to another. With three throws, the best play is to throw again
// after 4 or less, and after 3 or less with one throw left.
func Example_dice() {
	for _, d := range []Dice{{throw, 4}, {throw, 5}, {throw, 1, throw, 3}, {throw, 1, throw, 4}} {
		result, err := mcts.SearchMultiplayer(context.Background(), &d, mcts.Limits{MaxSimulations: 20_000}, mcts.Options[int]{Scale: 6})
		fmt.Println(d, result.Move == stop, err)
	}
	// Output:
	// [0 4] false <nil>
	// [0 5] true <nil>
	// [0 1 0 3] false <nil>
	// [0 1 0 4] true <nil>
}
