package atarigo

import (
	"io"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/search/threat/threattest"
)

// A win by threats is a win, and where every cell may be tried, there are few wins without threats on a small board
// that is half full.
func TestSolveByThreats(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, test := range []struct{ size, stones, n int }{{4, 5, 150}, {5, 12, long.Or(2000, 100)}} {
		memory := brute{}
		solved := 0
		for g := range randomPositions(random, test.n, test.size, test.stones) {
			want := memory.winner(g)
			before := g.Hash()
			for _, opt := range []ThreatOptions{
				{TableEntries: 1 << 10},
				{TableEntries: 1 << 10, InOrder: true, Threat: threat.Threat{6, 3, 2, 0}},
			} {
				r, err := SolveByThreats(t.Context(), g, ply.Limits{Nodes: 100_000}, opt)
				if err != nil {
					t.Fatal(err)
				}
				if r.Winner == NoWinner {
					continue
				}
				solved++
				if r.Winner != want {
					t.Fatalf("%v wins, want %v, to move %v, by %+v:\n%v", r.Winner, want, g.side, opt, g)
				}
				if r.HasMove() {
					g.Play(r.Move)
					if memory.wins(g) {
						t.Fatalf("%v does not win:\n%v", r.Move, g)
					}
					g.Undo(r.Move)
				}
			}
			if g.Hash() != before {
				t.Fatal("another position")
			}
		}
		if solved < test.n {
			t.Errorf("size %d: only %d of %d searches found the winner", test.size, solved, 2*test.n)
		}
	}
}

// The crosses are won by threats.
func TestCrossByThreats(t *testing.T) {
	long.Only(t)
	for _, start := range []struct {
		size int
		name string
	}{{6, "cross"}, {7, "cross-high"}} {
		g, err := Start(start.size, start.name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := SolveByThreats(t.Context(), g, ply.Limits{}, ThreatOptions{})
		if err != nil || r.Status != ply.Complete || r.Winner != Black || !r.HasMove() {
			t.Errorf("%v: winner %v, %v, error %v", start, r.Winner, r.Status, err)
		}
		t.Logf("%v: %d nodes, %d played, %v", start, r.Nodes, r.Played, r.Elapsed)
	}
}

func TestGoalLaws(t *testing.T) {
	gametest.Check(t, func() *Goal {
		g, err := Start(6, "cross")
		if err != nil {
			t.Fatal(err)
		}
		goal := NewGoal(g, Black)
		return goal
	}, gametest.Options{Laws: threattest.Laws[Point]()})
}

// Several workers find the same winners as brute force.
func TestSolveByWorkers(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	memory := brute{}
	for range long.Or(500, 40) {
		g := randomPosition(random, 5, 10+random.IntN(4))
		if g == nil {
			continue
		}
		want := memory.winner(g)
		r, err := Solve(t.Context(), g, ply.Limits{}, SolverOptions{TableEntries: 1 << 8, Memory: 1 << 10, Workers: 3})
		if err != nil || r.Winner != want {
			t.Fatalf("%v wins, want %v, error %v:\n%v", r.Winner, want, err, g)
		}
	}
	g, err := Start(6, "cross")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSolver(g, SolverOptions{TableEntries: 1 << 16, Memory: 1 << 16, Workers: 2})
	if r, err := s.Solve(t.Context(), ply.Limits{}); err != nil || r.Winner != Black || r.Played == 0 {
		t.Errorf("%+v, error %v", r, err)
	}
	if err := s.WriteProof(t.Context(), io.Discard); err == nil {
		t.Error("a proof is written")
	}
}
