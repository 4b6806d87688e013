package game

import (
	"context"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/search"
)

// Shortest looks for a shortest solution from the present position of a puzzle, breadth first, and leaves the puzzle as
// it was. It finds what [search.BreadthFirst] finds with StopAtSolution over [search.Graph]. Nodes counts the positions
// of all searches that this takes; other counts are from the last search.
//
// If the puzzle consists of independent parts ([circuit.Graph.Separate]), each is solved alone, and the lines are played
// one after the other. That is a shortest solution if the match does not end too early, and the puzzle is unsolvable if
// a part is. Otherwise the search begins again with all parts together.
//
// Most puzzles count steps to end the match after some, so that equal boards at different steps are different positions.
// If the circuit shows that the counter does nothing else ([circuit.Graph.Clock]), each board is looked at once, at its
// smallest step, from which all can be reached that can be at a later one. This is exact as long as a board with the
// best goal is final by itself. So the search stops at the first such board, and if the match is not over there, begins
// again with the counter.
//
// The limits hold for all searches together that this takes. Each of them calls Visit and Progress.
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

// limited makes several searches within the limits of one.
type limited struct {
	limits ply.Limits
	opt    search.Options[Move]
	begin  time.Time
	nodes  int
}

// search searches within what is left of the limits.
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

// separately solves the independent parts of a puzzle. It is done if that says all.
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
		return r, false, nil // a search ends at once, and says why
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

// solves tells whether a line is one of legal moves that ends in a solution.
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

// timeless is a puzzle whose hash leaves the clock out. Boards with the best goal are final, whether or not the match
// is over.
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
	t.lineage = &lineage{rules: s.lineage.rules} // as the moves before are forgotten
	t.begin(s.State())
	return t
}

func (t *timeless) best() bool {
	return t.Rules.best[t.roles[0]] > 0 && t.goal(0) == t.Rules.best[t.roles[0]]
}

func (t *timeless) Solved() bool { return t.best() }

func (t *timeless) Moves(dst []Move) []Move {
	if t.best() {
		return dst
	}
	return t.Solo.Moves(dst)
}

// Acyclic returns false: boards can come back at later steps.
func (t *timeless) Acyclic() bool { return false }
