//go:build long

package neural_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ply-search/ply/neural"
)

const childDir = "NEURAL_TEST_DIR"

// killed is a run that takes some seconds.
func killed() neural.Options[int] {
	opt := small()
	opt.Generations, opt.Games, opt.GamesPerWorker = 24, 100, 16
	return opt
}

// TestKilledChild is what TestKilled kills.
func TestKilledChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("it is for TestKilled")
	}
	train(t, background, dir, killed())
}

// TestKilled: a run that is killed at ten random moments goes on, and loses no game that was in the file.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	kept := map[int]int{} // positions of the games, by the number of kills
	for i := range 10 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
		child.Env = append(os.Environ(), childDir+"="+dir)
		before := written(t, dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = child.Wait() // it is killed, or has done all
			close(ended)
		}()
		for waiting := true; waiting; { // until it has written something; a busy machine takes its time
			select {
			case <-ended:
				waiting = false
			case <-time.After(time.Millisecond):
				waiting = written(t, dir) == before
			}
		}
		time.Sleep(time.Duration(random.IntN(250)) * time.Millisecond)
		_ = child.Process.Kill() // it may have ended
		<-ended
		if err := neural.Positions(dir, tictactoe, func(*Board) error { kept[i]++; return nil }); err != nil {
			t.Error(err)
		}
		if i > 0 && kept[i] < kept[i-1] {
			t.Errorf("after kill %d: %d positions, before %d", i+1, kept[i], kept[i-1])
		}
	}
	generations, err := neural.Generations(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("after ten kills: %d generations, %d positions", len(generations), kept[9])
	train(t, background, dir, killed())
	log, err := neural.ReadLog(dir)
	if err != nil || len(log) != 24 || log[23].Games != 2400 {
		t.Errorf("%d generations, error %v", len(log), err)
	}
}
