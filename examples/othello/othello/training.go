package othello

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/transposition"
)

// TrainingOptions configure the training of an evaluation. The zero value is useful.
type TrainingOptions struct {
	Population   int // individuals in the first generation, even; half remain after 20 generations, a quarter after 40; 0 means 16
	Games        int // of each individual against the environment in a generation, even; 0 means 40
	Depth        int // moves to look ahead; 0 means 3
	Exact        int // empty squares from which on games are played without a mistake; 0 means 12
	OpeningMoves int // random moves at the beginning, half to one and a half times as many when learning from games; 0 means 10
	Workers      int // games played at a time; 0 means 1
}

func (o TrainingOptions) withDefaults() (TrainingOptions, error) {
	o.Population = cmp.Or(o.Population, 16)
	o.Games = cmp.Or(o.Games, 40)
	o.Depth = cmp.Or(o.Depth, 3)
	o.Exact = cmp.Or(o.Exact, 12)
	o.OpeningMoves = cmp.Or(o.OpeningMoves, 10)
	o.Workers = cmp.Or(o.Workers, 1)
	if o.Population < 4 || o.Population%2 != 0 || o.Games < 2 || o.Games%2 != 0 || o.Depth < 1 || o.Exact < 1 || o.Exact > 20 ||
		o.Workers < 1 || o.OpeningMoves < 1 || o.OpeningMoves > 30 {
		return o, fmt.Errorf("training options %+v: want an even Population of 4 at least, even Games, an Exact up to 20, and OpeningMoves up to 30", o)
	}
	return o, nil
}

// A Training is the state of an evaluation in training: pattern counts learnt from games, and weights by a genetic algorithm
// (Mazzocchi 2013, section V). After it is saved and read ([WriteTraining]), it continues bit for bit.
type Training struct {
	Evaluation *Evaluation // the environment: the best evaluation so far
	Learnt     int         // games whose patterns were counted
	Generation int
	Champions  int // how often an individual has become the environment
	population []dna
	random     *rand.PCG
}

// The genes of an individual are the weights of all phases.
type dna [phases]Weights

const genes = phases * parts

func (d *dna) gene(i int) *float64 { return &d[i/parts][i%parts] }

func NewTraining(random *rand.PCG) *Training {
	return &Training{Evaluation: NewEvaluation(), random: random}
}

// Learn does a round of learning: the environment plays games against itself from random openings, and learns from them
// ([Training.LearnFrom]), so the games of the next round are better.
func (t *Training) Learn(ctx context.Context, games int, opt TrainingOptions, progress func(games int)) (err error) {
	if opt, err = opt.withDefaults(); err != nil {
		return err
	}
	before := *t.random
	defer func() {
		if err != nil { // the round will be repeated from its beginning
			*t.random = before
		}
	}()
	r := rand.New(t.random)
	records := make([]Record, games)
	for i := range records {
		// Openings of different lengths train all phases.
		g, err := RandomOpening(opt.OpeningMoves/2+r.IntN(opt.OpeningMoves+1))(i, r)
		if err != nil {
			return err
		}
		records[i] = g.recordFrom()
	}
	if err := t.selfPlay(ctx, records, opt, progress); err != nil {
		return err
	}
	return t.LearnFrom(records)
}

// selfPlay has the environment play games from their openings to their ends, several at a time.
func (t *Training) selfPlay(ctx context.Context, records []Record, opt TrainingOptions, progress func(games int)) error {
	var (
		begun   atomic.Int64
		workers sync.WaitGroup
		errs    = make([]error, opt.Workers)
		mutex   sync.Mutex // of through
		through int
	)
	for w := range opt.Workers {
		workers.Go(func() {
			player := NewPlayer(Level{Depth: opt.Depth, Exact: opt.Exact}, t.Evaluation)
			for i := int(begun.Add(1)) - 1; i < len(records) && errs[w] == nil; i = int(begun.Add(1)) - 1 {
				errs[w] = records[i].finish(ctx, player)
				mutex.Lock()
				if through++; progress != nil {
					progress(through)
				}
				mutex.Unlock()
			}
		})
	}
	workers.Wait()
	return cmp.Or(errs...)
}

func (r *Record) finish(ctx context.Context, player *Player) error {
	g, err := r.Position(len(r.Moves))
	if err != nil {
		return err
	}
	for len(g.Moves(nil)) > 0 {
		m, err := player.Move(ctx, g, nil)
		if err == nil {
			err = ctx.Err() // which may have cut the search short
		}
		if err != nil {
			return err
		}
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	return nil
}

// LearnFrom learns from finished games. The counts of earlier games, which may have been played less well, are halved, and
// the patterns of nine games of ten are added. The tenth games give the weights, by least squares.
//
// Mazzocchi leaves the weights to the genetic algorithm. But parts that measure nearly the same, such as corners and the
// patterns that contain them, need weights of opposite signs, which chance seldom finds.
func (t *Training) LearnFrom(records []Record) error {
	if len(records) < 10 {
		return fmt.Errorf("%d games are too few to learn from: want 10 at least", len(records))
	}
	for i := range records {
		g, err := records[i].Position(len(records[i].Moves))
		if err == nil && len(g.Moves(nil)) > 0 {
			err = errors.New("it is not finished")
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	learnt := &Evaluation{counts: t.Evaluation.counts.halved()}
	for i := range records {
		if i%10 != 9 {
			learnt.counts.learn(&records[i])
		}
	}
	f := fit{counts: learnt.counts}
	for i := 9; i < len(records); i += 10 {
		f.add(&records[i])
	}
	learnt.Weights = f.weights()
	learnt.Prepare()
	t.Evaluation = learnt
	t.Learnt += len(records)
	t.population = nil // it belongs to another environment
	return nil
}

// An individual is a member of a generation, with its score against the environment.
type individual struct {
	dna
	arena.Score
}

func (i *individual) fitness() float64 {
	points := 8 * (i.Rate() - 0.5) * float64(i.Games())
	return fitness(float64(i.Wins), float64(i.Draws), float64(i.Games()), points)
}

// Evolve does one generation: its individuals play against the environment, the fit ones have children, and the best becomes
// the environment if it beats the environment in a longer match, too. It returns the rate of the best.
func (t *Training) Evolve(ctx context.Context, opt TrainingOptions) (best float64, err error) {
	if opt, err = opt.withDefaults(); err != nil {
		return 0, err
	}
	before, random := t.population, *t.random
	defer func() {
		if err != nil { // the generation will be repeated from its beginning
			t.population, *t.random = before, random
		}
	}()
	if t.population == nil {
		t.populate(opt.Population)
	}
	generation := make([]individual, len(t.population))
	for i, d := range t.population {
		score, err := t.play(ctx, d, opt.Games, opt)
		if err != nil {
			return 0, err
		}
		generation[i] = individual{d, score}
	}
	fittest := slices.MaxFunc(generation, func(a, b individual) int { return cmp.Compare(a.fitness(), b.fitness()) })
	if fittest.Rate() > 0.5 {
		score, err := t.play(ctx, fittest.dna, 4*opt.Games, opt)
		if err != nil {
			return 0, err
		}
		if low, _ := score.Interval(0.95); low > 0.5 {
			t.Evaluation.Weights = fittest.dna
			t.Evaluation.Prepare()
			t.Champions++
		}
	}
	t.population = t.descend(generation)
	t.Generation++
	if t.Generation == 20 || t.Generation == 40 {
		t.population = t.population[:max(4, len(t.population)/4*2)]
	}
	return fittest.Rate(), nil
}

func (t *Training) populate(n int) {
	r := rand.New(t.random)
	t.population = make([]dna, n)
	for i := range t.population {
		t.population[i] = t.Evaluation.Weights
		for gene := range genes {
			if i > 0 {
				t.mutate(&t.population[i], gene, r)
			}
		}
	}
}

func (t *Training) mutate(d *dna, gene int, r *rand.Rand) {
	environment := dna(t.Evaluation.Weights)
	value := *environment.gene(gene)
	*d.gene(gene) = value + r.NormFloat64()*(0.1+math.Abs(value)/8)
}

func (t *Training) play(ctx context.Context, d dna, games int, opt TrainingOptions) (arena.Score, error) {
	individual := &Evaluation{Weights: d, counts: t.Evaluation.counts}
	individual.Prepare()
	level := Level{Depth: opt.Depth, Exact: opt.Exact}
	result, err := arena.Match(ctx,
		RandomOpening(opt.OpeningMoves),
		func() arena.Player[*Game, Move] { return NewPlayer(level, individual).Move },
		func() arena.Player[*Game, Move] { return NewPlayer(level, t.Evaluation).Move },
		arena.Options{Games: games, Random: rand.NewPCG(t.random.Uint64(), 0), Workers: opt.Workers})
	if err == nil && result.Status == ply.Cancelled {
		err = ctx.Err()
	}
	return result.Score, err
}

func (t *Training) descend(parents []individual) []dna {
	r := rand.New(t.random)
	children := make([]dna, len(parents))
	// Selection by a biased wheel: the first, from a random one on, whose fitness is at least a random number.
	for i := range children {
		wanted, first := r.Float64(), r.IntN(len(parents))
		chosen := first
		for j := range parents {
			if k := (first + j) % len(parents); parents[k].fitness() >= wanted {
				chosen = k
				break
			}
		}
		children[i] = parents[chosen].dna
	}
	// Crossover of neighbours at one point.
	for i := 0; i+1 < len(children); i += 2 {
		for gene := r.IntN(genes); gene < genes; gene++ {
			a, b := children[i].gene(gene), children[i+1].gene(gene)
			*a, *b = *b, *a
		}
	}
	// Mutation of one gene of a few children.
	for i := range children {
		if r.IntN(1000) == 0 {
			t.mutate(&children[i], r.IntN(genes), r)
		}
	}
	return children
}

// A file of a training is a line with the version of the format, the state as a gob, and a checksum of all that in 8 bytes.
const (
	fileMagic = "ply othello training 3\n"
	mostBytes = 64 << 20
)

type saved struct {
	Weights            [phases]Weights
	Counts             []Counts // of each class
	Learnt, Generation int
	Champions          int
	Population         []dna
	Random             []byte
}

// classes yields the classes of symmetric configurations of each pattern: one configuration, its reverse (itself in a
// corner), and both with colours exchanged. The counts of the first one determine the others.
func classes(yield func(pattern int, images [4]int) bool) {
	for p, size := range patternSize {
		for c := range power[size] {
			reversed, exchanged, both := 0, 0, 0
			for i := range size {
				digit := c / power[i] % 3
				other := [3]int{0, 2, 1}[digit]
				exchanged += other * power[i]
				reversed += digit * power[size-1-i]
				both += other * power[size-1-i]
			}
			if p == cornerBlock {
				reversed, both = c, exchanged
			}
			if c <= min(reversed, exchanged, both) && !yield(p, [4]int{c, reversed, exchanged, both}) {
				return
			}
		}
	}
}

// setCounts sets the counts of all configurations by the counts of each class, and reports whether these are valid.
func (e *Evaluation) setCounts(all []Counts) bool {
	for p, images := range classes {
		if len(all) == 0 || uint64(all[0].Wins)+uint64(all[0].Draws) > uint64(all[0].Games) {
			return false
		}
		counts, exchanged := all[0], all[0]
		exchanged.Wins, exchanged.Points = counts.Games-counts.Wins-counts.Draws, -counts.Points
		of := &e.counts[p]
		of[images[2]], of[images[3]] = exchanged, exchanged
		of[images[0]], of[images[1]] = counts, counts
		all = all[1:]
	}
	return len(all) == 0
}

//go:embed trained
var trained []byte

// Trained returns the evaluation that comes with the program, for reading only. The command
//
//	othello train -o trained
//
// makes it in about seven minutes on one core: 100 000 games, in five rounds of learning, and 20 generations.
var Trained = sync.OnceValue(func() *Evaluation {
	training, err := ReadTraining(bytes.NewReader(trained))
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return training.Evaluation
})

func WriteTraining(w io.Writer, t *Training) error {
	random, err := t.random.MarshalBinary()
	if err != nil {
		return err
	}
	s := saved{t.Evaluation.Weights, nil, t.Learnt, t.Generation, t.Champions, t.population, random}
	for p, images := range classes {
		s.Counts = append(s.Counts, t.Evaluation.counts[p][images[0]])
	}
	file := bytes.NewBufferString(fileMagic)
	if err := gob.NewEncoder(file).Encode(s); err != nil {
		return err
	}
	_, err = w.Write(binary.BigEndian.AppendUint64(file.Bytes(), transposition.Hash(file.Bytes())))
	return err
}

// ReadTraining reads a training. It fails if the file is another one, of another version, cut off or changed.
func ReadTraining(r io.Reader) (*Training, error) {
	file, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, err
	}
	state, ok := bytes.CutPrefix(file, []byte(fileMagic))
	if !ok {
		return nil, errors.New("not a file of an Othello training of version 3")
	}
	end := len(state) - 8
	if end < 0 || transposition.Hash(file[:len(file)-8]) != binary.BigEndian.Uint64(state[end:]) {
		return nil, errors.New("an Othello training that is damaged or cut off")
	}
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(state[:end])).Decode(&s); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	t := &Training{NewEvaluation(), s.Learnt, s.Generation, s.Champions, s.Population, new(rand.PCG)}
	if err := t.random.UnmarshalBinary(s.Random); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	if n := len(s.Population); n > 0 && (n < 4 || n%2 != 0) {
		return nil, fmt.Errorf("an Othello training with a population of %d", n)
	}
	t.Evaluation.Weights = s.Weights
	if !t.Evaluation.setCounts(s.Counts) {
		return nil, errors.New("an Othello training of other patterns")
	}
	t.Evaluation.Prepare()
	return t, nil
}
