package game

import (
	"context"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/search"
)

// Shortest searches breadth first for a shortest solution from the present position of a puzzle, which it leaves as it was.
// Its result is the result of [search.BreadthFirst] with StopAtSolution over [search.Graph]. Nodes counts the positions of
// all searches; other counts are from the last search.
//
// Independent parts ([circuit.Graph.Separate]) are solved one by one. If a part is unsolvable, so is the puzzle. Their
// lines one after the other are a shortest solution unless the match ends too early; then all parts are searched together.
//
// Most puzzles end the match by a counter of steps, which makes different positions of equal boards. If the counter does
// nothing else ([circuit.Graph.Clock]), each board is visited once, at its smallest step, which can reach all that later
// ones can. This is exact if boards with the best goal are final. The search stops at the first such board; if the match is
// not over there, it is repeated with the counter.
//
// The limits apply to all searches together. Each calls Visit and Progress.
func Shortest(ctx context.Context, s *Solo, limits ply.Limits, opt search.Options[Move]) (search.Result[Move], error) {
	opt.StopAtSolution = true
	l := limited{limits: limits, opt: opt, begin: time.Now()}
	r, done, err := l.separately(ctx, s)
	if err != nil || done {
		return r, err
	}
	if t := newTimeless(s); t != nil {
		if r, err = l.search(ctx, t); err != nil || !r.Found || s.solves(r.Line) {
			return r, err
		}
	}
	return l.search(ctx, s)
}

// A limited makes several searches within common limits.
type limited struct {
	limits ply.Limits
	opt    search.Options[Move]
	begin  time.Time
	nodes  int
}

// search searches within the rest of the limits.
func (l *limited) search(ctx context.Context, g interface {
	ply.Game[Move]
	ply.Hasher
}) (search.Result[Move], error) {
	left := l.limits
	if left.Nodes > 0 {
		if left.Nodes -= l.nodes; left.Nodes <= 0 {
			return search.Result[Move]{Report: ply.Report{Status: ply.OutOfNodes, Nodes: l.nodes}}, nil
		}
	}
	if left.Time > 0 {
		left.Time = max(1, left.Time-time.Since(l.begin))
	}
	r, err := search.BreadthFirst(ctx, search.Graph(g, nil), left, l.opt)
	l.nodes += r.Nodes
	r.Nodes = l.nodes
	return r, err
}

// separately solves the independent parts of a puzzle. done reports whether that answers the question.
func (l *limited) separately(ctx context.Context, s *Solo) (r search.Result[Move], done bool, err error) {
	if s.plain == nil {
		return r, false, nil
	}
	g, err := s.plain.From(s.State())
	if err != nil {
		return r, false, err
	}
	within, cancel := ctx, context.CancelFunc(func() {})
	if l.limits.Time > 0 {
		within, cancel = context.WithDeadline(ctx, l.begin.Add(l.limits.Time))
	}
	defer cancel()
	if g.SimplifyUntil(within, circuit.AllPasses&^circuit.Exclusive) != nil {
		return r, false, nil // the next search ends at once, with the reason
	}
	var line []Move
	for _, part := range g.Separate() {
		rules, err := compile(part, s.opt)
		if err != nil {
			return r, false, err
		}
		p, err := NewSolo(rules)
		if err != nil {
			return r, false, err
		}
		if r, err = l.search(ctx, p); err != nil || !r.Found {
			r.Line = nil
			return r, true, err
		}
		line = append(line, r.Line...)
	}
	if len(line) == 0 || !s.solves(line) {
		return r, false, nil
	}
	r.Line, r.Depth = line, len(line)
	return r, true, nil
}

// solves reports whether a line of legal moves ends in a solution.
func (s *Solo) solves(line []Move) bool {
	played := 0
	for played < len(line) && slices.Contains(s.Moves(nil), line[played]) {
		s.Play(line[played])
		played++
	}
	solved := played == len(line) && s.Solved()
	for _, m := range slices.Backward(line[:played]) {
		s.Undo(m)
	}
	return solved
}

// A timeless is a puzzle whose hash leaves out the clock. Boards with the best goal are final even if the match goes on.
type timeless struct{ *Solo }

// newTimeless returns the present position of a puzzle without its clock, nil if it has none.
func newTimeless(s *Solo) *timeless {
	if s.graph == nil {
		return nil
	}
	clock := s.graph.Clock()
	if len(clock) == 0 {
		return nil
	}
	t := &timeless{s.Clone()}
	t.ignored = circuit.State(make([]uint64, s.Words()))
	for _, fact := range clock {
		t.ignored.Add(fact)
	}
	t.lineage = &lineage{rules: s.lineage.rules} // earlier moves are forgotten
	t.begin(s.State())
	return t
}

func (t *timeless) Solved() bool { return t.reached() }

func (t *timeless) Moves(dst []Move) []Move {
	if t.reached() {
		return dst
	}
	return t.Solo.Moves(dst)
}

// Acyclic returns false, since boards can come back at later steps.
func (t *timeless) Acyclic() bool { return false }
