package gametest

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

// TestThatFails fails in the ways whose reports TestReports reads, in a separate process.
func TestThatFails(t *testing.T) {
	switch os.Getenv("GAMETEST_FAIL") {
	case "check":
		Check(t, func() *rehashDiffers { return &rehashDiffers{*newRing()} }, inherits)
		t.Log("the test goes on")
	case "panic":
		Check(t, func() *panics { return &panics{*newRing()} }, inherits)
	case "each":
		CheckEach(t, func(t *rapid.T) func() endless {
			g := testgames.Operators(t, false)
			return func() endless { return endless{g.Clone()} }
		}, inherits)
	case "race":
		Check(t, func() *cloneSharesScratch { return &cloneSharesScratch{g: newRing(), scratch: new([ringCells]raise)} })
	case "draw":
		CheckEach(t, func(t *rapid.T) func() *ring {
			t.Fatalf("no deal of %d cards", rapid.IntRange(3, 3).Draw(t, "cards"))
			return newRing
		})
	case "flaky":
		told := new(bool)
		Check(t, func() *rehashOnce { return &rehashOnce{*newRing(), told} }, inherits)
	case "methods":
		Check(t, func() *nearMisses { return &nearMisses{*newRing()} }, Options{Ignore: []string{"Rank", "Walk"}})
	case "playthrough":
		Playthrough(t, newTiles, "ring.txt", 1)
		Playthrough(t, newTiles, "none.txt", 1)
	default:
		t.Skip("fails on purpose")
	}
}

// inherits are the options for games that inherit the method Clone of another one.
var inherits = Options{Ignore: []string{"Clone"}}

// endless is a game that declares itself acyclic, whether it is or not.
type endless struct{ *dependency.Game[int] }

func (endless) Acyclic() bool { return true }

// cloneSharesScratch lists moves by way of memory that clones share, which shows only if they do so at a time.
type cloneSharesScratch struct {
	g       *ring
	scratch *[ringCells]raise
}

func (g *cloneSharesScratch) Moves(dst []raise) []raise {
	return append(dst, g.g.Moves(g.scratch[:0])...)
}
func (g *cloneSharesScratch) Play(m raise) { g.g.Play(m) }
func (g *cloneSharesScratch) Undo(m raise) { g.g.Undo(m) }
func (g *cloneSharesScratch) Clone() *cloneSharesScratch {
	return &cloneSharesScratch{g.g.Clone(), g.scratch}
}

// rehashOnce has a wrong Rehash, the first time that it is called on any.
type rehashOnce struct {
	ring
	told *bool
}

func (g *rehashOnce) Rehash() uint64 {
	if !*g.told {
		*g.told = true
		return 0
	}
	return g.ring.Rehash()
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		way      string
		contains []string
		lines    int
	}{
		{"check", []string{
			`law "rehash" is broken: Rehash equals Hash.` + "\n",
			"report_test.go:",
			"after 2 moves: [{0 0} {0 1}]\n        (no shorter line shows it)\n        position:\n            [2 0 0 0 0]\n        want: Hash like Rehash, ",
			"\n        To reproduce, specify -run=\"TestThatFails\" -rapid.failfile=",
			"the test goes on",
		}, 15},
		{"panic", []string{`law "replay" is broken`, "after 2 moves: [{3 0} {1 0}]", "got:  panic: no cell 1\n", "faults_test.go:", "gametest.(*panics).Play"}, 15},
		{"each", []string{`law "acyclic" is broken`, "drawn: cells: ", "To reproduce"}, 15},
		{"flaky", []string{"is broken", "the fault does not show each time", "To try to reproduce"}, 15},
		{"methods", []string{
			"report_test.go:",
			"capabilities of *gametest.nearMisses: ply.Game, ply.Puzzle, ",
			"methods of *gametest.nearMisses that have the name of a capability's method and do not implement it:\n",
			"Clone() *gametest.ring: ply.Cloner has Clone() *gametest.nearMisses\n",
			"Evaluate() float64: ply.Evaluator has Evaluate() int\n",
			"Pass() bool: ply.Passer also has Unpass()\n",
			"Options.Ignore names Walk, ",
		}, 20},
		{"draw", []string{"no deal of 3 cards", "To reproduce"}, 14},
		{"playthrough", []string{"testdata/ring.txt:5: the game plays otherwise now\n", "there is no testdata/none.txt\n", "-gametest.rewrite\n"}, 20},
		{"race", []string{"DATA RACE", "cloneSharesScratch"}, 10_000},
	} {
		if c.way == "race" && !raceDetector || c.way == "flaky" && !long.Enabled {
			continue
		}
		t.Run(c.way, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir+"/testdata", os.DirFS("testdata")); err != nil {
				t.Fatal(err)
			}
			report := failing(t, dir, c.way)
			for _, text := range c.contains {
				if !strings.Contains(report, text) {
					t.Errorf("report lacks %q", text)
				}
			}
			if n := strings.Count(report, "\n"); n > c.lines {
				t.Errorf("%d lines, want %d at most", n, c.lines)
			}
			if t.Failed() {
				t.Logf("report:\n%s", report)
			}
			// The report tells how to repeat the failure.
			for _, flag := range regexp.MustCompile(`-rapid\.(?:failfile|seed)="?[^" )]+`).FindAllString(report, -1) {
				again := failing(t, dir, c.way, strings.ReplaceAll(flag, `"`, ""))
				if !strings.Contains(again, c.contains[0]) {
					t.Errorf("with %s:\n%s", flag, again)
				}
			}
		})
	}
}

// failing runs TestThatFails in a directory, and returns its output.
func failing(t *testing.T, dir, way string, flags ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"-test.run=^TestThatFails$", "-rapid.shrinktime=100ms"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GAMETEST_FAIL="+way)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("%s with %v passes:\n%s", way, flags, out)
	}
	return string(out)
}
