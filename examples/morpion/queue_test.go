package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/postgrestest"
)

// A search that is shared through a queue counts what one process counts.
func TestCountWithQueue(t *testing.T) {
	database := filepath.Join(t.TempDir(), "queue.db")
	line := []string{"count", "-record", bruneau, "-from", "130", "-json"}
	want := clitest.Object[counted](t, command, line...)
	line = append(line, "-queue", database, "-workers", "2", "-task-nodes", "20000")
	got := clitest.Object[counted](t, command, line...)
	if *got.Positions != *want.Positions || *got.Longest != *want.Longest || got.From != 130 || got.Nodes != want.Nodes {
		t.Errorf("%+v, want %+v", got, want)
	}
	status := clitest.Object[queue.Status](t, command, "status", "-queue", database, "-json")
	if status.State != "complete" || status.Run != 1 || status.Amount != want.Nodes || status.Done < 10 {
		t.Errorf("%+v", status)
	}
	again := clitest.Object[counted](t, command, "result", "-queue", database, "-json")
	if *again.Positions != *want.Positions || again.From != 130 {
		t.Errorf("%+v, want %+v", again, want)
	}
	// A run that nobody works on, and its end.
	submitted := clitest.Object[struct{ Run int }](t, command, append(line, "-submit")...)
	if submitted.Run != 2 {
		t.Errorf("run %d", submitted.Run)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "status -queue " + database, Out: "run       2, morpion-count, in progress\ntasks     0 done, 1 open"},
		clitest.Case{Args: "result -queue " + database, Status: cli.Failure, Out: "positions   unknown", Err: "run 2 is in progress"},
		clitest.Case{Args: "cancel -run 2 -queue " + database, Out: "run 2 is cancelled"},
		clitest.Case{Args: "status -queue " + database, Out: "run       2, morpion-count, cancelled"},
		clitest.Case{Args: "status -queue " + database + " -run 3", Status: cli.Failure, Err: "no such run: 3"},
	)
}

// The same command goes on where another one was cut short, if the options are the same, and says so.
func TestCountGoesOn(t *testing.T) {
	database := filepath.Join(t.TempDir(), "queue.db")
	line := []string{"count", "-record", bruneau, "-from", "130", "-queue", database, "-workers", "1", "-json"}
	short := append(slices.Clone(line), "-task-nodes", "20000")
	if submitted := clitest.Object[struct{ Run int }](t, command, append(slices.Clone(short), "-submit")...); submitted.Run != 1 {
		t.Fatalf("run %d", submitted.Run)
	}
	// One with other options is another run; so is one that begins anew.
	if other := clitest.Object[struct{ Run int }](t, command, append(line, "-submit")...); other.Run != 2 {
		t.Errorf("run %d", other.Run)
	}
	if anew := clitest.Object[struct{ Run int }](t, command, append(slices.Clone(short), "-submit", "-new")...); anew.Run != 3 {
		t.Errorf("run %d", anew.Run)
	}
	clitest.Check(t, command, clitest.Case{Args: "cancel -run 2 -queue " + database, Out: "run 2 is cancelled"},
		clitest.Case{Args: "cancel -run 3 -queue " + database, Out: "run 3 is cancelled"})
	r := clitest.Run(t, command, "", short...)
	if r.Status != 0 || !strings.Contains(r.Err, "run 1 of the same search is unfinished and goes on: 0 tasks done, 1 open") {
		t.Errorf("%+v", r)
	}
	clitest.Check(t, command, clitest.Case{Args: "status -queue " + database, Out: "run 3     morpion-count, cancelled: 0 tasks done, 1 open, amount 0\n" +
		"run 2     morpion-count, cancelled: 0 tasks done, 1 open, amount 0\nrun 1     morpion-count, complete: "})
	r = clitest.Run(t, command, "", "status", "-json", "-queue", database)
	if strings.Count(r.Out, "\n") != 3 {
		t.Errorf("%+v", r)
	}
	if r = clitest.Run(t, command, "", append(short, "-submit")...); r.Err != "" || !strings.Contains(r.Out, "4") {
		t.Errorf("%+v", r) // the run is complete now
	}
}

// Islands spend the playouts that they are given, and their best game can be told again.
func TestSearchWithQueue(t *testing.T) {
	database := filepath.Join(t.TempDir(), "queue.db")
	line := "search -variant 4D -queue " + database + " -playouts 2000 -islands 2 -rounds 4 -iterations 30 -level 3 -workers 2 -json"
	for _, share := range []string{"", " -share"} {
		found := clitest.Object[hunted](t, command, strings.Fields(line+share)...)
		if found.Playouts != 2000 || found.Moves < 30 || found.Moves > 35 || found.Runs != 2 {
			t.Errorf("%+v", found)
		}
		again := clitest.Object[hunted](t, command, "result", "-queue", database, "-json")
		if again.Moves != found.Moves || again.Playouts != 2000 {
			t.Errorf("%+v, want %+v", again, found)
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "search -queue " + database, Status: cli.Misuse, Err: "-queue: want a budget of -playouts"},
		clitest.Case{Args: "search -method nmcs -queue " + database, Status: cli.Misuse, Err: "only for method nrpa"},
		clitest.Case{Args: "search -playouts 5 -o x -queue " + database, Status: cli.Misuse, Err: "not in files"},
		clitest.Case{Args: "search -playouts 5 -step 3 -queue " + database, Status: cli.Misuse, Err: "-step"},
		clitest.Case{Args: "search -playouts 5 -beam 3 -queue " + database, Status: cli.Misuse, Err: "-beam"},
		clitest.Case{Args: "search -playouts 5 -guided -queue " + database, Status: cli.Misuse, Err: "-guided"},
	)
}

func TestQueueErrors(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "wrong.db")
	if err := os.WriteFile(wrong, []byte(strings.Repeat("not a database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	count := "count -from 160 -record " + bruneau
	clitest.Check(t, command,
		clitest.Case{Args: "work", Status: cli.Misuse, Err: "-queue: want a file or a URL"},
		clitest.Case{Args: "cancel -queue x.db", Status: cli.Misuse, Err: "-run: want the number"},
		clitest.Case{Args: "status -queue " + filepath.Join(t.TempDir(), "none.db"), Status: cli.Failure, Err: "no such file"},
		clitest.Case{Args: "status -queue " + wrong, Status: cli.Failure, Err: "wrong.db: file is not a database"},
		clitest.Case{Args: count + " -queue " + t.TempDir(), Status: cli.Failure, Err: "unable to open database file"},
		clitest.Case{Args: count + " -task-nodes 5", Status: cli.Misuse, Err: "-task-nodes: only with -queue"},
		clitest.Case{Args: count + " -queue x.db -algorithm dbs", Status: cli.Misuse, Err: "-queue: algorithm dbs cannot"},
		clitest.Case{Args: count + " -queue x.db -max-nodes 7", Status: cli.Misuse, Err: "-max-nodes"},
	)
	r := clitest.Run(t, command, "", "status", "-queue", "postgres://ply:secret@localhost:1/ply?connect_timeout=2")
	if r.Status != cli.Failure || strings.Contains(r.Err, "secret") || !strings.Contains(r.Err, "localhost:1") || strings.Count(r.Err, "\n") != 1 {
		t.Errorf("%+v", r)
	}
}

// workers are processes that work on a queue.
type workers struct {
	t         *testing.T
	queue     string
	processes [4]*exec.Cmd
	logs      [4]*firstLine // of the processes
}

// start starts one of the processes.
func (w *workers) start(i int) {
	c := clitest.Process("work", "-queue", w.queue, "-workers", "1", "-level", "info")
	w.logs[i] = &firstLine{to: c.Stderr, written: make(chan struct{})}
	c.Stderr = w.logs[i]
	w.processes[i] = c
	clitest.Start(w.t, c)
}

// A firstLine tells when something is first written to it. A process that works logs that it begins.
type firstLine struct {
	to      io.Writer // or nil
	once    sync.Once
	written chan struct{}
}

func (f *firstLine) Write(line []byte) (int, error) {
	f.once.Do(func() { close(f.written) })
	if f.to == nil {
		return len(line), nil
	}
	return f.to.Write(line)
}

// kill kills a process with no warning.
func (w *workers) kill(i int) {
	clitest.Kill(w.processes[i])
}

func (w *workers) status() (s queue.Status, err error) {
	c := clitest.Process("status", "-queue", w.queue, "-json")
	c.Stderr = nil // for the error
	out, err := c.Output()
	if err != nil {
		return s, fmt.Errorf("%w: %v", err, c)
	}
	return s, json.Unmarshal(out, &s)
}

// Four processes that are killed forty times at random, and a database that fails in the middle, count every
// position once.
func TestCountKilled(t *testing.T) {
	long.Only(t)
	if runtime.GOOS == "windows" {
		t.Skip("no SIGTERM")
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		countKilled(t, filepath.Join(t.TempDir(), "queue.db"), nil)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		server := postgrestest.Own(t)
		countKilled(t, server.Database(t), server)
	})
}

// A process that is killed every second beside a count does not hold it up for longer than it takes to notice.
func TestCountBesideKilled(t *testing.T) {
	long.Only(t)
	w := &workers{t: t, queue: filepath.Join(t.TempDir(), "queue.db")}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			w.start(0)
			select {
			case <-stop:
				w.kill(0)
				return
			case <-time.After(time.Second):
				w.kill(0)
			}
		}
	}()
	defer func() {
		close(stop)
		<-stopped
	}()
	got := clitest.Object[counted](t, command, "count", "-record", bruneau, "-from", "115", "-queue", w.queue, "-workers", "1", "-json")
	if got.Positions == nil || *got.Positions != 31_867_703 {
		t.Errorf("%+v", got)
	}
}

func countKilled(t *testing.T, database string, server *postgrestest.Server) {
	const kills, want = 40, 6_597_732
	clitest.Output(t, command, "count", "-record", bruneau, "-from", "120", "-task-nodes", "10000", "-queue", database, "-submit")
	w := &workers{t: t, queue: database}
	for i := range w.processes {
		w.start(i)
	}
	defer func() {
		for i := range w.processes {
			w.kill(i)
		}
	}()
	random := rand.New(rand.NewPCG(8, 0))
	for k := range kills {
		time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
		i := random.IntN(len(w.processes))
		w.kill(i)
		if k == kills/2 && server != nil {
			if err := server.Crash(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
			if err := server.Start(); err != nil {
				t.Fatal(err)
			}
		}
		w.start(i)
	}
	s, err := w.status()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("after %d kills: %d tasks done, %d open", kills, s.Done, s.Open)
	for start := time.Now(); s.State == "in progress"; {
		if time.Since(start) > 15*time.Minute {
			t.Fatalf("no end: %+v", s)
		}
		time.Sleep(time.Second)
		if s, err = w.status(); err != nil {
			t.Fatal(err)
		}
	}
	got := clitest.Object[counted](t, command, "result", "-queue", database, "-json")
	if s.State != "complete" || got.Positions == nil || *got.Positions != want || *got.Longest != 170 {
		t.Errorf("%+v, status %+v, want %d positions", got, s, want)
	}
	t.Logf("%d tasks in %.0f s", s.Done, s.Elapsed)
	// Asked to end, the processes do so by themselves, as soon as they have begun and can hear it.
	for i, c := range w.processes {
		select {
		case <-w.logs[i].written:
		case <-time.After(15 * time.Minute):
			t.Fatalf("process %d has not begun", i)
		}
		_ = c.Process.Signal(syscall.SIGTERM)
		if err := c.Wait(); err == nil || c.ProcessState.ExitCode() != cli.Failure {
			t.Errorf("process %d: %v", i, err)
		}
		w.processes[i] = nil
	}
}
