package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/montecarlo"
)

// The methods by the names that the command gives them.
const (
	nested     = "nmcs"
	adaptation = "nrpa"
	beam       = "beam"
	evolving   = "evolve"
)

// A hunt holds the flags of search.
type hunt struct {
	variant    string
	method     string
	budget     time.Duration
	playouts   int
	seed       uint64
	workers    int
	share      bool
	checkpoint string
	every      time.Duration
	output     string
	history    string
	json       bool

	nested     montecarlo.NestedOptions[morpion.Move]
	adaptation montecarlo.IteratedOptions[morpion.Move]
	beam       montecarlo.BeamOptions[morpion.Move]
	statistic  string
	evolving   montecarlo.EvolvingOptions[morpion.Move]

	submission queue.Submission
	islands    int
	rounds     int
}

// mostKept is the most positions or prefixes that a search keeps at a time: they take about a kilobyte each.
const mostKept = 1_000_000

// defaultBudget is the time of a search where no budget is given.
const defaultBudget = time.Minute

func searchCommand(std cli.Streams) *cli.Command {
	var h hunt
	flags := flag.NewFlagSet("morpion search", flag.ContinueOnError)
	variantFlag(flags, &h.variant)
	cli.Choice(flags, &h.method, "method", adaptation, []string{nested, adaptation, beam, evolving}, "`method`")
	cli.Number(flags, &h.budget, "budget", 0, 0, cli.LongTime, fmt.Sprintf("`time` to search, as in 5m (%v if no budget is given)", defaultBudget))
	cli.Number(flags, &h.playouts, "playouts", 0, 0, cli.Many, "`number` of playouts, after which to stop")
	cli.Seed(flags, &h.seed, "the search")
	cli.Number(flags, &h.workers, "workers", 1, 0, cli.MaxWorkers, "`goroutines` to search with, each from the start (0: one for each processor)")
	flags.BoolVar(&h.share, "share", false, "let the workers share the best game (nrpa)")
	flags.StringVar(&h.checkpoint, "checkpoint", "", "keep the state of the search in this `file`, and go on from there if it exists")
	cli.Number(flags, &h.every, "every", 30*time.Second, time.Millisecond, cli.LongTime, "`time` between checkpoints")
	flags.StringVar(&h.output, "o", "", "write the best game to this `file`, in the notation of Pentasol")
	flags.StringVar(&h.history, "history", "", "append a line to this `file` whenever a better game is found, and at the end: seconds, playouts, moves")
	flags.BoolVar(&h.json, "json", false, "write a JSON object")
	h.submission.Flags(flags)
	cli.Number(flags, &h.islands, "islands", 4, 1, 10_000, "nrpa with -queue: `searches`, which share the -playouts; with -share they exchange their best games")
	cli.Number(flags, &h.rounds, "rounds", 20, 1, 1_000_000, "nrpa with -queue: `parts` of each search, after which it is stored and looks at the others")

	var level int
	cli.Number(flags, &level, "level", 0, 0, 20, "depth of the nesting (0: nmcs 3, nrpa 4, iterated 2)")
	cli.Number(flags, &h.adaptation.Iterations, "iterations", 300, 1, cli.Many, "nrpa: `calls` of a level to the one below")
	cli.Number(flags, &h.adaptation.Rate, "rate", 1, 1e-6, 1e6, "nrpa: the `rate` at which policies are adapted")
	cli.Number(flags, &h.adaptation.TopRate, "top-rate", 0, 0, 1e6, "nrpa: the `rate` of the highest level (0: 0.3, iterated the rate of the others)")
	cli.Number(flags, &h.adaptation.Playouts, "step", 1, 1, cli.Many, "nrpa: `playouts` between two adaptations on level 1")
	cli.Number(flags, &h.adaptation.MaxRepetitions, "repetitions", 30, 0, cli.Many, "nrpa: end a call that has found games of its best length this many `times` again (0: no bound)")
	cli.Number(flags, &h.adaptation.Beam, "beam", 1, 1, 1000, "nrpa: `lines` that level 1 keeps, each with a policy of its own")
	flags.BoolVar(&h.adaptation.Guided, "guided", false, "nrpa: let playouts prefer lines that continue others in the same direction")
	cli.Number(flags, &h.adaptation.Forbidden, "forbidden", 0, 0, 1000, "nrpa: iterated, by calls that must do without up to this many `moves` of the best game (0: not iterated)")
	cli.Number(flags, &h.adaptation.Weight, "weight", 5, 1e-6, 1e6, "nrpa iterated: the `weight` that a call begins with for the other moves of that game")
	cli.Number(flags, &h.adaptation.Temperature, "temperature", 4, 0, 1e6, "nrpa iterated: by how many `moves`, on average, that game may become shorter")
	cli.Number(flags, &h.adaptation.MaxFailures, "failures", 1000, 1, cli.Many, "nrpa iterated: begin anew after this many `calls` without a better game")
	cli.Number(flags, &h.beam.Width, "width", 10, 1, mostKept, "beam: `number` of positions kept after each move")
	cli.Number(flags, &h.beam.Simulations, "simulations", 20, 1, cli.Many, "beam and evolve: `simulations` for each position")
	cli.Choice(flags, &h.statistic, "statistic", "maximum", []string{"mean", "maximum", "median", "decile", "centile"},
		"beam and evolve: `statistic` of the simulations")
	cli.Number(flags, &h.beam.Climb, "climb", 0, 0, cli.Many, "beam: let simulations be hill climbs by this many `playouts` for each move")
	cli.Number(flags, &h.evolving.Population, "population", 1000, 1, mostKept, "evolve: `number` of prefixes")
	cli.Number(flags, &h.evolving.Generations, "generations", 1, 1, cli.Many, "evolve: `selections` before each move")
	flags.BoolVar(&h.evolving.Forget, "forget", false, "evolve: forget the playouts after each move, as the original does")
	return cli.Subcommand(flags, "-method METHOD [flags]", "Look for a long game by Monte-Carlo methods.",
		`Of the methods, nmcs is nested Monte-Carlo search, nrpa nested rollout policy adaptation, beam is beam
search by statistics over simulations, and evolve is evolving nondeterminism. Each begins anew when it has
come to its end, until the budget is spent, and the best game is the result.

With -playouts the same seed gives the same result, whatever the number of workers, unless they share.
With -checkpoint a search that was interrupted goes on where it was; its budget is that of all its parts.

With -queue the search, by nrpa, consists of islands that all processes share which work on the same database
(morpion work). Its budget is a number of playouts.`, func(ctx context.Context) error {
			h.nested.Level, h.adaptation.Level = cmp.Or(level, 3), level
			if h.adaptation.Forbidden == 0 {
				h.adaptation.TopRate = cmp.Or(h.adaptation.TopRate, 0.3)
			}
			variant, err := morpion.ParseVariant(h.variant)
			if err != nil {
				return err
			}
			if h.submission.Queue != "" {
				return h.submit(ctx, std, variant)
			}
			return h.run(ctx, std.Out, variant)
		})
}

// hunted is what search says for scripts.
type hunted struct {
	Variant  string  `json:"variant"`
	Method   string  `json:"method"`
	Seed     uint64  `json:"seed"`
	Moves    int     `json:"moves"`
	Playouts int     `json:"playouts"`
	Runs     int     `json:"runs"`
	Seconds  float64 `json:"seconds"`
	Status   string  `json:"status"`
}

func (h *hunt) run(ctx context.Context, out io.Writer, variant morpion.Variant) error {
	if err := h.check(); err != nil {
		return err
	}
	limits := ply.Limits{Nodes: h.playouts, Time: h.budget}
	if limits == (ply.Limits{}) {
		limits.Time = defaultBudget
	}
	opt := montecarlo.Options[morpion.Move]{Workers: cli.Workers(h.workers), Random: rand.NewPCG(h.seed, 0)}
	if h.checkpoint != "" {
		if err := cli.CheckState(h.checkpoint); err != nil {
			return err
		}
		opt.Checkpoint = checkpoint.File{Name: h.checkpoint, Every: h.every}
	}
	var history *os.File // a line for each improvement and one for the end: seconds, playouts, moves
	var unwritten error
	if h.history != "" {
		file, err := os.OpenFile(h.history, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer file.Close()
		history = file
	}
	line := func(p montecarlo.Result[morpion.Move]) {
		if history != nil && unwritten == nil {
			_, unwritten = fmt.Fprintf(history, "%.1f,%d,%.0f\n", p.Elapsed.Seconds(), p.Nodes, p.Score)
		}
	}
	progress := cli.NewProgress(1000, "")
	defer progress.Close()
	best := 0.0
	opt.Progress = func(p montecarlo.Result[morpion.Move]) {
		progress.Title(fmt.Sprintf("best %.0f, %.1f k playouts/s", p.Score, float64(p.Nodes)/p.Elapsed.Seconds()/1e3))
		progress.Set(spent(limits, p.Report))
		if p.Score > best {
			best = p.Score
			line(p)
		}
	}
	result, err := h.search(ctx, morpion.New(variant), limits, opt)
	progress.Close()
	line(result)
	if err = errors.Join(err, unwritten); history != nil {
		err = errors.Join(err, history.Close())
	}
	if !result.Found {
		return err
	}
	// The result is written even after an error.
	if h.output != "" {
		err = errors.Join(err, atomicfile.Write(h.output, func(w io.Writer) error {
			if _, err := fmt.Fprintf(w, "# %d moves of %v, found by %s with seed %d.\n", len(result.Line), variant, h.method, h.seed); err != nil {
				return err
			}
			return morpion.WriteRecord(w, variant, result.Line)
		}))
	}
	return errors.Join(err, h.report(out, variant, &result))
}

// spent returns how many thousandths of the limits are used up.
func spent(limits ply.Limits, r ply.Report) int {
	part := 0.0
	if limits.Nodes > 0 {
		part = float64(r.Nodes) / float64(limits.Nodes)
	}
	if limits.Time > 0 {
		part = max(part, float64(r.Elapsed)/float64(limits.Time))
	}
	return int(1000 * min(part, 1))
}

func (h *hunt) report(out io.Writer, variant morpion.Variant, result *montecarlo.Result[morpion.Move]) error {
	seconds := result.Elapsed.Seconds()
	return cli.Write(out, h.json,
		hunted{variant.String(), h.method, h.seed, len(result.Line), result.Nodes, result.Runs, seconds, result.Status.String()},
		"%v: %d moves\nplayouts   %d in %d runs, %.1f thousand a second\ntime       %.1f s, %v\n",
		variant, len(result.Line), result.Nodes, result.Runs, float64(result.Nodes)/seconds/1e3, seconds, result.Status)
}

// check checks the flags and fills in what they leave open.
func (h *hunt) check() error {
	if h.share && h.method != adaptation {
		return cli.Usagef("-share: method %s cannot, only %s can", h.method, adaptation)
	}
	if err := cli.CheckOutput(h.output); err != nil {
		return err
	}
	h.beam.Quantile = quantileOf[h.statistic]
	h.evolving.Simulations, h.evolving.Quantile = h.beam.Simulations, h.beam.Quantile
	return nil
}

// quantileOf has the choices of -statistic.
var quantileOf = map[string]float64{"mean": 0, "median": 0.5, "decile": 0.9, "centile": 0.99, "maximum": 1}

func (h *hunt) search(ctx context.Context, game *morpion.Game, limits ply.Limits, opt montecarlo.Options[morpion.Move]) (montecarlo.Result[morpion.Move], error) {
	switch h.method {
	case nested:
		h.nested.Options = opt
		return montecarlo.NestedMonteCarloSearch(ctx, game, limits, h.nested)
	case adaptation:
		h.adaptation.Options, h.adaptation.ShareBest = opt, h.share
		if h.adaptation.Forbidden == 0 {
			return montecarlo.NestedRolloutPolicyAdaptation(ctx, game, limits, h.adaptation.AdaptationOptions)
		}
		return montecarlo.IteratedAdaptation(ctx, game, limits, h.adaptation)
	case beam:
		h.beam.Options = opt
		return montecarlo.BeamSearch(ctx, game, limits, h.beam)
	default:
		h.evolving.Options = opt
		return montecarlo.EvolvingNondeterminism(ctx, game, limits, h.evolving)
	}
}
