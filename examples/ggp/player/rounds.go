package player

import (
	"context"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/mcts/joint"
)

// jointBrain plays games in which players move at the same time.
type jointBrain struct {
	settings
	game    *game.Joint
	zeroSum bool                   // between two players, so mixed strategies are played
	tree    *joint.Tree[game.Move] // of the present position, or nil

	narrowing narrowing
}

func (b *jointBrain) facts() []string { return slices.Collect(b.game.Holding) }

func (b *jointBrain) advance(t turn) error {
	moves, err := b.find(t.moves)
	if err != nil {
		return err
	}
	b.tree = nil
	return b.game.PlayRound(moves)
}

func (b *jointBrain) think(ctx context.Context, report func(Decision)) (err error) {
	if err := b.narrowing.begin(b.game); err != nil {
		return err
	}
	if only, err := b.start(b.game.Legal(b.player, nil), report); only || err != nil {
		return err
	}
	opt := joint.Options[game.Move]{Scale: 100, MaxLength: 10_000, Memory: int64(b.memory), Workers: b.workers,
		Random: b.chance()}
	if !b.zeroSum {
		opt.Selection = joint.UCT
	}
	if b.tree == nil {
		if b.tree, err = joint.New(b.game, opt); err != nil {
			return err
		}
	}
	// The draw from the strategy must not change between reports.
	draw, simulations := b.random.Float64(), 0
	for {
		if err := b.narrowing.take(b.game); err != nil {
			return err
		}
		r, err := b.tree.Search(ctx, ply.Limits{Time: reportEvery})
		if err != nil {
			return err
		}
		simulations += r.Nodes
		report(b.decision(&r, simulations, opt.Selection, draw))
		if ctx.Err() != nil {
			return nil
		}
	}
}

func (b *jointBrain) decision(r *joint.Result[game.Move], simulations int, selection joint.Selection, draw float64) Decision {
	d := Decision{Method: selection.String(), Simulations: simulations, Value: (1 + r.Means[b.player]) / 2, Known: true}
	moves, shares := r.Moves[b.player], r.Probabilities[b.player]
	chosen := -1
	for i, m := range moves {
		d.Choices = append(d.Choices, Choice{b.rules.Text(m), shares[i], d.Value})
		if selection == joint.UCT {
			if chosen < 0 || shares[i] > shares[chosen] {
				chosen = i
			}
		} else if draw -= shares[i]; chosen < 0 && draw < 0 {
			chosen = i
		}
	}
	d.Move = b.rules.Text(moves[max(0, chosen)])
	d.Choices = sortChoices(d.Choices)
	return d
}
