// Command connectfour searches, solves and plays Connect Four.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
)

var sides = [2]string{"X", "O"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var moves string
	c := command.Command(command.Game[*connectfour.Game, connectfour.Drop]{
		Name: "connectfour",
		About: "Without a command: search the empty board with each enhancement removed in turn.\n" +
			"Two sides drop stones in turn into seven columns of six cells; who first has four in a line wins.\n" +
			"Moves and positions are written as columns from 1 to 7, one digit each.",
		Flags:   func(flags *flag.FlagSet) { movesFlag(flags, &moves) },
		New:     func(position string) (*connectfour.Game, error) { return connectfour.New(cmp.Or(position, moves)) },
		Players: players(),
		Cells:   boardCells,
		Opening: 6,
		Length:  10,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{benchCommand(std), countCommand(std), solveCommand(std), treeCommand(std), learnCommand(std)}
		},
	}, std)
	c.Exec = func(ctx context.Context, _ []string) error { return bench(ctx, std.Out, 12, "", false) }
	return c
}

// boardCells returns the cells that the page of serve draws. All cells of a column have its number as their name.
func boardCells(g *connectfour.Game, _ int) [][]command.Cell {
	stones := [2]uint64{}
	stones[g.ToMove()], stones[1-g.ToMove()] = g.Bits()
	return command.Cells(connectfour.Columns, connectfour.Rows, func(column, row int) command.Cell {
		bit := (connectfour.Rows+1)*column + connectfour.Rows - 1 - row
		return command.Cell{Name: strconv.Itoa(column + 1), Man: command.Stone(sides, stones[0], stones[1], bit)}
	})
}

// players are the players of Connect Four. Those that are learned follow the others.
func players() []command.Player[*connectfour.Game, connectfour.Drop] {
	all := []command.Player[*connectfour.Game, connectfour.Drop]{
		command.AlphaBeta[*connectfour.Game](alphabeta.Options[connectfour.Drop]{}),
		command.MCTS[*connectfour.Game](mcts.Options[connectfour.Drop]{}),
		command.Random[*connectfour.Game, connectfour.Drop](),
	}
	all = append(all, command.Trees[*connectfour.Game, connectfour.Drop](50, nil)...)
	return append(all, evaluating("puct", "PUCT (c=1.25)"), evaluating("gumbel", "Gumbel selection without noise (m=16)"),
		evaluating("halving", "sequential halving in the root (m=7, c=1.25)\n"+evaluatingHelp))
}

func movesFlag(flags *flag.FlagSet, moves *string) {
	flags.StringVar(moves, "moves", "", "`columns` played before, a digit from 1 to 7 each (default: the empty board)")
}

func position(moves string) (*connectfour.Game, error) {
	game, err := connectfour.New(moves)
	if err != nil {
		return nil, cli.Usagef("-moves %s: %w", moves, err)
	}
	return game, nil
}

const evaluatingHelp = `  c=C        how much to explore
  fpu=R      reduction of moves not yet tried (0)
  m=N        consider N moves in the root
  batch=N    evaluate up to N positions in one call (1)
  loss=L     loss that a simulation counts while its evaluation is pending, from 0 to 1 (0)
  inflight=N evaluate by N goroutines while others collect positions
  memory=MB  bound on the memory of the tree
  solver     prove values
  transpositions  let equal positions share a node of the tree
  blind      take all positions for even and all moves for equal`

// evaluating returns a player that evaluates positions by the learned model instead of playouts.
func evaluating(kind, help string) command.Player[*connectfour.Game, connectfour.Drop] {
	return command.Player[*connectfour.Game, connectfour.Drop]{
		Name: kind, Help: help, Limits: ply.Limits{Nodes: 1000},
		Read: func(s *command.Settings) func(*connectfour.Game, rand.Source) (engine.Searcher[connectfour.Drop], error) {
			opt, model := readEvaluating(s)
			if _, err := puct.New(new(connectfour.Game), model.Evaluate, opt); err != nil { // checks the options
				s.Fail(err)
			}
			return func(g *connectfour.Game, random rand.Source) (engine.Searcher[connectfour.Drop], error) {
				opt := opt
				opt.Random = random
				return puct.NewSearcher(g, model.Evaluate, opt)
			}
		},
	}
}

func readEvaluating(s *command.Settings) (o puct.Options[connectfour.Drop], model *connectfour.Model) {
	o.NoSolver = !s.Flag("solver")
	o.Transpositions = s.Flag("transpositions")
	considered := 0
	if s.Kind != "puct" {
		considered = s.Whole("m", 0, sampling.MostSimulations)
	}
	var upper puct.PUCT
	if s.Kind != "gumbel" {
		upper.C = s.Number("c", 0, sampling.MostWeight)
		upper.Reduction = s.Number("fpu", 0, sampling.MostWeight)
		upper.VirtualLoss = s.Number("loss", 0, 1)
	}
	switch s.Kind {
	case "puct":
		o.Selection = upper
	case "gumbel":
		o.Selection = puct.Gumbel{Considered: considered, NoNoise: true}
	default:
		o.Selection = puct.Halving{Considered: considered, PUCT: upper}
	}
	o.Batch = s.Whole("batch", 0, 1<<16)
	o.InFlight = s.Whole("inflight", 0, cli.MaxWorkers)
	o.Memory = int64(s.Whole("memory", 0, cli.MostEntries(1<<20))) << 20
	if s.Flag("blind") {
		return o, new(connectfour.Model)
	}
	model, err := connectfour.Learned()
	if err != nil {
		s.Fail(fmt.Errorf("the model: %w", err))
		model = new(connectfour.Model)
	}
	return o, model
}

func learnCommand(std cli.Streams) *cli.Command {
	var opt connectfour.LearnOptions
	flags := flag.NewFlagSet("connectfour learn", flag.ContinueOnError)
	cli.Number(flags, &opt.Rounds, "rounds", 8, 1, 1_000_000, "`number` of rounds of games")
	cli.Number(flags, &opt.Games, "games", 1000, 1, 100_000, "`number` of games in a round, which are in memory together")
	cli.Number(flags, &opt.Simulations, "sims", 64, 1, 1_000_000, "`simulations` for a move")
	cli.Number(flags, &opt.Seed, "seed", 0, 0, math.MaxUint64, "`seed` of all that is random")
	return cli.Subcommand(flags, "[flags]", "Learn a model from games against itself, and write it as JSON.",
		"The model is linear in a few features of the board. In each round it plays games by Gumbel search and learns\n"+
			"the policies that the search has improved, and the results.", func(ctx context.Context) error {
			bar := cli.NewProgress(opt.Rounds, "rounds")
			defer bar.Close()
			opt.Progress = func(round int, _ *connectfour.Model, _ float64) { bar.Set(round + 1) }
			m, err := connectfour.Learn(ctx, opt)
			if err != nil {
				return err
			}
			bar.Close()
			return cli.WriteJSON(std.Out, m)
		})
}

func countCommand(std cli.Streams) *cli.Command {
	var depth, memory int
	var moves string
	var json bool
	flags := flag.NewFlagSet("connectfour count", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 10, 0, connectfour.Cells, "`number` of moves")
	movesFlag(flags, &moves)
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	cli.Memory(flags, &memory)
	return cli.Subcommand(flags, "[flags]", "Count the different positions after each number of moves.", "", func(ctx context.Context) error {
		game, err := position(moves)
		if err != nil {
			return err
		}
		return cli.Within(ctx, int64(memory), func(ctx context.Context) error { return count(ctx, std.Out, game, depth, json) })
	})
}

func count(ctx context.Context, out io.Writer, game *connectfour.Game, depth int, json bool) error {
	levels := make([]int, depth+1)
	if depth == 0 {
		levels[0] = 1
	} else {
		progress := cli.NewProgress(depth, "plies")
		result, err := search.BreadthFirst(ctx, search.Graph(game, nil).MaxDepth(depth), ply.Limits{}, search.Options[connectfour.Drop]{
			Visit:    func(depth int) { levels[depth]++ },
			Progress: func(p search.Result[connectfour.Drop]) { progress.Set(p.Depth) },
		})
		progress.Close()
		if err := cmp.Or(err, result.Status.Err()); err != nil {
			return err
		}
	}
	for ply, n := range levels {
		if n == 0 {
			break
		}
		if err := cli.Write(out, json, map[string]int{"ply": ply, "positions": n}, "%3d %d\n", ply, n); err != nil {
			return err
		}
	}
	return nil
}

func solveCommand(std cli.Streams) *cli.Command {
	var moves string
	var opt connectfour.SolveOptions
	var limits ply.Limits
	var json bool
	flags := flag.NewFlagSet("connectfour solve", flag.ContinueOnError)
	movesFlag(flags, &moves)
	flags.BoolVar(&opt.Exact, "exact", false, "find the quickest win as well")
	cli.Table(flags, &opt.TableEntries, "table-entries", 16<<20, 1, 16, "`number` of positions in the table, 16 bytes each")
	cli.Number(flags, &limits.Time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	cli.State(flags, &opt.State)
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find who wins a position, and by which move.",
		"To solve the empty board takes some minutes.",
		func(ctx context.Context) error { return solve(ctx, std.Out, moves, limits, opt, json) })
}

type solved struct {
	Moves   string  `json:"moves"`
	Result  string  `json:"result"` // of the side to move: win, draw, loss or unknown
	Best    string  `json:"best"`
	Stones  *int    `json:"stones"` // on the board at the end; nil if unknown or not asked for
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

func solve(ctx context.Context, out io.Writer, moves string, limits ply.Limits, opt connectfour.SolveOptions, json bool) error {
	game, err := position(moves)
	if err != nil {
		return err
	}
	r, err := connectfour.Solve(ctx, game, limits, opt)
	if err != nil {
		return err
	}
	found := solved{Moves: moves, Result: "unknown", Nodes: r.Nodes, Seconds: r.Elapsed.Seconds()}
	if r.Status == ply.Complete {
		found.Result = [...]string{"loss", "draw", "win"}[1+cmp.Compare(r.Value, 0)]
		found.Best = line(r.Line[:min(1, len(r.Line))])
		if opt.Exact {
			stones := connectfour.Stones(r.Value)
			found.Stones = &stones
		}
	}
	if json {
		return cli.WriteJSON(out, found)
	}
	fmt.Fprintf(out, "%v\nside %d to move: %s", game, game.ToMove(), found.Result)
	if found.Stones != nil {
		fmt.Fprintf(out, ", with %s on the board", cli.Count(*found.Stones, "stone"))
	}
	if found.Best != "" {
		fmt.Fprintf(out, ", column %s", found.Best)
	}
	_, err = fmt.Fprintf(out, "\n%s, %.3f s, %.2f M nodes/s\n", cli.Count(found.Nodes, "node"), found.Seconds, float64(found.Nodes)/found.Seconds/1e6)
	return err
}

func line(moves []connectfour.Drop) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(m.String())
	}
	return b.String()
}
