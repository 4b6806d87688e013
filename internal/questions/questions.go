// Package questions is the common part of Searchers of several packages: it ends a search when a report is refused,
// searches for several lines in turn, and ranks moves by their statistics.
package questions

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/sampling"
)

// Search answers a question by one search, with results converted by shown. The search calls its argument with each
// result in progress, and is cancelled after a report that was refused; its status is then [ply.Decided]. It ignores
// lines without moves.
func Search[M comparable, R any](ctx context.Context, q *engine.Question[M], shown func(R) engine.Analysis[M], search func(ctx context.Context, progress func(R)) (R, error)) (engine.Analysis[M], error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	refused := false
	show := func(r R) engine.Analysis[M] {
		a := shown(r)
		a.Lines = slices.DeleteFunc(a.Lines, func(l engine.Line[M]) bool { return len(l.Line) == 0 })
		if refused && a.Status == ply.Cancelled {
			a.Status = ply.Decided
		}
		return a
	}
	r, err := search(ctx, func(r R) {
		if a := show(r); q.Report != nil && !refused && a.Status == ply.InProgress && len(a.Lines) > 0 && !q.Report(a) {
			refused = true
			cancel()
		}
	})
	return show(r), err
}

// Deepened answers a question by a deepening search: for the best of all legal moves or of the question's or, for
// several lines, by searches to increasing depths. search searches to a single depth, or deepens if depth is 0. shown
// converts results.
func Deepened[M comparable, R any](ctx context.Context, q engine.Question[M], legal []M, limits ply.Limits, most int, shown func(R) Depth[M],
	search func(ctx context.Context, limits ply.Limits, depth int, only []M, progress func(R)) (R, error)) (engine.Analysis[M], error) {
	if len(q.Moves) == len(legal) {
		q.Moves = nil
	}
	if q.Lines <= 1 {
		answer := func(r R) engine.Analysis[M] {
			d := shown(r)
			return engine.Analysis[M]{Report: d.Report, Lines: []engine.Line[M]{d.Line}}
		}
		return Search(ctx, &q, answer, func(ctx context.Context, progress func(R)) (R, error) {
			return search(ctx, limits, 0, q.Moves, progress)
		})
	}
	moves := q.Moves
	if moves == nil {
		moves = legal
	}
	return several(&q, moves, limits, most, func(limits ply.Limits, depth int, only []M) (Depth[M], error) {
		r, err := search(ctx, limits, depth, only, nil)
		return shown(r), err
	})
}

// A Depth is the result of a search to a depth. Final means that a greater depth would change nothing.
type Depth[M comparable] struct {
	ply.Report
	engine.Line[M]
	Final bool
}

// several answers a question for several of the moves by searches to increasing depths, up to most. At each depth it
// searches for the best move, for the best of the others, and so on.
func several[M comparable](q *engine.Question[M], moves []M, limits ply.Limits, most int, search func(limits ply.Limits, depth int, only []M) (Depth[M], error)) (engine.Analysis[M], error) {
	start, nodes := time.Now(), 0
	var done []engine.Line[M]
	answer := func(status ply.Status) engine.Analysis[M] {
		return engine.Analysis[M]{Report: ply.Report{Status: status, Nodes: nodes, Elapsed: time.Since(start)}, Lines: done}
	}
	for depth := 1; ; depth++ {
		var lines []engine.Line[M]
		final := true
		rest := slices.Clone(moves)
		for range min(q.Lines, len(moves)) {
			d, err := search(limits.After(nodes, time.Since(start)), depth, rest)
			nodes += d.Nodes
			if err != nil || !d.Status.Conclusive() { // answer with the lines of the depth before, at depth 1 with those found
				// so far
				if depth == 1 {
					done = lines
				}
				return answer(d.Status), err
			}
			lines = append(lines, d.Line)
			rest = slices.DeleteFunc(rest, func(m M) bool { return m == d.Move })
			final = final && d.Final
		}
		slices.SortStableFunc(lines, func(x, y engine.Line[M]) int { return cmp.Compare(y.Value, x.Value) })
		done = lines
		switch {
		case final || depth == most:
			return answer(ply.Complete), nil
		case q.Report != nil && !q.Report(answer(ply.InProgress)):
			return answer(ply.Decided), nil
		}
	}
}

// Best returns the best of the moves of a question, the best first, and the lead of the most visited move in
// simulations ([engine.Analysis].Lead). first, if not nil, precedes the others.
func Best[M comparable](q *engine.Question[M], moves []ply.Choice[M], first *M) (best []ply.Choice[M], ahead int) {
	rows := slices.Clone(moves)
	if q.Moves != nil {
		rows = slices.DeleteFunc(rows, func(c ply.Choice[M]) bool { return !slices.Contains(q.Moves, c.Move) })
	}
	ahead = lead(rows)
	for len(rows) > 0 && len(best) < max(q.Lines, 1) {
		at := -1
		if first != nil {
			at = slices.IndexFunc(rows, func(c ply.Choice[M]) bool { return c.Move == *first })
		}
		if at < 0 {
			at = sampling.Final(rows, nil)
		}
		best = append(best, rows[at])
		rows = slices.Delete(rows, at, at+1)
	}
	return best, ahead
}

func lead[M comparable](rows []ply.Choice[M]) int {
	floor := -1.0
	for _, r := range rows {
		floor = max(floor, r.Low)
	}
	first, second, open := 0, 0, 0
	for _, r := range rows {
		if r.High > floor {
			open++
			first, second = max(first, r.Visits), max(second, min(first, r.Visits))
		}
	}
	if open == 1 && floor == -1 {
		return math.MaxInt
	}
	return first - second
}

// Line returns the line of a result of a search to a depth, with this range of values.
func Line[M comparable](moves []M, value float64, bound ply.Bound, values [2]float64, distance, depth int) engine.Line[M] {
	l := engine.Line[M]{Line: slices.Clone(moves), Bound: bound, Depth: depth}
	l.Value, l.Low, l.High, l.Distance = value, values[0], values[1], distance
	if len(moves) > 0 {
		l.Move = moves[0]
	}
	if bound == ply.Exact || bound == ply.AtLeast {
		l.Low = value
	}
	if bound == ply.Exact || bound == ply.AtMost {
		l.High = value
	}
	return l
}
