package stop

import "time"

// Every is about the time between two looks of a search at the clock and at its context.
const Every = time.Millisecond

// A Pacer adapts how much work a search does between two looks at the clock: units of work cost nanoseconds
// in one game and milliseconds in another. The zero value looks after the first unit.
type Pacer struct {
	// Most is the most units between two looks. 0 means 4096.
	Most int

	stride int
	last   time.Time
}

// Next returns the number of units to do before the next look, where this look is at time now.
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

// Stride returns the number of units between the last look and the next, 0 before the first look.
func (p *Pacer) Stride() int { return p.stride }

// Pause leaves out a time since the last look in which no work was done.
func (p *Pacer) Pause(d time.Duration) { p.last = p.last.Add(d) }
