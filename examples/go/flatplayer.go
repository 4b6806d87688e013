package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts/flat"
)

// A flatPlayer plays by flat Monte-Carlo.
type flatPlayer struct {
	options     flat.Options[goban.Point]
	limits      ply.Limits
	connections weiqi.Connections
}

// flatHelp explains how players of flat Monte-Carlo are written.
const flatHelp = `A player is the word flat followed by settings, separated by commas, as in flat,first,k=5,sims=1000:
  sims=N     playouts for a move (1000 without each and time)
  each=N     playouts for each of the moves to choose among
  time=D     time for a move, such as 50ms
  first      a playout counts for all moves that were played first in it (all moves as first)
  retaken    … and for those that were played on points which the opponent had played on before
  k=K        playouts prefer good moves, with weights exp(K*points)
  virtual=N  their evaluations begin with N playouts of the mean score (0)
  annealed   K grows from 0 at the beginning
  gobble=T   playouts follow two sequences of moves, annealed from temperature T
  replies    moves are judged by the best reply (depth 2)
  prune=R    bad moves are given up, by R standard errors (progressive pruning), after a number of playouts each:
  after=N    see prune (100)
  goals      connections of strings are judged like moves
  empty      those of strings with empty points, too
  nodes=N    nodes of each search for a connection (300)`

// parseFlat reads a player of flat Monte-Carlo. It returns an error if the options do not go together.
func parseFlat(text string) (flatPlayer, error) {
	spec := cli.ParseSpec(text)
	var p flatPlayer
	if spec.Kind != "flat" {
		spec.Fail(fmt.Errorf("unknown kind %q, want flat", spec.Kind))
	}
	p.limits = ply.Limits{Nodes: spec.Whole("sims", 0, sampling.MostSimulations), Time: spec.Duration("time")}
	judge := flat.EachMove{
		Playouts:   spec.Whole("each", 0, sampling.MostSimulations),
		Deviations: spec.Number("prune", 0, sampling.MostWeight), After: spec.Whole("after", 0, sampling.MostSimulations),
	}
	if p.limits == (ply.Limits{}) && judge.Playouts == 0 {
		p.limits.Nodes = 1000
	}
	all := flat.AllAsFirst{Goals: spec.Flag("goals"), Gobble: spec.Number("gobble", 0, sampling.MostWeight)}
	if all.Goals {
		p.connections.Empty = spec.Flag("empty")
	}
	p.connections.Nodes = spec.Whole("nodes", 0, cli.Many)
	opt := &p.options
	opt.Replies, opt.Retaken = spec.Flag("replies"), spec.Flag("retaken")
	opt.Boltzmann = flat.Boltzmann{
		K:        spec.Number("k", 0, sampling.MostWeight) / 2, // outcomes are twice the points
		Virtual:  spec.Number("virtual", 0, sampling.MostWeight),
		Annealed: spec.Flag("annealed"),
	}
	first := spec.Flag("first")
	switch {
	case all.Gobble != 0 && opt.Boltzmann != (flat.Boltzmann{}):
		spec.Fail(errors.New("gobble excludes k, virtual and annealed"))
	case all.Gobble != 0 && !first:
		spec.Fail(errors.New("gobble needs first"))
	case (judge.Deviations != 0 || judge.After != 0) && (first || opt.Replies):
		spec.Fail(errors.New("prune excludes first and replies"))
	case judge.Playouts > 0 && first:
		spec.Fail(errors.New("each excludes first, whose games are for all moves"))
	case all.Goals && !first:
		spec.Fail(errors.New("goals needs first"))
	}
	if opt.Judge = judge; first {
		opt.Judge = all
	}
	if err := spec.Finish(); err != nil {
		return flatPlayer{}, err
	}
	g, err := p.game(goban.MinSize)
	if err == nil {
		// A search that ends at once finds out whether the options go together.
		limits := p.limits
		limits.Time = 1
		_, err = flat.Search(context.Background(), g, limits, p.options)
	}
	return p, spec.Wrap(err)
}

// game returns an empty board as the player sees it.
func (p *flatPlayer) game(size int) (*weiqi.Flat, error) {
	b, err := goban.New(size, goban.Rules{})
	if err != nil {
		return nil, err
	}
	return weiqi.NewFlat(b, p.connections)
}

// choose returns the move of the player.
func (p *flatPlayer) choose(ctx context.Context, g *weiqi.Flat, random *rand.Rand) (goban.Point, error) {
	g.Connections = p.connections
	opt := p.options
	opt.Random = random
	if moves := g.Moves(nil); len(moves) == 1 {
		return moves[0], nil
	}
	r, err := flat.Search(ctx, g, p.limits, opt)
	return r.Move, err
}
