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
	return k.about(flags, &s, "Play under a board that speaks the Universal Chess Interface, or the Universal Game Interface.",
		"The best move of the database wins in the fewest moves, or loses in the most. Commands are read from standard input, a line each,\n"+
			"such as\n  position fen POSITION moves MOVE MOVE\n  go movetime 1000\nPOSITION is "+k.Positions+
			".\nstartpos is the position of the flag. A position that the database does not have is refused.",
		func(ctx context.Context, start G, t table, _ retrograde.Value) error {
			return k.runUCI(ctx, &s, std, start, t)
		})
}

func (k *Kind[G, M]) runUCI(ctx context.Context, s *shared[G], std cli.Streams, start G, t table) error {
	setting, err := s.setting()
	if err != nil {
		return err
	}
	e, err := uci.Play(func(position string) (G, error) {
		if position == "" {
			return start.Clone(), nil
		}
		return setting.Parse(position)
	}, func(g G) (*engine.Player[M], error) {
		if _, err := t.Value(g); err != nil {
			return nil, err
		}
		searcher, err := retrograde.NewSearcher(g, t)
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
