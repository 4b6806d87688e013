package weiqi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/mcts/flat"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A Flat is Go as in the first programs that sampled: nobody fills own eyes or passes while other moves are left, so
// dead stones are captured in the end. It has its own playouts, and goals: connections of strings with each other or
// with empty points (Helmstetter 2007, section 4.3.7).
type Flat struct {
	goban.Game
	Connections

	fast    goban.FastBoard
	links   []link
	pending [2][]int32 // scratch: links of each colour that are not yet reached in a playout
	choices []goban.Point
	table   *transposition.Table
}

// Connections select the goals and bound their searches. The zero value means connections of strings and the usual
// bounds.
type Connections struct {
	// Empty adds connections of strings with empty points, except those that a move on the point itself decides, since
	// moves are already judged by being played first. With them, a side plays where it connects only if all around
	// collapses: the few playouts in which it does are good ones.
	Empty bool

	// Nodes bounds each search. An undecided connection is no goal. If only the search for all deciding moves reaches
	// the bound, the moves known are used. 0 means 300.
	Nodes int
}

const (
	usualNodes = 300
	tableBytes = 24 << 14
	furthest   = 3 // stones that a connection may lack
)

// A link is the goal of joining two points in a string.
type link struct {
	a, b  goban.Point
	color goban.Color
}

// NewFlat returns the game on a board with neither superko nor suicide.
func NewFlat(b *goban.Board, c Connections) (*Flat, error) {
	if rules := b.Rules(); rules.Superko || rules.Suicide {
		return nil, errors.New("weiqi: a Flat needs a board without superko and suicide, since connections are searched by threats")
	}
	return &Flat{Game: goban.Game{Board: b}, Connections: c}, nil
}

// Clone returns a copy.
func (g *Flat) Clone() *Flat {
	return &Flat{Game: goban.Game{Board: g.Board.Clone()}, Connections: g.Connections, links: g.links}
}

// Moves appends the legal moves that fill no own eye or, without any, Pass.
func (g *Flat) Moves(dst []goban.Point) []goban.Point {
	b := g.Board
	if b.Passes() >= 2 {
		return dst
	}
	before, c := len(dst), b.ToMove()
	for _, p := range b.Points() {
		if b.Legal(p) && !b.Eye(c, p) {
			dst = append(dst, p)
		}
	}
	if len(dst) == before {
		dst = append(dst, goban.Pass)
	}
	return dst
}

// ParseMove parses a move of [Flat.Moves].
func (g *Flat) ParseMove(text string) (goban.Point, error) {
	p, err := g.Game.ParseMove(text)
	if err == nil && !slices.Contains(g.Moves(nil), p) {
		return 0, fmt.Errorf("%q is an eye, or a pass while there are other moves", text)
	}
	return p, err
}

func (g *Flat) AppendNumbers(dst []int32, moves []goban.Point) []int32 {
	for _, p := range moves {
		dst = append(dst, int32(p))
	}
	return dst
}

// Simulate runs a playout on a [goban.FastBoard] for package flat. A game cut off at three times as many moves as the
// board has points counts with its present score.
func (g *Flat) Simulate(s *flat.Simulation[goban.Point]) int {
	b, fast := g.Board, &g.fast
	fast.Load(b)
	if s.Choose == nil && s.Steps == nil && len(s.Reached) == 0 {
		fast.LightPlayout(s.Random, nil)
		return g.outcome()
	}
	if len(s.Reached) > 0 {
		g.begin()
	}
	if s.Urn != nil {
		g.fill(s.Urn, 0)
	}
	limit := 3 * len(b.Points())
	for range limit {
		if fast.Passes() >= 2 {
			break
		}
		c := fast.ToMove()
		var p goban.Point
		switch {
		case s.Urn != nil:
			p = g.draw(s.Urn, c)
		case s.Choose == nil:
			p = fast.Light(s.Random)
		default:
			g.choices = fast.Choices(g.choices[:0])
			i := s.Choose(int(c)-1, g.choices)
			if i < 0 {
				return 0
			}
			p = g.choices[i]
			fast.Play(p)
		}
		if s.Steps != nil {
			*s.Steps = append(*s.Steps, flat.Step[goban.Point]{Move: p, Side: int(c) - 1})
		}
		if len(s.Reached) > 0 && p != goban.Pass && !fast.Alone(p) {
			g.look(p, c, s.Reached)
		}
	}
	return g.outcome()
}

// fill puts the empty points from number first on into an urn.
func (g *Flat) fill(urn *flat.Urn, first int) {
	for _, p := range g.fast.EmptyPoints()[first:] {
		urn.Put(0, int(p))
		urn.Put(1, int(p))
	}
}

// draw plays a move drawn from an urn, or passes.
func (g *Flat) draw(urn *flat.Urn, c goban.Color) goban.Point {
	fast := &g.fast
	empty := len(fast.EmptyPoints())
	n := urn.Draw(int(c)-1, func(number int) bool { return fast.Choosable(goban.Point(number)) })
	if n < 0 {
		fast.Play(goban.Pass)
		return goban.Pass
	}
	fast.Play(goban.Point(n))
	g.fill(urn, empty-1) // captured points
	return goban.Point(n)
}

func (g *Flat) outcome() int {
	if g.Board.ToMove() == goban.White {
		return -g.fast.Outcome()
	}
	return g.fast.Outcome()
}

func (g *Flat) begin() {
	g.pending[0], g.pending[1] = g.pending[0][:0], g.pending[1][:0]
	for i := range g.links {
		side := g.links[i].color - 1
		g.pending[side] = append(g.pending[side], int32(i))
	}
}

// look marks the links that a stone has reached.
func (g *Flat) look(p goban.Point, c goban.Color, reached []bool) {
	pending := g.pending[c-1]
	for k := 0; k < len(pending); {
		l := &g.links[pending[k]]
		if !g.fast.Together(p, l.a) || !g.fast.Together(p, l.b) {
			k++
			continue
		}
		reached[pending[k]] = true
		last := len(pending) - 1
		pending[k] = pending[last]
		pending = pending[:last]
	}
	g.pending[c-1] = pending
}

// Reached reports whether both points of a link are in one string.
func (g *Flat) Reached(goal int) bool {
	l, b := g.links[goal], g.Board
	return b.At(l.a) == l.color && b.At(l.b) == l.color && b.Head(l.a) == b.Head(l.b)
}

// Goals appends the connections, of either colour, that succeed if it moves first and fail otherwise.
func (g *Flat) Goals(ctx context.Context, dst []flat.Goal[goban.Point]) ([]flat.Goal[goban.Point], error) {
	g.links = nil // clones may have the old ones
	if g.table == nil {
		g.table = transposition.NewTable(tableBytes)
	}
	if err := g.table.Reset(); err != nil { // results within bounds must not depend on earlier positions
		return dst, err
	}
	for _, c := range []goban.Color{goban.Black, goban.White} {
		for _, l := range g.near(c) {
			if ctx.Err() != nil {
				return dst, nil
			}
			moves, err := g.settle(ctx, l)
			if err != nil {
				return dst, err
			}
			if len(moves) == 0 || slices.Contains(moves, l.b) {
				continue
			}
			g.links = append(g.links, l)
			dst = append(dst, flat.Goal[goban.Point]{
				Moves:     moves,
				Prevented: c != g.Board.ToMove(),
			})
		}
	}
	return dst, nil
}

// near returns the pairs of strings, and of strings and empty points if Empty is set, that are close enough.
func (g *Flat) near(c goban.Color) []link {
	b := g.Board
	var links []link
	var heads []goban.Point
	for _, p := range b.Points() {
		if b.At(p) == c && b.Head(p) == p {
			heads = append(heads, p)
		}
	}
	for i, head := range heads {
		for _, other := range heads[i+1:] {
			if b.Apart(head, other) <= furthest+1 {
				links = append(links, link{head, other, c})
			}
		}
		for _, p := range b.EmptyPoints() {
			if g.Empty && b.Apart(head, p) <= furthest {
				links = append(links, link{head, p, c})
			}
		}
	}
	return links
}

// settle returns the moves of the side to move that decide a connection, if it depends on who moves first.
func (g *Flat) settle(ctx context.Context, l link) ([]goban.Point, error) {
	connect, err := goal.NewConnect(g.Board, l.a, l.b)
	if err != nil {
		return nil, err
	}
	connect.Escape = 2
	opt := threat.Options[goban.Point]{Threat: threat.Threat{6, 3, 2}, Table: g.table}
	limits := ply.Limits{Nodes: cmp.Or(g.Nodes, usualNodes)}
	// Whether the goal is reached with the attacker to move, and with the defender.
	var known []goban.Point
	present := connect.Attacking()
	for _, attacking := range []bool{true, false} {
		if attacking != present {
			connect.Pass()
		}
		r, err := threat.Search(ctx, connect, limits, opt)
		if attacking != present {
			connect.Unpass()
		}
		if err != nil || r.Won != attacking || !r.Won && !r.Status.Conclusive() {
			return nil, err
		}
		if attacking == present {
			known = r.Moves
		}
	}
	opt.AllMoves = true
	r, err := threat.Search(ctx, connect, limits, opt)
	if err != nil || r.Status.Conclusive() {
		return r.Moves, err
	}
	return known, nil
}
