package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

// TestMain makes the test program an engine that misbehaves, if it is told so: the referee starts it as it would any
// other.
func TestMain(m *testing.M) {
	switch manner := os.Getenv("PLY_FAKE_ENGINE"); manner {
	case "":
	case "itself":
		if err := quick.run(context.Background(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	default:
		fakeEngine(manner, os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// fakeEngine plays the first point that is empty and no eye, until its third move, with which it shows its manners.
func fakeEngine(manner string, in io.Reader, out io.Writer) {
	e, err := newBot(player{}, rules{komi: 7.5}, 9, rand.NewPCG(1, 1))
	if err != nil {
		panic(err)
	}
	s := &gtp.Server{Name: "fake", Version: "0"}
	s.Add(e)
	switch manner {
	case "leaves":
		return
	case "is small":
		s.Handle("boardsize", func(context.Context, []string) (string, error) { return "", fmt.Errorf("unacceptable size") })
	}
	moves := 0
	s.Handle("genmove", func(ctx context.Context, args []string) (string, error) {
		if moves++; moves == 3 {
			switch manner {
			case "dies":
				os.Exit(3)
			case "hangs":
				select {}
			case "cheats":
				return e.Game().Board.Name(e.Game().Board.Last()), nil
			case "babbles":
				fmt.Fprint(out, "what?\n\n")
				return "", nil
			case "answers twice":
				fmt.Fprint(out, "= a1\n\n")
			case "raves":
				fmt.Fprintln(out, strings.Repeat("= ", 1<<20))
			case "says two moves":
				return "a1 b2", nil
			case "says nothing":
				return "", nil
			case "plays elsewhere":
				return "t19", nil
			case "resigns":
				return "resign", nil
			case "refuses":
				return "", fmt.Errorf("no idea")
			}
		}
		b := e.Game().Board
		for _, p := range b.Points() {
			if b.Legal(p) && !b.Eye(b.ToMove(), p) && b.LibertiesAfter(b.ToMove(), p) > 1 {
				return b.Name(p), e.Play(e.ToMove(), b.Name(p))
			}
		}
		return "pass", e.Play(e.ToMove(), "pass")
	})
	if err := s.Serve(context.Background(), in, out); err != nil {
		panic(err)
	}
}

// against plays a match against a fake engine with a manner.
func against(t *testing.T, manner string, more ...string) contested {
	t.Helper()
	t.Setenv("PLY_FAKE_ENGINE", manner)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"against", "-engine", program, "-player", "rave,strong,sims=20", "-size", "5", "-games", "4", "-json", "-timeout", "1m"}
	return clitest.Object[contested](t, root, append(args, more...)...)
}

func TestAgainst(t *testing.T) {
	if strings.Contains(os.Args[0], " ") {
		t.Skip("the path of the test has a blank")
	}
	for manner, reason := range map[string]string{
		"plays": "", "resigns": "", "dies": "has ended", "cheats": "illegal move", "babbles": "keep to the protocol", "refuses": "refused: no idea",
		"leaves": "has ended", "is small": "refused: unacceptable size", "answers twice": "illegal move", "raves": "keep to the protocol",
		"says two moves": "illegal move", "says nothing": "illegal move", "plays elsewhere": "illegal move",
	} {
		r := against(t, manner)
		if r.Games != 4 || len(r.SGF) != 4 || r.Wins < 3 {
			t.Errorf("%s: %+v", manner, r)
		}
		want := 0
		if reason != "" {
			want = 4
		}
		if len(r.Forfeited) != want {
			t.Errorf("%s: forfeited %+v", manner, r.Forfeited)
		}
		for _, f := range r.Forfeited {
			if !strings.Contains(f.Reason, reason) || strings.HasPrefix(f.Engine, "ply") {
				t.Errorf("%s: %+v", manner, f)
			}
		}
	}
}

// TestAgainstSilence has an engine that never answers.
func TestAgainstSilence(t *testing.T) {
	if !long.Enabled {
		t.Skip("it waits for an engine that is silent")
	}
	r := against(t, "hangs", "-timeout", "300ms")
	if r.Wins != 4 || len(r.Forfeited) != 4 || !strings.Contains(r.Forfeited[0].Reason, "does not answer") {
		t.Errorf("%+v", r)
	}
}

// TestAgainstGNUGo plays a short match against a program that others wrote.
func TestAgainstGNUGo(t *testing.T) {
	gnugo, err := exec.LookPath("gnugo")
	if err != nil {
		gnugo = "/usr/games/gnugo"
		if _, err := os.Stat(gnugo); err != nil {
			t.Skip("GNU Go is not installed (package gnugo)")
		}
	}
	file := filepath.Join(t.TempDir(), "games.sgf")
	r := clitest.Object[contested](t, root, "against", "-engine", gnugo+" --mode gtp --level 1 --chinese-rules", "-player", "rave,strong,sims=200",
		"-size", "7", "-games", "2", "-json", "-sgf", file)
	if r.Games != 2 || len(r.Forfeited) > 0 || len(r.SGF) != 2 {
		t.Errorf("%+v", r)
	}
	games, err := cli.ReadFile(file, sgf.Read)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	for _, g := range games {
		if _, _, err := goban.Replay(g.MainLine(), goban.Rules{Superko: true}); err != nil {
			t.Error(err)
		}
	}
}

// talk runs the engine on some commands.
func talk(t *testing.T, f gtpFlags, in string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := f.run(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
}

var quick = gtpFlags{size: 5, rules: rules{"chinese", 0.5}, player: "rave,strong,sims=30"}

func TestGTP(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[5];B[cc];W[bb];B[dd])"), 0o600); err != nil {
		t.Fatal(err)
	}
	var commands, wants []string
	for _, c := range []struct{ command, want string }{
		{"protocol_version", "= 2"}, {"known_command lz-analyze", "= true"},
		{"play b c3", "="}, {"play b c3", "? illegal move: black C3: a stone is there"}, {"play w z9", "? illegal move"},
		{"play b d3", "="}, {"play w", "? 1 arguments"}, {"undo", "="}, {"undo", "="}, {"undo", "? cannot undo"},
		{"boardsize 20", "? unacceptable size"}, {"boardsize 1", "? unacceptable size"}, {"boardsize x", "? "},
		{"komi 6.5", "="}, {"komi 0.3", "? komi"}, {"komi nan", "? "},
		{"fixed_handicap 2", "? no handicap"}, {"boardsize 9", "="}, {"fixed_handicap 9", "= C3 G7 C7 G3 C5 G5 E3 E7 E5"},
		{"fixed_handicap 2", "? board not empty"}, {"genmove w", "= "}, {"clear_board", "="}, {"fixed_handicap 10", "? handicap 10"},
		{"place_free_handicap 30", "= C3 G7"}, {"clear_board", "="}, {"set_free_handicap c3 c3", "? "}, {"set_free_handicap c3 pass", "? "},
		{"set_free_handicap c3 g7", "="}, {"boardsize 13", "="}, {"fixed_handicap 5", "= D4 K10 D10 K4 G7"},
		{"boardsize 5", "="}, {"play b pass", "="}, {"play w pass", "="}, {"genmove b", "= pass"}, {"final_score", "= W+6.5"},
		{"kgs-time_settings none", "="}, {"kgs-time_settings absolute 60", "="}, {"kgs-time_settings byoyomi 60 10 5", "="},
		{"kgs-time_settings canadian 60 10 5", "="}, {"kgs-time_settings japanese", "? "}, {"time_settings 0 1 100", "="},
		{"time_left b 1 100", "="}, {"loadsgf " + file, "= white"}, {"showboard", "=\n"}, {"loadsgf " + file + " 2", "= white"},
		{"loadsgf /nowhere", "? cannot load file"}, {"loadsgf", "? "}, {"final_status_list dead", "="}, {"final_status_list odd", "? "},
		{"captures b", "= 0"}, {"captures", "? \"\" is no colour"}, {"list_stones w", "="},
		{"clear_board", "="}, {"play w a2", "="}, {"play w b1", "="}, {"play b a1", "? illegal move"}, // suicide
		{"clear_board", "="}, {"play b b3", "="}, {"list_stones black", "= B3"}, {"play b c4", "="}, {"play b c2", "="}, {"play w d4", "="}, {"play w e3", "="},
		{"play w d2", "="}, {"play w c3", "="}, {"play b d3", "="}, {"play w c3", "? illegal move"}, // ko
		{"play b pass", "="}, {"play w c3", "? illegal move"}, {"undo", "="},
		{"genmove", "? 0 arguments"}, {"genmove green", "? \"green\" is no colour"}, {"genmove b w", "? 2 arguments"},
		{"play b a26", "? illegal move"}, {"play b i5", "? illegal move"}, {"play b \xff\xfe", "? illegal move"}, {"play b resign", "? illegal move"},
		{"kata-analyze b avoid", "? \"avoid\""},
		{"reg_genmove b", "= "}, {"7 name", "=7 ply go"}, {"\x01nonsense \x02", "? unknown command"},
		{strings.Repeat("x", gtp.LongestLine+1), "? line longer"},
		{"lz-analyze w 5", "="}, {"lz-analyze x", "? "},
	} {
		commands, wants = append(commands, c.command), append(wants, c.want)
	}
	for i, reply := range talk(t, quick, strings.Join(commands, "\n")) {
		if !strings.HasPrefix(reply, wants[i]) {
			t.Errorf("%.60q: %.200q, want %q", commands[i], reply, wants[i])
		}
	}
}

func FuzzGTP(f *testing.F) {
	f.Add("boardsize 3\nplay w a1\ngenmove b\nundo\nshowboard\n")
	f.Add("time_settings 0 1 1\ntime_left w 0 0\ngenmove w\nfinal_score\nlz-analyze 10")
	f.Add("genmove b\nkata-analyze w interval 1 maxmoves 2\nplay w pass\nkomi 3\ngenmove b")
	f.Add("fixed_handicap 4\nset_free_handicap a1 b2\nkomi 7\nplay b pass\nplay w pass\ngenmove b\nfinal_status_list dead")
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Contains(in, "loadsgf") || len(in) > 200 {
			t.Skip("files of this machine, and long sessions, are not for here")
		}
		flags := quick
		flags.player, flags.ponder = "rave,strong,sims=2", true
		talk(t, flags, in)
	})
}

func TestMatch(t *testing.T) {
	args := strings.Fields("match -size 5 -games 8 -a rave,strong,sims=60 -b random -json -workers")
	a, b := clitest.Object[matched](t, root, append(args, "1")...), clitest.Object[matched](t, root, append(args, "2")...)
	a.Seconds, b.Seconds = 0, 0
	if a != b {
		t.Errorf("%+v with one worker, %+v with two", a, b)
	}
	if a.Games != 8 || a.Score < 0.7 || !a.Complete {
		t.Errorf("%+v", a)
	}
}

// TestKit tries commands that package command has made.
func TestKit(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "play -size 5 -against strong,sims=50", In: "C3\nC3\nquit\n", Out: "white plays "},
		clitest.Case{Args: "play -size 5 -black random -white random", Out: " wins\n"},
		clitest.Case{Args: "analyse -size 5 -player grave,ataris,prior=1,sims=200 -moves C3 -lines 1", Out: "200 nodes, out of nodes"},
		clitest.Case{Args: "uci -size 5 -player uct,mercy=0.3", In: "setoption name Hash value 16\nposition startpos moves C3\ngo nodes 100\n", Out: "bestmove "},
		clitest.Case{Args: "json -size 5", In: `{"id":"a","moves":["C3"],"nodes":50}` + "\n", Out: `"visits":`},
		clitest.Case{Args: "play -komi 0.3", Status: cli.Misuse, Err: "multiple of 0.5"},
		clitest.Case{Args: "perft -size 3 -depth 2", Out: " 91 "},
	)
}

func TestBench(t *testing.T) {
	r := clitest.Object[benched](t, root, "bench", "-json", "-seconds", "0.05")
	if r.PlayoutsPerSecond <= 0 || r.SimulationsPerSecond <= 0 || r.MovesPerPlayout < 90 || r.MovesPerPlayout > 130 {
		t.Errorf("%+v", r)
	}
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "match -a uct", Status: cli.Misuse, Err: "want two players"},
		clitest.Case{Args: "match -a uct -b what", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "match -a uct -b rave,mercy=-1", Status: cli.Misuse, Err: "mercy=-1"},
		clitest.Case{Args: "match -a uct -b random -games 3", Status: cli.Misuse, Err: "even"},
		clitest.Case{Args: "match -a uct -b random -komi 0.3", Status: cli.Misuse, Err: "multiple of 0.5"},
		clitest.Case{Args: "against", Status: cli.Misuse, Err: "want the command"},
		clitest.Case{Args: "against -engine /nowhere/engine", Status: cli.Failure, Err: "/nowhere/engine"},
		clitest.Case{Args: "against -engine x -sgf /nowhere/x.sgf", Status: cli.Failure, Err: "cannot be written"},
		clitest.Case{Args: "bench -player random", Status: cli.Misuse, Err: "one that searches"},
		clitest.Case{Args: "gtp -player uct,uct=1", Status: cli.Misuse, Err: "uct"},
	)
}
