package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// OnlineOptions configure [TrainOnline]. The zero value trains on 10,000 games with TD(0).
type OnlineOptions struct {
	// Games is the number of games. 0 means 10,000.
	Games int

	// Lambda is λ, from 0 to 1, as in [TD]. The positions are those after the moves of both sides.
	Lambda float64

	// Optimizer is the method that changes the weights: [Adam] or [SGD]. Its rate falls linearly, to a hundredth at the
	// end. Nil means Adam{Rate: 0.002}.
	Optimizer Optimizer

	// Batch is the number of games after which the weights are changed, up to 1024. 0 means 8. Each takes memory for a
	// copy of the weights.
	Batch int

	// Opening is the number of random moves of the sides at the start of each game, and Explore the probability, from 0
	// to 1, that another move is random. Games with chance usually need neither. Without chance, all games are equal if
	// both are 0.
	Opening int
	Explore float64

	// Lookahead, if not nil, trains the positions after all good moves of each position, by looking a move ahead. Lambda
	// must then be 0.
	Lookahead *Lookahead

	// MaxMoves ends a game after this number of moves, including moves of chance. The target of the last position is
	// then its present value. 0 means 10,000.
	MaxMoves int

	// Random is the source of randomness, from which TrainOnline draws two numbers. Nil means a PCG seeded with 0.
	Random rand.Source

	// Workers is the number of goroutines that play, up to Batch. 0 means 1. The trained weights are the same for any
	// number.
	Workers int

	// Progress, if not nil, is called after each hundredth of the games, on the goroutine that called TrainOnline.
	Progress func(Epoch)

	// Checkpoint, if not nil, stores the state of the training between batches, as in [Options]. When the training
	// continues, all options must be the same as before.
	Checkpoint checkpoint.Store
}

const (
	usualOnlineGames = 10_000
	usualOnlineRate  = 0.002
	usualOnlineBatch = 8
	usualMaxMoves    = 10_000
)

func (o *OnlineOptions) check() error {
	switch {
	case o.Games < 0:
		return fmt.Errorf("learn: Games is %d, want a number of games", o.Games)
	case !(o.Lambda >= 0 && o.Lambda <= 1):
		return fmt.Errorf("learn: Lambda is %v, want 0 to 1", o.Lambda)
	case o.Batch < 0 || o.Batch > mostWorkers:
		return fmt.Errorf("learn: Batch is %d, want a number of games up to %d, or 0 for %d", o.Batch, mostWorkers, usualOnlineBatch)
	case o.Opening < 0:
		return fmt.Errorf("learn: Opening is %d, want a number of moves", o.Opening)
	case !(o.Explore >= 0 && o.Explore <= 1):
		return fmt.Errorf("learn: Explore is %v, want a probability", o.Explore)
	case o.MaxMoves < 0:
		return fmt.Errorf("learn: MaxMoves is %d, want a number of moves", o.MaxMoves)
	case o.Workers < 0 || o.Workers > mostWorkers:
		return fmt.Errorf("learn: Workers is %d, want a number up to %d, or 0 for one", o.Workers, mostWorkers)
	}
	if err := o.Lookahead.check(o.Lambda); err != nil {
		return err
	}
	switch o.Optimizer.(type) {
	case nil:
		return nil
	case Adam, SGD:
		return o.Optimizer.check()
	}
	return fmt.Errorf("learn: Optimizer is %T, which needs a whole set; want Adam or SGD", o.Optimizer)
}

// TrainOnline trains a model on games that the model plays against itself, and returns a new model: temporal
// differences as in TD-Gammon (Tesauro 1995). newGame returns a new game at its start: of two sides ([Game]) or, with
// [Model].Players, of several players ([ply.Multiplayer]). The game can have chance, but no hidden information.
//
// A side or player plays the move after which the position has the best value for it. The positions after these moves
// are trained: in a game of dice, the positions before the next throw (afterstates: Sutton and Barto 2018, section
// 6.8). After each batch of games, the weights are changed to lower the cross-entropy of values and targets. The
// targets of a model with [Model].Outcomes are probabilities of the outcomes. Otherwise the value of a finished game is
// the sign of its outcome.
//
// Values are computed with numbers of 32 bits. If the game is [Sparse], the time of an evaluation is proportional to
// the number of features that are not 0. The model returned has no Shift and no Scale.
//
// The trained weights are the same for any number of Workers, on the same processor. If ctx ends, the result is the
// model trained up to then, without an error. [Result].Games and Nodes are the numbers of games and of trained
// positions, and Epochs describes each hundredth of the games.
//
// TrainOnline returns an error if an option is out of range, if the number of players or features differs from the
// model, if an outcome is not one of [Model].Outcomes, or if weights become infinite because the rate of the optimizer
// is too high.
func TrainOnline[G interface {
	ply.Game[M]
	ToMove() int
	AppendFeatures(dst []float64) []float64
}, M comparable](ctx context.Context, newGame func() (G, error), m *Model, opt OnlineOptions) (Result, error) {
	start := time.Now()
	t, err := prepareOnline(newGame != nil, m, &opt)
	if t != nil {
		defer t.kept.End()
	}
	if err == nil {
		err = t.run(ctx, onlinePlayers[G, M](t, newGame))
	}
	if err != nil {
		return Result{Report: ply.Report{Status: ply.Failed, Elapsed: time.Since(start)}}, err
	}
	r := t.result(ctx)
	r.Elapsed = time.Since(start)
	return r, nil
}

// An onlineTrainer keeps the weights and counts the games.
type onlineTrainer struct {
	opt       OnlineOptions
	seed      [2]uint64
	model     *Model
	head      head
	weights   columnWeights // of vector, with 32 bits
	vector    []float64     // the weights
	stepper   stepper
	gradient  []float64       // of a batch
	gradients []columnWeights // of the games of a batch
	tallies   []tally

	games     int // played
	positions int // trained
	epochs    []Epoch
	sum       tally      // of the present epoch
	before    []float64  // the weights at its start
	kept      *saved.Run // nil without a checkpoint
}

func prepareOnline(games bool, m *Model, opt *OnlineOptions) (*onlineTrainer, error) {
	if !games || m == nil {
		return nil, errors.New("learn: training needs a function that makes games, and a model")
	}
	if err := cmp.Or(m.Check(), opt.check()); err != nil {
		return nil, err
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	t := &onlineTrainer{opt: *opt, seed: [2]uint64{source.Uint64(), source.Uint64()}, model: m.Clone(), head: m.head(), weights: columnsOf(m)}
	o := &t.opt
	o.Games, o.Batch, o.MaxMoves = cmp.Or(o.Games, usualOnlineGames), cmp.Or(o.Batch, usualOnlineBatch), cmp.Or(o.MaxMoves, usualMaxMoves)
	if o.Optimizer == nil {
		o.Optimizer = Adam{Rate: usualOnlineRate}
	}
	n := t.weights.size()
	t.vector, t.gradient = make([]float64, n), make([]float64, n)
	t.weights.get(t.vector, 1)
	t.before, t.stepper = slices.Clone(t.vector), o.Optimizer.start(n, 1)
	if !saved.IsOff(opt.Checkpoint) {
		header := saved.Header{Kind: "online training", Options: o.text(m)}
		if t.kept, err = saved.Begin(opt.Checkpoint, header, t.load); err != nil {
			return t, fmt.Errorf("learn: %w", err)
		}
	}
	t.weights.put(t.vector)
	for range min(o.Batch, o.Games) {
		t.gradients = append(t.gradients, t.weights.zero())
	}
	t.tallies = make([]tally, len(t.gradients))
	return t, nil
}

// text describes the parts of a training that must not change when it continues.
func (o *OnlineOptions) text(m *Model) string {
	return fmt.Sprint(m.Game, m.Inputs, m.Hidden, m.Outcomes, m.Players, o.Games, o.Lambda, o.Batch, o.Opening, o.Explore, o.MaxMoves) +
		fmt.Sprintf(" %T%+v", o.Optimizer, o.Optimizer) + o.Lookahead.text()
}

// A selfTrainer plays a game against itself, and adds its gradients.
type selfTrainer interface {
	game(ctx context.Context, number int, gradients columnWeights) (tally, error)
}

// A featured game has features, for TrainOnline. It has two sides or several players.
type featured[M comparable] interface {
	ply.Game[M]
	ToMove() int
	AppendFeatures(dst []float64) []float64
}

func onlinePlayers[G featured[M], M comparable](t *onlineTrainer, newGame func() (G, error)) []selfTrainer {
	players := make([]selfTrainer, min(max(t.opt.Workers, 1), len(t.gradients)))
	for i := range players {
		players[i] = &onlinePlayer[G, M]{
			onlineTrainer: t, newGame: newGame, gradient: newColumnGradient(newColumnNetwork(t.weights)),
			value: make([]float64, t.model.outputs()), target: make([]float64, t.model.outputs()), slopes: make([]float32, t.weights.width()),
			result: make([]float64, t.model.outputs()),
		}
	}
	return players
}

func (t *onlineTrainer) run(ctx context.Context, players []selfTrainer) error {
	for t.games < t.opt.Games && ctx.Err() == nil {
		batch := min(t.opt.Batch, t.opt.Games-t.games)
		err := inParallel(ctx, len(players), batch, func(worker, i int) (err error) {
			t.gradients[i].clear()
			t.tallies[i], err = players[worker].game(ctx, t.games+i, t.gradients[i])
			return err
		})
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if err := t.step(batch); err != nil {
			return err
		}
		if err := t.kept.Poll(time.Now(), false, t.save); err != nil {
			return fmt.Errorf("learn: %w", err)
		}
	}
	if err := t.kept.Save(t.save); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}

// step changes the weights after a batch.
func (t *onlineTrainer) step(batch int) error {
	var sum tally
	for i := range batch {
		sum.add(t.tallies[i])
		if i > 0 {
			t.gradients[0].add(&t.gradients[i])
		}
	}
	if sum.learned > 0 {
		left := 1 - float64(t.games)/float64(t.opt.Games)
		t.gradients[0].get(t.gradient, float64(sum.learned))
		t.stepper.step(t.vector, t.gradient, max(left, 0.01))
		t.weights.put(t.vector)
	}
	t.positions += sum.learned
	t.sum.add(sum)
	parts := t.parts()
	t.games += batch
	if t.parts() == parts && t.games < t.opt.Games {
		return nil
	}
	return t.note()
}

// parts returns how many hundredths of the games were played.
func (t *onlineTrainer) parts() int { return int(100 * float64(t.games) / float64(t.opt.Games)) }

func (t *onlineTrainer) note() error {
	n := float64(max(t.sum.learned, 1))
	e := Epoch{Number: len(t.epochs) + 1, Loss: t.sum.loss / n, Error: math.Sqrt(t.sum.squares / n)}
	if norm := floats.Norm(t.vector, 2); norm > 0 {
		e.Change = floats.Distance(t.vector, t.before, 2) / norm
	}
	if finite(t.vector) != nil || finite([]float64{e.Loss, e.Error}) != nil {
		return fmt.Errorf("learn: the weights have grown without bound after %d games; choose a smaller rate", t.games)
	}
	t.epochs, t.sum = append(t.epochs, e), tally{}
	copy(t.before, t.vector)
	if t.opt.Progress != nil {
		t.opt.Progress(e)
	}
	return nil
}

func (t *onlineTrainer) result(ctx context.Context) Result {
	m := t.model.Clone()
	t.weights.store(m)
	status := ply.Complete
	if t.games < t.opt.Games {
		status = stop.Status(ctx, time.Time{})
	}
	return Result{Report: ply.Report{Status: status, Nodes: t.positions}, Model: m, Best: len(t.epochs), Epochs: t.epochs, Games: t.games}
}

// An onlinePlayer is a [selfTrainer] of one goroutine.
type onlinePlayer[G featured[M], M comparable] struct {
	*onlineTrainer
	newGame  func() (G, error)
	gradient *columnGradient

	now    G
	sparse Sparse
	dealer ply.Stochastic[M]
	random *rand.Rand
	side   int // whose turn it is
	line   []M
	moves  []M
	odds   []float64
	list   []Feature // of the position evaluated
	values []float64 // of moves, by best

	features []Feature // of the positions to train, one after the other
	visited  []visited
	value    []float64
	target   []float64
	next     []float64
	result   []float64 // of the game, in the view of side 0
	slopes   []float32

	comparison comparison[M] // with Lookahead
}

// A visited is a position to train.
type visited struct {
	end  int  // of its features
	side int  // whose view the features take
	cut  bool // the move from there was random
}

func (p *onlinePlayer[G, M]) game(ctx context.Context, number int, gradients columnWeights) (sum tally, err error) {
	p.line, p.features, p.visited = p.line[:0], p.features[:0], p.visited[:0]
	p.gradient.sums, p.comparison.sum = gradients, tally{}
	err = guard.Run(func() string { return fmt.Sprint(p.line) }, func() error {
		g, err := p.newGame()
		if err != nil {
			return err
		}
		if err := p.begin(g, number); err != nil {
			return err
		}
		return p.play(ctx)
	})
	if err == nil {
		sum, err = p.learn()
	}
	if err != nil {
		err = fmt.Errorf("learn: game %d, after %v: %w", number, p.line, err)
	}
	return sum, err
}

func (p *onlinePlayer[G, M]) begin(g G, number int) error {
	if err := cmp.Or(sides.CheckPerfectInformation(g), p.head.check(g)); err != nil {
		return err
	}
	p.now, p.random = g, rand.New(rand.NewPCG(p.seed[0]+uint64(number), p.seed[1]))
	p.dealer, _ = any(g).(ply.Stochastic[M])
	var ok bool
	if p.sparse, ok = any(g).(Sparse); !ok {
		p.sparse = &denseList{game: g}
	}
	if number > 0 || finisherOf(ply.Game[M](g)).Finished() {
		return nil
	}
	return checkFeatures(g.AppendFeatures(nil), p.weights.inputs)
}

// play plays a game, and lists its positions.
func (p *onlinePlayer[G, M]) play(ctx context.Context) error {
	g, finisher, chosen := p.now, finisherOf(ply.Game[M](p.now)), 0
	for range p.opt.MaxMoves {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.listMoves(); len(p.moves) == 0 {
			return p.head.result(g, p.result)
		}
		if p.chance() {
			if err := p.draw(p.random.Float64()); err != nil {
				return err
			}
			continue
		}
		opened := chosen >= p.opt.Opening
		explores := !opened || p.opt.Explore > 0 && p.random.Float64() < p.opt.Explore
		compares := opened && p.opt.Lookahead != nil && len(p.moves) > 1
		best := 0
		if compares || !explores && len(p.moves) > 1 {
			var err error
			if best, err = p.best(finisher); err != nil {
				return err
			}
		}
		if compares {
			if err := p.compare(finisher); err != nil {
				return err
			}
		}
		if explores {
			best = p.random.IntN(len(p.moves))
		}
		if last := len(p.visited) - 1; last >= 0 {
			p.visited[last].cut = explores
		}
		p.make(p.moves[best])
		if chosen++; chosen >= p.opt.Opening && p.opt.Lookahead == nil && !finisher.Finished() {
			p.features = p.sparse.AppendSparse(p.features)
			p.visited = append(p.visited, visited{end: len(p.features), side: viewer(g)})
		}
	}
	return p.adjourn()
}

func (p *onlinePlayer[G, M]) make(m M) {
	p.now.Play(m)
	p.line = append(p.line, m)
}

// listMoves lists the moves of the present position.
func (p *onlinePlayer[G, M]) listMoves() {
	p.moves, p.side = p.now.Moves(p.moves[:0]), p.now.ToMove()
}

// chance reports whether chance is to move.
func (p *onlinePlayer[G, M]) chance() bool { return p.side < 0 || p.side >= max(p.head.players, 2) }

// draw plays the outcome of chance that a number from 0 to 1 selects.
func (p *onlinePlayer[G, M]) draw(drawn float64) error {
	i, odds, err := sides.DrawChance(p.now, p.dealer, p.side, p.moves, p.odds, drawn)
	if err != nil {
		return err
	}
	p.odds = odds
	p.make(p.moves[i])
	return nil
}

// best returns the index of the move after which the position has the greatest value for the side to move, and sets
// p.values to the values of all moves.
func (p *onlinePlayer[G, M]) best(finisher Finisher) (best int, err error) {
	p.values = p.values[:0]
	for i, m := range p.moves {
		p.now.Play(m)
		view, err := p.evaluate(finisher)
		if err != nil {
			return 0, err
		}
		v := p.head.valueFor(p.side, p.value, view)
		p.values = append(p.values, v)
		p.now.Undo(m)
		if greatest := p.values[best]; v > greatest || greatest != greatest { // it is no number
			best = i
		}
	}
	if v := p.values[best]; v-v != 0 {
		return 0, errors.New("no move has a value: the weights or the features have grown without bound")
	}
	return best, nil
}

// evaluate sets p.value to the estimate of the present position, or to the result if it is finished, and returns whose
// view this takes.
func (p *onlinePlayer[G, M]) evaluate(finisher Finisher) (view int, err error) {
	if finisher.Finished() {
		return 0, p.head.result(p.now, p.value)
	}
	p.list = p.sparse.AppendSparse(p.list[:0])
	return viewer(p.now), p.estimate(p.list)
}

// estimate sets p.value to the estimate of a position.
func (p *onlinePlayer[G, M]) estimate(features []Feature) error {
	outputs, ok := p.gradient.outputs(features)
	if !ok {
		return checkSparseFeatures(features, p.weights.inputs)
	}
	p.head.estimate(outputs, p.value)
	return nil
}

// adjourn makes the value of the last position the result of a game that is too long.
func (p *onlinePlayer[G, M]) adjourn() error {
	last := len(p.visited) - 1
	if last < 0 {
		return nil
	}
	if err := p.estimate(p.at(last)); err != nil {
		return err
	}
	copy(p.result, p.value)
	p.head.turn(p.result, p.visited[last].side, 0)
	return nil
}

// at returns the features of a position to train.
func (p *onlinePlayer[G, M]) at(i int) []Feature {
	start := 0
	if i > 0 {
		start = p.visited[i-1].end
	}
	return p.features[start:p.visited[i].end]
}

// learn adds the gradients of the game, from the last position to the first.
func (p *onlinePlayer[G, M]) learn() (sum tally, err error) {
	sum = p.comparison.sum
	next := append(p.next[:0], p.result...) // the estimate of the next position
	p.next = next
	copy(p.target, p.result)
	side, lambda := 0, p.opt.Lambda // whose view these and the result take
	for i := len(p.visited) - 1; i >= 0; i-- {
		v := &p.visited[i]
		for _, estimate := range [][]float64{next, p.target, p.result} {
			p.head.turn(estimate, side, v.side)
		}
		side = v.side
		if err := p.estimate(p.at(i)); err != nil {
			return sum, err
		}
		for k := range next {
			p.target[k] = (1-lambda)*next[k] + lambda*p.target[k]
			p.slopes[k] = float32(p.value[k] - p.target[k])
		}
		copy(next, p.value)
		if v.cut {
			copy(p.target, p.value)
			continue
		}
		p.gradient.add(p.slopes)
		difference := p.head.value(p.value) - p.head.value(p.target)
		sum.add(tally{1, p.head.loss(p.value, p.result), difference * difference})
	}
	return sum, nil
}
