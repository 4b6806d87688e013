package alphabeta

// Assumptions are counts of what values rest on besides the rules of the game. A value rests on none of a kind if the count
// is the same after its search as before: with no heuristic value it is final, and with no repetition it holds on all lines.
// Each search has its own; those of helpers at a split point are added to those of its owner.
type assumptions struct {
	heuristic int // evaluations, and other values that are not known to the end of the game
	narrowed  int // positions where moves were left out (Width)
	repeated  int // repetitions
}

// evaluate counts heuristic values.
func (a *assumptions) evaluate(n int) { a.heuristic += n }

func (a *assumptions) narrow() { a.narrowed++ }
func (a *assumptions) repeat() { a.repeated++ }
func (a *assumptions) reset()  { *a = assumptions{} }

// discard takes back the heuristic values and repetitions since before: the value does not rest on them.
func (a *assumptions) discard(before assumptions) {
	a.heuristic, a.repeated = before.heuristic, before.repeated
}

// add adds what b counted since before.
func (a *assumptions) add(b, before assumptions) {
	a.heuristic += b.heuristic - before.heuristic
	a.narrowed += b.narrowed - before.narrowed
	a.repeated += b.repeated - before.repeated
}
