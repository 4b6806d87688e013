package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/neural"
)

type game interface {
	train(ctx context.Context, std cli.Streams, t *training) error
	match(ctx context.Context, out io.Writer, m *matching) error
	play(ctx context.Context, simulations int, r neural.Request) ([]byte, error)
}

var games = map[string]game{
	"connectfour": &subject[*connectfour.Game, connectfour.Drop]{description: connectFour, options: neural.Options[connectfour.Drop]{
		Architecture: neural.Dense{Hidden: []int{512, 256}},
		Games:        1000,
		SelfPlay:     neural.SelfPlay{Simulations: 48, Opening: 24},
		Training:     neural.Training{Epochs: 8, Discount: 0.98},
	}, opening: 6},
	"othello": &subject[*othello.Game, othello.Move]{description: eightByEight, options: neural.Options[othello.Move]{
		Games:    500,
		SelfPlay: neural.SelfPlay{Simulations: 32, Opening: 10},
	}, opening: 8},
	"othello6": &subject[*othello.Small, othello.Move]{description: sixBySix, options: neural.Options[othello.Move]{
		Games:    500,
		SelfPlay: neural.SelfPlay{Simulations: 32, Opening: 8},
	}, opening: 6},
	"go7": &subject[*goban.Game, goban.Point]{description: goOn(7, 9), options: neural.Options[goban.Point]{
		Architecture: neural.Residual{Blocks: 1, Filters: 8},
		Games:        200,
		SelfPlay:     neural.SelfPlay{Simulations: 16, Opening: 8, MaxMoves: 100},
	}, opening: 4},
	"loa": &subject[*loa.Game, loa.Move]{description: linesOfAction, options: neural.Options[loa.Move]{
		Games:    500,
		SelfPlay: neural.SelfPlay{Simulations: 32, Opening: 6, MaxMoves: 200, Repetitions: true, Resign: -0.95},
	}, opening: 4},
}

func gameNames() []string { return slices.Sorted(maps.Keys(games)) }

// connectFour describes Connect Four: the planes are the stones of both sides, row by row from below, moves are columns.
var connectFour = neural.Description[*connectfour.Game, connectfour.Drop]{
	Name:   "connectfour",
	New:    func() (*connectfour.Game, error) { return new(connectfour.Game), nil },
	Planes: 2, Height: connectfour.Rows, Width: connectfour.Columns,
	Append: func(g *connectfour.Game, dst []float32) []float32 {
		own, other := g.Bits()
		for _, stones := range [2]uint64{own, other} {
			for row := range connectfour.Rows {
				for column := range connectfour.Columns {
					dst = append(dst, float32(stones>>(column*(connectfour.Rows+1)+row)&1))
				}
			}
		}
		return dst
	},
	Moves:  connectfour.Columns,
	Number: func(_ *connectfour.Game, d connectfour.Drop) int { return d.Column() },
	Image: func(_ *connectfour.Game, symmetry, cell int) int {
		if symmetry == 0 {
			return cell
		}
		return cell + connectfour.Columns - 1 - 2*(cell%connectfour.Columns)
	},
}

func appendBoard(dst []float32, board uint64, squares []int) []float32 {
	for _, square := range squares {
		dst = append(dst, float32(board>>square&1))
	}
	return dst
}

// squaresOf returns the squares, 8·row + column, of the size × size squares in the middle of a board of 8 × 8, row by row.
func squaresOf(size int) []int {
	squares := make([]int, 0, size*size)
	edge := (8 - size) / 2
	for row := edge; row < 8-edge; row++ {
		for column := edge; column < 8-edge; column++ {
			squares = append(squares, 8*row+column)
		}
	}
	return squares
}

var allSquares = squaresOf(8)

// eightByEight and sixBySix describe Othello.
var (
	eightByEight = othelloOn("othello", 8, func() (*othello.Game, error) { return othello.New(), nil })
	sixBySix     = othelloOn("othello 6x6", 6, func() (*othello.Small, error) { return othello.NewSmall(6) })
)

// othelloOn describes Othello on a board: the planes are the discs of both sides, moves are squares and the pass.
func othelloOn[G interface {
	ply.AdversarialGame[othello.Move]
	Bits() (own, other uint64)
	MoveUnder(symmetry int, m othello.Move) othello.Move
}](name string, size int, begin func() (G, error)) neural.Description[G, othello.Move] {
	squares := squaresOf(size)
	numbers := [othello.Pass + 1]int{othello.Pass: len(squares)}
	for cell, square := range squares {
		numbers[square] = cell
	}
	return neural.Description[G, othello.Move]{
		Name:   name,
		New:    begin,
		Planes: 2, Height: size, Width: size,
		Append: func(g G, dst []float32) []float32 {
			own, other := g.Bits()
			return appendBoard(appendBoard(dst, own, squares), other, squares)
		},
		Moves:  len(squares) + 1,
		Number: func(_ G, m othello.Move) int { return numbers[m] },
		Image:  func(g G, symmetry, cell int) int { return numbers[g.MoveUnder(symmetry, othello.Move(squares[cell]))] },
	}
}

// goOn describes Go with area scoring and the simple ko rule, under which positions have images. The planes are the stones of
// both sides, the strings with one liberty and with two, the point forbidden by ko, and, the same on all points, whether the
// last move was a pass and whether Black is to move. Moves are points and the pass.
func goOn(size int, komi float64) neural.Description[*goban.Game, goban.Point] {
	cell := func(g *goban.Game, p goban.Point) int {
		if p == goban.Pass {
			return size * size
		}
		x, y := g.Board.XY(p)
		return y*size + x
	}
	return neural.Description[*goban.Game, goban.Point]{
		Name:   fmt.Sprintf("go %dx%[1]d, komi %v", size, komi),
		New:    func() (*goban.Game, error) { return goban.NewGame(size, goban.Rules{Komi: komi}) },
		Planes: 7, Height: size, Width: size,
		Append: func(g *goban.Game, dst []float32) []float32 {
			b := g.Board
			own := b.ToMove()
			for plane := range 7 {
				for _, p := range b.Points() {
					var is bool
					switch plane {
					case 0:
						is = b.At(p) == own
					case 1:
						is = b.At(p) == own.Opponent()
					case 2, 3:
						is = b.At(p) != goban.Empty && b.LibertyCount(p) == plane-1
					case 4:
						is = p == b.Ko()
					case 5:
						is = b.Passes() > 0
					case 6:
						is = own == goban.Black
					}
					x := float32(0)
					if is {
						x = 1
					}
					dst = append(dst, x)
				}
			}
			return dst
		},
		Moves:  size*size + 1,
		Number: cell,
		Image:  func(g *goban.Game, symmetry, at int) int { return cell(g, g.MoveUnder(symmetry, g.Board.Points()[at])) },
	}
}

// linesOfAction describes Lines of Action: the planes are the men of both sides. A move is the square of the man and the
// direction, which determine how far it goes.
var linesOfAction = neural.Description[*loa.Game, loa.Move]{
	Name:   "loa",
	New:    func() (*loa.Game, error) { return loa.Start(), nil },
	Planes: 2, Height: 8, Width: 8,
	Append: func(g *loa.Game, dst []float32) []float32 {
		return appendBoard(appendBoard(dst, g.Men(g.ToMove()), allSquares), g.Men(1-g.ToMove()), allSquares)
	},
	Moves: 64*8 + 1,
	Number: func(_ *loa.Game, m loa.Move) int {
		if m == loa.Pass {
			return 64 * 8
		}
		from, to := m.Squares()
		across, up := cmp.Compare(to%8, from%8), cmp.Compare(to/8, from/8)
		direction := 3*(up+1) + across + 1
		if direction > 4 {
			direction--
		}
		return from*8 + direction
	},
	Image: func(g *loa.Game, symmetry, cell int) int { return g.SquareUnder(symmetry, cell) },
}

type subject[G ply.AdversarialGame[M], M comparable] struct {
	description neural.Description[G, M]
	options     neural.Options[M]
	opening     int // random moves of a match
}

// playing returns the options with a number of simulations, 0 for the usual one.
func (s *subject[G, M]) playing(simulations int) neural.Options[M] {
	opt := s.options
	if simulations > 0 {
		opt.SelfPlay.Simulations = simulations
	}
	return opt
}

func (s *subject[G, M]) play(ctx context.Context, simulations int, r neural.Request) ([]byte, error) {
	return neural.PlayGames(ctx, s.description, s.playing(simulations), r)
}

func (s *subject[G, M]) train(ctx context.Context, std cli.Streams, t *training) error {
	if t.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.time)
		defer cancel()
	}
	opt := s.playing(t.simulations)
	opt.Generations, opt.GamesPerWorker, opt.Workers = t.generations, t.together, cli.Workers(t.workers)
	opt.Random, opt.GateGames, opt.Training.Rate = rand.NewPCG(t.seed, 0), t.gate, t.rate
	if t.games > 0 {
		opt.Games = t.games
	}
	if t.queue != "" {
		q, err := distributed.Open(ctx, t.queue)
		if err != nil {
			return err
		}
		defer q.Close()
		registry := new(distributed.Registry)
		registry.Register(selfPlay.Name, selfPlay.Make)
		shared := &sharer{q, registry, playOptions{Game: t.game, Simulations: t.simulations, Part: t.part}, opt.Workers}
		opt.Play = shared.play
	}
	bar := cli.NewProgress(0, "")
	defer bar.Close()
	begun := time.Now()
	opt.Progress = func(g neural.Generation, phase string, done, total int) {
		text := fmt.Sprintf("generation %d, %s %d of %d; %d games", g.Number, phase, done, total, g.Games)
		if g.Number > 1 {
			text += fmt.Sprintf(", loss %.3f + %.3f, Elo %+.0f", g.PolicyLoss, g.ValueLoss, g.Elo)
		}
		if t.time > 0 {
			text += fmt.Sprintf(", %v left", max(t.time-time.Since(begun), 0).Round(time.Second))
		}
		bar.Title(text + ",")
	}
	if _, err := neural.Train(ctx, t.dir, s.description, opt); err != nil {
		return err
	}
	bar.Close()
	log, err := neural.ReadLog(t.dir)
	if err != nil || len(log) == 0 {
		return err
	}
	last := &log[len(log)-1]
	_, err = fmt.Fprintf(std.Out, "generation %d: %d games, loss of the policy %.3f, of the value %.3f, %.0f Elo above the first network\n",
		last.Number, last.Games, last.PolicyLoss, last.ValueLoss, last.Elo)
	return err
}
