package search_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// A coin is a puzzle that is solved by heads.
type coin struct{ line []int }

func (g *coin) Moves(dst []int) []int {
	if len(g.line) > 0 {
		return dst
	}
	return append(dst, 0, 1)
}
func (g *coin) Play(m int)    { g.line = append(g.line, m) }
func (g *coin) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *coin) Solved() bool  { return len(g.line) > 0 && g.line[0] == 1 }
func (g *coin) Acyclic() bool { return true }
func (g *coin) Hash() uint64 {
	return transposition.Mix(uint64(len(g.line)) + 2*uint64(len(g.Moves(nil))))
}
func (g *coin) Estimate() int         { return 0 }
func (g *coin) Commute(_, _ int) bool { return false }
func (g *coin) Clone() *coin          { return &coin{append([]int(nil), g.line...)} }

// tossed is a coin that chance throws, and hidden one that the player does not see.
type (
	tossed struct{ *coin }
	hidden struct{ *coin }
)

func (g tossed) Probabilities(_ []int, dst []float64) []float64 { return append(dst, 0.5, 0.5) }
func (g tossed) Clone() tossed                                  { return tossed{g.coin.Clone()} }
func (g hidden) AppendInformation(dst []byte, _ int) []byte     { return dst }
func (g hidden) Clone() hidden                                  { return hidden{g.coin.Clone()} }

type solitary[G any] interface {
	ply.Game[int]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
	ply.Commuter[int]
	ply.Cloner[G]
}

// searchAll returns the errors of all searches but perft.
func searchAll[G solitary[G]](ctx context.Context, g G) map[string]error {
	errs := map[string]error{}
	_, errs["DepthFirst"] = search.DepthFirst(ctx, search.Tree(g), ply.Limits{}, search.Options[int]{})
	_, errs["BreadthFirst"] = search.BreadthFirst(ctx, search.Tree(g), ply.Limits{}, search.Options[int]{})
	_, errs["IterativeDeepening"] = search.IterativeDeepening(ctx, search.Tree(g), ply.Limits{}, search.PathOptions[int]{})
	_, errs["AStar"] = search.AStar(ctx, g, ply.Limits{}, search.PathOptions[int]{})
	_, errs["GreedyBestFirst"] = search.GreedyBestFirst(ctx, g, ply.Limits{}, search.GreedyOptions[int]{})
	_, errs["IDAStar"] = search.IDAStar(ctx, g, ply.Limits{}, search.PathOptions[int]{})
	_, errs["Parallel"] = search.DepthFirst(ctx, search.Tree(g), ply.Limits{}, search.Options[int]{Workers: 2})
	_, _, errs["SearchPart"] = search.SearchPart(ctx, g, ply.Limits{}, search.Part[int]{}, search.Options[int]{})
	for _, err := range search.Solutions(ctx, search.Tree(g), ply.Limits{}) {
		errs["Solutions"] = err
	}
	return errs
}

// Searches that would choose for chance, or see hidden information, refuse the game by name.
func TestChanceIsRefused(t *testing.T) {
	for name, err := range searchAll(t.Context(), &coin{}) {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range searchAll(t.Context(), tossed{&coin{}}) {
		if err == nil || !strings.Contains(err.Error(), "ply.Stochastic") {
			t.Errorf("%s: error %v of a game with chance", name, err)
		}
	}
	for name, err := range searchAll(t.Context(), hidden{&coin{}}) {
		if !errors.Is(err, ply.ErrImperfect) {
			t.Errorf("%s: error %v of a game that hides something", name, err)
		}
	}
	if r, err := search.Perft(t.Context(), tossed{&coin{}}, 1, search.PerftOptions{}); err != nil || r.Leaves != 2 {
		t.Errorf("perft: %+v, %v", r, err)
	}
}
