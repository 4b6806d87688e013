package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

// An engine plays Go by the Go Text Protocol.
type engine struct {
	player player
	rules  rules
	random *rand.Rand
	game   *weiqi.Game
	tree   *mcts.Tree[goban.Point] // nil if the position has changed otherwise than by moves
	gtp.Times

	ponders   bool // it searches while the other side thinks
	generated bool // the last change was a move that it has chosen
}

func newEngine(p player, r rules, size int, random rand.Source) (*engine, error) {
	e := &engine{player: p, rules: r, random: rand.New(random)}
	if err := e.BoardSize(size); err != nil {
		return nil, err
	}
	return e, nil
}

// BoardSize begins a new game on a board of this size.
func (e *engine) BoardSize(size int) error {
	b, err := e.rules.board(size)
	if err != nil {
		return errors.New("unacceptable size")
	}
	e.setBoard(b)
	e.NewGame()
	return nil
}

// setBoard makes a board the position.
func (e *engine) setBoard(b *goban.Board) {
	e.game, e.tree, e.generated = weiqi.Of(b, e.player.knowledge), nil, false
}

// ClearBoard begins a new game.
func (e *engine) ClearBoard() error { return e.BoardSize(e.game.Board.Size()) }

// Komi sets the komi.
func (e *engine) Komi(points float64) error {
	if err := e.game.Board.SetKomi(points); err != nil {
		return err
	}
	e.rules.komi, e.tree, e.generated = points, nil, false
	return nil
}

// colorOf returns the colour of a side.
func colorOf(c gtp.Colour) goban.Color {
	if c == gtp.White {
		return goban.White
	}
	return goban.Black
}

// sideOf returns the side of a colour.
func sideOf(c goban.Color) gtp.Colour {
	if c == goban.White {
		return gtp.White
	}
	return gtp.Black
}

// ToMove returns the side to move.
func (e *engine) ToMove() gtp.Colour { return sideOf(e.game.Board.ToMove()) }

// Play plays a move.
func (e *engine) Play(c gtp.Colour, move string) error {
	b := e.game.Board
	p, err := b.Parse(move)
	if err != nil {
		return fmt.Errorf("illegal move: %w", err)
	}
	if err := b.Check(colorOf(c), p); err != nil {
		return fmt.Errorf("illegal move: %w", err)
	}
	e.turn(c)
	e.generated = false
	return e.play(p)
}

// turn makes it the turn of a side, which may move several times in a row.
func (e *engine) turn(c gtp.Colour) {
	if b := e.game.Board; b.ToMove() != colorOf(c) {
		b.SetToMove(colorOf(c))
		e.tree = nil
	}
}

// play plays a legal move for the colour to move, and keeps what the tree knows of it.
func (e *engine) play(p goban.Point) error {
	if e.tree == nil || e.game.Board.Passes() >= 2 {
		e.game.Play(p)
		e.tree = nil
		return nil
	}
	return e.tree.Play(p)
}

// Undo takes the last move back.
func (e *engine) Undo() error {
	if e.game.Board.Played() == 0 {
		return errors.New("cannot undo")
	}
	e.game.Board.Undo()
	e.tree, e.generated = nil, false
	return nil
}

// ShowBoard draws the board.
func (e *engine) ShowBoard() string { return e.game.Board.String() }

// Generate chooses a move and plays it, unless it resigns.
func (e *engine) Generate(ctx context.Context, c gtp.Colour) (string, error) {
	e.generated = false
	move, err := e.Regard(ctx, c)
	if err != nil || move == "resign" {
		return move, err
	}
	p, err := e.game.Board.Parse(move)
	if err != nil {
		return "", err
	}
	e.turn(c)
	e.generated = true
	return move, e.play(p)
}

// Regard chooses a move.
func (e *engine) Regard(ctx context.Context, c gtp.Colour) (string, error) {
	b := e.game.Board
	if b.Passes() >= 2 {
		return "pass", nil
	}
	if turn := b.ToMove(); turn != colorOf(c) {
		e.turn(c)
		defer func() { e.turn(sideOf(turn)) }()
	}
	if b.Passes() > 0 && e.winsByPassing() {
		return "pass", nil
	}
	if e.player.Random || len(e.game.Moves(nil)) == 1 {
		move, err := e.player.Choose(e.game, e.random, nil)
		return b.Name(move), err
	}
	start := time.Now()
	limits := e.limits(c)
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, limits.Time, cancel = e.Bound(ctx, c, limits.Time)
		defer cancel()
	}
	r, err := e.search(ctx, limits)
	if err != nil {
		return "", err
	}
	e.Spend(c, time.Since(start))
	return e.decide(&r), nil
}

// limits returns what bounds the search for the next move of a side.
func (e *engine) limits(c gtp.Colour) ply.Limits {
	limits := e.player.Limits
	if e.Limited() {
		limits.Time = e.ForMove(c, e.expected())
	}
	return limits
}

// expected returns how many more moves the side to move is thought to play: a third of the empty points, and some more,
// since points are filled again after captures.
func (e *engine) expected() int { return len(e.game.Board.EmptyPoints())/3 + 5 }

// search searches the present position.
func (e *engine) search(ctx context.Context, limits ply.Limits) (mcts.Result[goban.Point], error) {
	if e.tree == nil {
		opt := e.player.Options
		opt.Random = e.random
		tree, err := mcts.New(e.game, opt)
		if err != nil {
			return mcts.Result[goban.Point]{}, err
		}
		e.tree = tree
	}
	return e.tree.Search(ctx, limits)
}

// What makes the engine resign: the mean result of its best move, after that many simulations, once the board has as
// many stones as a quarter of its points.
const (
	resignBelow       = -0.92
	resignSimulations = 500
)

// decide returns the move to play after a search. It is not the move of the most simulations if that is a pass that
// might lose by stones which the search takes for alive.
func (e *engine) decide(r *mcts.Result[goban.Point]) string {
	b := e.game.Board
	if r.Value < resignBelow && r.Visits() >= resignSimulations && 4*b.Played() > len(b.Points()) {
		return "resign"
	}
	if r.Move == goban.Pass && !e.winsByPassing() {
		c := b.ToMove()
		for _, m := range r.Moves { // in descending order of their simulations
			if m.Move != goban.Pass && !b.Eye(c, m.Move) && m.Visits > 0 && b.LibertiesAfter(c, m.Move) > 1 && e.useful(m.Move) {
				return b.Name(m.Move)
			}
		}
	}
	return b.Name(r.Move)
}

// useful reports whether a move touches a stone of the other colour or an empty point, so that it does not only fill
// own territory.
func (e *engine) useful(p goban.Point) bool {
	c := e.game.Board.ToMove()
	for _, q := range e.game.Board.Neighbors(p) {
		if at := e.game.Board.At(q); at == goban.Empty || at == c.Opponent() {
			return true
		}
	}
	return false
}

// winsByPassing reports whether the side to move wins if the game ends now, both if all stones count as alive and if
// those that playouts find dead are taken off.
func (e *engine) winsByPassing() bool {
	b := e.game.Board
	without, err := e.game.FinalScore()
	if err != nil {
		return false
	}
	if all := b.Score(); b.ToMove() == goban.White {
		return all < 0 && without < 0
	} else {
		return all > 0 && without > 0
	}
}

// FinalScore returns the score without the stones that playouts find dead.
func (e *engine) FinalScore() (string, error) {
	score, err := e.game.FinalScore()
	return resultOf(score), err
}

// resultOf writes a score for Black, as in B+3.5.
func resultOf(score float64) string {
	switch {
	case score > 0:
		return fmt.Sprintf("B+%g", score)
	case score < 0:
		return fmt.Sprintf("W+%g", -score)
	}
	return "0"
}

// FinalStatus returns the strings of a status, each on a line.
func (e *engine) FinalStatus(status string) ([]string, error) {
	if !slices.Contains([]string{"alive", "seki", "dead"}, status) {
		return nil, fmt.Errorf("%q: want alive, seki or dead", status)
	}
	b := e.game.Board
	dead := map[goban.Point]bool{}
	for _, p := range e.game.Dead(nil) {
		dead[p] = true
	}
	var lines []string
	for _, p := range b.Points() {
		if b.Head(p) == p && status != "seki" && dead[p] == (status == "dead") {
			lines = append(lines, strings.Join(e.names(b.Stones(p, nil)), " "))
		}
	}
	return lines, nil
}

func (e *engine) names(points []goban.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = e.game.Board.Name(p)
	}
	return names
}

// FixedHandicap puts stones on the points of the protocol.
func (e *engine) FixedHandicap(stones int) ([]string, error) {
	points, err := weiqi.Handicap(e.game.Board, stones)
	if err != nil {
		return nil, err
	}
	return e.handicap(points)
}

// PlaceHandicap puts stones on the points of a fixed handicap, as many as there are.
func (e *engine) PlaceHandicap(stones int) ([]string, error) {
	for n := min(stones, 9); n > 2; n-- {
		if points, err := weiqi.Handicap(e.game.Board, n); err == nil {
			return e.handicap(points)
		}
	}
	return e.FixedHandicap(stones)
}

// SetHandicap puts stones on given points.
func (e *engine) SetHandicap(names []string) error {
	if len(names) < 2 {
		return fmt.Errorf("handicap of %d stones: want 2 or more", len(names))
	}
	points := make([]goban.Point, len(names))
	for i, name := range names {
		p, err := e.game.Board.Parse(name)
		if err != nil {
			return err
		}
		if p == goban.Pass || slices.Contains(points[:i], p) {
			return fmt.Errorf("%s: want different points", name)
		}
		points[i] = p
	}
	_, err := e.handicap(points)
	return err
}

// handicap begins a game in which Black has stones on the board and White is to move.
func (e *engine) handicap(points []goban.Point) ([]string, error) {
	b := e.game.Board
	if b.Played() > 0 || len(b.EmptyPoints()) < len(b.Points()) {
		return nil, errors.New("board not empty")
	}
	with, err := e.rules.board(b.Size())
	if err != nil {
		return nil, err
	}
	names := make([]string, len(points))
	for i, p := range points {
		if err := with.Place(goban.Black, p); err != nil {
			return nil, err
		}
		names[i] = with.Name(p)
	}
	with.SetToMove(goban.White)
	e.setBoard(with)
	return names, nil
}

// LoadSGF reads a game from a file.
func (e *engine) LoadSGF(file string, move int) (gtp.Colour, error) {
	games, err := cli.ReadFile(file, sgf.Read)
	if err != nil {
		return 0, err
	}
	set, err := e.rules.board(goban.MinSize)
	if err != nil {
		return 0, err
	}
	line := games[0].MainLine()
	if move > 0 {
		line = goban.UpTo(line, move-1)
	}
	b, _, err := goban.Replay(line, set.Rules())
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	e.rules.komi = b.Rules().Komi
	e.setBoard(b)
	return e.ToMove(), nil
}

// Analyze searches until ctx ends, and tells what it has found up to then.
func (e *engine) Analyze(ctx context.Context, c gtp.Colour, interval time.Duration, tell func([]gtp.Finding)) error {
	b := e.game.Board
	if e.player.Random || b.Passes() >= 2 {
		return errors.New("nothing to search")
	}
	if turn := b.ToMove(); turn != colorOf(c) {
		e.turn(c)
		defer func() { e.turn(sideOf(turn)) }()
	}
	for ctx.Err() == nil {
		// A deadline, since a limit of time would end the search as soon as its move cannot change.
		within, cancel := context.WithTimeout(ctx, interval)
		r, err := e.search(within, ply.Limits{})
		cancel()
		if err != nil {
			return err
		}
		tell(e.findings(&r))
		if r.Nodes == 0 { // solved, or as many simulations as can be counted
			<-ctx.Done()
		}
	}
	return nil
}

// findings returns the moves that were searched, best first.
func (e *engine) findings(r *mcts.Result[goban.Point]) []gtp.Finding {
	var findings []gtp.Finding
	for _, m := range r.Moves {
		if m.Visits == 0 {
			break
		}
		line := []goban.Point{m.Move}
		if m.Move == r.Move {
			line = r.Line
		}
		findings = append(findings, gtp.Finding{Move: e.game.Board.Name(m.Move), Visits: m.Visits, Rate: (1 + m.Value) / 2, Line: e.names(line)})
	}
	return findings
}

// Ponder searches the position in which the other side is to move, after a move that was generated.
func (e *engine) Ponder(ctx context.Context) {
	if !e.ponders || !e.generated || e.player.Random || e.game.Board.Passes() >= 2 {
		return
	}
	if _, err := e.search(ctx, ply.Limits{}); err != nil {
		e.tree = nil // the next search begins anew, and tells of what is wrong
	}
}
