package main

import (
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
)

// players are the levels, and one with settings alone.
func players() (all []command.Player[*othello.Game, othello.Move]) {
	for _, kind := range []struct{ name, help string }{
		{"hard", "7 moves ahead, and from 16 empty squares on to the end"},
		{"medium", "3 moves ahead, and from 10 on to the end"},
		{"easy", "a move ahead, and from 4 on to the end"},
		{"custom", "as its settings say\n  depth=N   moves to look ahead, 0 for no bound\n  exact=N   empty squares from which on the game is searched to its end\n" +
			"  eval=FILE a training to evaluate by, or none for mobility and corners (default: the one that comes with the program)"},
	} {
		level, named := othello.Levels[kind.name]
		p := command.Player[*othello.Game, othello.Move]{
			Name: kind.name, Help: kind.help,
			Read: func(s *command.Settings) func(*othello.Game, rand.Source) (engine.Searcher[othello.Move], error) {
				level := othello.Level{Depth: s.Whole("depth", level.Depth, 60), Exact: s.Whole("exact", level.Exact, 60)}
				name := s.Word("eval", "")
				load := sync.OnceValues(func() (*othello.Evaluation, error) { return loadEvaluation(name) })
				return func(g *othello.Game, _ rand.Source) (engine.Searcher[othello.Move], error) {
					evaluation, err := load()
					if err != nil {
						return nil, err
					}
					return othello.NewSearcher(g, level, evaluation)
				}
			},
		}
		if named { // its depth is the bound
			p.Limits = ply.Limits{Nodes: cli.Many}
		}
		all = append(all, p)
	}
	return all
}
