package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/goban/goban"
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
	return cli.Command(flags, "[flags]", "Play by the Go Text Protocol on standard input and output.",
		specHelp+"\n\nThe time of the player is for each move, unless time_settings or kgs-time_settings sets other limits.\n"+
			"The engine passes when it wins by the stones on the board, whoever may think them dead, and resigns when nearly all\n"+
			"simulations are lost. list_commands tells what it understands, lz-analyze and kata-analyze among it.",
		func(ctx context.Context) error { return f.run(ctx, std.In, std.Out) })
}

func (f *gtpFlags) run(ctx context.Context, in io.Reader, out io.Writer) error {
	e, err := f.bot()
	if err != nil {
		return err
	}
	return serve(ctx, e, f.ponder, in, out)
}

// bot returns the bot that the flags ask for.
func (f *gtpFlags) bot() (*bot, error) {
	p, err := parsePlayer(f.player)
	if err != nil {
		return nil, cli.Usagef("-player: %w", err)
	}
	return newBot(p, f.rules, f.size, rand.NewPCG(f.seed, 0))
}

// serve answers commands.
func serve(ctx context.Context, e *bot, ponder bool, in io.Reader, out io.Writer) error {
	s := &gtp.Server{Name: "ply go", Version: "1", Ponder: ponder}
	s.Add(e)
	e.addStones(s)
	return s.Serve(ctx, in, out)
}

// addStones adds the commands of GNU Go by which Kigo draws its board.
func (e *bot) addStones(s *gtp.Server) {
	of := func(answer func(b *goban.Board, c goban.Color) string) gtp.Handler {
		return func(_ context.Context, args []string) (string, error) {
			c, err := gtp.ParseColour(strings.Join(args, " "))
			return answer(e.Game().Board, colorOf(c)), err
		}
	}
	s.Handle("list_stones", of(func(b *goban.Board, c goban.Color) string {
		return strings.Join(e.names(slices.DeleteFunc(slices.Clone(b.Points()), func(p goban.Point) bool { return b.At(p) != c })), " ")
	}))
	s.Handle("captures", of(func(b *goban.Board, c goban.Color) string { return strconv.Itoa(b.CapturedBy(c)) }))
}
