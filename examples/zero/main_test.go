package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/transposition"
)

func TestDescriptions(t *testing.T) {
	for name, err := range map[string]error{
		"connectfour": connectFour.Check(10), "othello": eightByEight.Check(5), "othello6": sixBySix.Check(5), "go7": goOn(7, 9).Check(5), "loa": linesOfAction.Check(3),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRun trains, goes on, judges, plays a match and draws.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for _, generations := range []string{"1", "2"} {
		out := clitest.Output(t, command, "train", "-game", "connectfour", "-dir", dir, "-generations", generations, "-games", "6",
			"-sims", "4", "-workers", "1", "-seed", "5", "-gate", "2")
		if !strings.Contains(out, "generation "+generations) {
			t.Error(out)
		}
	}
	// The answers of the solver to these positions are at hand, so that it need not look for them.
	j := judging{runFlags: runFlags{"connectfour", dir}, positions: 5, seed: 2}
	questions, err := j.choose()
	if err != nil {
		t.Fatal(err)
	}
	var labels strings.Builder
	for _, q := range questions {
		key, err := q.game.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		labels.WriteString(fmt.Sprintf("%x", key) + ",127\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "labels.csv"), []byte(labels.String()+"0123"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := clitest.Object[verdict](t, command, "judge", "-game", "connectfour", "-dir", dir, "-positions", "5", "-evals", "8", "-seed", "2", "-every", "1", "-table-entries", "1024", "-json")
	if v.Positions != 5 || v.Network != 1 || v.Search != 1 {
		t.Errorf("%+v, want 5 positions in which all is well", v)
	}
	for _, opponent := range []string{"uct,sims=8", "linear,sims=8", "network,gen=1,sims=8,average,bounds,cache=64"} {
		m := clitest.Object[cli.Matched](t, command, "match", "-game", "connectfour", "-dir", dir, "-a", "network,sims=8,batch=4", "-b", opponent, "-games", "2", "-json")
		if m.Games != 2 {
			t.Errorf("%+v", m)
		}
	}
	if out := clitest.Output(t, command, "plot", "-dir", dir); !strings.Contains(out, "with a search") || !strings.Contains(out, "loss") {
		t.Error(out)
	}
	log, err := neural.ReadLog(dir)
	if err != nil || len(log) != 2 || log[1].Games != 12 {
		t.Errorf("%+v, %v", log, err)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "train -game othello -dir " + dir, Status: cli.Failure, Err: "another game"},
		clitest.Case{Args: "train -game connectfour -seed 6 -dir " + dir, Status: cli.Failure, Err: "seed"},
		clitest.Case{Args: "match -game connectfour -a network -b linear,c=-1 -dir " + dir, Status: cli.Misuse, Err: "-b"},
	)
}

func TestErrors(t *testing.T) {
	empty := t.TempDir()
	clitest.Check(t, command,
		clitest.Case{Args: "train", Status: cli.Misuse, Err: "-dir"},
		clitest.Case{Args: "judge -dir " + empty, Status: cli.Failure, Err: "no network"},
		clitest.Case{Args: "match -a network -b uct -dir " + empty, Status: cli.Misuse, Err: "no network"},
		clitest.Case{Args: "match -game othello -a perfect -b uct -dir " + empty, Status: cli.Misuse, Err: "no solver"},
		clitest.Case{Args: "match -a perfect,sims=1 -b uct -dir " + empty, Status: cli.Misuse, Err: "sims"},
		clitest.Case{Args: "plot -dir " + empty, Status: cli.Failure, Err: "no log"},
		clitest.Case{Args: "plot", Status: cli.Misuse, Err: "-dir"},
	)
	clitest.Misuse(t, command)
}

// TestPerfect lets the solver play both sides. The game ends with the value that the start has, and so as soon as that says.
func TestPerfect(t *testing.T) {
	g, err := connectfour.New("225257625346224411156336534")
	if err != nil {
		t.Fatal(err)
	}
	want, err := connectfour.Solve(t.Context(), g, ply.Limits{}, connectfour.SolveOptions{TableEntries: 1 << 16, Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	first, player := g.ToMove(), perfectPlayer()
	for !g.Finished() {
		m, err := player(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
	value := g.Outcome()
	if g.ToMove() != first {
		value = -value
	}
	if value != want.Value || value == 0 {
		t.Errorf("the game ends with %d, want %d", value, want.Value)
	}
}

// TestBestMoves compares best moves with what the solver of connectfour says of the positions after all moves.
func TestBestMoves(t *testing.T) {
	table := transposition.NewTable(1 << 20)
	for _, moves := range []string{"22525762534622441115633653436713", "225257625346224411156336534"} {
		g, err := connectfour.New(moves)
		if err != nil {
			t.Fatal(err)
		}
		best, want := -2, uint64(0)
		for _, m := range g.Moves(nil) {
			g.Play(m)
			r, err := connectfour.Solve(t.Context(), g, ply.Limits{}, connectfour.SolveOptions{TableEntries: 1 << 16})
			g.Undo(m)
			if err != nil {
				t.Fatal(err)
			}
			switch value := -cmp.Compare(r.Value, 0); {
			case value > best:
				best, want = value, 1<<m.Column()
			case value == best:
				want |= 1 << m.Column()
			}
		}
		if got, err := bestMoves(t.Context(), g, table); err != nil || got != want {
			t.Errorf("%s: %b, %v, want %b", moves, got, err, want)
		}
	}
}

// TestOthers trains the other games for a moment.
func TestOthers(t *testing.T) {
	for _, game := range long.Or([]string{"othello", "othello6", "go7", "loa"}, []string{"othello6", "go7"}) {
		dir := t.TempDir()
		out := clitest.Output(t, command, "train", "-game", game, "-dir", dir, "-generations", "1", "-games", "2", "-sims", "2", "-workers", "1", "-gate", "0")
		if !strings.Contains(out, "2 games") {
			t.Error(out)
		}
	}
}
