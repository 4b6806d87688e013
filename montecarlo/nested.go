package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// NestedOptions are the options of [NestedMonteCarloSearch].
type NestedOptions[M comparable] struct {
	Options[M]
	Level int // the depth of the nesting, up to 100; 0 means 2, which suits any limit (see the package documentation)
}

// NestedMonteCarloSearch plays games in which each move is chosen by games of the level below (Cazenave 2009). Games of
// level 0 are random playouts. In each position, a game of level n plays a game of level n-1 after every legal move. It
// then plays the next move of the best line that was found in this position or in an earlier position of the game. A
// run is a game of the highest level.
//
// A game of a level takes longer than a game of the level below. The factor is the number of moves in a game times the
// number of legal moves.
func NestedMonteCarloSearch[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt NestedOptions[M]) (Result[M], error) {
	if err := checkSize("Level", opt.Level, maxLevel, 2); err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	opt.Level = cmp.Or(opt.Level, 2)
	name := fmt.Sprintf("nested Monte-Carlo search of level %d", opt.Level)
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		return &nested[M]{sampler: w.sampler, games: make([]nestedGame[M], opt.Level), level: none}, nil
	})
}

// nested is a run: a game of each level, lowest first, each continuing a move that the one above tries.
type nested[M comparable] struct {
	*sampler[M]
	games []nestedGame[M]
	level int // of the game in progress, or none before the first; games of lower levels have not begun
}

const none = -1

type nestedGame[M comparable] struct {
	base  int // moves before the game began
	legal []M // in its position
	tried int // of these
	found bool
	best  []M // line seen, from the start of the search
	score float64
}

func (g *nestedGame[M]) see(score float64, line []M) {
	if !g.found || score > g.score {
		g.found, g.score, g.best = true, score, append(g.best[:0], line...)
	}
}

func (n *nested[M]) step() bool {
	if n.level == none {
		n.begin(len(n.games) - 1)
		return true
	}
	g := &n.games[n.level]
	switch {
	case len(g.legal) == 0:
		return n.end(g)
	case n.level > 0:
		n.play(g.legal[g.tried])
		n.begin(n.level - 1)
		return true
	}
	score := n.after(g.legal, g.tried)
	if !n.over() {
		n.try(g, score, n.Line())
	}
	return true
}

func (n *nested[M]) begin(level int) {
	n.level = level
	g := &n.games[level]
	g.base, g.found = len(n.line), false
	n.list(g)
}

func (n *nested[M]) list(g *nestedGame[M]) {
	g.tried, g.legal = 0, g.legal[:0]
	if len(n.line) < n.maxLength {
		g.legal = n.game.Moves(g.legal)
	}
}

// try records the outcome of a tried move. After the last one it plays the next move of the best line.
func (n *nested[M]) try(g *nestedGame[M], score float64, line []M) {
	g.see(score, line)
	if g.tried++; g.tried == len(g.legal) {
		if len(g.best) <= len(n.line) {
			panic("a position has moves in which a line has ended before")
		}
		n.play(g.best[len(n.line)])
		n.list(g)
	}
}

func (n *nested[M]) end(g *nestedGame[M]) bool {
	if !g.found { // it has ended where it began
		if !n.mayPlay() {
			return false
		}
		score := n.finish(len(n.line))
		g.see(score, n.Line())
	}
	if n.level == len(n.games)-1 {
		return false
	}
	n.level++
	n.back(g.base - 1)
	n.try(&n.games[n.level], g.score, g.best)
	return true
}

func (n *nested[M]) appendState(s *saved.Writer) {
	s.Int(n.level + 1)
	n.appendLine(s, slices.Clone(n.line))
	for i := max(0, n.level); i < len(n.games); i++ {
		g := &n.games[i]
		s.Int(g.base)
		s.Int(g.tried)
		writeBool(s, g.found)
		s.Float(g.score)
		n.appendLine(s, g.best)
	}
}

func (n *nested[M]) readState(s *saved.Reader) {
	n.level = s.Count(len(n.games)) - 1
	line := n.readLine(s)
	for i := max(0, n.level); i < len(n.games); i++ {
		g := &n.games[i]
		g.base, g.tried, g.found, g.score = s.Count(len(line)), s.Int(), readBool(s), s.Float()
		g.best = n.readLine(s)
	}
	if n.level == none || s.Err() != nil {
		return
	}
	for i := len(n.games) - 1; i >= n.level; i-- {
		at := len(line)
		if i > n.level {
			at = n.games[i-1].base - 1
		}
		g := &n.games[i]
		// The best line of a game leads through its position and continues by legal moves.
		if at < g.base || g.found && (len(g.best) < at || !slices.Equal(g.best[:at], line[:at])) {
			s.Fail("%w", errState)
			return
		}
		n.follow(line[:at])
		tried := g.tried
		n.list(g)
		if g.tried = tried; tried < 0 || tried >= max(1, len(g.legal)) || g.found && len(g.legal) > 0 && len(g.best) == at {
			s.Fail("%w", errState)
			return
		}
	}
}
