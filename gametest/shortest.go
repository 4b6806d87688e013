package gametest

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// The bounds of the search for the shortest line that shows a fault.
const (
	shortestLines = 20_000
	firstLawLines = 100 // to find out which law it is
)

// shortestTime bounds each part of that search. It is a variable for the tests of this package, whose findings
// must not depend on the speed of the machine.
var shortestTime = 500 * time.Millisecond

// explain returns, for a failure of this run, the failure to report: of the first of all laws that is
// broken on the lines drawn or on short ones, and on a line as short as can be found. It also reports
// whether no shorter line shows it.
func (r *run) explain(f *failure) (explained *failure, shortest bool) {
	full := r.inFull()
	f = full.firstBroken(f)
	if first, complete := full.breadthFirst(f.law); first != nil {
		return first, complete
	}
	f = full.leaveOut(f)
	return f, len(f.line) == 0
}

// inFull returns the run that looks at all moves.
func (r *run) inFull() *run {
	full := *r
	full.full = true
	full.random = rand.New(rand.NewPCG(0, 0))
	return &full
}

// within runs a part of the search for at most shortestTime.
func (r *run) within(part func()) {
	r.deadline = time.Now().Add(shortestTime)
	part()
	r.deadline = time.Time{}
}

// over reports whether the time of the present part is over.
func (r *run) over() bool { return time.Now().After(r.deadline) }

// firstBroken returns a failure of the first law that the lines drawn or the shortest lines show to be broken, or f
// if they show none. Each law is looked at by itself: where Undo is broken, one law can spoil the game for another,
// and the law of f may not be broken at all.
func (r *run) firstBroken(f *failure) *failure {
	r.within(func() {
		for _, l := range r.laws() {
			if r.over() {
				return
			}
			if !r.concerns(l) {
				continue
			}
			first := r.alone(l, r.lines...)
			if first == nil {
				c := begun(l)
				r.eachLine(math.MaxInt, firstLawLines, func(line []move) (moves []move, end bool) {
					first, moves = r.lookAt(c, line)
					return moves, first != nil
				})
			}
			if first != nil {
				f = first
				return
			}
		}
	})
	return f
}

// concerns reports whether the game has the capabilities that a law needs.
func (r *run) concerns(l *law) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = true // for the check to meet again
		}
	}()
	return l.concerns(r.newGame())
}

// alone checks one law, with an empty memory, in all positions of some lines, each as if the line ended there.
func (r *run) alone(l *law, lines ...[]move) *failure {
	c := begun(l)
	for _, line := range lines {
		for end := 0; end <= len(line) && !r.over(); end++ {
			if f, _ := r.lookAt(c, line[:end]); f != nil {
				return f
			}
		}
	}
	return nil
}

// lookAt checks one law in the position that a line leads to. It also returns the moves there.
func (r *run) lookAt(l *checking, line []move) (f *failure, moves []move) {
	f = r.walk(line, len(line), func(p *place) *finding {
		moves = p.moves
		return l.check(p)
	})
	if f != nil && f.law.name != l.laws[0].name {
		return nil, nil
	}
	return f, moves
}

// breadthFirst checks a law on all lines in the order of their lengths, until it is broken. It reports whether no
// shorter line shows it.
//
// The memory of a law from long lines may show that a shorter one breaks it. So the shorter ones
// are looked at again, until none of them shows it.
func (r *run) breadthFirst(l *law) (best *failure, shortest bool) {
	c := begun(l)
	r.within(func() {
		best, shortest = r.breadthFirstPass(c, math.MaxInt)
		for best != nil && shortest {
			var less *failure
			if less, shortest = r.breadthFirstPass(c, len(best.line)); less == nil {
				break
			}
			best = less
		}
	})
	return best, shortest
}

// breadthFirstPass looks at all lines with fewer than below moves, with the memory of a check, and
// reports whether it did not run out of time.
func (r *run) breadthFirstPass(c *checking, below int) (f *failure, complete bool) {
	complete = r.eachLine(below, shortestLines, func(line []move) (moves []move, end bool) {
		f, moves = r.lookAt(c, line)
		return moves, f != nil && len(f.line) < below
	})
	if f != nil && len(f.line) >= below {
		f = nil
	}
	return f, complete
}

// eachLine calls look for lines of play in the order of their lengths, of fewer than below moves and for most of them
// at most, until that ends it. look returns the moves after the line. It reports whether it did not run out of time.
func (r *run) eachLine(below, most int, look func(line []move) (moves []move, end bool)) (complete bool) {
	lines := [][]move{nil}
	for i := 0; i < len(lines) && len(lines[i]) < below; i++ {
		if r.over() {
			return false
		}
		line := lines[i]
		moves, end := look(line)
		if end {
			return true
		}
		for _, m := range moves[:min(len(moves), most-len(lines))] {
			lines = append(lines, append(slices.Clip(line), m))
		}
	}
	return true
}

// leaveOut leaves moves out of the line of a failure as long as that shows the fault.
func (r *run) leaveOut(f *failure) *failure {
	r.within(func() {
		for i := 0; i < len(f.walked) && !r.over(); {
			line := slices.Delete(slices.Clone(f.walked), i, i+1)
			if less := r.alone(f.law, line); less != nil && len(less.walked) < len(f.walked) {
				f = less
			} else {
				i++
			}
		}
	})
	return f
}
