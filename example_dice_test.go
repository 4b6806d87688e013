package ply_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// Dice is a game for one player, who throws a die, may throw it again, up to twice, and gets the points of the last
// throw. Its state is the line of play: throw, the number thrown, and so on.
type Dice []int

// The player's moves. The moves of chance are the numbers thrown, 1 to 6.
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

func (d *Dice) Play(m int)    { *d = append(*d, m) }
func (d *Dice) Undo(int)      { *d = (*d)[:len(*d)-1] }
func (d *Dice) Acyclic() bool { return true }

// ToMove returns chance after a throw, and otherwise side 0: there is only one player.
func (d *Dice) ToMove() int {
	if n := len(*d); n > 0 && (*d)[n-1] == throw {
		return ply.Chance
	}
	return 0
}

// Probabilities says that the die is fair.
func (d *Dice) Probabilities(faces []int, dst []float64) []float64 {
	for range faces {
		dst = append(dst, 1./6)
	}
	return dst
}

// Outcome returns the last number thrown.
func (d *Dice) Outcome() int {
	shown := (*d)[len(*d)-1]
	if shown == stop {
		shown = (*d)[len(*d)-2]
	}
	return shown
}

// The throws of a die are moves of chance, whose probabilities the game states. With three throws, the best play is to
// throw again after 4 or less, and after 3 or less with one throw left.
func Example_dice() {
	r, err := expectimax.Search(context.Background(), new(Dice), ply.Limits{}, expectimax.Options[int]{})
	fmt.Printf("%.3f points on average, %v\n", r.Value, err)
	for _, d := range []Dice{{throw, 4}, {throw, 5}, {throw, 1, throw, 3}, {throw, 1, throw, 4}} {
		r, err := expectimax.Search(context.Background(), &d, ply.Limits{}, expectimax.Options[int]{})
		fmt.Println(d, r.Line[0] == stop, err)
	}
	// Output:
	// 4.667 points on average, <nil>
	// [0 4] false <nil>
	// [0 5] true <nil>
	// [0 1 0 3] false <nil>
	// [0 1 0 4] true <nil>
}

// DrawOutcome throws the die.
func ExampleDrawOutcome() {
	d, random := new(Dice), rand.New(rand.NewPCG(1, 2))
	d.Play(throw)
	counts := map[int]int{}
	for range 60_000 {
		face, err := ply.DrawOutcome(d, random)
		if err != nil {
			fmt.Println(err)
			return
		}
		counts[face]++
	}
	for face := 1; face <= 6; face++ {
		fmt.Printf("%d: %.2f\n", face, float64(counts[face])/60_000)
	}
	// Output:
	// 1: 0.17
	// 2: 0.17
	// 3: 0.17
	// 4: 0.17
	// 5: 0.17
	// 6: 0.17
}
