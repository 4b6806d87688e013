package atarigo

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
)

// brute tells whether the side to move wins, by the rules alone: it tries all legal moves, with a memory of
// positions. It sees captures before it plays on, and no more.
type brute map[[2]uint64]bool

func (b brute) wins(g *Game) bool {
	if g.over {
		return false
	}
	own, enemies := g.stones[g.side], g.stones[1-g.side]
	key := least(g.zobrist, own, enemies)
	if won, ok := b[key]; ok {
		return won
	}
	won := inAtari(enemies, g.empty(), g.board) != 0
	for _, m := range g.Moves(nil) {
		if won {
			break
		}
		g.Play(m)
		won = !b.wins(g)
		g.Undo(m)
	}
	b[key] = won
	return won
}

// randomPosition returns a position after a number of random moves, of which none captures, or nil if there were none
// left.
func randomPosition(random *rand.Rand, size, stones int) *Game {
	g, _ := New(size)
	for range stones {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		g.Play(moves[random.IntN(len(moves))])
	}
	if g.over {
		return nil
	}
	return g
}

// randomPositions yields a number of such positions.
func randomPositions(random *rand.Rand, n, size, stones int) iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		for tries := 100 * n; n > 0 && tries > 0; tries-- {
			if g := randomPosition(random, size, stones); g != nil {
				if n--; !yield(g) {
					return
				}
			}
		}
	}
}

// winner returns the side that wins.
func (b brute) winner(g *Game) int {
	if b.wins(g) {
		return g.side
	}
	return 1 - g.side
}

// The solvers find the winner that the rules give, and their proofs are accepted.
func TestWinnersEqualBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct{ size, stones, positions int }{
		{2, 0, 1}, {2, 1, 10}, {2, 2, 10}, {3, 0, 1}, {3, 2, 50}, {3, 4, 100}, {4, 6, 300}, {4, 8, 300}, {4, 0, long.Or(1, 0)},
		{5, 14, long.Or(1500, 100)}, {5, 12, long.Or(1500, 20)}, {5, 10, long.Or(100, 0)},
	} {
		memory := brute{}
		i := 0
		for g := range randomPositions(random, test.positions, test.size, test.stones) {
			if len(memory) > 20e6 {
				clear(memory)
			}
			i++
			want := memory.winner(g)
			s := NewSolver(g, SolverOptions{TableEntries: 1 << 8, Memory: 1 << 6})
			r, err := s.Solve(context.Background(), ply.Limits{})
			if err != nil || r.Status != ply.Complete || r.Winner != want {
				t.Fatalf("%+v, error %v, want %s to win, %s to move\n%v", r, err, SideName(want), SideName(g.side), g)
			}
			if want == g.side {
				win := r.Move
				g.Play(win)
				if memory.wins(g) {
					t.Fatalf("after %v the other side wins\n%v", win, g)
				}
				g.Undo(win)
			}
			opt := AlphaBetaOptions{}
			if i%2 == 0 {
				opt.Without = Heuristics(random.Uint32()) & (AllHeuristics &^ QuickWins)
			}
			if r, err = AlphaBeta(context.Background(), g, ply.Limits{}, opt); err != nil || r.Winner != want {
				t.Fatalf("alpha-beta: %+v, error %v, want %s to win, %s to move\n%v", r, err, SideName(want), SideName(g.side), g)
			}
			checkProof(t, s, want)
		}
		t.Logf("size %d, %d stones: %d positions by brute force", test.size, test.stones, len(memory))
	}
}

// Solvers that share a table find the winner that the rules give after each move, in a class as for each move in it.
func TestMovesEqualBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, test := range []struct{ size, stones, positions int }{
		{2, 0, 1}, {2, 1, 10}, {3, 0, 1}, {3, 1, 10}, {3, 3, 100}, {4, 0, 1}, {4, 2, 3}, {4, 6, 50}, {5, 13, long.Or(300, 20)},
	} {
		memory, classes, moves, captures := brute{}, 0, 0, 0
		for g := range randomPositions(random, test.positions, test.size, test.stones) {
			s := NewSolver(g, SolverOptions{TableEntries: 1 << 10, Memory: 1 << 6})
			found := map[[2]uint64]bool{}
			var all []Point
			for _, class := range g.MoveClasses() {
				var first [2]uint64
				for i, m := range class {
					after := g.Clone()
					after.Play(m)
					key := least(g.zobrist, after.stones[after.side], after.stones[1-after.side])
					if i == 0 {
						first = key
					} else if key != first {
						t.Fatalf("%v and %v are in one class\n%v", class[0], m, g)
					}
					want := memory.winner(after)
					solver := s.From(after)
					r, err := solver.Solve(context.Background(), ply.Limits{})
					if err != nil || r.Status != ply.Complete || r.Winner != want {
						t.Fatalf("%+v, error %v, want %s to win after %v\n%v", r, err, SideName(want), m, g)
					}
					if after.over {
						captures++
					} else {
						checkProof(t, solver, want)
					}
				}
				if found[first] {
					t.Fatalf("two classes have images of %v\n%v", class[0], g)
				}
				found[first] = true
				all = append(all, class...)
				classes++
			}
			slices.Sort(all)
			if want := g.Moves(nil); !slices.Equal(all, want) {
				t.Fatalf("moves %v in classes, want %v\n%v", all, want, g)
			}
			moves += len(all)
		}
		t.Logf("size %d, %d stones: %d moves in %d classes, %d captures", test.size, test.stones, moves, classes, captures)
	}
}

// A trace is true: with any one stone more of the defender outside the trace, which puts nothing into atari, the
// sequence of ataris still wins.
func TestTraces(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	traces, outside := 0, 0
	for range long.Or(200_000, 5_000) {
		g := randomPosition(random, 4+random.IntN(3), 4+random.IntN(12))
		if g == nil {
			continue
		}
		own, enemies := g.stones[g.side], g.stones[1-g.side]
		r := &reader{board: g.board, size: 16}
		trace, _ := r.wins(own, enemies, 1)
		if trace == 0 {
			continue
		}
		traces++
		empty := g.empty()
		for rest := empty &^ trace; rest != 0; rest &= rest - 1 {
			x := rest & -rest
			left := empty &^ x
			if around(stringOf(x, enemies|x), left) == 0 || inAtari(own, left, g.board) != 0 || lost(own, left, g.board) {
				continue
			}
			outside++
			if again, _ := r.wins(own, enemies|x, 1); again == 0 {
				t.Fatalf("no win with a stone more, cell %x, trace %x, %s to move\n%v", x, trace, SideName(g.side), g)
			}
		}
	}
	t.Logf("%d traces, %d stones outside them", traces, outside)
}

// lost returns whether a string has no liberty.
func lost(stones, empty, board uint64) bool {
	for rest := stones; rest != 0; {
		str := stringOf(rest&-rest, stones)
		rest &^= str
		if around(str, empty) == 0 {
			return true
		}
	}
	return false
}
