package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
)

type learning struct {
	setMaker
	lesson            lesson
	output            string
	method, optimizer string
	lambda, rate      float64
	json              bool
}

// The methods and optimizers by name.
var (
	methods    = []string{"td", "leaf", "results"}
	optimizers = map[string]func(rate float64) learn.Optimizer{
		"adam":             func(rate float64) learn.Optimizer { return learn.Adam{Rate: rate} },
		"rprop":            func(rate float64) learn.Optimizer { return learn.RPROP{First: rate} },
		"back-propagation": func(rate float64) learn.Optimizer { return learn.SGD{Rate: rate} },
	}
)

func learnCommand(std cli.Streams) *cli.Command {
	var l learning
	flags := flag.NewFlagSet("loa learn", flag.ContinueOnError)
	flags.StringVar(&l.output, "o", "", "`file` for the weights, which -a trained,model=FILE of match plays by")
	flags.StringVar(&l.file, "set", "", "`file` of games to learn from; games that it lacks are played and appended (otherwise all are played and not kept)")
	cli.Number(flags, &l.games, "games", setGames, 2, 1_000_000, "`number` of games to learn from")
	cli.Number(flags, &l.nodes, "nodes", setNodes, 2, cli.Many, "`number` of positions searched for a move of these games")
	flags.BoolVar(&l.alone, "alone", false, "games of the evaluation by hand against itself, instead of several players")
	cli.Choice(flags, &l.method, "method", "td", methods, "`method`: TD(λ), TD-leaf(λ), or regression on results")
	cli.Number(flags, &l.lambda, "lambda", 0.9, 0, 1, "`number` λ of TD")
	cli.Number(flags, &l.lesson.hidden, "hidden", 0, 0, 1024, "`number` of hidden units (0: a linear model)")
	cli.Choice(flags, &l.optimizer, "optimizer", "adam", slices.Sorted(maps.Keys(optimizers)), "`rule` by which weights change")
	cli.Number(flags, &l.rate, "rate", 0, 0, 1, "`size` of the steps of the optimizer, for rprop of the first (0: its default)")
	flags.BoolVar(&l.lesson.Squared, "squared", false, "minimize the square of the difference of values instead of the cross-entropy of expected points")
	cli.Number(flags, &l.lesson.Epochs, "readings", mostReadings, 1, 1_000_000, "`number` of times that the games are read, at most")
	cli.Number(flags, &l.lesson.Validation, "held-out", usualHeldOut, 0, 0.9, "`part` of the games held out, by which the best weights are chosen; 0: none")
	cli.Number(flags, &l.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of goroutines (0: as many as processors)")
	cli.Seed(flags, &l.seed, "all that is random")
	flags.BoolVar(&l.json, "json", false, "write a JSON object for each reading")
	return cli.Subcommand(flags, "-o FILE [flags]", "Play games, and learn weights of the features from them.",
		"Games are played by the evaluation by hand, by three stages of its making and, in the second half, by weights learned\n"+
			"from the first half. The features are those of H A.3.1; weights are learned by package learn. The same flags give the\n"+
			"same weights, for any number of workers.",
		func(ctx context.Context) error { return l.run(ctx, std) })
}

func (l *learning) run(ctx context.Context, std cli.Streams) error {
	if l.output == "" {
		return cli.Usagef("-o: want the name of a file for the weights")
	}
	if err := errors.Join(cli.CheckOutput(l.output), cli.CheckState(l.file)); err != nil {
		return err
	}
	bar := cli.NewProgress(l.games, "games")
	defer bar.Close()
	l.workers, l.tell = cli.Workers(l.workers), bar.Set
	set, err := l.make(ctx)
	if err != nil {
		return err
	}
	set = part(set, min(l.games, len(set.Records)))
	bar.Title("readings")
	o := &l.lesson
	o.seed, o.Optimizer = l.seed, optimizers[l.optimizer](l.rate)
	if l.method != "results" {
		o.TD = td(l.lambda)
		if l.method == "leaf" {
			o.TD.Leaf = new(alphabeta.Options[loa.Move])
		}
	}
	if o.Validation > 0 {
		o.Patience = patience
	}
	r, err := train(ctx, &l.lesson, set, l.workers, func(r learn.Epoch) {
		bar.Set(r.Number * l.games / l.lesson.Epochs)
		if l.json {
			err = cli.WriteJSON(std.Out, r)
		}
	})
	if err != nil {
		return err
	}
	if err := r.Model.Save(l.output); err != nil {
		return err
	}
	bar.Close()
	if l.json {
		return nil
	}
	last := r.Epochs[len(r.Epochs)-1]
	fmt.Fprintf(std.Out, "%d games, %d positions, first weights tried %d, %d readings, the best %d; loss %.4f, on the games held out %.4f; change in the last reading %.2g\n",
		r.Games, r.Nodes, r.starts, last.Number, r.Best, last.Loss, last.Validation, last.Change)
	return l.describe(std, r.Model)
}

func (l *learning) describe(std cli.Streams, m *learn.Model) error {
	if len(m.Hidden) > 0 {
		return nil
	}
	var b bytes.Buffer
	for i, name := range weightNames {
		fmt.Fprintf(&b, "%-12s", name)
		for _, at := range []int{i, i + loa.SideFeatures} {
			w := m.Weights[at]
			if m.Scale != nil {
				w *= m.Scale[at]
			}
			fmt.Fprintf(&b, " %8.4f", w)
		}
		b.WriteByte('\n')
	}
	_, err := b.WriteTo(std.Out)
	return err
}

var weightNames = [loa.SideFeatures]string{"men", "spread", "distance", "groups", "connections", "blocked"}

func tuneCommand(std cli.Streams) *cli.Command {
	var tuning cli.Tuning
	var rules rulesFlags
	var text, model string
	flags := flag.NewFlagSet("loa tune", flag.ContinueOnError)
	flags.StringVar(&text, "player", "hand,nodes=2000", "`player` of the kind hand whose weights are tuned; see match")
	flags.StringVar(&model, "model", "", "`file` for the weights, for a player trained,model=FILE")
	tuning.Flags(flags)
	rules.flags(flags)
	return cli.Subcommand(flags, "[flags]", "Look for better weights of the evaluation by hand.", cli.TuningHelp, func(ctx context.Context) error {
		p, err := parsePlayer(text)
		if err == nil && p.kind != "hand" {
			err = cli.Usagef("want one of the kind hand")
		}
		if err != nil {
			return cli.Usagef("-player: %w", err)
		}
		var parameters []engine.Parameter // which may double or change their sign
		for i, w := range loa.HandWeights {
			reach := 2 * math.Abs(w)
			parameters = append(parameters, engine.Parameter{Name: weightNames[i], Initial: w, Least: w - reach, Most: w + reach})
		}
		with := func(values []float64) (func() arena.Player[*loa.Game, loa.Move], error) {
			changed := p
			changed.search.Evaluator = learn.ForAlphaBeta[loa.Move](loa.Weighted([loa.SideFeatures]float64(values)), ply.MaxValue)
			return changed.seat(), nil
		}
		r, err := cli.Tune(ctx, std.Out, &tuning, openings(rules.Rules), parameters, with, tune.Options{Repetitions: true, MaxMoves: mostMoves})
		if err != nil || model == "" {
			return err
		}
		return loa.Weighted([loa.SideFeatures]float64(r.Values)).Save(model)
	})
}

// A lesson is a way to learn weights.
type lesson struct {
	name   string
	games  int    // number to learn from
	alone  bool   // learn from games of one player instead of several
	hidden int    // units of one layer; 0 means a linear model
	seed   uint64 // 0 means 1
	learn.Options[loa.Move]
}

const (
	setNodes     = 500  // searched for a move
	setOpening   = 6    // random moves
	setExplore   = 0.02 // probability of a random move
	setGames     = 4000
	usualGames   = 2000
	usualHeldOut = 0.1
	mostReadings = 500 // after which weights are stable (H)
	patience     = 30
	usualRate    = 0.01 // of Adam
)

// lessons returns the usual lesson and its variants.
func lessons() []lesson {
	usual := lesson{
		name: "usual: TD-directed 0.9, two hidden units, 2000 games", games: usualGames, hidden: 2,
		Options: learn.Options[loa.Move]{
			TD: td(0.9), Optimizer: learn.Adam{Rate: usualRate},
			Epochs: mostReadings, Validation: usualHeldOut, Patience: patience,
		},
	}
	all := []lesson{usual}
	add := func(name string, change func(*lesson)) {
		l := usual
		l.name = name
		change(&l)
		all = append(all, l)
	}
	add("linear", func(l *lesson) { l.hidden = 0 })
	add("one hidden unit", func(l *lesson) { l.hidden = 1 })
	add("eight hidden units", func(l *lesson) { l.hidden = 8 })
	for _, lambda := range []float64{0, 0.5, 0.7, 1} {
		add(fmt.Sprintf("λ = %v", lambda), func(l *lesson) { l.TD = td(lambda) })
	}
	add("TD-leaf 0.9", func(l *lesson) { l.TD = &learn.TD[loa.Move]{Lambda: 0.9, Leaf: new(alphabeta.Options[loa.Move])} })
	add("regression on results", func(l *lesson) { l.TD = nil })
	add("600 games", func(l *lesson) { l.games = 600 })
	add("4000 games", func(l *lesson) { l.games = setGames })
	add("linear and 4000 games", func(l *lesson) { l.hidden, l.games = 0, setGames })
	add("one player alone", func(l *lesson) { l.alone = true })
	add("RPROP", func(l *lesson) { l.Optimizer = learn.RPROP{} })
	return all
}

func td(lambda float64) *learn.TD[loa.Move] { return &learn.TD[loa.Move]{Lambda: lambda} }

// newGame returns the start of a game, for package learn.
func newGame() (*loa.Game, error) { return loa.Start(), nil }

var notation = learn.Notation[*loa.Game, loa.Move]{
	Game: loa.ModelGame,
	New:  newGame,
	Text: func(_ *loa.Game, m loa.Move) string { return m.String() },
}

func selfPlayer(name string, m *learn.Model, nodes int) learn.NamedPlayer[*loa.Game, loa.Move] {
	p := player{search: loa.SearchOptions(), limits: ply.Limits{Nodes: nodes}}
	if m != nil {
		p.search.Evaluator = learn.ForAlphaBeta[loa.Move](m, ply.MaxValue)
	}
	return learn.NamedPlayer[*loa.Game, loa.Move]{Name: name, New: p.seat()}
}

// A setMaker plays the games of a set.
type setMaker struct {
	file    string // that keeps the games, or ""
	games   int
	nodes   int
	alone   bool
	workers int
	seed    uint64
	tell    func(games int)
}

// make returns the set, and plays the games that the file lacks. Unless one player plays alone, the players are the evaluation by
// hand and its stages and, in the second half, also weights learned from the first half.
func (s *setMaker) make(ctx context.Context) (*learn.Set[loa.Move], error) {
	file := s.file
	if file == "" {
		folder, err := os.MkdirTemp("", "loa")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		file = filepath.Join(folder, "set.jsonl")
	}
	players := []learn.NamedPlayer[*loa.Game, loa.Move]{selfPlayer("hand", nil, s.nodes)}
	if s.alone {
		return s.play(ctx, file, players, s.games)
	}
	for i, m := range loa.HandStages() {
		players = append(players, selfPlayer(fmt.Sprintf("stage %d", i+1), m, s.nodes))
	}
	first := (s.games + 1) / 2
	set, err := s.play(ctx, file, players, first)
	if err != nil || len(set.Records) >= s.games {
		return set, err
	}
	half := &learn.Set[loa.Move]{Game: set.Game, Records: set.Records[:min(first, len(set.Records))]}
	model, err := train(ctx, &lesson{hidden: 2, Options: learn.Options[loa.Move]{
		TD: td(0.5), Epochs: 100, Optimizer: learn.Adam{Rate: usualRate},
	}}, half, s.workers, nil)
	if err != nil {
		return nil, err
	}
	players = append(players, selfPlayer("learned", model.Model, s.nodes))
	return s.play(ctx, file, players, s.games)
}

// play plays games until the file has a number of them.
func (s *setMaker) play(ctx context.Context, file string, players []learn.NamedPlayer[*loa.Game, loa.Move], games int) (*learn.Set[loa.Move], error) {
	return notation.SelfPlay(ctx, file, players, learn.SelfPlayOptions[loa.Move]{
		Games:       games,
		Opening:     setOpening,
		Explore:     setExplore,
		MaxMoves:    mostMoves,
		Repetitions: true,
		Random:      rand.NewPCG(s.seed, 0),
		Workers:     s.workers,
		Progress:    s.tell,
	})
}

// mostStarts is the greatest number of first weights tried.
const mostStarts = 5

// A trained is the result of a lesson.
type trained struct {
	learn.Result
	starts int // first weights tried
}

// train learns weights from a set. If a training fails, it begins again with other first weights, and returns the best result. Its
// error wraps [learn.ErrNothingLearned] if no training has improved its first weights.
//
// Few hidden units may end up saturated or alike. A network has failed if it gains less than half as much as a linear model, whose
// training always succeeds, over the loss of equal chances.
func train(ctx context.Context, l *lesson, set *learn.Set[loa.Move], workers int, progress func(learn.Epoch)) (best trained, err error) {
	var nothing error // of the best
	enough := math.Inf(1)
	if l.hidden > 0 {
		linear := lesson{seed: l.seed, Options: l.Options}
		linear.TD, linear.Optimizer, linear.Batch = nil, learn.LBFGS{}, 0
		r, err := linear.try(ctx, set, workers, nil, 0)
		if err != nil && !errors.Is(err, learn.ErrNothingLearned) {
			return best, err
		}
		even := math.Ln2
		if l.Squared {
			even = 0.5
		}
		enough = (even + loss(&r)) / 2
	}
	for start := range uint64(mostStarts) {
		r, err := l.try(ctx, set, workers, progress, start)
		if err != nil && !errors.Is(err, learn.ErrNothingLearned) {
			return best, err
		}
		if best.Model == nil || loss(&r) < loss(&best.Result) {
			best.Result, nothing = r, err
		}
		best.starts++
		if r.Best > 0 && loss(&r) <= enough {
			break
		}
	}
	return best, nothing
}

// try learns from the first weights with a number.
func (l *lesson) try(ctx context.Context, set *learn.Set[loa.Move], workers int, progress func(learn.Epoch), start uint64) (learn.Result, error) {
	var layers []int
	if l.hidden > 0 {
		layers = []int{l.hidden}
	}
	m, err := learn.NewModel(learn.Model{Game: loa.ModelGame, Inputs: loa.FeatureCount, Hidden: layers}, rand.NewPCG(1, start))
	if err != nil {
		return learn.Result{}, err
	}
	opt := l.Options
	opt.Workers, opt.Progress = workers, progress
	opt.Random = rand.NewPCG(cmp.Or(l.seed, 1), 1) // each training holds the same games out
	r, err := learn.Train(ctx, newGame, m, set, opt)
	return r, cmp.Or(err, r.Status.Err())
}

// loss returns the loss of the model, on the games held out if there are any.
func loss(r *learn.Result) float64 {
	if r.Best == 0 {
		return math.Inf(1)
	}
	best := r.Epochs[r.Best-1]
	return cmp.Or(best.Validation, best.Loss)
}

// part returns a number of games of a set, at equal distances.
func part(set *learn.Set[loa.Move], games int) *learn.Set[loa.Move] {
	p := &learn.Set[loa.Move]{Game: set.Game}
	for i := range games {
		p.Records = append(p.Records, set.Records[i*len(set.Records)/games])
	}
	return p
}

// learn returns the name of the file of weights, in a folder, and the result of the lesson, or nil if the file existed before. It
// plays the games that the set lacks.
func (l *lesson) learn(ctx context.Context, folder string, workers int, bar *cli.Progress) (string, *trained, error) {
	name := filepath.Join(folder, strings.NewReplacer(" ", "-", ":", "", ",", "", "=", "", "λ", "lambda").Replace(l.name)+".json")
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return name, nil, err
	}
	s := setMaker{file: filepath.Join(folder, "mixed.jsonl"), games: setGames, nodes: setNodes, workers: workers, seed: 1,
		tell: func(n int) { bar.Title(fmt.Sprintf("%s: game %d of a set", l.name, n)) }}
	if l.alone {
		s.file, s.games, s.alone = filepath.Join(folder, "alone.jsonl"), usualGames, true
	}
	set, err := s.make(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(set.Records) < l.games {
		return "", nil, fmt.Errorf("%s: fewer games than the lesson needs", s.file)
	}
	t, err := train(ctx, l, part(set, l.games), workers, func(r learn.Epoch) { bar.Title(fmt.Sprintf("%s: reading %d", l.name, r.Number)) })
	if err != nil {
		return "", nil, err
	}
	return name, &t, t.Model.Save(name)
}
