package atarigo

import (
	"cmp"
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// SolverOptions are the options of [NewSolver].
type SolverOptions struct {
	// TableEntries is the number of positions that the table keeps, 16 bytes each. 0 means 4 million.
	TableEntries int

	// Memory is the number of sequences of ataris to remember, 24 bytes each. 0 means a million.
	Memory int

	// Workers is the number of goroutines that search together. 0 means 1. With more than one, there
	// is no proof to be written, and Progress counts no stones.
	Workers int

	// Progress, if not nil, is called every 100 ms with what was done so far.
	Progress func(Result)
}

// A Solver proves who wins by depth-first proof-number search ([proof.Search]) on relevant moves ([Relevant]), with
// first numbers estimated by a model of positions.
type Solver struct {
	opt      SolverOptions
	game     *Relevant
	table    *transposition.Table
	asker    int // the side for which the table answers whether it wins
	attacker int // the side that has been found to win, or NoWinner
}

// NewSolver returns a solver for the present position of g, on a copy. It allocates the tables.
func NewSolver(g *Game, opt SolverOptions) *Solver {
	opt.TableEntries = cmp.Or(opt.TableEntries, 1<<22)
	return &Solver{
		opt:      opt,
		game:     NewRelevant(g.Clone(), opt.Memory),
		table:    transposition.NewTable(16 * int64(opt.TableEntries)),
		asker:    g.side,
		attacker: NoWinner,
	}
}

// From returns a solver for the present position of g, on a copy. It shares the table with s, so the two must not search
// at the same time, but remembers sequences of its own. What one finds out saves work to the other where their lines
// meet.
func (s *Solver) From(g *Game) *Solver {
	from := *s
	from.game, from.attacker = NewRelevant(g.Clone(), s.opt.Memory), NoWinner
	return &from
}

// Solve proves who wins.
func (s *Solver) Solve(ctx context.Context, limits ply.Limits) (Result, error) {
	opt := s.options(s.game.side)
	if s.opt.Progress != nil {
		opt.Progress = func(r proof.Result[Point]) { s.opt.Progress(s.result(r)) }
	}
	opt.Workers = s.opt.Workers
	found, err := proof.Search(ctx, s.game, limits, opt)
	r := s.result(found)
	r.Played = s.game.PlayedByAll()
	s.attacker = r.Winner
	return r, err
}

// options returns how positions with a side to move are searched. Whether it wins is the question, the opposite one for
// the side that did not ask.
func (s *Solver) options(side int) proof.Options[Point] {
	above := 0
	if side != s.asker {
		above = -1
	}
	return proof.Options[Point]{Above: above, Sum: 0.7, Widen: 0.1, Table: s.table}
}

// proveFrom searches for a win of the side to move from another position. It shares the table with Solve.
func (s *Solver) proveFrom(ctx context.Context, g *Game, limits ply.Limits) (proof.Result[Point], error) {
	start := *s.game.Game
	defer func() { *s.game.Game = start }()
	*s.game.Game = *g
	return proof.Search(ctx, s.game, limits, s.options(g.side))
}

// result returns the result of a search from the start.
func (s *Solver) result(found proof.Result[Point]) Result {
	r := Result{
		Status: found.Status, Winner: NoWinner, Move: noMove,
		Played: s.game.Played(), Nodes: found.Nodes, Elapsed: found.Elapsed,
	}
	switch found.Answer {
	case proof.Disproved:
		r.Winner = 1 - s.game.side
	case proof.Proved:
		r.Winner = s.game.side
		if len(found.Line) > 0 {
			r.Move = found.Line[0]
		} else if s.game.relevant() == 0 {
			r.Move = s.game.win
		}
	}
	return r
}

// Solve proves who wins from the present position of g, by a new [Solver].
func Solve(ctx context.Context, g *Game, limits ply.Limits, opt SolverOptions) (Result, error) {
	return NewSolver(g, opt).Solve(ctx, limits)
}
