package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

// rules describe a game of package ply to the page.
type rules[G ply.AdversarialGame[M], M comparable] struct {
	label         string // of the board
	width, height float64
	unit          float64 // size of a cell in the drawing, for hints; 0 means 1
	sides         []string
	start         func() (G, error)

	// draw draws a position for a viewer, as Session.Position does. moved are the moves played.
	draw func(d *svg.Drawing, g G, moved []M, viewer int)

	hides bool // whether sides see different things

	// name names a legal move. Names are unique in a position and consist of letters, digits and hyphens.
	name func(g G, m M) string

	// path lists the cells that a player clicks for a move. Nil means one cell with the name of the move.
	path func(g G, m M) []string

	// place returns the location of hints about a move, and its origin, or the same point twice.
	place func(g G, m M) (from, to svg.Point)

	// result describes the end of a game, if there is more to say than the winner.
	result func(g G) string

	// options configure the search. tree, if not nil, makes its tree; think, if not nil, replaces the search.
	options mcts.Options[M]
	tree    func(g G, opt mcts.Options[M]) (*mcts.Tree[M], error)
	think   func(ctx context.Context, s *session[G, M], limit time.Duration, report func(Thought)) (Thought, error)
}

// begin returns a session at the start of the game.
func (r *rules[G, M]) begin() (Session, error) {
	s := &session[G, M]{rules: r, random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	return s, s.Replay(nil)
}

// A session implements Session.
type session[G ply.AdversarialGame[M], M comparable] struct {
	*rules[G, M]
	game     G
	moved    []M
	names    []string
	grown    *mcts.Tree[M] // nil before the first search
	progress func(*mcts.Result[M])
	random   *rand.Rand
}

// restart plays moves from the start of the game.
func (s *session[G, M]) restart(moves []M) error {
	game, err := s.start()
	if err != nil {
		return err
	}
	s.game, s.moved, s.names, s.grown = game, s.moved[:0], s.names[:0], nil
	for _, m := range moves {
		if err := s.make(m); err != nil {
			return err
		}
	}
	return nil
}

// replica returns another session in the same position.
func (s *session[G, M]) replica() (*session[G, M], error) {
	r := &session[G, M]{rules: s.rules, random: s.random}
	return r, r.restart(s.moved)
}

// make plays a move, also in the tree.
func (s *session[G, M]) make(m M) error {
	s.names = append(s.names, s.name(s.game, m))
	s.moved = append(s.moved, m)
	if s.grown != nil {
		return s.grown.Play(m)
	}
	s.game.Play(m)
	return nil
}

// find plays a legal move by name.
func (s *session[G, M]) find(name string) error {
	moves := s.game.Moves(nil)
	i := slices.IndexFunc(moves, func(m M) bool { return s.name(s.game, m) == name })
	if i < 0 {
		return fmt.Errorf("%w: %.20q", ErrIllegal, name)
	}
	return s.make(moves[i])
}

// settle plays moves of chance.
func (s *session[G, M]) settle() error {
	game, ok := any(s.game).(ply.Stochastic[M])
	for ok && s.game.ToMove() == ply.Chance {
		moves := s.game.Moves(nil)
		left, i := s.random.Float64(), 0
		for at, p := range game.Probabilities(moves, nil) {
			if i = at; left < p {
				break
			}
			left -= p
		}
		if err := s.make(moves[i]); err != nil {
			return err
		}
	}
	return nil
}

// Replay implements Session.
func (s *session[G, M]) Replay(names []string) error {
	if err := s.restart(nil); err != nil {
		return err
	}
	for _, name := range names {
		if err := s.find(name); err != nil {
			return errors.Join(err, s.settle())
		}
	}
	return s.settle()
}

// Play implements Session.
func (s *session[G, M]) Play(name string) error {
	return errors.Join(s.find(name), s.settle())
}

// Undo implements Session.
func (s *session[G, M]) Undo() error {
	moved := slices.Clone(s.moved)
	for n := len(moved) - 1; n >= 0; n-- {
		if err := s.restart(moved[:n]); err != nil {
			return err
		}
		if s.game.ToMove() != ply.Chance {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("%w to take back", ErrIllegal), s.restart(moved))
}

// Position implements Session.
func (s *session[G, M]) Position(viewer int) Position {
	d := svg.New(s.width, s.height)
	s.draw(d, s.game, s.moved, viewer)
	p := Position{
		Board: d.SVG("board", s.label), Played: slices.Clone(s.names), ToMove: s.game.ToMove(), Moves: []Move{},
		Sides: s.sides,
	}
	for _, m := range s.game.Moves(nil) {
		move := Move{Name: s.name(s.game, m)}
		if move.Path = []string{move.Name}; s.path != nil {
			move.Path = s.path(s.game, m)
		}
		p.Moves = append(p.Moves, move)
	}
	if p.Played == nil {
		p.Played = []string{}
	}
	p.Finished = len(p.Moves) == 0
	p.Hidden = s.hides && viewer >= 0 && !p.Finished
	if p.Finished {
		p.Said = s.ending()
	} else {
		p.Said = s.sides[p.ToMove] + " to move"
	}
	return p
}

func (s *session[G, M]) ending() string {
	if s.result != nil {
		return s.result(s.game)
	}
	switch outcome, side := s.game.Outcome(), s.game.ToMove(); {
	case outcome > 0:
		return s.sides[side] + " wins"
	case outcome < 0:
		return s.sides[1-side] + " wins"
	default:
		return "a draw"
	}
}

// Think implements Session.
func (s *session[G, M]) Think(ctx context.Context, limit time.Duration, report func(Thought)) (Thought, error) {
	ctx = stop.ReportEach(ctx, reportEvery)
	if s.think != nil {
		return s.think(ctx, s, limit, report)
	}
	opt := s.options
	if s.grown == nil {
		opt.Memory = treeMemory
		opt.Random = s.random
		opt.Progress = func(r mcts.Result[M]) { s.progress(&r) }
		grow := s.tree
		if grow == nil {
			grow = func(g G, opt mcts.Options[M]) (*mcts.Tree[M], error) { return mcts.New(g, opt) }
		}
		tree, err := grow(s.game, opt)
		if err != nil {
			return Thought{}, err
		}
		s.grown = tree
	}
	s.progress = func(r *mcts.Result[M]) {
		if r.Status == ply.InProgress {
			report(s.thought(r))
		}
	}
	result, err := s.grown.Search(ctx, ply.Limits{Time: limit})
	if err != nil {
		return Thought{}, err
	}
	return s.thought(&result), nil
}

const (
	treeMemory  = 96 << 20 // little, because phones have little
	reportEvery = 25 * time.Millisecond
)

// thought converts the result of a search.
func (s *session[G, M]) thought(r *mcts.Result[M]) Thought {
	t := Thought{
		Best:     s.name(s.game, r.Move),
		Value:    fmt.Sprintf("%.1f %%", 50*(1+r.Value)),
		Proven:   proven(r.Low, r.High, r.Distance),
		Depth:    r.Depth,
		Searched: r.Visits(),
		Unit:     "simulations",
		Line:     s.line(r.Line),
	}
	if seconds := r.Elapsed.Seconds(); seconds > 0 {
		t.Rate = float64(r.Nodes) / seconds
	}
	var all []hint
	for _, m := range r.Moves {
		o := Opinion{Move: s.name(s.game, m.Move), Visits: m.Visits, Mean: (1 + m.Value) / 2, Proven: proven(m.Low, m.High, m.Distance)}
		if m.Visits > 0 || o.Proven != "" {
			t.Opinions = append(t.Opinions, o)
		}
		h := hint{share: float64(m.Visits) / float64(max(1, r.Visits())), opinion: o}
		h.from, h.to = s.place(s.game, m.Move)
		all = append(all, h)
	}
	t.Hints = s.hints(all)
	return t
}

// line names the moves of a line.
func (s *session[G, M]) line(moves []M) []string {
	names := make([]string, 0, len(moves))
	for _, m := range moves {
		names = append(names, s.name(s.game, m))
		s.game.Play(m)
	}
	for _, m := range slices.Backward(moves) {
		s.game.Undo(m)
	}
	return names
}

// proven describes bounds from 0 to 1 that prove a result, or returns "".
func proven(low, high float64, plies int) string {
	switch {
	case low == 1:
		return fmt.Sprintf("win in %d", plies)
	case high == -1:
		return fmt.Sprintf("loss in %d", plies)
	case low == 0 && high == 0:
		return "draw"
	}
	return ""
}

// A hint is a mark on the board about a move.
type hint struct {
	from, to svg.Point
	share    float64 // of the simulations
	opinion  Opinion
	text     string // in place of the mean
	dim      bool   // not the best move
}

// mostHints is the number of best moves with hints.
const mostHints = 12

// hints draws hints. The size of a disc is the share of the simulations, and its text is the mean or a proven result.
func (s *session[G, M]) hints(all []hint) string {
	d := svg.New(s.width, s.height)
	unit := s.unit
	if unit == 0 {
		unit = 1
	}
	for i, h := range all[:min(len(all), mostHints)] {
		class, text := "hint", fmt.Sprintf("%.0f", 100*h.opinion.Mean)
		switch {
		case h.text != "" && h.dim:
			text = h.text
		case h.text != "":
			class, text = "hint best", h.text
		case h.share == 0:
			continue
		case h.opinion.Proven != "":
			class, text = "hint proven-"+h.opinion.Proven[:1], map[byte]string{'w': "won", 'l': "lost", 'd': "draw"}[h.opinion.Proven[0]]
		case i == 0:
			class = "hint best"
		}
		if h.from != h.to {
			if i >= 5 {
				break // more arrows would hide the board
			}
			d.Line(class+" arrow", h.from, h.to)
		}
		d.Circle(class, h.to, unit*(0.2+0.18*h.share))
		d.Text("hint-mean", h.to, unit*0.26, text)
		if h.from == h.to && h.opinion.Visits > 0 && unit >= s.width/8 { // otherwise it would be too small to read
			d.Text("hint-visits", svg.At(h.to.X, h.to.Y+unit*0.27), unit*0.15, short(h.opinion.Visits))
		}
	}
	return d.SVG("hints", "")
}

// short formats a number in at most four characters.
func short(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 1_000_000:
		return fmt.Sprintf("%dk", n/1000)
	default:
		return fmt.Sprintf("%dM", n/1_000_000)
	}
}

// ErrUnknown is wrapped by the error if no game has the name.
var ErrUnknown = errors.New("unknown game")

// Find returns the game with this Name.
func Find(name string) (Game, error) {
	for _, g := range Games() {
		if g.Name == name {
			return g, nil
		}
	}
	return Game{}, fmt.Errorf("%w: %.20q", ErrUnknown, name)
}
