package main

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/learn"
)

func TestPerftCommand(t *testing.T) {
	all := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "3", "-json")
	if len(all) != 4 || all[3].Leaves != 44_952 {
		t.Errorf("%+v", all)
	}
	parts := clitest.Objects[struct{ Leaves int }](t, root, "perft", "-depth", "2", "-divide", "-json", "-fen", loa.StartFEN)
	sum := 0
	for _, p := range parts {
		sum += p.Leaves
	}
	if len(parts) != 36 || sum != 1244 {
		t.Errorf("%+v", parts)
	}
	if out := clitest.Output(t, root, "perft", "-depth", "2", "-size", "5"); !strings.Contains(out, " 280 ") {
		t.Error(out)
	}
}

func TestMatchCommand(t *testing.T) {
	args := []string{"match", "-a", "trained,nodes=100", "-b", "hand,depth=1,null=2,verify,quiet=0,extend,blind,order=ranks", "-games", "4", "-json"}
	one := clitest.Object[cli.Matched](t, root, append(args, "-workers", "1")...)
	two := clitest.Object[cli.Matched](t, root, append(args, "-workers", "2")...)
	one.Seconds, two.Seconds = 0, 0
	if one != two || one.Games != 4 || one.Wins+one.Draws+one.Losses != 4 {
		t.Errorf("%+v, by two workers %+v", one, two)
	}
	if m := clitest.Object[cli.Matched](t, root, "match", "-a", "hand,nodes=200", "-b", "random", "-games", "6", "-json"); m.Wins != 6 || m.Rate != 1 {
		t.Errorf("against random moves: %+v", m)
	}
	for _, b := range []string{"mcts,sims=20", "mcts,sims=20,evaluate", "mcts,sims=20,mercy=2000", "mcts,sims=20,length=3,first=0.5,blind", "hand,time=1ms"} {
		if out := clitest.Output(t, root, "match", "-a", "random", "-b", b, "-games", "2", "-size", "5"); !strings.Contains(out, "games   2, with") {
			t.Errorf("%s: %s", b, out)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	run := func(in string, args ...string) string {
		t.Helper()
		r := clitest.Run(t, root, in, append([]string{"play"}, args...)...)
		if r.Status != cli.Success {
			t.Fatalf("%q: %+v", args, r)
		}
		return r.Out
	}
	out := run("nonsense\nb1b4\nmoves\nundo\nb1b3\nundo\nquit\n", "-black", "human", "-white", "human")
	for _, want := range []string{`move "nonsense" is not legal here: want two squares`, `move "b1b4" is not legal here`, "b1h1 ", "nothing was played", "White to move"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	if out := run("", "-black", "hand,depth=1", "-white", "hand,depth=1", "-fen", oneMove); !strings.HasSuffix(out, "Black wins: its men are connected\n") {
		t.Error(out)
	}
	clitest.Sessions(t, root, "play -white hand,depth=1", "b1b3\nmoves\nundo\nb1d1\nquit\n")
}

// oneMove is a position in which Black connects with a1a2.
const oneMove = "4/l2l/4/L1L1 w"

func TestUCICommand(t *testing.T) {
	session := "uci\nisready\nucinewgame\nsetoption name Hash value 1\nposition startpos moves b1b3 h3e3\ngo depth 2\nposition fen " + loa.StartFEN +
		" moves b1b3\ngo nodes 500\nposition startpos\ngo perft 2\nd\ngo movetime 5\ngo wtime 100 btime 100 winc 1 binc 1\nstop\n"
	r := clitest.Run(t, root, session, "uci", "-player", "hand")
	for _, want := range []string{"id name loa hand\n", "uciok\n", "readyok\n", "info depth 2 score cp ", "b1b3: ", "Nodes searched: 1244\n", "Fen: 1LLLLLL1/"} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("%q is missing in %s", want, r.Out)
		}
	}
	if r.Status != cli.Success || strings.Count(r.Out, "bestmove ") != 4 || strings.Contains(r.Out, "info string") {
		t.Errorf("%+v", r)
	}
	for in, want := range map[string]string{
		"nonsense": "unknown command", "position": "want startpos or fen", "position fen x": "FEN of 1 fields", "position startpos moves b1b4": `move 1: loa: move "b1b4" is not legal`,
		"perft x": `perft "x": want 0 to`, "perft": "without a number", "setoption Hash": "want name", "setoption name Hash value 0": "want 1 to",
		"setoption name X value 1": "no option",
	} {
		r := clitest.Run(t, root, in+"\nisready\n", "uci")
		if r.Status != cli.Success || !strings.HasPrefix(r.Out, "info string ") || !strings.Contains(r.Out, want) || !strings.HasSuffix(r.Out, "readyok\n") || strings.Count(r.Out, "\n") != 2 {
			t.Errorf("%s: %+v, want %q", in, r, want)
		}
	}
	if r := clitest.Run(t, root, "position fen "+finishedFEN+"\ngo depth 1\n", "uci"); r.Out != "bestmove (none)\n" {
		t.Errorf("%+v", r)
	}
	if r := clitest.Run(t, root, "position startpos\ngo infinite\nisready\nstop\nquit\n", "uci"); !strings.Contains(r.Out, "bestmove ") {
		t.Errorf("%+v", r)
	}
	for in, info := range map[string]string{
		"go depth 1 sideways": `go: unknown word "sideways"`, "go depth 1 nodes x": `go: nodes "x": want 1 to`, "go depth 1 movetime": "go: movetime without a number",
		"go depth 2 btime 99999999999": "", "go wtime -170671 btime 5": "", "go movetime 0": "", "go nodes 0": "", "go depth 0": "", "go mate 1": "", "go btime 5": "",
		"go infinite\nstop": "", "go ponder depth 1\nponderhit": "", "go searchmoves c1a3 depth 1": "", "go searchmoves c1a3 c1c3 zz depth 2": "",
		"setoption name hash value 1\ngo depth 1": "", "position startpos moves b1b4\ngo depth 1": `move 1: loa: move "b1b4"`,
	} {
		for _, player := range []string{"hand", "random", "mcts,sims=5"} {
			r := clitest.Run(t, root, in+"\n", "uci", "-player", player)
			lines := strings.Split(strings.TrimSuffix(r.Out, "\n"), "\n")
			move, found := strings.CutPrefix(lines[len(lines)-1], "bestmove ")
			if _, err := loa.Start().ParseMove(move); !found || err != nil || r.Status != cli.Success || strings.Count(r.Out, "bestmove") != 1 ||
				strings.Contains(r.Out, "info string ") != (info != "") || !strings.Contains(r.Out, info) {
				t.Errorf("%q by %s: %+v", in, player, r)
			}
			if strings.Contains(in, "searchmoves") && move != "c1a3" && move != "c1c3" {
				t.Errorf("%q by %s: %s", in, player, move)
			}
		}
	}
	clitest.Sessions(t, root, "uci -player hand", "position startpos moves b1b3\ngo depth 2\nisready\nd\n")
}

// finishedFEN is a position in which Black has won.
const finishedFEN = "4/l2l/4/LL2 b"

func TestAgainstCommand(t *testing.T) {
	clitest.StartsCommand(t)
	engine := os.Args[0] + " uci -player random"
	m := clitest.Object[map[string]any](t, root, "against", "-engine", engine, "-player", "hand", "-go", "nodes 200", "-games", "2", "-json")
	if m["wins"] != 2.0 || m["games"] != 2.0 {
		t.Errorf("%v", m)
	}
	if out := clitest.Output(t, root, "against", "-engine", engine, "-other", engine, "-go", "depth 1", "-games", "2", "-size", "5"); !strings.Contains(out, "against") {
		t.Error(out)
	}
	r := clitest.Run(t, root, "", "against", "-engine", filepath.Join(t.TempDir(), "missing"))
	if r.Status != cli.Failure || strings.Count(r.Err, "\n") != 1 {
		t.Errorf("%+v", r)
	}
}

func TestMain(m *testing.M) {
	clitest.Main(root)
	os.Exit(m.Run())
}

func TestGamesCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# two games\n1. b1-b3 h3-e3 2. b3xe3\n\nb1b3 h3e3 *\n")
	if all := clitest.Objects[replayed](t, root, "games", "-file", name, "-json"); len(all) != 2 || all[0] != (replayed{Line: 2, Moves: 3}) || all[1].Moves != 2 {
		t.Errorf("%+v", all)
	}
	for text, want := range map[string]string{
		"": "no games", "b1b3\nb1b4": "line 2: move 1: ", "b1b3 xx": "line 1: move 2: ", "1-0": "line 1: no moves", "b1b3 1-0 b8b6": "after the result",
	} {
		write(text)
		r := clitest.Run(t, root, "", "games", "-file", name)
		if r.Status != cli.Failure || !strings.Contains(r.Err, want) || !strings.Contains(r.Err, name) {
			t.Errorf("%q: %+v, want %q", text, r, want)
		}
	}
	write("b1b3 h3e3 b3e3\n")
	clitest.Files(t, root, "games -file FILE", name)
	clitest.LongLines(t, root, "games -file FILE", name)
	picture := filepath.Join(t.TempDir(), "game.svg")
	clitest.Output(t, root, "draw", "-games", name, "-o", picture)
	data, err := os.ReadFile(picture)
	if err != nil || strings.Count(string(data), "<circle") != 24+24+24+23+3 { // men, and marks of the last move
		t.Errorf("%v, %.300s", err, data)
	}
	if out := clitest.Output(t, root, "draw", "-games", name); !strings.Contains(out, "White to move\n") {
		t.Error(out)
	}
	if out := clitest.Output(t, root, "draw", "-o", "-", "-size", "6"); strings.Count(out, "<circle") != 16 {
		t.Error(out)
	}
}

func TestLearnCommand(t *testing.T) {
	folder := t.TempDir()
	weights, set := filepath.Join(folder, "weights.json"), filepath.Join(folder, "set.jsonl")
	args := []string{"learn", "-games", "12", "-nodes", "20", "-readings", "3", "-held-out", "0", "-set", set}
	clitest.Output(t, root, append(args, "-o", weights, "-workers", "1")...)
	first, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range [][]string{args, {"learn", "-games", "12", "-nodes", "20", "-readings", "3", "-held-out", "0"}} {
		clitest.Output(t, root, append(again, "-o", weights, "-workers", "2")...)
		if second, err := os.ReadFile(weights); err != nil || string(first) != string(second) {
			t.Errorf("%v: %v: other weights: %s, then %s", again, err, first, second)
		}
	}
	for _, more := range []string{"-method leaf -hidden 1", "-method results -optimizer rprop -rate 0.02", "-alone -lambda 0 -squared"} {
		set := filepath.Join(t.TempDir(), "set.jsonl")
		readings := clitest.Objects[learn.Epoch](t, root, append([]string{"learn", "-games", "6", "-nodes", "10", "-readings", "2", "-json", "-held-out", "0", "-set", set, "-o", weights}, strings.Fields(more)...)...)
		if len(readings) < 2 {
			t.Errorf("%s: %+v", more, readings)
		}
	}
	// If nothing is learned, no weights are written.
	before, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal(err)
	}
	r := clitest.Run(t, root, "", "learn", "-games", "6", "-nodes", "10", "-readings", "2", "-optimizer", "adam", "-rate", "1", "-o", weights)
	if r.Status != cli.Failure || !strings.HasPrefix(r.Err, "loa: learn: after 2 epochs: nothing was learned") || strings.Count(r.Err, "\n") != 1 {
		t.Errorf("%+v", r)
	}
	if after, err := os.ReadFile(weights); err != nil || string(after) != string(before) {
		t.Errorf("weights that were not better were written, %v", err)
	}
	clitest.Output(t, root, "match", "-a", "trained,nodes=20,model="+weights, "-b", "random", "-games", "2")
	clitest.Replaces(t, root, "", strings.Join(args, " ")+" -o FILE", weights)
}

// TestTrain compares what train returns with the trainings that it chooses from.
func TestTrain(t *testing.T) {
	s := setMaker{games: 16, nodes: 20, workers: 2, seed: 1, tell: func(int) {}}
	set, err := s.make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, squared := range []bool{false, true} {
		l := lesson{hidden: 1, Options: learn.Options[loa.Move]{TD: td(0.5), Epochs: 4, Validation: 0.25, Squared: squared}}
		got, err := train(t.Context(), &l, set, 1, nil)
		if err != nil || got.starts < 1 || got.starts > mostStarts {
			t.Fatalf("%d starts, %v", got.starts, err)
		}
		least := math.Inf(1)
		for start := range got.starts {
			r, err := l.try(t.Context(), set, 1, nil, uint64(start))
			if err != nil && !errors.Is(err, learn.ErrNothingLearned) {
				t.Fatal(err)
			}
			least = min(least, loss(&r))
		}
		if loss(&got.Result) != least {
			t.Errorf("squared %v: loss %v of %d starts, whose least is %v", squared, loss(&got.Result), got.starts, least)
		}
	}
}

// TestDamagedFiles gives files that are damaged, or of another game: errors name file, line and reason, and nothing is
// overwritten.
func TestDamagedFiles(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	other := filepath.Join(folder, "other.json")
	if err := learn.Linear("hex", 0, 1, 2).Save(other); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, root,
		clitest.Case{Args: "match -a trained,model=" + other + " -b random", Status: cli.Misuse, Err: "other.json:4: a model of \"hex\""},
		clitest.Case{Args: "match -a trained,model=" + file("torn.json", "{\n\"format\":") + " -b random", Status: cli.Misuse, Err: "torn.json:2: "},
		clitest.Case{Args: "match -a trained,model=" + folder + "/none -b random", Status: cli.Misuse, Err: "no such file"},
	)
	set := file("set.jsonl", `{"format":"ply games","version":1,"game":"hex"}`+"\n")
	weights := file("weights.json", "precious")
	for _, args := range []string{"learn -games 2 -nodes 10 -set " + set + " -o " + weights, "learn -o " + folder, "learn -o " + folder + "/none/weights.json", "learn -set " + folder + " -o " + weights} {
		r := clitest.Run(t, root, "", strings.Fields(args)...)
		if r.Status != cli.Failure || strings.Count(r.Err, "\n") != 1 {
			t.Errorf("%s: %+v", args, r)
		}
	}
	if data, err := os.ReadFile(weights); err != nil || string(data) != "precious" {
		t.Errorf("%q, %v: the file was overwritten", data, err)
	}
	papers := filepath.Join(folder, "papers")
	if err := os.Mkdir(papers, 0o777); err != nil {
		t.Fatal(err)
	}
	file(filepath.Join("papers", ledger), "{\"row\":\"x\"}\nnonsense\n")
	if r := clitest.Run(t, root, "", "papers", "-rows", "null move", "-folder", papers); r.Status != cli.Failure || !strings.Contains(r.Err, ledger+": line 2: no row") {
		t.Errorf("%+v", r)
	}
}

func TestSolveCommand(t *testing.T) {
	const small = "-table-entries=65536"
	// 4 × 4 is won in three moves, which retrograde analysis says too; 5 × 5 is won for the side that begins (Winands).
	for size, depth := range map[string]int{"4": 3, "5": 11} {
		all := clitest.Objects[solved](t, root, "solve", small, "-size", size, "-json")
		if last := all[len(all)-1]; last.Result != "win" || last.Depth != depth {
			t.Errorf("size %s: %+v", size, last)
		}
	}
	if out := clitest.Output(t, root, "solve", small, "-depth", "3"); !strings.Contains(out, "depth  3: open") {
		t.Error(out)
	}
	r := clitest.Run(t, root, "", "solve", small, "-fen", finishedFEN)
	if r.Status != cli.Failure || !strings.Contains(r.Err, "Black wins") {
		t.Errorf("%+v", r)
	}
}

// TestPapers has a run go on where another one ended.
func TestPapers(t *testing.T) {
	folder := t.TempDir()
	args := []string{"papers", "-rows", "null move", "-games", "2", "-time", "10us", "-folder", folder, "-json"}
	first := clitest.Object[found](t, root, args...)
	if first.Games != 2 || first.Row != "null move" || first.Work[0] < 2 {
		t.Errorf("%+v", first)
	}
	if again := clitest.Object[found](t, root, args...); again != first {
		t.Errorf("%+v, then %+v", first, again)
	}
	r := clitest.Run(t, root, "", "papers", "-rows", "nothing", "-folder", folder)
	if r.Status != cli.Misuse || !strings.Contains(r.Err, `no row "nothing"`) {
		t.Errorf("%+v", r)
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, root, "perft -depth 2", "perft -depth 2 -json", "perft -depth 2 -divide -json", "match -a random -b random -games 2",
		"match -a hand,nodes=50 -b random -games 2 -json")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "perft -fen x", Status: cli.Misuse, Err: "-fen x: loa: FEN of 1 fields"},
		clitest.Case{Args: "perft -size 9", Status: cli.Misuse, Err: "want 4 to 8"},
		clitest.Case{Args: "perft -depth 0 -divide", Status: cli.Misuse, Err: "-divide: want a -depth"},
		clitest.Case{Args: "match -a hand -b nobody", Status: cli.Misuse, Err: `unknown kind "nobody"`},
		clitest.Case{Args: "match -a hand,order=x -b hand", Status: cli.Misuse, Err: "order=x: want none"},
		clitest.Case{Args: "match -a mcts,evaluate,length=3 -b hand", Status: cli.Misuse, Err: "evaluate does without"},
		clitest.Case{Args: "match -a hand,model=x -b hand", Status: cli.Misuse, Err: `unknown or out of place: "model"`},
		clitest.Case{Args: "match -a hand -b hand -games 3", Status: cli.Misuse, Err: "-games 3: want an even number"},
		clitest.Case{Args: "play -white nobody", Status: cli.Misuse, Err: "-white: "},
		clitest.Case{Args: "uci -player nobody", Status: cli.Misuse, Err: "-player: "},
		clitest.Case{Args: "against", Status: cli.Misuse, Err: "-engine: want"},
		clitest.Case{Args: "draw -fen x -games y", Status: cli.Misuse, Err: "together"},
		clitest.Case{Args: "learn", Status: cli.Misuse, Err: "-o: want"},
	)
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "perft", "match -a random -b random", "play")
}

// A tuning goes on from its file, and its weights can be played with.
func TestTuneCommand(t *testing.T) {
	folder := t.TempDir()
	file, model := filepath.Join(folder, "tune.jsonl"), filepath.Join(folder, "model.json")
	args := []string{"tune", "-player", "hand,nodes=50", "-size", "5", "-iterations", "3", "-games", "4", "-json"}
	want := clitest.Object[cli.Tuned](t, root, append(args, "-workers", "1")...)
	clitest.Output(t, root, append(args, "-time", "1ms", "-out", file)...)
	got := clitest.Object[cli.Tuned](t, root, append(args, "-out", file, "-model", model, "-workers", "2")...)
	want.Seconds, got.Seconds = 0, 0
	if !reflect.DeepEqual(got, want) || got.Iterations != 3 || got.Games != 12 || !got.Complete || len(got.Parameters) != 6 {
		t.Errorf("%+v, want %+v", got, want)
	}
	clitest.Output(t, root, "match", "-a", "trained,nodes=50,model="+model, "-b", "hand,nodes=50", "-games", "2", "-size", "5")
}
