package main

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/arena"
	kit "github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/playertest"
	"github.com/ply-search/ply/mcts"
)

// TestClock has a player that divides its time play against one with an even share for each move, by a simulated clock, on the
// board of size 6.
func TestClock(t *testing.T) {
	type (
		game = havannah.Informed
		seat = func(g *game, random rand.Source) (playertest.Player[havannah.Cell], error)
	)
	const size, nodes = 6, 3000
	knowledge, rave := havannah.Strong(size)
	newSearcher := func(g *game, random rand.Source) (kit.Searcher[havannah.Cell], error) {
		return mcts.NewSearcher(g, mcts.Options[havannah.Cell]{Random: random, RAVE: mcts.RAVE{Weight: rave}, Decisive: mcts.DecisiveInTree})
	}
	m := playertest.Match[*game, havannah.Cell]{
		Opening: arena.RandomOpening(2, func() (*game, error) {
			g, err := havannah.New(size)
			return &game{Game: g, Knowledge: knowledge}, err
		}),
		Players: [2]seat{
			func(g *game, random rand.Source) (playertest.Player[havannah.Cell], error) {
				s, err := newSearcher(g, random)
				if err != nil {
					return nil, err
				}
				return playertest.Clocked(s, kit.Options{Moves: 23}, nodes)
			},
			func(g *game, random rand.Source) (playertest.Player[havannah.Cell], error) {
				s, err := newSearcher(g, random)
				return playertest.Even(s, nodes, 24, 6), err
			},
		},
	}
	m.IsBetter(t, "mcts", 40, 1000)
}
