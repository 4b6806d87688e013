package regret

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
)

// ExternalSampling finds an approximate equilibrium by Monte-Carlo counterfactual regret minimization with external
// sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games",
// 2009). Each iteration walks through the game once for each player. The walk tries all moves of that player, and one
// random move in each position of the other players and of chance. Only the information sets that are reached are
// stored. ExternalSampling therefore suits games with far more positions than information sets, if an approximate
// solution is enough. After t iterations the exploitability is proportional to 1/√t. To compute the exploitability in
// small games, use [Evaluate].
//
// If the context or a limit ends the search, the part of the current iteration that is already done remains in the
// result. With a Checkpoint, the iteration is finished first. If source is nil, a PCG seeded with 0 is used. The same
// seed gives the same result, unless time or the context ends the search.
func ExternalSampling[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, source rand.Source, opt Options[M]) (Result[M], error) {
	most, err := opt.most(setBytes)
	if err == nil {
		limits, err = iterations(limits, 0)
	}
	if err == nil {
		if source, err = random.Source(source); err != nil {
			err = fmt.Errorf("regret: %w", err)
		}
	}
	if err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}, Exploitability: -1}, err
	}
	s := &external[M]{opt: opt, most: most, limits: limits, sets: newSets[M](), random: rand.New(source), edge: freshStack}
	l := stop.Limits{Limits: ply.Limits{Time: limits.Time}}
	if opt.Progress != nil {
		l.Report = func() { guard.Callback(func() { opt.Progress(s.result(ply.InProgress)) }) }
	}
	s.Budget = stop.NewBudget(ctx, l)
	status := ply.Failed
	defer func() { s.kept.End() }()
	err = guard.Run(func() string { return s.String() }, func() (err error) {
		if s.table, err = newTable[M](g); err != nil {
			return err
		}
		if err = s.keep(g, source); err != nil {
			return err
		}
		if status = s.iterate(); s.fault == nil {
			s.fault = s.Fault()
		}
		return s.fault
	})
	if err == nil && status != ply.OutOfMemory {
		if err = s.kept.Save(s.save); err != nil {
			err = fmt.Errorf("regret: %w", err)
		}
	}
	if err != nil {
		r := s.result(ply.Failed)
		r.Strategy = nil
		return r, err
	}
	r := s.result(status)
	if opt.Progress != nil {
		opt.Progress(r)
	}
	return r, nil
}

// freshStack is the number of moves after which a line continues on a fresh stack. (A variable for the tests.)
var freshStack = 1 << 14

type external[M comparable] struct {
	*table[M]
	*sets[M]
	stop.Budget
	opt        Options[M]
	most       int // information sets
	limits     ply.Limits
	random     *rand.Rand
	iterations int
	nodes      int
	status     ply.Status
	fault      error
	kept       *saved.Run
	source     marshaler  // if there is a checkpoint
	ending     ply.Status // why no iteration follows; with a checkpoint an iteration is not cut short
	saveFrom   time.Time  // when the clock was last looked at
	edge       int        // the depth where the line continues on a fresh stack

	moves   []M       // of all positions on the line
	numbers []float64 // strategies, values and probabilities of all positions on the line
}

func (s *external[M]) result(status ply.Status) Result[M] {
	return Result[M]{Report: ply.Report{Status: status, Nodes: s.iterations, Elapsed: s.Elapsed()}, Strategy: &Strategy[M]{s.sets},
		Exploitability: -1, Positions: s.nodes, Information: len(s.list)}
}

func (s *external[M]) iterate() ply.Status {
	for s.limits.Nodes == 0 || s.iterations < s.limits.Nodes {
		if err := s.poll(); err != nil {
			s.fault = fmt.Errorf("regret: %w", err)
			return ply.Failed
		}
		if s.ending != ply.Complete {
			return s.ending
		}
		s.iterations++
		for player := range s.players {
			s.walk(player, 0)
			if s.status != ply.Complete {
				return s.status
			}
		}
	}
	return ply.OutOfNodes
}

func (s *external[M]) stopped() bool {
	if s.status == ply.Complete && s.nodes >= s.PollAt {
		if s.ending = s.Poll(s.nodes); s.kept == nil {
			s.status = s.ending
		}
	}
	s.nodes++
	return s.status != ply.Complete
}

func (s *external[M]) fail(err error) float64 {
	s.status, s.fault = ply.Failed, err
	return 0
}

// walk returns the expectation of a player from the present position, by one sample of the others' moves.
func (s *external[M]) walk(player, depth int) (value float64) {
	if depth == s.edge {
		return s.walkAfresh(player, depth)
	}
	if s.stopped() {
		return 0
	}
	first := len(s.moves)
	s.moves = s.game.Moves(s.moves)
	end, number := len(s.moves), len(s.numbers)
	defer func() { s.moves, s.numbers = s.moves[:first], s.numbers[:number] }()
	if first == end {
		s.rules.Outcomes(s.outcomes)
		return float64(s.outcomes[player])
	}
	mover, err := s.toMove()
	if err != nil {
		return s.fail(err)
	}
	if mover == byChance {
		if s.numbers, err = s.probabilities(s.moves[first:end], s.numbers); err != nil {
			return s.fail(err)
		}
		return s.sample(player, depth, first, number)
	}
	s.information = s.game.AppendInformation(s.information[:0], mover)
	s.key = keyOf(s.key[:0], mover, s.information)
	id, ok := s.find(s.key)
	if !ok {
		if len(s.list) >= s.most {
			s.status = ply.OutOfMemory
			return 0
		}
		id = s.add(s.key, s.moves[first:end])
	}
	at := s.list[id]
	if int(at.moves) != end-first {
		return s.fail(s.sameInformation(mover, s.moves[first:end], s.movesOf(id)))
	}
	s.numbers = appendShares(s.numbers, s.regrets[at.first:][:at.moves])
	if mover != player {
		for i, p := range s.numbers[number:] {
			s.sums[int(at.first)+i] += p
		}
		return s.sample(player, depth, first, number)
	}
	s.numbers = append(s.numbers, make([]float64, end-first)...)
	values := number + end - first
	for i := range end - first {
		s.Play(s.moves[first+i])
		after := s.walk(player, depth+1)
		s.Undo()
		if s.status != ply.Complete {
			return 0
		}
		s.numbers[values+i] = after
		value += s.numbers[number+i] * after
	}
	for i := range end - first {
		s.regrets[int(at.first)+i] += s.numbers[values+i] - value
	}
	return value
}

func (s *external[M]) sample(player, depth, first, number int) float64 {
	i := chance.Pick(s.numbers[number:], s.random.Float64())
	s.Play(s.moves[first+i])
	value := s.walk(player, depth+1)
	s.Undo()
	return value
}

func (s *external[M]) walkAfresh(player, depth int) (value float64) {
	s.edge += freshStack
	guard.FreshStack(func() { value = s.walk(player, depth) })
	s.edge -= freshStack
	return value
}
