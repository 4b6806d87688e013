package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/internal/cli"
)

// instantiate is the command that grounds descriptions.
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

// limits adds the flags that bound grounding.
func limits(flags *flag.FlagSet, opt *ground.Options) {
	cli.Number(flags, &opt.MaxTime, "time", time.Minute, time.Millisecond, cli.LongTime, "give up grounding a game after this `time`")
	cli.Number(flags, &opt.MaxMemory, "memory", min(2_000_000_000, cli.Many), 1_000_000, cli.Many, "give up a game that needs more `bytes`")
}

// grounded is what ground says of a game.
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

// one grounds a game, makes a circuit of it, and measures both. The program is nil if there is none.
func (c *instantiate) one(ctx context.Context, d description, r *grounded) (*ground.Program, error) {
	if d.err != nil {
		return nil, d.err
	}
	r.Imperfect = d.Imperfect()
	begin := time.Now()
	fixed, err := d.repaired(ctx)
	var p *ground.Program
	if err == nil {
		p, err = ground.Ground(ctx, fixed, c.opt)
	}
	r.Seconds = time.Since(begin).Seconds()
	if err != nil {
		return nil, err
	}
	p.Name = d.name
	r.Atoms, r.Rules = len(p.Atoms), len(p.Rules)
	begin = time.Now()
	compiled, err := circuit.Compile(p)
	r.Compiling = time.Since(begin).Seconds()
	if err != nil {
		return p, err
	}
	r.Gates, r.Strata = compiled.Size().Gates(), compiled.Strata()
	if c.analyze {
		r.Analysis, err = newAnalysis(p, compiled.Signature)
	}
	return p, err
}

// String returns what ground says as text.
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

// summary counts how many games of perfect information took how long.
func summary(std cli.Streams, perfect int, seconds []float64) error {
	var within [3]int
	for _, s := range seconds {
		for i, limit := range []float64{0.1, 1, 60} {
			if s <= limit {
				within[i]++
			}
		}
	}
	_, err := fmt.Fprintf(std.Out, "%d games of perfect information: %d grounded, %d not; %d within 0.1 s, %d within 1 s, %d within 60 s\n",
		perfect, len(seconds), perfect-len(seconds), within[0], within[1], within[2])
	return err
}
