package morpion_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/search"
)

// From the position after 150 moves of Bruneau's game of 170, 88 positions can be reached, and no line is
// longer than his.
func Example() {
	file, err := os.Open("records/5t-170-bruneau-1976.psol")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	moves, err := morpion.ReadRecord(file, morpion.FiveT)
	if err != nil {
		log.Fatal(err)
	}
	game := morpion.New(morpion.FiveT)
	for _, m := range moves[:150] {
		game.Play(m)
	}
	result, err := search.DepthFirst(context.Background(), search.Incremental(game), ply.Limits{}, search.Options[morpion.Move]{Longest: true})
	fmt.Println(result.Nodes, 150+len(result.Line), err)
	// Output: 88 170 <nil>
}

func ExampleGame_String() {
	game := morpion.New(morpion.FourT)
	game.Play(game.Moves(nil)[0])
	fmt.Print(game)
	// Output:
	// . . * . . . .
	// . . o o o . .
	// . . o . o . .
	// o o o . o o o
	// o . . . . . o
	// o o o . o o o
	// . . o . o . .
	// . . o o o . .
}

func ExampleWriteRecord() {
	game := morpion.New(morpion.FiveD)
	var line []morpion.Move
	for moves := game.Moves(nil); len(line) < 3; moves = game.Moves(nil) {
		line = append(line, moves[0])
		game.Play(moves[0])
	}
	if err := morpion.WriteRecord(os.Stdout, morpion.FiveD, line); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (28,28)
	// (28,24) | +2
	// (31,24) | +2
	// (24,28) - +2
}
