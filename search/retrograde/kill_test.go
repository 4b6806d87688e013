package retrograde_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/retrograde"
)

// solveIn is the variable that makes the test program solve a game in a folder, slowly.
const solveIn = "PLY_RETROGRADE_FOLDER"

func TestMain(m *testing.M) {
	folder := os.Getenv(solveIn)
	if folder == "" {
		os.Exit(m.Run())
	}
	opt := killable(folder)
	calls := 0
	opt.Progress = func(*retrograde.Solution) {
		wait := 2 * time.Millisecond
		if calls++; calls > 60 {
			wait = 50 * time.Millisecond // a process that is killed late, as happens on a busy machine, is not yet done
		}
		time.Sleep(wait)
	}
	if _, err := solveAll(context.Background(), layers(7), opt); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

func killable(folder string) retrograde.Options {
	return retrograde.SavingEvery(1, retrograde.Options{Folder: folder, All: true, Workers: 2})
}

// A program that is killed again and again makes progress.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no processes")
	}
	want, err := solveAll(context.Background(), layers(7), retrograde.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(0, 0))
	folder := t.TempDir()
	killed := 0
	for range long.Or(12, 2) {
		before := newest(t, folder)
		child := exec.Command(self)
		child.Env = append(os.Environ(), solveIn+"="+folder)
		child.Stdout, child.Stderr = os.Stderr, os.Stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- child.Wait() }()
		for waiting := true; waiting; {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				ended <- nil
				waiting = false
			case <-time.After(time.Millisecond):
				waiting = !newest(t, folder).After(before)
			}
		}
		time.Sleep(time.Duration(random.IntN(5_000)) * time.Microsecond)
		_ = child.Process.Kill() // it may have ended
		if err := <-ended; err != nil {
			killed++
		}
	}
	if killed == 0 {
		t.Error("none was killed before it ended")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.ply"))
	if err != nil || len(files) == 0 {
		t.Errorf("nothing was kept: %v, error %v", files, err)
	}
	got, err := solveAll(context.Background(), layers(7), killable(folder))
	if err != nil || got.Status != ply.Complete {
		t.Fatal(got.Status, err)
	}
	defer got.Close()
	same(t, got, want)
}

// newest returns when the last file of a folder was written.
func newest(t *testing.T, folder string) (last time.Time) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.ply"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// A search that is cancelled saves the findings about a class, however recent the last state.
func TestKeepsWhenCancelled(t *testing.T) {
	size := long.Or(6, 5)
	if testing.Short() {
		size = 4
	}
	g := &huntBack{huntIndex{*newHunt(size)}}
	want, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []ply.AdversarialGame[int]{g, &huntIndex{g.hunt}} {
		for _, workers := range []int{1, 2} {
			opt := retrograde.SavingEvery(time.Hour, retrograde.Options{All: true, Folder: t.TempDir()})
			var last *retrograde.Solution
			plies := 0 // at which it was stopped
			for stops := 0; stops < 100; stops++ {
				// Now by one worker, now by several.
				opt.Workers = 1 + (stops+workers)%2
				ctx, cancel := context.WithCancel(context.Background())
				opt.Progress = func(s *retrograde.Solution) {
					if s.Stage == "solve" && s.Ply < plies {
						t.Errorf("%T goes on with %d plies after %d", g, s.Ply, plies)
						cancel()
					}
					if s.Stage == "solve" && s.Ply >= plies+1 {
						plies = s.Ply
						cancel()
					}
				}
				switch g := g.(type) {
				case *huntBack:
					last, err = retrograde.Solve(stop.ReportEach(ctx, 1), g, ply.Limits{}, opt)
				case *huntIndex:
					last, err = retrograde.Solve(stop.ReportEach(ctx, 1), g, ply.Limits{}, opt)
				}
				cancel()
				if err != nil || t.Failed() {
					t.Fatal(err)
				}
				if last.Status == ply.Complete {
					break
				}
				if _, err := os.Stat(filepath.Join(opt.Folder, "state-0.ply")); err != nil {
					t.Fatal(err)
				}
			}
			if last.Status != ply.Complete || plies < 4 {
				t.Errorf("%v, stopped up to %d plies", last.Status, plies)
			}
			same(t, last, want)
			last.Close()
		}
	}
}

// A state that was kept while successors were looked at again is of use where there is memory for moves, and the other way
// round.
func TestOtherMemory(t *testing.T) {
	g := &huntIndex{*newHunt(5)}
	want, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	const little = 1<<16 + 1<<10 // room for values, but not for moves
	for _, memory := range [][2]int64{{little, 0}, {0, little}} {
		ctx, cancel := context.WithCancel(context.Background())
		opt := retrograde.Options{All: true, Folder: t.TempDir(), Memory: memory[0]}
		opt.Progress = func(s *retrograde.Solution) {
			if s.Stage == "solve" && s.Ply >= 5 {
				cancel()
			}
		}
		s, err := retrograde.Solve(stop.ReportEach(ctx, 1), g, ply.Limits{}, opt)
		cancel()
		if err != nil || s.Status != ply.Cancelled {
			t.Fatal(s.Status, err)
		}
		opt.Memory, opt.Progress = memory[1], nil
		if s, err = retrograde.Solve(stop.ReportEach(context.Background(), 1), g, ply.Limits{}, opt); err != nil {
			t.Fatal(err)
		}
		same(t, s, want)
		s.Close()
	}
}
