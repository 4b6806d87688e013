package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

// TestSolve checks the longest wins, in moves of the winner (Thompson 1986, and for queen against rook Ströhlein 1970), and
// for king and rook against king the numbers of positions of the set KRKOPT (Bain 1994): with Black to move 28 056, of which
// 2 796 are drawn; with White to move 21 959 that are all won.
func TestSolve(t *testing.T) {
	for _, test := range []struct {
		men                    string
		longest                int
		positions, draws, loss uint64
		long                   bool
	}{
		{"KQK", 10, 46137, 2896, 0, false},
		{"KRK", 16, 28056 + 21959, 2796, 0, false},
		{"KBK", 0, 0, 0, 0, true},
		{"KPK", 28, 0, 0, 0, true},
		{"KBBK", 19, 0, 0, 0, true},
		{"KQKR", 35, 0, 0, 0, true},
	} {
		if test.long && !long.Or(true, false) {
			continue
		}
		f := clitest.Object[found](t, command, "solve", "-men", test.men, "-json")
		if f.Longest != test.longest || f.Men != test.men || f.Positions != f.Wins+f.Draws+f.Losses {
			t.Errorf("%+v, want a longest win of %d moves", f, test.longest)
		}
		if test.positions > 0 && (f.Positions != test.positions || f.Draws != test.draws || f.Losses != test.loss) {
			t.Errorf("%+v, want %d positions, %d drawn, %d lost", f, test.positions, test.draws, test.loss)
		}
	}
}

// TestWorkers compares the whole databases that one worker and two find.
func TestWorkers(t *testing.T) {
	clitest.Same(t, command, "solve -men "+long.Or("KPK", "KRK")+" -workers 1 -db FILE", "solve -men "+long.Or("KPK", "KRK")+" -workers 2 -db FILE")
}

const rooks = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1" // mate in 16

// TestLine plays a longest win out.
func TestLine(t *testing.T) {
	db := filepath.Join(t.TempDir(), "krk")
	clitest.Output(t, command, "solve", "-men", "KRK", "-db", db)
	if out := clitest.Output(t, command, "verify", "-db", db); !strings.Contains(out, "50477 positions, all right") {
		t.Error(out)
	}
	line := clitest.Object[solved.Lined](t, command, "line", "-db", db, "-position", rooks, "-json")
	if line.Plies != 31 || len(line.Line) != 31 || line.Value != 1 {
		t.Errorf("%+v", line)
	}
	end := clitest.Object[solved.Valued](t, command, "value", "-db", db, "-position", line.End, "-json")
	if end.Plies != 0 || end.Value != -1 || len(end.Moves) != 0 {
		t.Errorf("%+v", end)
	}
	value := clitest.Object[solved.Valued](t, command, "value", "-db", db, "-position", rooks, "-json")
	if value.Plies != 31 || value.Value != 1 || value.Moves[0].Plies != 31 || value.Moves[0].Move != line.Line[0] {
		t.Errorf("%+v", value)
	}
	// Against the line, the machine plays the line.
	replies := ""
	for i := 1; i < len(line.Line); i += 2 {
		replies += line.Line[i] + "\n"
	}
	r := clitest.Run(t, command, replies, "play", "-db", db, "-position", rooks, "-side", "1")
	if r.Status != 0 || !strings.Contains(r.Out, "White wins") || strings.Count(r.Out, "White plays") != 16 {
		t.Errorf("%+v", r)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "value -db " + db + " -men KQK", Status: 1, Err: db},
		clitest.Case{Args: "verify -db " + filepath.Join(t.TempDir(), "none"), Status: 1, Err: "none"},
		clitest.Case{Args: "play -db " + db + " -side 1", In: "moves\nvalue\nxx\nundo\nquit\n", Out: "loss in"})
	if long.Or(true, false) {
		clitest.Files(t, command, "verify -db FILE", db)
	}
	clitest.Replaces(t, command, "", "solve -men KRK -db FILE", db)
}

// TestUCI asks for moves, and for positions that the database does not have.
func TestUCI(t *testing.T) {
	in := "uci\nposition fen " + rooks + "\ngo movetime 1000\nposition fen " + rooks + " moves a1b1 c3d4\ngo wtime 1000 btime 1000\n" +
		"position fen 8/8/8/8/8/2k5/1Q6/K7 b - - 0 1\nposition fen k7/8/1K6/8/8/8/8/7R w - - 0 1\ngo infinite\nstop\nposition fen k6R/8/1K6/8/8/8/8/8 b - - 0 1\nquery result\ngo depth 1\n"
	out := clitest.Run(t, command, in, "uci", "-men", "KRK").Out
	for _, want := range []string{
		"id name endings KRK\n", "uciok\n", "score mate 16 ", "bestmove b2b1\n", "score mate 15 ", "bestmove b1c2\n", "info string FEN: men KQK: want KRK, or what they can come to\n",
		"score mate 1 ", "bestmove h1h8\n", "response p1win\n", "bestmove (none)\n",
	} {
		_, rest, ok := strings.Cut(out, want)
		if !ok {
			t.Fatalf("no %q, in this order, in\n%s", want, out)
		}
		out = rest
	}
	clitest.Check(t, command,
		clitest.Case{Args: "uci -db /none/there", Status: 1, Err: "/none"},
		clitest.Case{Args: "uci -men KQK -position x", Status: 2, Err: "-position: FEN"})
}

func TestFlags(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "solve -men KXK", Status: 2, Err: "-men"},
		clitest.Case{Args: "verify", Status: 2, Err: "-db"},
		clitest.Case{Args: "value -position x", Status: 2, Err: "-position: FEN"},
		clitest.Case{Args: "value -men KQK -position 8/8/8/8/8/2k5/1R6/K7_w", Status: 2, Err: "-position"},
		clitest.Case{Args: "perft -depth 2", Out: "depth"})
	clitest.Streams(t, command, "solve -men KK -json", "value -men KK", "perft -depth 2 -json")
}
