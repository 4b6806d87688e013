package distributed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/postgrestest"
)

// A made problem counts: a task is a number n, which is an amount of 1 and hands over n-1 tasks 0 to n-2. So all tasks
// of n together are 2 to the power of n-1, of 0 and 1 one.
type made struct {
	version string
	before  func(ctx context.Context, n int) error // called at each task
}

func (p *made) Fingerprint(context.Context) (string, error) { return p.version, nil }

func (p *made) Start() ([]distributed.Task, error) {
	return []distributed.Task{{Content: json.RawMessage("8"), Weight: 1}}, nil
}

func (p *made) Work(ctx context.Context, content json.RawMessage, _ iter.Seq2[json.RawMessage, error]) (distributed.Outcome, error) {
	var n int
	if err := json.Unmarshal(content, &n); err != nil {
		return distributed.Outcome{}, err
	}
	if p.before != nil {
		if err := p.before(ctx, n); err != nil {
			return distributed.Outcome{}, err
		}
	}
	o := distributed.Outcome{Result: json.RawMessage("1"), Nodes: 1}
	for i := range max(n-1, 0) {
		o.Next = append(o.Next, distributed.Task{Content: json.RawMessage(fmt.Sprint(i + 1)), Weight: 1 / float64(n)})
	}
	return o, nil
}

const madeTasks = 1 << 7

func registryOf(p *made) *distributed.Registry {
	r := new(distributed.Registry)
	r.Register("made", func(json.RawMessage) (distributed.Problem, error) { return p, nil })
	return r
}

func submit(t *testing.T, q *distributed.Queue, r *distributed.Registry) int64 {
	t.Helper()
	run, err := q.Submit(t.Context(), r, "made", nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// checkSum checks that a run is complete, with each of its tasks counted once.
func checkSum(t *testing.T, q *distributed.Queue, run int64) {
	t.Helper()
	s, err := q.Wait(t.Context(), run, nil)
	if err != nil || s.Status != ply.Complete || s.Done != madeTasks || s.Nodes != madeTasks || s.Open != 0 {
		t.Errorf("%+v, error %v", s, err)
	}
	n := 0
	for _, err = range q.Results(t.Context(), run) {
		n++
	}
	if err != nil || n != madeTasks {
		t.Errorf("%d results, error %v", n, err)
	}
}

func TestRunsSideBySide(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		first, second := submit(t, q, r), submit(t, q, r)
		other := open(t, name)
		work(t, q, r, distributed.WorkOptions{Workers: 3})
		work(t, other, r, distributed.WorkOptions{})
		checkSum(t, q, first)
		checkSum(t, other, second)
		if runs, err := q.Runs(t.Context()); err != nil || len(runs) != 2 || runs[0].ID != second || runs[1].Problem != "made" {
			t.Errorf("%+v, error %v", runs, err)
		}
	})
}

// A worker with another version of the problem ends before it does anything.
func TestVersion(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		run := submit(t, q, registryOf(&made{version: "old"}))
		worked := false
		err := q.Work(t.Context(), registryOf(&made{version: "new", before: func(context.Context, int) error {
			worked = true
			return nil
		}}), distributed.WorkOptions{})
		if !errors.Is(err, distributed.ErrVersion) || worked || !strings.Contains(err.Error(), "made has fingerprint new here and old") {
			t.Errorf("worked %v, error %v", worked, err)
		}
		work(t, q, registryOf(&made{version: "old"}), distributed.WorkOptions{})
		checkSum(t, q, run)
	})
}

// A task that fails, or panics, is tried again, given up and named, and the rest goes on.
func TestPoison(t *testing.T) {
	t.Parallel()
	long.Only(t) // River waits between attempts
	for kind, fail := range map[string]func() error{
		"panic": func() error { panic("poison") },
		"error": func() error { return errors.New("poison") },
	} {
		t.Run(kind, func(t *testing.T) {
			onEach(t, func(t *testing.T, name string) {
				q := open(t, name)
				var poisoned atomic.Int64
				r := registryOf(&made{before: func(_ context.Context, n int) error {
					if n == 7 {
						poisoned.Add(1)
						return fail()
					}
					return nil
				}})
				run := submit(t, q, r)
				work(t, q, r, distributed.WorkOptions{Workers: 2})
				s, err := q.Wait(t.Context(), run, nil)
				if err == nil || s.Status != ply.Failed || s.Done != madeTasks/2 || s.Failed != 1 || poisoned.Load() != 3 || len(s.Failures) != 3 ||
					!s.Failures[0].Last || !strings.Contains(s.Failures[0].Message, "poison; task 7") || !strings.Contains(err.Error(), "poison") {
					t.Errorf("%+v after %d attempts, error %v", s, poisoned.Load(), err)
				}
			})
		})
	}
}

// A task that is taken for lost while its worker is at work is done twice, and counts once.
func TestLate(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, late := open(t, name), open(t, name)
		begun, end := make(chan bool), make(chan bool)
		var first atomic.Bool
		p := &made{}
		run := submit(t, q, registryOf(p))
		stopLate := work(t, late, registryOf(&made{before: func(_ context.Context, n int) error {
			if n == 8 && first.CompareAndSwap(false, true) {
				begun <- true
				<-end
			}
			return nil
		}}), distributed.WorkOptions{})
		<-begun
		// River's rescue of a job, and its reaction to a jumping clock.
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET state = 'available' WHERE state = 'running'`); err != nil {
			t.Fatal(err)
		}
		work(t, q, registryOf(p), distributed.WorkOptions{})
		checkSum(t, q, run)
		end <- true
		if err := stopLate(); err != nil {
			t.Error(err)
		}
		checkSum(t, q, run)
	})
}

// The clock jumps by two hours: a task begun a moment ago seems old. River considers it lost; it is done twice, and
// counts once.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		begun, end := make(chan bool), make(chan bool)
		var times atomic.Int64
		r := registryOf(&made{before: func(_ context.Context, n int) error {
			if n == 8 && times.Add(1) == 1 {
				begun <- true
				<-end
			}
			return nil
		}})
		run := submit(t, q, r)
		stop := work(t, q, r, distributed.WorkOptions{Workers: 2})
		<-begun
		const layout = "2006-01-02 15:04:05.000"
		before := time.Now().Add(-2 * time.Hour).UTC().Format(layout)
		if strings.HasPrefix(name, "postgres") {
			before += "+00"
		}
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET attempted_at = $1 WHERE state = 'running'`, before); err != nil {
			t.Fatal(err)
		}
		checkSum(t, q, run)
		end <- true
		if err := stop(); err != nil {
			t.Error(err)
		}
		checkSum(t, q, run)
		if times.Load() != 2 {
			t.Errorf("the task was begun %d times, want 2", times.Load())
		}
	})
}

// Two workers have the same task, and the late one is the first to have a result.
func TestLateFirst(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, late := open(t, name), open(t, name)
		begun, again, end, endAgain := make(chan bool), make(chan bool), make(chan bool), make(chan bool)
		waiting := func(begun, end chan bool) *made {
			var once atomic.Bool
			return &made{before: func(_ context.Context, n int) error {
				if n == 8 && once.CompareAndSwap(false, true) {
					begun <- true
					<-end
				}
				return nil
			}}
		}
		run := submit(t, q, registryOf(&made{}))
		work(t, late, registryOf(waiting(begun, end)), distributed.WorkOptions{})
		<-begun
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET state = 'available' WHERE state = 'running'`); err != nil {
			t.Fatal(err)
		}
		work(t, q, registryOf(waiting(again, endAgain)), distributed.WorkOptions{})
		<-again
		end <- true
		checkSum(t, q, run)
		endAgain <- true
		time.Sleep(100 * time.Millisecond)
		checkSum(t, q, run)
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		begun := make(chan bool, madeTasks)
		r := registryOf(&made{before: func(ctx context.Context, n int) error {
			begun <- true
			<-ctx.Done()
			return ctx.Err()
		}})
		run := submit(t, q, r)
		stop := work(t, q, r, distributed.WorkOptions{})
		<-begun
		if err := q.Cancel(t.Context(), run); err != nil {
			t.Fatal(err)
		}
		if s, err := q.Wait(t.Context(), run, nil); err == nil || s.Status != ply.Cancelled {
			t.Errorf("%+v, error %v", s, err)
		}
		for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
			if s, err := q.Run(t.Context(), run); err != nil || time.Since(start) > 3*time.Minute {
				t.Fatalf("%+v, error %v", s, err)
			} else if s.Working == 0 {
				break
			}
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
		if err := q.Cancel(t.Context(), run+1); !errors.Is(err, distributed.ErrNoRun) {
			t.Errorf("error %v", err)
		}
	})
}

// A run whose jobs were cancelled or deleted, as River's own user interface can do, fails instead of waiting for ever.
func TestLostJobs(t *testing.T) {
	t.Parallel()
	for kind, statement := range map[string]string{
		"cancelled": `UPDATE river_job SET state = 'cancelled', finalized_at = CURRENT_TIMESTAMP WHERE state = 'available'`,
		"deleted":   `DELETE FROM river_job WHERE state = 'available'`,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, name string) {
				q := open(t, name)
				r := registryOf(&made{})
				run := submit(t, q, r)
				if s, err := q.Run(t.Context(), run); err != nil || s.Status != ply.InProgress {
					t.Fatalf("%+v, error %v", s, err)
				}
				if _, err := distributed.DB(q).ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
				work(t, q, r, distributed.WorkOptions{})
				s, err := q.Wait(t.Context(), run, nil)
				if err == nil || s.Status != ply.Failed || s.Failed == 0 || !strings.Contains(err.Error(), "cancelled or deleted") {
					t.Errorf("%+v, error %v", s, err)
				}
				if other := submit(t, q, r); other == run {
					t.Error("the same run")
				} else {
					checkSum(t, q, other)
				}
			})
		})
	}
}

// A terminated process gives its tasks back, and they count as no attempt.
func TestStop(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		begun := make(chan bool, 100)
		blocked := &made{before: func(ctx context.Context, n int) error {
			begun <- true
			<-ctx.Done()
			return ctx.Err()
		}}
		run := submit(t, q, registryOf(blocked))
		for range 4 { // more often than a task may fail
			stop := work(t, q, registryOf(blocked), distributed.WorkOptions{})
			<-begun
			if err := stop(); err != nil {
				t.Fatal(err)
			}
		}
		work(t, q, registryOf(&made{}), distributed.WorkOptions{Workers: 2})
		checkSum(t, q, run)
	})
}

// The database is gone for a while, in the middle of a run. Nobody notices but by the time.
func TestDatabaseGone(t *testing.T) {
	t.Parallel()
	long.Only(t)
	server := postgrestest.Own(t)
	q := open(t, server.Database(t))
	r := registryOf(&made{before: func(context.Context, int) error {
		time.Sleep(20 * time.Millisecond)
		return nil
	}})
	run := submit(t, q, r)
	work(t, q, r, distributed.WorkOptions{Workers: 2, RescueAfter: 10 * time.Second})
	time.Sleep(300 * time.Millisecond)
	if err := server.Crash(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Second)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	checkSum(t, q, run)
}

// A wrong password is an error at once, which tells neither that one nor the right one.
func TestWrongPassword(t *testing.T) {
	t.Parallel()
	long.Only(t)
	name := postgrestest.Own(t).Database(t)
	q := open(t, name)
	trust := func(method string) {
		var file string
		err := distributed.DB(q).QueryRowContext(context.WithoutCancel(t.Context()), `SHOW hba_file`).Scan(&file)
		for _, statement := range []string{
			`ALTER USER postgres PASSWORD 'sesame'`,
			fmt.Sprintf(`COPY (SELECT 'local all all %s') TO '%s'`, method, file),
			`SELECT pg_reload_conf()`,
		} {
			if err == nil {
				_, err = distributed.DB(q).ExecContext(context.WithoutCancel(t.Context()), statement)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	trust("scram-sha-256")
	t.Cleanup(func() { trust("trust") })
	for password, want := range map[string]string{"barley": "password authentication failed", "sesame": ""} {
		// The server takes a moment to read the file.
		for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
			other, err := distributed.Open(t.Context(), name+"&password="+password)
			if err == nil {
				other.Close()
			}
			if want == "" && err == nil || want != "" && err != nil && strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), password) {
				break
			}
			if time.Since(start) > 3*time.Minute {
				t.Fatalf("%s: error %v, want %q", password, err, want)
			}
		}
	}
}

// A worker that does not come back from a task is one that has died: the task goes to another.
func TestForever(t *testing.T) {
	t.Parallel()
	long.Only(t)
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		end := make(chan bool)
		var stuck atomic.Int64
		r := registryOf(&made{before: func(_ context.Context, n int) error {
			if n == 7 && stuck.Add(1) == 1 {
				<-end
			}
			return nil
		}})
		run := submit(t, q, r)
		work(t, q, r, distributed.WorkOptions{Workers: 2, RescueAfter: 5 * time.Second})
		t.Cleanup(func() { close(end) })
		checkSum(t, q, run)
		if stuck.Load() < 2 { // on a busy machine the second attempt may take too long as well
			t.Errorf("%d attempts", stuck.Load())
		}
	})
}

// A disk that is full ends the worker with an error that says so, and loses nothing that is stored.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	long.Only(t) // River tries for a while
	if runtime.GOOS != "linux" {
		t.Skip("no tmpfs")
	}
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no small disk: mount: %v, %s", err, out)
	}
	defer func() { _ = exec.Command("umount", "-l", folder).Run() }()
	name := filepath.Join(folder, "queue.db")
	q := open(t, name)
	filler := filepath.Join(folder, "filler")
	r := registryOf(&made{before: func(_ context.Context, n int) error {
		if n != 8 {
			return nil
		}
		file, err := os.Create(filler)
		if err != nil {
			return err
		}
		defer file.Close()
		for err == nil {
			_, err = file.Write(make([]byte, 4096))
		}
		return nil
	}})
	run := submit(t, q, r)
	if err := q.Work(t.Context(), r, distributed.WorkOptions{}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("error %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	// There is room again; the task need not wait for its rescue here.
	if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET state = 'available' WHERE state = 'running'`); err != nil {
		t.Fatal(err)
	}
	work(t, q, registryOf(&made{}), distributed.WorkOptions{})
	checkSum(t, q, run)
}
