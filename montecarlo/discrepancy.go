package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// DiscrepancyOptions are the options of [LimitedDiscrepancySearch].
type DiscrepancyOptions[M comparable] struct {
	// Options are the common options.
	Options Options[M]

	// Evaluation orders the moves of a position by the values of the positions to which they lead. If its Simulations
	// are -1, moves are tried in the order in which the game lists them, and its other fields must be zero.
	Evaluation Evaluation

	// MaxDiscrepancies ends a run when all lines with at most this number of discrepancies have been tried. 0 means no
	// limit: a run ends when all lines have been tried.
	MaxDiscrepancies int
}

// LimitedDiscrepancySearch tries lines in the order of how often they deviate from the evaluation (Harvey and Ginsberg
// 1995; Korf 1996). A deviation, called a discrepancy, is a move that is not the best of its position. The first line
// follows the evaluation everywhere, then come the lines with one discrepancy, those with two, and so on. Each line is
// tried once and counts as a playout, in addition to the playouts of the evaluation.
//
// The evaluation of a position is the same in each pass of a run, and different in the next run. It is computed anew in
// each pass, so that the search needs memory for one line only.
//
// The game must declare itself acyclic ([ply.Acyclic]), or MaxLength must be set.
func LimitedDiscrepancySearch[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt DiscrepancyOptions[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if opt.MaxDiscrepancies < 0 {
		return failed, fmt.Errorf("montecarlo: MaxDiscrepancies is %d, want a number, or 0 for no limit", opt.MaxDiscrepancies)
	}
	listed := opt.Evaluation.Simulations == -1
	if listed {
		if opt.Evaluation != (Evaluation{Simulations: -1}) {
			return failed, fmt.Errorf("montecarlo: with Simulations -1 nothing is evaluated: want no Statistic and no Climb")
		}
		opt.Evaluation.Simulations = 0
	}
	if err := opt.Evaluation.check(); err != nil {
		return failed, err
	}
	if a, ok := any(g).(ply.Acyclic); opt.Options.MaxLength == 0 && (!ok || !a.Acyclic()) {
		return failed, fmt.Errorf("montecarlo: limited discrepancy search needs a ply.Acyclic game or MaxLength")
	}
	if opt.Evaluation.Static { // another run would be the same
		opt.Options.MaxRuns = cmp.Or(opt.Options.MaxRuns, 1)
	}
	order := opt.Evaluation.String()
	if listed {
		order = "the order of the moves"
	}
	name := fmt.Sprintf("limited discrepancy search of up to %d by %s", opt.MaxDiscrepancies, order)
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		d := &discrepancy[M]{worker: w, most: opt.MaxDiscrepancies, key: w.random.Uint64()}
		if listed {
			return d, nil
		}
		var err error
		d.evaluator, err = w.evaluator(opt.Evaluation)
		return d, err
	})
}

// A discrepancy is a run of limited discrepancy search.
type discrepancy[M comparable] struct {
	*worker[M]
	evaluator *Evaluator[M] // nil for the order of the moves
	key       uint64        // of the start
	most      int
	allowed   int  // discrepancies in the present pass
	cut       bool // a line of the present pass would have needed more
	begun     bool // the present pass
	frames    []discrepancyFrame[M]
	depth     int // frames in use: one for each position of the present line
}

type discrepancyFrame[M comparable] struct {
	key   uint64      // what the evaluation of the position draws its randomness from
	moves []ranked[M] // the best first
	next  int
	left  int // discrepancies
}

type ranked[M comparable] struct {
	move  M
	key   uint64 // of the position after it
	value float64
}

// step enters one position, or leaves one.
func (d *discrepancy[M]) step() bool {
	if !d.begun {
		if d.enter(d.key, d.allowed) {
			d.begun, d.cut = true, false
		}
		return true
	}
	if d.depth == 0 {
		if !d.cut || d.most > 0 && d.allowed == d.most {
			return false
		}
		d.allowed++
		d.begun = false
		return true
	}
	f := &d.frames[d.depth-1]
	left := f.left
	if f.next > 0 {
		left--
	}
	if f.next == len(f.moves) || left < 0 {
		d.cut = d.cut || f.next < len(f.moves)
		d.depth--
		d.back(max(0, d.depth-1))
		return true
	}
	r := f.moves[f.next]
	f.next++
	d.play(r.move)
	if !d.enter(r.key, left) {
		d.frames[d.depth-1].next--
		d.back(len(d.line) - 1)
	}
	return true
}

// enter lists the moves of the present position, from which the given number of discrepancies is left, and
// reports whether it could before the sampler was halted.
func (d *discrepancy[M]) enter(key uint64, left int) bool {
	f := d.rank(key, left)
	// With discrepancies left, the line was tried in an earlier pass.
	if len(f.moves) == 0 && left == 0 && !d.over() && d.mayPlay() {
		d.finish(len(d.line))
	}
	if d.halted {
		d.depth--
	}
	return !d.halted
}

// rank makes the frame of the present position.
func (d *discrepancy[M]) rank(key uint64, left int) *discrepancyFrame[M] {
	if d.depth == len(d.frames) {
		d.frames = append(d.frames, discrepancyFrame[M]{})
	}
	f := &d.frames[d.depth]
	d.depth++
	f.key, f.moves, f.next, f.left = key, f.moves[:0], 0, left
	if len(d.line) < d.maxLength {
		d.next = d.game.Moves(d.next[:0])
		for i, m := range d.next {
			f.moves = append(f.moves, ranked[M]{move: m, key: transposition.Mix(key + uint64(i) + 1)})
		}
	}
	if d.evaluator == nil || len(f.moves) < 2 {
		return f
	}
	for i := range f.moves {
		r := &f.moves[i]
		d.random.Seed(r.key, d.key)
		d.play(r.move)
		r.value = d.evaluator.Evaluate()
		d.back(len(d.line) - 1)
		if d.over() {
			return f
		}
	}
	slices.SortStableFunc(f.moves, func(a, b ranked[M]) int { return cmp.Compare(b.value, a.value) })
	return f
}

func (d *discrepancy[M]) appendState(s *stateWriter) {
	s.word(d.key)
	s.int(d.allowed)
	s.bool(d.cut)
	s.bool(d.begun)
	s.int(d.depth)
	for i := range d.depth {
		s.int(d.frames[i].next)
	}
}

func (d *discrepancy[M]) readState(s *stateReader) {
	d.key, d.allowed, d.cut, d.begun = s.word(), s.int(), s.bool(), s.bool()
	// The frames are made anew, with playouts that have been counted already.
	played, key, left := d.record, d.key, d.allowed
	for depth := s.length(1); d.depth < depth && s.err == nil && !d.halted; {
		f := d.rank(key, left)
		f.next = s.number(len(f.moves) + 1)
		if d.depth == depth {
			break
		}
		if f.next == 0 {
			s.fail(errState)
			break
		}
		if f.next > 1 {
			left--
		}
		r := f.moves[f.next-1]
		key = r.key
		d.play(r.move)
	}
	d.record = played
}
