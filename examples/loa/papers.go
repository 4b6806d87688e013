package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/transposition"
)

type papers struct {
	series cli.Series
	rows   string
	time   time.Duration
	folder string
	json   bool
}

func papersCommand(std cli.Streams) *cli.Command {
	var p papers
	flags := flag.NewFlagSet("loa papers", flag.ContinueOnError)
	flags.StringVar(&p.rows, "rows", "techniques,learning,trees", "`rows` to measure: techniques, learning, trees, or names of rows, separated by commas")
	cli.Number(flags, &p.time, "time", 0, 0, cli.LongTime, "`time` for a move (0: 1ms for learning, 2ms for techniques, 5ms for trees)")
	p.series.Flags(flags, 200, cli.Many)
	flags.StringVar(&p.folder, "folder", "papers", "`folder` of what was found, of games and of models; an interrupted run goes on from there")
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[-rows ROWS] [flags]", "Measure what techniques of search and ways of learning are worth.",
		"Each row is a match at equal time: each player searches as many positions for a move as it gets through in that time, as\n"+
			"measured before the match, so that results do not depend on what else the machine does.\n"+
			"techniques: alpha-beta with a technique against the same without it.\n"+
			"learning: weights learned in different ways against those chosen by hand.\n"+
			"trees: Monte-Carlo tree search against alpha-beta, both with the weights learned.\n"+
			"Rows: "+rowNames()+".",
		func(ctx context.Context) error { return p.run(ctx, std.Out) })
}

var usualTimes = map[string]time.Duration{"learning": time.Millisecond, "techniques": 2 * time.Millisecond, "trees": 5 * time.Millisecond}

func (p *papers) each(r *row) time.Duration { return cmp.Or(p.time, usualTimes[r.group]) }

type row struct {
	group, name string
	a, b        string
	lesson      *lesson // that learns the model of a, or nil
}

func allRows() []row {
	var rows []row
	for _, t := range [][2]string{
		{"look for connecting moves", "blind"}, {"quiescence", "quiet=0"},
		{"history, not the table alone", "order=none"}, {"history, not ranks", "order=ranks"}, {"history, not killers", "order=killers"},
		{"history, not all together", "order=all"},
	} {
		rows = append(rows, row{group: "techniques", name: t[0], a: "hand", b: "hand," + t[1]})
	}
	for _, t := range [][2]string{ // off by default
		{"extensions and reductions", "extend"}, {"null move", "null=2"}, {"verified null move", "null=2,verify"},
	} {
		rows = append(rows, row{group: "techniques", name: t[0], a: "hand," + t[1], b: "hand"})
	}
	rows = append(rows, row{group: "learning", name: "weights of the program", a: "trained,selective=0", b: "hand"})
	for _, l := range lessons() {
		rows = append(rows, row{group: "learning", name: l.name, b: "hand", lesson: &l})
	}
	for _, t := range [][2]string{
		{"mcts, evaluated", "mcts,evaluate"}, {"mcts, playouts ended after 4 moves", "mcts,length=4"}, {"mcts, playouts ended at 1000", "mcts,mercy=1000"},
		{"mcts, playouts to the end", "mcts"},
	} {
		rows = append(rows, row{group: "trees", name: t[0], a: t[1], b: "trained,selective=0"})
	}
	return rows
}

func rowNames() string {
	var names []string
	for _, r := range allRows() {
		names = append(names, r.name)
	}
	return strings.Join(names, "; ")
}

func (p *papers) chosen() ([]row, error) {
	var chosen []row
	for _, name := range strings.Split(p.rows, ",") {
		before := len(chosen)
		for _, r := range allRows() {
			if r.group == name || strings.ReplaceAll(r.name, ",", "") == name {
				chosen = append(chosen, r)
			}
		}
		if len(chosen) == before {
			return nil, cli.Usagef("-rows: no row %q, want techniques, learning, trees or one of: %s", name, strings.ReplaceAll(rowNames(), ",", ""))
		}
	}
	return chosen, nil
}

// A found is the result of a row, with the score of a.
type found struct {
	Group    string     `json:"group"`
	Row      string     `json:"row"`
	A        string     `json:"a"`
	B        string     `json:"b"`
	Time     string     `json:"time"` // for a move
	Work     [2]int     `json:"work"` // nodes or simulations for a move
	Games    int        `json:"games"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Rate     float64    `json:"rate"`
	Interval [2]float64 `json:"interval"`
	Seed     uint64     `json:"seed"`

	// The training, if there was one.
	Starts   int     `json:"starts,omitempty"`   // first weights tried
	Readings int     `json:"readings,omitempty"` // epochs of the weights chosen
	Best     int     `json:"best,omitempty"`     // number of the best epoch
	Loss     float64 `json:"loss,omitempty"`     // on the games held out
}

// ledger is the name of the file of results, in the folder.
const ledger = "found.jsonl"

// readFound reads a line of the ledger.
func readFound(line string) (f found, err error) {
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return f, fmt.Errorf("no row: %w", err)
	}
	if f.Row == "" || f.Games != f.Wins+f.Draws+f.Losses {
		return f, errors.New("a row without a name, or whose games do not add up")
	}
	return f, nil
}

func (p *papers) run(ctx context.Context, out io.Writer) error {
	if err := p.series.Check(); err != nil {
		return err
	}
	rows, err := p.chosen()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.folder, 0o777); err != nil {
		return err
	}
	var all []found
	file, err := textfile.OpenLedger(filepath.Join(p.folder, ledger), `{"group":"`, func(line string) error {
		f, err := readFound(line)
		all = append(all, f)
		return err
	})
	if err != nil {
		return err
	}
	defer file.Close()
	bar := cli.NewProgress(len(rows)*p.series.Games, "games")
	defer bar.Close()
	for i, r := range rows {
		at := slices.IndexFunc(all, func(f found) bool {
			return f.Group == r.group && f.Row == r.name && f.Games == p.series.Games && f.Time == p.each(&r).String() && f.Seed == p.series.Seed
		})
		if at < 0 {
			bar.Title(r.name)
			f, err := p.measure(ctx, &r, bar, i*p.series.Games)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			at, all = len(all), append(all, f)
			if err := cli.WriteJSON(file, f); err != nil {
				return err
			}
		}
		if err := p.write(out, &all[at]); err != nil {
			return err
		}
	}
	return nil
}

func (p *papers) measure(ctx context.Context, r *row, bar *cli.Progress, before int) (found, error) {
	f := found{Group: r.group, Row: r.name, A: r.a, B: r.b, Time: p.each(r).String(), Seed: p.series.Seed}
	if r.lesson != nil {
		model, t, err := r.lesson.learn(ctx, p.folder, cli.Workers(p.series.Workers), bar)
		if err != nil {
			return f, err
		}
		f.A = "trained,model=" + model
		if t != nil {
			f.Starts, f.Readings, f.Best, f.Loss = t.starts, len(t.Epochs), t.Best, loss(&t.Result)
		}
	}
	var players [2]*player
	for i, text := range []string{f.A, f.B} {
		player, err := parsePlayer(text)
		if err != nil {
			return f, err
		}
		players[i] = &player
	}
	var err error
	if f.Work, err = equalTime(ctx, players, p.each(r)); err != nil {
		return f, err
	}
	opt := p.series.Options(bar, before)
	opt.Repetitions, opt.MaxMoves = true, mostMoves
	result, err := arena.Match(ctx, openings(loa.Rules{}), players[0].seat(), players[1].seat(), opt)
	if err == nil {
		err = result.Status.Err()
	}
	f.Games, f.Wins, f.Draws, f.Losses, f.Rate = result.Games(), result.Wins, result.Draws, result.Losses, result.Rate()
	f.Interval[0], f.Interval[1] = result.Interval(0.95)
	return f, err
}

// Work to measure the speed of players.
const (
	paceNodes     = 1500
	paceSims      = 150
	pacePositions = 12
	paceRepeats   = 7
)

// equalTime limits two players to the nodes or simulations that each does in a time. A match at equal time then has the same result
// in every run and does not depend on other load. Both are measured on the same positions in turn; the fastest of several
// measurements counts.
func equalTime(ctx context.Context, players [2]*player, each time.Duration) (work [2]int, err error) {
	best := [2][pacePositions]time.Duration{}
	done := [2]int{}
	tables := [2]*transposition.Table{players[0].table(), players[1].table()}
	for repeat := range paceRepeats {
		for at := range pacePositions {
			game, err := arena.RandomOpening(2+2*at, func() (*loa.Game, error) { return loa.New(loa.Rules{}) })(0, rand.New(rand.NewPCG(uint64(at), 1)))
			if err != nil {
				return work, err
			}
			for i, p := range players {
				limits := ply.Limits{Nodes: paceNodes}
				if p.kind == "mcts" {
					limits.Nodes = paceSims
				}
				tables[i].Reset()
				_, r, err := p.think(ctx, tables[i], game, rand.NewPCG(1, 1), limits)
				if err != nil {
					return work, err
				}
				if repeat == 0 {
					done[i] += r.Nodes
					best[i][at] = math.MaxInt64
				}
				best[i][at] = min(best[i][at], r.Elapsed)
			}
		}
	}
	for i, p := range players {
		sum := time.Duration(0)
		for _, d := range best[i] {
			sum += d
		}
		work[i] = max(int(float64(done[i])*each.Seconds()/sum.Seconds()), 2)
		p.limits = ply.Limits{Nodes: work[i]}
	}
	return work, nil
}

func (p *papers) write(out io.Writer, f *found) error {
	training := ""
	if f.Readings > 0 {
		training = fmt.Sprintf("; loss %.4f, reading %d of %d, first weights tried: %d", f.Loss, f.Best, f.Readings, f.Starts)
	}
	return cli.Write(out, p.json, f, "%-10s %-34s %5.1f %% (95 %%: %.1f to %.1f) +%d =%d -%d, %d and %d a move%s\n",
		f.Group, f.Row, 100*f.Rate, 100*f.Interval[0], 100*f.Interval[1], f.Wins, f.Draws, f.Losses, f.Work[0], f.Work[1], training)
}
