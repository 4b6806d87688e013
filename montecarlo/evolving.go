package montecarlo

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// EvolvingOptions are the options of [EvolvingNondeterminism].
type EvolvingOptions[M comparable] struct {
	Options[M]

	// Population is the number of prefixes, that is, beginnings of lines, in each generation, up to 2²⁰. 0 means 100.
	Population int

	// Simulations is the number of playouts from the end of each prefix in each generation. 0 means 20.
	Simulations int

	// Quantile defines the fitness of a prefix by the scores of its playouts. 0 means the mean of the scores, as in the
	// method of Juillé. A number above 0, up to 1, means this quantile of the scores. 1 is the maximum of the scores.
	// In Morpion solitaire, the maximum finds longer lines than the mean.
	Quantile float64

	// Generations is the number of generations after which each prefix grows by one move. 0 means 1.
	Generations int

	// Forget makes each prefix grow by the next move of its best playout in the last generation, as in the method of
	// Juillé. By default, a prefix grows by the next move of its best playout in all generations (Zimmer's correction).
	Forget bool
}

func (o *EvolvingOptions[M]) check() error {
	if err := checkSize("Population", o.Population, maxSize, 100); err != nil {
		return err
	}
	switch {
	case o.Simulations < 0:
		return fmt.Errorf("montecarlo: Simulations is %d, want a number from 1, or 0 for 20", o.Simulations)
	case o.Generations < 0:
		return fmt.Errorf("montecarlo: Generations is %d, want a number from 1, or 0 for 1", o.Generations)
	}
	if err := checkQuantile(o.Quantile); err != nil {
		return err
	}
	o.Population = cmp.Or(o.Population, 100)
	o.Simulations = cmp.Or(o.Simulations, 20)
	o.Generations = cmp.Or(o.Generations, 1)
	return nil
}

// EvolvingNondeterminism is a genetic algorithm whose individuals are prefixes, that is, beginnings of lines (Juillé
// 1995, 1999; Helmstetter 2007, sections 5.1.3 and 5.2).
//
// In each generation, random playouts are made from the end of each prefix, and a statistic of the scores of these
// playouts is the fitness of the prefix. Then each prefix is compared with another prefix, chosen at random, and
// becomes a copy of the other prefix if the other prefix has greater fitness. After one or more generations, as the
// field Generations says, each prefix grows by the next move of its best playout. A run ends when all prefixes are
// finished games.
func EvolvingNondeterminism[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt EvolvingOptions[M]) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	name := fmt.Sprintf("evolving nondeterminism of %d prefixes by the %s of %d playouts, %d generations a move, forgetting %t",
		opt.Population, statistic(opt.Quantile), opt.Simulations, opt.Generations, opt.Forget)
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		return &evolution[M]{
			sampler:    w.sampler,
			opt:        &opt,
			population: make([]individual[M], opt.Population),
			parents:    make([]individual[M], opt.Population),
		}, nil
	})
}

type evolution[M comparable] struct {
	*sampler[M]
	opt        *EvolvingOptions[M]
	population []individual[M]
	at         int // the next individual to play its playouts
	generation int // since the last move

	parents []individual[M] // scratch
	before  individual[M]   // scratch: the individual before the present step
	legal   []M             // scratch
	sample  Sample          // scratch
}

type individual[M comparable] struct {
	best    []M
	score   float64
	length  int // of the prefix
	fitness float64
}

func (i *individual[M]) copy(from *individual[M]) {
	best := append(i.best[:0], from.best...)
	*i = *from
	i.best = best
}

func (e *evolution[M]) step() bool {
	x := &e.population[e.at]
	e.before.copy(x)
	e.follow(x.best[:x.length])
	e.legal = e.game.Moves(e.legal[:0])
	e.sample.Reset()
	found := !e.opt.Forget && len(x.best) > x.length
	for range e.opt.Simulations {
		score := e.From(e.legal)
		if e.over() {
			x.copy(&e.before)
			return false
		}
		e.sample.Add(score)
		if !found || score > x.score {
			found, x.score = true, score
			x.best = append(x.best[:0], e.Line()...)
		}
	}
	x.fitness = e.sample.statistic(e.opt.Quantile)
	if e.at++; e.at < len(e.population) {
		return true
	}
	return e.breed()
}

func (e *evolution[M]) breed() bool {
	e.population, e.parents = e.parents, e.population
	for i := range e.population {
		fitter := &e.parents[i]
		if rival := &e.parents[e.below(len(e.parents))]; rival.fitness > fitter.fitness {
			fitter = rival
		}
		e.population[i].copy(fitter)
	}
	e.at = 0
	if e.generation++; e.generation < e.opt.Generations {
		return true
	}
	e.generation = 0
	more := false
	for i := range e.population {
		if x := &e.population[i]; x.length < len(x.best) {
			x.length++
			more = more || x.length < len(x.best)
		}
	}
	return more
}

func (e *evolution[M]) appendState(s *saved.Writer) {
	s.Int(e.at)
	s.Int(e.generation)
	for i := range e.population {
		x := &e.population[i]
		s.Float(x.score)
		s.Float(x.fitness)
		s.Int(x.length)
		e.appendLine(s, x.best)
	}
}

func (e *evolution[M]) readState(s *saved.Reader) {
	e.at, e.generation = s.Count(len(e.population)-1), s.Int()
	for i := range e.population {
		x := &e.population[i]
		x.score, x.fitness, x.length = s.Float(), s.Float(), s.Int()
		if x.best = e.readLine(s); x.length < 0 || x.length > len(x.best) {
			s.Fail("%w", errState)
			return
		}
	}
}
