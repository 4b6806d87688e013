package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/internal/cli"
)

// check is the command that finds what is wrong with descriptions.
type check struct {
	source
	repair bool
	write  string
	memory int
	json   bool
}

func checkCommand(std cli.Streams) *ffcli.Command {
	var c check
	flags := flag.NewFlagSet("ggp check", flag.ContinueOnError)
	c.flags(flags)
	c.folderFlag(flags)
	flags.BoolVar(&c.repair, "repair", false, "put right what can be put right, and check the result")
	cli.Choice(flags, &c.write, "write", "nothing", []string{"nothing", "kif", "prolog"}, "also write the `description` in a notation")
	cli.Memory(flags, &c.memory)
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each game")
	return &ffcli.Command{
		Name:       "check",
		ShortUsage: "ggp check -game GAME | -dir FOLDER [flags]",
		ShortHelp:  "Find what is wrong with descriptions of games, with lines and columns.",
		LongHelp: "An error leaves the description without a clear meaning, and makes the command fail. A warning is for what the\n" +
			"specification of GDL forbids, or what looks like a mistake.",
		FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error {
			return cli.Within(ctx, int64(c.memory), func(ctx context.Context) error { return c.run(ctx, std) })
		},
	}
}

// checked is what check says of a game.
type checked struct {
	Game      string    `json:"game"`
	Roles     []string  `json:"roles"`
	Rules     int       `json:"rules"`
	Imperfect bool      `json:"imperfect"`
	Error     string    `json:"error,omitempty"` // why it could not be read
	Problems  []problem `json:"problems"`
}

type problem struct {
	Line     int          `json:"line"`
	Column   int          `json:"column"`
	Severity gdl.Severity `json:"severity"`
	What     string       `json:"what"`
}

func (c *check) run(ctx context.Context, std cli.Streams) error {
	names, err := c.names()
	if err != nil {
		return err
	}
	failed := 0
	for _, name := range names {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s := source{game: name}
		d, err := s.read(ctx, std.In)
		if err != nil && c.dir == "" {
			return err
		}
		if bad, err := c.one(ctx, d, std); err != nil {
			return err
		} else if bad {
			failed++
		}
	}
	switch {
	case failed > 0 && c.dir == "":
		return errors.New("the description has errors")
	case failed > 0:
		return fmt.Errorf("%d of %d descriptions have errors", failed, len(names))
	}
	return nil
}

// one checks a game. It tells whether it has errors.
func (c *check) one(ctx context.Context, d description, std cli.Streams) (bad bool, err error) {
	r := checked{Game: d.name, Roles: []string{}, Problems: []problem{}}
	bad = d.err != nil
	if bad {
		r.Error = d.err.Error()
	} else {
		all, err := cli.Promptly(ctx, func() ([]gdl.Problem, error) {
			var all []gdl.Problem
			if c.repair {
				d.Description, all = d.Repair()
			}
			return append(all, d.Check()...), nil
		})
		if err != nil {
			return bad, err
		}
		for _, p := range all {
			r.Problems = append(r.Problems, problem{p.At.Line, p.At.Column, p.Severity, p.What})
			bad = bad || p.Severity == gdl.Error
		}
		r.Roles, r.Rules, r.Imperfect = append(r.Roles, d.Roles()...), len(d.Rules), d.Imperfect()
	}
	if c.json {
		err = cli.WriteJSON(std.Out, r)
	} else {
		err = c.text(r, std)
	}
	if err == nil && d.err == nil {
		switch c.write {
		case "kif":
			err = d.Write(std.Out)
		case "prolog":
			err = d.WriteProlog(std.Out)
		}
	}
	return bad, err
}

func (c *check) text(r checked, std cli.Streams) error {
	if c.write != "nothing" { // what is written must stay a description
		return nil
	}
	if r.Error != "" {
		_, err := fmt.Fprintf(std.Out, "%s: %s\n", r.Game, r.Error)
		return err
	}
	kind := "perfect information"
	if r.Imperfect {
		kind = "imperfect information"
	}
	if _, err := fmt.Fprintf(std.Out, "%s: %d roles, %d rules, %s\n", r.Game, len(r.Roles), r.Rules, kind); err != nil {
		return err
	}
	for _, p := range r.Problems {
		at := gdl.Position{Line: p.Line, Column: p.Column}
		if _, err := fmt.Fprintf(std.Out, "  %v\n", gdl.Problem{At: at, Severity: p.Severity, What: p.What}); err != nil {
			return err
		}
	}
	return nil
}
