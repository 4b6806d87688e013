package retrograde_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ply-search/ply/search/retrograde"
)

// Two calls of Solve do not write to one folder at the same time; once the first has returned, the folder is free.
func TestOneSolveAtATime(t *testing.T) {
	r := layers(1)
	opt := retrograde.Options{All: true, Folder: t.TempDir()}
	inner := 0
	opt.Progress = func(*retrograde.Solution) {
		if inner++; inner > 1 {
			return
		}
		_, err := solveAll(context.Background(), r, retrograde.Options{All: true, Folder: opt.Folder})
		if err == nil || !strings.Contains(err.Error(), opt.Folder+": another search") {
			t.Errorf("in the same folder: %v", err)
		}
		if _, err := solveAll(context.Background(), r, retrograde.Options{All: true, Folder: t.TempDir()}); err != nil {
			t.Errorf("in another folder: %v", err)
		}
	}
	if _, err := solveAll(context.Background(), r, opt); err != nil || inner == 0 {
		t.Fatalf("%d reports, error %v", inner, err)
	}
	opt.Progress = nil
	if _, err := solveAll(context.Background(), r, opt); err != nil {
		t.Error(err)
	}
}
