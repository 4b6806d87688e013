package alphabeta

// Caveats count the assumptions, besides the rules of the game, that values found rest on. A value has no caveat of a kind if
// the count is the same after its search as before: with no heuristic value it is final, and with no repetition it holds on all
// paths. Each search has its own; the owner of a split point adds the caveats of its helpers.
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

// without leaves out the heuristic values and repetitions of a search since before, which the value does not rest on.
func (c *caveats) without(before caveats) {
	c.heuristic, c.repeated = before.heuristic, before.repeated
}

// add adds the counts of b since before.
func (c *caveats) add(b, before caveats) {
	c.heuristic += b.heuristic - before.heuristic
	c.narrowed += b.narrowed - before.narrowed
	c.repeated += b.repeated - before.repeated
}
