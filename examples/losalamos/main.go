// Command losalamos counts lines of Los Alamos chess, analyses positions and plays.
package main

import (
	"flag"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "losalamos",
		ShortUsage: "losalamos <command> [flags]",
		ShortHelp:  "Analyse and play Los Alamos chess: 6 × 6 squares, no bishops, no double steps of pawns, no castling.",
		LongHelp: "Moves are written as two squares, as in b2b3, and a letter for a promotion, as in c5c6q. Positions are written in\n" +
			"Forsyth-Edwards notation; that of the start is " + losalamos.Start + ".",
		Subcommands: []*ffcli.Command{
			perftCommand(std), analyseCommand(std), playCommand(std), enhancementsCommand(std), matchCommand(std),
		},
	}
}

// fenFlag defines the flag for the position.
func fenFlag(flags *flag.FlagSet, fen *string) {
	flags.StringVar(fen, "fen", losalamos.Start, "`position` in Forsyth-Edwards notation")
}

// position returns the position of a flag.
func position(fen string) (*losalamos.Game, error) {
	game, err := losalamos.ParseFEN(fen)
	if err != nil {
		return nil, cli.Usagef("-fen: %w", err)
	}
	return game, nil
}
