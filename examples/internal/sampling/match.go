package sampling

import (
	"flag"
	"math"

	"github.com/ply-search/ply/examples/internal/cli"
)

// MostGames is the most games of a match.
const MostGames = 1_000_000_000

// A Match is what the flags of matches between two players have in common.
type Match struct {
	A, B           string // players, see Help
	Games, Workers int
	Seed           uint64
	JSON           bool
}

// Flags defines the flags.
func (m *Match) Flags(flags *flag.FlagSet) {
	flags.StringVar(&m.A, "a", "", "first `player`")
	flags.StringVar(&m.B, "b", "", "second `player`")
	cli.Number(flags, &m.Games, "games", 100, 2, MostGames, "`number` of games, even: sides alternate")
	cli.Number(flags, &m.Workers, "workers", 0, 0, cli.MaxWorkers, "`games` at a time (0: one for each processor)")
	cli.Number(flags, &m.Seed, "seed", 1, 0, math.MaxUint64, "`seed` of all chance")
	flags.BoolVar(&m.JSON, "json", false, "write a JSON object")
}

// Players checks the flags and reads the players.
func Players[P any](m *Match, parse func(string) (P, error)) (a, b P, err error) {
	if m.A == "" || m.B == "" {
		return a, b, cli.Usagef("-a and -b: want two players")
	}
	if err := cli.Even("games", m.Games); err != nil {
		return a, b, err
	}
	if a, err = parse(m.A); err != nil {
		return a, b, cli.Usagef("-a: %w", err)
	}
	if b, err = parse(m.B); err != nil {
		return a, b, cli.Usagef("-b: %w", err)
	}
	return a, b, nil
}
