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

// LearnOptions say how [Learn] learns. The zero value makes the model that comes with the package, in about a minute.
type LearnOptions struct {
	// Rounds is the number of rounds of games and of learning from them. 0 means 8.
	Rounds int

	// Games is the number of games in a round. 0 means 1000.
	Games int

	// Simulations is the number of simulations for a move. 0 means 64.
	Simulations int

	// Seed is the seed of all that is random.
	Seed uint64

	// Progress, if not nil, is called after each round with its number, the model, and the mean loss of the values, in
	// nats, before the weights were changed.
	Progress func(round int, m *Model, loss float64)
}

// A lesson is a position of a game: what a search made of it, and how the game ended.
type lesson struct {
	sight  sight
	drops  []Drop
	policy []float64 // improved by the search
	result float64   // for the side to move: 0, ½ or 1
}

// Learn learns a model from games of searches against themselves (policy iteration; Silver and others 2017; with few
// simulations and the search by Gumbel noise Danihelka and others 2022). In each round the latest model plays, and then
// learns the policies that searches have improved, and the results. If ctx ends, it returns the model so far and an
// error.
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
			lessons = lessons[len(lessons)*2/3:] // the games of some rounds before
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

// play plays a game of the model against itself and appends its lessons. It begins with up to 8 random moves.
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
		l := lesson{sight: g.look(), result: math.NaN()}
		l.policy = r.Policy
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

// fit moves the weights down the gradient of the cross entropy, by one lesson after the other in random order, and
// returns the mean loss of the values before.
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

// round leaves two digits after the point of each weight.
func (m *Model) round() {
	for i, w := range m.Value {
		m.Value[i] = math.Round(w*100) / 100
	}
	for i, w := range m.Drops {
		m.Drops[i] = math.Round(w*100) / 100
	}
}
