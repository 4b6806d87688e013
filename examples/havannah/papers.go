package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// A table is a table of matches of Teytaud and Teytaud 2010.
type table struct {
	name, title string
	note        string // about differences from the paper
	slow        bool   // played only if named by the flag
	rows        []row
}

// A row is a match of a against b, with the paper's score and half of its 95 % interval, as parts of 1.
type row struct {
	size        int
	a, b        string
	score, half float64
}

func tables() []table {
	const (
		uct1000  = "uct,sims=1000,k=0.25"
		rave1000 = "rave,sims=1000,r=50,k=0"
		oneWay   = "The paper leaves open what n in α(n) counts and what an untried move scores. Here n counts the simulations of the\n" +
			"move, and an untried move scores its RAVE mean, which agrees with the paper at K = 0. With n for the position and\n" +
			"every move tried once first (fpu=inf), K = 0.25 and 0.05 come close to the paper's figures, and K = 0 does not."
	)
	return []table{{name: "bernstein", title: "Bernstein's bandit against Hoeffding's (section 2)",
		note: "Where p is near ½, the first term with K = 0.25 is Hoeffding's, so that 50 % there says that the second term, which\n" +
			"explores more, counted for little in the paper's program; here it costs a third of the games, and without it the\n" +
			"score is 50 %. And its player to beat explored more: against uct with k=0.5 instead, bernstein with k=0.02 and 0.002\n" +
			"get 64 and 58 %, as in the paper, and without the second term k=0.2 gets 57 %. To play the move of the most wins,\n" +
			"to keep the tree between moves or to put the second term under the root makes no difference.",
		rows: rows(5, "bernstein,sims=1000,k=%v "+uct1000,
			0.25, 0.503, 0.011, 0.1, 0.578, 0.010, 0.03, 0.646, 0.005, 0.01, 0.652, 0.006, 0.001, 0.582, 0.012, 0.0, 0.439, 0.015)},
		{name: "scaling", title: "twice as many simulations (section 2)",
			note: "Most is gained where the fewer simulations cannot try all of the 169 moves: here from 125 to 250, in the paper from\n" +
				"250 to 500, as if it had counted twice as many for the same work.",
			rows: rows(8, "uct,sims=%v,k=0.25 uct,sims=%v,k=0.25",
				250, 125, 0.75, 0.02, 500, 250, 0.84, 0.02, 1000, 500, 0.72, 0.03, 2000, 1000, 0.75, 0.02, 4000, 2000, 0.74, 0.05)},
		{name: "widening", title: "progressive widening in random order (section 3.1)",
			rows: rows(5, "uct,sims=500,k=0.25,q=%v,p=%v uct,sims=500,k=0.25",
				1, 0.7, 0.497, 0.015, 1, 0.8, 0.51, 0.024, 1, 0.9, 0.50, 0.015, 4, 0.4, 0.500, 0.013, 4, 0.7, 0.49, 0.018, 4, 0.9, 0.485, 0.017)},
		{name: "rave", title: "RAVE with 1,000 simulations (section 3.2)", note: oneWay,
			rows: append(rows(5, "rave,sims=1000,r=50,k=%v "+uct1000, 0.25, 0.4726, 0.040, 0.05, 0.6046, 0.029, 0.0, 0.9533, 0.01),
				rows(8, "rave,sims=1000,r=50,k=%v "+uct1000, 0.0, 1.0, 0.003)...)},
		{name: "rave30000", title: "RAVE with 30,000 simulations (section 3.2)", note: oneWay, slow: true,
			rows: rows(5, "rave,sims=30000,r=%v,k=%v uct,sims=30000,k=0.25",
				50, 0.0, 0.53, 0.02, 50, 0.25, 0.47, 0.04, 50, 0.05, 0.60, 0.02, 50, 0.02, 0.60, 0.03, 5, 0.02, 0.61, 0.06, 20, 0.02, 0.66, 0.03)},
		{name: "decisive", title: "decisive moves (section 5)",
			note: "The paper gives neither the size of the board nor the player; the gain grows with the size.",
			rows: slices.Concat(
				rows(5, uct1000+",decisive "+uct1000, 0.813, 0.010), rows(8, uct1000+",decisive "+uct1000, 0.813, 0.010),
				rows(5, rave1000+",decisive "+rave1000, 0.813, 0.010), rows(8, rave1000+",decisive "+rave1000, 0.813, 0.010))},
		{name: "decisive-time", title: "decisive moves, by time (section 5)", slow: true,
			rows: rows(5, "uct,time=%vs,k=0.25,decisive uct,time=%vs,k=0.25", 20, 20, 0.847, 0.027, 30, 30, 0.790, 0.030)}}
}

// rows returns rows of two players. For each row, values holds the settings that players leave open as %v, the score and half of its
// interval.
func rows(size int, players string, values ...any) (rows []row) {
	for of := range slices.Chunk(values, strings.Count(players, "%v")+2) {
		n := len(of) - 2
		a, b, _ := strings.Cut(fmt.Sprintf(players, of[:n]...), " ")
		rows = append(rows, row{size, a, b, of[n].(float64), of[n+1].(float64)})
	}
	return rows
}

type papersFlags struct {
	table   string
	games   int
	workers int
	state   string
	json    bool
}

func papersCommand(std cli.Streams) *cli.Command {
	var p papersFlags
	flags := flag.NewFlagSet("havannah papers", flag.ContinueOnError)
	flags.StringVar(&p.table, "table", "", "`name` of a table (default: all but the slow ones)")
	cli.Number(flags, &p.games, "games", 2000, lot, sampling.MostGames, "`number` of games for each row, a multiple of 20")
	cli.Number(flags, &p.workers, "workers", 0, 0, cli.MaxWorkers, "`games` at a time (0: one for each processor)")
	flags.StringVar(&p.state, "state", "havannah-papers.jsonl", "`file` that keeps the games played, to go on from")
	flags.BoolVar(&p.json, "json", false, "write a JSON object for each row")
	var names strings.Builder
	for _, t := range tables() {
		fmt.Fprintf(&names, "\n  %-14s %s", t.name, t.title)
		if t.slow {
			names.WriteString(", slow")
		}
	}
	return cli.Subcommand(flags, "[-table NAME] [flags]", "Rerun the tables of Teytaud and Teytaud 2010.",
		"Each row is a match. Its score is told beside the paper's, both with their 95 % intervals. Interrupted, the\n"+
			"games played are kept in a file, and the same command goes on from there. Tables:"+names.String(),
		func(ctx context.Context) error { return p.run(ctx, std.Out) })
}

// lot is the number of games of a line of the state file.
const lot = 20

// A played is a line of the state file.
type played struct {
	Row    string `json:"row"` // the size and the players
	Lot    int    `json:"lot"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Pairs  [5]int `json:"pairs"`
}

func (p played) score() arena.Score {
	return arena.Score{Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Pairs: p.Pairs}
}

// key names a row in the state file.
func (r row) key() string { return fmt.Sprintf("%d %s %s", r.size, r.a, r.b) }

// A compared is the output of papers for a row. Scores are parts of 1, with 95 % intervals.
type compared struct {
	Table     string  `json:"table"`
	Size      int     `json:"size"`
	A         string  `json:"a"`
	B         string  `json:"b"`
	Paper     float64 `json:"paper"`
	PaperHalf float64 `json:"paper_half"`
	Score     float64 `json:"score"`
	ScoreLow  float64 `json:"score_low"`
	ScoreHigh float64 `json:"score_high"`
	Games     int     `json:"games"`
	Agrees    bool    `json:"agrees"` // the difference is within both intervals together
}

func (p *papersFlags) run(ctx context.Context, out io.Writer) error {
	if p.games%lot != 0 {
		return cli.Usagef("-games %d: want a multiple of %d", p.games, lot)
	}
	var chosen []table
	for _, t := range tables() {
		if t.name == p.table || p.table == "" && !t.slow {
			chosen = append(chosen, t)
		}
	}
	if len(chosen) == 0 {
		return cli.Usagef("-table %q: there is no such table", p.table)
	}
	done := map[string]map[int]played{}
	file, err := openState(p.state, done)
	if err != nil {
		return err
	}
	defer file.Close()
	progress := cli.NewProgress(p.games, "")
	defer progress.Close()
	for _, t := range chosen {
		if !p.json {
			fmt.Fprintf(out, "%s: %s\n", t.name, t.title)
		}
		for i, r := range t.rows {
			progress.Title(fmt.Sprintf("%s, row %d of %d", t.name, i+1, len(t.rows)))
			s, err := p.play(ctx, r, done, file, progress)
			if err != nil {
				return err
			}
			if err := p.report(out, t, r, s); err != nil {
				return err
			}
			if ctx.Err() != nil {
				progress.Close()
				return fmt.Errorf("interrupted: the games are kept in %s", p.state)
			}
		}
		if t.note != "" && !p.json {
			fmt.Fprintf(out, "  %s\n", strings.ReplaceAll(t.note, "\n", "\n  "))
		}
	}
	return nil
}

// openState opens the state file, and adds the lots played before to done, by row and number.
func openState(name string, done map[string]map[int]played) (*os.File, error) {
	return textfile.OpenLedger(name, `{"row":"`, func(line string) error { return readLot(line, done) })
}

// readLot reads a line of the state file.
func readLot(line string, done map[string]map[int]played) error {
	var p played
	if err := json.Unmarshal([]byte(line), &p); err != nil {
		return err
	}
	pairs, points := 0, 0
	for i, n := range p.Pairs {
		pairs += n
		points += i * n
	}
	if p.Lot < 0 || min(p.Wins, p.Draws, p.Losses) < 0 || p.score().Games() != lot || pairs != lot/2 || points != 2*p.Wins+p.Draws {
		return fmt.Errorf("no lot of %d games", lot)
	}
	if done[p.Row] == nil {
		done[p.Row] = map[int]played{}
	}
	done[p.Row][p.Lot] = p
	return nil
}

// play plays the missing lots of a row and returns the score of all.
func (p *papersFlags) play(ctx context.Context, r row, done map[string]map[int]played, state io.Writer, progress *cli.Progress) (arena.Score, error) {
	a, errA := parsePlayer(r.a)
	b, errB := parsePlayer(r.b)
	var sum arena.Score
	if err := cmp.Or(errA, errB); err != nil {
		return sum, err
	}
	for i := range p.games / lot {
		if l, ok := done[r.key()][i]; ok {
			sum = sum.Add(l.score())
			continue
		}
		result, err := arena.Match(ctx, opening(r.size), a.player, b.player, arena.Options{
			Games: lot, Workers: cli.Workers(p.workers), Random: rand.NewPCG(uint64(i), 1),
			Progress: func(part arena.Result) { progress.Set(sum.Games() + part.Games()) },
		})
		if err != nil {
			return sum, err
		}
		if result.Status != ply.Complete {
			break
		}
		l := played{Row: r.key(), Lot: i, Wins: result.Wins, Draws: result.Draws, Losses: result.Losses, Pairs: result.Pairs}
		if err := cli.WriteJSON(state, l); err != nil {
			return sum, err
		}
		sum = sum.Add(l.score())
	}
	return sum, nil
}

func (p *papersFlags) report(out io.Writer, t table, r row, s arena.Score) error {
	low, high := s.Interval(0.95)
	c := compared{
		Table: t.name, Size: r.size, A: r.a, B: r.b, Paper: r.score, PaperHalf: r.half,
		Score: s.Rate(), ScoreLow: low, ScoreHigh: high, Games: s.Games(),
	}
	ours := max(high-s.Rate(), s.Rate()-low)
	c.Agrees = math.Abs(s.Rate()-r.score) <= math.Hypot(ours, r.half)
	verdict := "differs"
	if c.Agrees {
		verdict = "agrees"
	}
	return cli.Write(out, p.json, c, "  %-34s against %-22s size %d   paper %5.1f ± %.1f %%   here %5.1f %% (%.1f to %.1f), %d games   %s\n",
		r.a, r.b, r.size, 100*r.score, 100*r.half, 100*s.Rate(), 100*low, 100*high, s.Games(), verdict)
}
