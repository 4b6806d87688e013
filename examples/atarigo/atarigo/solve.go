package atarigo

import (
	"cmp"
	"context"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

type SolverOptions struct {
	// TableEntries is the number of positions in the table, 16 bytes each. 0 means 4 million.
	TableEntries int

	// Memory is the number of sequences of ataris to remember, 24 bytes each. 0 means a million.
	Memory int

	// Workers is the number of goroutines. 0 means 1. With more than one, no proof can be written, and Progress counts
	// no stones.
	Workers int

	// State is the file that keeps the state of the search, if it has a name.
	State checkpoint.File

	// Progress, if not nil, is called about every 100 ms with the work so far.
	Progress func(Result)
}

// A Solver proves who wins by depth-first proof-number search ([proof.Search]) on relevant moves ([Relevant]), with
// initial numbers from a model of positions.
type Solver struct {
	opt      SolverOptions
	game     *Relevant
	table    *transposition.Table
	asker    int // the side for which the table answers whether it wins
	attacker int // the side that has been found to win, or NoWinner
}

// NewSolver returns a solver for a copy of g. It allocates the tables.
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

// From returns a solver for a copy of g that shares the table with s, so lines that meet are solved once. The two must
// not search at the same time.
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
	opt.Checkpoint = s.opt.State
	found, err := proof.Search(ctx, s.game, limits, opt)
	r := s.result(found)
	r.Played = s.game.PlayedByAll()
	s.attacker = r.Winner
	return r, err
}

// options returns the options for positions with a side to move. The question is whether it wins, the opposite of the
// table's question for the side that did not ask.
func (s *Solver) options(side int) proof.Options[Point] {
	above := 0
	if side != s.asker {
		above = -1
	}
	return proof.Options[Point]{Above: above, Sum: 0.7, Widen: 0.1, Table: s.table}
}

// proveFrom searches for a win of the side to move from another position, with the same table.
func (s *Solver) proveFrom(ctx context.Context, g *Game, limits ply.Limits) (proof.Result[Point], error) {
	start := *s.game.Game
	defer func() { *s.game.Game = start }()
	*s.game.Game = *g
	return proof.Search(ctx, s.game, limits, s.options(g.side))
}

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

// Solve proves who wins from g by a new [Solver].
func Solve(ctx context.Context, g *Game, limits ply.Limits, opt SolverOptions) (Result, error) {
	return NewSolver(g, opt).Solve(ctx, limits)
}

// noMove is the move of a result without one.
const noMove Point = 64

// NoWinner is the winner of a result that is not known.
const NoWinner = -1

// A Result is the result of a solver.
type Result struct {
	Status ply.Status

	// Winner is the side that wins, Black or White, or NoWinner if the search was cut short or, with a limit on the
	// attacker's moves, found no win.
	Winner int

	// Move is a winning move of the side to move, if HasMove.
	Move Point

	// Played counts the stones placed, including secondary searches.
	Played int

	// Nodes counts the positions of the main search.
	Nodes int

	Elapsed time.Duration
}

// HasMove returns whether Move is a move.
func (r Result) HasMove() bool { return r.Move < noMove }

// Choose returns a winning move, if it finds one within the limits. Otherwise, of the moves that do not lose by a
// sequence of ataris, it returns the move after which the model gives the enemy the worst odds. value is 1 if the move
// wins, -1 if all moves lose, and otherwise 0. The game must not be over. If ctx ends, some legal move is returned.
func Choose(ctx context.Context, g *Game, limits ply.Limits) (m Point, value int, err error) {
	moves := g.Moves(nil)
	if len(moves) == 1 {
		return moves[0], 0, nil
	}
	r, err := Solve(ctx, g, limits, SolverOptions{TableEntries: 1 << 20, Memory: 1 << 18})
	if err != nil {
		return noMove, 0, err
	}
	if r.HasMove() {
		return r.Move, 1, nil
	}
	if r.Winner == 1-g.side {
		value = -1
	}
	look := NewRelevant(g.Clone(), 1<<12)
	best := -1
	m = moves[0]
	for _, move := range moves {
		if g.captures(1 << move) {
			return move, 1, nil
		}
		look.Play(move)
		mine, theirs := look.FirstNumbers()
		look.Undo(move)
		// Positions that the enemy proves easily are bad, and a settled loss is worst.
		score := 1<<20 + mine - theirs
		if mine == 0 {
			score = 0
		}
		if score > best {
			best, m = score, move
		}
	}
	return m, value, nil
}
