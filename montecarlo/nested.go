package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
)

// NestedOptions are the options of [NestedMonteCarloSearch].
type NestedOptions struct {
	Options

	// Level is the depth of the nesting. 0 means 2.
	Level int
}

// NestedMonteCarloSearch plays games move by move, each chosen by games of the level below, the lowest of
// which are random playouts (Cazenave 2009).
//
// In each position, a game of level n tries every move with a game of level n-1 from there. It then plays
// the next move of the best line that it has seen, be that of this position or of an earlier one: it
// remembers the best line. A run is a game of the highest level. Each level takes the number of moves in
// a game times the number of legal moves as long as the one below.
func NestedMonteCarloSearch[M comparable, G ply.Game[M]](ctx context.Context, g G, seed *rand.PCG, opt NestedOptions) (Result[M], error) {
	if opt.Level < 0 {
		return Result[M]{Status: ply.Failed}, fmt.Errorf("montecarlo: Level is %d, want a number from 1, or 0 for 2", opt.Level)
	}
	opt.Level = cmp.Or(opt.Level, 2)
	name := fmt.Sprintf("nested Monte-Carlo search of level %d", opt.Level)
	return search(ctx, g, seed, opt.Options, name, false, func(w *worker[M]) (method, error) {
		return &nested[M]{Player: w.Player, games: make([]nestedGame[M], opt.Level)}, nil
	})
}

// nested is a run of nested Monte-Carlo search: a game of each level, the lowest first, each of which
// goes on from a move that the one above it tries.
type nested[M comparable] struct {
	*Player[M]
	games []nestedGame[M]
	begun bool
}

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

// step makes a move in the game of level 1, and then whatever is due in those above it.
func (n *nested[M]) step() bool {
	if !n.begun {
		n.begun = true
		top := len(n.games) - 1
		n.begin(top)
		return n.settle(top)
	}
	g := &n.games[0]
	for i := range g.legal {
		score := n.after(g.legal, i)
		g.see(score, n.Line())
		if n.solved {
			return false
		}
	}
	n.move(g)
	return n.settle(0)
}

// begin begins a game of a level in the present position.
func (n *nested[M]) begin(level int) {
	g := &n.games[level]
	g.base, g.found, g.tried = len(n.line), false, 0
	if g.legal = n.game.Moves(g.legal[:0]); len(g.legal) == 0 {
		score := n.finish(len(n.line))
		g.see(score, n.Line())
	}
}

// move plays the next move of the best line.
func (n *nested[M]) move(g *nestedGame[M]) {
	n.play(g.best[len(n.line)])
	g.tried, g.legal = 0, g.legal[:0]
	if len(n.line) < min(n.maxLength, len(g.best)) {
		g.legal = n.game.Moves(g.legal)
	}
}

// settle ends games and begins others, from this level on, until one of level 1 is to move. It reports
// whether there is one.
func (n *nested[M]) settle(level int) bool {
	for !n.solved {
		g := &n.games[level]
		if len(g.legal) > 0 {
			if level == 0 {
				return true
			}
			n.play(g.legal[g.tried])
			level--
			n.begin(level)
			continue
		}
		if level == len(n.games)-1 {
			return false
		}
		level++
		above := &n.games[level]
		above.see(g.score, g.best)
		n.back(g.base - 1)
		if above.tried++; above.tried == len(above.legal) {
			n.move(above)
		}
	}
	return false
}

func (n *nested[M]) appendState(s *stateWriter) {
	s.bool(n.begun)
	n.appendLine(s, append([]M(nil), n.line...))
	for i := range n.games {
		g := &n.games[i]
		s.int(g.base)
		s.int(g.tried)
		s.bool(g.found)
		s.float(g.score)
		n.appendLine(s, g.best)
	}
}

func (n *nested[M]) readState(s *stateReader) {
	n.begun = s.bool()
	line := n.readLine(s)
	for i := range n.games {
		g := &n.games[i]
		g.base, g.tried, g.found, g.score = s.number(len(line)+1), s.int(), s.bool(), s.float()
		g.best = n.readLine(s)
	}
	if !n.begun || s.err != nil {
		return
	}
	for i := len(n.games) - 1; i >= 0; i-- {
		at := len(line)
		if i > 0 {
			at = n.games[i-1].base - 1
		}
		g := &n.games[i]
		// The best line of a game goes through its position, and on by legal moves.
		if at < g.base || g.found && (len(g.best) < at || !slices.Equal(g.best[:at], line[:at])) {
			s.fail(errState)
			return
		}
		n.follow(line[:at])
		if g.legal = n.game.Moves(nil); g.tried < 0 || g.tried >= max(1, len(g.legal)) {
			s.fail(errState)
			return
		}
	}
}
