package fast_test

import "fmt"

// tally counts down to zero and records the moves. It can be copied in place, history included.
type tally struct {
	left  int
	taken []int
}

func (t *tally) Play(m int) {
	t.left -= m
	t.taken = append(t.taken, m)
}

func (t *tally) Undo(m int) {
	t.left += m
	t.taken = t.taken[:len(t.taken)-1]
}

// CopyFrom copies the slice, too, into the memory of t.
func (t *tally) CopyFrom(other *tally) {
	t.left = other.left
	t.taken = append(t.taken[:0], other.taken...)
}

// A game that is a Copier copies all that Undo needs.
func ExampleCopier() {
	root, g := &tally{left: 10}, new(tally)
	root.Play(3)
	g.CopyFrom(root)
	g.Play(2)
	g.Play(1)
	g.CopyFrom(root) // a simulation comes back
	g.Undo(3)
	fmt.Println(g.left, root.left)
	// Output: 10 7
}
