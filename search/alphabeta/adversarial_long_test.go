//go:build long || race || 386

package alphabeta_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A corridor is a game of one line, whose moves the sides make in turn.
type corridor struct{ at, moves int }

func (c *corridor) Moves(dst []int) []int {
	if c.at == c.moves {
		return dst
	}
	return append(dst, 0)
}

func (c *corridor) Play(int)         { c.at++ }
func (c *corridor) Undo(int)         { c.at-- }
func (c *corridor) ToMove() int      { return c.at & 1 }
func (c *corridor) Outcome() int     { return 7 - 14*(c.at&1) } // 7 for side 0
func (c *corridor) Acyclic() bool    { return true }
func (c *corridor) Hash() uint64     { return transposition.Mix(uint64(c.at)) }
func (c *corridor) Clone() *corridor { d := *c; return &d }

// searchesOfLongLines are the searches by name; each checks its findings in a corridor.
var searchesOfLongLines = map[string]func(t *testing.T, g *corridor){
	"Minimax": func(t *testing.T, g *corridor) {
		r, err := alphabeta.Minimax(background, g, ply.Limits{}, 0)
		checkCorridor(t, g, r, err)
	},
	"AlphaBeta": func(t *testing.T, g *corridor) {
		r, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[int]{})
		checkCorridor(t, g, r, err)
	},
	"PrincipalVariation": func(t *testing.T, g *corridor) {
		table := transposition.NewTable(1 << 14)
		r, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: table})
		checkCorridor(t, g, r, err)
	},
	"Parallel": func(t *testing.T, g *corridor) {
		shared := transposition.NewTable(1 << 14)
		r, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: shared, Workers: 2})
		checkCorridor(t, g, r, err)
	},
	"proof.BestFirst": func(t *testing.T, g *corridor) {
		r, err := proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{Above: 6})
		if err != nil || r.Answer != proof.Proved || r.Nodes != g.moves+1 || len(r.Line) != g.moves {
			t.Errorf("%v after %d nodes, line of %d moves, error %v", r.Answer, r.Nodes, len(r.Line), err)
		}
	},
	"proof.Search": func(t *testing.T, g *corridor) {
		r, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Above: 7, Table: transposition.NewTable(16 << 10)})
		if err != nil || r.Answer != proof.Disproved || r.Nodes != g.moves+1 {
			t.Errorf("%v after %d nodes, error %v", r.Answer, r.Nodes, err)
		}
	},
}

func checkCorridor(t *testing.T, g *corridor, r alphabeta.Result[int], err error) {
	t.Helper()
	if err != nil || r.Value != 7 || r.Bound != ply.Exact || !r.Final || r.Nodes != g.moves+1 || len(r.Line) != g.moves {
		t.Errorf("%v %d, final %v, %d nodes, line of %d moves, error %v", r.Bound, r.Value, r.Final, r.Nodes, len(r.Line), err)
	}
}

// Lines are not limited by the stack of a goroutine.
func TestLongLinesOfTwoSides(t *testing.T) {
	if !long.Enabled {
		alphabeta.SetFreshSearch(t, 100)
	}
	for name, find := range searchesOfLongLines {
		t.Run(name, func(t *testing.T) {
			g := &corridor{moves: long.Or(1_000_000, 20_000)}
			if name == "proof.Search" {
				g.moves = long.Or(3_500_000, 20_000)
			}
			find(t, g)
			if g.at != 0 {
				t.Errorf("the game is left after %d moves", g.at)
			}
		})
	}
}

// The memory that a search takes is linear in the length of the line.
func TestMemoryOfLongLines(t *testing.T) {
	for name, find := range searchesOfLongLines {
		allocated := func(moves int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			find(t, &corridor{moves: moves})
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		const moves = 2500
		allocated(moves)
		if few, many := allocated(moves), allocated(4*moves); many > 6*few {
			t.Errorf("%s: %d bytes allocated for lines of %d moves, %d for %d", name, few, moves, many, 4*moves)
		}
	}
}
