package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/endings/endings"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// writeTables writes the tables of king and pawn against king, and of what they can come to.
func writeTables(t *testing.T) (folder string) {
	t.Helper()
	m, err := endings.ParseMaterial("KPK")
	if err != nil {
		t.Fatal(err)
	}
	g := endings.New(m)
	table, err := retrograde.Solve(t.Context(), g, ply.Limits{}, retrograde.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	if err := tablebase.Write(filepath.Join(folder, "KPK"), g, table, tablebase.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return folder
}

// With tables, a player mates in the fewest moves, and its search knows the values of endings.
func TestTables(t *testing.T) {
	folder := writeTables(t)
	player, err := readPlayer("alphabeta,depth=1,tables="+folder, usual)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fen   string
		plies int // to the mate
	}{
		{"8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 19},
		{"8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31},
		{"8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 55},
	} {
		g, err := chess.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		s, err := player.searcher(g, rand.NewPCG(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		plies := 0
		for ; len(g.Moves(nil)) > 0 && plies < 100; plies++ {
			a, err := s.Analyze(t.Context(), player.limits, engine.Question[chess.Move]{})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Play(a.Lines[0].Move); err != nil {
				t.Fatal(err)
			}
		}
		if plies != test.plies || g.Outcome() != -ply.MaxValue {
			t.Errorf("%s: %s after %d plies, want mate after %d", test.fen, g.FEN(), plies, test.plies)
		}
	}
	// A rook's pawn does not win against a king before it. Nothing is known of positions without a table.
	all, err := openTables(folder)
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string][2]int{
		"k7/8/K7/P7/8/8/8/8 w - - 0 1":                             {0, 0},
		"8/8/8/5k2/8/8/1Q6/K7 b - - 0 1":                           {-ply.MaxValue, -ply.MaxValue},
		"r3k3/8/8/8/8/8/8/4K3 b q - 0 1":                           {0, ply.MaxValue}, // with a right to castle
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": {-ply.MaxValue, ply.MaxValue},
	} {
		g, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if low, high := newTabled(g, all).Bounds(-ply.MaxValue, ply.MaxValue); [2]int{low, high} != want {
			t.Errorf("%s: %d to %d, want %v", fen, low, high, want)
		}
	}
}

func TestTablesMisuse(t *testing.T) {
	folder := t.TempDir()
	args := "play -white alphabeta,tables=" + folder
	clitest.Check(t, root, clitest.Case{Args: args, Status: cli.Misuse, Err: "no tables"})
	if err := os.WriteFile(filepath.Join(folder, "KQK"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, root, clitest.Case{Args: args, Status: cli.Misuse, Err: "KQK"})
}
