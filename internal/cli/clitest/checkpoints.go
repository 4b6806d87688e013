package clitest

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/cli"
)

// Checkpoints compares the processor time of a search with checkpoints and without. run does the same work with a store and without
// one, in turn. The store has a state every second, or less often if states are large. The benchmark compares the runs that took
// least, since other programs only add to processor times. It reports the ratio of their speeds and the number of states.
func Checkpoints(b *testing.B, run func(store checkpoint.Store) error) {
	const forever = time.Duration(math.MaxInt64)
	state := &counted{File: checkpoint.File{Name: filepath.Join(b.TempDir(), "state")}}
	without, with, states := forever, forever, 0
	measure := func(store checkpoint.Store) time.Duration {
		_ = os.Remove(state.Name)
		state.states = 0
		runtime.GC()
		before := cli.ProcessorTime()
		if err := run(store); err != nil {
			b.Fatal(err)
		}
		return cli.ProcessorTime() - before
	}
	for b.Loop() {
		without = min(without, measure(nil))
		if took := measure(state); took < with {
			with, states = took, state.states
		}
	}
	b.ReportMetric(without.Seconds(), "s/run")
	b.ReportMetric(float64(states), "states")
	b.ReportMetric(without.Seconds()/with.Seconds(), "ratio")
}

// States measures the processor time of a state that save writes, and the speed of a search with a state every ten seconds relative
// to a search without.
func States(b *testing.B, save func(w io.Writer) error) {
	file := checkpoint.File{Name: filepath.Join(b.TempDir(), "state")}
	before := cli.ProcessorTime()
	for b.Loop() {
		if err := file.Save(save); err != nil {
			b.Fatal(err)
		}
	}
	each := (cli.ProcessorTime() - before).Seconds() / float64(b.N)
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
