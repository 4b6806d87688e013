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
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/neural"
)

// A game is what the commands do with a game.
type game interface {
	train(ctx context.Context, std cli.Streams, t *training) error
	match(ctx context.Context, out io.Writer, m *matching) error
	play(ctx context.Context, simulations int, r neural.Request) ([]byte, error)
}

var games = map[string]game{
	"connectfour": &subject[*connectfour.Game, connectfour.Drop]{description: connectFour, options: neural.Options[connectfour.Drop]{
		Architecture: neural.Dense{Hidden: []int{256, 128}},
		Games:        1000,
		SelfPlay:     neural.SelfPlay{Simulations: 32, Opening: 16},
		Training:     neural.Training{Readings: 6},
	}, opening: 6},
	"othello": &subject[*othello.Game, othello.Move]{description: eightByEight, options: neural.Options[othello.Move]{
		Games:    500,
		SelfPlay: neural.SelfPlay{Simulations: 32, Opening: 10},
	}, opening: 8},
	"loa": &subject[*loa.Game, loa.Move]{description: linesOfAction, options: neural.Options[loa.Move]{
		Games:    500,
		SelfPlay: neural.SelfPlay{Simulations: 32, Opening: 6, MaxMoves: 200, Repetitions: true, Resign: neural.Resign{Below: -0.95}},
	}, opening: 4},
}

func gameNames() []string { return slices.Sorted(maps.Keys(games)) }

// connectFour describes Connect Four: the stones of both sides, row by row from below, and moves as columns.
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

// appendBoard appends a plane of 8 × 8 cells.
func appendBoard(dst []float32, board uint64) []float32 {
	for cell := range 64 {
		dst = append(dst, float32(board>>cell&1))
	}
	return dst
}

// eightByEight describes Othello: the discs of both sides, and moves as squares, with the pass.
var eightByEight = neural.Description[*othello.Game, othello.Move]{
	Name:   "othello",
	New:    func() (*othello.Game, error) { return othello.New(), nil },
	Planes: 2, Height: 8, Width: 8,
	Append: func(g *othello.Game, dst []float32) []float32 {
		own, other := g.Bits()
		return appendBoard(appendBoard(dst, own), other)
	},
	Moves:  65,
	Number: func(_ *othello.Game, m othello.Move) int { return int(m) },
}

// linesOfAction describes Lines of Action: the men of both sides, and moves as the square that a man leaves and the
// direction, since the line says how far he goes.
var linesOfAction = neural.Description[*loa.Game, loa.Move]{
	Name:   "loa",
	New:    func() (*loa.Game, error) { return loa.Start(), nil },
	Planes: 2, Height: 8, Width: 8,
	Append: func(g *loa.Game, dst []float32) []float32 {
		return appendBoard(appendBoard(dst, g.Men(g.ToMove())), g.Men(1-g.ToMove()))
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
}

// A subject is a game with its description and the options of its training.
type subject[G ply.AdversarialGame[M], M comparable] struct {
	description neural.Description[G, M]
	options     neural.Options[M]
	opening     int // random moves of a match
}

// playing returns the options with a number of simulations, unless that is 0.
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
	opt.Generations, opt.Together, opt.Workers = t.generations, t.together, cli.Workers(t.workers)
	opt.Random, opt.Gate.Games = rand.NewPCG(t.seed, 0), t.gate
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
	opt.Progress = func(p neural.Progress) { bar.Title(title(&p, t.time, time.Since(begun))) }
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
		last.Number, last.Games, last.Loss.Policy, last.Loss.Value, last.Elo)
	return err
}

// title is what a terminal shows of a training.
func title(p *neural.Progress, limit, spent time.Duration) string {
	text := fmt.Sprintf("generation %d, %s %d of %d; %d games", p.Generation, p.Phase, p.Done, p.Total, p.Games)
	if p.Last.Number > 0 {
		text += fmt.Sprintf(", loss %.3f + %.3f, Elo %+.0f", p.Last.Loss.Policy, p.Last.Loss.Value, p.Last.Elo)
	}
	if limit > 0 {
		text += fmt.Sprintf(", %v left", max(limit-spent, 0).Round(time.Second))
	}
	return text + ","
}
