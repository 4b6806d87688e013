package game_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/search"
)

// Three puzzles at once, which do not influence one another, are solved one by one.
func ExampleShortest() {
	d, _ := rules.Description("threebuttons")
	r, err := game.Load(context.Background(), d, 0, game.Options{})
	if err != nil {
		panic(err)
	}
	s, err := game.NewSolo(r)
	if err != nil {
		panic(err)
	}
	found, err := game.Shortest(context.Background(), s, ply.Limits{}, search.Options[game.Move]{})
	fmt.Println(len(found.Line), "moves,", found.Nodes, "positions,", err)
	// Output: 18 moves, 24 positions, <nil>
}

// For the rest of a match, a smaller circuit is enough.
func ExampleRules_From() {
	d, _ := rules.Description("tictactoe")
	r, err := game.Load(context.Background(), d, 0, game.Options{})
	if err != nil {
		panic(err)
	}
	g, err := game.NewSides(r)
	if err != nil {
		panic(err)
	}
	for range 5 {
		g.Play(g.Moves(nil)[0])
	}
	later, err := r.From(g.State())
	if err != nil {
		panic(err)
	}
	fmt.Println(later.Size().Gates() < r.Size().Gates()/2, g.Continue(later))
	// Output: true <nil>
}
