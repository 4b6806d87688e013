package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
)

// A Tuning holds the flags shared by commands that tune parameters.
type Tuning struct {
	Iterations, Games, Workers int
	Time                       time.Duration
	Seed                       uint64
	Out                        string
	JSON                       bool
}

// TuningHelp is the help text on tuning.
const TuningHelp = "Each iteration changes all parameters up or down, plays a match between the player with these changes and the player with the\n" +
	"opposite ones, and moves the parameters towards the winner (SPSA, Spall 1992). With -out, a tuning that was interrupted goes on.\n" +
	"Play a match with another -seed to see whether the values are better."

// Flags defines the flags.
func (t *Tuning) Flags(flags *flag.FlagSet) {
	Number(flags, &t.Iterations, "iterations", 1000, 1, 1_000_000, "`number` of iterations")
	Number(flags, &t.Games, "games", 8, 2, 10_000, "even `number` of games of an iteration")
	Number(flags, &t.Time, "time", 0, 0, LongTime, "end after this `time`, as in 1h (0: after all iterations)")
	Number(flags, &t.Workers, "workers", 0, 0, MaxWorkers, "`number` of games at a time (0: as many as processors)")
	Seed(flags, &t.Seed, "all that is random")
	flags.StringVar(&t.Out, "out", "", "`file` that keeps the iterations, as lines of JSON")
	flags.BoolVar(&t.JSON, "json", false, "write a JSON object")
}

// A Tuned is the JSON output of a tuning.
type Tuned struct {
	Parameters []TunedParameter `json:"parameters"`
	Iterations int              `json:"iterations"`
	Games      int              `json:"games"`
	Seconds    float64          `json:"seconds"`
	Complete   bool             `json:"complete"`
}

// A TunedParameter holds the values of a parameter before and after a tuning.
type TunedParameter struct {
	Name    string  `json:"name"`
	Initial float64 `json:"initial"`
	Value   float64 `json:"value"`
}

// Tune runs the tuning described by t and writes its result to out. opt holds the options that t does not set.
func Tune[G ply.AdversarialGame[M], M comparable](ctx context.Context, out io.Writer, t *Tuning, opening func(int, *rand.Rand) (G, error),
	parameters []engine.Parameter, newPlayer func([]float64) (func() arena.Player[G, M], error), opt tune.Options) (tune.Result, error) {
	if err := Even("games", t.Games); err != nil {
		return tune.Result{}, err
	}
	if len(parameters) == 0 {
		return tune.Result{}, Usagef("the player has no parameters to tune")
	}
	if t.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.Time)
		defer cancel()
	}
	bar := NewProgress(t.Iterations, "iterations")
	defer bar.Close()
	opt.Iterations, opt.Games, opt.Workers, opt.File = t.Iterations, t.Games, Workers(t.Workers), t.Out
	opt.Random = rand.NewPCG(t.Seed, 0)
	opt.Progress = func(r tune.Result) { bar.Set(len(r.History)) }
	r, err := tune.SPSA(ctx, opening, parameters, newPlayer, opt)
	if err != nil {
		return r, err
	}
	bar.Close()
	said := Tuned{Iterations: len(r.History), Games: r.Nodes, Seconds: r.Elapsed.Seconds(), Complete: r.Status == ply.Complete}
	for i, p := range parameters {
		said.Parameters = append(said.Parameters, TunedParameter{p.Name, p.Initial, r.Values[i]})
	}
	if t.JSON {
		return r, WriteJSON(out, said)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range said.Parameters {
		fmt.Fprintf(w, "%s\t%.4g\tfrom %.4g\n", p.Name, p.Value, p.Initial)
	}
	fmt.Fprintf(w, "after %s and %s, %.1f s (%v)\n", Count(said.Iterations, "iteration"), Count(said.Games, "game"), said.Seconds, r.Status)
	return r, w.Flush()
}
