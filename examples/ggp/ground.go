package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/internal/cli"
)

type instantiate struct {
	source
	opt     ground.Options
	domain  string
	analyze bool
	print   bool
	json    bool
}

func groundCommand(std cli.Streams) *cli.Command {
	var c instantiate
	command, flags := subcommand(std, "ground", "-game GAME | -dir FOLDER [flags]",
		"Ground descriptions of games, make circuits of them, and count their parts.",
		"With a folder, games that cannot be grounded are listed with the reason, and counted at the end.", c.run)
	c.flags(flags)
	c.folderFlag(flags)
	cli.Choice(flags, &c.domain, "domain", "reached", []string{"reached", "declared"},
		"facts and moves: all that the rules reach, or of them what base and input `declare`")
	limits(flags, &c.opt)
	flags.BoolVar(&c.analyze, "analyze", false, "find counters, latches and independent parts")
	flags.BoolVar(&c.print, "print", false, "write the ground rules, as KIF")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each game")
	return command
}

func limits(flags *flag.FlagSet, opt *ground.Options) {
	cli.Number(flags, &opt.MaxTime, "time", time.Minute, time.Millisecond, cli.LongTime, "give up grounding a game after this `time`")
	cli.Number(flags, &opt.MaxMemory, "memory", min(2_000_000_000, cli.Many), 1_000_000, cli.Many, "give up a game that needs more `bytes`")
}

// grounded is the output of ground for a game.
type grounded struct {
	Game      string  `json:"game"`
	Atoms     int     `json:"atoms"`
	Rules     int     `json:"rules"`
	Gates     int     `json:"gates"`  // after all simplifications
	Strata    int     `json:"strata"` // of all parts of the circuit
	Seconds   float64 `json:"seconds"`
	Compiling float64 `json:"compiling_seconds"`
	Imperfect bool    `json:"imperfect"`
	Error     string  `json:"error,omitempty"`

	Analysis *analysis `json:"analysis,omitempty"`
}

func (c *instantiate) run(ctx context.Context, std cli.Streams) error {
	c.opt.Domain = map[string]ground.Domain{"reached": ground.Reached, "declared": ground.Declared}[c.domain]
	var seconds []float64
	perfect := 0
	err := c.each(ctx, std, func(d description) error {
		r := grounded{Game: d.name}
		p, err := c.one(ctx, d, &r)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && c.dir == "":
			return err
		case err != nil:
			r.Error = err.Error()
		}
		if !r.Imperfect {
			if perfect++; p != nil {
				seconds = append(seconds, r.Seconds)
			}
		}
		if c.print && p != nil && !c.json {
			return p.Write(std.Out)
		}
		return tell(std, c.json, r)
	})
	if err != nil || c.dir == "" || c.json {
		return err
	}
	return summary(std, perfect, seconds)
}

// one grounds a game, makes a circuit of it, and measures both. The program is nil if grounding fails.
func (c *instantiate) one(ctx context.Context, d description, r *grounded) (*ground.Program, error) {
	if d.err != nil {
		return nil, d.err
	}
	r.Imperfect = d.Imperfect()
	begin := time.Now()
	fixed, err := d.repaired(ctx)
	r.Seconds = time.Since(begin).Seconds()
	if err != nil {
		return nil, err
	}
	made, err := compile(ctx, fixed, c.opt)
	r.Seconds += made.grounding
	r.Compiling = made.compiling
	p, compiled := made.program, made.circuit
	if p == nil {
		return nil, err
	}
	r.Atoms, r.Rules = len(p.Atoms), len(p.Rules)
	if err != nil {
		return p, err
	}
	r.Gates, r.Strata = compiled.Size().Gates(), compiled.Strata()
	if c.analyze {
		r.Analysis, err = newAnalysis(p, compiled.Signature)
	}
	return p, err
}

func (r grounded) String() string {
	if r.Error != "" {
		return failed(r.Game, r.Error)
	}
	text := fmt.Sprintf("%s: %d atoms, %d rules, %.3f s; %d gates, %d strata, %.3f s\n",
		r.Game, r.Atoms, r.Rules, r.Seconds, r.Gates, r.Strata, r.Compiling)
	if r.Analysis != nil {
		text += r.Analysis.String()
	}
	return text
}

// summary writes how many games of perfect information were grounded within how many seconds.
func summary(std cli.Streams, perfect int, seconds []float64) error {
	within := func(limit float64) int { return count(seconds, func(s float64) bool { return s <= limit }) }
	_, err := fmt.Fprintf(std.Out, "%d games of perfect information: %d grounded, %d not; %d within 0.1 s, %d within 1 s, %d within 60 s\n",
		perfect, len(seconds), perfect-len(seconds), within(0.1), within(1), within(60))
	return err
}

func count(xs []float64, which func(float64) bool) (n int) {
	for _, x := range xs {
		if which(x) {
			n++
		}
	}
	return n
}

// An analysis is the structure of a game.
type analysis struct {
	Latches  int           `json:"latches"` // facts that keep one of their values once they have it
	Counters []counter     `json:"counters"`
	Parts    []independent `json:"parts"`
}

type counter struct {
	Facts  []string `json:"facts"`
	Prefix int      `json:"prefix"` // steps before the repeated ones
	Period int      `json:"period"`
}

type independent struct {
	Facts    []string `json:"facts"`
	Moves    int      `json:"moves"`
	Terminal bool     `json:"terminal"` // whether the end of the match depends on it
	Goals    []string `json:"goals"`    // the roles whose goals depend on it
}

func newAnalysis(p *ground.Program, s *circuit.Signature) (*analysis, error) {
	found, err := circuit.Analyze(p)
	if err != nil {
		return nil, err
	}
	names := func(facts []int) []string {
		var list []string
		for _, f := range facts {
			list = append(list, s.Facts[f])
		}
		return list
	}
	a := &analysis{Latches: len(found.SetLatches) + len(found.UnsetLatches)}
	for _, c := range found.Counters {
		a.Counters = append(a.Counters, counter{names(c.Facts), c.Prefix, c.Period})
	}
	for _, p := range found.Parts {
		part := independent{Facts: names(p.Facts), Terminal: p.Terminal}
		for role, depends := range p.Goals {
			part.Moves += len(p.Moves[role])
			if depends {
				part.Goals = append(part.Goals, s.Roles[role])
			}
		}
		a.Parts = append(a.Parts, part)
	}
	return a, nil
}

func (a *analysis) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "  %d latches\n", a.Latches)
	for _, c := range a.Counters {
		fmt.Fprintf(&text, "  a counter of %d steps", c.Prefix)
		if c.Period > 1 || c.Prefix == 0 {
			fmt.Fprintf(&text, " and then %d that repeat", c.Period)
		}
		fmt.Fprintf(&text, ": %s\n", few(c.Facts))
	}
	for i, p := range a.Parts {
		fmt.Fprintf(&text, "  part %d of %d: %d facts, %d moves: %s\n",
			i+1, len(a.Parts), len(p.Facts), p.Moves, few(p.Facts))
	}
	return text.String()
}

func few(names []string) string {
	const most = 6
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}
