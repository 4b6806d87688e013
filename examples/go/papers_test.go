package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// The same seed gives the same games, for any number of workers and also if they are played in two goes.
func TestPapers(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	args := strings.Fields("papers -playouts 20 -rows strings,k0,first-each -json -games")
	two := clitest.Objects[flatCompared](t, root, append(args, "2", "-workers", "1", "-state", state)...)
	if kept, err := os.ReadFile(state); err != nil || strings.Count(string(kept), "\n") != 6 {
		t.Fatalf("%s: %v", kept, err)
	}
	// A line that was cut short does not count.
	if err := os.WriteFile(state, []byte(cutShort(t, state)), 0o600); err != nil {
		t.Fatal(err)
	}
	four := clitest.Objects[flatCompared](t, root, append(args, "4", "-workers", "3", "-state", state)...)
	kept := clitest.Objects[flatCompared](t, root, append(args, "100", "-report", "-state", state)...)
	if !reflect.DeepEqual(kept, four) {
		t.Errorf("reported %+v, want %+v", kept, four)
	}
	again := clitest.Objects[flatCompared](t, root, append(args, "4", "-workers", "2")...)
	if len(two) != 3 || !reflect.DeepEqual(four, again) {
		t.Errorf("%+v, and in one go %+v", four, again)
	}
	for i, r := range four {
		if r.Games != 4 || two[i].Games != 2 || r.Half == nil || r.Moves < 40 || r.Score < -81 || r.Score > 81 {
			t.Errorf("%+v after %+v", r, two[i])
		}
	}
	if *four[0].Paper != 8.1 || four[2].Paper != nil {
		t.Errorf("figures of the thesis: %+v", four)
	}
}

// cutShort returns the games of a file, the last of them cut short.
func cutShort(t *testing.T, file string) string {
	t.Helper()
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(kept[:len(kept)-10]) + "\n"
}

// Rows are those that were asked for.
func TestPapersRows(t *testing.T) {
	for names, want := range map[string]int{"": len(rows()), "k0": 1, "gobble,k5": 2} {
		p := flatPapers{rows: names, scale: 1, playouts: 20, time: "1ms"}
		if bouts, err := p.bouts(); err != nil || len(bouts) != want {
			t.Errorf("%q: %d rows, want %d: %v", names, len(bouts), want, err)
		}
	}
}

func TestPapersText(t *testing.T) {
	out := clitest.Output(t, root, strings.Fields("papers -playouts 20 -rows first-time,gobble -time 1ms -games 2")...)
	for _, want := range []string{"first-time", "gobble ", "2 games", "flat,first,sims=20,gobble=5 against flat,first,sims=20"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\ndoes not say %q", out, want)
		}
	}
}

func TestFlatPlayers(t *testing.T) {
	for text, want := range map[string]string{
		"uct": "unknown kind", "flat,sims=1,each=2,first": "each excludes first", "flat,sims=1,goals": "goals needs first", "flat,sims=1,what": "what",
		"flat,sims=1,empty": "empty", "flat,sims=1,k=-1": "k=-1", "flat,sims=1,annealed": "without a K", "flat,sims=1,after=1": "After",
	} {
		if _, err := parseFlat(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// TestPapersScale checks that constants are multiplied, and nothing else.
func TestPapersScale(t *testing.T) {
	all, err := (&flatPapers{playouts: 100, virtual: 30, time: "1ms", scale: 0.1}).bouts()
	if err != nil || len(all) != len(rows()) {
		t.Fatalf("%d rows of %d, error %v", len(all), len(rows()), err)
	}
	for name, want := range map[string]string{
		"k20":    "flat,first,retaken,sims=100,k=0.2,virtual=30 against flat,first,retaken,sims=100,k=2,virtual=30",
		"gobble": "flat,first,sims=100,gobble=5 against flat,first,sims=100",
	} {
		for _, b := range all {
			if got := b.a + " against " + b.b; b.name == name && got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

func TestPapersStreams(t *testing.T) {
	clitest.Streams(t, root, "papers -playouts 20 -rows first-each -games 2 -json")
}

func TestPapersMisuse(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "papers -games 3", Status: cli.Misuse, Err: "even"},
		clitest.Case{Args: "papers -report", Status: cli.Misuse, Err: "-state"},
		clitest.Case{Args: "papers -rows none", Status: cli.Misuse, Err: `no row "none"`},
		clitest.Case{Args: "papers -scale 0", Status: cli.Misuse, Err: "-scale"},
		clitest.Case{Args: "papers -time soon", Status: cli.Misuse, Err: "time=soon"},
		clitest.Case{Args: "papers -rows k0 -state /nowhere/state", Status: cli.Failure, Err: "/nowhere/state"},
	)
}
