package joint

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A Tree is a search tree for the present position of a game, kept between searches. With several [Options].Workers,
// each worker grows a separate tree. While the Tree is used, the position of the game must not be changed. Its methods
// must be called from one goroutine at a time.
type Tree[M comparable] struct {
	opt     Options[M]
	workers []*worker[M]
	fault   error         // the game panicked
	spent   time.Duration // by the last search
}

// New returns a tree for the present position of g. It returns an error if an option is invalid, if the game has hidden
// information besides the moves of a round ([ply.Imperfect]), if the position is finished, or if chance is to move.
func New[G ply.Joint[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("joint: no game given")
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	cloner, ok := any(g).(ply.Cloner[G])
	if opt.Workers > 1 && !ok {
		return nil, fmt.Errorf("joint: more than one of Workers needs a ply.Cloner, which %T is not", g)
	}
	t := &Tree[M]{opt: opt}
	err = guard.Run(func() string { return "[]" }, func() error {
		for i := range opt.Workers {
			game := g
			if i > 0 {
				game = apart.Clone(cloner)
			}
			source := random.ForWorker(opt.Random, opt.Workers)
			w := &worker[M]{opt: &t.opt, game: game, source: source, random: rand.New(source), length: sampling.Length(g, opt.MaxLength),
				bound: sampling.Memory(opt.Memory) / opt.Workers}
			w.dealer, _ = any(game).(ply.Stochastic[M])
			t.workers = append(t.workers, w)
			if err := w.begin(); err != nil {
				return err
			}
			if first := t.workers[0]; !w.sameRoot(first) {
				return fmt.Errorf("joint: Clone of %T: the clone is in another position than the game", g)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Search adds simulations to the tree and returns the strategies of the players at the root. After the search, the game
// is in the same position as before.
func (t *Tree[M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	t.spent = 0
	for _, w := range t.workers {
		w.before = w.simulations
	}
	return t.search(ctx, limits, nil)
}

// search continues the last search within limits that include it. kept is nil if the tree is not kept.
func (t *Tree[M]) search(ctx context.Context, limits ply.Limits, kept *sampling.Keeper) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("joint: %w", err)
	}
	if t.fault != nil {
		return failed, t.fault
	}
	start := time.Now().Add(-t.spent)
	if kept != nil {
		kept.Start = start
	}
	for _, w := range t.workers {
		w.whole = kept != nil
	}
	result, err := sampling.Search(ctx, sampling.Workers{
		Count:    len(t.workers),
		Limits:   limits,
		Kept:     kept,
		Spent:    t.spent,
		Made:     func(i int) int { return t.workers[i].simulations - t.workers[i].before },
		Line:     func(i int) string { return fmt.Sprint(t.workers[i].line) },
		Simulate: func(i int, budget *stop.Budget) (ply.Status, error) { return t.workers[i].simulate(budget) },
	}, t.opt.Progress, func(status ply.Status) (r Result[M]) {
		if status != ply.Failed {
			r = t.result()
			for _, w := range t.workers {
				r.Nodes += w.simulations - w.before
			}
		}
		r.Status, r.Elapsed = status, time.Since(start)
		return r
	})
	t.spent = time.Since(start)
	t.setFault(err)
	return result, err
}

func (t *Tree[M]) setFault(err error) {
	if _, panicked := err.(*ply.GamePanic); panicked {
		t.fault = err
	}
}

// Search grows a new [Tree] for the present position of g until a limit or ctx ends the search, and returns the
// strategies of the players. With [Options.Checkpoint], it continues a saved search. If there is no limit and ctx can
// never end, Search returns an error. After the search, the game is in the same position as before.
func Search[G ply.Joint[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	store := opt.Checkpoint
	opt.Checkpoint = nil
	tree, err := New(g, opt)
	if err != nil {
		return failed, err
	}
	kept, err := tree.kept().Begin(store)
	if err != nil {
		return failed, err
	}
	defer kept.End()
	return tree.search(ctx, limits, kept)
}

// AppendPolicy appends to dst the probability of each legal move in the strategy of the given player. The argument
// moves contains these moves, and the probabilities are in the same order. The argument key is the player's information
// key, as [rounds.Serialize] defines it for a game that begins in the position of the root. The key determines a
// position. With several workers, the probabilities are weighted means over the strategies of all workers; the weight
// of a worker is the number of its simulations of this position. If the position is not in the tree, all moves have the
// same probability. With this method, a Tree is a policy that package [github.com/ply-search/ply/search/regret] can
// evaluate.
func (t *Tree[M]) AppendPolicy(dst []float64, player int, key []byte, moves []M) []float64 {
	base, all := len(dst), 0
	for _, w := range t.workers {
		n := w.after(key)
		if n == nil {
			continue
		}
		own := w.appendPolicy(dst, n, player, len(moves))
		if len(own) == base {
			continue
		}
		if len(dst) == base {
			dst, all = own, n.visits
			continue
		}
		all += n.visits
		part := own[len(dst):]
		for i, p := range part {
			dst[base+i] += (p - dst[base+i]) * float64(n.visits) / float64(max(all, 1))
		}
	}
	if len(dst) == base {
		for range moves {
			dst = append(dst, 1/float64(len(moves)))
		}
	}
	return dst
}

func (w *worker[M]) appendPolicy(dst []float64, n *node[M], player, moves int) []float64 {
	for i := range n.shares {
		if s := &n.shares[i]; int(s.player) == player && int(s.moves) == moves {
			return w.appendStrategy(dst, s)
		}
	}
	return dst
}

func (w *worker[M]) after(key []byte) *node[M] {
	n := w.nodes.At(0)
	for len(key) > 0 {
		cell := 0
		for i := range max(1, len(n.shares)) {
			choice, size := binary.Uvarint(key)
			if size <= 0 {
				return nil
			}
			radix := len(n.next)
			if key = key[size:]; i < len(n.shares) {
				radix = int(n.shares[i].moves)
			}
			if choice >= uint64(radix) {
				return nil
			}
			cell = cell*radix + int(choice)
		}
		if n.next[cell] == 0 {
			return nil
		}
		n = w.nodes.At(uint32(n.next[cell]))
	}
	return n
}
