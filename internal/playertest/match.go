// Package playertest plays matches between players of package engine.
package playertest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

type Player[M any] interface {
	Move(ctx context.Context) (M, error)
	Play(m M) error
}

// A Match is a match between two kinds of players. Games come in pairs with sides exchanged.
type Match[G interface {
	ply.AdversarialGame[M]
	Clone() G
}, M comparable] struct {
	Opening func(pair int, random *rand.Rand) (G, error)
	Players [2]func(g G, random rand.Source) (Player[M], error) // they make a player in the position of g, which they own
}

// Play plays an even number of games, and returns the score of the first player. Only the players are random.
func (m *Match[G, M]) Play(ctx context.Context, games int, seed uint64) (s arena.Score, err error) {
	for pair := range games / 2 {
		points := 0
		for first := range 2 {
			p, err := m.game(ctx, pair, first, rand.NewPCG(seed, uint64(pair)))
			if err != nil {
				return s, fmt.Errorf("game %d: %w", 2*pair+first, err)
			}
			points += p
			*[...]*int{&s.Losses, &s.Draws, &s.Wins}[p]++
		}
		s.Pairs[points]++
	}
	return s, nil
}

const mostMoves = 300

func (m *Match[G, M]) game(ctx context.Context, pair, side int, source rand.Source) (points int, err error) {
	random := rand.New(source)
	g, err := m.Opening(pair, random)
	if err != nil {
		return 0, err
	}
	var players [2]Player[M] // by side
	for i, newPlayer := range m.Players {
		if players[i^side], err = newPlayer(g.Clone(), rand.NewPCG(random.Uint64(), random.Uint64())); err != nil {
			return 0, err
		}
	}
	for range mostMoves {
		mover := g.ToMove()
		if len(g.Moves(nil)) == 0 {
			value := g.Outcome()
			if mover != side {
				value = -value
			}
			return 1 + min(max(value, -1), 1), nil
		}
		if p, ok := any(g).(ply.Repeater); ok && p.Repeated() {
			return 1, nil
		}
		move, err := players[mover].Move(ctx)
		if err != nil {
			return 0, err
		}
		g.Play(move)
		for _, p := range players {
			if err := p.Play(move); err != nil {
				return 0, err
			}
		}
	}
	return 1, nil
}
