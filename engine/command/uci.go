package command

import (
	"context"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/cli"
)

// A serving holds the flags of commands that serve a protocol.
type serving struct {
	player string
	seed   uint64
}

// serve returns a command that serves a protocol. run gets a function that makes players, whose limits come with the questions.
func (k *kit[G, M]) serve(name, short, long string, run func(ctx context.Context, player string, newPlayer func(g G) (*engine.Player[M], error)) error) *ffcli.Command {
	var s serving
	flags := k.flags(name)
	flags.StringVar(&s.player, "player", "", "`player` that answers (default "+k.Players[0].Name+")")
	cli.Seed(flags, &s.seed, "all that is random")
	return k.command(flags, short, long, true, func(ctx context.Context) error {
		c, err := k.contestant(s.player, ply.Limits{})
		if err != nil {
			return cli.Usagef("-player: %w", err)
		}
		games := uint64(0)
		return run(ctx, c.text, func(g G) (*engine.Player[M], error) {
			games++
			return c.player(g, rand.NewPCG(s.seed, games))
		})
	})
}

func (k *kit[G, M]) uciCommand() *ffcli.Command {
	return k.serve("uci", "Play under a board that speaks the Universal Chess Interface, or the Universal Game Interface.",
		"Commands are read from standard input, a line each, such as\n  position startpos moves MOVE MOVE\n  go nodes 5000\n  go wtime 60000 btime 60000 winc 1000 binc 1000\n"+
			"Behind fen stands a position as -position takes it.",
		func(ctx context.Context, player string, newPlayer func(g G) (*engine.Player[M], error)) error {
			e, err := uci.Play(k.New, newPlayer)
			if err != nil {
				return err
			}
			s := uci.Server{Name: k.Name + " " + player, Author: "ply", Options: uci.PlayOptions}
			return s.Serve(ctx, k.std.In, k.std.Out, e)
		})
}
