package alphabeta_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// A fork has some moves that lose in two, one that wins in that many, or none, and one into a tree without end. Side 0 chooses.
type fork struct {
	lose, win int
	line      []int // moves; the first is 0 for the tree, 1 for the win, and others lose
}

func (f *fork) Moves(dst []int) []int {
	switch n := len(f.line); {
	case n == 0:
		if f.win > 0 {
			dst = append(dst, 1)
		}
		dst = append(dst, 0)
		for i := range f.lose {
			dst = append(dst, 2+i)
		}
	case f.line[0] == 1 && n < f.win, f.line[0] > 1 && n < 2:
		dst = append(dst, 0)
	case f.line[0] == 0:
		dst = append(dst, 0, 1)
	}
	return dst
}

func (f *fork) Play(m int)    { f.line = append(f.line, m) }
func (f *fork) Undo(int)      { f.line = f.line[:len(f.line)-1] }
func (f *fork) ToMove() int   { return len(f.line) % 2 }
func (f *fork) Acyclic() bool { return true }
func (f *fork) Clone() *fork  { return &fork{f.lose, f.win, slices.Clone(f.line)} }

func (f *fork) Hash() (hash uint64) {
	for _, m := range f.line {
		hash = transposition.Mix(hash + uint64(m) + 1)
	}
	return hash
}

func (f *fork) Outcome() int {
	value := -5
	if f.line[0] == 1 {
		value = 5
	}
	if f.ToMove() == 1 {
		return -value
	}
	return value
}

func (f *fork) Evaluate() int {
	if len(f.Moves(nil)) == 0 {
		return f.Outcome()
	}
	return len(f.line) % 3
}

// A search with a time limit deepens, and ends once its move cannot change. Its value is true for its depth.
func TestDecided(t *testing.T) {
	twoWorkers := func(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
		shared := transposition.NewTable(16 * 1000)
		return alphabeta.Search(ctx, g.(*fork), limits, withWorkers(opt, shared, 2))
	}
	limits := ply.Limits{Time: time.Hour, Nodes: 100_000} // nobody waits for the time
	type options = alphabeta.Options[int]
	for _, test := range []struct {
		name  string
		game  fork
		opt   options
		depth int // at which it is decided, 0 for never
		move  int
	}{
		{"one move", fork{}, options{}, 1, 0},
		{"one move, to a depth", fork{}, options{Depth: 200}, 1, 0},
		{"two moves", fork{lose: 1}, options{}, 0, 0},
		{"all others lose", fork{lose: 3}, options{Win: 5}, 3, 0},
		{"others lose, but more could be lost", fork{lose: 3}, options{}, 0, 0},
		{"a win in three", fork{lose: 2, win: 3}, options{Win: 5}, 4, 1},
		{"more could be won", fork{lose: 2, win: 3}, options{}, 0, 1},
	} {
		for _, s := range append([]strategy{{"Parallel", twoWorkers}}, strategies...) {
			g := test.game
			r, err := s.search(background, &g, limits, test.opt)
			status, depth := ply.Decided, test.depth
			if depth == 0 {
				status, depth = ply.OutOfNodes, r.Depth
			}
			if r.Status.Conclusive() && test.depth > 0 && r.Final {
				status = ply.Complete // the win in three leaves nothing to look for
			}
			if err != nil || r.Status != status || r.Depth != depth || r.Depth == 0 || r.Bound != ply.Exact || r.Line[0] != test.move {
				t.Errorf("%s, %s: %+v, error %v, want %v at depth %d by %d", test.name, s.name, r, err, status, depth, test.move)
			}
			opt := options{Depth: r.Depth, Win: test.opt.Win, Direct: true}
			if want, err := s.search(background, &g, ply.Limits{}, opt); err != nil || want.Value != r.Value || want.Distance != r.Distance {
				t.Errorf("%s, %s: %d in %d at depth %d, want %d in %d", test.name, s.name, r.Value, r.Distance, r.Depth, want.Value, want.Distance)
			}
			if nodes := r.Depths[len(r.Depths)-1].Nodes; nodes > r.Nodes || len(g.line) > 0 || !slices.IsSortedFunc(r.Depths, byDepth) {
				t.Errorf("%s, %s: %d nodes of %d, the game at %v", test.name, s.name, nodes, r.Nodes, g.line)
			}
		}
	}
	// Direct to a depth, or without a time limit, a search goes to its full depth.
	for _, test := range []struct {
		limits ply.Limits
		opt    options
	}{
		{ply.Limits{Time: time.Hour}, options{Depth: 6, Direct: true}},
		{ply.Limits{}, options{Depth: 6}},
		{ply.Limits{}, options{Depth: 6, Win: 5}},
	} {
		r, err := alphabeta.Search(background, &fork{lose: 2 * test.opt.Win}, test.limits, test.opt)
		if err != nil || r.Status != ply.Complete || r.Depth != 6 {
			t.Errorf("%+v, error %v, want depth 6", r, err)
		}
	}
}

func byDepth(a, b alphabeta.Result[int]) int { return a.Depth - b.Depth }
