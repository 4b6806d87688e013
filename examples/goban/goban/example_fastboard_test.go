package goban_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/examples/goban/goban"
)

// Black has more than half of the points in most playouts from an empty board, but rarely as many as komi gives
// White.
func ExampleFastBoard() {
	board, err := goban.New(9, goban.Rules{Komi: 7.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	var fast goban.FastBoard
	random := rand.NewPCG(1, 2)
	ahead, won := 0, 0
	for range 1000 {
		fast.Load(board)
		fast.LightPlayout(random, nil)
		if fast.Outcome() > 0 {
			won++
		}
		if fast.Outcome()+15 > 0 {
			ahead++
		}
	}
	fmt.Println(ahead > 500, won < 500)
	// Output: true true
}
