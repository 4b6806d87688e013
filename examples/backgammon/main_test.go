package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/examples/backgammon/gnubg"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/expectimax"
)

func TestPerftCommand(t *testing.T) {
	found := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "4", "-json")
	if last := found[len(found)-1]; last.Depth != 4 || last.Leaves != 89153 {
		t.Errorf("%+v", last)
	}
}

func TestMatchCommand(t *testing.T) {
	for _, player := range []string{"expectimax", "mcts,sims=30", "expectimax,depth=1", "expectimax,width=2,margin=0", "network,plies=0", "rollouts,horizon=1,width=2", "puct,sims=30"} {
		found := clitest.Object[cli.Matched](t, root, "match", "-time", "10s", "-games", "2", "-a", player, "-b", "random", "-json")
		if found.Games != 2 || found.Wins != 2 {
			t.Errorf("%s: %+v", player, found)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	// A play may be written with spaces.
	r := clitest.Run(t, root, "dance\nmoves\nhint\n8/5 6/5\nundo\nquit\n", "play", "-moves", "31")
	for _, want := range []string{`"dance" is no play`, "13/10,6/5 ", "hint: 8/5,6/5\n", "chance: ", "Black plays "} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("no %q in %+v", want, r)
		}
	}
	// White bears off its last checker.
	r = clitest.Run(t, root, "", "play", "-white", "expectimax", "-black", "random", "-id", "IAAABAAAAAAAAA", "-moves", "21")
	if r.Status != cli.Success || !strings.HasSuffix(r.Out, "White wins\n") {
		t.Errorf("%+v", r)
	}
}

func TestDrawCommand(t *testing.T) {
	out := clitest.Output(t, root, "draw", "-moves", "31 8/5,6/5")
	if !strings.Contains(out, "Black throws, position sGfwATDgc/ABMA") || strings.Count(out, "\n") != 16 {
		t.Errorf("%s", out)
	}
	picture := clitest.Output(t, root, "draw", "-moves", "31 8/5,6/5", "-o", "-")
	if !strings.Contains(picture, "<svg") || strings.Count(picture, "<circle") != 30 || strings.Count(picture, "<polygon") != 24 {
		t.Errorf("%s", picture)
	}
}

// A player that knows nothing loses nearly all games as gammons and backgammons.
func TestAgainstCommand(t *testing.T) {
	long.Only(t)
	if _, err := gnubg.Find(gnubg.Name); err != nil {
		t.Skip("GNU Backgammon is not installed (package gnubg)")
	}
	found := clitest.Object[contested](t, root, "against", "-player", "random", "-games", "20", "-json")
	if found.Games != 20 || found.Wins != [3]int{} || found.Points > -2 || found.Interval[0] > found.Points || found.Interval[1] < found.Points {
		t.Errorf("%+v", found)
	}
	out := clitest.Output(t, root, "against", "-player", "mcts,sims=30", "-games", "2")
	if !strings.Contains(out, "mcts,sims=30 against gnubg at 0 plies\npoints ") {
		t.Errorf("%s", out)
	}
}

// The player is White in the first game of a pair and Black in the second.
func TestCount(t *testing.T) {
	lost := func(id string) *backgammon.Game {
		g, err := backgammon.FromID(id)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	const one, two = "AAAAAgAAAAAAAA", "AAAA/v8AAAAAAA" // White has lost, with one checker or with all on the board
	var c contested
	c.count([]*backgammon.Game{lost(one), lost(one), lost(two), lost(one)})
	if c.Wins != [3]int{2} || c.Losses != [3]int{1, 1} {
		t.Errorf("%+v", c)
	}
}

// The value with which points are adjusted is the value of the network to a depth of one play.
func TestLuck(t *testing.T) {
	g := backgammon.New()
	value := luck(g)
	networked := expectimax.Options[backgammon.Move]{Depth: 1, Evaluator: learn.ForExpectimax[backgammon.Move](backgammon.Network(), 0)}
	for _, text := range strings.Fields("31 8/5,6/5 52 13/8,24/22 66 13/7(2),24/18(2) 11") {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
		if g.ToMove() == ply.Chance {
			continue
		}
		r, err := expectimax.Search(t.Context(), g, ply.Limits{}, networked)
		if err != nil || math.Abs(r.Value-value()) > 1e-12 {
			t.Errorf("%v%v, %v; want %v", g, value(), err, r.Value)
		}
	}
	g, err := backgammon.FromID("AgAAEAAAAAAAAA") // each side has one checker
	if err != nil {
		t.Fatal(err)
	}
	if g.Play(backgammon.Throw(6, 5)); luck(g)() != 1 || luck(backgammon.New())() != networked.Evaluator(backgammon.New()).Expectation() {
		t.Errorf("%v%v", g, luck(g)())
	}
}

// In the tree of puct, as for its network, a win of one point is a third of a win of three.
func TestScale(t *testing.T) {
	g, err := backgammon.FromID("AgAAEAAAAAAAAA") // each side has one checker
	if err != nil {
		t.Fatal(err)
	}
	g.Play(backgammon.Throw(6, 5))
	s, err := valued(cli.ParseSpec("puct"))(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 10}, engine.Question[backgammon.Move]{})
	if err != nil || len(a.Lines) != 1 || math.Abs(a.Lines[0].Value-1./3) > 1e-9 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Against random plays, a player wins more than two points a game (2.23 in 100 games). Adjusted for luck, it is about the same.
func TestPoints(t *testing.T) {
	found := clitest.Object[cli.Matched](t, root, strings.Fields("match -a expectimax,depth=1 -b random -games 40 -time 10s -points -json")...)
	if found.Points == nil || found.Adjusted == nil {
		t.Fatalf("%+v", found)
	}
	if found.Points.Points < 1.7 || found.Points.Points > 2.8 || math.Abs(*found.Adjusted-found.Points.Points) > 0.6 {
		t.Errorf("%+v, adjusted %v", found.Points, *found.Adjusted)
	}
}

func TestMisuse(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "draw -id 4HPw", Status: cli.Misuse, Err: "14 characters"},
		clitest.Case{Args: "draw -moves 66", Status: cli.Misuse, Err: "no throw"},
		clitest.Case{Args: "play -id 4HPwATDgc/ABMB", Status: cli.Misuse, Err: "illegal base64"},
		clitest.Case{Args: "against -games 3", Status: cli.Misuse, Err: "even"},
		clitest.Case{Args: "against -player perfect", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "against -player expectimax,depth=0.5", Status: cli.Misuse, Err: "depth"},
		clitest.Case{Args: "against -player expectimax,margin=-1", Status: cli.Misuse, Err: "margin"},
		clitest.Case{Args: "against -engine /missing", Status: cli.Misuse, Err: "-engine"},
		clitest.Case{Args: "zero", Status: cli.Misuse, Err: "-dir"},
		clitest.Case{Args: "match -a neural", Status: cli.Misuse, Err: "network=FILE"},
		clitest.Case{Args: "match -a neural,network=/missing", Status: cli.Misuse, Err: "no such file"},
		clitest.Case{Args: "match -a rollouts,horizon=0.5", Status: cli.Misuse, Err: "horizon"},
		clitest.Case{Args: "match -a pubeval", Status: cli.Misuse, Err: "weights=D"},
		clitest.Case{Args: "against -player pubeval,weights=/missing", Status: cli.Misuse, Err: "no such file"},
		clitest.Case{Args: "judge -games 1", Status: cli.Misuse, Err: "-games"},
		clitest.Case{Args: "judge -player perfect", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "judge -player gnubg,plies=9", Status: cli.Misuse, Err: "plies"},
		clitest.Case{Args: "judge -engine /missing", Status: cli.Misuse, Err: "-engine"},
		clitest.Case{Args: "match -a perfect", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "throw", Status: cli.Misuse},
	)
}

// A training that is interrupted and continued writes the same weights.
func TestTrainCommand(t *testing.T) {
	folder := t.TempDir()
	whole, parts, state := filepath.Join(folder, "whole.json"), filepath.Join(folder, "parts.json"), filepath.Join(folder, "state")
	clitest.Output(t, root, "train", "-games", "6", "-batch", "2", "-hidden", "3", "-o", whole)
	for range 2 { // the second run only reads the state
		clitest.Output(t, root, "train", "-games", "6", "-batch", "2", "-hidden", "3", "-o", parts, "-state", state, "-workers", "2")
	}
	one, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(parts)
	if err != nil || !bytes.Equal(one, two) {
		t.Errorf("other weights: %v", err)
	}
	wide := filepath.Join(folder, "wide.json")
	clitest.Output(t, root, "train", "-games", "1", "-lookahead", "-weights", whole, "-hidden", "5", "-o", wide)
	found := clitest.Object[cli.Matched](t, root, "match", "-games", "2", "-a", "network,plies=0,weights="+wide, "-b", "random", "-json")
	if found.Games != 2 {
		t.Errorf("%+v", found)
	}
}

// A wider model has the same values, but for new units with small weights.
func TestWidened(t *testing.T) {
	m, err := backgammon.NewModel(3, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	wide, err := widened(m, 5, rand.NewPCG(3, 4))
	if err != nil {
		t.Fatal(err)
	}
	outputs := len(wide.Weights) - 5*(m.Inputs+1)
	for i := range m.Outcomes { // without the new units
		clear(wide.Weights[len(wide.Weights)-outputs+6*i+3:][:2])
	}
	x := backgammon.New().AppendFeatures(nil)
	want, err := m.Value(x)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := wide.Value(x); err != nil || math.Abs(got-want) > 1e-6 {
		t.Errorf("value %v, want %v: %v", got, want, err)
	}
	if same, err := widened(m, 2, nil); err != nil || same != m {
		t.Errorf("another model with as many units: %v", err)
	}
}

// A training that is interrupted after a generation and continued writes the same network. The player neural plays with
// it.
func TestZeroCommand(t *testing.T) {
	var networks [2][]byte
	for i, runs := range [2][]string{{"2"}, {"1", "2"}} {
		folder := t.TempDir()
		for _, generations := range runs {
			out := clitest.Output(t, root, "zero", "-dir", folder, "-games", "3", "-sims", "2", "-hidden", "4", "-generations", generations)
			if want := "generation " + generations + ": "; !strings.HasPrefix(out, want) {
				t.Errorf("%q, want %q", out, want)
			}
		}
		file := filepath.Join(folder, "network-000002")
		var err error
		if networks[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		found := clitest.Object[cli.Matched](t, root, "match", "-games", "2", "-a", "neural,m=4,sims=8,network="+file, "-b", "random", "-json")
		if found.Games != 2 {
			t.Errorf("%+v", found)
		}
	}
	if !bytes.Equal(networks[0], networks[1]) {
		t.Error("other networks")
	}
}
