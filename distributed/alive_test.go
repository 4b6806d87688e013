package distributed_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/long"
)

// childQueue is the environment variable with the queue on which the program of the tests works as a separate process.
const childQueue = "PLY_TEST_CHILD"

// child works on the queue until its standard input ends. When it has the first task, of 8, it writes "begun", and does
// it after it has read a line. It writes how the task ended.
func child(name string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in := bufio.NewReader(os.Stdin)
	q, err := distributed.Open(ctx, name)
	if err != nil {
		fmt.Println(err)
		return
	}
	var once atomic.Bool
	r := registryOf(&made{before: func(_ context.Context, n int) error {
		if n == 8 && once.CompareAndSwap(false, true) {
			fmt.Println("begun")
			_, err := in.ReadString('\n')
			return err
		}
		return nil
	}})
	var first atomic.Bool
	distributed.SetSilentAfter(q, 3*time.Second)
	err = q.Work(ctx, r, distributed.WorkOptions{Done: func(report distributed.TaskReport) {
		if first.CompareAndSwap(false, true) {
			fmt.Println("done elsewhere:", errors.Is(report.Err, distributed.ErrDone))
			go func() {
				_, _ = io.Copy(io.Discard, in)
				cancel()
			}()
		}
	}})
	fmt.Println("end:", err)
}

// A process is one that works on a queue beside the test.
type process struct {
	*exec.Cmd
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
}

// startChild starts a process and waits until it has begun its first task.
func startChild(t *testing.T, queue string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0]), t: t}
	p.Env = append(os.Environ(), childQueue+"="+queue)
	p.Stderr = os.Stderr
	var err error
	if p.in, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.Start(); err != nil {
		t.Skip(err) // a system without processes
	}
	t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait()
	})
	p.expect("begun")
	return p
}

// expect reads a line from the process.
func (p *process) expect(want string) {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil || strings.TrimSpace(line) != want {
		p.t.Fatalf("the process wrote %q, want %q, error %v", line, want, err)
	}
}

// patience returns a context for what takes some seconds, on a busy machine more, and without signs of life an hour.
func patience(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 12*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// quick are the options of a process that never takes a task that is long for lost.
var quick = distributed.WorkOptions{Workers: 2, RescueAfter: time.Hour}

// The task of a process that is killed goes to another one after some seconds, although tasks may take an hour.
func TestKilled(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		run := submit(t, q, r)
		p := startChild(t, name)
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		work(t, q, r, quick)
		if s, err := q.Wait(patience(t), run, nil); err != nil {
			t.Fatalf("%+v, error %v", s, err)
		}
		checkSum(t, q, run)
	})
}

// A task that takes long stays with its process as long as that gives signs of life.
func TestLongTask(t *testing.T) {
	t.Parallel()
	long.Only(t) // it waits for seconds
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		run := submit(t, q, r)
		p := startChild(t, name)
		distributed.SetSilentAfter(q, 10*time.Second) // on a busy machine a sign of life may be late
		work(t, q, r, quick)
		time.Sleep(21 * time.Second) // more than twice that
		if _, err := io.WriteString(p.in, "go\n"); err != nil {
			t.Fatal(err)
		}
		p.expect("done elsewhere: false")
		checkSum(t, q, run)
	})
}

// Wrong clocks of machines neither lose nor delay tasks. A process that died while the clock was ahead is dead, and a
// task delayed by a process with a wrong clock is due.
func TestClocksDiffer(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		first, second := submit(t, q, r), submit(t, q, r)
		p := startChild(t, name)
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = p.Wait()
		ahead := time.Now().Add(2 * time.Hour)
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE ply_process SET seen = $1`, ahead.UnixMilli()); err != nil {
			t.Fatal(err)
		}
		stamp := ahead.UTC().Format("2006-01-02 15:04:05.000")
		if strings.HasPrefix(name, "postgres") {
			stamp += "+00"
		}
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET scheduled_at = $1 WHERE state = 'available'`, stamp); err != nil {
			t.Fatal(err)
		}
		work(t, q, r, quick)
		for _, run := range []int64{first, second} {
			if s, err := q.Wait(patience(t), run, nil); err != nil {
				t.Fatalf("%+v, error %v", s, err)
			}
			checkSum(t, q, run)
		}
	})
}

// A task that takes every process that works on it along is given up in the end.
func TestDeadlyTask(t *testing.T) {
	t.Parallel()
	long.Only(t) // it waits for seconds
	onEach(t, func(t *testing.T, name string) {
		q, r := open(t, name), registryOf(new(made))
		run := submit(t, q, r)
		p := startChild(t, name)
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if _, err := distributed.DB(q).ExecContext(t.Context(), `UPDATE river_job SET attempt = max_attempts`); err != nil {
			t.Fatal(err)
		}
		work(t, q, r, quick)
		s, err := q.Wait(patience(t), run, nil)
		if err == nil || s.Status != ply.Failed || s.Failed != 1 || !strings.Contains(err.Error(), "its workers died 25 times") {
			t.Errorf("%+v, error %v", s, err)
		}
	})
}
