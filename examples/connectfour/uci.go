package main

import (
	"context"
	"flag"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

const uciHelp = `Commands are read from standard input, a line each, such as
  position startpos moves 4 4
  go nodes 5000
  go wtime 60000 btime 60000 winc 1000 binc 1000
  ugi, query gameover, query result (Universal Game Interface)
A move is a column from 1 to 7. Behind fen, a position is the columns played, a digit each.`

func uciCommand(std cli.Streams) *ffcli.Command {
	var player string
	flags := flag.NewFlagSet("connectfour uci", flag.ContinueOnError)
	playerFlag(flags, &player)
	return &ffcli.Command{
		Name:       "uci",
		ShortUsage: "connectfour uci [flags]",
		ShortHelp:  "Play under a board that speaks the Universal Chess Interface.",
		LongHelp:   uciHelp,
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			e, err := uci.Play(connectfour.New, players[player])
			if err != nil {
				return err
			}
			s := uci.Server{Name: "ply connectfour " + player, Author: "the authors of ply", Options: uci.PlayOptions}
			return s.Serve(ctx, std.In, std.Out, e)
		},
	}
}

// players are the searches that play under protocols.
var players = map[string]func(*connectfour.Game) (*engine.Player[connectfour.Drop], error){
	"alphabeta": alphabetaPlayer, "mcts": mctsPlayer,
}

func playerFlag(flags *flag.FlagSet, to *string) {
	cli.Choice(flags, to, "player", "alphabeta", []string{"alphabeta", "mcts"}, "`search` that plays")
}

func alphabetaPlayer(g *connectfour.Game) (*engine.Player[connectfour.Drop], error) {
	s, err := alphabeta.NewSearcher(g, alphabeta.Options[connectfour.Drop]{})
	if err != nil {
		return nil, err
	}
	return engine.New(s, engine.Options{})
}

func mctsPlayer(g *connectfour.Game) (*engine.Player[connectfour.Drop], error) {
	s, err := mcts.NewSearcher(g, mcts.Options[connectfour.Drop]{})
	if err != nil {
		return nil, err
	}
	return engine.New(s, engine.Options{})
}
