package stop

import "time"

// Every is the approximate time between two polls of the clock and the context by a search.
const Every = time.Millisecond

// A Pacer adapts the work of a search between two polls: units of work cost nanoseconds in one game and milliseconds in
// another. The zero value polls after the first unit.
type Pacer struct {
	// Most is the most units between two polls. 0 means 4096.
	Most int

	stride int
	last   time.Time
}

// Next returns the number of units until the next poll, after a poll at time now.
func (p *Pacer) Next(now time.Time) int {
	most := p.Most
	if most == 0 {
		most = 4096
	}
	switch passed := now.Sub(p.last); {
	case p.stride == 0:
		p.stride = 1
	case passed < Every/2:
		p.stride = min(2*p.stride, most)
	case passed > 2*Every:
		p.stride = max(1, p.stride/2)
	}
	p.last = now
	return p.stride
}

// Stride returns the number of units between the last poll and the next, 0 before the first.
func (p *Pacer) Stride() int { return p.stride }

// Pause excludes a time since the last poll in which no work was done.
func (p *Pacer) Pause(d time.Duration) { p.last = p.last.Add(d) }
