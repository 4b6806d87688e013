package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/postgrestest"
	"github.com/ply-search/ply/neural"
)

func TestMain(m *testing.M) {
	clitest.Main(command)
	os.Exit(postgrestest.Run(m))
}

// TestQueue: games that are played through a queue are as many as were asked for, and a run goes on.
func TestQueue(t *testing.T) {
	dir := t.TempDir()
	for _, generations := range []string{"1", "2"} {
		out := clitest.Output(t, command, "train", "-game", "connectfour", "-dir", dir, "-queue", filepath.Join(dir, "queue.db"), "-part", "3",
			"-generations", generations, "-games", "8", "-sims", "2", "-workers", "2", "-gate", "0")
		if !strings.Contains(out, "generation "+generations) {
			t.Error(out)
		}
	}
	log, err := neural.ReadLog(dir)
	if err != nil || len(log) != 2 || log[1].Games != 16 {
		t.Errorf("%+v, %v", log, err)
	}
}

// child starts the command as a process of its own.
func child(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := clitest.Process(args...)
	clitest.Start(t, c)
	return c
}

// TestKilledWorkers: one process that trains and three that only play, all killed at random moments and started again,
// play the same games through a queue as one process alone, and learn the same.
func TestKilledWorkers(t *testing.T) {
	long.Only(t)
	if runtime.GOOS == "windows" {
		t.Skip("killed processes leave their files locked")
	}
	const generations = 3
	line := func(dir string) []string {
		return []string{"train", "-game", "connectfour", "-dir", dir, "-generations", fmt.Sprint(generations), "-games", "96", "-sims", "16", "-workers", "1", "-gate", "0", "-seed", "3"}
	}
	alone := t.TempDir()
	clitest.Output(t, command, line(alone)...)
	for name, queue := range map[string]func(t *testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "queue.db") },
		"PostgreSQL": func(t *testing.T) string { return postgrestest.Shared(t).Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			queue, dir := queue(t), t.TempDir()
			start := func(i int) *exec.Cmd {
				if i == 0 {
					return child(t, append(line(dir), "-queue", queue, "-part", "8")...)
				}
				return child(t, "work", "-queue", queue, "-workers", "1", "-level", "error")
			}
			processes := make([]*exec.Cmd, 4)
			for i := range processes {
				processes[i] = start(i)
				for i == 0 && !begun(t, queue) { // a process that works waits for no queue to be made
					time.Sleep(100 * time.Millisecond)
				}
			}
			defer func() {
				for _, c := range processes {
					clitest.Kill(c)
				}
			}()
			random := rand.New(rand.NewPCG(4, 0))
			kills := 0
			for from := time.Now(); ; {
				time.Sleep(time.Duration(500+random.IntN(2000)) * time.Millisecond)
				done, err := neural.Generations(dir)
				if err != nil {
					t.Fatal(err)
				}
				if slices.Contains(done, generations) {
					break
				}
				if time.Since(from) > 15*time.Minute {
					t.Fatalf("no end: %v", done)
				}
				if kills < 6 {
					i := random.IntN(len(processes))
					clitest.Kill(processes[i])
					processes[i] = start(i)
					kills++
				}
			}
			t.Logf("%d kills", kills)
			for n := 1; n <= generations; n++ {
				for _, file := range []string{fmt.Sprintf("games-%06d", n), fmt.Sprintf("network-%06d", n)} {
					if !slices.Equal(sortedLines(t, filepath.Join(dir, file)), sortedLines(t, filepath.Join(alone, file))) {
						t.Errorf("%s differs from that of one process", file)
					}
				}
			}
		})
	}
}

// begun reports whether games were submitted to a queue.
func begun(t *testing.T, name string) bool {
	t.Helper()
	if _, err := os.Stat(name); err != nil && !strings.Contains(name, "://") {
		return false
	}
	q, err := distributed.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	runs, err := q.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(runs) > 0
}

// sortedLines returns the lines of a file; games are written as they come.
func sortedLines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(strings.Lines(string(data)))
}
