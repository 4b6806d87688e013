package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/mcts"
)

// treeBrain plays games in which players take turns, by UCT. Its tree is kept from move to move.
type treeBrain struct {
	settings
	position interface {
		ply.Game[game.Move]
		Legal(player int, dst []game.Move) []game.Move
		Asked(joint, dst []game.Move) []game.Move
		Holding(yield func(string) bool)
		narrowed
	}
	tree      *mcts.Tree[game.Move]
	narrowing narrowing
}

// reportEvery is the time between two reports of a search.
const reportEvery = 100 * time.Millisecond

// exploration is the constant K of UCT: 0.4²/64². The mean of 64 matches counts as one simulation, for which Vittaut
// 2017, section 5.4.1, divides the constant C = √K by 64.
const exploration = 0.4 * 0.4 / (64 * 64)

func newTreeBrain(s settings, traits game.Traits) (*treeBrain, error) {
	b := &treeBrain{settings: s, narrowing: narrowing{rules: s.rules}}
	opt := mcts.Options[game.Move]{
		Bandit: mcts.Hoeffding{K: exploration},
		Leaf:   mcts.Evaluation{},
		Scale:  100,
		Memory: int64(s.memory), Prune: true,
		Workers: s.workers,
		Random:  rand.NewPCG(s.random.Uint64(), s.random.Uint64()),
	}
	var err error
	switch {
	case traits.Players == 2 && traits.ZeroSum && s.rules.Random < 0:
		var g *game.Sides
		if g, err = game.NewSides(s.rules); err != nil {
			return nil, err
		}
		b.position = g
		b.tree, err = mcts.New(g, opt)
	case traits.Players == 2 && traits.ZeroSum:
		var g *game.Dice
		if g, err = game.NewDice(s.rules); err != nil {
			return nil, err
		}
		b.position = g
		b.tree, err = mcts.New(g, opt)
	default:
		g := game.NewMany(s.rules)
		b.position = g
		b.tree, err = mcts.New(g, opt)
	}
	return b, err
}

func (b *treeBrain) facts() []string { return slices.Collect(b.position.Holding) }

func (b *treeBrain) advance(t turn) error {
	joint, err := b.find(t.moves)
	if err != nil {
		return err
	}
	for role, m := range joint {
		// A chance move is not checked before it is played.
		if p := b.rules.Player(role); p >= 0 && !slices.Contains(b.position.Legal(p, nil), m) {
			return fmt.Errorf("%s is not a legal move of %s", t.moves[role], b.rules.Roles[role])
		}
	}
	for _, m := range b.position.Asked(joint, nil) {
		if err := b.tree.Play(m); err != nil {
			return err
		}
	}
	return nil
}

func (b *treeBrain) think(ctx context.Context, report func(Decision)) error {
	legal := b.position.Legal(b.player, nil)
	if len(legal) == 0 {
		return errors.New("the match is over")
	}
	if err := b.narrowing.begin(b.position); err != nil {
		return err
	}
	if b.only(legal, report) {
		return nil
	}
	report(Decision{Move: b.rules.Text(legal[0]), Method: "first move"})
	for {
		if err := b.narrowing.take(b.position); err != nil {
			return err
		}
		// A deadline, since a limit of time would end the search as soon as its move cannot change.
		within, cancel := context.WithTimeout(ctx, reportEvery)
		r, err := b.tree.Search(within, ply.Limits{})
		cancel()
		if err != nil {
			return err
		}
		report(b.decision(r, legal))
		if ctx.Err() != nil || r.Solved() || r.Status == ply.OutOfNodes || r.Nodes == 0 && r.Status != ply.OutOfTime {
			return nil
		}
	}
}

// decision is what the search found for the player, who may be asked after others in the same state.
func (b *treeBrain) decision(r mcts.Result[game.Move], legal []game.Move) Decision {
	d := Decision{Method: "UCT", Simulations: r.Visits(), Move: b.rules.Text(legal[0])}
	if !slices.Contains(legal, r.Move) {
		for _, m := range r.Line {
			if slices.Contains(legal, m) {
				d.Move = b.rules.Text(m)
				break
			}
		}
		return d
	}
	d.Move, d.Value, d.Known, d.Proven = b.rules.Text(r.Move), (1+r.Value)/2, true, r.Solved()
	if d.Proven {
		d.Value = (1 + r.Low) / 2
	}
	for _, m := range r.Moves {
		share := float64(m.Visits) / float64(max(1, r.Visits()))
		d.Choices = append(d.Choices, Choice{b.rules.Text(m.Move), share, (1 + m.Value) / 2})
	}
	return d
}
