package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/cli"
)

// talk runs the engine on some commands.
func talk(t *testing.T, f gtpFlags, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := f.run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
}

var quick = gtpFlags{size: 4, threads: 1, simulations: 200, memory: 16, rave: 50, decisive: true}

func TestGTP(t *testing.T) {
	replies := talk(t, quick, "boardsize 5", "play w a1", "play w a2", "play b a1", "play b z1", "play b b2", "genmove w",
		"undo", "undo", "undo", "undo", "boardsize 1", "time_settings 1 0 0", "genmove w", "principal_variation", "final_score", "final_status",
		"showboard", "move_stats", "time_left b 0 0", "genmove b", "genmove b")
	for i, want := range []string{"=", "=", "? not the turn", "? a1 is taken", "? \"z1\" is not on a board", "=", "= ",
		"=", "=", "=", "? cannot undo", "? size 1", "=", "= ", "= ", "? the game is not over", "= unfinished", "=\n", "= ", "=", "= ", "? not the turn"} {
		if !strings.HasPrefix(replies[i], want) {
			t.Errorf("reply %d: %q, want %q", i+1, replies[i], want)
		}
	}
}

// TestGTPGame plays a game to its end.
func TestGTPGame(t *testing.T) {
	var commands []string
	for range 40 {
		commands = append(commands, "genmove w", "genmove b")
	}
	replies := talk(t, quick, append(commands, "final_score", "final_status", "all_legal")...)
	last := replies[len(replies)-3:]
	if score := last[0]; score != "= W+1" && score != "= B+1" && score != "= 0" {
		t.Errorf("score %q", score)
	}
	if last[1] == "= unfinished" || last[2] != "=" {
		t.Errorf("%q", last)
	}
	if !strings.HasPrefix(replies[79], "? the game is over") {
		t.Errorf("%q after the end", replies[79])
	}
}

func FuzzGTP(f *testing.F) {
	f.Add("boardsize 3\nplay w a1\ngenmove b\nundo\nshowboard\n")
	f.Add("time_settings 0 1 1\ntime_left w 0 0\ngenmove w\nfinal_score")
	f.Fuzz(func(t *testing.T, in string) {
		flags := quick
		flags.simulations = 2
		talk(t, flags, in)
	})
}

func TestMatch(t *testing.T) {
	m := matchFlags{size: 3, games: 20, a: "rave,sims=100,decisive", b: "random", seed: 1, json: true}
	var one, two bytes.Buffer
	for i, out := range []*bytes.Buffer{&one, &two} {
		m.workers = 1 + i
		if err := m.run(t.Context(), out); err != nil {
			t.Fatal(err)
		}
	}
	var a, b matched
	if json.Unmarshal(one.Bytes(), &a) != nil || json.Unmarshal(two.Bytes(), &b) != nil {
		t.Fatalf("%s, %s", one.String(), two.String())
	}
	a.Seconds, b.Seconds = 0, 0
	if a != b {
		t.Errorf("%+v with one worker, %+v with two", a, b)
	}
	if a.Games != 20 || a.Score < 0.8 || !a.Complete {
		t.Errorf("%+v", a)
	}
}

func TestPlayers(t *testing.T) {
	for _, spec := range []string{"uct", "uct,sims=1000,k=0.25", "rave,sims=1000,r=50,k=0,decisive", "rave,fpu=inf", "grave,ref=10,r=5", "bernstein,k=0",
		"tuned,solver,threads=2", "uct,q=1,p=0.5,memory=8", "uct,time=10ms", "random"} {
		if _, err := parsePlayer(spec); err != nil {
			t.Error(err)
		}
	}
	for _, spec := range []string{"", "go", "uct,", "uct,k", "uct,k=x", "uct,k=-1", "uct,k=NaN", "uct,k=Inf", "uct,r=5", "uct,sims=1.5", "uct,sims=1,sims=2", "uct,decisive=yes",
		"random,sims=3", "uct,q=1", "uct,time=5", "rave,ref=3", "uct,threads=-1", "uct,foo", "uct,memory=99999999999"} {
		if _, err := parsePlayer(spec); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("%q: error %v", spec, err)
		}
	}
}

func FuzzPlayer(f *testing.F) {
	f.Add("rave,sims=1000,r=50,k=0,decisive")
	f.Fuzz(func(t *testing.T, spec string) {
		if len(spec) < 100 && !strings.Contains(spec, "threads") {
			_, _ = parsePlayer(spec)
		}
	})
}

func TestPapers(t *testing.T) {
	p := papersFlags{games: lot, table: "decisive", state: filepath.Join(t.TempDir(), "state"), json: true}
	done, err := readState(p.state)
	if err != nil || len(done) != 0 {
		t.Fatal(done, err)
	}
	r := row{2, "uct,sims=10", "random", 1, 0.1}
	file, err := os.Create(p.state)
	if err != nil {
		t.Fatal(err)
	}
	first, err := p.play(t.Context(), r, done, file, &cli.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	// With all games kept, none is played again.
	if done, err = readState(p.state); err != nil || len(done[r.key()]) != 1 {
		t.Fatal(done, err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	again, err := p.play(cancelled, r, done, file, &cli.Progress{})
	if err != nil || again != first || again.Games() != lot {
		t.Errorf("%v, then %v, error %v", first, again, err)
	}
	// More games go on from there, whatever is left of a line that was not written to its end.
	if _, err := file.WriteString(`{"row":"2 uc`); err != nil {
		t.Fatal(err)
	}
	if done, err = readState(p.state); err != nil || len(done[r.key()]) != 1 {
		t.Fatal(done, err)
	}
	p.games = 2 * lot
	more, err := p.play(t.Context(), r, done, file, &cli.Progress{})
	if err != nil || more.Games() != 2*lot {
		t.Errorf("%v, error %v", more, err)
	}
}

func TestStateFaults(t *testing.T) {
	for _, line := range []string{"x", "{}", `{"row":"a","wins":20,"pairs":[0,0,0,0,9]}`, `{"row":"a","wins":-20,"losses":40,"pairs":[10,0,0,0,0]}`, `{"row":1}`} {
		err := scanState(strings.NewReader(line+"\n"), "file", map[string]map[int]played{})
		if err == nil || !strings.Contains(err.Error(), "file:1") {
			t.Errorf("%s: error %v", line, err)
		}
	}
}

func FuzzState(f *testing.F) {
	f.Add(`{"row":"5 uct uct","lot":1,"wins":20,"pairs":[0,0,0,0,10]}`)
	f.Fuzz(func(t *testing.T, text string) {
		_ = scanState(strings.NewReader(text), "file", map[string]map[int]played{})
	})
}

// TestTables checks that the players of all rows can be read.
func TestTables(t *testing.T) {
	rows := 0
	for _, table := range tables() {
		for _, r := range table.rows {
			rows++
			for _, spec := range []string{r.a, r.b} {
				if _, err := parsePlayer(spec); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if rows != 6+5+6+4+6+4+2 {
		t.Errorf("%d rows", rows)
	}
}

func TestBench(t *testing.T) {
	b := benchFlags{size: 3, threads: 2, seconds: 0.05, json: true}
	var out bytes.Buffer
	if err := b.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var r benched
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || r.Size != 3 || r.Threads != 2 || r.SimulationsPerSecond <= 0 {
		t.Errorf("%s: %v", out.String(), err)
	}
}

func TestMisuse(t *testing.T) {
	for args, status := range map[string]int{
		"match":                        cli.Misuse,
		"match -a uct -b uct -games 3": cli.Misuse,
		"match -a uct -b go":           cli.Failure,
		"match -a uct -b uct -size 1":  cli.Failure,
		"bench -seconds 0":             cli.Misuse,
		"bench -seconds 0.01 -size 99": cli.Failure,
		"papers -table no":             cli.Misuse,
		"papers -games 7":              cli.Misuse,
		"gtp -threads 0":               cli.Misuse,
		"":                             cli.Misuse,
		"gtp -h":                       cli.Success,
	} {
		var stderr bytes.Buffer
		if got := cli.Run(t.Context(), command(), strings.Fields(args), &stderr); got != status {
			t.Errorf("%q: status %d, want %d: %s", args, got, status, stderr.String())
		}
	}
}
