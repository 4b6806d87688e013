package distributed_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/postgrestest"
	"github.com/ply-search/ply/search"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(childQueue); name != "" {
		child(name)
		return
	}
	os.Exit(postgrestest.Run(m))
}

// onEach runs a test with each kind of database. name is what [distributed.Open] opens.
func onEach(t *testing.T, f func(t *testing.T, name string)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel() // they wait most of the time
		f(t, filepath.Join(t.TempDir(), "queue.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		if os.Getenv("PLY_POSTGRES") == "" {
			long.Only(t) // to start a server takes longer than all these tests
		}
		t.Parallel()
		f(t, postgrestest.Shared(t).Database(t))
	})
}

func open(t *testing.T, name string) *distributed.Queue {
	t.Helper()
	q, err := distributed.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// turned sums up how far the first dial is turned, and the positions of each depth.
type turned struct {
	Turned int
	Depths [32]int
}

func (s *turned) Add(d *dials, depth int) {
	s.Turned += d.at[0]
	s.Depths[depth]++
}

func (s *turned) MarshalJSON() ([]byte, error) {
	type plain turned
	return json.Marshal((*plain)(s))
}

func (s *turned) Merge(data []byte) error {
	var other turned
	err := json.Unmarshal(data, &other)
	s.Turned += other.Turned
	for depth, n := range other.Depths {
		s.Depths[depth] += n
	}
	return err
}

func newTurned() distributed.Sum[*dials] { return new(turned) }

// work starts workers that stop when the test ends, or when stop is called, which returns their error.
func work(t *testing.T, q *distributed.Queue, r *distributed.Registry, opt distributed.WorkOptions) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() {
		err := q.Work(ctx, r, opt)
		if err != nil {
			t.Errorf("work: %v", err)
		}
		ended <- err
	}()
	stop = func() error {
		cancel()
		err := <-ended
		ended <- err
		return err
	}
	t.Cleanup(func() { _ = stop() })
	return stop
}

func TestCount(t *testing.T) {
	t.Parallel()
	var r distributed.Registry
	r.Register("dials", distributed.CountProblem(newDials, newTurned))
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		opt := distributed.CountOptions[int]{
			Start: distributed.Start[int]{Name: "top 7", Line: []int{0, 1, 1}}, Limits: ply.Limits{Nodes: 300},
		}
		run, err := q.Submit(t.Context(), &r, "dials", opt)
		if err != nil {
			t.Fatal(err)
		}
		var reports atomic.Int64
		stop := work(t, q, &r, distributed.WorkOptions{Workers: 2, Done: func(distributed.TaskReport) { reports.Add(1) }})
		s, err := q.Wait(t.Context(), run, nil)
		if err != nil || s.Status != ply.Complete || s.Open != 0 || s.Failed != 0 || s.Done < 6 || s.LeftHigh != 0 || s.Left != 0 || s.Workers != 1 {
			t.Fatalf("%+v, error %v", s, err)
		}
		var sum turned
		got, err := distributed.CountResult[int](t.Context(), q, run, &sum)
		if err != nil {
			t.Fatal(err)
		}
		want, depths := want(t, &opt)
		if got.Nodes != 7*6*8*8 || got.Nodes != want.Nodes || got.Leaves != want.Leaves || got.IncrementalCuts != want.IncrementalCuts ||
			got.Status != ply.Complete || len(got.Line) != 25 || s.Nodes != got.Nodes {
			t.Errorf("%+v, want %+v", got, want)
		}
		if latest, err := distributed.CountResult[int](t.Context(), q, 0, new(turned)); err != nil || latest.Nodes != got.Nodes {
			t.Errorf("of the latest run: %+v, error %v; want %+v", latest, err, got)
		}
		if want := (turned{(1 + 2 + 3 + 4 + 5 + 6 + 7) * 6 * 8 * 8, depths}); sum != want {
			t.Errorf("sum %+v, want %+v", sum, want)
		}
		if err := stop(); err != nil || int(reports.Load()) != s.Done {
			t.Errorf("%d reports of %d tasks, error %v", reports.Load(), s.Done, err)
		}
	})
}

// want is the result of a search in one process.
func want(t *testing.T, opt *distributed.CountOptions[int]) (r search.Result[int], depths [32]int) {
	t.Helper()
	g, err := newDials(opt.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range opt.Line {
		g.Play(m)
	}
	r, err = search.DepthFirst(t.Context(), search.Incremental(g), ply.Limits{}, search.Options[int]{
		Longest: true, Visit: func(depth int) { depths[depth]++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, depths
}
