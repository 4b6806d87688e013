package gametest

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Bounds of the search for a shortest line.
const (
	shortestLines = 20_000
	firstLawLines = 100 // to find out which law it is
)

// shortestTime bounds each part of that search. Tests of this package change it, to be independent of the machine's speed.
var shortestTime = 500 * time.Millisecond

// explain returns the failure to report: the first broken law, on the drawn lines or on short ones, with the shortest
// line found. It also reports whether no shorter line exists.
func (r *run) explain(f *failure) (explained *failure, shortest bool) {
	full := r.inFull()
	f = full.firstBroken(f)
	if first, complete := full.breadthFirst(f.law); first != nil {
		return first, complete
	}
	f = full.leaveOut(f)
	return f, len(f.line) == 0
}

func (r *run) inFull() *run {
	full := *r
	full.full = true
	full.random = rand.New(rand.NewPCG(0, 0))
	return &full
}

func (r *run) within(part func()) {
	r.deadline = time.Now().Add(shortestTime)
	part()
	r.deadline = time.Time{}
}

func (r *run) over() bool { return time.Now().After(r.deadline) }

// firstBroken returns a failure of the first law that is broken on the drawn lines or on the shortest ones, or f. Each
// law is checked alone, since a broken Undo can make other laws, even f's, look broken.
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

func (r *run) concerns(l *law) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = true // for the check to meet again
		}
	}()
	return l.concerns(r.newGame())
}

// alone checks one law, with an empty memory, in all positions of some lines, as if each were the last.
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

func (r *run) lookAt(l *checking, line []move) (f *failure, moves []move) {
	f = r.walk(line, len(line), func(p *place) {
		moves = p.moves
		l.check(p)
	})
	if f != nil && f.law.name != l.laws[0].name {
		return nil, nil
	}
	return f, moves
}

// breadthFirst checks a law on lines of increasing length, up to the first failure, and reports whether no shorter
// line exists. With the memory of longer lines a shorter one may fail, so the search is repeated until none does.
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

// breadthFirstPass checks all lines with fewer than below moves, and reports whether it was in time.
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

// eachLine calls look for at most most lines with fewer than below moves, in order of length, until look ends it.
// look returns the moves after the line. eachLine reports whether it was in time.
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

// leaveOut drops moves from the line of a failure while the line still shows the fault.
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
