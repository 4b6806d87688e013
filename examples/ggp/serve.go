package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"net"
	"strconv"
	"time"

	"github.com/ply-search/ply/examples/ggp/player"
	"github.com/ply-search/ply/internal/cli"
)

type serving struct {
	host string
	port int
	play string
	opt  player.Options
}

func serveCommand(std cli.Streams) *cli.Command {
	var s serving
	command, flags := subcommand(std, "serve", "[flags]",
		"Serve a match manager as a player, by HTTP.",
		"The player answers the messages INFO, START, PLAY, STOP and ABORT of the protocol of general game playing, in the\n"+
			"forms for GDL and GDL-II. It plays one match at a time. With a browser, the same address shows the match.", s.run)
	flags.StringVar(&s.host, "host", "localhost", "`name` or address of this machine to listen at, empty for all")
	cli.Number(flags, &s.port, "port", 9147, 0, math.MaxUint16, "`port` to listen at, 0 for any")
	cli.Choice(flags, &s.play, "player", "uct", []string{"uct", "reasoner", "random"},
		"how to play: a search that fits the game, one by the `reasoner` alone, or at random")
	thinkingFlags(flags, &s.opt)
	cli.Number(flags, &s.opt.Margin, "margin", 700*time.Millisecond, time.Millisecond, time.Hour,
		"answer this `time` before the clock ends, at most a third of the clock")
	return command
}

func thinkingFlags(flags *flag.FlagSet, opt *player.Options) {
	cli.Number(flags, &opt.MaxThink, "think", 0, 0, cli.LongTime, "search for this `time` at most before an answer (0: as long as the clock allows)")
	cli.Number(flags, &opt.MaxMemory, "memory", 1_000_000_000, 1_000_000, cli.Many, "`bytes` that grounding, and the tree of a search, may take")
	cli.Number(flags, &opt.Workers, "workers", 1, 1, cli.MaxWorkers, "`number` of goroutines of a search")
	cli.Seed(flags, &opt.Seed, "all chance")
}

func (s *serving) run(ctx context.Context, std cli.Streams) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(s.host, strconv.Itoa(s.port)))
	if err != nil {
		return err
	}
	s.opt.Random, s.opt.Slow = s.play == "random", s.play == "reasoner"
	if _, err := fmt.Fprintf(std.Out, "http://%v/\n", l.Addr()); err != nil {
		_ = l.Close()
		return err
	}
	return player.New(s.opt).Serve(ctx, l)
}
