package engine

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestAllot(t *testing.T) {
	const reserve = 10 * time.Millisecond
	for _, c := range []struct {
		name        string
		clock       Clock
		moves       int
		usual, most time.Duration
		keeps       bool
	}{
		{"sudden death", Clock{Left: 240*time.Second + reserve}, 24, 10 * time.Second, 40 * time.Second, true},
		{"near the end of the game", Clock{Left: 20*time.Second + reserve}, 2, 10 * time.Second, 20 * time.Second * 2 / 3, true},
		{"the last move", Clock{Left: 20*time.Second + reserve}, 1, 20 * time.Second, 20 * time.Second, true},
		{"an increment", Clock{Left: 24*time.Second + reserve, Increment: 4 * time.Second}, 24, 4 * time.Second, 4800 * time.Millisecond, true},
		{"an increment and nothing else", Clock{Left: 2*time.Second + reserve, Increment: 2 * time.Second}, 24, 1583333333, 2 * time.Second, true},
		{"40 moves to go", Clock{Left: 240*time.Second + reserve, Moves: 40}, 24, 10 * time.Second, 40 * time.Second, true},
		{"4 moves to go", Clock{Left: 24*time.Second + reserve, Moves: 4}, 24, 6 * time.Second, 24 * time.Second * 2 / 5, true},
		{"time before byo-yomi", Clock{Left: 24*time.Second + reserve, Period: 10 * time.Second}, 24, 9 * time.Second, 18 * time.Second, true},
		{"byo-yomi", Clock{Period: 10*time.Second + reserve}, 24, 10 * time.Second, 10 * time.Second, false},
		{"hardly any time", Clock{Left: time.Millisecond}, 24, time.Millisecond, time.Millisecond, true},
	} {
		got, limited := c.clock.allot(reserve, c.moves)
		if want := (allotment{c.usual, c.most, c.keeps}); got != want || !limited {
			t.Errorf("%s: %v, %v, want %v", c.name, got, limited, want)
		}
	}
	if _, limited := (Clock{}).allot(reserve, 24); limited {
		t.Error("the zero clock sets a limit")
	}
}

// TestNoTimeIsLost plays games against a simulated clock: each move takes any time up to the one at which it is cut off, and
// the delay of messages, up to the reserve, comes on top of it.
func TestNoTimeIsLost(t *testing.T) {
	games := 10_000
	if testing.Short() {
		games = 1000
	}
	const reserve = 10 * time.Millisecond
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(durations ...time.Duration) time.Duration { return durations[random.IntN(len(durations))] }
	for range games {
		first := Clock{
			Left:      pick(0, time.Second, time.Minute, time.Duration(random.Int64N(int64(time.Hour)))),
			Increment: pick(0, 0, 20*time.Millisecond, 10*time.Second),
			Period:    pick(0, 0, 20*time.Millisecond, 30*time.Second),
			Moves:     []int{0, 0, 1, 2, 40}[random.IntN(5)],
		}
		c := first
		for range 1 + random.IntN(300) {
			a, limited := c.allot(reserve, []int{1, 2, 7, 30}[random.IntN(4)])
			if !limited || c.Left+c.Period < reserve+time.Millisecond {
				break // nobody could move in time
			}
			took := a.most + time.Duration(random.Int64N(int64(reserve)))
			if random.IntN(2) == 0 {
				took = time.Duration(random.Int64N(int64(took)))
			}
			if took > c.Left+c.Period {
				t.Fatalf("%+v: a move took %v", c, took)
			}
			c.spend(took, first)
		}
	}
}

// spend is what a referee does after a move.
func (c *Clock) spend(took time.Duration, first Clock) {
	c.Left = max(c.Left-took, 0) + c.Increment
	if c.Moves > 0 {
		if c.Moves--; c.Moves == 0 {
			c.Moves, c.Left = first.Moves, c.Left+first.Left
		}
	}
}
