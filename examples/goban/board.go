package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// A beginning holds the flags of play, perft and bench, which begin with an empty board.
type beginning struct {
	size  int
	rules goban.Rules
	seed  uint64
	json  bool
}

// flags defines the flags. size is the default, and objects describes the output of -json.
func (b *beginning) flags(name string, size int, objects string) *flag.FlagSet {
	flags := flag.NewFlagSet("goban "+name, flag.ContinueOnError)
	cli.Number(flags, &b.size, "size", size, goban.MinSize, goban.MaxSize, "`rows` and columns of the board")
	rulesFlags(flags, &b.rules)
	flags.BoolVar(&b.json, "json", false, "write a JSON object"+objects)
	return flags
}

func playCommand(std cli.Streams) *cli.Command {
	var b beginning
	var sgf bool
	flags := b.flags("play", 9, "")
	cli.Seed(flags, &b.seed, "all chance")
	cli.Number(flags, &b.rules.Komi, "komi", 7.5, 0, 1000, "`points` for White, in halves")
	flags.BoolVar(&sgf, "sgf", false, "write the game in SGF")
	return cli.Subcommand(flags, "[flags]", "Play a random game and draw its last position.",
		"The moves are random but for eyes, which their owner does not fill. It ends with two passes, and the area counts.",
		func(context.Context) error { return b.play(std.Out, sgf) })
}

type played struct {
	Size  int      `json:"size"`
	Moves []string `json:"moves"`
	Black int      `json:"black"`
	White int      `json:"white"`
	Score float64  `json:"score"`
	Ended bool     `json:"ended"`
}

func (b *beginning) play(out io.Writer, sgf bool) error {
	if sgf && b.json {
		return cli.Usagef("-sgf and -json together")
	}
	board, err := goban.New(b.size, b.rules)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	random := rand.NewPCG(b.seed, 0)
	result := played{Size: b.size, Moves: []string{}}
	for limit := 3 * b.size * b.size; board.Passes() < 2 && board.Played() < limit; {
		move := board.RandomMove(random)
		result.Moves = append(result.Moves, board.Name(move))
		board.Play(move)
	}
	result.Black, result.White = board.Area()
	result.Score, result.Ended = board.Score(), board.Passes() >= 2
	if sgf {
		game := board.SGF()
		game.Set("RE", goban.Result(result.Score))
		return goban.WriteSGF(out, game)
	}
	return cli.Write(out, b.json, result, "%v%s, black %d, white %d, komi %g: %+g for black\n",
		board, cli.Count(board.Played(), "move"), result.Black, result.White, b.rules.Komi, result.Score)
}

func perftCommand(std cli.Streams) *cli.Command {
	var b beginning
	var depth int
	flags := b.flags("perft", 5, " a line for each depth")
	cli.Number(flags, &depth, "depth", 4, 0, 100, "count lines of up to this number of `moves`")
	return cli.Subcommand(flags, "[flags]", "Count the lines of play from the empty board, of each number of moves.",
		"A pass is a move. A line that ends earlier, with two passes, does not count.", func(ctx context.Context) error {
			game, err := goban.NewGame(b.size, b.rules)
			if err != nil {
				return err
			}
			return cli.Perft(std.Out, depth, b.json, func(depth int) (search.PerftResult, error) {
				return search.Perft(ctx, game, depth, search.PerftOptions{})
			})
		})
}

func benchCommand(std cli.Streams) *cli.Command {
	var b beginning
	var seconds float64
	flags := b.flags("bench", 19, "")
	cli.Seed(flags, &b.seed, "all chance")
	cli.Number(flags, &seconds, "seconds", 2, 0.001, 1e6, "how long each of two measurements takes, in `seconds`")
	return cli.Subcommand(flags, "[flags]", "Measure moves and playouts a second.",
		"First all legal moves in positions of random games are played and taken back, then random games are played to their\n"+
			"end. Each legal move is tested for being legal before.",
		func(ctx context.Context) error {
			return b.bench(ctx, std.Out, time.Duration(seconds*float64(time.Second)))
		})
}

type benched struct {
	Size                 int     `json:"size"`
	MovesPerSecond       float64 `json:"moves_per_second"`
	GamesPerSecond       float64 `json:"games_per_second"`
	MovesInGamePerSecond float64 `json:"moves_in_games_per_second"`
	MovesPerGame         float64 `json:"moves_per_game"`
}

func (b *beginning) bench(ctx context.Context, out io.Writer, limit time.Duration) error {
	start, err := goban.New(b.size, b.rules)
	if err != nil {
		return err
	}
	random := rand.NewPCG(b.seed, 0)
	board := start.Clone()
	var positions []*goban.Board // at all stages of a game
	for range 10 {
		board.Playout(random)
		for board.Played() > 0 {
			board.Undo()
			if board.Played()%20 == 10%b.size {
				positions = append(positions, board.Clone())
			}
		}
	}
	_, moves, seconds := cli.Repeat(ctx, limit, func(i int) (moves int) {
		at := positions[i%len(positions)]
		for range 20 {
			for _, p := range at.Points() {
				if at.Legal(p) {
					at.Play(p)
					at.Undo()
					moves++
				}
			}
		}
		return moves
	})
	games, inGames, took := cli.Repeat(ctx, limit, func(int) int {
		board.CopyFrom(start)
		return board.Playout(random)
	})
	r := benched{b.size, float64(moves) / seconds, float64(games) / took, float64(inGames) / took, float64(inGames) / float64(games)}
	return cli.Write(out, b.json, r, "size %d: %.1f million moves played and taken back a second\n%.0f playouts a second, %.1f million moves, %.1f a game\n",
		b.size, r.MovesPerSecond/1e6, r.GamesPerSecond, r.MovesInGamePerSecond/1e6, r.MovesPerGame)
}
