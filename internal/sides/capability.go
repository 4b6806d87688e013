package sides

import (
	"fmt"

	"github.com/ply-search/ply"
)

// EvaluatorOf returns g itself if it is an [ply.Evaluator], and otherwise one that evaluates finished positions by
// their outcome and all others as even (0); it calls Moves each time.
func EvaluatorOf[G ply.AdversarialGame[M], M comparable](g G) ply.Evaluator {
	if e, ok := any(g).(ply.Evaluator); ok {
		return e
	}
	return &evaluator[G, M]{game: g}
}

type evaluator[G ply.AdversarialGame[M], M comparable] struct {
	game  G
	moves []M // scratch
}

func (e *evaluator[G, M]) Evaluate() int {
	if e.moves = e.game.Moves(e.moves[:0]); len(e.moves) > 0 {
		return 0
	}
	return e.game.Outcome()
}

// MultiplayerOf returns g itself if it is a [ply.Multiplayer] game, and otherwise g as a game of two players, whose
// Outcomes are Outcome and its negative.
func MultiplayerOf(g ply.Adversarial) ply.Multiplayer {
	if m, ok := g.(ply.Multiplayer); ok {
		return m
	}
	return twoSides{g}
}

func PlayersOf(g any) (ply.Multiplayer, error) {
	switch players := g.(type) {
	case ply.Multiplayer:
		return players, nil
	case ply.Adversarial:
		return MultiplayerOf(players), nil
	}
	return nil, fmt.Errorf("%T is neither a ply.Multiplayer nor a ply.Adversarial", g)
}

type twoSides struct{ ply.Adversarial }

func (g twoSides) Players() int { return 2 }

func (g twoSides) Outcomes(values []int) {
	side, value := g.ToMove(), g.Outcome()
	switch {
	case side < 0:
		panic(fmt.Sprintf("ToMove is %d in a finished position: want a side, not chance", side))
	case side > 1:
		panic(fmt.Sprintf("ToMove is %d in a finished position: want a side, 0 or 1", side))
	}
	values[side], values[1-side] = value, -value
}
