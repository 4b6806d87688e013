package regret

import (
	"fmt"

	"github.com/ply-search/ply/internal/chance"
)

// Passes go through a tree with the probabilities of all slots.
type passes[M comparable] struct {
	*tree[M]

	policy  []float64 // the probability of each slot
	factor  []float64 // the same, but 1 for the slots of one player
	reach   []float64 // by nodes: the product of factors on the way there
	value   []float64 // by nodes: the expectation of the player
	quality []float64 // by slots: the sum over positions of reach times the value after the move
}

func newPasses[M comparable](t *tree[M]) *passes[M] {
	slots := len(t.moves) + len(t.chances)
	p := &passes[M]{
		tree:    t,
		policy:  make([]float64, slots),
		factor:  make([]float64, slots),
		quality: make([]float64, slots),
		reach:   make([]float64, len(t.mover)),
		value:   make([]float64, len(t.mover)),
	}
	copy(p.policy[len(t.moves):], t.chances)
	return p
}

func (p *passes[M]) down(player int) {
	copy(p.factor, p.policy)
	for i := range p.list {
		if at := &p.list[i]; int(at.player) == player {
			for slot := at.first; slot < at.first+at.moves; slot++ {
				p.factor[slot] = 1
			}
		}
	}
	p.reach[0] = 1
	parent, slot := p.parent, p.slot[:len(p.parent)]
	for n := 1; n < len(parent); n++ {
		p.reach[n] = p.reach[parent[n]] * p.factor[slot[n]]
	}
}

func (p *passes[M]) begin(player int) {
	for n, mover := range p.mover {
		if p.value[n] = 0; mover == finished {
			p.value[n] = p.payoffs[int(p.at[n])*p.players+player]
		}
	}
	clear(p.quality)
}

// up computes the values for a player and the qualities of slots, after down for the same player.
func (p *passes[M]) up(player int) {
	p.begin(player)
	parent, slot := p.parent, p.slot[:len(p.parent)]
	for n := len(parent) - 1; n > 0; n-- {
		up, at, value := parent[n], slot[n], p.value[n]
		p.value[up] += p.policy[at] * value
		p.quality[at] += p.reach[up] * value
	}
}

func (p *passes[M]) follow(policy Policy[M]) error {
	var scratch []float64
	for id := range p.list {
		at := &p.list[id]
		moves := p.movesOf(id)
		scratch = policy.AppendPolicy(scratch[:0], int(at.player), []byte(at.key), moves)
		if err := chance.Check(scratch, len(moves)); err != nil {
			return fmt.Errorf("regret: policy of player %d for moves %v: %w", at.player, moves, err)
		}
		copy(p.policy[at.first:], scratch)
	}
	return nil
}

func (p *passes[M]) average() {
	for id := range p.list {
		at := &p.list[id]
		p.appendAverage(p.policy[at.first:at.first], id)
	}
}
