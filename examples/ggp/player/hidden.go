package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/mcts/infoset"
)

// hiddenBrain plays GDL-II by information-set search over positions that it imagines.
type hiddenBrain struct {
	settings
	memory   *game.Memory
	imagined *game.Hidden // agrees with the memory; nil until it is found
}

// mostLines is the number of lines to imagine a position between two looks at the clock.
const mostLines = 100

// imagine finds a position that agrees with the memory. It gives up after half of the time, to leave some for another
// brain.
func (b *hiddenBrain) imagine(ctx context.Context) (err error) {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	for b.imagined == nil {
		if b.imagined, err = b.memory.Imagine(b.random, mostLines); err != nil && !errors.Is(err, game.ErrInconsistent) {
			return err
		}
		if b.imagined == nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

func (b *hiddenBrain) facts() []string {
	if b.imagined == nil {
		return nil
	}
	return slices.Collect(b.imagined.Holding)
}

func (b *hiddenBrain) advance(t turn) error {
	if t.last == "" {
		return errors.New("want the player's own move")
	}
	if err := b.memory.Add(t.last, t.percepts); err != nil {
		return err
	}
	b.imagined = nil
	return nil
}

func (b *hiddenBrain) think(ctx context.Context, report func(Decision)) error {
	if err := b.imagine(ctx); err != nil {
		return err
	}
	legal := b.imagined.Legal(b.player, nil)
	if only, err := b.start(legal, report); only || err != nil {
		return err
	}
	if b.imagined.ToMove() != b.player {
		return fmt.Errorf("player %d is asked instead of player %d", b.imagined.ToMove(), b.player)
	}
	// A search begins with an empty tree, so each gets four times the time of the one before.
	most := 0
	for limit := reportEvery; ctx.Err() == nil; limit *= 4 {
		r, err := infoset.Search(ctx, b.imagined, ply.Limits{Time: limit}, infoset.Options[game.Move]{
			Scale: 100, MaxLength: 10_000, Memory: int64(b.settings.memory), Workers: b.workers,
			Random: b.chance(),
		})
		if err != nil {
			return err
		}
		if r.Nodes < most {
			continue // it was cut short
		}
		most = r.Nodes
		d := Decision{Method: "information sets", Simulations: r.Nodes, Move: b.rules.Text(r.Move)}
		for _, c := range r.Moves {
			if d.Choices = append(d.Choices, Choice{b.rules.Text(c.Move), c.Share, (1 + c.Value) / 2}); c.Move == r.Move {
				d.Value, d.Known = (1+c.Value)/2, true
			}
		}
		d.Choices = sortChoices(d.Choices)
		report(d)
		if r.Status != ply.OutOfTime {
			return nil
		}
	}
	return nil
}
