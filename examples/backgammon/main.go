// Command backgammon plays backgammon.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	return command.Command(command.Game[*backgammon.Game, backgammon.Move]{
		Name: "backgammon",
		About: "Play backgammon for money, without the doubling cube.\n" +
			"White makes the first throw, which is no double. A win counts one point, a gammon two, and a backgammon three.\n" +
			"Plays are written as in 8/5,6/5 and bar/22* and 6/off(2), or with spaces instead of the commas. A throw is\n" +
			"written as in 61. Positions are those of GNU Backgammon, such as 4HPwATDgc/ABMA, in which White is to throw.",
		New:      position,
		Position: "id",
		Players:  players(),
		Sides:    [2]string{backgammon.SideName(0), backgammon.SideName(1)},
		Ending:   (*backgammon.Game).Ending,
		Opening:  -1, // the dice make games differ
		Length:   27,
		Luck:     func(context.Context) (func(g *backgammon.Game) func() float64, error) { return luck, nil },
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{trainCommand(std), zeroCommand(std), againstCommand(std), judgeCommand(std), drawCommand(std)}
		},
	}, std)
}

func position(id string) (*backgammon.Game, error) {
	if id == "" {
		return backgammon.New(), nil
	}
	return backgammon.FromID(id)
}

type (
	player      = command.Player[*backgammon.Game, backgammon.Move]
	settings    = command.Settings
	searcher    = engine.Searcher[backgammon.Move]
	newSearcher = func(*backgammon.Game, rand.Source) (searcher, error)
)

func players() []player {
	return []player{
		{
			Name: "network",
			Help: "search of the plays of both sides and of all throws, with a network that evaluates positions\n" +
				"  plies=N       throws to look ahead, up to 2 (1)\n" +
				"  weights=FILE  other weights of the network, written by train\n" + filterHelp,
			Read: network,
		},
		{
			Name:   "rollouts",
			Help:   rolloutsHelp,
			Limits: ply.Limits{Nodes: usualGames},
			Read:   rolling,
		},
		{
			Name: "puct",
			Help: "tree of plays and throws, with priors and values of the network, by sequential halving\n" +
				"  m=N            plays considered, those with the greatest priors (8)\n" +
				"  temperature=T  a play that is T worse has a prior 2.7 times as small (0.01; 1 is three points)\n" +
				"  weights=FILE   as of network",
			Limits: ply.Limits{Nodes: 1000},
			Read:   valued,
		},
		{
			Name: "neural",
			Help: "the same with a network that has priors of its own\n" +
				"  network=FILE   the network, written by zero\n" +
				"  m=N            as of puct",
			Limits: ply.Limits{Nodes: 1000},
			Read:   policied,
		},
		{
			Name: "expectimax",
			Help: "search as by network with an evaluation by hand\n  depth=N       plays and throws at most (3)\n" + filterHelp,
			Read: deepened,
		},
		sampled(command.MCTS[backgammon.Millipoints](mcts.Options[backgammon.Move]{
			Leaf: mcts.Evaluation{}, Scale: 3000, Bandit: mcts.Hoeffding{K: 0.0003}, // as plays differ by hundredths of a point
		})),
		{
			Name: "pubeval",
			Help: "benchmark of Tesauro (1993)\n  weights=D folder D with the files WT.race and WT.cntc",
			Read: benchmark,
		},
		command.Random[*backgammon.Game, backgammon.Move](),
	}
}

const (
	widthHelp = "  width=N       plays searched in a position, the best by the evaluation (8); 0 for all\n" +
		"  margin=X      points by which their evaluations may differ from the best (0.16); 0 for any"
	filterHelp = widthHelp + "\n  memory=N      megabytes of the table (4)"
)

// evaluated returns options for a search with the evaluation of the game.
func evaluated(depth int) expectimax.Options[backgammon.Move] {
	return expectimax.Options[backgammon.Move]{
		Depth: depth, Range: [2]float64{-3, 3},
		Evaluator: func(g ply.AdversarialGame[backgammon.Move]) expectimax.Evaluator { return g.(*backgammon.Game) },
	}
}

// deepened reads the settings of a player by expectimax with the evaluation of the game.
func deepened(s *settings) newSearcher {
	return filtered(s, evaluated(s.Whole("depth", 3, 250)))
}

// network reads the settings of a player by expectimax with a network.
func network(s *settings) newSearcher {
	opt := evaluated(1 + 2*s.Whole("plies", 1, 2))
	opt.Direct = opt.Depth <= 3 // takes milliseconds
	opt.Evaluator = learn.ForExpectimax[backgammon.Move](model(s), 0)
	return filtered(s, opt)
}

// filtered reads the other settings of a player by expectimax. A table of the usual size would take longer to clear
// than a game takes.
func filtered(s *settings, opt expectimax.Options[backgammon.Move]) newSearcher {
	opt.Filter = filter(s)
	megabytes := s.Whole("memory", 4, 1<<20)
	return func(g *backgammon.Game, _ rand.Source) (searcher, error) {
		opt := opt
		opt.Table = transposition.NewTable(int64(megabytes) << 20)
		return expectimax.NewSearcher(g, opt)
	}
}

// filter reads the settings width and margin, which are by default as in GNU Backgammon.
func filter(s *settings) expectimax.Filter {
	return expectimax.Filter{Width: s.Whole("width", 8, cli.Many), Margin: s.Number("margin", 0.16, 6)}
}

// model reads the setting weights.
func model(s *settings) *learn.Model {
	file := s.Word("weights", "")
	if file == "" {
		return backgammon.Network()
	}
	m, err := learn.Load(file, backgammon.ModelGame)
	if err != nil {
		s.Fail(err)
		return backgammon.Network()
	}
	return m
}

// valued reads the settings of a player by PUCT with priors computed from the values of a network.
func valued(s *settings) newSearcher {
	evaluate, err := learn.ForPUCT[*backgammon.Game](model(s), s.Number("temperature", 0.01, 1e3))
	if err != nil {
		s.Fail(err)
	}
	return growing(s, evaluate)
}

// growing reads the other settings of a player by PUCT.
func growing(s *settings, evaluate puct.Evaluator[*backgammon.Game, backgammon.Move]) newSearcher {
	// The values of plays differ by hundredths, so exploration is small, and the considered plays are compared by equal
	// numbers of simulations.
	selection := puct.Halving{Considered: s.Whole("m", 8, 1<<10), PUCT: puct.PUCT{C: 0.05}}
	return func(g *backgammon.Game, random rand.Source) (searcher, error) {
		return puct.NewSearcher(g, evaluate, puct.Options[backgammon.Move]{Random: random, Selection: selection, Scale: 3})
	}
}

// benchmark reads the settings of the player pubeval.
func benchmark(s *settings) newSearcher {
	dir := s.Word("weights", "")
	if dir == "" {
		s.Fail(errors.New("want weights=D, a folder with the files WT.race and WT.cntc"))
		return nil
	}
	weights, err := backgammon.ReadPubeval(dir)
	if err != nil {
		s.Fail(err)
		return nil
	}
	return func(g *backgammon.Game, _ rand.Source) (searcher, error) {
		return expectimax.NewSearcher(g, expectimax.Options[backgammon.Move]{
			Depth: 1, Direct: true, Evaluator: weights.Evaluator, Table: transposition.NewTable(0),
		})
	}
}

// luck returns an evaluation of g to adjust points for luck: after a throw, the expectation by the network of the best
// play.
func luck(g *backgammon.Game) (value func() float64) {
	c := newChooser(g, backgammon.Network())
	return func() float64 {
		if g.ToMove() == ply.Chance || g.Finished() {
			return c.evaluator.Expectation()
		}
		_, value := c.best()
		return value
	}
}

// sampled returns a player whose search sees values in millipoints.
func sampled(p command.Player[backgammon.Millipoints, backgammon.Move]) player {
	of := func(inner func(backgammon.Millipoints, rand.Source) (searcher, error)) newSearcher {
		return func(g *backgammon.Game, random rand.Source) (searcher, error) {
			return inner(backgammon.Millipoints{Game: g}, random)
		}
	}
	return player{
		Name: p.Name, Help: p.Help,
		Read: func(s *settings) newSearcher { return of(p.Read(s)) },
		Tune: func(s *settings) ([]engine.Parameter, func([]float64) newSearcher) {
			parameters, with := p.Tune(s)
			return parameters, func(values []float64) newSearcher { return of(with(values)) }
		},
	}
}

// drawing holds the flags of draw.
type drawing struct{ id, moves, output string }

func drawCommand(std cli.Streams) *cli.Command {
	var d drawing
	flags := flag.NewFlagSet("backgammon draw", flag.ContinueOnError)
	flags.StringVar(&d.id, "id", "", "`position` to draw (default: the start of the game)")
	flags.StringVar(&d.moves, "moves", "", "`moves` played from there, with spaces between them")
	flags.StringVar(&d.output, "o", "",
		"write a picture in SVG to this `file`, or to standard output if it is -; otherwise the position is written as text")
	return cli.Subcommand(flags, "[flags]", "Draw a position as text or as a picture in SVG.", "", func(context.Context) error { return d.run(std) })
}

func (d *drawing) run(std cli.Streams) error {
	g, err := position(d.id)
	if err != nil {
		return cli.Usagef("-id: %w", err)
	}
	for i, text := range strings.Fields(d.moves) {
		m, err := g.ParseMove(text)
		if err != nil {
			return cli.Usagef("-moves: move %d: %w", i+1, err)
		}
		g.Play(m)
	}
	if d.output == "" {
		_, err := fmt.Fprint(std.Out, g)
		return err
	}
	return cli.WriteFile(d.output, std.Out, func(w io.Writer) error { return g.WriteSVG(w) })
}
