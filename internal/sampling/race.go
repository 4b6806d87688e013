package sampling

import (
	"math"
	"time"
)

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

// Enough is the number of simulations from which on their speed tells how many more there is time for.
const Enough = 100

// Left returns how many simulations a search can make in the rest of its time, given those that it has made: twice as many as
// by its speed so far, because the machine may have been busy with something else. In its first 10 milliseconds and when a
// fiftieth of its time is left, which is not worth saving, it returns more than there can be.
func Left(made int64, passed, rest time.Duration) int64 {
	if passed <= 10*time.Millisecond || rest <= passed/50 {
		return math.MaxInt32
	}
	return int64(min(2*float64(made)*rest.Seconds()/passed.Seconds(), math.MaxInt32))
}
