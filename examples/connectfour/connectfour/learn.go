package connectfour

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// LearnOptions configure [Learn]. The zero value makes the model that comes with the package, in about a minute.
type LearnOptions struct {
	Rounds      int    // of games, and of learning from them; 0 means 8
	Games       int    // in a round; 0 means 1000
	Simulations int    // for a move; 0 means 64
	Seed        uint64 // of the random numbers

	// Progress, if not nil, is called after each round with its number, the model, and the mean loss of the values before the
	// round, in nats.
	Progress func(round int, m *Model, loss float64)
}

// A lesson is a position of a game, with the result of a search and of the game.
type lesson struct {
	sight  sight
	drops  []Drop
	policy []float64 // improved by the search
	result float64   // for the side to move: 0, ½ or 1
}

// Learn learns a model from games of searches against themselves (policy iteration: Silver and others 2017; with few
// simulations and Gumbel noise: Danihelka and others 2022). In each round the latest model plays, and then learns the
// policies as improved by the searches, and the results. If ctx ends, Learn returns the model so far and an error.
func Learn(ctx context.Context, opt LearnOptions) (*Model, error) {
	rounds, games, simulations := cmp.Or(opt.Rounds, 8), cmp.Or(opt.Games, 1000), cmp.Or(opt.Simulations, 64)
	if rounds < 0 || games < 0 || simulations < 0 {
		return nil, fmt.Errorf("connectfour: %d rounds of %d games with %d simulations: want positive numbers", rounds, games, simulations)
	}
	random := rand.New(rand.NewPCG(opt.Seed, 0))
	m := new(Model)
	var lessons []lesson
	for round := range rounds {
		if round > 0 {
			lessons = lessons[len(lessons)*2/3:] // games of earlier rounds
		}
		for range games {
			var err error
			if lessons, err = m.play(ctx, lessons, simulations, random); err != nil {
				return m, err
			}
		}
		loss := m.fit(lessons, random)
		if opt.Progress != nil {
			opt.Progress(round, m, loss)
		}
	}
	m.round()
	return m, nil
}

// play plays a game of the model against itself, from up to 8 random moves, and appends its lessons.
func (m *Model) play(ctx context.Context, lessons []lesson, simulations int, random *rand.Rand) ([]lesson, error) {
	g := new(Game)
	for range random.IntN(9) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(moves[random.IntN(len(moves))])
	}
	tree, err := puct.New(g, m.Evaluate, puct.Options[Drop]{Selection: puct.Gumbel{}, Random: random})
	if err != nil {
		return lessons, err
	}
	before := len(lessons)
	for !g.Finished() {
		r, err := tree.Search(ctx, ply.Limits{Nodes: simulations})
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return lessons, err
		}
		l := lesson{sight: g.look(), policy: r.Policy, result: math.NaN()}
		for _, s := range r.Moves {
			l.drops = append(l.drops, s.Move)
		}
		if r.Solved() {
			l.result = (1 + r.Low) / 2
		}
		lessons = append(lessons, l)
		if err := tree.Play(r.Move); err != nil {
			return lessons, err
		}
	}
	result := 0.5
	if g.Outcome() < 0 { // for the side to move, which is not the one that made the last move
		result = 1
	}
	for i := len(lessons) - 1; i >= before; i-- {
		if l := &lessons[i]; math.IsNaN(l.result) {
			l.result = result
		} else {
			result = l.result // proven
		}
		result = 1 - result
	}
	return lessons, nil
}

// fit moves the weights down the gradient of the cross entropy, lesson by lesson in random order. It returns the mean loss of
// the values before.
func (m *Model) fit(lessons []lesson, random *rand.Rand) float64 {
	loss := 0.0
	for i := range lessons {
		l := &lessons[i]
		x := m.sum(&l.sight)
		loss += (l.result*math.Log1p(math.Exp(-x)) + (1-l.result)*math.Log1p(math.Exp(x))) / float64(len(lessons))
	}
	const passes = 4
	for pass := range passes {
		rate := 0.01 / float64(1+pass)
		random.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		for i := range lessons {
			l := &lessons[i]
			wrong := logistic(m.sum(&l.sight)) - l.result
			l.sight.features(func(i int, x float64) { m.Value[i] -= rate * wrong * x })
			var policy [Columns]float64
			sum := 0.0
			for i, d := range l.drops {
				policy[i] = math.Exp(m.sumOfDrop(&l.sight, d))
				sum += policy[i]
			}
			for i, d := range l.drops {
				wrong := policy[i]/sum - l.policy[i]
				l.sight.featuresOf(d, func(i int, x float64) { m.Drops[i] -= rate * wrong * x })
			}
		}
	}
	return loss
}

// round rounds each weight to two digits after the point.
func (m *Model) round() {
	for _, weights := range [][]float64{m.Value[:], m.Drops[:]} {
		for i, w := range weights {
			weights[i] = math.Round(w*100) / 100
		}
	}
}
