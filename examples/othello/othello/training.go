package othello

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

// TrainingOptions say how an evaluation is trained. The zero value is useful.
type TrainingOptions struct {
	// Population is the number of individuals in the first generation, even. 0 means 16. After 20
	// generations half of them go on, and after 40 a quarter.
	Population int

	// Games is the number of games that each individual plays against the environment in a generation,
	// even. 0 means 10.
	Games int

	// Depth is the number of moves to look ahead in training. 0 means 2.
	Depth int

	// OpeningMoves is the number of random moves that games begin with. 0 means 8.
	OpeningMoves int

	// Workers is the number of games that are played at a time. 0 means GOMAXPROCS.
	Workers int
}

func (o TrainingOptions) withDefaults() (TrainingOptions, error) {
	o.Population = cmp.Or(o.Population, 16)
	o.Games = cmp.Or(o.Games, 10)
	o.Depth = cmp.Or(o.Depth, 2)
	o.OpeningMoves = cmp.Or(o.OpeningMoves, 8)
	switch {
	case o.Population < 4 || o.Population%2 != 0:
		return o, fmt.Errorf("a population of %d: want an even number of 4 at least", o.Population)
	case o.Games < 2 || o.Games%2 != 0:
		return o, fmt.Errorf("%d games: want an even number of 2 at least", o.Games)
	case o.Depth < 1:
		return o, fmt.Errorf("a depth of %d: want 1 at least", o.Depth)
	case o.OpeningMoves < 1 || o.OpeningMoves > 30:
		return o, fmt.Errorf("%d random moves: want 1 to 30", o.OpeningMoves)
	}
	return o, nil
}

// A Training is the state of an evaluation in training: pattern counts learnt from games, and weights by a genetic
// algorithm (Mazzocchi 2013, section V). It goes on bit for bit from where it was saved, see [WriteTraining].
type Training struct {
	Evaluation *Evaluation // the environment: the best up to now
	Learnt     int         // games that patterns were learnt from
	Generation int
	Champions  int // how often an individual has become the environment
	population []dna
	random     *rand.PCG
}

// The genes of an individual are the learnt weights of both phases.
const (
	genesOfPhase = patterns + 3
	genes        = phases * genesOfPhase
)

type dna [genes]float64

// geneRange is the greatest value of a gene, the least being 0.
func geneRange(gene int) float64 {
	switch gene % genesOfPhase {
	case patterns, patterns + 1: // moves
		return 3
	case patterns + 2: // corners
		return 20
	default:
		return 10
	}
}

// apply makes the weights of an individual those of an evaluation.
func (d *dna) apply(e *Evaluation) {
	for phase := range e.Weights {
		part := d[phase*genesOfPhase:]
		w := &e.Weights[phase]
		copy(w.Patterns[:], part)
		w.Mobility, w.Moves, w.Corners = part[patterns], part[patterns+1], part[patterns+2]
	}
}

func genesOf(e *Evaluation) (d dna) {
	for phase := range e.Weights {
		part := d[phase*genesOfPhase:]
		w := &e.Weights[phase]
		copy(part, w.Patterns[:])
		part[patterns], part[patterns+1], part[patterns+2] = w.Mobility, w.Moves, w.Corners
	}
	return d
}

// NewTraining begins a training.
func NewTraining(random *rand.PCG) *Training {
	return &Training{Evaluation: NewEvaluation(), random: random}
}

// Learn lets the environment play games against itself, from random openings, and counts their patterns.
func (t *Training) Learn(ctx context.Context, games int, opt TrainingOptions, progress func(games int)) error {
	opt, err := opt.withDefaults()
	if err != nil {
		return err
	}
	r := rand.New(t.random)
	player := NewPlayer(Level{Depth: opt.Depth, Exact: exactFrom}, t.Evaluation)
	for i := range games {
		if err := ctx.Err(); err != nil {
			return err
		}
		g := New()
		var line []Move
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			m := moves[r.IntN(len(moves))]
			// Now and then a random move, so that the games are not all alike.
			if len(line) >= opt.OpeningMoves && r.IntN(16) > 0 {
				if m, err = player.Move(ctx, g, nil); err != nil {
					return err
				}
			}
			g.Play(m)
			line = append(line, m)
		}
		if ctx.Err() != nil {
			return ctx.Err() // the last game may be cut short
		}
		t.Evaluation.Learn(line)
		t.Learnt++
		if progress != nil {
			progress(i + 1)
		}
	}
	t.Evaluation.Prepare()
	return nil
}

// An individual of a generation, and how it has done against the environment.
type individual struct {
	dna
	arena.Score
}

func (i *individual) fitness() float64 {
	points := 8 * (i.Rate() - 0.5) * float64(i.Games())
	return fitness(float64(i.Wins), float64(i.Draws), float64(i.Games()), points)
}

// Evolve lives one generation: its individuals play against the environment, the fit ones have children, and if
// the best of them beats the environment again in a longer match, it becomes the environment. It returns the
// rate of the best.
func (t *Training) Evolve(ctx context.Context, opt TrainingOptions) (best float64, err error) {
	if opt, err = opt.withDefaults(); err != nil {
		return 0, err
	}
	before, random := t.population, *t.random
	defer func() {
		if err != nil { // the generation is lived again from its beginning
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
		if low, _ := score.Interval(0.8); low > 0.5 {
			fittest.apply(t.Evaluation)
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

// populate draws the first generation: the environment and others at random.
func (t *Training) populate(n int) {
	r := rand.New(t.random)
	t.population = make([]dna, n)
	for i := range t.population {
		for gene := range t.population[i] {
			t.population[i][gene] = r.Float64() * geneRange(gene)
		}
	}
	t.population[0] = genesOf(t.Evaluation)
}

// play plays games between an individual and the environment.
func (t *Training) play(ctx context.Context, d dna, games int, opt TrainingOptions) (arena.Score, error) {
	individual := &Evaluation{Weights: t.Evaluation.Weights, counts: t.Evaluation.counts}
	d.apply(individual)
	individual.Prepare()
	level := Level{Depth: opt.Depth, Exact: exactFrom}
	result, err := arena.Match(ctx,
		func(_ int, random *rand.PCG) (*Game, error) { return RandomOpening(opt.OpeningMoves, random), nil },
		func() arena.Player[Move, *Game] { return NewPlayer(level, individual).Move },
		func() arena.Player[Move, *Game] { return NewPlayer(level, t.Evaluation).Move },
		arena.Options{Games: games, Random: rand.NewPCG(t.random.Uint64(), 0), Workers: opt.Workers})
	if err == nil && result.Status == ply.Cancelled {
		err = ctx.Err()
	}
	return result.Score, err
}

// descend returns the next generation.
func (t *Training) descend(parents []individual) []dna {
	r := rand.New(t.random)
	children := make([]dna, len(parents))
	// Selection by a biased wheel: the first, from a random one on, that is fitter than chance wants.
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
	// Crossover at one point, of each two neighbours.
	for i := 0; i+1 < len(children); i += 2 {
		for gene := r.IntN(genes); gene < genes; gene++ {
			children[i][gene], children[i+1][gene] = children[i+1][gene], children[i][gene]
		}
	}
	// Mutation of one gene, of few.
	for i := range children {
		if r.IntN(1000) == 0 {
			gene := r.IntN(genes)
			children[i][gene] = r.Float64() * geneRange(gene)
		}
	}
	return children
}
