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
	r, err := reasoner.New(ctx, d, memory)
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
		if !slices.Contains(b.Legal(nil, b.states[0], role), m) {
			return fmt.Errorf("%.100s is not a legal move of %s", text, b.Roles()[role])
		}
		joint = append(joint, m)
	}
	next := b.Next(b.states[0], joint)
	if err := b.Err(); err != nil {
		return err
	}
	b.states[0] = next
	return nil
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
		joint, ok := b.draw(s, own)
		if !ok || !slices.Equal(b.Sees(nil, s, joint, b.role), want) {
			continue
		}
		n := b.Next(s, joint)
		if !b.Terminal(n) && !slices.ContainsFunc(next, func(o reasoner.State) bool { return slices.Equal(o, n) }) {
			if next = append(next, n); len(next) == mostStates {
				break
			}
		}
	}
	if err := b.Err(); err != nil {
		return err
	}
	if len(next) == 0 {
		return errors.New("no state was found that agrees with the percepts")
	}
	b.states = next
	return nil
}

// draw draws a joint move with the player's own move. ok is false if it is illegal.
func (b *reasoningBrain) draw(s reasoner.State, own reasoner.Move) (joint []reasoner.Move, ok bool) {
	for role := range b.Roles() {
		legal := b.Legal(nil, s, role)
		switch {
		case role == b.role && slices.Contains(legal, own):
			joint = append(joint, own)
		case role == b.role || len(legal) == 0:
			return nil, false
		default:
			joint = append(joint, legal[b.random.IntN(len(legal))])
		}
	}
	return joint, true
}

func (b *reasoningBrain) think(ctx context.Context, report func(Decision)) error {
	legal := b.Legal(nil, b.states[0], b.role)
	switch {
	case b.Err() != nil:
		return b.Err()
	case len(legal) == 0:
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
			if sums[i] += b.try(m); ctx.Err() != nil || b.Err() != nil {
				return b.Err()
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

// try plays a move and a playout, and returns the player's goal, 0 if that is impossible.
func (b *reasoningBrain) try(m reasoner.Move) int {
	s := b.states[b.random.IntN(len(b.states))]
	joint, ok := b.draw(s, m)
	if !ok {
		return 0
	}
	p, err := b.Playout(b.Next(s, joint), b.random, mostPlies)
	if err != nil || b.role >= len(p.Goals) {
		return 0
	}
	return p.Goals[b.role]
}
