package sampling

// A Race tells whether another move than the most visited one can still become that.
type Race struct {
	first, second int64
	entrants      int
}

// Enter adds a move with this number of simulations.
func (r *Race) Enter(visits int64) {
	r.entrants++
	if visits > r.first {
		r.first, r.second = visits, r.first
	} else {
		r.second = max(r.second, visits)
	}
}

// Open returns how many simulations it takes before the race can be decided, given how many are left: 0 if it is, as
// it always is for a single move.
func (r *Race) Open(left int64) int64 {
	lead := r.first - r.second
	if lead > left || r.entrants == 1 {
		return 0
	}
	// With each of the next, if all go to the first move, the lead grows by 1 and one less is left.
	return (left-lead)/2 + 1
}
