package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/mcts/flat"
	"github.com/ply-search/ply/transposition"
)

// A row is a match of flat Monte-Carlo players, with the mean score of a against b in points from a thesis (Helmstetter
// 2007, sections 4.3.6 and 4.3.7). In the players, N is the number of playouts, n a tenth of it, and S the scale of constants.
type row struct {
	name, a, b string
	paper      float64 // NaN if unknown
	games      int     // of the thesis
}

// rows returns the rows of the papers. first-each is from Bouzy's program Olga, and pruning is the middle of "5 to 10
// points". For goals, the thesis does not tell whether playouts preferred good moves.
func rows() []row {
	const (
		first   = "flat,first,sims=N"
		retaken = "flat,first,retaken,sims=N"
		k2      = retaken + ",k=2S,virtual=V"
		k5      = retaken + ",k=5S,virtual=V"
	)
	return []row{
		{"k0", k2, retaken, 8.1, 100},
		{"k5", k2, k5, 2.6, 100},
		{"k10", k2, retaken + ",k=10S,virtual=V", 4.9, 100},
		{"k20", k2, retaken + ",k=20S,virtual=V", 11.3, 100},
		{"annealed", k5 + ",annealed", k5, 1.6, 100},
		{"replies", k2 + ",replies", k2, -2.4, 100},
		{"first-each", "flat,first,sims=n", "flat,each=n", -13.7, 100},
		{"retaken", retaken, first, math.NaN(), 0},
		{"retaken-k", k2, first + ",k=2S,virtual=V", math.NaN(), 0},
		{"first-sims", first, "flat,sims=N", math.NaN(), 0},
		{"first-time", "flat,first,time=T", "flat,time=T", math.NaN(), 0},
		{"pruning", "flat,each=n,prune=2,after=q", "flat,each=n", -7.5, 0},
		{"gobble", first + ",gobble=5", first, math.NaN(), 0},
		{"goals", retaken + ",goals,empty", retaken, 52.1, 20},
		{"goals-k", k2 + ",goals,empty", k2, math.NaN(), 0},
		{"strings", retaken + ",goals", retaken, math.NaN(), 0},
		{"strings-k", k2 + ",goals", k2, math.NaN(), 0},
	}
}

type flatPapers struct {
	rows     string
	games    int
	playouts int
	virtual  int
	scale    float64
	time     string
	workers  int
	seed     uint64
	state    string
	report   bool
	json     bool
}

func papersCommand(std cli.Streams) *cli.Command {
	var p flatPapers
	flags := flag.NewFlagSet("go papers", flag.ContinueOnError)
	flags.StringVar(&p.rows, "rows", "", "`names` of rows, separated by commas (default: all)")
	cli.Number(flags, &p.games, "games", 20, 2, sampling.MostGames, "even `number` of games for each row")
	cli.Number(flags, &p.playouts, "playouts", 10_000, 20, sampling.MostSimulations, "`number` N of playouts for a move")
	cli.Number(flags, &p.virtual, "virtual", 0, 0, sampling.MostSimulations, "`number` V of virtual playouts, with which evaluations begin")
	cli.Number(flags, &p.scale, "scale", 1, 0.001, 1000, "`number` S by which constants K are multiplied")
	flags.StringVar(&p.time, "time", "100ms", "`time` T for a move, where a row has one")
	cli.Number(flags, &p.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors)")
	cli.Seed(flags, &p.seed, "all chance")
	flags.StringVar(&p.state, "state", "", "`file` that keeps the games played, to go on from")
	flags.BoolVar(&p.report, "report", false, "play no games, and write the rows with the games in the state file")
	flags.BoolVar(&p.json, "json", false, "write a JSON object for each row")
	var names strings.Builder
	for _, r := range rows() {
		fmt.Fprintf(&names, "\n  %-11s %s against %s", r.name, r.a, r.b)
	}
	return cli.Subcommand(flags, "[flags]", "Rerun the matches of flat Monte-Carlo of Helmstetter 2007.",
		"Each row is a match on 9 x 9 without komi, with the simple rule of ko; nobody fills eyes, and a game ends when nobody\n"+
			"has another move. The mean score of the first player in points is told beside the thesis's (sections 4.3.6 and 4.3.7),\n"+
			"with its 95 % interval. Games are played in turn for all rows. Rows, where n is a tenth of N and q a quarter of n:"+
			names.String()+"\n\n"+flatHelp,
		func(ctx context.Context) error { return p.run(ctx, std.Out) })
}

// A bout is a row with its players.
type bout struct {
	row
	first, second flatPlayer
	scores        map[int]scored // by the number of the game
}

// scored is a game in the state file, one a line.
type scored struct {
	A     string  `json:"a"`
	B     string  `json:"b"`
	Seed  uint64  `json:"seed"`
	Game  int     `json:"game"`
	Score float64 `json:"score"` // of a, in points
	Moves int     `json:"moves"`
}

// A flatCompared is the output for a row.
type flatCompared struct {
	Row   string   `json:"row"`
	A     string   `json:"a"`
	B     string   `json:"b"`
	Paper *float64 `json:"paper,omitempty"`
	Score float64  `json:"score"`          // the mean of a in points
	Half  *float64 `json:"half,omitempty"` // of the 95 % interval
	Games int      `json:"games"`
	Moves float64  `json:"moves"` // mean length of a game
}

func (p *flatPapers) bouts() ([]*bout, error) {
	var wanted []string
	if p.rows != "" {
		wanted = strings.Split(p.rows, ",")
	}
	for _, name := range wanted {
		if !slices.ContainsFunc(rows(), func(r row) bool { return r.name == name }) {
			return nil, cli.Usagef("-rows: there is no row %q", name)
		}
	}
	tenth := p.playouts / 10
	parts := []string{"=V", fmt.Sprint("=", p.virtual), "=N", fmt.Sprint("=", p.playouts), "=n", fmt.Sprint("=", tenth), "=q", fmt.Sprint("=", max(2, tenth/4)), "=T", "=" + p.time}
	for _, k := range []float64{2, 5, 10, 20} {
		parts = append(parts, fmt.Sprintf("=%gS", k), fmt.Sprintf("=%g", k*p.scale))
	}
	fill := strings.NewReplacer(parts...)
	var all []*bout
	for _, r := range rows() {
		if wanted != nil && !slices.Contains(wanted, r.name) {
			continue
		}
		b := &bout{row: r, scores: map[int]scored{}}
		b.a, b.b = fill.Replace(r.a), fill.Replace(r.b)
		var err error
		if b.first, err = parseFlat(b.a); err == nil {
			b.second, err = parseFlat(b.b)
		}
		if err != nil {
			return nil, cli.Usagef("-time: %w", err) // the only part of the players that flags write
		}
		all = append(all, b)
	}
	return all, nil
}

const flatSize = 9

func (p *flatPapers) run(ctx context.Context, out io.Writer) error {
	if err := cli.Even("games", p.games); err != nil {
		return err
	}
	bouts, err := p.bouts()
	if err != nil {
		return err
	}
	if p.report && p.state == "" {
		return cli.Usagef("-report needs -state")
	}
	state := io.Discard
	switch read := func(line string) error { return p.read(line, bouts) }; {
	case p.state == "":
	case p.report:
		err = textfile.ReadLedger(p.state, read)
	default:
		var file *os.File
		file, err = textfile.OpenLedger(p.state, `{"a":"`, read)
		defer file.Close()
		state = file
	}
	if err == nil && !p.report {
		err = p.play(ctx, bouts, state)
	}
	if err != nil {
		return err
	}
	for _, b := range bouts {
		if err := p.write(out, b); err != nil {
			return err
		}
	}
	return nil
}

// play plays the missing games, in turn for all rows, and writes them to state. If ctx ends, it returns nil.
func (p *flatPapers) play(ctx context.Context, bouts []*bout, state io.Writer) error {
	type job struct {
		*bout
		game int
	}
	var jobs []job
	for game := range p.games {
		for _, b := range bouts {
			if _, played := b.scores[game]; !played {
				jobs = append(jobs, job{b, game})
			}
		}
	}
	progress := cli.NewProgress(len(jobs), "games")
	defer progress.Close()
	var mu sync.Mutex
	done := 0
	return cli.Each(ctx, len(jobs), cli.Workers(p.workers), func(ctx context.Context, i int) error {
		j := jobs[i]
		s, err := j.play(ctx, p.seed, j.game)
		if err != nil || ctx.Err() != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		j.scores[j.game] = s
		done++
		progress.Set(done)
		return cli.WriteJSON(state, s)
	})
}

// play plays a game. The first player has Black in games of even numbers.
func (b *bout) play(ctx context.Context, seed uint64, game int) (scored, error) {
	s := scored{A: b.a, B: b.b, Seed: seed, Game: game}
	g, err := b.first.game(flatSize)
	if err != nil {
		return s, err
	}
	random := rand.New(rand.NewPCG(seed, transposition.Hash(fmt.Append(nil, b.a, b.b, game))))
	for limit := 4 * flatSize * flatSize; g.Board.Passes() < 2 && s.Moves < limit; s.Moves++ {
		p := &b.first
		if (g.ToMove()+game)%2 == 1 {
			p = &b.second
		}
		move, err := p.choose(ctx, g, random)
		if err != nil || ctx.Err() != nil {
			return s, err
		}
		g.Play(move)
	}
	if s.Score = g.Board.Score(); game%2 == 1 {
		s.Score = -s.Score
	}
	return s, nil
}

// read reads a line of the state file. Lines that are no games of these players and this seed do not count.
func (p *flatPapers) read(line string, bouts []*bout) error {
	var s scored
	if json.Unmarshal([]byte(line), &s) != nil || s.Seed != p.seed {
		return nil
	}
	for _, b := range bouts {
		if b.a == s.A && b.b == s.B && s.Game < p.games {
			b.scores[s.Game] = s
		}
	}
	return nil
}

func (p *flatPapers) write(out io.Writer, b *bout) error {
	var scores, moves []float64
	for _, game := range slices.Sorted(maps.Keys(b.scores)) { // sums of the same numbers in another order can differ
		scores, moves = append(scores, b.scores[game].Score), append(moves, float64(b.scores[game].Moves))
	}
	mean, half := cli.Mean(scores)
	length, _ := cli.Mean(moves)
	c := flatCompared{Row: b.name, A: b.a, B: b.b, Score: mean, Games: len(scores), Moves: length}
	paper, ours := "-", "-"
	if !math.IsNaN(b.paper) {
		c.Paper, paper = &b.paper, fmt.Sprintf("%+.1f", b.paper)
	}
	if len(scores) > 1 {
		c.Half, ours = &half, fmt.Sprintf("%+.1f ± %.1f", mean, half)
	}
	return cli.Write(out, p.json, c, "%-11s thesis %6s  here %-14s %4d games of %.0f moves  %s against %s\n",
		b.name, paper, ours, len(scores), length, b.a, b.b)
}

// A flatPlayer plays by flat Monte-Carlo.
type flatPlayer struct {
	options     flat.Options[goban.Point]
	limits      ply.Limits
	connections weiqi.Connections
}

// flatHelp explains how players of flat Monte-Carlo are written.
const flatHelp = `A player is the word flat followed by settings, separated by commas, as in flat,first,k=5,sims=1000:
  sims=N     playouts for a move (1000 without each and time)
  each=N     playouts for each of the moves to choose among
  time=D     time for a move, such as 50ms
  first      a playout counts for all moves that were played first in it (all moves as first)
  retaken    … and for those that were played on points which the opponent had played on before
  k=K        playouts prefer good moves, with weights exp(K*points)
  virtual=N  their evaluations begin with N playouts of the mean score (0)
  annealed   K grows from 0 at the beginning
  gobble=T   playouts follow two sequences of moves, annealed from temperature T
  replies    moves are judged by the best reply (depth 2)
  prune=R    bad moves are given up, by R standard errors (progressive pruning), after a number of playouts each:
  after=N    see prune (100)
  goals      connections of strings are judged like moves
  empty      those of strings with empty points, too
  nodes=N    nodes of each search for a connection (300)`

// parseFlat reads a player of flat Monte-Carlo, and checks that its options go together.
func parseFlat(text string) (flatPlayer, error) {
	spec := cli.ParseSpec(text)
	var p flatPlayer
	if spec.Kind != "flat" {
		spec.Fail(fmt.Errorf("unknown kind %q, want flat", spec.Kind))
	}
	p.limits = ply.Limits{Nodes: spec.Whole("sims", 0, sampling.MostSimulations), Time: spec.Duration("time")}
	judge := flat.EachMove{
		Playouts:   spec.Whole("each", 0, sampling.MostSimulations),
		Deviations: spec.Number("prune", 0, sampling.MostWeight), After: spec.Whole("after", 0, sampling.MostSimulations),
	}
	if p.limits == (ply.Limits{}) && judge.Playouts == 0 {
		p.limits.Nodes = 1000
	}
	all := flat.AllAsFirst{Goals: spec.Flag("goals"), Gobble: spec.Number("gobble", 0, sampling.MostWeight)}
	if all.Goals {
		p.connections.Empty = spec.Flag("empty")
	}
	p.connections.Nodes = spec.Whole("nodes", 0, cli.Many)
	opt := &p.options
	opt.Replies, opt.Retaken = spec.Flag("replies"), spec.Flag("retaken")
	opt.Boltzmann = flat.Boltzmann{
		K:        spec.Number("k", 0, sampling.MostWeight) / 2, // outcomes are twice the points
		Virtual:  spec.Number("virtual", 0, sampling.MostWeight),
		Annealed: spec.Flag("annealed"),
	}
	first := spec.Flag("first")
	switch {
	case all.Gobble != 0 && opt.Boltzmann != (flat.Boltzmann{}):
		spec.Fail(errors.New("gobble excludes k, virtual and annealed"))
	case all.Gobble != 0 && !first:
		spec.Fail(errors.New("gobble needs first"))
	case (judge.Deviations != 0 || judge.After != 0) && (first || opt.Replies):
		spec.Fail(errors.New("prune excludes first and replies"))
	case judge.Playouts > 0 && first:
		spec.Fail(errors.New("each excludes first, whose games are for all moves"))
	case all.Goals && !first:
		spec.Fail(errors.New("goals needs first"))
	}
	if opt.Judge = judge; first {
		opt.Judge = all
	}
	if err := spec.Finish(); err != nil {
		return flatPlayer{}, err
	}
	g, err := p.game(goban.MinSize)
	if err == nil {
		// A search that ends at once checks the options.
		limits := p.limits
		limits.Time = 1
		_, err = flat.Search(context.Background(), g, limits, p.options)
	}
	return p, spec.Wrap(err)
}

func (p *flatPlayer) game(size int) (*weiqi.Flat, error) {
	b, err := goban.New(size, goban.Rules{})
	if err != nil {
		return nil, err
	}
	return weiqi.NewFlat(b, p.connections)
}

func (p *flatPlayer) choose(ctx context.Context, g *weiqi.Flat, random *rand.Rand) (goban.Point, error) {
	g.Connections = p.connections
	opt := p.options
	opt.Random = random
	if moves := g.Moves(nil); len(moves) == 1 {
		return moves[0], nil
	}
	r, err := flat.Search(ctx, g, p.limits, opt)
	return r.Move, err
}
