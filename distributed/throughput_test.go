package distributed_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/postgrestest"
)

var (
	plotFile   = flag.String("throughput", "", "measure how many tasks each database hands out, and draw it in this `file`")
	plotWindow = flag.Duration("window", 5*time.Second, "`time` for which each point is measured")
)

// A chain is a problem without end: each task takes a time, without work, and hands over one other.
type chain struct {
	takes  time.Duration
	chains int
}

func (c *chain) Fingerprint(context.Context) (string, error) { return "chain", nil }

func (c *chain) Start() ([]distributed.Task, error) {
	tasks := make([]distributed.Task, c.chains)
	for i := range tasks {
		tasks[i] = distributed.Task{Content: json.RawMessage("0"), Weight: 1 / float64(c.chains)}
	}
	return tasks, nil
}

func (c *chain) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (distributed.Outcome, error) {
	select {
	case <-time.After(c.takes):
	case <-ctx.Done():
		return distributed.Outcome{}, ctx.Err()
	}
	return distributed.Outcome{Result: json.RawMessage("1"), Nodes: 1, Next: []distributed.Task{{Content: content, Weight: 1}}}, nil
}

// throughput returns the tasks per second of a number of machines, each simulated by a separate queue with one worker.
func throughput(t testing.TB, name string, machines int, takes, window time.Duration) float64 {
	t.Helper()
	r := new(distributed.Registry)
	r.Register("chain", func(json.RawMessage) (distributed.Problem, error) { return &chain{takes, 2 * machines}, nil })
	var done atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for i := range machines {
		q, err := distributed.Open(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if _, err := q.Submit(ctx, r, "chain", nil); err != nil {
				t.Fatal(err)
			}
		}
		group.Go(func() {
			defer q.Close()
			if err := q.Work(ctx, r, distributed.WorkOptions{Done: func(report distributed.TaskReport) {
				if report.Err == nil {
					done.Add(1)
				}
			}}); err != nil {
				t.Error(err)
			}
		})
	}
	for range 200 { // for all to be at work
		if time.Sleep(100*time.Millisecond + takes/100); done.Load() >= int64(3*machines) {
			break
		}
	}
	before, start := done.Load(), time.Now()
	time.Sleep(window)
	rate := float64(done.Load()-before) / time.Since(start).Seconds()
	cancel()
	group.Wait()
	return rate
}

func BenchmarkTasks(b *testing.B) {
	for _, database := range []string{"SQLite", "PostgreSQL"} {
		b.Run(database, func(b *testing.B) {
			name := filepath.Join(b.TempDir(), "queue.db")
			if database == "PostgreSQL" {
				name = postgrestest.Shared(b).Database(b)
			}
			for b.Loop() {
				b.ReportMetric(throughput(b, name, 2, 0, time.Second), "tasks/s")
			}
		})
	}
}

// TestThroughput draws the plot of the README for the flag -throughput.
func TestThroughput(t *testing.T) {
	if *plotFile == "" {
		t.Skip("asked for with -throughput FILE.svg")
	}
	server := postgrestest.Shared(t)
	p := plot.New()
	p.Title.Text = "Tasks that a database hands out"
	p.X.Label.Text, p.Y.Label.Text = "workers", "tasks per second"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{}, plot.LogTicks{}
	p.Legend.Top, p.Legend.Left = true, true
	var lines []any
	for _, database := range []string{"SQLite", "PostgreSQL"} {
		for _, takes := range []time.Duration{0, 100 * time.Millisecond, time.Second} {
			var points plotter.XYs
			for _, machines := range []int{1, 2, 4, 8, 16, 32, 64} {
				name := filepath.Join(t.TempDir(), "queue.db")
				if database == "PostgreSQL" {
					name = server.Database(t)
					name += map[bool]string{true: "&", false: "?"}[strings.Contains(name, "?")] + "pool_max_conns=4"
				}
				rate := throughput(t, name, machines, takes, *plotWindow)
				t.Logf("%-10s %2d workers, tasks of %-6v %7.1f tasks/s", database, machines, takes, rate)
				points = append(points, plotter.XY{X: float64(machines), Y: max(rate, 0.1)})
			}
			lines = append(lines, fmt.Sprintf("%s, tasks of %v", database, takes), points)
		}
	}
	if err := plotutil.AddLinePoints(p, lines...); err != nil {
		t.Fatal(err)
	}
	if err := p.Save(16*vg.Centimeter, 12*vg.Centimeter, *plotFile); err != nil {
		t.Fatal(err)
	}
}
