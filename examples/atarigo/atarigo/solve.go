package atarigo

import (
	"cmp"
	"context"
	"time"

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

// noMove is the move of a result without one.
const noMove Point = 64

// NoWinner is the winner of a result that is not known.
const NoWinner = -1

// A Result is what a solver found.
type Result struct {
	// Status tells why the search ended.
	Status ply.Status

	// Winner is the side that wins, Black or White, or NoWinner if the search was cut short or, with a limit on the
	// moves of the attacker, found no win.
	Winner int

	// Move is a move that wins for the side to move. HasMove tells whether there is one.
	Move Point

	// Played counts the stones placed, in secondary searches as well.
	Played int

	// Nodes counts the positions of the main search.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// HasMove returns whether Move is a move.
func (r Result) HasMove() bool { return r.Move < noMove }

// Choose returns a move to play: one that wins, if it is found within the limits; otherwise, of the moves that do not lose by a
// sequence of ataris, the one after which the model of positions gives the enemy the worst odds. value is 1 if the move wins, -1 if
// all moves lose, and 0 if neither is known. The position must not be finished. A context that ends gives some legal move.
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
		// What the enemy finds easy to prove is bad; a settled loss is the worst.
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
