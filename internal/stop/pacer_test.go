package stop_test

import (
	"testing"
	"time"

	"github.com/ply-search/ply/internal/stop"
)

func TestPacer(t *testing.T) {
	now := time.Now()
	for _, cost := range []time.Duration{time.Nanosecond, time.Microsecond, 100 * time.Microsecond, 10 * time.Millisecond} {
		p := stop.Pacer{Most: 1 << 30}
		units := p.Next(now)
		for range 100 {
			now = now.Add(time.Duration(units) * cost)
			units = p.Next(now)
		}
		if took := time.Duration(units) * cost; units > 1 && (took < stop.Every/4 || took > 4*stop.Every) {
			t.Errorf("units of %v: a look every %v", cost, took)
		}
	}
	var p stop.Pacer
	for range 100 {
		if units := p.Next(now); units > 4096 {
			t.Fatalf("%d units without a look", units)
		}
	}
}

// A time in which no work was done does not shorten the strides.
func TestPause(t *testing.T) {
	var p stop.Pacer
	now := time.Unix(0, 0)
	p.Next(now)
	for range 3 {
		p.Next(now)
	}
	before := p.Stride()
	now = now.Add(time.Second)
	p.Pause(time.Second)
	if got := p.Next(now); got != 2*before {
		t.Errorf("a stride of %d after a pause, want %d", got, 2*before)
	}
}
