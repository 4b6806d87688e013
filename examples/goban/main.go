// Command goban draws positions and games of Go, plays random games, solves problems of capture and connection by threats,
// counts lines of play and measures the board.
package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("goban", "The board of Go: draw positions and games, play random games, solve problems of connection and capture, count, and measure.",
		"Games are files in the Smart Game Format. A position is a text of a line for each row, from the top, with X for\n"+
			"a black stone, O for a white one, . for none and + for the point of a ko; a line \"white to move\" may follow.\n"+
			"Points have a letter and a number: A1 is in the lower left corner, and I is left out.",
		drawCommand(std), playCommand(std), perftCommand(std), connectCommand(std), transitiveCommand(std), captureCommand(std),
		threatsCommand(std), benchCommand(std))
}

func rulesFlags(flags *flag.FlagSet, rules *goban.Rules) {
	flags.BoolVar(&rules.Suicide, "suicide", false, "permit the suicide of several stones")
	flags.BoolVar(&rules.Superko, "superko", false, "forbid moves that repeat any position of stones, not only those of a ko")
}

// An input is the source of a position: a text, or a game in SGF with a move number.
type input struct {
	position  string
	game      string
	number    int
	variation string
	toMove    int
	rules     goban.Rules
}

func (in *input) flags(flags *flag.FlagSet) {
	flags.StringVar(&in.position, "position", "", "read a position from this `file`, or from standard input if it is -")
	in.gameFlags(flags, "game")
}

func (in *input) gameFlags(flags *flag.FlagSet, name string) {
	flags.StringVar(&in.game, name, "", "read a game in SGF from this `file`, or from standard input if it is -")
	cli.Number(flags, &in.number, "number", 1, 1, 1_000_000, "which `game` of the file")
	flags.StringVar(&in.variation, "variation", "", "which `variations` to follow where there are several, such as 2,1; then the first")
	cli.Number(flags, &in.toMove, "to-move", 1_000_000, 0, 1_000_000, "stop after this number of `moves`")
	rulesFlags(flags, &in.rules)
}

func (in *input) name() string {
	if in.position != "" {
		return cli.Name(in.position)
	}
	return cli.Name(in.game)
}

// A situation is a board with the history that the file gives.
type situation struct {
	board *goban.Board
	moves []goban.Move // that led there
	node  *goban.Node  // the last of the game, nil for a position
}

func (in *input) read(stdin io.Reader) (s situation, err error) {
	switch {
	case (in.position == "") == (in.game == ""):
		return s, cli.Usagef("want either -position or -game")
	case in.position != "":
		s.board, err = cli.Read(in.position, stdin, func(r io.Reader) (*goban.Board, error) { return goban.ReadText(r, in.rules) })
		return s, err
	}
	var choices []int
	if in.variation != "" {
		for text := range strings.SplitSeq(in.variation, ",") {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return s, cli.Usagef("-variation %.30s: want numbers from 1 on, such as 2,1", in.variation)
			}
			choices = append(choices, n)
		}
	}
	return cli.Read(in.game, stdin, func(r io.Reader) (s situation, err error) {
		games, err := sgf.Read(r)
		if err != nil {
			return s, err
		}
		if in.number > len(games) {
			return s, fmt.Errorf("it has %d games, no number %d", len(games), in.number)
		}
		line, err := games[in.number-1].Variation(choices...)
		if err != nil {
			return s, err
		}
		line = goban.UpTo(line, in.toMove)
		s.node = line[len(line)-1]
		s.board, s.moves, err = goban.Replay(line, in.rules)
		return s, err
	})
}
