package losalamos

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// A strategy is a search that must find what brute force does.
type strategy struct {
	name   string
	search func(t *testing.T, g Game, opt alphabeta.Options[chess.Move]) alphabeta.Result[chess.Move]
}

var strategies = []strategy{
	{"AlphaBeta", func(t *testing.T, g Game, opt alphabeta.Options[chess.Move]) alphabeta.Result[chess.Move] {
		r, err := alphabeta.AlphaBeta(t.Context(), g, ply.Limits{}, opt)
		return checked(t, r, err)
	}},
	{"PrincipalVariation", func(t *testing.T, g Game, opt alphabeta.Options[chess.Move]) alphabeta.Result[chess.Move] {
		r, err := alphabeta.Search(t.Context(), g, ply.Limits{}, opt)
		return checked(t, r, err)
	}},
	{"MTDF", func(t *testing.T, g Game, opt alphabeta.Options[chess.Move]) alphabeta.Result[chess.Move] {
		r, err := alphabeta.MTDF(t.Context(), g, ply.Limits{}, opt)
		return checked(t, r, err)
	}},
}

func checked(t *testing.T, r alphabeta.Result[chess.Move], err error) alphabeta.Result[chess.Move] {
	t.Helper()
	if err != nil || r.Status != ply.Complete {
		t.Fatalf("%+v, error %v", r, err)
	}
	return r
}

func alphaBeta(t *testing.T, g Game, opt alphabeta.Options[chess.Move]) alphabeta.Result[chess.Move] {
	t.Helper()
	return strategies[0].search(t, g, opt)
}

func minimax(t *testing.T, g Game, depth int) alphabeta.Result[chess.Move] {
	t.Helper()
	r, err := alphabeta.Minimax(t.Context(), g, ply.Limits{}, depth)
	return checked(t, r, err)
}

func newTable(entries int) *transposition.Table {
	return transposition.NewTable(16 * int64(entries))
}

// A bruteForce searches every line, with those techniques that change values. What it takes from options is Depth,
// Quiescence, Extend, Repetitions, NullMove and Unverified.
type bruteForce struct {
	g   Game
	opt alphabeta.Options[chess.Move]
}

// value returns the value of the present position by all techniques but the null move.
func (b bruteForce) value(depth int, start bool) int {
	g := b.g
	switch {
	case b.opt.Tree.Repetitions && !start && g.Repeated():
		return 0
	case depth == 0:
		return b.quiet(b.opt.Tree.Quiescence)
	}
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome()
	}
	best := -ply.MaxValue
	for _, m := range moves {
		deeper := depth - 1
		if b.opt.Tree.Extend {
			deeper += g.Extend(m, depth, 0)
		}
		g.Play(m)
		best = max(best, -b.value(deeper, false))
		g.Undo(m)
	}
	return best
}

func (b bruteForce) quiet(depth int) int {
	best := b.g.Evaluate()
	if depth == 0 {
		return best
	}
	for _, m := range b.g.NoisyMoves(nil) {
		b.g.Play(m)
		best = max(best, -b.quiet(depth-1))
		b.g.Undo(m)
	}
	return best
}

// reaches reports whether the present position is worth the number or more. Null moves look at a part of the
// tree that depends on this question, so they have no value apart from it.
func (b bruteForce) reaches(number, depth int, null, start bool) bool {
	g := b.g
	switch {
	case b.opt.Tree.Repetitions && !start && g.Repeated():
		return number <= 0
	case depth == 0:
		return b.quiet(b.opt.Tree.Quiescence) >= number
	}
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome() >= number
	}
	if less := depth - 1 - b.opt.Tree.NullMove; b.opt.Tree.NullMove > 0 && null && !start && less >= 0 && g.Pass() {
		cut := !b.reaches(1-number, less, false, false)
		g.Unpass()
		if cut && (b.opt.Tree.Unverified || b.reaches(number, less, false, false)) {
			return true
		}
	}
	for i, m := range moves {
		deeper := depth - 1
		if b.opt.Tree.Extend {
			deeper += g.Extend(m, depth, i)
		}
		g.Play(m)
		good := !b.reaches(1-number, deeper, true, false)
		g.Undo(m)
		if good {
			return true
		}
	}
	return false
}

// randomPosition returns a lawful position with some pieces on random squares.
func randomPosition(random *rand.Rand, pieces int) Game {
	for {
		var on [size * size]byte
		for range pieces {
			on[random.IntN(len(on))] = "PNRQpnrq"[random.IntN(8)]
		}
		on[random.IntN(len(on))], on[random.IntN(len(on))] = 'K', 'k'
		letter := func(n int) byte { return cmp.Or(on[n], '.') }
		side := []string{" w", " b"}[random.IntN(2)]
		if g, err := ParseFEN(ranks.Write(size, size, letter) + side); err == nil {
			return g
		}
	}
}

// randomLine returns a random position with some moves played on it, so that there is a line to be repeated.
func randomLine(random *rand.Rand) Game {
	g := randomPosition(random, random.IntN(6))
	for range random.IntN(6) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(moves[random.IntN(len(moves))])
	}
	return g
}

// Quiescence, extensions and repetitions, alone and together, find what brute force finds with the same technique, and
// without any of them what alphabeta.Minimax finds.
func TestTechniquesEqualBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	repeated := 0
	for i := range long.Or(1000, 500) {
		g := randomLine(random)
		opt := alphabeta.Options[chess.Move]{Depth: 1 + random.IntN(3), Direct: random.IntN(2) != 0}
		if i%4 > 0 {
			opt.Tree.Quiescence = random.IntN(5)
			opt.Tree.Extend = random.IntN(2) == 0
			opt.Tree.Repetitions = random.IntN(2) == 0
		}
		opt.Order = alphabeta.Ordering(random.IntN(65))
		if !opt.Tree.Repetitions && random.IntN(2) == 0 {
			opt.Table, opt.EqualDepth = newTable(1<<12), true
		}
		if opt.Tree.Repetitions && !opt.Tree.Extend {
			opt.Depth += 2 // the least in which a line comes back
			g = randomPosition(random, random.IntN(2))
		}
		want := bruteForce{g, opt}.value(opt.Depth, true)
		if alone := opt; opt.Tree.Repetitions {
			if alone.Tree.Repetitions = false; (bruteForce{g, alone}).value(opt.Depth, true) != want {
				repeated++
			}
		}
		if i%4 == 0 {
			if by := minimax(t, g, opt.Depth).Value; by != want {
				t.Fatalf("%s: minimax finds %d, want %d", g.FEN(), by, want)
			}
		}
		for _, s := range strategies {
			before := g.FEN()
			got := s.search(t, g, opt)
			if got.Bound != ply.Exact || got.Value != want {
				t.Fatalf("%s by %s with %+v: %+v, want %d", g.FEN(), s.name, opt, got, want)
			}
			if g.FEN() != before {
				t.Fatalf("%s: left as %s", before, g.FEN())
			}
		}
	}
	if repeated == 0 {
		t.Error("no repetition has changed a value")
	}
}

// With null moves and extensions a search answers a question as brute force does with the same.
func TestNullMovesEqualBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	fewer, more := 0, 0 // nodes by null moves
	for range long.Or(8000, 1000) {
		g := randomLine(random)
		opt := alphabeta.Options[chess.Move]{
			Depth: 2 + random.IntN(3),
			Tree: alphabeta.Tree{
				Quiescence:  random.IntN(3),
				NullMove:    1 + random.IntN(2),
				Unverified:  random.IntN(2) == 0,
				Repetitions: random.IntN(2) == 0,
			},
			Order: alphabeta.Ordering(random.IntN(65)), Direct: true,
		}
		if random.IntN(2) == 0 {
			opt.Tree.Extend = true
		}
		number := max(g.Evaluate(), -ply.MaxValue/2) + random.IntN(400) - 200
		opt.Window = [2]int{number - 1, number}
		want := bruteForce{g, opt}.reaches(number, opt.Depth, true, true)
		got := alphaBeta(t, g, opt)
		if (got.Value >= number) != want {
			t.Fatalf("%s with %+v: %+v, want at least %d: %v", g.FEN(), opt, got, number, want)
		}
		opt.Tree.NullMove = 0
		switch without := alphaBeta(t, g, opt); {
		case got.Nodes < without.Nodes:
			fewer++
		case got.Nodes > without.Nodes:
			more++
		}
	}
	if fewer == 0 || more == 0 {
		t.Errorf("null moves have saved nodes in %d searches and wasted them in %d", fewer, more)
	}
}

// With all techniques a search allocates what it needs once, and nothing more for each node.
func TestNoAllocationPerNode(t *testing.T) {
	ladder := Ladder()
	last := ladder[len(ladder)-1]
	g := Middlegames()[1]
	opt := last.Options
	opt.Depth, opt.Table = 11, newTable(1<<16)
	nodes := 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	nodes = strategies[1].search(t, g, opt).Nodes
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; nodes < 50_000 || n > 1000 {
		t.Errorf("%d allocations in %d nodes", n, nodes)
	}
}
