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
	firstLawLines = 300 // for each of all laws
)

// shortestTime bounds each part of that search. It is a variable for the tests of this package, which say what is
// found however slow the machine.
var shortestTime = 2 * time.Second

// explain returns, for a failure of this run, the failure to report: of the first of all laws that is
// broken on the lines drawn or on short ones, and on a line as short as can be found. It also reports
// whether no shorter line shows it.
func (r *run[M]) explain(f *failure[M]) (explained *failure[M], shortest bool) {
	full := *r
	full.full = true
	full.random = rand.New(rand.NewPCG(0, 0))
	deadline := time.Now().Add(shortestTime)
	for _, l := range laws[M]() {
		first := full.alone(&l, deadline, r.lines...)
		if first == nil {
			first, _ = full.breadthFirst(&l, firstLawLines, deadline)
		}
		if first != nil {
			f = first
			break
		}
	}
	deadline = time.Now().Add(shortestTime)
	if first, complete := full.breadthFirst(f.law, shortestLines, deadline); first != nil {
		return first, complete
	}
	f = full.leaveOut(f, time.Now().Add(shortestTime))
	return f, len(f.line) == 0
}

// alone checks one law, with an empty memory, in all positions of some lines, each as if the line
// ended there.
func (r *run[M]) alone(l *law[M], deadline time.Time, lines ...[]M) *failure[M] {
	c := l.begin()
	for _, line := range lines {
		for end := 0; end <= len(line) && time.Now().Before(deadline); end++ {
			if f, _ := r.lookAt(l, c, line[:end]); f != nil {
				return f
			}
		}
	}
	return nil
}

// lookAt checks a law in the position that a line leads to. It also returns the moves there.
func (r *run[M]) lookAt(l *law[M], c check[M], line []M) (f *failure[M], moves []M) {
	f = r.walk(line, len(line), func(p *place[M]) *finding[M] {
		moves = p.moves
		return p.check(l, c)
	})
	if f != nil && f.law.name != l.name {
		return nil, nil
	}
	return f, moves
}

// breadthFirst checks a law on all lines in the order of their lengths, until it is broken, after so
// many lines at most. It reports whether no shorter line shows it.
//
// What a law remembers of long lines may show that it is broken after a shorter one. So the shorter
// ones are looked at again, until none of them shows it.
func (r *run[M]) breadthFirst(l *law[M], most int, deadline time.Time) (best *failure[M], shortest bool) {
	c := l.begin()
	best, complete := r.breadthFirstPass(l, c, math.MaxInt, most, deadline)
	for best != nil && complete {
		var less *failure[M]
		if less, complete = r.breadthFirstPass(l, c, len(best.line), most, deadline); less == nil {
			break
		}
		best = less
	}
	return best, complete
}

// breadthFirstPass looks at all lines with fewer than below moves, with the memory of a check, and
// reports whether it did not run out of time.
func (r *run[M]) breadthFirstPass(l *law[M], c check[M], below, most int, deadline time.Time) (f *failure[M], complete bool) {
	lines := [][]M{nil}
	for i := 0; i < len(lines) && len(lines[i]) < below; i++ {
		if time.Now().After(deadline) {
			return nil, false
		}
		line := lines[i]
		f, moves := r.lookAt(l, c, line)
		if f != nil && len(f.line) < below {
			return f, true
		}
		for _, m := range moves[:min(len(moves), most-len(lines))] {
			lines = append(lines, append(slices.Clip(line), m))
		}
	}
	return nil, true
}

// leaveOut leaves moves out of the line of a failure as long as that shows the fault.
func (r *run[M]) leaveOut(f *failure[M], deadline time.Time) *failure[M] {
	for i := 0; i < len(f.walked) && time.Now().Before(deadline); {
		line := slices.Delete(slices.Clone(f.walked), i, i+1)
		if less := r.alone(f.law, deadline, line); less != nil && len(less.walked) < len(f.walked) {
			f = less
		} else {
			i++
		}
	}
	return f
}
