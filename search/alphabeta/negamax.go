package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A negamax searches a game of two sides depth first. Every value is for the side to move. All searches except Minimax
// are passes of it with different windows. After the setup, only the file that defines a part changes it; but
// searchNull has an Advancer list moves on the stack. Parts are values, to avoid indirections.
type negamax[M comparable] struct {
	rules   rules[M]   // the game and the options
	plan    plan[M]    // the short cuts that the rules allow
	scale   scale      // of values, with the window of the whole search
	path    path[M]    // from the start to the present position
	order   order[M]   // in which moves are tried
	table   memory[M]  // of positions
	history history    // of the path, if repetitions count
	root    root[M]    // the findings about the start
	caveats caveats    // of the values found
	control control    // when to stop
	stats   stats      // counts of the work
	worker  *worker[M] // of a team; nil for a search by one goroutine
	keeper  keeper     // of the state in a checkpoint
}

var errNoGame = errors.New("alphabeta: no game given")

func newNegamax[M comparable](
	ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M], v variant,
) (*negamax[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	r, err := newRules(g, opt, v)
	if err != nil {
		return nil, err
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if turn := g.ToMove(); turn < 0 || turn > 1 {
		return nil, fmt.Errorf("alphabeta: %w", sides.Error(g, turn, 2))
	}
	s := &negamax[M]{
		rules: r,
		scale: newScale(opt.Win, opt.Window),
		path:  path[M]{game: g, edge: min(freshSearch, r.mostMoves), only: slices.Clone(opt.only)},
		order: newOrder(g, opt),
		table: newMemory(g, opt, r.evaluator),
	}
	s.history = newHistory(&s.rules, &s.table)
	s.control.Budget = stop.NewBudget(ctx, s.limits(limits, opt))
	s.plan = newPlan(s, g, opt)
	return s, nil
}

// value returns the value of the present position, or a bound on it at most alpha or at least beta. level is the number
// of moves from the start, depth the number of moves to look ahead, me the side to move; null allows a null move. The
// moves are on the stack from start on, or unlisted. The caller removes the moves that value leaves on the stack.
//
// value dispatches to
//   - searchAll (searchall.go) for any position, window and options
//   - searchNull (nullwindow.go) for a null window, if Tree is unset and Order has no killers or history (plan.go)
//   - searchTwo, searchOne and leaf (lastplies.go) for the last plies and their end
func (s *negamax[M]) value(start, level, depth, alpha, beta, me int, null bool) int {
	switch {
	case me < 0:
		s.refuse(me)
		return 0
	case level >= s.path.edge && depth > 0:
		return s.valueAtEdge(start, level, depth, alpha, beta, me, null)
	case beta-alpha == 1 && level > 0 && (depth >= s.plan.nullFrom || depth == 2 && s.plan.lastTwo):
		return s.valueNull(start, level, depth, alpha, me)
	case depth == 1 && s.plan.successors != nil:
		return s.searchOne(level, alpha, beta, me)
	case depth <= 0:
		return s.leaf(level, alpha, beta, me)
	}
	return s.searchAll(level, depth, alpha, beta, me, null)
}

func (s *negamax[M]) valueNull(start, level, depth, alpha, me int) int {
	switch {
	case me < 0 || level >= s.path.edge:
	case depth >= s.plan.nullFrom:
		return s.searchNull(start, level, depth, alpha, me)
	case depth == 2 && s.plan.lastTwo:
		return s.searchTwo(start, level, alpha, me)
	}
	return s.value(start, level, depth, alpha, alpha+1, me, false)
}

const unlisted = -1

// valueBehind returns the value for side me of the position after a move just played at a level. Side turn is to move.
func (s *negamax[M]) valueBehind(level, depth, alpha, beta, me, turn int) int {
	s.path.Clear(&s.path.frame(level + 1).line)
	if turn == me {
		return s.value(unlisted, level+1, depth, alpha, beta, turn, true)
	}
	return -s.value(unlisted, level+1, depth, -beta, -alpha, turn, true)
}

// valueAtEdge is value at the longest line, or where a fresh stack is needed.
func (s *negamax[M]) valueAtEdge(start, level, depth, alpha, beta, me int, null bool) (value int) {
	if level < s.rules.mostMoves {
		s.path.afresh(s.rules.mostMoves, func() { value = s.value(start, level, depth, alpha, beta, me, null) })
		return value
	}
	if s.stops() {
		return 0
	}
	return s.leaf(level, alpha, beta, me)
}
