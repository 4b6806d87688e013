package alphabeta

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A search that must stop sets stopped. All searches on the path then return without a value, and take back their
// moves; deepen uses the findings of the unfinished depth only if no depth was finished before.

// A control decides when to stop, and why. Only its methods change it.
type control struct {
	stop.Budget
	passNodes int // limit of a pass of MTDF; 0 for none
	stopped   bool
	status    ply.Status // why; ply.Complete if by passNodes
	fault     error      // why the game cannot be searched
}

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

// limitPass stops the next pass after this number of further nodes. 0 means no limit.
func (c *control) limitPass(counted, nodes int) {
	if c.passNodes = 0; nodes > 0 {
		c.passNodes = counted + nodes
		c.PollAt = min(c.PollAt, c.passNodes)
	}
}

// gaveUp reports whether the last pass was stopped by its own limit, and allows the next.
func (c *control) gaveUp() bool {
	c.passNodes = 0
	if !c.stopped || c.status != ply.Complete {
		return false
	}
	c.stopped = false
	return true
}

func (c *control) follow(status ply.Status, cut bool) bool {
	c.status, c.stopped = status, status != ply.Complete || cut
	return c.stopped
}

func (c *control) pollBy(nodes int) { c.PollAt = nodes }

func (c *control) decide() { c.status = ply.Decided }

func (c *control) fail(err error) {
	if c.fault == nil {
		c.fault = err
	}
	c.status, c.stopped = ply.Failed, true
}

func (s *negamax[M]) stops() bool { return s.stats.Nodes >= s.control.PollAt && s.mustStop() }

// leafStops is stops for a reduced search that is only an evaluation, which does not poll.
func (s *negamax[M]) leafStops(depth int) bool { return depth == 0 && s.plan.evaluates && s.stops() }

func (s *negamax[M]) mustStop() bool {
	if s.worker != nil && !s.control.stopped {
		return s.mustLeave()
	}
	return s.control.stopped || s.control.poll(s.stats.Nodes)
}

func (s *negamax[M]) refuse(turn int) {
	s.control.fail(fmt.Errorf("alphabeta: %w", sides.Error(s.path.game, turn, 2)))
	if s.worker != nil {
		s.worker.team.fail()
	}
}
