package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestMain(m *testing.M) {
	clitest.Main(root)
	os.Exit(m.Run())
}

const (
	kiwipete  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	mateInOne = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
)

func TestPerftCommand(t *testing.T) {
	all := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "3", "-json", "-fen", kiwipete)
	if len(all) != 4 || all[3].Depth != 3 || all[3].Leaves != 97862 {
		t.Errorf("%+v", all)
	}
	sum := 0
	for _, part := range clitest.Objects[struct{ Leaves int }](t, root, "perft", "-depth", "3", "-divide", "-json") {
		sum += part.Leaves
	}
	if sum != 8902 {
		t.Error(sum)
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
	human := []string{"-white", "human", "-black", "human"}
	out := run("nonsense\ne2e5\nundo\nNf3\ne7e5\nundo\nquit\n", human...)
	for _, want := range []string{`move "nonsense" is not legal here: want two squares`, `move "e2e5" is not legal here`, "nothing was played", "Black to move"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	if out := run("", "-white", "alphabeta,nodes=2000", "-black", "random", "-fen", mateInOne); !strings.HasSuffix(out, "checkmate: White wins\n") {
		t.Error(out)
	}
	if out := run(strings.Repeat("g1f3\ng8f6\nf3g1\nf6g8\n", 2), human...); !strings.HasSuffix(out, "draw: threefold repetition\n") {
		t.Error(out)
	}
	if out := run("f2f7\n", append(human, "-fen", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1")...); !strings.HasSuffix(out, "draw: stalemate\n") {
		t.Error(out)
	}
	clitest.Sessions(t, root, "play -white alphabeta,nodes=100 -black human", "e7e5\nmoves\nundo\nc7c5\nquit\n")
}

func TestUCICommand(t *testing.T) {
	session := "uci\nisready\nucinewgame\nsetoption name Hash value 1\nposition startpos moves e2e4 e7e5 g1f3\ngo depth 3\nposition fen " + kiwipete +
		" moves e1g1 e8c8\ngo nodes 500\nposition fen " + mateInOne + "\ngo depth 3\nposition startpos\ngo perft 3\n"
	r := clitest.Run(t, root, session, "uci")
	for _, want := range []string{"uciok\n", "readyok\n", "info depth 3 score cp ", "score mate 1", "bestmove d1d8", "Nodes searched: 8902\n"} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("%q is missing in %s", want, r.Out)
		}
	}
	if r.Status != cli.Success || strings.Count(r.Out, "bestmove ") != 3 || strings.Contains(r.Out, "info string") {
		t.Errorf("%+v", r)
	}
}

func TestMatchCommand(t *testing.T) {
	args := []string{"match", "-a", "alphabeta,nodes=100", "-b", "alphabeta,depth=1,nodes=100,null=0,quiet=0,selective=0,plain,order=ranks,memory=1", "-games", "4", "-json"}
	one := clitest.Object[cli.Matched](t, root, append(args, "-workers", "1")...)
	two := clitest.Object[cli.Matched](t, root, append(args, "-workers", "2")...)
	one.Seconds, two.Seconds = 0, 0
	if one != two || one.Games != 4 {
		t.Errorf("%+v, by two workers %+v", one, two)
	}
}

func TestTuneCommand(t *testing.T) {
	tuned := clitest.Object[cli.Tuned](t, root, "tune", "-player", "alphabeta,nodes=50", "-iterations", "2", "-games", "2", "-json")
	if len(tuned.Parameters) != 6 || !tuned.Complete {
		t.Errorf("%+v", tuned)
	}
}

func TestAgainstCommand(t *testing.T) {
	clitest.StartsCommand(t)
	args := []string{"against", "-engine", os.Args[0] + " uci -player random", "-player", "alphabeta,nodes=1000", "-option", "Hash=1", "-games", "2"}
	m := clitest.Object[map[string]any](t, root, append(args, "-json")...)
	if m["wins"] != 2.0 || m["games"] != 2.0 {
		t.Errorf("%v", m)
	}
	rated := clitest.Run(t, root, "", append(args, "-elo", "1000 1200", "-player", "random")...)
	if !strings.Contains(rated.Out, "random 1200: ") || !strings.Contains(rated.Out, "\nrating ") && !strings.Contains(rated.Err, "no rating: ") {
		t.Errorf("%+v", rated)
	}
	r := clitest.Run(t, root, "", "against", "-engine", filepath.Join(t.TempDir(), "missing"))
	if r.Status != cli.Failure || strings.Count(r.Err, "\n") != 1 {
		t.Errorf("%+v", r)
	}
}

const problems = "# two problems\n" +
	`6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "back rank";` + "\n" +
	"6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8#;\n"

func TestSolveCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "problems.epd")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(problems)
	args := []string{"solve", "-file", name, "-player", "alphabeta,nodes=1000"}
	all := clitest.Objects[tried](t, root, append(args, "-json")...)
	if len(all) != 3 || all[0].ID != "back rank" || !all[0].Solved || all[0].Move != "Rd8#" || all[1].Solved || all[1].ID != "line 3" || all[1].Want != "not Rd8#" {
		t.Errorf("%+v", all)
	}
	if out := clitest.Output(t, root, args...); !strings.Contains(out, "1 of 2 solved, ") {
		t.Error(out)
	}
	clitest.Files(t, root, "solve -player alphabeta,nodes=10 -file FILE", name)
	clitest.LongLines(t, root, "solve -player alphabeta,nodes=10 -file FILE", name)
	for text, want := range map[string]string{
		"":                          "no positions",
		chess.Start:                 "line 1: no operation bm or am",
		"x w - - bm e4;":            "line 1: FEN: a board of 1 ranks",
		chess.Start + "\n":          "line 1: no operation",
		mateInOne[:30] + " bm e4;":  "line 1: bm: move \"e4\" is not legal here",
		mateInOne[:30] + " bm \"e4": "line 1: ",
	} {
		write(text)
		r := clitest.Run(t, root, "", "solve", "-file", name)
		if r.Status != cli.Failure || !strings.Contains(r.Err, want) || !strings.Contains(r.Err, name) {
			t.Errorf("%q: %+v, want %q", text, r, want)
		}
	}
}

func TestTrainCommand(t *testing.T) {
	games, weights := filepath.Join(t.TempDir(), "games.jsonl"), filepath.Join(t.TempDir(), "weights.json")
	args := []string{"train", "-set", games, "-o", weights, "-games", "20", "-nodes", "50", "-seed", "1"}
	r := clitest.Run(t, root, "", args...)
	text, err := os.ReadFile(weights)
	if r.Status != cli.Success || err != nil || !strings.HasPrefix(string(text), `{"Squares":[[`) || !strings.Contains(r.Out, " of 20 games, ") {
		t.Errorf("%+v, file %q, error %v", r, text, err)
	}
}

func TestDrawCommand(t *testing.T) {
	if out := clitest.Output(t, root, "draw", "-moves", "e4 e5"); !strings.Contains(out, "White to move\n") || !strings.Contains(out, " w KQkq - 0 2\n") {
		t.Error(out)
	}
	if out := clitest.Output(t, root, "draw", "-o", "-"); strings.Count(out, "♟") != 16 || !strings.Contains(out, "White to move") {
		t.Error(out)
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, root, "perft -depth 2", "perft -depth 2 -json", "draw", "match -a random -b random -games 2")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "perft -fen x", Status: cli.Misuse, Err: "-fen x: FEN of 1 fields"},
		clitest.Case{Args: "draw -fen x", Status: cli.Misuse, Err: "-fen: FEN of 1 fields"},
		clitest.Case{Args: "draw -moves e5", Status: cli.Misuse, Err: `-moves: move "e5" is not legal here`},
		clitest.Case{Args: "match -b alphabeta,order=x", Status: cli.Misuse, Err: "order=x: want none"},
		clitest.Case{Args: "match -b nobody", Status: cli.Misuse, Err: `unknown kind "nobody"`},
		clitest.Case{Args: "against", Status: cli.Misuse, Err: "-engine: want"},
		clitest.Case{Args: "against -engine x -option y", Status: cli.Misuse, Err: "want NAME=VALUE"},
		clitest.Case{Args: "against -engine x -player nobody", Status: cli.Misuse, Err: `unknown kind "nobody"`},
		clitest.Case{Args: "against -engine x -elo 2000,2200", Status: cli.Misuse, Err: "-elo: "},
		clitest.Case{Args: "against -engine x -games 3", Status: cli.Misuse, Err: "-games 3: want an even number"},
		clitest.Case{Args: "solve -player nobody", In: problems, Status: cli.Misuse, Err: `-player: unknown kind "nobody"`},
	)
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "perft", "match -a random -b random", "play")
}
