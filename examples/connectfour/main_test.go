package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
)

func TestSolveCommand(t *testing.T) {
	// The second position is from the end of a game; Pons (2015, test set L3_R1) gives it a score of -1: a loss.
	for _, test := range []struct {
		moves, result, best string
		long                bool
	}{
		{"121212", "win", "1", false},
		{"2252576253462244111563365343671351441", "loss", "", false},
		{"444444", "win", "3", true},
	} {
		if test.long && !long.Enabled {
			continue
		}
		found := clitest.Object[solved](t, root, "solve", "-json", "-table-entries", "262144", "-moves", test.moves)
		if found.Result != test.result || test.best != "" && found.Best != test.best || found.Stones != nil {
			t.Errorf("%s: %+v, want %s by %s", test.moves, found, test.result, test.best)
		}
	}
	clitest.Check(t, root, clitest.Case{Args: "solve -exact -table-entries 1024 -moves 121212",
		Out: "side 0 to move: win, with 7 stones on the board, column 1"})
}

func TestCountCommand(t *testing.T) {
	if out, want := clitest.Output(t, root, "count", "-depth", "4"), "  0 1\n  1 7\n  2 49\n  3 238\n  4 1120\n"; out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
	if found := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "4", "-json")[4]; found.Depth != 4 || found.Leaves != 7*7*7*7 {
		t.Errorf("%+v", found)
	}
}

func TestBenchCommand(t *testing.T) {
	all := clitest.Objects[benched](t, root, "bench", "-depth", "4", "-json")
	if len(all) != len(contenders) {
		t.Fatalf("%d lines for %d searches", len(all), len(contenders))
	}
	for _, b := range all {
		narrow := strings.HasPrefix(b.Search, "four moves") // what it finds for the first side is a lower bound
		if b.Nodes == 0 || b.Value > all[0].Value || b.Value < all[0].Value && !narrow {
			t.Errorf("%+v, want a value of %d", b, all[0].Value)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	for args, want := range map[string]string{"": "X wins", " -side 1": "X wins"} {
		r := clitest.Run(t, root, "9\nundo\n4\n", strings.Fields("play -moves 112233 -time 1ms"+args)...)
		if r.Status != cli.Success || !strings.Contains(r.Out, want) || args == "" && !strings.Contains(r.Out, `"9" is not a legal move`) {
			t.Errorf("%+v, want %q", r, want)
		}
	}
	clitest.Sessions(t, root, "play -time 1ms", "4\n4\nundo\n1\n7\nquit\n")
}

func TestMatchCommand(t *testing.T) {
	for _, players := range [][2]string{
		{"puct,sims=20", "uct,sims=20"},
		{"puct,sims=20,c=2,fpu=0.2,batch=4,loss=0.5,memory=1,solver", "gumbel,sims=20,m=4,batch=2,blind"},
		{"halving,sims=20,m=5", "random"},
		{"puct,time=1ms,inflight=2,batch=4", "rave,sims=20"},
	} {
		m := clitest.Object[cli.Matched](t, root, "match", "-json", "-games", "2", "-a", players[0], "-b", players[1])
		if m.Games != 2 || m.Low > m.Rate || m.High < m.Rate {
			t.Errorf("%+v", m)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "match -a puct,sims=20 -b random -games 2", Out: "puct,sims=20 against random"},
		clitest.Case{Args: "match -a puct -b net", Status: cli.Misuse, Err: `unknown kind "net"`},
		clitest.Case{Args: "match -a puct,loss=2 -b uct", Status: cli.Misuse, Err: "loss=2: want 0 to 1"},
		clitest.Case{Args: "match -a gumbel,c=2 -b uct", Status: cli.Misuse, Err: "unknown or out of place"},
		clitest.Case{Args: "match -a puct,batch=65536,inflight=1024 -b uct", Status: cli.Misuse, Err: "together more than"},
	)
}

func TestLearnCommand(t *testing.T) {
	m := clitest.Object[connectfour.Model](t, root, "learn", "-rounds", "1", "-games", "2", "-sims", "4")
	if m == (connectfour.Model{}) {
		t.Error("nothing was learned")
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, root, "bench -depth 3", "bench -depth 3 -json", "count -depth 3 -json", "perft -depth 2 -json",
		"match -a random -b random -games 2", "match -a random -b puct,sims=1 -games 2 -json", "learn -rounds 1 -games 1 -sims 1",
		"solve -moves 121212 -table-entries 1024 -json", "solve -moves 121212 -table-entries 1024")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "solve -moves 48", Status: cli.Misuse, Err: "column from 1 to 7"},
		clitest.Case{Args: "count -moves 1212121212", Status: cli.Misuse, Err: "end of the game"},
		clitest.Case{Args: "count -depth 42 -memory 1000000", Status: cli.Failure, Err: "out of memory: more than 1 MB"},
		clitest.Case{Args: "bench -depth 0", Status: cli.Misuse, Err: "-depth: want 1 to 42"},
		clitest.Case{Args: "play -side 2", Status: cli.Misuse, Err: "-side: want 0, x, 1 or o"},
		clitest.Case{Args: "play -time 0", Status: cli.Misuse, Err: "-time: want 1ms to 100000h"},
	)
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "bench", "count", "perft", "solve -table-entries 1024", "play", "match -a random -b random", "learn -rounds 1 -games 1 -sims 1")
}

// A solution that is killed again and again, in processes of its own, has the result of one that is not.
func TestSolveInterrupted(t *testing.T) {
	if !long.Enabled {
		t.Skip("see -tags long")
	}
	clitest.Interrupted(t, root, 10, []string{"nodes", "seconds", "best"}, "solve -json -table-entries 1048576 -moves 44444",
		"solve -json -table-entries 1048576 -moves 44443")
}

func TestMain(m *testing.M) {
	clitest.Main(root)
	os.Exit(m.Run())
}

func TestTreeCommand(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a.tree", "a.dot", "a.json", "a.svg"} {
		clitest.Output(t, root, "tree", "-sims", "500", "-moves", "44", "-max-nodes", "10", "-o", file(name))
	}
	var g graph.Graph
	data, err := os.ReadFile(file("a.json"))
	if err == nil {
		err = json.Unmarshal(data, &g)
	}
	if err != nil || len(g.Nodes) != 10 || len(g.Arcs) != 9 {
		t.Errorf("%d nodes, %d arcs, error %v", len(g.Nodes), len(g.Arcs), err)
	}
	if data, err := os.ReadFile(file("a.svg")); err != nil || strings.Count(string(data), "<polygon") != 9 {
		t.Errorf("error %v, the picture %s", err, data)
	}
	game, err := connectfour.New("44")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := mcts.New(game, mcts.Options[connectfour.Drop]{})
	if err != nil {
		t.Fatal(err)
	}
	saved, err := os.Open(file("a.tree"))
	if err != nil {
		t.Fatal(err)
	}
	defer saved.Close()
	if err := tree.Load(saved); err != nil {
		t.Error(err)
	}
	clitest.Check(t, root, clitest.Case{Args: "tree -o a.png", Status: cli.Misuse, Err: "ends in"},
		clitest.Case{Args: "tree", Status: cli.Misuse, Err: "-o"})
}
