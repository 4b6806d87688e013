// Command ggp plays any game whose rules are written in the Game Description Language: it checks and grounds
// descriptions, solves games, plays them at the terminal and by the protocol of the field, and measures how fast it is.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("ggp", "General game playing: check, ground and play games that are described in GDL.",
		"A game is a file in KIF, or in the notation of Prolog if its name ends in .pl, or one of the games that come with\n"+
			"the program: "+wrapped(rules.Names()),
		// Each command has its own file.
		checkCommand(std), groundCommand(std), playoutsCommand(std), solveCommand(std), playCommand(std), serveCommand(std),
		matchCommand(std), papersCommand(std))
}

func subcommand(
	std cli.Streams, name, usage, short, long string, run func(context.Context, cli.Streams) error,
) (*cli.Command, *flag.FlagSet) {
	flags := flag.NewFlagSet("ggp "+name, flag.ContinueOnError)
	return cli.Subcommand(flags, usage, short, long, func(ctx context.Context) error { return run(ctx, std) }), flags
}

func tell(std cli.Streams, json bool, found fmt.Stringer) error {
	return cli.Write(std.Out, json, found, "%v", found)
}

func failed(game, why string) string { return fmt.Sprintf("%s: %s\n", game, why) }

func wrapped(words []string) string {
	text, column := words[0], 13
	for _, w := range words[1:] {
		if column += len(w) + 2; column > 110 {
			text, column = text+",\n"+w, len(w)
		} else {
			text += ", " + w
		}
	}
	return text + "."
}

// maxDescription is the maximum number of bytes of a description.
const maxDescription = 16 << 20

// A source is the flags for a game, or for all games in a folder.
type source struct{ game, dir string }

// bounded returns a run that may use a number of bytes.
func bounded(memory *int, run func(context.Context, cli.Streams) error) func(context.Context, cli.Streams) error {
	return func(ctx context.Context, std cli.Streams) error {
		return cli.Within(ctx, int64(*memory), func(ctx context.Context) error { return run(ctx, std) })
	}
}

func (s *source) flags(flags *flag.FlagSet) {
	flags.StringVar(&s.game, "game", "", "`file` with the description of a game, - for the standard input, or the name of a game of this program")
}

func (s *source) folderFlag(flags *flag.FlagSet) {
	flags.StringVar(&s.dir, "dir", "", "`folder`: take all games below it, files that end in .kif, in place of -game")
}

// A description is a game that was read, or the error.
type description struct {
	name string
	*gdl.Description
	err error
}

// read reads the game of -game.
func (s *source) read(ctx context.Context, stdin io.Reader) (d description) {
	if s.game == "" {
		d.err = cli.Usagef("-game: want a game")
		return d
	}
	d.name = strings.TrimSuffix(filepath.Base(s.game), filepath.Ext(s.game))
	if _, ok := rules.Text(s.game); ok {
		d.Description, d.err = rules.Description(s.game)
		return d
	}
	d.Description, d.err = cli.Promptly(ctx, func() (*gdl.Description, error) {
		return cli.Read(s.game, stdin, func(r io.Reader) (*gdl.Description, error) {
			if r = cli.Limit(r, maxDescription); filepath.Ext(s.game) == ".pl" {
				return gdl.ParseProlog(r)
			}
			return gdl.Parse(r)
		})
	})
	return d
}

// repaired returns the repaired description, or an error if it cannot be repaired.
func (d description) repaired(ctx context.Context) (*gdl.Description, error) {
	return cli.Promptly(ctx, d.Playable)
}

// A compilation is a game as a program and as a circuit, and the seconds to make them.
type compilation struct {
	program              *ground.Program
	circuit              *circuit.Circuit
	grounding, compiling float64
}

func compile(ctx context.Context, d *gdl.Description, opt ground.Options) (c compilation, err error) {
	begin := time.Now()
	c.program, err = ground.Ground(ctx, d, opt)
	if c.grounding = time.Since(begin).Seconds(); err != nil {
		return c, err
	}
	begin = time.Now()
	c.circuit, err = circuit.Compile(c.program)
	c.compiling = time.Since(begin).Seconds()
	return c, err
}

// names returns the game of -game, or the files in -dir in the order of their names.
func (s *source) names() ([]string, error) {
	if s.dir == "" {
		return []string{s.game}, nil
	}
	if s.game != "" {
		return nil, cli.Usagef("-game and -dir: want one of them")
	}
	var all []string
	err := filepath.WalkDir(s.dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && filepath.Ext(path) == ".kif" {
			all = append(all, path)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no file that ends in .kif", s.dir)
	}
	slices.Sort(all)
	return all, err
}

func (s *source) each(ctx context.Context, std cli.Streams, do func(description) error) error {
	names, err := s.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		d := (&source{game: name}).read(ctx, std.In)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := do(d); err != nil {
			return err
		}
	}
	return nil
}
