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

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("ggp", "General game playing: check, ground and play games that are described in GDL.",
		"A game is a file in KIF, or in the notation of Prolog if its name ends in .pl, or one of the games that come with\n"+
			"the program: "+wrapped(rules.Names()),
		// Each command has a file of its own.
		checkCommand(std), groundCommand(std), playoutsCommand(std), solveCommand(std), playCommand(std), serveCommand(std),
		matchCommand(std), papersCommand(std))
}

// subcommand returns a command and its flags, which are to be defined.
func subcommand(
	std cli.Streams, name, usage, short, long string, run func(context.Context, cli.Streams) error,
) (*cli.Command, *flag.FlagSet) {
	flags := flag.NewFlagSet("ggp "+name, flag.ContinueOnError)
	return cli.Subcommand(flags, usage, short, long, func(ctx context.Context) error { return run(ctx, std) }), flags
}

// tell writes what was found, as text or as a JSON object.
func tell(std cli.Streams, json bool, found fmt.Stringer) error {
	return cli.Write(std.Out, json, found, "%v", found)
}

// failed is the text for a game with which something went wrong.
func failed(game, why string) string { return fmt.Sprintf("%s: %s\n", game, why) }

// wrapped lists words on several lines.
func wrapped(words []string) string {
	text, column := "", 13
	for i, w := range words {
		if i > 0 {
			text += ","
			if column += len(w) + 2; column > 110 {
				text, column = text+"\n", len(w)
			} else {
				text += " "
			}
		}
		text += w
	}
	return text + "."
}

// maxDescription is the number of bytes that a description may have.
const maxDescription = 16 << 20

// source is the flags for one game, or for all games of a folder.
type source struct{ game, dir string }

func (s *source) flags(flags *flag.FlagSet) {
	flags.StringVar(&s.game, "game", "", "`file` with the description of a game, - for the standard input, or the name of a game of this program")
}

func (s *source) folderFlag(flags *flag.FlagSet) {
	flags.StringVar(&s.dir, "dir", "", "`folder`: take all games below it, files that end in .kif, in place of -game")
}

// a description is a game that was read, or why it was not.
type description struct {
	name string
	*gdl.Description
	err error
}

// read reads the game of the flags.
func (s *source) read(ctx context.Context, stdin io.Reader) (description, error) {
	if s.game == "" {
		return description{}, cli.Usagef("-game: want a game")
	}
	d := description{name: strings.TrimSuffix(filepath.Base(s.game), filepath.Ext(s.game))}
	if _, ok := rules.Text(s.game); ok {
		d.Description, d.err = rules.Description(s.game)
		return d, d.err
	}
	d.Description, d.err = cli.Promptly(ctx, func() (*gdl.Description, error) {
		return cli.Read(s.game, stdin, func(r io.Reader) (*gdl.Description, error) {
			if r = cli.Limit(r, maxDescription); filepath.Ext(s.game) == ".pl" {
				return gdl.ParseProlog(r)
			}
			return gdl.Parse(r)
		})
	})
	return d, d.err
}

// repaired returns the description with what can be put right. What cannot is an error.
func (d description) repaired(ctx context.Context) (*gdl.Description, error) {
	return cli.Promptly(ctx, func() (*gdl.Description, error) {
		fixed, _ := d.Repair()
		return fixed, gdl.Err(fixed.Check())
	})
}

// names returns the games of the flags: that of -game, or the files of -dir in the order of their names.
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

// each reads the games of the flags, in their order. A game that cannot be read has an error.
func (s *source) each(ctx context.Context, std cli.Streams, do func(description) error) error {
	names, err := s.names()
	for _, name := range names {
		one := source{game: name}
		d, readErr := one.read(ctx, std.In)
		if d.err = readErr; err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = do(d)
		}
		if err != nil {
			break
		}
	}
	return err
}
