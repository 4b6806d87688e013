package player

import (
	"slices"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/game"
)

// a narrowing makes the circuit of a match smaller as the match goes on, in the background: facts that can change no
// more become constants. Trees remain valid, as facts and moves keep their numbers.
type narrowing struct {
	rules *game.Rules      // the present ones
	next  chan *game.Rules // what is being made, nil if nothing is
}

// narrowed is a position that can go over to a smaller circuit.
type narrowed interface {
	State() circuit.State
	Continue(later *game.Rules) error
}

// begin begins to make rules for the present position, unless others are still being made. It goes over to rules that
// have been made, as take does.
func (n *narrowing) begin(p narrowed) error {
	if err := n.take(p); err != nil || n.next != nil {
		return err
	}
	rules, state := n.rules, p.State()
	if slices.Equal(state, rules.Initial) {
		return nil
	}
	next := make(chan *game.Rules, 1)
	n.next = next
	go func() {
		later, err := guard(func() (*game.Rules, error) { return rules.From(state) })
		if err != nil {
			later = rules // which are as good
		}
		next <- later
	}()
	return nil
}

// take goes over to rules that have been made. It must not be called while a search uses the position.
func (n *narrowing) take(p narrowed) error {
	select {
	case later := <-n.next:
		if n.next = nil; later == n.rules {
			return nil
		}
		n.rules = later
		return p.Continue(later)
	default:
		return nil
	}
}
