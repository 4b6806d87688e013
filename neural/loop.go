package neural

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/lockfile"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/mcts/puct"
)

// Options configure [Train].
type Options[M comparable] struct {
	// Architecture is the form of the network. Nil means Dense{}.
	Architecture Architecture

	// Generations is the number of complete generations at which Train returns. Generations that earlier runs stored in
	// the folder count. 0 means no limit.
	Generations int

	// Games is the number of games in a generation. 0 means 500.
	Games int

	// Window is the number of latest generations whose games the network is trained on. In generation g it is at most
	// 2+g/2. 0 means 20.
	Window int

	// SelfPlay configures the games, and Training how the network is trained on them.
	SelfPlay SelfPlay
	Training Training

	// GateGames is the greatest number of games in the match between the new and the current network after each
	// generation. It must be even. The new network replaces the current network unless the match shows that it is
	// weaker by 35 Elo points ([arena.SequentialTest] of -35 against 0). 0 means no match: each new network replaces
	// the current one. Matches have two sides, so games of several players need 0.
	GateGames int

	// Workers is the number of goroutines that evaluate positions, up to 1024; 0 means 1. Each worker plays
	// GamesPerWorker games at the same time and evaluates their positions in one batch. A GamesPerWorker of 0 means 64.
	// Without interruptions, games and networks depend only on these numbers, the other options and Random.
	Workers, GamesPerWorker int

	// Play, if not nil, plays the games of a request, for example with [PlayGames] on other machines; otherwise Train
	// plays the games itself. Play passes the lines of the games to write, in any order, and returns when write has
	// received all games. write checks and stores them.
	Play func(ctx context.Context, r Request, write func(lines []byte) error) error

	// Random is the source of randomness, from which Train draws two numbers. Nil means a PCG seeded with 0.
	Random rand.Source

	// Progress, if not nil, is called during all phases, at most about ten times a second. It is always called at the
	// start and at the end of phase "play". Calls do not overlap. phase is "play", "learn" or "match". done is the
	// number of games or training steps that are finished in this phase, and total the number of all games or steps of
	// the phase. g.Number is the number of the present generation, and g.Games the number of games of all generations so
	// far. The other fields of g describe the previous generation.
	Progress func(g Generation, phase string, done, total int)
}

const (
	gateSimulations = 48 // for a move
	gateOpening     = 4  // random moves
)

// A Generation describes one round of self-play and training. It is a line of the log.
type Generation struct {
	Number    int // the number of the generation, from 1
	Games     int // the number of games of all generations so far
	Positions int // the number of training positions in the window

	PolicyLoss float64 // the mean cross entropy of the policy in training, in nats
	ValueLoss  float64 // the mean squared error of the value in training

	Accepted bool        // whether the new network plays the next generation
	Elo      float64     // the rating of the network that plays next, relative to the untrained network: the sum of the gains of accepted networks
	Score    arena.Score // the score of the new network in the match against the current one

	Elapsed time.Duration // the total time of all generations so far, without interruptions

	// Of this generation's games: their moves, those ended by resignation, those continued although a side would have
	// resigned, and the latter ones that the side did not lose.
	moves, resigned, doubted, mistaken int

	// evaluations counts positions evaluated for searches, including cached ones. tree is the rest's share of playing time.
	evaluations int
	tree        float64

	playing, learning, matching time.Duration // the parts of this generation
}

func (o *Options[M]) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"Generations", o.Generations, 1 << 30}, {"Games", o.Games, 1 << 24}, {"Window", o.Window, 1 << 24}, {"Workers", o.Workers, 1 << 10},
		{"GamesPerWorker", o.GamesPerWorker, 1 << 14}, {"GateGames", o.GateGames, 1 << 24},
	} {
		if n.value < 0 || n.value > n.most {
			return fmt.Errorf("neural: %s is %d, want a number up to %d, or 0", n.name, n.value, n.most)
		}
	}
	if o.GateGames%2 != 0 {
		return fmt.Errorf("neural: GateGames is %d, want an even number", o.GateGames)
	}
	return cmp.Or(o.SelfPlay.check(), o.Training.check())
}

// suit returns an error if an option does not suit the number of players.
func (o *Options[M]) suit(s *shape) error {
	switch {
	case s.Players == 0:
		return nil
	case o.GateGames > 0:
		return fmt.Errorf("neural: GateGames is %d, want 0 for a game of %d players: matches have two sides", o.GateGames, s.Players)
	case o.SelfPlay.Resign < 0:
		return fmt.Errorf("neural: Resign is %v, want 0 for a game of %d players: the game goes on for the others", o.SelfPlay.Resign, s.Players)
	}
	return nil
}

func (o Options[M]) usual() Options[M] {
	if o.Architecture == nil {
		o.Architecture = Dense{}
	}
	o.Games, o.Window, o.Workers, o.GamesPerWorker = cmp.Or(o.Games, 500), cmp.Or(o.Window, 20), cmp.Or(o.Workers, 1), cmp.Or(o.GamesPerWorker, 64)
	o.Training = o.Training.usual()
	if o.SelfPlay.Selection == nil {
		o.SelfPlay.Selection = puct.Gumbel{}
	}
	return o
}

const (
	runFile   = "run.json"
	stateFile = "state"
	logFile   = "log.csv"
)

func networkName(dir string, generation int) string {
	return filepath.Join(dir, fmt.Sprintf("network-%06d", generation))
}

func gamesName(dir string, generation int) string {
	return filepath.Join(dir, fmt.Sprintf("games-%06d", generation))
}

type runHeader struct {
	Format       string    `json:"format"`
	Version      int       `json:"version"`
	Network      shape     `json:"network"`
	Architecture form      `json:"architecture"`
	Seed         [2]uint64 `json:"seed"`
}

const (
	runFormat  = "ply training"
	runVersion = 1
)

// Train repeats generations of self-play and training: the network plays against itself and is trained on the games
// (Silver and others 2018; with few simulations Danihelka and others 2022). It returns the network that plays after the
// last complete generation. All data are in the folder dir, which is created if necessary. If ctx ends, Train returns
// without an error. An interrupted run, even one that was killed, can be continued with the same options. An
// interruption loses only the games in progress, or the training and the match of the present generation.
//
// The folder contains
//
//   - the games of each generation, in files games-000001 and so on, each game on a line with a checksum,
//   - the network that plays after each generation, in files network-000001 and so on; network-000000 is untrained,
//   - the state of the training, in file state,
//   - the log, log.csv, with a line for each [Generation].
//
// Train returns an error if the folder belongs to another game, description, architecture or seed; other options may
// change. It also returns an error if another Train, in any process, is writing to the folder (the file named lock is
// locked until Train returns), if a file of games has fewer games than the log states, or if such a file contains a
// game twice.
func Train[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](ctx context.Context, dir string, d Description[G, M], opt Options[M]) (*Network, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	if err := opt.suit(&v.shape); err != nil {
		return nil, err
	}
	l := &loop[G, M]{dir: dir, view: v, opt: opt.usual(), seed: [2]uint64{source.Uint64(), source.Uint64()}}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	lock, err := lockfile.Folder(dir)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	defer lock.Release()
	if err := l.begin(); err != nil {
		return nil, err
	}
	for ctx.Err() == nil && (opt.Generations == 0 || l.generation < opt.Generations) {
		if err := l.next(ctx); err != nil {
			return l.best, err
		}
	}
	return l.best, nil
}

type loop[G position[M], M comparable] struct {
	dir  string
	view *view[G, M]
	opt  Options[M]
	seed [2]uint64

	generation int // the last that is complete
	log        []Generation
	best       *Network
	window     map[int][]*record[M] // games by their generation
	reported   time.Time
}

func (l *loop[G, M]) begin() error {
	header, err := json.Marshal(runHeader{runFormat, runVersion, l.view.shape, l.opt.Architecture.form(), l.seed})
	if err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	header = append(header, '\n')
	name := filepath.Join(l.dir, runFile)
	before, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = writeFile(name, header)
	case err == nil && string(before) != string(header):
		return fmt.Errorf("neural: %s: a run of another game, description, architecture or seed: %w", name, ErrOtherGame)
	}
	if err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	l.window = map[int][]*record[M]{}
	generations, err := Generations(l.dir)
	if err != nil {
		return err
	}
	if len(generations) == 0 {
		if l.best, err = newNetwork(l.view.shape, l.opt.Architecture, l.source(0, 0)); err != nil {
			return err
		}
		return l.best.Save(networkName(l.dir, 0))
	}
	l.generation = generations[len(generations)-1]
	if l.best, err = load(networkName(l.dir, l.generation), &l.view.shape); err != nil {
		return err
	}
	if l.log, err = ReadLog(l.dir); err != nil {
		return err
	}
	l.log = slices.DeleteFunc(l.log, func(g Generation) bool { return g.Number > l.generation })
	return nil
}

func (l *loop[G, M]) source(generation int, part uint64) *rand.PCG {
	return rand.NewPCG(l.seed[0]+uint64(generation)*0x9e3779b97f4a7c15, l.seed[1]^part*0xc2b2ae3d27d4eb4f)
}

func (l *loop[G, M]) report(phase string, done, total int, last bool) {
	if l.opt.Progress == nil || !last && time.Since(l.reported) < 100*time.Millisecond {
		return
	}
	l.reported = time.Now()
	var g Generation
	if len(l.log) > 0 {
		g = l.log[len(l.log)-1]
	}
	g.Number = l.generation + 1
	if phase == "play" {
		g.Games += done
	} else {
		g.Games += l.opt.Games
	}
	l.opt.Progress(g, phase, done, total)
}

// next makes a generation. If ctx ends, it is incomplete, without an error.
func (l *loop[G, M]) next(ctx context.Context) error {
	g := Generation{Number: l.generation + 1}
	start := time.Now()
	if err := l.play(ctx, &g); err != nil || ctx.Err() != nil {
		return err
	}
	g.playing = time.Since(start)
	start = time.Now()
	candidate, err := l.learn(ctx, &g)
	if err != nil || ctx.Err() != nil {
		return err
	}
	g.learning = time.Since(start)
	start = time.Now()
	if err := l.match(ctx, &g, candidate); err != nil || ctx.Err() != nil {
		return err
	}
	g.matching = time.Since(start)
	g.Elapsed = g.playing + g.learning + g.matching
	if len(l.log) > 0 {
		g.Elapsed += l.log[len(l.log)-1].Elapsed
	}
	if g.Accepted {
		l.best = candidate
	}
	l.log = append(l.log, g)
	if err := writeLog(l.dir, l.log); err != nil {
		return err
	}
	if err := l.best.Save(networkName(l.dir, g.Number)); err != nil {
		return err
	}
	l.generation = g.Number
	return nil
}

func (l *loop[G, M]) play(ctx context.Context, g *Generation) error {
	w, records, err := openGames(gamesName(l.dir, g.Number), l.view)
	if err != nil {
		return err
	}
	defer w.file.Close()
	there := make(map[int]bool, len(records))
	for _, r := range records {
		there[r.number] = true
	}
	seeds := l.source(g.Number, 1)
	p := &gameplay[G, M]{view: l.view, opt: &l.opt.SelfPlay, seed: [2]uint64{seeds.Uint64(), seeds.Uint64()}, workers: l.opt.Workers, together: l.opt.GamesPerWorker}
	for n := range l.opt.Games {
		if !there[n] {
			p.numbers = append(p.numbers, n)
		}
	}
	done := len(records)
	l.report("play", done, l.opt.Games, true)
	if l.opt.Play != nil {
		return l.playElsewhere(ctx, g, Request{g.Number, p.numbers, p.seed, nil}, w)
	}
	p.write = func(r *record[M]) error {
		if err := w.write(r); err != nil {
			return err
		}
		done++
		l.report("play", done, l.opt.Games, done == l.opt.Games)
		return nil
	}
	p.evaluate = func() (puct.Evaluator[G, M], error) { return evaluatorOf(l.best, l.view) }
	if err := p.play(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	g.evaluations = p.evaluated
	if p.working > 0 {
		g.tree = 1 - p.thinking.Seconds()/p.working.Seconds()
	}
	return l.count(g, w)
}

func (l *loop[G, M]) count(g *Generation, w *gameWriter[M]) error {
	if err := cmp.Or(w.file.Sync(), w.file.Close()); err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	// Learning reads the file, to be the same after an interruption.
	if err := l.read(g.Number); err != nil {
		return err
	}
	if n := len(l.window[g.Number]); n < w.games {
		return fmt.Errorf("neural: %s: %d games, want %d: %w", w.file.Name(), n, w.games, errChanged)
	}
	for _, r := range l.window[g.Number] {
		g.moves += len(r.moves)
		switch {
		case r.end == "resigned":
			g.resigned++
		case r.doubted > 0:
			g.doubted++
			g.mistaken += int(r.doubted - 1)
		}
	}
	g.Games = len(l.window[g.Number])
	if len(l.log) > 0 {
		g.Games += l.log[len(l.log)-1].Games
	}
	return nil
}

func (l *loop[G, M]) read(generation int) error {
	if l.window[generation] != nil {
		return nil
	}
	records, err := readGames(gamesName(l.dir, generation), l.view, gamesOf(l.log, generation))
	if err != nil {
		return err
	}
	slices.SortStableFunc(records, func(a, b *record[M]) int { return cmp.Compare(a.number, b.number) })
	l.window[generation] = records
	return nil
}

func (l *loop[G, M]) learn(ctx context.Context, g *Generation) (*Network, error) {
	file := checkpoint.File{Name: filepath.Join(l.dir, stateFile)}
	header := saved.Header{
		Kind:    "training of a network",
		Options: fmt.Sprintf("%s %s %+v", l.view.shape.Game, l.view.shape.Fingerprint, l.opt.Architecture.form()),
	}
	var state *trainingState
	var data []byte
	err := file.Load(func(from io.Reader) error {
		return saved.Read(from, header, func(r *saved.Reader) { data = r.Bytes() })
	})
	switch {
	case err == nil:
		if state, err = decodeState(data); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("neural: %w", err)
	case g.Number > 1:
		return nil, fmt.Errorf("neural: the state of the training is missing: %w", err)
	}
	if state != nil && state.Generation != g.Number && state.Generation != g.Number-1 {
		return nil, fmt.Errorf("neural: the state of the training is of generation %d, want %d", state.Generation, g.Number-1)
	}
	window := min(l.opt.Window, 2+g.Number/2)
	var records []*record[M]
	fresh := 0
	for n := max(1, g.Number-window+1); n <= g.Number; n++ {
		if err := l.read(n); err != nil {
			return nil, err
		}
		records = append(records, l.window[n]...)
		fresh = len(l.window[n])
	}
	for n := range l.window {
		if n <= g.Number-window {
			delete(l.window, n)
		}
	}
	lessons := lessonsOf(records)
	fresh = len(lessonsOf(records[len(records)-fresh:]))
	if len(lessons) == 0 {
		return nil, errors.New("neural: games without a position to learn from")
	}
	g.Positions = len(lessons)
	t, err := newTrainer(l.best, l.opt.Training, l.opt.Workers, state)
	if err != nil {
		return nil, err
	}
	defer t.close()
	if state == nil || state.Generation < g.Number {
		steps := max(1, int(l.opt.Training.Epochs*float64(fresh)/float64(l.opt.Training.Batch)))
		step := 0
		stop := func() bool {
			l.report("learn", step, steps, false)
			step++
			return ctx.Err() != nil
		}
		rate := l.opt.Training.Rate / (1 + float64(g.Number-1)/l.opt.Training.slowdown)
		var mean losses
		if mean, err = learn(t, l.view, lessons, steps, rate, rand.New(l.source(g.Number, 2)), stop); err != nil || ctx.Err() != nil {
			return nil, err
		}
		var means [][]float32
		if state != nil {
			means = state.Means
		}
		state = new(trainingState)
		if state.Variables, err = t.state(); err != nil {
			return nil, err
		}
		if err := t.average(state, means); err != nil {
			return nil, err
		}
		state.Generation, state.Loss = g.Number, mean
		data, err := state.encode()
		if err == nil {
			err = file.Save(func(to io.Writer) error {
				return saved.Write(to, header, func(w *saved.Writer) { w.Bytes(data) })
			})
		}
		if err != nil {
			return nil, fmt.Errorf("neural: %w", err)
		}
	}
	g.PolicyLoss, g.ValueLoss = state.Loss.Policy, state.Loss.Value
	return t.trained(state)
}

func (l *loop[G, M]) match(ctx context.Context, g *Generation, candidate *Network) error {
	g.Accepted = true
	if len(l.log) > 0 {
		g.Elo = l.log[len(l.log)-1].Elo
	}
	if l.opt.GateGames == 0 {
		return nil
	}
	var search puct.Options[M]
	if _, ok := any(*new(G)).(ply.Cloner[G]); ok {
		search.Batch = 8
	}
	// A match needs games of two sides, which these are: Options.suit has refused matches of others.
	newGame := func() (ply.AdversarialGame[M], error) {
		g, err := l.view.New()
		if err != nil {
			return nil, err
		}
		return any(g).(ply.AdversarialGame[M]), nil
	}
	player := func(n *Network) func() arena.Player[ply.AdversarialGame[M], M] {
		newPlayer := NewPlayer(n, l.view.Description, ply.Limits{Nodes: gateSimulations}, EvaluatorOptions{}, search)
		return func() arena.Player[ply.AdversarialGame[M], M] {
			play := newPlayer()
			return func(ctx context.Context, g ply.AdversarialGame[M], random *rand.Rand) (M, error) {
				return play(ctx, g.(G), random)
			}
		}
	}
	result, err := arena.Match(ctx, arena.RandomOpening(gateOpening, newGame), player(candidate), player(l.best),
		arena.Options{
			Games: l.opt.GateGames, Test: arena.SequentialTest{Elo0: -35, Elo1: 0},
			MaxMoves: l.opt.SelfPlay.MaxMoves, Repetitions: l.opt.SelfPlay.Repetitions,
			Workers: l.opt.Workers, Random: l.source(g.Number, 3),
			Progress: func(r arena.Result) { l.report("match", r.Score.Games(), l.opt.GateGames, false) },
		})
	if err != nil || ctx.Err() != nil {
		return err
	}
	g.Score = result.Score
	if g.Accepted = result.Verdict >= 0; g.Accepted {
		// An additional draw keeps the difference finite.
		score := result.Score
		score.Draws++
		more, _, _ := score.Elo(0)
		g.Elo += more
	}
	return nil
}

// Generations returns the numbers of the networks in a folder of [Train], in ascending order.
func Generations(dir string) ([]int, error) {
	names, err := filepath.Glob(filepath.Join(dir, "network-*"))
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	var numbers []int
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(name), "network-%d", &n); err == nil && filepath.Base(networkName("", n)) == filepath.Base(name) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Positions goes through the games in a folder of [Train], generation after generation. It calls visit with each
// position on which networks are trained. They are not trained on the positions of random openings. visit must not make
// moves in the game. If visit returns an error, Positions returns it at once.
func Positions[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](dir string, d Description[G, M], visit func(G) error) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "games-*"))
	if err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	log, err := ReadLog(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		generation := 0
		_, _ = fmt.Sscanf(filepath.Base(name), "games-%d", &generation)
		records, err := readGames(name, v, gamesOf(log, generation))
		if err != nil {
			return err
		}
		for _, r := range records {
			g, err := v.New()
			if err != nil {
				return err
			}
			for i, m := range r.moves {
				if r.steps[i].teaches() {
					if err := visit(g); err != nil {
						return err
					}
				}
				g.Play(m)
			}
		}
	}
	return nil
}
