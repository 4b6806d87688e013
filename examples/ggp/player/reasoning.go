package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/reasoner"
)

// reasoningBrain plays by the rules as they are written, for games that cannot be grounded in time. It takes the move with
// the best mean of playouts (flat Monte-Carlo). In GDL-II it keeps some states that agree with its percepts.
type reasoningBrain struct {
	*reasoner.Reasoner
	role   int
	hidden bool
	states []reasoner.State // the present one; in GDL-II those held possible
	random *rand.Rand

	uniform bool // any legal move will do
}

const (
	mostStates  = 32  // held possible
	mostGuesses = 256 // joint moves to find the next states
	mostPlies   = 500 // of a playout
)

// newReasoningBrain returns a brain that can be used until ctx ends.
func newReasoningBrain(
	ctx context.Context, d *gdl.Description, role int, hidden, uniform bool, memory int, random *rand.Rand,
) (*reasoningBrain, error) {
	r, err := reasoner.New(ctx, d, reasoner.Options{MaxMemory: memory})
	if err != nil {
		return nil, err
	}
	return &reasoningBrain{r, role, hidden, []reasoner.State{r.Initial()}, random, uniform}, nil
}

func (b *reasoningBrain) facts() []string { return b.Texts(b.states[0]) }

func (b *reasoningBrain) advance(t turn) error {
	if b.hidden {
		return b.filter(t)
	}
	if len(t.moves) != len(b.Roles()) {
		return fmt.Errorf("%d moves for %d roles", len(t.moves), len(b.Roles()))
	}
	var joint []reasoner.Move
	for role, text := range t.moves {
		m, err := b.Parse(text)
		if err != nil {
			return err
		}
		legal, err := b.Legal(nil, b.states[0], role)
		if err != nil {
			return err
		}
		if !slices.Contains(legal, m) {
			return fmt.Errorf("%.100s is not a legal move of %s", text, b.Roles()[role])
		}
		joint = append(joint, m)
	}
	next, err := b.Next(b.states[0], joint)
	if err == nil {
		b.states[0] = next
	}
	return err
}

// filter goes on to states that agree with the player's move and percepts.
func (b *reasoningBrain) filter(t turn) error {
	own, err := b.Parse(t.last)
	if err != nil {
		return err
	}
	var want []reasoner.Fact
	for _, text := range t.percepts {
		f, err := b.Parse(text)
		if err != nil {
			return err
		}
		want = append(want, f)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	var next []reasoner.State
	for range mostGuesses {
		s := b.states[b.random.IntN(len(b.states))]
		joint, err := b.draw(s, own)
		if err != nil {
			continue
		}
		seen, err := b.Sees(nil, s, joint, b.role)
		if err != nil {
			return err
		}
		if !slices.Equal(seen, want) {
			continue
		}
		n, err := b.Next(s, joint)
		if err != nil {
			return err
		}
		over, err := b.Terminal(n)
		if err != nil {
			return err
		}
		if !over && !slices.ContainsFunc(next, func(o reasoner.State) bool { return slices.Equal(o, n) }) {
			if next = append(next, n); len(next) == mostStates {
				break
			}
		}
	}
	if len(next) == 0 {
		return errors.New("no state was found that agrees with the percepts")
	}
	b.states = next
	return nil
}

// draw draws a joint move with the player's own move.
func (b *reasoningBrain) draw(s reasoner.State, own reasoner.Move) ([]reasoner.Move, error) {
	joint := make([]reasoner.Move, len(b.Roles()))
	for role := range joint {
		legal, err := b.Legal(nil, s, role)
		switch {
		case err != nil:
			return nil, err
		case len(legal) == 0:
			return nil, reasoner.ErrStuck
		case role != b.role:
			joint[role] = legal[b.random.IntN(len(legal))]
		case slices.Contains(legal, own):
			joint[role] = own
		default:
			return nil, errors.New("not legal")
		}
	}
	return joint, nil
}

func (b *reasoningBrain) think(ctx context.Context, report func(Decision)) error {
	legal, err := b.Legal(nil, b.states[0], b.role)
	if err != nil {
		return err
	}
	if len(legal) == 0 {
		return errors.New("the match is over, or there is no move")
	}
	texts := b.Texts(legal)
	if len(legal) == 1 {
		report(Decision{Move: texts[0], Method: "only move"})
		return nil
	}
	report(Decision{Move: texts[b.random.IntN(len(texts))], Method: "any move"})
	if b.uniform {
		return nil
	}
	sums, tries := make([]int, len(legal)), 0
	for ctx.Err() == nil {
		for i, m := range legal {
			goal, err := b.try(m)
			if err != nil {
				return err
			}
			if sums[i] += goal; ctx.Err() != nil {
				return nil
			}
		}
		tries++
		d := Decision{Method: "playouts by the reasoner", Simulations: tries * len(legal), Known: true}
		best := 0
		for i, sum := range sums {
			d.Choices = append(d.Choices, Choice{texts[i], 1 / float64(len(legal)), float64(sum) / float64(100*tries)})
			if sum > sums[best] {
				best = i
			}
		}
		d.Move, d.Value = texts[best], d.Choices[best].Mean
		report(d)
	}
	return nil
}

// try plays a move and a playout, and returns the player's goal.
func (b *reasoningBrain) try(m reasoner.Move) (int, error) {
	s := b.states[b.random.IntN(len(b.states))]
	joint, err := b.draw(s, m)
	if err != nil {
		return 0, nil // not legal in this state
	}
	if s, err = b.Next(s, joint); err != nil {
		return 0, err
	}
	p, err := b.Playout(s, b.random, mostPlies)
	if err != nil || b.role >= len(p.Goals) {
		return 0, nil // a role without a move
	}
	return p.Goals[b.role], nil
}
