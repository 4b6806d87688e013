package clitest

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/cli"
)

// Checkpoints measures the cost of checkpoints. run does the same work with a store and without one, in turn. The store has a state
// every second, or less often if states are large. The benchmark reports the processor time of a state on all goroutines, and the
// speed of a search with a state every ten seconds relative to a search without.
func Checkpoints(b *testing.B, run func(store checkpoint.Store) error) {
	var times [2]time.Duration
	state := &counted{File: checkpoint.File{Name: filepath.Join(b.TempDir(), "state")}}
	for turn := 0; b.Loop(); turn++ {
		for i := range 2 {
			with := (i+turn)%2 == 1
			var store checkpoint.Store
			if with {
				store = state
			}
			_ = os.Remove(state.Name)
			runtime.GC()
			before := cli.ProcessorTime()
			if err := run(store); err != nil {
				b.Fatal(err)
			}
			if with {
				times[1] += cli.ProcessorTime() - before
			} else {
				times[0] += cli.ProcessorTime() - before
			}
		}
	}
	each := (times[1] - times[0]).Seconds() / float64(state.states)
	b.ReportMetric(times[0].Seconds()/float64(b.N), "s/run")
	b.ReportMetric(float64(state.states)/float64(b.N), "states/run")
	b.ReportMetric(1000*each, "ms/state")
	b.ReportMetric(10/(10+each), "speed")
}

// A counted file counts its states, and has one every second.
type counted struct {
	checkpoint.File
	states int
}

func (c *counted) Save(write func(io.Writer) error) error {
	c.states++
	return c.File.Save(write)
}

func (c *counted) SaveEvery() time.Duration { return time.Second }
