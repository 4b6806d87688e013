package regret

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/played"
	"github.com/ply-search/ply/internal/sides"
)

// A Game has the capabilities that all functions of this package require. In addition, the game must be a
// [ply.Multiplayer] or a [ply.Adversarial], and must declare itself [ply.Acyclic].
type Game[M comparable] interface {
	ply.Game[M]
	ply.Imperfect
	ToMove() int
}

var errNoGame = errors.New("regret: no game given")

const (
	byChance = ply.Chance
	finished = ply.Chance - 1
)

const maxPlayers = 1 << 6

// A table is the common part of the walks through a game.
type table[M comparable] struct {
	played.Line[M] // from the start

	game    Game[M]
	rules   ply.Multiplayer
	players int
	dealer  ply.Stochastic[M] // or nil

	outcomes         []int  // scratch
	information, key []byte // scratch
}

func newTable[M comparable](g Game[M]) (*table[M], error) {
	if guard.IsNil(g) {
		return nil, errNoGame
	}
	t := &table[M]{game: g, Line: played.On[M](g)}
	switch rules := g.(type) {
	case ply.Multiplayer:
		t.rules = rules
	case ply.Adversarial:
		t.rules = sides.MultiplayerOf(rules)
	default:
		return nil, fmt.Errorf("regret: %T is neither a ply.Multiplayer nor a ply.Adversarial", g)
	}
	if a, ok := g.(ply.Acyclic); !ok || !a.Acyclic() {
		return nil, fmt.Errorf("regret: %w", ply.ErrCyclic)
	}
	t.players = t.rules.Players()
	if t.players < 1 || t.players > maxPlayers {
		return nil, fmt.Errorf("regret: %T has %d players, want 1 to %d", g, t.players, maxPlayers)
	}
	t.outcomes = make([]int, t.players)
	t.dealer, _ = g.(ply.Stochastic[M])
	return t, nil
}

func (t *table[M]) toMove() (int, error) {
	player := t.game.ToMove()
	if player == byChance && t.dealer != nil || player >= 0 && player < t.players {
		return player, nil
	}
	return 0, fmt.Errorf("regret: %w", sides.Error(t.game, player, t.players))
}

func (t *table[M]) probabilities(moves []M, dst []float64) ([]float64, error) {
	base := len(dst)
	dst = t.dealer.Probabilities(moves, dst)
	if err := chance.Check(dst[base:], len(moves)); err != nil {
		return dst, fmt.Errorf("regret: after %v: %w", &t.Line, err)
	}
	return dst, nil
}

func (t *table[M]) sameInformation(player int, moves, others []M) error {
	return fmt.Errorf("regret: after %v, player %d has moves %v, and with the same information elsewhere %v: "+
		"%T breaks the law \"same information\" of ply.Imperfect", &t.Line, player, moves, others, t.game)
}
