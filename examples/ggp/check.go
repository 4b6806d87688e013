package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/internal/cli"
)

type check struct {
	source
	repair bool
	write  string
	memory int
	json   bool
}

func checkCommand(std cli.Streams) *cli.Command {
	var c check
	command, flags := subcommand(std, "check", "-game GAME | -dir FOLDER [flags]",
		"Find what is wrong with descriptions of games, with lines and columns.",
		"An error leaves the description without a clear meaning, and makes the command fail. A warning is for what the\n"+
			"specification of GDL forbids, or what looks like a mistake.",
		bounded(&c.memory, c.run))
	c.flags(flags)
	c.folderFlag(flags)
	flags.BoolVar(&c.repair, "repair", false, "put right what can be put right, and check the result")
	cli.Choice(flags, &c.write, "write", "nothing", []string{"nothing", "kif", "prolog"}, "also write the `description` in a notation")
	cli.Memory(flags, &c.memory)
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each game")
	return command
}

// checked is the output of check for a game.
type checked struct {
	Game      string        `json:"game"`
	Roles     []string      `json:"roles"`
	Rules     int           `json:"rules"`
	Imperfect bool          `json:"imperfect"`
	Error     string        `json:"error,omitempty"` // why it could not be read
	Problems  []gdl.Problem `json:"problems"`
}

func (c *check) run(ctx context.Context, std cli.Streams) error {
	games, failed := 0, 0
	err := c.each(ctx, std, func(d description) error {
		if d.err != nil && c.dir == "" {
			return d.err
		}
		bad, err := c.one(ctx, d, std)
		if games++; bad {
			failed++
		}
		return err
	})
	switch {
	case err != nil || failed == 0:
		return err
	case c.dir == "":
		return errors.New("the description has errors")
	}
	return fmt.Errorf("%d of %d descriptions have errors", failed, games)
}

// one checks a game, and reports whether it has errors.
func (c *check) one(ctx context.Context, d description, std cli.Streams) (bad bool, err error) {
	r := checked{Game: d.name, Roles: []string{}, Problems: []gdl.Problem{}}
	if bad = d.err != nil; bad {
		r.Error = d.err.Error()
	} else {
		all, err := cli.Promptly(ctx, func() (all []gdl.Problem, err error) {
			if c.repair {
				d.Description, all = d.Repair()
			}
			return append(all, d.Check()...), nil
		})
		if err != nil {
			return bad, err
		}
		bad = gdl.Err(all) != nil
		r.Problems = append(r.Problems, all...)
		r.Roles, r.Rules, r.Imperfect = append(r.Roles, d.Roles()...), len(d.Rules), d.Imperfect()
	}
	if c.json || c.write == "nothing" { // otherwise the output is a description
		err = tell(std, c.json, r)
	}
	switch {
	case err != nil || d.err != nil:
	case c.write == "kif":
		err = d.Write(std.Out)
	case c.write == "prolog":
		err = d.WriteProlog(std.Out)
	}
	return bad, err
}

func (r checked) String() string {
	if r.Error != "" {
		return failed(r.Game, r.Error)
	}
	kind := "perfect information"
	if r.Imperfect {
		kind = "imperfect information"
	}
	text := fmt.Sprintf("%s: %d roles, %d rules, %s\n", r.Game, len(r.Roles), r.Rules, kind)
	for _, p := range r.Problems {
		text += fmt.Sprintf("  %v\n", p)
	}
	return text
}
