package belief

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// An Imagined is a game after a line as a [ply.Determinizer] that draws histories of its player to move from a
// [Belief]. Each draw clones the game and plays a line, which is slower than a game's own Determinizer.
type Imagined[G interface {
	Observed[M]
	ply.Cloner[G]
}, M comparable] struct {
	start, game G
	rules       ply.Multiplayer
	belief      *Belief[M]
}

// Imagine returns a game after a line as one that draws from a belief, which [Believe] found for the same game and
// line. start is not changed. It returns an error if start is neither [ply.Multiplayer] nor [ply.Adversarial].
func Imagine[G interface {
	Observed[M]
	ply.Cloner[G]
}, M comparable](start G, line []M, belief *Belief[M]) (*Imagined[G, M], error) {
	i := &Imagined[G, M]{start: start.Clone(), belief: belief}
	if err := i.place(line); err != nil {
		return nil, err
	}
	return i, nil
}

func (i *Imagined[G, M]) place(line []M) (err error) {
	i.game = i.start.Clone()
	if i.rules, err = sides.PlayersOf(i.game); err != nil {
		return err
	}
	for _, m := range line {
		i.game.Play(m)
	}
	return nil
}

func (i *Imagined[G, M]) Moves(dst []M) []M { return i.game.Moves(dst) }

func (i *Imagined[G, M]) Play(m M) { i.game.Play(m) }

func (i *Imagined[G, M]) Undo(m M) { i.game.Undo(m) }

func (i *Imagined[G, M]) ToMove() int { return i.game.ToMove() }

func (i *Imagined[G, M]) Players() int { return i.rules.Players() }

func (i *Imagined[G, M]) Outcomes(values []int) { i.rules.Outcomes(values) }

func (i *Imagined[G, M]) AppendInformation(dst []byte, player int) []byte {
	return i.game.AppendInformation(dst, player)
}

// Probabilities appends the probabilities of outcomes. It panics if the game is not a [ply.Stochastic].
func (i *Imagined[G, M]) Probabilities(moves []M, dst []float64) []float64 {
	g, ok := any(i.game).(ply.Stochastic[M])
	if !ok {
		panic(fmt.Sprintf("%T has positions of chance and is not a ply.Stochastic", i.game))
	}
	return g.Probabilities(moves, dst)
}

func (i *Imagined[G, M]) Acyclic() bool {
	a, ok := any(i.game).(ply.Acyclic)
	return ok && a.Acyclic()
}

// Determinize puts the game after a line drawn from the belief. The weight is 1. It may be called only for the player
// of the belief, in the position after the line.
func (i *Imagined[G, M]) Determinize(_ int, random *rand.Rand) (weight float64) {
	if err := i.place(i.belief.Draw(random)); err != nil {
		panic(err)
	}
	return 1
}

func (i *Imagined[G, M]) Clone() *Imagined[G, M] {
	c := *i
	c.game = i.game.Clone()
	c.rules, _ = sides.PlayersOf(c.game) // as of the original
	return &c
}
