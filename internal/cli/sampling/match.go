package sampling

import (
	"flag"

	"github.com/ply-search/ply/internal/cli"
)

// MostGames is the greatest number of games of a match.
const MostGames = 1_000_000_000

// A Match holds the flags shared by matches between two players.
type Match struct {
	cli.Series
	A, B string // players, see Help
	JSON bool
}

// Flags defines the flags.
func (m *Match) Flags(flags *flag.FlagSet) {
	flags.StringVar(&m.A, "a", "", "first `player`")
	flags.StringVar(&m.B, "b", "", "second `player`")
	m.Series.Flags(flags, 100, MostGames)
	flags.BoolVar(&m.JSON, "json", false, "write a JSON object")
}

// Players checks the flags and reads the players.
func Players[P any](m *Match, parse func(string) (P, error)) (a, b P, err error) {
	if m.A == "" || m.B == "" {
		return a, b, cli.Usagef("-a and -b: want two players")
	}
	if err := m.Check(); err != nil {
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
