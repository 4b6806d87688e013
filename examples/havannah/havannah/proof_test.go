package havannah_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// solve solves a position with a table of 1024 entries and has the proof verified. It returns the value for the side to move.
func solve(t *testing.T, g *havannah.Game) int {
	t.Helper()
	solver, err := havannah.NewSolver(g, 1<<10, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := solver.Solve(t.Context(), ply.Limits{})
	if err != nil || r.Status != ply.Complete {
		t.Fatalf("%+v, error %v", r, err)
	}
	if r.Winner == havannah.NoWinner {
		return 0
	}
	var file bytes.Buffer
	written, err := solver.WriteProof(t.Context(), &file)
	if err != nil {
		t.Fatal(err)
	}
	start, verified, err := havannah.VerifyProof(t.Context(), &file)
	if err != nil || start.String() != g.String() || verified.Side != r.Winner || verified.Positions != written.Positions {
		t.Fatalf("%+v, error %v, want %+v\n%v", verified, err, written, g)
	}
	if r.Winner != g.ToMove() {
		return -1
	}
	if over := g.Ending() != havannah.Unfinished; len(r.Line) == 0 != over || len(verified.Line) == 0 != over {
		t.Fatalf("%+v, %+v: a move is wanted\n%v", r, verified, g)
	}
	return 1
}

// TestProofsAgainstBruteForce solves positions of random games exhaustively and by proofs.
func TestProofsAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var values [3]int
	for i := range long.Or(700, 400) {
		g, err := havannah.New(2 + i%3)
		if err != nil {
			t.Fatal(err)
		}
		var line []havannah.Cell
		for g.Ending() == havannah.Unfinished {
			// Games that nobody wins are rare, so a move does not end the game if there is another.
			moves := g.Moves(nil)
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			for j, m := range moves {
				g.Play(m)
				if g.Ending() == havannah.Unfinished || j == len(moves)-1 {
					line = append(line, m)
					break
				}
				g.Undo(m)
			}
		}
		back := random.IntN([]int{8, 14, 8}[g.Size()-2])
		if g.Ending() == havannah.Full {
			back = random.IntN(6)
		}
		for ; back > 0 && len(line) > 0; back-- {
			g.Undo(line[len(line)-1])
			line = line[:len(line)-1]
		}
		want, _ := exhaust(g, map[uint64]int{})
		if got := solve(t, g); got != want {
			t.Fatalf("%d, want %d\n%v", got, want, g)
		}
		values[want+1]++
	}
	t.Logf("%d lost, %d drawn, %d won", values[0], values[1], values[2])
	if values[0] == 0 || values[1] == 0 || values[2] == 0 {
		t.Error("some values never came")
	}
}

// TestProofsAgainstAlphaBeta solves all positions of size 3 with a stone or none, up to symmetry, by proofs and, by the rules
// alone, by alpha-beta with a table.
func TestProofsAgainstAlphaBeta(t *testing.T) {
	for _, test := range []struct {
		move  string
		value int // for white
	}{{"", 1}, {"a1", 1}, {"b1", -1}, {"b2", -1}, {"c3", -1}} {
		g := play(t, 3, strings.Fields(test.move)...)
		value := solve(t, g)
		if g.ToMove() == 1 {
			value = -value
		}
		if value != test.value {
			t.Errorf("%q is worth %d, want %d", test.move, value, test.value)
		}
		rules, err := havannah.NewFolded(g)
		if err != nil {
			t.Fatal(err)
		}
		table := transposition.NewTable(1 << 26)
		table.Scheme = transposition.TwoBig
		r, err := alphabeta.Search(t.Context(), rules, ply.Limits{}, alphabeta.Options[havannah.Cell]{
			Window: [2]int{-1, 1}, Table: table,
		})
		if g.ToMove() == 1 {
			r.Value = -r.Value
		}
		if err != nil || r.Status != ply.Complete || r.Value != test.value {
			t.Errorf("%q: alpha-beta finds %d, want %d; %v, error %v", test.move, r.Value, test.value, r.Status, err)
		}
		t.Logf("%q: %d nodes, %v", test.move, r.Nodes, r.Elapsed)
	}
}

func TestProofErrors(t *testing.T) {
	if _, err := havannah.NewSolver(nil, 1<<16, nil); err == nil {
		t.Error("no game")
	}
	if _, err := havannah.NewFolded(nil); err == nil {
		t.Error("no game")
	}
	if _, err := havannah.NewSolving(nil); err == nil {
		t.Error("no game")
	}
	large := play(t, 6)
	if _, err := havannah.NewSolver(large, 1<<16, nil); err == nil {
		t.Error("a board too large")
	}
	if _, err := havannah.NewFolded(large); err == nil {
		t.Error("a board too large")
	}
	solver, err := havannah.NewSolver(play(t, 3), 1<<16, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solver.WriteProof(t.Context(), new(bytes.Buffer)); err == nil {
		t.Error("a proof of what is not solved")
	}
	for name, want := range map[string]string{
		"hex 3":              "not of Havannah",
		"havannah":           "not of Havannah",
		"havannah x":         "is no size",
		"havannah 30":        "size 30",
		"havannah 6":         "more than 5",
		"havannah 3 a1 z9":   `"z9"`,
		"havannah 3 a1 a1":   "a1 is taken",
		"havannah 3 a1 c3":   "cut short",
		"havannah 3 a1 c3 b": `"b" is no cell`,
	} {
		// A file that is nothing but a head: the strategy of a game that is over.
		over, err := havannah.NewFolded(play(t, 2, "a1", "c2", "a2"))
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		nothing := func(context.Context) (proof.Result[havannah.Cell], error) { return proof.Result[havannah.Cell]{}, nil }
		if _, err := proof.WriteStrategy(t.Context(), &file, over, proof.Claim{Game: name}, nothing); err != nil {
			t.Fatal(err)
		}
		head := file.Bytes()[:file.Len()-9]
		if _, _, err := havannah.VerifyProof(t.Context(), bytes.NewReader(head)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}
