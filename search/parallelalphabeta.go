package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// ParallelAlphaBeta is [PrincipalVariation] by so many goroutines (0 means GOMAXPROCS), each on a clone of
// its own. It finds the same value, with EqualDepth or where the depth has no bound.
//
// The tree is split: once the first move of a position has been searched and did not suffice, workers
// that have nothing to do take the moves after it, and as soon as one of them is good enough, all leave
// the position ("young brothers wait": Feldmann, Monien, Mysliwietz and Vornberger 1989). Who has split a
// position and waits for the others meanwhile helps them further on. So workers seldom look at what a
// search by one would not have looked at. What they find they share in one table without locks. Two
// workers are 1.7 to 1.8 times as fast as one in Othello and Connect Four, and look at up to a tenth more
// nodes (BenchmarkParallelAlphaBeta of examples/othello and examples/connectfour).
//
// Which of equal moves is found, and how many nodes it takes, is not the same each time.
//
// Table must be unset; shared takes its place. Nodes and all other counts are those of all workers, and
// MaxNodes bounds their sum, to within some thousand nodes for each. Report is called by the goroutine of
// the caller. If the game panics, the error is a [*ply.GamePanic].
func ParallelAlphaBeta[M comparable, G interface {
	AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}](ctx context.Context, g G, shared *transposition.Concurrent, workers int, opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	failed := AlphaBetaResult[M]{Status: ply.Failed}
	switch {
	case shared == nil:
		return failed, errNoMemory
	case opt.Table != nil:
		return failed, fmt.Errorf("search: ParallelAlphaBeta has a table of its own: Table must be unset")
	case workers < 0:
		return failed, fmt.Errorf("search: %d workers, want a number or 0 for GOMAXPROCS", workers)
	}
	t := new(team[M])
	t.news.L = &t.mu
	for range cmp.Or(workers, runtime.GOMAXPROCS(0)) {
		opt.Table = transposition.Entries{Handle: shared.Handle()}
		s, err := newNegamax[M](ctx, cloneApart(g), &opt)
		if err != nil {
			return failed, err
		}
		s.scout = true
		t.members = append(t.members, s)
	}
	if len(t.members) > 1 {
		for _, s := range t.members {
			s.member, s.total = &member[M]{team: t}, &t.nodes
		}
	}
	if err := t.search(&opt); err != nil {
		return failed, err
	}
	first := t.members[0]
	for _, s := range t.members[1:] {
		first.stats.add(&s.stats)
	}
	return first.finish(), nil
}

// A team searches one tree together. The first member begins at the start, and all others wait for
// positions to be split.
type team[M comparable] struct {
	members []*negamax[M]
	nodes   atomic.Int64  // of all, but for those since they last looked at the clock
	status  atomic.Uint32 // why all must stop; ply.Complete if they need not
	wanted  atomic.Int32  // members that wait, less the split points open to them

	mu    sync.Mutex
	news  sync.Cond        // a split point is open, or was left by a helper, or all is done
	open  []*splitPoint[M] // those with moves that nobody has taken
	done  bool
	fault *ply.GamePanic
}

// search has the first member deepen, and the others help.
func (t *team[M]) search(opt *AlphaBetaOptions) error {
	var group sync.WaitGroup
	for _, s := range t.members[1:] {
		group.Go(func() { t.contain(s, s.help) })
	}
	func() {
		defer group.Wait()
		defer t.dismiss() // even if Report ends the goroutine
		first := t.members[0]
		t.contain(first, func() {
			first.deepen(opt, func(s *negamax[M], depth, _ int) { s.pass(depth, s.lowest, s.highest) })
		})
	}()
	if t.fault != nil {
		return t.fault
	}
	return nil
}

// contain calls a function of a member. If the game panics, all must stop.
func (t *team[M]) contain(s *negamax[M], f func()) {
	defer func() {
		if fault := recover(); fault != nil {
			t.mu.Lock()
			defer t.mu.Unlock()
			if t.fault == nil {
				t.fault = &ply.GamePanic{Value: fault, Line: fmt.Sprint(s.played(nil)), Stack: debug.Stack()}
			}
			t.status.Store(uint32(ply.Failed))
		}
	}()
	f()
}

// dismiss tells those who wait that nothing more will come.
func (t *team[M]) dismiss() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
	t.news.Broadcast()
}

// played appends the moves from the start to where the game is, or was when a move was last played. Null
// moves are left out.
func (s *negamax[M]) played(dst []M) []M {
	for _, l := range s.levels[:min(s.at+1, len(s.levels))] {
		if l.moved {
			dst = append(dst, l.move)
		}
	}
	return dst
}

// nodes returns the nodes of all who search together. None but the first may be searching.
func (s *negamax[M]) nodes() int {
	if s.member == nil {
		return s.stats.Nodes
	}
	sum := 0
	for _, other := range s.member.team.members {
		sum += other.stats.Nodes
	}
	return sum
}

// add adds up what two searches counted.
func (s *AlphaBetaStats) add(t *AlphaBetaStats) {
	s.Nodes += t.Nodes
	s.Leaves += t.Leaves
	s.Quiet += t.Quiet
	s.TableHits += t.TableHits
	s.TableCuts += t.TableCuts
	s.KnownCuts += t.KnownCuts
	s.Cutoffs += t.Cutoffs
	s.FirstMove += t.FirstMove
	s.NullMoves += t.NullMoves
	s.NullCuts += t.NullCuts
	s.Researches += t.Researches
	s.Repeated += t.Repeated
	s.Splits += t.Splits
}
