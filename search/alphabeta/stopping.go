package alphabeta

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A search that must stop sets stopped. All searches on the way to the start then return without a value, and take their moves
// back; deepen uses the findings of the depth that was cut short only if no depth was finished before.

// A control says when to stop, and why. It is changed by its methods alone.
type control struct {
	stop.Budget
	passNodes int // of a pass of MTDF; 0 for no limit
	stopped   bool
	status    ply.Status // why; ply.Complete if by passNodes
	fault     error      // why the game cannot be searched
}

// poll asks the budget, and reports whether the search must stop.
func (c *control) poll(nodes int) bool {
	if status := c.Poll(nodes); status != ply.Complete {
		c.status, c.stopped = status, true
		if err := c.Fault(); err != nil && c.fault == nil {
			c.fault = fmt.Errorf("alphabeta: %w", err)
		}
	}
	if c.passNodes > 0 {
		c.stopped = c.stopped || nodes >= c.passNodes
		c.PollAt = min(c.PollAt, c.passNodes)
	}
	return c.stopped
}

// limitPass has the next pass stop after a number of nodes more than those counted. 0 means no limit.
func (c *control) limitPass(counted, nodes int) {
	if c.passNodes = 0; nodes > 0 {
		c.passNodes = counted + nodes
		c.PollAt = min(c.PollAt, c.passNodes)
	}
}

// gaveUp reports whether the last pass was stopped by its own limit, and lets the next one begin.
func (c *control) gaveUp() bool {
	c.passNodes = 0
	if !c.stopped || c.status != ply.Complete {
		return false
	}
	c.stopped = false
	return true
}

// follow has a worker stop, or go on, as its team and the split points that it is beneath require.
func (c *control) follow(status ply.Status, cut bool) bool {
	c.status, c.stopped = status, status != ply.Complete || cut
	return c.stopped
}

// pollBy sets the number of nodes by which to ask again.
func (c *control) pollBy(nodes int) { c.PollAt = nodes }

// decide notes that more time cannot change the move.
func (c *control) decide() { c.status = ply.Decided }

// fail stops the search because of the game.
func (c *control) fail(err error) {
	if c.fault == nil {
		c.fault = err
	}
	c.status, c.stopped = ply.Failed, true
}

// stops reports whether the search must stop. It looks at limits only every so many nodes.
func (s *negamax[M]) stops() bool { return s.stats.Nodes >= s.control.PollAt && s.mustStop() }

// leafStops is stops for a search that is shallower than usual, if it is a mere evaluation, which does not ask.
func (s *negamax[M]) leafStops(depth int) bool { return depth == 0 && s.plan.evaluates && s.stops() }

func (s *negamax[M]) mustStop() bool {
	if s.worker != nil && !s.control.stopped {
		return s.mustLeave()
	}
	return s.control.stopped || s.control.poll(s.stats.Nodes)
}

// refuse ends the search because neither side is to move.
func (s *negamax[M]) refuse(turn int) {
	s.control.fail(fmt.Errorf("alphabeta: %w", sides.Error(s.path.game, turn, 2)))
	if s.worker != nil {
		s.worker.team.fail()
	}
}
