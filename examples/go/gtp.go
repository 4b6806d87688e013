package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/internal/cli"
)

// A gtpFlags holds the flags of gtp.
type gtpFlags struct {
	size   int
	rules  rules
	player string
	ponder bool
	seed   uint64
}

// usualPlayer is who plays if nobody else is asked for.
const usualPlayer = "rave,strong,time=2s,memory=512"

func gtpCommand(std cli.Streams) *ffcli.Command {
	var f gtpFlags
	flags := flag.NewFlagSet("go gtp", flag.ContinueOnError)
	sizeFlag(flags, &f.size)
	rulesFlags(flags, &f.rules)
	flags.StringVar(&f.player, "player", usualPlayer, "`player` that chooses moves; see match")
	flags.BoolVar(&f.ponder, "ponder", false, "search while the other side thinks")
	cli.Seed(flags, &f.seed, "all chance")
	return &ffcli.Command{
		Name:       "gtp",
		ShortUsage: "go gtp [flags]",
		ShortHelp:  "Play by the Go Text Protocol on standard input and output.",
		LongHelp: specHelp + "\n\nThe time of the player is for each move, unless time_settings or kgs-time_settings sets other limits.\n" +
			"The engine passes when it wins by the stones on the board, whoever may think them dead, and resigns when nearly all\n" +
			"simulations are lost. list_commands tells what it understands, lz-analyze and kata-analyze among it.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return f.run(ctx, std.In, std.Out) },
	}
}

func (f *gtpFlags) run(ctx context.Context, in io.Reader, out io.Writer) error {
	e, err := f.engine()
	if err != nil {
		return err
	}
	return serve(ctx, e, in, out)
}

// engine returns the engine that the flags ask for.
func (f *gtpFlags) engine() (*engine, error) {
	p, err := parsePlayer(f.player)
	if err != nil {
		return nil, cli.Usagef("-player: %w", err)
	}
	e, err := newEngine(p, f.rules, f.size, rand.NewPCG(f.seed, 0))
	if err == nil {
		e.ponders = f.ponder
	}
	return e, err
}

// serve answers commands.
func serve(ctx context.Context, e *engine, in io.Reader, out io.Writer) error {
	s := &gtp.Server{Name: "ply go", Version: "1"}
	s.Add(e)
	return s.Serve(ctx, in, out)
}
