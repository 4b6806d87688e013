package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/arena"
	kit "github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/playertest"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type seat = func(g *loa.Game, random rand.Source) (playertest.Player[loa.Move], error)

var fourRandomMoves = arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.Start(), nil })

func newTestSearcher(g *loa.Game) (kit.Searcher[loa.Move], error) {
	return alphabeta.NewSearcher(g, alphabeta.Options[loa.Move]{
		Table: transposition.NewTable(1 << 20),
		Order: alphabeta.TableMove | alphabeta.History,
		Tree:  alphabeta.Tree{Bounds: true, Repetitions: true, Quiescence: 4, Extend: true},
	})
}

// TestClock has a player that divides its time play against one with an even share for each move, by a simulated clock.
func TestClock(t *testing.T) {
	const nodes = 8000
	m := playertest.Match[*loa.Game, loa.Move]{Opening: fourRandomMoves, Players: [2]seat{
		func(g *loa.Game, _ rand.Source) (playertest.Player[loa.Move], error) {
			s, err := newTestSearcher(g)
			if err != nil {
				return nil, err
			}
			return playertest.Clocked(s, kit.Options{Moves: 16}, nodes)
		},
		func(g *loa.Game, _ rand.Source) (playertest.Player[loa.Move], error) {
			s, err := newTestSearcher(g)
			return playertest.Even(s, nodes, 20, 5), err
		},
	}}
	m.IsBetter(t, "alphabeta", 1000, 1000)
}

// A levelled player has a level and no clock.
type levelled struct{ *kit.Player[loa.Move] }

func (l levelled) Move(ctx context.Context) (loa.Move, error) {
	line, err := l.Player.Move(ctx, kit.Clock{})
	return line.Move, err
}

// TestLevels has level 4 play against level 1 and, with the flag -level, each level against the one below.
func TestLevels(t *testing.T) {
	atLevel := func(level int) seat {
		return func(g *loa.Game, random rand.Source) (playertest.Player[loa.Move], error) {
			s, err := newTestSearcher(g)
			if err != nil {
				return nil, err
			}
			p, err := kit.New(s, kit.Options{Level: level, Random: random})
			return levelled{p}, err
		}
	}
	for _, levels := range playertest.Levels() {
		m := playertest.Match[*loa.Game, loa.Move]{Opening: fourRandomMoves, Players: [2]seat{atLevel(levels[0]), atLevel(levels[1])}}
		m.IsBetter(t, fmt.Sprintf("level %d against %d", levels[0], levels[1]), 40, 40)
	}
}
