package atarigo

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
)

func mustStart(t testing.TB, size int, name string) *Game {
	t.Helper()
	g, err := Start(size, name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// checkProof checks that the proof of a solved position is accepted.
func checkProof(t *testing.T, s *Solver, winner int) {
	t.Helper()
	var file bytes.Buffer
	if err := s.WriteProof(context.Background(), &file); err != nil {
		t.Fatal(err)
	}
	if p, err := VerifyProof(context.Background(), &file); err != nil || p.Winner != winner || p.Start.Hash() != s.game.Game.Hash() {
		t.Fatalf("%+v, error %v, want %s to win", p, err, SideName(winner))
	}
}

// Known winners: brute force up to 4×4 and 10^4 positions of 5×5 in TestRelevant, Boissac and Cazenave for the others.
func TestSolve(t *testing.T) {
	for _, test := range []struct {
		size   int
		start  string
		winner int
		played int // at most
	}{
		{3, "empty", Black, 200},
		{4, "empty", White, 20_000},
		{5, "empty", Black, 500_000},
		{6, "cross", Black, 52_806},
		{7, "cross-high", Black, 28_635},
		{7, "cross-low", Black, 80_938},
	} {
		g := mustStart(t, test.size, test.start)
		s := NewSolver(g, SolverOptions{TableEntries: 1 << 18, Memory: 1 << 16})
		r, err := s.Solve(context.Background(), ply.Limits{})
		if err != nil || r.Status != ply.Complete || r.Winner != test.winner || r.HasMove() != (test.winner == Black) {
			t.Errorf("%d %s: %+v, error %v", test.size, test.start, r, err)
			continue
		}
		if r.Played > test.played {
			t.Errorf("%d %s: %d stones played, want at most %d", test.size, test.start, r.Played, test.played)
		}
		var file bytes.Buffer
		if err := s.WriteProof(context.Background(), &file); err != nil {
			t.Fatal(err)
		}
		size := file.Len()
		p, err := VerifyProof(context.Background(), &file)
		if err != nil || p.Winner != test.winner || p.Start.String() != g.String() {
			t.Errorf("%d %s: %+v, error %v", test.size, test.start, p, err)
		}
		t.Logf("%d %s: %v %v, %d nodes, %d played, %v; proof of %d bytes, %d played to verify", test.size, test.start, r.Winner, r.Move, r.Nodes, r.Played, r.Elapsed, size, p.Played)
	}
}

// TestFirstMoves solves the positions after each first move with one table and checks the proofs. C3 on size 5, the last,
// takes 36,000 stones alone, and fewer by what the others left in the table.
func TestFirstMoves(t *testing.T) {
	for size, want := range map[int]map[string]int{
		3: {"A1": White, "B1": Black, "B2": Black},
		4: {"A1": White, "B1": White, "B2": White},
		5: {"A1": White, "B1": White, "C1": White, "B2": Black, "C2": Black, "C3": Black},
	} {
		g := mustStart(t, size, "empty")
		s := NewSolver(g, SolverOptions{TableEntries: 1 << 18, Memory: 1 << 16})
		classes := g.MoveClasses()
		if len(classes) != len(want) {
			t.Errorf("size %d: classes %v, want %d", size, classes, len(want))
		}
		for _, class := range classes {
			after := g.Clone()
			after.Play(class[0])
			solver := s.From(after)
			winner, ok := want[class[0].String()]
			r, err := solver.Solve(context.Background(), ply.Limits{})
			if err != nil || !ok || r.Winner != winner || r.HasMove() != (winner == White) {
				t.Errorf("size %d, %v: %+v, error %v", size, class[0], r, err)
				continue
			}
			if size == 5 && class[0].String() == "C3" && r.Played > 10_000 {
				t.Errorf("size 5, C3: %d stones played, want at most 10,000", r.Played)
			}
			checkProof(t, solver, winner)
		}
	}
}

// A proof that is cut short or damaged anywhere is refused.
func TestVerifyRefuses(t *testing.T) {
	s := NewSolver(mustStart(t, 4, "empty"), SolverOptions{TableEntries: 1 << 14, Memory: 1 << 10})
	if err := s.WriteProof(context.Background(), new(bytes.Buffer)); err == nil {
		t.Error("a proof of nothing")
	}
	if _, err := s.Solve(context.Background(), ply.Limits{}); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := s.WriteProof(context.Background(), &file); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	for n := range whole {
		if _, err := VerifyProof(context.Background(), bytes.NewReader(whole[:n])); err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Fatalf("%d bytes of %d: error %v", n, len(whole), err)
		}
		damaged := bytes.Clone(whole)
		damaged[n] ^= 1 << (n % 8)
		if _, err := VerifyProof(context.Background(), bytes.NewReader(damaged)); err == nil {
			t.Fatalf("byte %d is damaged: no error", n)
		}
	}
	if _, err := VerifyProof(context.Background(), bytes.NewReader(append(bytes.Clone(whole), 0))); err == nil || !strings.Contains(err.Error(), "more after the end") {
		t.Errorf("one byte more: error %v", err)
	}
	// With a checksum that fits, other moves, fewer and more are still no proof, nor is the other side the winner.
	g, moves := mustStart(t, 4, "empty"), whole[proofHeader:len(whole)-8]
	for name, f := range map[string]struct {
		attacker int
		moves    []byte
		want     string
	}{
		"fewer moves": {White, moves[:len(moves)-1], "is wanted"},
		"more moves":  {White, append(bytes.Clone(moves), 0), "are needed"},
		"bad cell":    {White, append([]byte{200}, moves[1:]...), "cannot play"},
		"off board":   {White, append([]byte{7}, moves[1:]...), "cannot play"},
		"Black wins":  {Black, moves, "no proof"},
	} {
		var file bytes.Buffer
		if err := writeProof(&file, g, f.attacker, f.moves); err != nil {
			t.Fatal(err)
		}
		if _, err := VerifyProof(context.Background(), &file); err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%s: error %v, want %q", name, err, f.want)
		}
	}
}

func FuzzVerifyProof(f *testing.F) {
	g, _ := New(3)
	var file bytes.Buffer
	_ = writeProof(&file, g, Black, []byte{0, 9})
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1<<10 {
			_, _ = VerifyProof(context.Background(), bytes.NewReader(data))
		}
	})
}

// TestPlayedInAllRuns interrupts a search again and again: it counts the stones of all runs. With several workers, those since each
// last showed its count are missing.
func TestPlayedInAllRuns(t *testing.T) {
	for _, workers := range []int{1, 2} {
		opt := SolverOptions{TableEntries: 1 << 12, Memory: 1 << 12, Workers: workers, State: checkpoint.File{Name: filepath.Join(t.TempDir(), "state")}}
		solve := func(nodes int) Result {
			r, err := Solve(t.Context(), mustStart(t, 5, "empty"), ply.Limits{Nodes: nodes}, opt)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		var r Result
		for nodes := 4000; r.Status != ply.Complete || r.Played == 0; nodes += 4000 {
			before := r.Played
			if r = solve(nodes); r.Played <= before/workers {
				t.Fatalf("%d workers: %d stones after %d nodes, %d before", workers, r.Played, nodes, before)
			}
		}
		if again := solve(0); r.Winner != Black || r.Played < 50_000 || workers == 1 && again.Played != r.Played || again.Played < r.Played/2 {
			t.Errorf("%d workers: %+v, and again %+v", workers, r, again)
		}
	}
}
