package pig

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// A Solution is optimal play to a number of points. Its methods are for one goroutine at a time; see [Solution.Policy].
type Solution struct {
	*expectimax.Solution[Move]
	target int
}

// Solve solves Pig to a number of points. A game to 100 takes some seconds and 200 MB. It returns an error if the target is out
// of range, or if ctx ends before.
func Solve(ctx context.Context, target int) (*Solution, error) {
	g, err := New(target)
	if err != nil {
		return nil, err
	}
	s, err := expectimax.ValueIteration(ctx, g, ply.Limits{}, 0)
	if err := cmp.Or(err, s.Status.Err()); err != nil {
		return nil, fmt.Errorf("pig: %w", err)
	}
	return &Solution{s, target}, nil
}

// Wins returns the probability that side 0 wins from the present position of g with best play. It reports false if the position
// cannot be reached.
func (s *Solution) Wins(g *Game) (probability float64, ok bool) {
	low, high, ok := s.Value(g)
	value := low/2 + high/2
	if g.ToMove() == 1 {
		value = -value
	}
	return (1 + value) / 2, ok
}

// A Policy tells for each own score, score of the other side, and points of the turn whether to hold, for either side. It can be
// used by several goroutines.
type Policy struct {
	target int
	holds  []bool
}

// Policy returns the policy of optimal play.
func (s *Solution) Policy() (*Policy, error) {
	p := &Policy{s.target, make([]bool, s.target*s.target*s.target)}
	for own := range s.target {
		for other := range s.target {
			for turn := 1; own+turn < s.target; turn++ {
				g, err := From(s.target, State{Scores: [2]int{own, other}, Turn: turn})
				if err != nil {
					return nil, err
				}
				if best, ok := s.Best(g); ok {
					p.holds[p.at(own, other, turn)] = best == Hold
				}
			}
		}
	}
	return p, nil
}

func (p *Policy) at(own, other, turn int) int { return (own*p.target+other)*p.target + turn }

// Move returns the move of the policy in the present position of g, in which a side is to move.
func (p *Policy) Move(g *Game) (Move, error) {
	s := g.now
	if g.target != p.target || g.ToMove() == ply.Chance || g.Finished() {
		return 0, fmt.Errorf("pig: no policy for\n%v", g)
	}
	if p.holds[p.at(s.Scores[s.Side], s.Scores[1-s.Side], s.Turn)] {
		return Hold, nil
	}
	return Roll, nil
}

// HoldAt returns the points in a turn from which the policy holds, given both scores; if there are none, the points that win.
func (p *Policy) HoldAt(own, other int) int {
	turn := 1
	for own+turn < p.target && !p.holds[p.at(own, other, turn)] {
		turn++
	}
	return turn
}
