package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
)

// A lesson is a way to learn weights.
type lesson struct {
	name   string
	games  int  // number to learn from
	alone  bool // learn from games of one player instead of several
	hidden []int
	seed   uint64 // 0 means 1
	learn.Options[loa.Move]
}

// Parameters of sets and of training.
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
		name: "usual: TD-directed 0.9, two hidden units, 2000 games", games: usualGames, hidden: []int{2},
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
	add("linear", func(l *lesson) { l.hidden = nil })
	add("one hidden unit", func(l *lesson) { l.hidden = []int{1} })
	add("eight hidden units", func(l *lesson) { l.hidden = []int{8} })
	for _, lambda := range []float64{0, 0.5, 0.7, 1} {
		add(fmt.Sprintf("λ = %v", lambda), func(l *lesson) { l.TD = td(lambda) })
	}
	add("TD-leaf 0.9", func(l *lesson) { l.TD = &learn.TD[loa.Move]{Lambda: 0.9, Leaf: new(alphabeta.Options[loa.Move])} })
	add("regression on results", func(l *lesson) { l.TD = nil })
	add("600 games", func(l *lesson) { l.games = 600 })
	add("4000 games", func(l *lesson) { l.games = setGames })
	add("linear and 4000 games", func(l *lesson) { l.hidden, l.games = nil, setGames })
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
	model, err := train(ctx, &lesson{hidden: []int{2}, Options: learn.Options[loa.Move]{
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
	if len(l.hidden) > 0 {
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
	m, err := learn.NewModel(loa.ModelGame, loa.FeatureCount, l.hidden, rand.NewPCG(1, start))
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

var errFewGames = errors.New("fewer games than the lesson needs")

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
		return "", nil, fmt.Errorf("%s: %w", s.file, errFewGames)
	}
	t, err := train(ctx, l, part(set, l.games), workers, func(r learn.Epoch) { bar.Title(fmt.Sprintf("%s: reading %d", l.name, r.Number)) })
	if err != nil {
		return "", nil, err
	}
	return name, &t, t.Model.Save(name)
}
