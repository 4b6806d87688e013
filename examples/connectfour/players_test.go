package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/playertest"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type (
	drop       = connectfour.Drop
	matchOf    = playertest.Match[*connectfour.Game, drop]
	seat       = func(g *connectfour.Game, random rand.Source) (playertest.Player[drop], error)
	searcherOf = func(g *connectfour.Game, random rand.Source) (engine.Searcher[drop], error)
)

var sixRandomMoves = arena.RandomOpening(6, func() (*connectfour.Game, error) { return new(connectfour.Game), nil })

// searchers are those that matches are played with.
var searchers = map[string]searcherOf{
	"alphabeta": func(g *connectfour.Game, _ rand.Source) (engine.Searcher[drop], error) {
		return alphabeta.NewSearcher(g, alphabeta.Options[drop]{Table: transposition.NewTable(1 << 20)})
	},
	"mcts": func(g *connectfour.Game, random rand.Source) (engine.Searcher[drop], error) {
		return mcts.NewSearcher(g, mcts.Options[drop]{Random: random})
	},
}

// TestClock has a player that divides its time play against one with an even share for each move, by a simulated clock.
func TestClock(t *testing.T) {
	for name, nodes := range map[string]int{"alphabeta": 5000, "mcts": 2000} {
		m := matchOf{Opening: sixRandomMoves, Players: [2]seat{
			func(g *connectfour.Game, random rand.Source) (playertest.Player[drop], error) {
				s, err := searchers[name](g, random)
				if err != nil {
					return nil, err
				}
				return playertest.Clocked(s, engine.Options{Moves: 10}, nodes)
			},
			func(g *connectfour.Game, random rand.Source) (playertest.Player[drop], error) {
				s, err := searchers[name](g, random)
				return playertest.Even(s, nodes, 14, 4), err
			},
		}}
		m.IsBetter(t, name, 200, 1000)
	}
}

// A levelled player has a level and no clock.
type levelled struct{ *engine.Player[drop] }

func (l levelled) Move(ctx context.Context) (drop, error) {
	line, err := l.Player.Move(ctx, engine.Clock{})
	return line.Move, err
}

// TestLevels has level 4 play against level 1 and, with the flag -level, each level against the one below.
func TestLevels(t *testing.T) {
	for _, name := range []string{"alphabeta", "mcts"} {
		atLevel := func(level int) seat {
			return func(g *connectfour.Game, random rand.Source) (playertest.Player[drop], error) {
				s, err := searchers[name](g, random)
				if err != nil {
					return nil, err
				}
				p, err := engine.New(s, engine.Options{Level: level, Random: random})
				return levelled{p}, err
			}
		}
		for _, levels := range playertest.Levels() {
			m := matchOf{Opening: sixRandomMoves, Players: [2]seat{atLevel(levels[0]), atLevel(levels[1])}}
			m.IsBetter(t, fmt.Sprintf("%s, level %d against %d", name, levels[0], levels[1]), 40, 40)
		}
	}
}

var timedGames = flag.Int("timedgames", 0, "play this `number` of games by the real clock, while all processors are busy")

// A timed player has a clock of one second and 10 ms for each move.
type timed struct {
	*engine.Player[drop]
	clock engine.Clock
}

// stall is the longest time that a goroutine waited after it was to wake up.
var stall atomic.Int64

func (p *timed) Move(ctx context.Context) (drop, error) {
	start := time.Now()
	line, err := p.Player.Move(ctx, p.clock)
	took := time.Since(start)
	if p.clock.Left < took {
		return line.Move, fmt.Errorf("lost on time: a move took %v, and %v were left; the system has let a sleeping goroutine wait for %v", took, p.clock.Left, time.Duration(stall.Load()))
	}
	p.clock.Left -= took
	p.clock.Left += p.clock.Increment
	return line.Move, err
}

// TestNoTimeIsLost plays by the real clock. It is no test of every day, since it takes a second or two for each game.
func TestNoTimeIsLost(t *testing.T) {
	if *timedGames == 0 {
		t.Skip("-timedgames is not set")
	}
	busy, stop := context.WithCancel(t.Context())
	defer stop()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * runtime.NumCPU())) // for the system to share the processors out
	for range runtime.NumCPU() {
		go func() {
			for busy.Err() == nil {
			}
		}()
	}
	go func() {
		for busy.Err() == nil {
			start := time.Now()
			time.Sleep(time.Millisecond)
			stall.Store(max(stall.Load(), int64(time.Since(start)-time.Millisecond)))
		}
	}()
	newPlayer := func(name string) seat {
		return func(g *connectfour.Game, random rand.Source) (playertest.Player[drop], error) {
			s, err := searchers[name](g, random)
			if err != nil {
				return nil, err
			}
			p, err := engine.New(s, engine.Options{Moves: 10})
			return &timed{p, engine.Clock{Left: time.Second, Increment: 10 * time.Millisecond}}, err
		}
	}
	var group sync.WaitGroup
	for worker := range runtime.NumCPU() {
		group.Go(func() {
			m := matchOf{Opening: sixRandomMoves, Players: [2]seat{newPlayer("alphabeta"), newPlayer("mcts")}}
			s, err := m.Play(t.Context(), *timedGames/runtime.NumCPU(), uint64(worker))
			if err != nil {
				t.Error(err)
			}
			t.Log(s)
		})
	}
	group.Wait()
	t.Logf("the system has let a sleeping goroutine wait for %v", time.Duration(stall.Load()))
}
