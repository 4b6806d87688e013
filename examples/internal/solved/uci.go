package solved

import (
	"context"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

func (k *Kind[G, M]) uciCommand(std cli.Streams) *cli.Command {
	var s shared[G]
	flags := k.flags("uci", &s)
	k.positionFlags(flags, &s)
	return cli.Subcommand(flags, "[flags]", "Play under a board that speaks the Universal Chess Interface, or the Universal Game Interface.",
		"The best move of the database wins in the fewest moves, or loses in the most. Commands are read from standard input, a line each,\n"+
			"such as\n  position fen POSITION moves MOVE MOVE\n  go movetime 1000\nPOSITION is "+k.Positions+
			".\nstartpos is the position of the flag. A position that the database does not have is refused.",
		func(ctx context.Context) error { return k.runUCI(ctx, &s, std) })
}

func (k *Kind[G, M]) runUCI(ctx context.Context, s *shared[G], std cli.Streams) error {
	src, err := k.open(ctx, s)
	if err != nil {
		return err
	}
	defer src.table.Close()
	setting, err := s.setting()
	if err != nil {
		return err
	}
	e, err := uci.Play(func(position string) (G, error) {
		if position == "" {
			return src.start.Clone(), nil
		}
		return setting.Parse(position)
	}, func(g G) (*engine.Player[M], error) {
		if _, err := src.table.Value(g); err != nil {
			return nil, err
		}
		searcher, err := retrograde.NewSearcher(g, src.table)
		if err != nil {
			return nil, err
		}
		return engine.New(searcher, engine.Options{})
	})
	if err != nil {
		return err
	}
	server := uci.Server{Name: setting.Label, Author: "ply", Options: uci.PlayOptions}
	return server.Serve(ctx, std.In, std.Out, e)
}
