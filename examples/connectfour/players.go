package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts/puct"
)

// evaluatingHelp are the settings of players that evaluate positions.
const evaluatingHelp = `  c=C        how much to explore
  fpu=R      reduction of moves not yet tried (0)
  m=N        consider N moves in the root
  batch=N    evaluate up to N positions in one call (1)
  loss=L     what counts as lost of simulations whose evaluation is pending, from 0 to 1 (0)
  inflight=N evaluate by N goroutines while others collect positions
  memory=MB  bound on the memory of the tree
  solver     prove values
  blind      take all positions for even and all moves for equal`

// evaluating returns a player that evaluates positions by the model of connectfour learn instead of playouts.
func evaluating(kind, help string) command.Player[*connectfour.Game, connectfour.Drop] {
	return command.Player[*connectfour.Game, connectfour.Drop]{
		Name: kind, Help: help, Limits: ply.Limits{Nodes: 1000},
		Read: func(s *command.Settings) func(*connectfour.Game, rand.Source) (engine.Searcher[connectfour.Drop], error) {
			opt, model := readEvaluating(s)
			if _, err := puct.New(new(connectfour.Game), model.Evaluate, opt); err != nil { // whether the options go together
				s.Fail(err)
			}
			return func(g *connectfour.Game, random rand.Source) (engine.Searcher[connectfour.Drop], error) {
				opt := opt
				opt.Random = random
				return puct.NewSearcher(g, model.Evaluate, opt)
			}
		},
	}
}

// readEvaluating reads the settings of a player that evaluates positions.
func readEvaluating(s *command.Settings) (o puct.Options[connectfour.Drop], model *connectfour.Model) {
	o.NoSolver = !s.Flag("solver")
	considered := 0
	if s.Kind != "puct" {
		considered = s.Whole("m", 0, sampling.MostSimulations)
	}
	var upper puct.PUCT
	if s.Kind != "gumbel" {
		upper.C = s.Number("c", 0, sampling.MostWeight)
		upper.Reduction = s.Number("fpu", 0, sampling.MostWeight)
		upper.VirtualLoss = s.Number("loss", 0, 1)
	}
	switch s.Kind {
	case "puct":
		o.Selection = upper
	case "gumbel":
		o.Selection = puct.Gumbel{Considered: considered, NoNoise: true}
	default:
		o.Selection = puct.Halving{Considered: considered, PUCT: upper}
	}
	o.Batch = s.Whole("batch", 0, 1<<16)
	o.InFlight = s.Whole("inflight", 0, cli.MaxWorkers)
	o.Memory = int64(s.Whole("memory", 0, cli.MostEntries(1<<20))) << 20
	if s.Flag("blind") {
		return o, new(connectfour.Model)
	}
	model, err := connectfour.Learned()
	if err != nil {
		s.Fail(fmt.Errorf("the model: %w", err))
		model = new(connectfour.Model)
	}
	return o, model
}
