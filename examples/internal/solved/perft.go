package solved

import (
	"context"
	"flag"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

func (k *Kind[G, M]) perftCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	var depth int
	var json bool
	flags := flag.NewFlagSet(k.Name+" perft", flag.ContinueOnError)
	s.setting = k.Settings(flags)
	cli.Number(flags, &depth, "depth", 5, 0, 100, "`number` of moves")
	flags.StringVar(&s.position, "position", "", "`position`: "+k.Positions+" (default: the start)")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Count the lines of play of each number of moves.", "", func(ctx context.Context) error {
		_, g, err := s.read()
		if err != nil {
			return err
		}
		return cli.Perft(std.Out, depth, json, func(depth int) (search.PerftResult, error) {
			return search.Perft(ctx, g, depth, search.PerftOptions{})
		})
	})
}
