package uci_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
)

// A heap of ten stones, of which two sides take one to three in turn, is played under a board. The commands are those of the board.
func ExamplePlay() {
	newPlayer := func(g *testgames.Heap) (*engine.Player[int], error) {
		s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{})
		if err != nil {
			return nil, err
		}
		return engine.New(s, engine.Options{})
	}
	player, err := uci.Play(testgames.NewHeap, newPlayer)
	if err != nil {
		fmt.Println(err)
		return
	}
	server := uci.Server{Name: "heap", Author: "a reader", Options: uci.PlayOptions}
	board := strings.NewReader("uci\nisready\nquery p1turn\nquit\n")
	fmt.Println(server.Serve(context.Background(), board, os.Stdout, player))
	// Output:
	// id name heap
	// id author a reader
	// option name MultiPV type spin default 1 min 1 max 256
	// uciok
	// readyok
	// response true
	// <nil>
}
