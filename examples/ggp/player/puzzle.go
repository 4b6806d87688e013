package player

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/search"
)

// puzzleBrain plays games of one player: by breadth-first search, and where that ends without a solution, by UCT.
type puzzleBrain struct {
	*treeBrain
	solo     *game.Solo
	plan     []game.Move // what is left of a shortest solution
	searched bool
}

// mostPositions is the number of positions after which the search for a solution is given up. One takes some 60 bytes.
const mostPositions = 5_000_000

func newPuzzleBrain(s settings) (*puzzleBrain, error) {
	tree, err := newTreeBrain(s, game.Traits{Players: 1})
	if err != nil {
		return nil, err
	}
	solo, err := game.NewSolo(s.rules)
	return &puzzleBrain{treeBrain: tree, solo: solo}, err
}

func (b *puzzleBrain) advance(t turn) error {
	if err := b.treeBrain.advance(t); err != nil {
		return err
	}
	joint, err := b.find(t.moves)
	if err != nil {
		return err
	}
	for _, m := range b.solo.Asked(joint, nil) {
		if len(b.plan) > 0 && b.plan[0] == m {
			b.plan = b.plan[1:]
		} else {
			b.plan, b.searched = nil, false
		}
		b.solo.Play(m)
	}
	return nil
}

func (b *puzzleBrain) think(ctx context.Context, report func(Decision)) error {
	legal := b.position.Legal(0, nil)
	if len(legal) > 0 {
		report(Decision{Move: b.rules.Text(legal[0]), Method: "first move"})
	}
	if !b.searched {
		b.searched = true
		r, err := game.Shortest(ctx, b.solo, ply.Limits{Nodes: mostPositions}, search.Options[game.Move]{})
		if err != nil {
			return err
		}
		if r.Found {
			b.plan = r.Line
		}
	}
	if len(b.plan) == 0 {
		return b.treeBrain.think(ctx, report)
	}
	report(Decision{Move: b.rules.Text(b.plan[0]), Value: 1, Known: true, Proven: true,
		Method: fmt.Sprintf("solution of %d moves", len(b.plan))})
	return nil
}
