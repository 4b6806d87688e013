package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

type judging struct {
	runFlags
	positions, evaluations, every, entries, workers int
	seed                                            uint64
	json                                            bool
}

func judgeCommand(std cli.Streams) *cli.Command {
	var j judging
	flags := flag.NewFlagSet("zero judge", flag.ContinueOnError)
	j.flags(flags, []string{"connectfour"})
	cli.Number(flags, &j.positions, "positions", 1000, 1, 1_000_000, "`number` of positions")
	cli.Number(flags, &j.evaluations, "evals", 200, 1, 1_000_000, "`evaluations` of the search")
	cli.Number(flags, &j.every, "every", 0, 0, 1<<20, "judge each network whose number is a multiple of `N`, too, and write judge.csv")
	cli.Number(flags, &j.entries, "table-entries", 4<<20, 1, cli.MostEntries(16), "`entries` of the solver's table, 16 bytes each, for each worker")
	cli.Number(flags, &j.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of positions at a time (0: as many as processors)")
	cli.Seed(flags, &j.seed, "the positions")
	flags.BoolVar(&j.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-game connectfour -dir FOLDER [flags]", "Compare the moves of a network with those of a solver.",
		"Positions of 8 to 24 stones that random play leads to, none of which, nor its mirror image, is in the games of the\n"+
			"folder. A best move is one after which the solver knows the same result, a win, a draw or a loss, as after any\n"+
			"other. Of the network alone, the move is that with the greatest prior. The solver's answers are kept in labels.csv.",
		func(ctx context.Context) error { return j.run(ctx, std) })
}

type verdict struct {
	Positions int     `json:"positions"`
	Network   float64 `json:"network"`
	Search    float64 `json:"search"`
}

// A question is a position with its best moves, a bit for each column.
type question struct {
	game *connectfour.Game
	best uint64
}

const leastStones, mostStones = 8, 24

func (j *judging) run(ctx context.Context, std cli.Streams) error {
	if err := j.check(); err != nil {
		return err
	}
	j.workers = cli.Workers(j.workers)
	generations, err := neural.Generations(j.dir)
	if err != nil {
		return err
	}
	if len(generations) == 0 {
		return fmt.Errorf("%s: no network", j.dir)
	}
	questions, err := j.choose()
	if err != nil {
		return err
	}
	if err := j.label(ctx, questions); err != nil {
		return err
	}
	log, err := neural.ReadLog(j.dir)
	if err != nil {
		return err
	}
	games := map[int]int{} // by generation
	for _, g := range log {
		games[g.Number] = g.Games
	}
	last := generations[len(generations)-1]
	table := new(bytes.Buffer) // as CSV
	fmt.Fprintln(table, strings.Join(judgeColumns, ","))
	for _, n := range generations {
		if n != last && (j.every == 0 || n%j.every != 0) {
			continue
		}
		v, err := j.judge(ctx, questions, n)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%d,%d,%d,%.4f,%.4f\n", n, games[n], v.Positions, v.Network, v.Search)
		if !j.json {
			fmt.Fprintf(std.Out, "generation %d, %d games: a best move of the network in %.1f %%, with %d evaluations in %.1f %%\n",
				n, games[n], 100*v.Network, j.evaluations, 100*v.Search)
		} else if n == last {
			if err := cli.WriteJSON(std.Out, v); err != nil {
				return err
			}
		}
	}
	if !j.json {
		chance := 0.0
		for _, q := range questions {
			chance += float64(bits.OnesCount64(q.best)) / float64(len(q.game.Moves(nil))) / float64(len(questions))
		}
		fmt.Fprintf(std.Out, "%d positions; a random move is a best one in %.1f %%\n", len(questions), 100*chance)
	}
	if j.every == 0 {
		return nil
	}
	return atomicfile.Write(filepath.Join(j.dir, judgeFile), func(w io.Writer) error {
		_, err := table.WriteTo(w)
		return err
	})
}

const judgeFile = "judge.csv"

var judgeColumns = []string{"generation", "games", "positions", "network", "search"}

func (j *judging) choose() ([]question, error) {
	seen := map[uint64]bool{}
	visit := func(g *connectfour.Game) error {
		if stones := connectfour.Cells - g.Empty(); stones >= leastStones && stones <= mostStones {
			seen[ply.CanonicalHash(g)] = true
		}
		return nil
	}
	if err := neural.Positions(j.dir, connectFour, visit); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(j.seed, 1))
	var questions []question
	for tries := 0; len(questions) < j.positions; tries++ {
		if tries > 1000*j.positions {
			return nil, fmt.Errorf("found only %d positions that are not in the games", len(questions))
		}
		g := new(connectfour.Game)
		for range leastStones + random.IntN(mostStones-leastStones+1) {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
		if hash := ply.CanonicalHash(g); !g.Finished() && connectfour.Cells-g.Empty() >= leastStones && !seen[hash] {
			seen[hash] = true
			questions = append(questions, question{game: g})
		}
	}
	return questions, nil
}

// label sets the best moves of all positions by the solver, which remembers its answers in labels.csv.
func (j *judging) label(ctx context.Context, questions []question) error {
	known := map[string]uint64{}
	file, err := textfile.OpenLedger(filepath.Join(j.dir, "labels.csv"), "", func(line string) error {
		var key string
		var best uint64
		if _, err := fmt.Sscanf(line, "%16s,%d", &key, &best); err != nil || best == 0 || best >= 1<<connectfour.Columns {
			return fmt.Errorf("damaged: %q", line)
		}
		known[key] = best
		return nil
	})
	if err != nil {
		return err
	}
	defer file.Close()
	bar := cli.NewProgress(len(questions), "solved positions")
	defer bar.Close()
	tables := sync.Pool{New: func() any { return transposition.NewTable(16 * int64(j.entries)) }}
	var mu sync.Mutex
	done := 0
	err = cli.Each(ctx, len(questions), j.workers, func(ctx context.Context, i int) error {
		q := &questions[i]
		key, err := q.game.AppendBinary(nil)
		if err != nil {
			return err
		}
		text := fmt.Sprintf("%x", key)
		best, ok := known[text]
		if !ok {
			table := tables.Get().(*transposition.Table)
			defer tables.Put(table)
			if best, err = bestMoves(ctx, q.game, table); err != nil {
				return err
			}
		}
		q.best = best
		mu.Lock()
		defer mu.Unlock()
		done++
		bar.Set(done)
		if ok {
			return nil
		}
		_, err = fmt.Fprintf(file, "%s,%d\n", text, best)
		return err
	})
	return cmp.Or(err, ctx.Err())
}

func bestMoves(ctx context.Context, g *connectfour.Game, table *transposition.Table) (uint64, error) {
	best, columns := -2, uint64(0)
	for _, m := range g.Moves(nil) {
		g.Play(m)
		value := g.Outcome()
		if !g.Finished() {
			opt := connectfour.SearchOptions(g, table)
			opt.Window = [2]int{-1, 1}
			r, err := alphabeta.Search(ctx, g, ply.Limits{}, opt)
			if err != nil {
				return 0, err
			}
			value = r.Value
		}
		g.Undo(m)
		switch value = -cmp.Compare(value, 0); {
		case value > best:
			best, columns = value, 1<<m.Column()
		case value == best:
			columns |= 1 << m.Column()
		}
	}
	return columns, ctx.Err()
}

func (j *judging) judge(ctx context.Context, questions []question, generation int) (verdict, error) {
	n, err := neural.Load(networkFile(j.dir, generation), connectFour)
	if err != nil {
		return verdict{}, err
	}
	players := sync.Pool{New: func() any {
		return neural.NewPlayer(n, connectFour, ply.Limits{}, neural.EvaluatorOptions{}, puct.Options[connectfour.Drop]{})()
	}}
	evaluate, err := neural.ForPUCT(n, connectFour, neural.EvaluatorOptions{})
	if err != nil {
		return verdict{}, err
	}
	var right [2]atomic.Int64
	err = cli.Each(ctx, len(questions), j.workers, func(ctx context.Context, i int) error {
		q := &questions[i]
		source := rand.NewPCG(j.seed, uint64(i))
		player := players.Get().(arena.Player[*connectfour.Game, connectfour.Drop])
		defer players.Put(player)
		a, err := player(ctx, q.game, rand.New(source))
		if err != nil {
			return err
		}
		b, err := j.search(ctx, q.game, evaluate, source)
		if err != nil {
			return err
		}
		right[0].Add(int64(q.best >> a.Column() & 1))
		right[1].Add(int64(q.best >> b.Column() & 1))
		return nil
	})
	share := func(k int) float64 { return float64(right[k].Load()) / float64(len(questions)) }
	return verdict{len(questions), share(0), share(1)}, cmp.Or(err, ctx.Err())
}

// search returns the move of a search with this number of evaluations. Simulations that end in known values need none.
func (j *judging) search(ctx context.Context, g *connectfour.Game, evaluate puct.Evaluator[*connectfour.Game, connectfour.Drop], source rand.Source) (m connectfour.Drop, err error) {
	tree, err := puct.New(g.Clone(), evaluate, puct.Options[connectfour.Drop]{Random: source})
	for left := j.evaluations; err == nil && left > 0; {
		var r puct.Result[connectfour.Drop]
		r, err = tree.Search(ctx, ply.Limits{Nodes: left})
		m, left = r.Move, left-r.Evaluations
		if r.Solved() || r.Evaluations == 0 {
			break
		}
	}
	return m, cmp.Or(err, ctx.Err())
}
