// Command loa counts lines of Lines of Action, plays it, and learns to evaluate it.
package main

import (
	"flag"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "loa",
		ShortUsage: "loa <command> [flags]",
		ShortHelp:  "Play Lines of Action, and learn to evaluate it.",
		LongHelp: "A man moves along a rank, file or diagonal by as many squares as there are men on it, over men of its own side but not\n" +
			"over the other's. Who connects all of his men wins. Moves are written as two squares, as in b1b3. Positions are\n" +
			"written in Forsyth-Edwards notation, with L for Black, who moves first and is written w, and l for White; that of\n" +
			"the start is " + loa.StartFEN + ".",
		Subcommands: []*ffcli.Command{
			perftCommand(std), playCommand(std), matchCommand(std), uciCommand(std), againstCommand(std), gamesCommand(std), drawCommand(std), papersCommand(std), learnCommand(std), tuneCommand(std), solveCommand(std),
		},
	}
}

// rulesFlags are the flags for the rules.
type rulesFlags struct{ loa.Rules }

func (r *rulesFlags) flags(flags *flag.FlagSet) {
	cli.Number(flags, &r.Size, "size", loa.MaxSize, loa.MinSize, loa.MaxSize, "`number` of ranks and files")
	flags.BoolVar(&r.MoverWins, "mover-wins", false, "a move that connects both sides wins, instead of being a draw")
	flags.BoolVar(&r.StuckLoses, "stuck-loses", false, "a side without a move loses, instead of passing")
}

// position returns the position of a flag, or the start without one. A FEN has its own size.
func (r *rulesFlags) position(fen string) (*loa.Game, error) {
	if fen == "" {
		return loa.New(r.Rules)
	}
	rules := r.Rules
	rules.Size = 0
	game, err := loa.ParseFENWith(fen, rules)
	if err != nil {
		return nil, cli.Usagef("-fen: %w", err)
	}
	return game, nil
}
