package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/endings/endings"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// An ending is a table that the command endings has written, and a game whose present position is looked up there.
type ending struct {
	table *tablebase.Table
	game  *endings.Game
}

// openTables opens the tables of a folder. The name of a file is its men, as in KRK.
func openTables(folder string) ([]ending, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []ending
	for _, f := range files {
		name := filepath.Join(folder, f.Name())
		m, err := endings.ParseMaterial(f.Name())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		g := endings.New(m)
		table, err := tablebase.Open(name, g)
		if err != nil {
			return nil, err
		}
		all = append(all, ending{table, g})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no tables", folder)
	}
	return all, nil
}

// A tabled game is one that looks up endings. It implements [ply.Bounder].
type tabled struct {
	*chess.Game
	endings []ending
}

func (t tabled) Clone() tabled { return newTabled(t.Game.Clone(), t.endings) }

func newTabled(g *chess.Game, all []ending) tabled {
	all = slices.Clone(all)
	for i := range all {
		all[i].game = all[i].game.Clone()
	}
	return tabled{g, all}
}

// find returns the table of the present position, with its game there, or nil.
func (t tabled) find() *ending {
	if (t.Men(chess.White) | t.Men(chess.Black)).Count() > endings.MostMen {
		return nil
	}
	for i := range t.endings {
		if e := &t.endings[i]; e.game.Become(t.Game) {
			return e
		}
	}
	return nil
}

// Bounds returns the value of a position of a table, or what [chess.Game.Bounds] does.
func (t tabled) Bounds(alpha, beta int) (low, high int) {
	e := t.find()
	if e == nil {
		return t.Game.Bounds(alpha, beta)
	}
	v, err := e.table.Value(e.game)
	switch {
	case err == nil:
		return v.Outcome, v.Outcome
	case errors.Is(err, retrograde.ErrAbsent):
		return t.Game.Bounds(alpha, beta)
	}
	panic(err) // which the search returns as an error
}

// A tabledSearcher plays by the tables in their positions, because bounds alone do not tell the number of moves to a win.
type tabledSearcher struct{ engine.Searcher[chess.Move] }

func (s tabledSearcher) Analyze(
	ctx context.Context, limits ply.Limits, q engine.Question[chess.Move],
) (engine.Analysis[chess.Move], error) {
	if e := s.Game().(tabled).find(); e != nil {
		best, err := retrograde.NewSearcher(e.game, e.table)
		if err != nil {
			return engine.Analysis[chess.Move]{}, err
		}
		return best.Analyze(ctx, limits, q)
	}
	return s.Searcher.Analyze(ctx, limits, q)
}
