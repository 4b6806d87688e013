package alphabeta

// Caveats count assumptions beyond the rules of the game. A value rests on none of a kind if the count did not change
// during its search: without heuristic values it is final, without repetitions it holds on all paths. Each search has
// its own caveats; the owner of a split point adds the caveats of its helpers.
type caveats struct {
	heuristic int // evaluations, and other values not known to the end of the game
	narrowed  int // positions where moves were left out (Width)
	repeated  int // repetitions
}

func (c *caveats) evaluate(n int) { c.heuristic += n }

func (c *caveats) narrow() { c.narrowed++ }
func (c *caveats) repeat() { c.repeated++ }
func (c *caveats) reset()  { *c = caveats{} }

// without discards the heuristic values and repetitions counted since before.
func (c *caveats) without(before caveats) {
	c.heuristic, c.repeated = before.heuristic, before.repeated
}

func (c *caveats) add(b, before caveats) {
	c.heuristic += b.heuristic - before.heuristic
	c.narrowed += b.narrowed - before.narrowed
	c.repeated += b.repeated - before.repeated
}
