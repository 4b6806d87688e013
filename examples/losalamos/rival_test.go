package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
)

// TestFairyStockfish plays games against a program that others wrote, from openings. It knows the rules, and tells every move in the
// same words: no game is forfeited.
func TestFairyStockfish(t *testing.T) {
	long.Only(t)
	name, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		name = "/usr/games/fairy-stockfish"
		if _, err := os.Stat(name); err != nil {
			t.Skip("Fairy-Stockfish is not installed (package fairy-stockfish)")
		}
	}
	other := rival.Program[losalamos.Game, chess.Move]{
		Start: func() (rival.Talk, error) {
			c, err := uci.Start(name)
			if err != nil {
				return nil, err
			}
			return rival.UCI(c, "nodes 300", "setoption name UCI_Variant value losalamos"), nil
		},
		Position: losalamos.Game.FEN,
		Timeout:  time.Minute,
	}
	defer other.Close()
	own := arena.EnginePlayer(func(g losalamos.Game, _ *rand.Rand) (*engine.Player[chess.Move], error) {
		d := techniques{tree: alphabeta.Tree{Quiescence: losalamos.Quiescence, Bounds: true, Repetitions: true}}
		opt := d.options(nil)
		opt.Direct, opt.TableFrom, opt.OrderFrom = false, 0, 0
		s, err := alphabeta.NewSearcher(g, opt)
		if err != nil {
			return nil, err
		}
		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 3000}})
	})
	opening := arena.RandomOpening(4, func() (losalamos.Game, error) { return losalamos.ParseFEN(losalamos.Start) })
	r, err := arena.Match(t.Context(), opening, own, other.NewPlayer, arena.Options{Games: 10, MaxMoves: 200, Repetitions: true,
		Forfeited: func(f arena.Forfeit) { t.Errorf("game %d: %v", f.Game, f.Err) }})
	if err != nil || r.Games() != 10 {
		t.Errorf("%+v, %v", r, err)
	}
	t.Logf("%v in %d moves", r.Score, r.Moves)
}
