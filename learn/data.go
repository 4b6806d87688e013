package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/stat"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

type trajectory struct {
	x      []float64 // features of all positions, one after the other; nil for a game that is Sparse
	list   []Feature // features of all positions of a game that is Sparse
	ends   []int     // of each position in list
	sign   []float64 // 1 where the features are for side 0, and -1 where they are for side 1
	fixed  []float64 // the value for side 0 where the game is finished, otherwise NaN
	cut    []bool    // whether the move from there was one of exploration
	result float64   // of the game, for side 0
}

// at returns the features of a position.
func (l *trajectory) at(t, inputs int) row {
	if l.ends == nil {
		return row{dense: l.x[t*inputs:][:inputs]}
	}
	start := 0
	if t > 0 {
		start = l.ends[t-1]
	}
	return row{sparse: l.list[start:l.ends[t]]}
}

// add adds the features of the present position of a game, or none if it is finished.
func (l *trajectory) add(g interface{ AppendFeatures(dst []float64) []float64 }, inputs int, finished bool) error {
	if s, sparse := g.(Sparse); sparse {
		start := len(l.list)
		if !finished {
			l.list = s.AppendSparse(l.list)
		}
		l.ends = append(l.ends, len(l.list))
		return checkSparseFeatures(l.list[start:], inputs)
	}
	if finished {
		l.x = append(l.x, make([]float64, inputs)...)
		return nil
	}
	x := g.AppendFeatures(make([]float64, 0, inputs))
	l.x = append(l.x, x...)
	return checkFeatures(x, inputs)
}

type reader[G Game[M], M comparable] struct {
	newGame func() (G, error)
	set     *Set[M]
	inputs  int
	opt     *Options[M]
	search  func(ctx context.Context, g G) ([]M, error) // a line of best play, or nil for the empty line
}

func (r *reader[G, M]) trajectories(ctx context.Context) ([]trajectory, error) {
	trajectories := make([]trajectory, len(r.set.Records))
	err := inParallel(ctx, r.opt.Workers, len(trajectories), func(_, i int) error {
		var played []M
		err := guard.Run(func() string { return fmt.Sprint(played) }, func() (err error) {
			trajectories[i], err = r.trajectory(ctx, &r.set.Records[i], &played)
			return err
		})
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case r.set.lines != nil && i < len(r.set.lines):
			return fmt.Errorf("learn: %s:%d: after %d moves: %w", r.set.file, r.set.lines[i], len(played), err)
		}
		return fmt.Errorf("learn: game %d, after %d moves: %w", i, len(played), err)
	})
	return trajectories, err
}

func (r *reader[G, M]) trajectory(ctx context.Context, record *Record[M], played *[]M) (trajectory, error) {
	result := float64(sign(record.Outcome))
	if r.opt.Target != nil {
		result = r.opt.Target(record.Outcome)
	}
	if !(result >= -1 && result <= 1) {
		return trajectory{}, fmt.Errorf("option Target of outcome %d is %v, want -1 to 1", record.Outcome, result)
	}
	l := trajectory{result: result}
	g, err := r.newGame()
	if err != nil {
		return l, err
	}
	var legals []M
	for i, m := range record.Moves {
		if i >= record.Opening {
			if err := r.look(ctx, g, &l); err != nil {
				return l, err
			}
			l.cut = append(l.cut, slices.Contains(record.Explored, i))
		}
		legals = g.Moves(legals[:0])
		if err := legal(m, legals); err != nil {
			return l, err
		}
		g.Play(m)
		*played = append(*played, m)
	}
	return l, nil
}

func (r *reader[G, M]) look(ctx context.Context, g G, l *trajectory) error {
	var line []M
	if r.search != nil {
		var err error
		if line, err = r.search(ctx, g); err != nil {
			return err
		}
	}
	for _, m := range line {
		g.Play(m)
	}
	l.sign = append(l.sign, float64(1-2*viewer(g)))
	if len(line) > 0 && finisherOf(ply.Game[M](g)).Finished() {
		value := float64(sign(g.Outcome()))
		if r.opt.Target != nil {
			value = r.opt.Target(g.Outcome())
		}
		if !(value >= -1 && value <= 1) {
			return fmt.Errorf("option Target of outcome %d is %v, want -1 to 1", g.Outcome(), value)
		}
		l.fixed = append(l.fixed, value*l.sign[len(l.sign)-1])
		if err := l.add(g, r.inputs, true); err != nil {
			return err
		}
	} else {
		l.fixed = append(l.fixed, math.NaN())
		if err := l.add(g, r.inputs, false); err != nil {
			return err
		}
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return nil
}

// inParallel calls f for 0 to n-1 by several goroutines, numbered by worker, and returns the error of the least number.
func inParallel(ctx context.Context, workers, n int, f func(worker, i int) error) error {
	call := func(worker, i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(worker, i)
	}
	workers = min(max(workers, 1), n)
	if workers <= 1 {
		for i := range n {
			if err := call(0, i); err != nil {
				return err
			}
		}
		return nil
	}
	var next atomic.Int64
	var group sync.WaitGroup
	errs, at := make([]error, workers), make([]int, workers)
	var failed atomic.Bool
	for worker := range workers {
		group.Go(func() {
			for !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := call(worker, i); err != nil {
					errs[worker], at[worker] = err, i
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	least := -1
	for w, err := range errs {
		if err != nil && (least < 0 || at[w] < at[least]) {
			least = w
		}
	}
	if least < 0 {
		return nil
	}
	return errs[least]
}

// standardise sets a model's shift and scale to give features mean 0 and deviation 1, and the weights to keep its
// values. It leaves sparse features as they are, since a shift would make them different from 0.
func standardise(m *Model, trajectories []trajectory) {
	if trajectories[0].ends != nil {
		return
	}
	m.Shift, m.Scale = make([]float64, m.Inputs), make([]float64, m.Inputs)
	var column []float64
	for i := range m.Inputs {
		column = column[:0]
		for _, l := range trajectories {
			for at := i; at < len(l.x); at += m.Inputs {
				column = append(column, l.x[at])
			}
		}
		mean, deviation := stat.MeanStdDev(column, nil)
		if !(deviation > 1e-9*(1+math.Abs(mean))) || math.IsInf(deviation, 0) {
			deviation = 1 // a constant, or nothing is known of it
		}
		m.Shift[i], m.Scale[i] = mean, 1/deviation
	}
	units := 1
	if len(m.Hidden) > 0 {
		units = m.Hidden[0]
	}
	for u := range units {
		w := m.Weights[u*(m.Inputs+1):][:m.Inputs+1]
		for i := range m.Inputs {
			w[m.Inputs] += w[i] * m.Shift[i]
			w[i] /= m.Scale[i]
		}
	}
}

func normalise(m *Model, trajectories []trajectory) {
	for _, l := range trajectories {
		for at := range l.x {
			i := at % m.Inputs
			l.x[at] = (l.x[at] - m.Shift[i]) * m.Scale[i]
		}
		for at := range l.list {
			f := &l.list[at]
			f.Value *= float32(m.Scale[f.Index])
		}
	}
}

var errNoPositions = errors.New("learn: the set has no position to learn from")

func positions(trajectories []trajectory) (n int) {
	for _, l := range trajectories {
		n += len(l.sign)
	}
	return n
}
