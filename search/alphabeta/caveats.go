package alphabeta

// Caveats count what values found rest on besides the rules of the game. A value has no caveat of a kind if the count
// is the same after its search as before: with no heuristic value it is final, and with no repetition it holds on all paths.
// Each search has its own; those of helpers at a split point are added to those of its owner.
type caveats struct {
	heuristic int // evaluations, and other values that are not known to the end of the game
	narrowed  int // positions where moves were left out (Width)
	repeated  int // repetitions
}

// evaluate counts heuristic values.
func (c *caveats) evaluate(n int) { c.heuristic += n }

func (c *caveats) narrow() { c.narrowed++ }
func (c *caveats) repeat() { c.repeated++ }
func (c *caveats) reset()  { *c = caveats{} }

// without leaves out a search since before that the value does not rest on, except for moves left out.
func (c *caveats) without(before caveats) {
	c.heuristic, c.repeated = before.heuristic, before.repeated
}

// add adds what b counted since before.
func (c *caveats) add(b, before caveats) {
	c.heuristic += b.heuristic - before.heuristic
	c.narrowed += b.narrowed - before.narrowed
	c.repeated += b.repeated - before.repeated
}
