package main

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// usualMemory is the megabytes of the table of a player.
const usualMemory = 16

// engine returns what searches for the player as the game goes on.
func (p *player) engine(g *loa.Game, random rand.Source) (engine.Searcher[loa.Move], error) {
	switch p.kind {
	case "random":
		return command.Random[*loa.Game, loa.Move]().Read(nil)(g, random)
	case "mcts":
		opt := p.tree
		opt.Random, opt.Memory = random, int64(p.memory)<<20
		return mcts.NewSearcher(p.seen(g), opt)
	}
	opt := p.search
	opt.Table = transposition.NewTable(int64(cmp.Or(p.memory, usualMemory)) << 20)
	inner, err := alphabeta.NewSearcher(g, opt)
	return scaled{inner}, err
}

// A scaled Searcher has values in hundredths of a unit in which 1 is a clear advantage, and ends when the game is decided.
type scaled struct{ engine.Searcher[loa.Move] }

// centi is what an evaluation is divided by to give such hundredths.
const centi = 20

// Analyze implements [engine.Searcher].
func (s scaled) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[loa.Move]) (engine.Analysis[loa.Move], error) {
	if report := q.Report; report != nil {
		q.Report = func(a engine.Analysis[loa.Move]) bool {
			decided := len(a.Lines) == 1 && loa.Decided(int(a.Lines[0].Value))
			return report(scale(a)) && !decided
		}
	}
	a, err := s.Searcher.Analyze(ctx, limits, q)
	return scale(a), err
}

// scale returns an analysis with values of another scale, and a distance for those that are decided.
func scale(a engine.Analysis[loa.Move]) engine.Analysis[loa.Move] {
	a.Lines = slices.Clone(a.Lines)
	for i := range a.Lines {
		line := &a.Lines[i]
		if loa.Decided(int(line.Value)) {
			line.Distance = cmp.Or(line.Distance, len(line.Line))
		} else {
			line.Value /= centi
		}
	}
	return a
}
