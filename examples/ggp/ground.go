package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

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

func groundCommand(std cli.Streams) *ffcli.Command {
	var c instantiate
	flags := flag.NewFlagSet("ggp ground", flag.ContinueOnError)
	c.flags(flags)
	c.folderFlag(flags)
	cli.Choice(flags, &c.domain, "domain", "reached", []string{"reached", "declared"},
		"facts and moves: all that the rules reach, or of them what base and input `declare`")
	limits(flags, &c.opt)
	flags.BoolVar(&c.analyze, "analyze", false, "find counters, latches and independent parts")
	flags.BoolVar(&c.print, "print", false, "write the ground rules, as KIF")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each game")
	return &ffcli.Command{
		Name:       "ground",
		ShortUsage: "ggp ground -game GAME | -dir FOLDER [flags]",
		ShortHelp:  "Ground descriptions of games, make circuits of them, and count their parts.",
		LongHelp:   "With a folder, games that cannot be grounded are listed with the reason, and counted at the end.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
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
	names, err := c.names()
	if err != nil {
		return err
	}
	c.opt.Domain = map[string]ground.Domain{"reached": ground.Reached, "declared": ground.Declared}[c.domain]
	var seconds []float64
	perfect, failed := 0, 0
	for _, name := range names {
		s := source{game: name}
		d, err := s.read(ctx, std.In)
		r := grounded{Game: d.name}
		begin := time.Now()
		var p *ground.Program
		if err == nil {
			r.Imperfect = d.Imperfect()
			p, err = c.one(ctx, d)
		}
		r.Seconds = time.Since(begin).Seconds()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && c.dir == "":
			return err
		case err != nil:
			r.Error = err.Error()
		default:
			r.Atoms, r.Rules = len(p.Atoms), len(p.Rules)
			if err := r.compile(p, c.analyze); err != nil {
				if c.dir == "" {
					return err
				}
				r.Error = err.Error()
			}
		}
		if !r.Imperfect {
			if perfect++; err != nil {
				failed++
			} else {
				seconds = append(seconds, r.Seconds)
			}
		}
		if err := c.write(r, p, std); err != nil {
			return err
		}
	}
	if c.dir == "" || c.json {
		return nil
	}
	return summary(std, perfect, failed, seconds)
}

// compile makes a circuit of a program, and measures it.
func (r *grounded) compile(p *ground.Program, analyze bool) error {
	begin := time.Now()
	c, err := circuit.Compile(p, circuit.Options{})
	r.Compiling = time.Since(begin).Seconds()
	if err != nil {
		return err
	}
	r.Gates, r.Strata = c.Size().Gates(), c.Strata()
	if analyze {
		r.Analysis, err = newAnalysis(p, c.Signature)
	}
	return err
}

// one grounds a game.
func (c *instantiate) one(ctx context.Context, d description) (*ground.Program, error) {
	fixed, err := d.repaired(ctx)
	if err != nil {
		return nil, err
	}
	p, err := ground.Ground(ctx, fixed, c.opt)
	if p != nil {
		p.Name = d.name
	}
	return p, err
}

func (c *instantiate) write(r grounded, p *ground.Program, std cli.Streams) (err error) {
	switch {
	case c.json:
		return cli.WriteJSON(std.Out, r)
	case c.print && p != nil:
		return p.Write(std.Out)
	case r.Error != "":
		_, err = fmt.Fprintf(std.Out, "%s: %s\n", r.Game, r.Error)
	default:
		_, err = fmt.Fprintf(std.Out, "%s: %d atoms, %d rules, %.3f s; %d gates, %d strata, %.3f s\n",
			r.Game, r.Atoms, r.Rules, r.Seconds, r.Gates, r.Strata, r.Compiling)
		if err == nil && r.Analysis != nil {
			err = r.Analysis.write(std.Out)
		}
	}
	return err
}

// summary counts how many games of perfect information took how long.
func summary(std cli.Streams, perfect, failed int, seconds []float64) error {
	var within [3]int
	limits := [3]float64{0.1, 1, 60}
	for _, s := range seconds {
		for i, l := range limits {
			if s <= l {
				within[i]++
			}
		}
	}
	_, err := fmt.Fprintf(std.Out, "%d games of perfect information: %d grounded, %d not; %d within 0.1 s, %d within 1 s, %d within 60 s\n",
		perfect, perfect-failed, failed, within[0], within[1], within[2])
	return err
}
