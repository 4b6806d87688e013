package neural_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/neural"
)

// TestOneTrainAtATime: of two calls of Train for one folder, in this process or two, the second is an error that names the
// folder, and changes nothing.
func TestOneTrainAtATime(t *testing.T) {
	dir := t.TempDir()
	opt := small()
	tried := false
	opt.Progress = func(neural.Generation, string, int, int) {
		if tried {
			return
		}
		tried = true
		before := written(t, dir)
		_, err := neural.Train(background, dir, tictactoe, small())
		if err == nil || !strings.Contains(err.Error(), dir+": another search") {
			t.Errorf("in the same process: %v", err)
		}
		child := exec.Command(os.Args[0], "-test.run=^TestTrainChild$")
		child.Env = append(os.Environ(), "NEURAL_LOCK_DIR="+dir)
		if out, err := child.CombinedOutput(); err == nil || !bytes.Contains(out, []byte(dir+": another search")) {
			t.Errorf("in another process: %v, %s", err, out)
		}
		if after := written(t, dir); after != before {
			t.Errorf("%d bytes in the folder, %d before", after, before)
		}
	}
	train(t, background, dir, opt)
	again := small()
	again.Generations++
	train(t, background, dir, again) // the lock ends with the call
}

// TestTrainChild is the other process of TestOneTrainAtATime.
func TestTrainChild(t *testing.T) {
	dir := os.Getenv("NEURAL_LOCK_DIR")
	if dir == "" {
		t.Skip("it is for TestOneTrainAtATime")
	}
	ctx, cancel := context.WithTimeout(background, 10*time.Second)
	defer cancel()
	train(t, ctx, dir, small())
}

// TestChangedGames: files of games that were emptied, cut or doubled are noticed, by Train and by Positions.
func TestChangedGames(t *testing.T) {
	dir := t.TempDir()
	train(t, background, dir, small())
	name := filepath.Join(dir, "games-000002")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	for what, changed := range map[string][]byte{
		"emptied":        nil,
		"header alone":   lines[0],
		"cut":            bytes.Join(lines[:len(lines)/2], nil),
		"one line less":  append(bytes.Join(lines[:3], nil), bytes.Join(lines[4:], nil)...),
		"doubled":        append(bytes.Clone(data), data...),
		"one line twice": append(bytes.Clone(data), lines[1]...),
	} {
		if err := os.WriteFile(name, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		opt := small()
		opt.Generations = 3
		_, trained := neural.Train(background, dir, tictactoe, opt)
		read := neural.Positions(dir, tictactoe, func(*Board) error { return nil })
		for _, err := range []error{trained, read} {
			if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "the file was changed") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	opt := small()
	opt.Generations = 3
	if _, err := neural.Train(background, dir, tictactoe, opt); err != nil {
		t.Error(err)
	}
}

// TestEmptiedMeanwhile: so is a file that another program empties while games are played.
func TestEmptiedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	opt := small()
	opt.Progress = func(_ neural.Generation, phase string, done, _ int) {
		if phase == "play" && done > 0 {
			if err := os.Truncate(filepath.Join(dir, "games-000001"), 0); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := neural.Train(background, dir, tictactoe, opt); err == nil || errors.Is(err, neural.ErrOtherGame) {
		t.Errorf("error %v", err)
	}
}

// written returns the number of bytes in the files of a folder.
func written(t *testing.T, dir string) (sum int64) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil { // a temporary file may have gone
			sum += info.Size()
		}
	}
	return sum
}
