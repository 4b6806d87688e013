package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Comparison explains which of two moves is better. It can be encoded as JSON if the type of moves can.
type Comparison[M comparable] struct {
	ply.Report // nodes and time of all searches together, and the status of the first search that a limit ended

	// Lines are the lines of the two moves. Lines[0] is the line of the better move, which has the greater value. If
	// the value of a move is proven, the proven value is compared, not the mean of simulations. If both values are
	// equal, the sooner win or the later loss is better. If this does not decide, Lines[0] is the line of the argument
	// a of [Player.Compare].
	Lines [2]Line[M]

	// Common is the number of moves, not counting the first, that are the same in both lines before the lines differ or
	// one of them ends.
	Common int

	// Replies show one reply of the opponent after both moves. The reply is the best reply to the worse move. Replies[1]
	// is its line after the worse move, and Replies[0] its line after the better move. Their values are for the opponent.
	//
	// Replies[0] is nil if the reply is illegal after the better move. Both are nil if the opponent is not to move
	// after the worse move.
	Replies [2]*Line[M]

	// Refuted is true if the best reply to the worse move is legal after the better move and just as good there: the
	// value of Replies[0] is at least the value of Replies[1]. The reply then does not explain why the worse move is
	// worse.
	Refuted bool

	// Threats[i] is the line with which the player would continue after the move of Lines[i] if the opponent passed. It
	// is nil if the Searcher is not a [ply.Passer], if the game does not allow the opponent to pass, or if the opponent
	// is not to move after the move of Lines[i].
	Threats [2]*Line[M]
}

// Compare searches two different legal moves, the best reply to the worse move, and the threats of both moves (see
// [Comparison]). All searches together stay within the limits and the deadline of ctx. The first search, of both moves,
// gets at most half of the nodes and the time. The other searches share the rest. Compare leaves the position
// unchanged. If a limit or ctx ends Compare early, elements of the fields Replies and Threats may be nil, and a move
// that was not searched has a line without a value.
//
// Compare finds threats only if the [Searcher] of the player is a [ply.Passer]. A Searcher that [Stateless] makes for a
// game with passes is a Passer. If the Searcher keeps a tree, the tree is lost, because Compare takes moves back.
func (p *Player[M]) Compare(ctx context.Context, limits ply.Limits, a, b M) (Comparison[M], error) {
	failed := Comparison[M]{Report: ply.Report{Status: ply.Failed}}
	if err := p.rest(); err != nil {
		return failed, err
	}
	q := Question[M]{Moves: []M{a, b}, Lines: 2}
	if err := q.Check(p.searcher.Game()); err != nil {
		return failed, err
	}
	if err := limits.Check(); err != nil {
		return failed, fmt.Errorf("engine: %w", err)
	}
	if end, ok := ctx.Deadline(); ok {
		left := max(time.Until(end), 1)
		limits.Time = min(cmp.Or(limits.Time, left), left)
	}
	c := comparer[M]{searcher: p.searcher, limits: limits, left: 2}
	if c.passer, _ = p.searcher.(ply.Passer); c.passer != nil {
		c.left = 4
	}
	found, err := c.compare(ctx, q)
	if err != nil {
		return failed, err
	}
	found.Report = c.report
	return found, nil
}

// A comparer asks the questions of a comparison.
type comparer[M comparable] struct {
	searcher Searcher[M]
	limits   ply.Limits // of all questions
	report   ply.Report // of the questions so far
	asked    bool       // any of them
	passer   ply.Passer // nil if the searcher cannot pass
	left     int        // the questions after the two moves
}

func (c *comparer[M]) compare(ctx context.Context, q Question[M]) (found Comparison[M], err error) {
	side := c.toMove()
	if found.Lines, err = c.lines(ctx, q); err != nil {
		return found, err
	}
	better, worse := &found.Lines[0], &found.Lines[1]
	for i := 1; i < min(len(better.Line), len(worse.Line)) && better.Line[i] == worse.Line[i]; i++ {
		found.Common++
	}
	var reply []M
	if len(worse.Line) > 1 {
		reply = worse.Line[1:2]
	}
	if found.Replies[1], found.Threats[1], err = c.after(ctx, worse.Move, side, reply); err != nil {
		return found, err
	}
	reply = []M{}
	if found.Replies[1] != nil {
		reply = []M{found.Replies[1].Move}
	}
	found.Replies[0], found.Threats[0], err = c.after(ctx, better.Move, side, reply)
	if found.Replies[0] != nil {
		found.Refuted = found.Replies[0].worth() >= found.Replies[1].worth()
	}
	return found, err
}

// lines returns the lines of the two moves of a question, the better one first. A move that has no line, or that is not decided
// when the search ends before its limits, is searched alone.
func (c *comparer[M]) lines(ctx context.Context, q Question[M]) (lines [2]Line[M], err error) {
	both, err := c.ask(ctx, q, 2)
	if err != nil {
		return lines, err
	}
	for i, m := range q.Moves {
		of := func(l Line[M]) bool { return l.Move == m }
		at := slices.IndexFunc(both.Lines, of)
		if at >= 0 && (!both.Status.Conclusive() || both.Lines[at].decided()) {
			lines[i] = both.Lines[at]
			continue
		}
		alone, err := c.ask(ctx, Question[M]{Moves: []M{m}}, 2)
		if err != nil {
			return lines, err
		}
		all := slices.Concat(alone.Lines, both.Lines, unsearched(m))
		lines[i] = all[slices.IndexFunc(all, of)]
	}
	if x, y := lines[0].worth(), lines[1].worth(); y > x || y == x && lines[1].sooner(&lines[0]) {
		lines[0], lines[1] = lines[1], lines[0]
	}
	return lines, nil
}

// decided reports whether the value of the move is certain.
func (l *Line[M]) decided() bool { return l.Bound == ply.Exact || l.Visits > 0 && l.Low == l.High }

// worth returns the value of the move, or the proven one if Value is a mean.
func (l *Line[M]) worth() float64 {
	if l.decided() && l.Visits > 0 {
		return l.Low
	}
	return l.Value
}

// sooner reports whether l wins sooner, or loses later, than a line of the same worth.
func (l *Line[M]) sooner(than *Line[M]) bool {
	if l.Distance == 0 || than.Distance == 0 {
		return false
	}
	return l.worth() > 0 && l.Distance < than.Distance || l.worth() < 0 && l.Distance > than.Distance
}

// after returns the line of a reply after a move of a side, and the threat of the move. A nil reply stands for the best one, and an
// empty or illegal one has no line.
func (c *comparer[M]) after(ctx context.Context, m M, side int, reply []M) (replied, threat *Line[M], err error) {
	if err := c.searcher.Play(m); err != nil {
		return nil, nil, err
	}
	defer func() { err = cmp.Or(err, c.searcher.Undo()) }()
	next := c.toMove()
	legal := c.searcher.Game().Moves(nil)
	if next < 0 || next == side || len(legal) == 0 {
		return nil, nil, nil
	}
	if reply == nil || len(reply) == 1 && slices.Contains(legal, reply[0]) {
		if replied, err = c.best(ctx, reply); err != nil {
			return nil, nil, err
		}
	}
	if c.passer == nil || !c.passer.Pass() {
		return replied, nil, nil
	}
	defer c.passer.Unpass()
	if len(c.searcher.Game().Moves(nil)) > 0 {
		threat, err = c.best(ctx, nil)
	}
	return replied, threat, err
}

// toMove returns the side to move, or ply.Chance if the game does not tell.
func (c *comparer[M]) toMove() int {
	if g, ok := c.searcher.Game().(interface{ ToMove() int }); ok {
		return g.ToMove()
	}
	return ply.Chance
}

// best returns the best line, of all moves or of some, or nil without one.
func (c *comparer[M]) best(ctx context.Context, only []M) (*Line[M], error) {
	a, err := c.ask(ctx, Question[M]{Moves: only}, c.left)
	c.left--
	if err != nil || len(a.Lines) == 0 {
		return nil, err
	}
	return &a.Lines[0], nil
}

// ask answers a question with one of some equal parts of the rest of the limits.
func (c *comparer[M]) ask(ctx context.Context, q Question[M], parts int) (Analysis[M], error) {
	if status := stop.Status(ctx, time.Time{}); status != ply.Complete && c.asked {
		if c.report.Status.Conclusive() {
			c.report.Status = status
		}
		return Analysis[M]{}, nil
	}
	limits := c.limits.After(c.report.Nodes, c.report.Elapsed)
	if limits.Time > 0 { // a deadline, since searches with Limits.Time end once the choice of a move cannot change
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time/time.Duration(parts))
		defer cancel()
	}
	a, err := c.searcher.Analyze(ctx, ply.Limits{Nodes: (limits.Nodes + parts - 1) / parts}, q)
	if c.report.Nodes, c.report.Elapsed = c.report.Nodes+a.Nodes, c.report.Elapsed+a.Elapsed; !c.asked || c.report.Status.Conclusive() {
		c.report.Status = a.Status
	}
	c.asked = true
	return a, err
}
