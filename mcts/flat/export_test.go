package flat

// Pruned reports whether pruning gave a move up, by its number.
func (r *Result[M]) Pruned(i int) bool { return r.candidates[i].pruned }

// Reply returns the best reply to a move, if one was seen.
func (r *Result[M]) Reply(i int) (m M, seen bool) {
	return r.candidates[i].reply, r.candidates[i].replied
}

// A GoalFound is the result for a goal.
type GoalFound struct {
	Value, Low, High float64
	Visits           int
}

// Goals returns the results for the goals.
func (r *Result[M]) Goals() (goals []GoalFound) {
	for _, t := range r.goals {
		low, high := t.interval()
		goals = append(goals, GoalFound{t.mean(), low, high, int(t.count)})
	}
	return goals
}
