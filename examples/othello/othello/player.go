package othello

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type Level struct {
	Depth int // moves to look ahead; 0 means no limit
	Exact int // empty squares from which on the game is searched to its end, at any Depth

	Selective int // the margin of alphabeta.Tree, in hundredths of a disc; 0 for none
}

var Levels = map[string]Level{
	"easy":   {Depth: 1, Exact: 4},
	"medium": {Depth: 3, Exact: 10},
	"hard":   {Depth: 7, Exact: 16},
}

// options returns the options of a search in a position with this number of empty squares.
func (l Level) options(empties int, table *transposition.Table) alphabeta.Options[Move] {
	opt := alphabeta.Options[Move]{
		Depth: l.Depth,
		Table: table,
		Order: alphabeta.TableMove | alphabeta.Ranks,
		Win:   alphabeta.AnyDistance, // discs count, not the length of the game
		Tree:  alphabeta.Tree{Selective: l.Selective},
	}
	if empties <= l.Exact {
		opt.Depth, opt.Tree = 0, alphabeta.Tree{Bounds: true}
	} else if opt.Depth > 1 {
		opt.TableFrom, opt.OrderFrom = 2, 2
	}
	return opt
}

// A Player searches by principal variation search with iterative deepening and a table of 1 MB. It is for one goroutine at a time.
type Player struct {
	level      Level
	evaluation *Evaluation
	table      *transposition.Table
}

// NewPlayer returns a player with an evaluation, nil for mobility and corners.
func NewPlayer(level Level, e *Evaluation) *Player {
	return &Player{level, e, transposition.NewTable(1 << 20)}
}

// Move chooses a move, without a search if there is only one. It leaves the game as it was, and is an [arena.Player] that uses no
// random numbers.
func (p *Player) Move(ctx context.Context, g *Game, _ *rand.Rand) (Move, error) {
	if moves := g.Moves(nil); len(moves) == 1 {
		return moves[0], nil
	}
	before := g.evaluation
	g.evaluation = p.evaluation
	defer func() { g.evaluation = before }()
	p.table.Reset()
	result, err := alphabeta.Search(ctx, g, ply.Limits{}, p.level.options(g.Empties(), p.table))
	if err == nil && len(result.Line) == 0 {
		err = result.Status.Err()
	}
	if err != nil {
		return 0, err
	}
	return result.Line[0], nil
}

// NewSearcher returns an [engine.Searcher] that plays as a [Player] does.
func NewSearcher(g *Game, level Level, e *Evaluation) (engine.Searcher[Move], error) {
	g.evaluation = e
	s := &searcher{game: g, exact: level.Exact, table: transposition.NewTable(1 << 20)}
	var errs [2]error
	s.Searcher, errs[0] = alphabeta.NewSearcher(g, level.options(squares, s.table))
	s.toEnd, errs[1] = alphabeta.NewSearcher(g, level.options(0, s.table))
	return s, cmp.Or(errs[:]...)
}

type searcher struct {
	engine.Searcher[Move]
	toEnd engine.Searcher[Move] // on the same game
	game  *Game
	exact int
	table *transposition.Table
}

func (s *searcher) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[Move]) (engine.Analysis[Move], error) {
	s.table.Reset()
	if s.game.Empties() <= s.exact {
		return s.toEnd.Analyze(ctx, limits, q)
	}
	return s.Searcher.Analyze(ctx, limits, q)
}

// RandomOpening returns an opening for [arena.Match]: the position after this number of random moves. It draws other moves if
// they end the game, and returns an error if they always do.
func RandomOpening(moves int) func(pair int, random *rand.Rand) (*Game, error) {
	return arena.RandomOpening(moves, func() (*Game, error) { return New(), nil })
}
