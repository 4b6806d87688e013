package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

// A board is a player of Go by the Go Text Protocol that moves in turn.
type board = gtp.Player[*weiqi.Game, goban.Point]

// A bot is a board with the special features of Go: handicaps, komi, dead stones, and colours that move out of turn.
type bot struct {
	*board
	player player
	rules  rules
}

func newBot(p player, r rules, size int, random rand.Source) (*bot, error) {
	e := &bot{player: p, rules: r}
	p.Options.Random = rand.New(random) // of all trees
	newGame := func(position string) (*weiqi.Game, error) {
		n, err := strconv.Atoi(cmp.Or(position, strconv.Itoa(size)))
		if err != nil {
			return nil, err
		}
		return e.rules.game(n, p.knowledge)
	}
	var err error
	e.board, err = gtp.Play(newGame, func(g *weiqi.Game) (*engine.Player[goban.Point], error) {
		// A side plays on a third of the empty points, and on captured points again.
		expected := len(g.Board.EmptyPoints())/3 + 5
		return p.Engine(g, p.Options.Random, func() (engine.Searcher[goban.Point], error) { return mcts.NewSearcher(g, p.Options) }, expected)
	})
	if err == nil {
		e.Choose = e.choose
	}
	return e, err
}

// ClearBoard implements [gtp.Engine].
func (e *bot) ClearBoard() error { return e.BoardSize(e.Game().Size()) }

// resume continues from the position of a board.
func (e *bot) resume(b *goban.Board) error {
	return e.Begin(func() (*weiqi.Game, error) { return weiqi.Of(b.CloneMoves(), e.player.knowledge), nil })
}

// Komi implements [gtp.Komier].
func (e *bot) Komi(points float64) error {
	b := e.Game().Board.CloneMoves()
	if err := b.SetKomi(points); err != nil {
		return err
	}
	e.rules.komi = points
	return e.resume(b)
}

// colorOf returns the colour of a side, and sideOf the side of a colour.
func colorOf(c gtp.Colour) goban.Color { return goban.Color(c) + goban.Black }
func sideOf(c goban.Color) gtp.Colour  { return gtp.Colour(c - goban.Black) }

// Play implements [gtp.Engine]. A colour may move out of turn, and after two passes.
func (e *bot) Play(c gtp.Colour, move string) error {
	b := e.Game().Board
	p, err := b.Parse(move)
	if err == nil {
		err = b.Check(colorOf(c), p)
	}
	switch {
	case err != nil:
		return fmt.Errorf("illegal move: %w", err)
	case c == e.ToMove() && b.Passes() < 2:
		return e.board.Play(c, move)
	}
	b = b.CloneMoves()
	b.SetToMove(colorOf(c))
	b.Play(p)
	return e.resume(b)
}

// turn makes a colour the side to move.
func (e *bot) turn(c gtp.Colour) error {
	if e.ToMove() == c {
		return nil
	}
	b := e.Game().Board.CloneMoves()
	b.SetToMove(colorOf(c))
	return e.resume(b)
}

// Undo implements [gtp.Engine].
func (e *bot) Undo() error {
	err := e.board.Undo()
	if b := e.Game().Board; err != nil && b.Played() > 0 { // before the position that it was resumed from
		b = b.CloneMoves()
		b.Undo()
		return e.resume(b)
	}
	return err
}

// Generate implements [gtp.Engine].
func (e *bot) Generate(ctx context.Context, c gtp.Colour, clock engine.Clock) (string, error) {
	if e.Game().Board.Passes() >= 2 {
		return "pass", e.Play(c, "pass")
	}
	if err := e.turn(c); err != nil {
		return "", err
	}
	return e.board.Generate(ctx, c, clock)
}

// Regard implements [gtp.Regarder].
func (e *bot) Regard(ctx context.Context, c gtp.Colour, clock engine.Clock) (move string, err error) {
	if e.Game().Board.Passes() >= 2 {
		return "pass", nil
	}
	err = e.inTurn(c, func() error {
		move, err = e.board.Regard(ctx, c, clock)
		return err
	})
	return move, err
}

// Analyze implements [gtp.Analyzer].
func (e *bot) Analyze(ctx context.Context, c gtp.Colour, moves int, interval time.Duration, tell func([]gtp.Finding)) error {
	if e.player.Random {
		return errors.New("nothing to search")
	}
	return e.inTurn(c, func() error { return e.board.Analyze(ctx, c, moves, interval, tell) })
}

// inTurn calls f with a colour to move, and then returns to the position before.
func (e *bot) inTurn(c gtp.Colour, f func() error) error {
	if e.ToMove() == c {
		return f()
	}
	before := e.Game().Board
	if err := e.turn(c); err != nil {
		return err
	}
	return errors.Join(f(), e.resume(before))
}

// The bot resigns if the mean result of its best move is below resignBelow after at least resignSimulations, once a quarter of
// the points have been played.
const (
	resignBelow       = -0.92
	resignSimulations = 500
)

// choose passes if that wins, resigns, or searches. If the search prefers a pass that could lose by dead stones, it
// plays the best useful move.
func (e *bot) choose(ctx context.Context, p *engine.Player[goban.Point], clock engine.Clock) (goban.Point, bool, error) {
	b := e.Game().Board
	if b.Passes() > 0 && e.winsByPassing() {
		return goban.Pass, false, nil
	}
	a, err := e.player.Ask(ctx, p, clock)
	if err != nil || len(a.Lines) == 0 {
		return goban.Pass, false, err
	}
	best := a.Lines[0]
	if best.Value < resignBelow && a.Nodes >= resignSimulations && 4*b.Played() > len(b.Points()) {
		return goban.Pass, true, nil
	}
	if useful := e.useful(); best.Move == goban.Pass && len(useful) > 0 && !e.winsByPassing() {
		a, err := p.Analyze(context.WithoutCancel(ctx), ply.Limits{Nodes: 1}, engine.Question[goban.Point]{Moves: useful})
		if err != nil {
			return goban.Pass, false, err
		}
		if len(a.Lines) > 0 && a.Lines[0].Visits > 0 {
			return a.Lines[0].Move, false, nil
		}
	}
	return best.Move, false, nil
}

// useful returns the moves next to an empty point or a stone of the other colour, which do more than fill own
// territory, and that leave more than one liberty.
func (e *bot) useful() (moves []goban.Point) {
	b := e.Game().Board
	c := b.ToMove()
	for _, p := range e.Game().Moves(nil) {
		if p == goban.Pass || b.Eye(c, p) || b.LibertiesAfter(c, p) <= 1 {
			continue
		}
		near := b.Neighbors(p)
		if slices.ContainsFunc(near[:], func(q goban.Point) bool { return b.At(q) == goban.Empty || b.At(q) == c.Opponent() }) {
			moves = append(moves, p)
		}
	}
	return moves
}

// winsByPassing reports whether the side to move wins if the game ends now, both with all stones alive and without
// those that playouts find dead.
func (e *bot) winsByPassing() bool {
	without, err := e.Game().FinalScore()
	all := e.Game().Board.Score()
	if e.ToMove() == gtp.White {
		all, without = -all, -without
	}
	return err == nil && all > 0 && without > 0
}

// FinalScore returns the score without stones that playouts find dead.
func (e *bot) FinalScore() (string, error) {
	score, err := e.Game().FinalScore()
	return goban.Result(score), err
}

// FinalStatus returns the strings with a status, each on a line.
func (e *bot) FinalStatus(status string) ([]string, error) {
	if !slices.Contains([]string{"alive", "seki", "dead"}, status) {
		return nil, fmt.Errorf("%q: want alive, seki or dead", status)
	}
	b := e.Game().Board
	dead := map[goban.Point]bool{}
	for _, p := range e.Game().Dead() {
		dead[p] = true
	}
	var lines []string
	for _, p := range b.Points() {
		if b.Head(p) == p && status != "seki" && dead[p] == (status == "dead") {
			lines = append(lines, strings.Join(e.Game().Board.Names(b.Stones(p, nil)), " "))
		}
	}
	return lines, nil
}

// FixedHandicap puts stones on the points of the protocol.
func (e *bot) FixedHandicap(stones int) ([]string, error) {
	points, err := weiqi.Handicap(e.Game().Board, stones)
	if err != nil {
		return nil, err
	}
	return e.handicap(points)
}

// PlaceHandicap puts stones on the points of the largest fixed handicap up to a number of stones.
func (e *bot) PlaceHandicap(stones int) ([]string, error) {
	for n := min(stones, 9); n > 2; n-- {
		if points, err := weiqi.Handicap(e.Game().Board, n); err == nil {
			return e.handicap(points)
		}
	}
	return e.FixedHandicap(stones)
}

// SetHandicap puts stones on given points.
func (e *bot) SetHandicap(names []string) error {
	if len(names) < 2 {
		return fmt.Errorf("handicap of %d stones: want 2 or more", len(names))
	}
	points := make([]goban.Point, len(names))
	for i, name := range names {
		var err error
		if points[i], err = e.Game().Board.Parse(name); err != nil {
			return err
		}
	}
	_, err := e.handicap(points)
	return err
}

// handicap begins a game with black stones on the board and White to move.
func (e *bot) handicap(points []goban.Point) ([]string, error) {
	b := e.Game().Board
	if b.Played() > 0 || len(b.EmptyPoints()) < len(b.Points()) {
		return nil, errors.New("board not empty")
	}
	with, err := e.rules.board(b.Size())
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		if err := with.Place(goban.Black, p); err != nil {
			return nil, err
		}
	}
	with.SetToMove(goban.White)
	return e.Game().Board.Names(points), e.resume(with)
}

func (e *bot) LoadSGF(file string, move int) (gtp.Colour, error) {
	games, err := cli.ReadFile(file, sgf.Read)
	if err != nil {
		return 0, err
	}
	line := games[0].MainLine()
	if move > 0 {
		line = goban.UpTo(line, move-1)
	}
	b, _, err := goban.Replay(line, e.rules.set())
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	e.rules.komi = b.Rules().Komi
	err = e.resume(b)
	return e.ToMove(), err
}

type gtpFlags struct {
	size   int
	rules  rules
	player string
	ponder bool
	seed   uint64
}

// usualPlayer is the default of flags for a player.
const usualPlayer = "rave,strong,time=2s,memory=512"

func gtpCommand(std cli.Streams) *cli.Command {
	var f gtpFlags
	flags := flag.NewFlagSet("go gtp", flag.ContinueOnError)
	sizeFlag(flags, &f.size)
	rulesFlags(flags, &f.rules)
	flags.StringVar(&f.player, "player", usualPlayer, "`player` that chooses moves; see match")
	flags.BoolVar(&f.ponder, "ponder", false, "search while the other side thinks")
	cli.Seed(flags, &f.seed, "all chance")
	return cli.Subcommand(flags, "[flags]", "Play by the Go Text Protocol on standard input and output.",
		specHelp+"\n\nThe time of the player is for each move, unless time_settings or kgs-time_settings sets other limits.\n"+
			"The engine passes when it wins by the stones on the board, whoever may think them dead, and resigns when nearly all\n"+
			"simulations are lost. list_commands tells what it understands, lz-analyze and kata-analyze among it.",
		func(ctx context.Context) error { return f.run(ctx, std.In, std.Out) })
}

func (f *gtpFlags) run(ctx context.Context, in io.Reader, out io.Writer) error {
	e, err := f.bot()
	if err != nil {
		return err
	}
	return serve(ctx, e, f.ponder, in, out)
}

func (f *gtpFlags) bot() (*bot, error) {
	p, err := parsePlayer(f.player)
	if err != nil {
		return nil, cli.Usagef("-player: %w", err)
	}
	return newBot(p, f.rules, f.size, rand.NewPCG(f.seed, 0))
}

func serve(ctx context.Context, e *bot, ponder bool, in io.Reader, out io.Writer) error {
	s := &gtp.Server{Name: "ply go", Version: "1", Ponder: ponder}
	s.Add(e)
	e.addStones(s)
	return s.Serve(ctx, in, out)
}

// addStones adds the commands of GNU Go by which Kigo draws its board.
func (e *bot) addStones(s *gtp.Server) {
	of := func(answer func(b *goban.Board, c goban.Color) string) gtp.Handler {
		return func(_ context.Context, args []string) (string, error) {
			c, err := gtp.ParseColour(strings.Join(args, " "))
			return answer(e.Game().Board, colorOf(c)), err
		}
	}
	s.Handle("list_stones", of(func(b *goban.Board, c goban.Color) string {
		return strings.Join(e.Game().Board.Names(slices.DeleteFunc(slices.Clone(b.Points()), func(p goban.Point) bool { return b.At(p) != c })), " ")
	}))
	s.Handle("captures", of(func(b *goban.Board, c goban.Color) string { return strconv.Itoa(b.CapturedBy(c)) }))
}
