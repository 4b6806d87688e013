package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

// A Game describes a game for [Main]. Only Name and New are required.
type Game[G ply.AdversarialGame[M], M comparable] struct {
	// Name is the name of the program.
	Name string

	// About is a line on the purpose of the program, optionally followed by lines with the rules of the game. Help
	// shows it.
	About string

	// New returns a new game in the position that the text describes, or at its start if the text is empty. Several
	// goroutines may call New at the same time.
	New func(position string) (G, error)

	// Flags, if not nil, adds flags of the game to each subcommand, such as the size of the board. New uses the values
	// of these flags. Many subcommands have two flags of their own: one for the start position (see Position), and the
	// flag moves for the moves played from there. A flag of the game with the same name replaces such a flag. Its value
	// is then used only by New.
	Flags func(flags *flag.FlagSet)

	// Players are the kinds of players that users can choose. The first is the default. Nil means the result of
	// function [Players].
	Players []Player[G, M]

	// Print returns the text of a position as seen by a side. If side is -1, the text hides nothing. If Print is nil,
	// the text is the output of [fmt.Sprint] for every side.
	Print func(g G, side int) string

	// Cells returns the board that the page of subcommand serve draws, as seen by a side: rows of cells, the top row
	// first. Each row is centered, so rows of different lengths make a hexagonal board. If Cells is nil or returns no
	// rows, the page shows the text of Print.
	Cells func(g G, side int) [][]Cell

	// Ending returns a text that describes the end of the game, or "" if the game goes on. It must report every end,
	// including an end in a position with legal moves, such as a repetition. Subcommands play and serve call Ending;
	// matches and searches do not. If Ending is nil, a game ends when no moves are left, and the text names the winner
	// or says that the game is drawn.
	Ending func(g G) string

	// Position is the name of the flag for positions, such as fen. If it is empty, the flag is named position.
	Position string

	// MaxMoves ends games of matches, leagues and tuning as draws after this number of moves, not counting the opening.
	// 0 means no limit. If the game is a [ply.Repeater], a repeated position also ends such a game as a draw.
	MaxMoves int

	// Luck, if not nil, returns a function with which subcommand match adjusts points for luck (see Luck of [arena.Options]).
	// It is called once, before the games, if the flag points is set. It may take long, for example to solve the game.
	Luck func(ctx context.Context) (func(g G) (value func() float64), error)

	// Opening is the default number of random moves at the start of each game of a match, a league or tuning. 0 means
	// 4; a negative number means none.
	Opening int

	// Length is the number of moves that one player makes in a typical game ([engine.Options].Moves). 0 means 20.
	Length int

	// More, if not nil, returns further subcommands. A further subcommand replaces the subcommand of this package with
	// the same name.
	More func(std Streams) []*ffcli.Command

	// Sides are the names of the two sides, such as Black and White. Messages use them, and flags use them in lower
	// case. The defaults are first and second.
	Sides [2]string
}

// Streams are the input and output of a program. In is an [io.Reader], Out and Err are each an [io.Writer].
type Streams = cli.Streams

// Main runs the program with its command-line arguments, and exits. An interrupted subcommand prints the results that
// it has so far.
func Main[G ply.AdversarialGame[M], M comparable](g Game[G, M]) {
	cli.Main(func(std Streams) *ffcli.Command { return Command(g, std) })
}

// Command returns the program as an [ffcli.Command], which [Main] runs.
func Command[G ply.AdversarialGame[M], M comparable](g Game[G, M], std Streams) *ffcli.Command {
	k := &kit[G, M]{Game: g, std: std}
	if k.Players == nil {
		k.Players = Players[G, M]()
	}
	if k.Print == nil {
		k.Print = func(g G, _ int) string { return fmt.Sprint(g) }
	}
	k.Sides[0], k.Sides[1] = cmp.Or(g.Sides[0], "first"), cmp.Or(g.Sides[1], "second")
	k.Opening = max(cmp.Or(g.Opening, 4), 0)
	k.Position = cmp.Or(g.Position, "position")
	if k.Ending == nil {
		k.Ending = k.ending
	}
	about, rules, _ := strings.Cut(cmp.Or(g.About, "Play "+g.Name+"."), "\n")
	root := &ffcli.Command{Name: g.Name, ShortUsage: g.Name + " <command> [flags]", ShortHelp: about, LongHelp: rules}
	if g.More != nil {
		root.Subcommands = g.More(std)
	}
	for _, c := range []*ffcli.Command{
		k.playCommand(), k.analyseCommand(), k.matchCommand(), k.leagueCommand(), k.tuneCommand(), k.bookCommand(), k.perftCommand(), k.benchCommand(),
		k.uciCommand(), k.gtpCommand(), k.jsonCommand(), k.serveCommand(),
	} {
		if !slices.ContainsFunc(root.Subcommands, func(more *ffcli.Command) bool { return more.Name == c.Name }) {
			root.Subcommands = append(root.Subcommands, c)
		}
	}
	return root
}

// FromStart returns a function for [Game].New, for a game whose positions cannot be given as text. The function calls
// newGame if the text is empty, and otherwise returns an error.
func FromStart[G any](newGame func() (G, error)) func(position string) (G, error) {
	return func(position string) (g G, err error) {
		if position != "" {
			return g, errors.New("the game has no positions as text")
		}
		return newGame()
	}
}

// A kit makes the subcommands of a game.
type kit[G ply.AdversarialGame[M], M comparable] struct {
	Game[G, M]
	std Streams
}

// command returns a subcommand. players tells whether its help lists the players.
func (k *kit[G, M]) command(flags *flag.FlagSet, short, long string, players bool, run func(ctx context.Context) error) *ffcli.Command {
	if players {
		if long != "" {
			long += "\n\n"
		}
		long += k.help()
	}
	return cli.Subcommand(flags, "[flags]", short, long, run)
}

func (k *kit[G, M]) flags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(k.Name+" "+name, flag.ContinueOnError)
	if k.Flags != nil {
		k.Flags(flags)
	}
	return flags
}

// A start holds the flags for the start position.
type start struct{ position, moves string }

func (s *start) flags(flags *flag.FlagSet, name string) {
	if flags.Lookup(name) == nil {
		flags.StringVar(&s.position, name, "", "`position` to begin with (default: the start of the game)")
	}
	if flags.Lookup("moves") == nil {
		flags.StringVar(&s.moves, "moves", "", "`moves` played from there, with spaces between them")
	}
}

// game returns the start position and the moves that led there.
func (k *kit[G, M]) game(s start) (g G, played []M, err error) {
	if g, err = k.New(s.position); err != nil {
		if s.position != "" {
			err = fmt.Errorf("-%s %s: %w", k.Position, s.position, err)
		}
		return g, nil, cli.Usagef("%w", err)
	}
	if played, err = playLine(g, strings.Fields(s.moves)); err != nil {
		return g, nil, cli.Usagef("-moves: %w", err)
	}
	return g, played, nil
}

// playLine plays moves given as text, up to the first illegal one, which is an error.
func playLine[M comparable](g ply.Game[M], texts []string) (played []M, err error) {
	for i, text := range texts {
		m, err := engine.NotationOf(g).ParseMove(text)
		if err != nil {
			return played, fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(m)
		played = append(played, m)
	}
	return played, nil
}

// ending describes the end of a game, or returns "" if moves are left.
func (k *kit[G, M]) ending(g G) string {
	if len(g.Moves(nil)) > 0 {
		return ""
	}
	value, side := g.Outcome(), g.ToMove()
	switch {
	case value == 0:
		return "drawn"
	case value < 0:
		side = 1 - side
	}
	return k.Sides[side] + " wins"
}
