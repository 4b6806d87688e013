package uci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/played"
	"github.com/ply-search/ply/search"
)

// Play returns an engine for a [Server]. newGame returns a game in the position that a text describes, or in the
// initial position if the text is empty. newPlayer returns the player of a game. Moves are in the notation of the game
// ([engine.NotationOf]). The engine has the option MultiPV and is an [Arbiter]. If neither the command go nor the
// player ([engine.Player.Limits]) has limits, a search takes a second.
func Play[G ply.Game[M], M comparable](newGame func(position string) (G, error), newPlayer func(g G) (*engine.Player[M], error)) (Engine, error) {
	p := &player[M]{lines: 1, begin: func(start string) (game[M], error) {
		g, err := newGame(start)
		if err != nil {
			return game[M]{}, err
		}
		shown, err := newGame(start)
		if err != nil {
			return game[M]{}, err
		}
		made, err := newPlayer(g)
		return game[M]{Player: made, shown: shown, start: start}, err
	}}
	var err error
	p.game, err = p.begin("")
	return p, err
}

// PlayOptions describes the options of the engines that [Play] returns, for [Server].Options.
var PlayOptions = []string{"name MultiPV type spin default 1 min 1 max " + strconv.Itoa(mostLines)}

const mostLines = 256

type player[M comparable] struct {
	begin func(start string) (game[M], error)
	game[M]
	lines int
}

// A game is a player and the moves played.
type game[M comparable] struct {
	*engine.Player[M]
	shown ply.Game[M] // a second game in the same position, for the notation of moves during a search
	start string
	texts []string
	moves []M
}

// NewGame makes a new player.
func (p *player[M]) NewGame() {
	if begun, err := p.begin(p.start); err == nil { // it was made before
		p.game = begun
	}
}

// SetOption sets the only option, MultiPV: the number of best lines that the search reports.
func (p *player[M]) SetOption(name, value string) error {
	if !strings.EqualFold(name, "MultiPV") {
		return fmt.Errorf("no option %.40q", name)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > mostLines {
		return fmt.Errorf("option MultiPV %.40q: want 1 to %d", value, mostLines)
	}
	p.lines = n
	return nil
}

// Position goes to a position. If the present game has the same start, Position takes back only the moves after the
// last common move. The player then keeps its tree or table.
func (p *player[M]) Position(start string, texts []string) error {
	if start != p.start {
		begun, err := p.begin(start)
		if err == nil {
			err = begun.play(texts)
		}
		if err == nil {
			p.game = begun
		}
		return err
	}
	same := 0
	for same < len(p.texts) && same < len(texts) && p.texts[same] == texts[same] {
		same++
	}
	before := slices.Clone(p.texts[same:])
	if err := p.undo(same); err != nil {
		return err
	}
	if err := p.play(texts[same:]); err != nil {
		return errors.Join(err, p.undo(same), p.play(before))
	}
	return nil
}

// play plays moves up to the first illegal one, which is an error.
func (g *game[M]) play(texts []string) error {
	for _, text := range texts {
		m, err := engine.NotationOf(g.shown).ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", len(g.texts)+1, err)
		}
		if err := g.Play(m); err != nil {
			return err
		}
		g.shown.Play(m)
		g.texts, g.moves = append(g.texts, text), append(g.moves, m)
	}
	return nil
}

func (g *game[M]) undo(first int) error {
	for len(g.texts) > first {
		if err := g.Undo(); err != nil {
			return err
		}
		last := len(g.texts) - 1
		g.shown.Undo(g.moves[last])
		g.texts, g.moves = g.texts[:last], g.moves[:last]
	}
	return nil
}

// usualTime is the time of a move without any limit.
const usualTime = time.Second

// Go searches for a move.
func (p *player[M]) Go(ctx context.Context, l Limits, tell func(Info)) (string, error) {
	g := p.shown
	if len(g.Moves(nil)) == 0 {
		return "", nil
	}
	n := engine.NotationOf(g)
	q := engine.Question[M]{Lines: p.lines, Report: func(a engine.Analysis[M]) bool {
		p.tell(n, a, tell)
		return (l.Nodes == 0 || a.Nodes < l.Nodes) && (l.Depth == 0 || len(a.Lines) == 0 || a.Lines[0].Depth < l.Depth)
	}}
	for _, text := range l.Only {
		if m, err := n.ParseMove(text); err == nil && !slices.Contains(q.Moves, m) {
			q.Moves = append(q.Moves, m)
		}
	}
	var c engine.Clock
	if sides, ok := g.(ply.Adversarial); ok && l.Time == 0 {
		if side := sides.ToMove(); side >= 0 && side < 2 && l.Left[side] > 0 {
			c = engine.Clock{Left: l.Left[side], Increment: l.Added[side], Moves: l.Moves}
		}
	}
	var a engine.Analysis[M]
	var err error
	switch {
	case l.Infinite, c == (engine.Clock{}) && l.Time == 0 && (l.Depth > 0 || l.Nodes > 0):
		a, err = p.Analyze(ctx, ply.Limits{Nodes: l.Nodes}, q)
	case c != (engine.Clock{}), l.Time == 0 && p.Limits() != (ply.Limits{}):
		a, err = p.Search(ctx, c, q)
	default:
		a, err = p.Search(ctx, engine.Clock{Period: cmp.Or(l.Time, usualTime)}, q)
	}
	if err != nil || len(a.Lines) == 0 {
		return string(n.AppendMove(nil, g.Moves(nil)[0])), err
	}
	p.tell(n, a, tell)
	return string(n.AppendMove(nil, a.Lines[0].Move)), nil
}

func (p *player[M]) tell(n ply.Notation[M], a engine.Analysis[M], tell func(Info)) {
	g := p.shown
	for i, line := range a.Lines {
		info := Info{Depth: line.Depth, Nodes: a.Nodes, Elapsed: a.Elapsed, Distance: line.Distance, Score: score(line.Value, line.Visits > 0)}
		if info.Decided = line.Distance > 0; info.Decided {
			info.Score = 1
			if line.Value < 0 {
				info.Score = -1
			}
		}
		if p.lines > 1 {
			info.Number = i + 1
		}
		info.Line = played.Texts(g, n, line.Line)
		tell(info)
	}
}

// score converts a value to hundredths of a unit. A mean from -1 to 1 is mapped by a curve: near 0, 0.01 is about two
// hundredths, and the ends are 128 units.
func score(value float64, mean bool) int {
	if !mean {
		return int(max(-ply.MaxValue, min(math.Round(value), ply.MaxValue)))
	}
	return int(math.Round(111.7 * math.Tan(1.562*value)))
}

// Perft counts the lines of the given depth, in total and for each first move.
func (p *player[M]) Perft(ctx context.Context, depth int, tell func(move string, leaves int)) (int, error) {
	g := p.shown
	if depth == 0 {
		return 1, nil
	}
	n, all := engine.NotationOf(g), 0
	for _, m := range g.Moves(nil) {
		text := string(n.AppendMove(nil, m))
		g.Play(m)
		r, err := search.Perft(ctx, g, depth-1, search.PerftOptions{})
		g.Undo(m)
		if err := errors.Join(err, r.Status.Err()); err != nil {
			return all, err
		}
		all += r.Leaves
		tell(text, r.Leaves)
	}
	return all, nil
}

// Query implements [Arbiter].
func (p *player[M]) Query(what string) (string, error) {
	g := p.shown
	sides, ok := g.(ply.Adversarial)
	if !ok {
		return "", fmt.Errorf("%T is no game of two sides", g)
	}
	over := len(g.Moves(nil)) == 0
	switch what {
	case "gameover":
		return strconv.FormatBool(over), nil
	case "p1turn":
		return strconv.FormatBool(sides.ToMove() == 0), nil
	case "result":
		if !over {
			return "none", nil
		}
		outcome := sides.Outcome()
		if sides.ToMove() == 1 {
			outcome = -outcome
		}
		return [...]string{"p2win", "draw", "p1win"}[sign(outcome)+1], nil
	}
	return "", fmt.Errorf("query %.40q: want gameover, p1turn or result", what)
}

func sign(n int) int { return max(-1, min(n, 1)) }

// String draws the position, if the game can be drawn.
func (p *player[M]) String() string { return fmt.Sprint(p.shown) }
