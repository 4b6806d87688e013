package losalamos

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// A Rung is a configuration of a search with one technique more than the rung before.
type Rung struct {
	Name    string // of the technique added
	Table   bool   // search with a transposition table
	Scout   bool   // use alphabeta.Search instead of alphabeta.AlphaBeta
	Options alphabeta.Options[chess.Move]
}

// Search searches a game to a depth. table may be nil if the rung has no table.
func (r Rung) Search(ctx context.Context, g Game, limits ply.Limits, depth int, table *transposition.Table) (alphabeta.Result[chess.Move], error) {
	opt := r.Options
	opt.Depth = depth
	if r.Table {
		opt.Table = table
	}
	if r.Scout {
		return alphabeta.Search(ctx, g, limits, opt)
	}
	return alphabeta.AlphaBeta(ctx, g, limits, opt)
}

// Quiescence is a limit of captures and promotions in a row that hardly any position reaches.
const Quiescence = 20

// Selective is the margin of selectivity for each move: a pawn.
const Selective = 100

// Ordering is the set of orderings that help in this game. With quiescence, killers save no nodes.
const Ordering = alphabeta.TableMove | alphabeta.Ranks | alphabeta.History

// Ladder returns the rungs: first the techniques that save nodes, then the techniques that change which lines are searched.
func Ladder() []Rung {
	r := Rung{Name: "alpha-beta", Options: alphabeta.Options[chess.Move]{Order: alphabeta.Unordered, OrderFrom: 1, Direct: true}}
	ladder := []Rung{r}
	add := func(name string, change func(r *Rung)) {
		r.Name = name
		change(&r)
		ladder = append(ladder, r)
	}
	add("ranks", func(r *Rung) { r.Options.Order = alphabeta.Ranks })
	add("history", func(r *Rung) { r.Options.Order |= alphabeta.History })
	add("deepening and table", func(r *Rung) {
		r.Options.Direct, r.Table, r.Options.TableFrom = false, true, 1
		r.Options.Order |= alphabeta.TableMove
	})
	add("null windows", func(r *Rung) { r.Scout = true })
	add("quiescence", func(r *Rung) { r.Options.Tree.Quiescence = Quiescence })
	add("bounds", func(r *Rung) { r.Options.Tree.Bounds = true })
	add("repetitions", func(r *Rung) { r.Options.Tree.Repetitions = true })
	add("null move, verified", func(r *Rung) { r.Options.Tree.NullMove = 2 })
	add("null move, unverified", func(r *Rung) { r.Options.Tree.Unverified = true })
	add("check extensions", func(r *Rung) { r.Options.Tree.Extend = true })
	add("selectivity", func(r *Rung) { r.Options.Tree.Selective = Selective })
	return ladder
}

// Middlegames returns the start and positions from games of self-play, for measurements.
func Middlegames() []Game {
	var games []Game
	for _, fen := range middlegames {
		g, err := ParseFEN(fen)
		if err != nil {
			panic(err)
		}
		games = append(games, g)
	}
	return games
}

var middlegames = []string{
	Start,
	"rn1knr/1qpppp/1p4/1P1PP1/P1P2P/RNQKNR b - - 0 5",
	"rnqk1r/ppp3/4pp/2PP2/PP3P/RNQK1R w - - 0 6",
	"r2k1r/1pp1n1/p3Kp/1PP3/P4P/RN3R w - - 0 12",
	"1r3r/pqpp1p/4k1/PPQ1Pp/2PK1P/R3R1 w - - 1 12",
	"r2knr/1p1n1p/pPqp2/P2NP1/R1PPK1/QN3R w - - 7 12",
	"r3kr/1pq2p/2p1p1/p1PnPP/P2PK1/RN1Q1R w - - 0 12",
	"r1qkn1/p1p2r/1pPp1p/1R1NpP/PQPPP1/3K1R w - - 8 12",
	"r2k1r/p2q1p/n2n2/P1pPP1/2P3/RNQK1R w - - 0 12",
}
