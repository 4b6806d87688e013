package proof

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

type prover[M comparable] struct {
	stop.Budget
	game    ply.Game[M]
	sides   ply.Adversarial
	bounder ply.Bounder
	side    int // the proving side
	above   int
	nodes   int
	status  ply.Status
	fault   error // why the game cannot be searched
	path    []M   // the moves from the start to the present position
}

var errNoGame = errors.New("proof: no game given")

func newProver[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, above int, progress func(Result[M])) (*prover[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	if above < -ply.MaxValue || above > ply.MaxValue {
		return nil, fmt.Errorf("proof: above is %d, want a value from %d to %d", above, -ply.MaxValue, ply.MaxValue)
	}
	if a, ok := g.(ply.Acyclic); !ok || !a.Acyclic() {
		return nil, ply.ErrCyclic
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	p := &prover[M]{game: g, sides: g, side: g.ToMove(), above: above}
	if p.side < 0 || p.side > 1 {
		return nil, fmt.Errorf("proof: %w", sides.Error(g, p.side, 2))
	}
	p.bounder, _ = g.(ply.Bounder)
	l := stop.Limits{Limits: limits}
	if progress != nil {
		l.Report = func() {
			r := p.result(unknown)
			r.Status = ply.InProgress
			guard.Callback(func() { progress(r) })
		}
	}
	p.Budget = stop.NewBudget(ctx, l)
	return p, nil
}

func (p *prover[M]) stopped() bool {
	if p.status == ply.Complete && p.nodes >= p.PollAt {
		p.status = p.Poll(p.nodes)
		if err := p.Fault(); err != nil && p.fault == nil {
			p.fault = fmt.Errorf("proof: %w", err)
		}
	}
	if p.status == ply.Complete {
		p.nodes++
	}
	return p.status != ply.Complete
}

func (p *prover[M]) toMove() int {
	side := p.sides.ToMove()
	if side < 0 && p.fault == nil {
		p.status, p.fault = ply.Failed, fmt.Errorf("proof: %w", sides.Error(p.game, side, 2))
	}
	return side
}

// judge returns the numbers of a position whose value for side is between low and high.
func (p *prover[M]) judge(side, low, high int) numbers {
	if side != p.side {
		low, high = -high, -low
	}
	switch {
	case low > p.above:
		return proved
	case high <= p.above:
		return disproved
	default:
		return unknown
	}
}

// known returns the numbers of the present position before its moves are visited.
func (p *prover[M]) known(side int) numbers {
	if p.bounder == nil {
		return unknown
	}
	alpha := p.above
	if side != p.side {
		alpha = -p.above - 1
	}
	low, high := p.bounder.Bounds(alpha, alpha+1)
	return p.judge(side, low, high)
}

func (p *prover[M]) result(n numbers) Result[M] {
	r := Result[M]{
		Report:   ply.Report{Status: p.status, Nodes: p.nodes, Elapsed: p.Elapsed()},
		Answer:   n.answer(),
		Proof:    int(n.proof),
		Disproof: int(n.disproof),
		side:     p.side,
		above:    p.above,
	}
	if r.Answer != Unknown {
		r.Status = ply.Complete
	}
	return r
}

func (p *prover[M]) line() string {
	if p == nil {
		return "[]"
	}
	return fmt.Sprint(p.path)
}

func (p *prover[M]) play(m M) {
	p.path = append(p.path, m)
	p.game.Play(m)
}

func (p *prover[M]) undo() {
	last := len(p.path) - 1
	p.game.Undo(p.path[last])
	p.path = p.path[:last]
}

func failed[M comparable]() Result[M] { return Result[M]{Report: ply.Report{Status: ply.Failed}} }

func prove[M comparable](newProver func() (*prover[M], error), search func(p *prover[M]) (n numbers, line []M)) (Result[M], error) {
	var p *prover[M]
	n, line := unknown, []M(nil)
	err := guard.Run(func() string { return p.line() }, func() (err error) {
		if p, err = newProver(); err == nil {
			n, line = search(p)
			err = p.fault
		}
		return err
	})
	if p == nil {
		return failed[M](), err
	}
	r := p.result(n)
	switch {
	case err != nil:
		r.Status = ply.Failed
	case r.Answer == Proved:
		r.Line = line
	}
	return r, err
}
