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

// A prover is what the searches that prove have in common.
type prover[M comparable] struct {
	stop.Budget
	game    ply.Game[M]
	sides   ply.Adversarial
	bounder ply.Bounder
	side    int // that wants to prove
	above   int
	nodes   int
	status  ply.Status
	fault   error          // why the game cannot be searched
	root    func() numbers // of the start, up to now
	path    []M            // the moves from the start to where the game is
}

var (
	errNoGame  = errors.New("proof: no game given")
	errNoTable = errors.New("proof: no table given")
	errWorkers = errors.New("proof: Workers is for Parallel; the other searches have one")
)

// newProver returns the prover of a question, or why there is none.
func newProver[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M]) (*prover[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	if a, ok := g.(ply.Acyclic); !ok || !a.Acyclic() {
		return nil, ply.ErrCyclic
	}
	if err := sides.Open(g); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	p := &prover[M]{game: g, sides: g, side: g.ToMove(), above: opt.Above, root: func() numbers { return unknown }}
	if p.side < 0 || p.side > 1 {
		return nil, fmt.Errorf("proof: %w", sides.Error(g, p.side, 2))
	}
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		l.Report = func() {
			r := p.result(p.root())
			r.Status = ply.InProgress
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	if opt.Workers > 1 {
		return nil, errWorkers
	}
	p.Budget = stop.NewBudget(ctx, l)
	if opt.Bounds {
		var ok bool
		if p.bounder, ok = g.(ply.Bounder); !ok {
			return nil, fmt.Errorf("proof: Bounds needs a ply.Bounder, which %T is not", g)
		}
	}
	return p, nil
}

// stopped counts a node and reports whether the search must end.
func (p *prover[M]) stopped() bool {
	if p.status == ply.Complete && p.nodes >= p.PollAt {
		p.status = p.Poll(p.nodes)
	}
	if p.status == ply.Complete {
		p.nodes++
	}
	return p.status != ply.Complete
}

// toMove returns the side to move, and ends the search if it is chance.
func (p *prover[M]) toMove() int {
	side := p.sides.ToMove()
	if side < 0 && p.fault == nil {
		p.status, p.fault = ply.Failed, fmt.Errorf("proof: %w", sides.Error(p.game, side, 2))
	}
	return side
}

// judge returns the numbers of a position that is worth from low to high to side.
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

// known returns the numbers of the present position before its moves are looked at.
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

// result returns what was found, given the numbers of the start.
func (p *prover[M]) result(n numbers) Result[M] {
	r := Result[M]{
		Status:   p.status,
		Answer:   n.answer(),
		Proof:    int(n.proof),
		Disproof: int(n.disproof),
		Nodes:    p.nodes,
		Elapsed:  p.Elapsed(),
	}
	if r.Answer != Unknown {
		r.Status = ply.Complete
	}
	return r
}

// line describes the moves from the start to where the game is.
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

// prove has a search find the numbers of the start, and the line if they prove it.
func prove[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M],
	search func(p *prover[M]) (n numbers, line []M)) (Result[M], error) {
	var p *prover[M]
	n, line := unknown, []M(nil)
	err := guard.Run(func() string { return p.line() }, func() (err error) {
		if p, err = newProver(ctx, g, limits, opt); err == nil {
			n, line = search(p)
			err = p.fault
		}
		return err
	})
	if p == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	r := p.result(n)
	switch {
	case err != nil:
		r.Status = ply.Failed
	case r.Answer == Proved:
		r.Line = line
	}
	if err == nil && opt.Progress != nil {
		opt.Progress(r)
	}
	return r, err
}
