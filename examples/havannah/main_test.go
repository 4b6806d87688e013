package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// talk runs the engine on some commands, with further flags.
func talk(t *testing.T, flags string, lines ...string) []string {
	t.Helper()
	args := append(strings.Fields("gtp -size 4 -threads 1 -simulations 200 -memory 16"), strings.Fields(flags)...)
	r := clitest.Run(t, root, strings.Join(lines, "\n"), args...)
	if r.Status != cli.Success {
		t.Fatal(r.Err)
	}
	return strings.Split(strings.TrimSuffix(r.Out, "\n\n"), "\n\n")
}

func TestGTP(t *testing.T) {
	replies := talk(t, "", "boardsize 5", "play w a1", "play w a2", "play b a1", "play b z1", "play b b2", "genmove w",
		"undo", "undo", "undo", "undo", "boardsize 1", "time_settings 1 0 0", "genmove w", "principal_variation", "final_score", "final_status",
		"showboard", "move_stats", "time_left b 0 0", "genmove b", "genmove b")
	for i, want := range []string{"=", "=", "? not the turn", "? a1 is taken", "? \"z1\" is not on a board", "=", "= ",
		"=", "=", "=", "? cannot undo", "? unacceptable size: size 1", "=", "= ", "= ", "? the game is not over", "= unfinished", "=\n", "= ", "=", "= ", "? not the turn"} {
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
	replies := talk(t, "", append(commands, "final_score", "final_status", "all_legal")...)
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
		talk(t, "-simulations 2", in)
	})
}

// TestMain makes the test program an engine with a manner, if it is told one: the referee starts it as it would any
// other.
func TestMain(m *testing.M) {
	if manner := os.Getenv("PLY_FAKE_ENGINE"); manner != "" {
		fakeEngine(manner, os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// fakeEngine plays the first empty cell, until its third move, with which it shows its manners.
func fakeEngine(manner string, in io.Reader, out io.Writer) {
	p, err := parsePlayer("uct,sims=1")
	if err != nil {
		panic(err)
	}
	e, err := newBot(p, 4, rand.NewPCG(1, 1))
	if err != nil {
		panic(err)
	}
	s := e.server()
	moves, first := 0, ""
	s.Handle("genmove", func(context.Context, []string) (string, error) {
		if moves++; moves == 3 {
			switch manner {
			case "dies":
				os.Exit(3)
			case "cheats":
				return first, nil
			case "resigns":
				return "resign", nil
			}
		}
		c := e.Game().Moves(nil)[0]
		if first == "" {
			first = e.Game().Name(c)
		}
		return e.Game().Name(c), e.Play(e.ToMove(), e.Game().Name(c))
	})
	if err := s.Serve(context.Background(), in, out); err != nil {
		panic(err)
	}
}

// TestAgainst plays matches against engines with manners.
func TestAgainst(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(program, " ") {
		t.Skip("the path of the test has a blank")
	}
	for manner, reason := range map[string]string{
		"plays": "", "resigns": "", "dies": "has ended", "cheats": "is taken",
	} {
		t.Setenv("PLY_FAKE_ENGINE", manner)
		r := clitest.Object[contested](t, root, "against", "-engine", program, "-player", "rave,strong,sims=200", "-size", "4", "-games", "2", "-json")
		if r.Games != 2 || len(r.Record) != 2 || r.Wins != 2 || r.Score != 1 {
			t.Errorf("%s: %+v", manner, r)
		}
		want := 0
		if reason != "" {
			want = 2
		}
		if len(r.Forfeited) != want {
			t.Errorf("%s: forfeited %+v", manner, r.Forfeited)
		}
		for i, f := range r.Forfeited {
			if f.Game != i+1 || !strings.Contains(f.Reason, reason) || f.Engine != program || !strings.HasSuffix(r.Record[i], "forfeited") {
				t.Errorf("%s: %+v, %s", manner, f, r.Record[i])
			}
		}
		for i, game := range r.Record {
			replayed(t, 4, game, i)
		}
	}
}

// replayed checks that the moves of a game are legal and lead to its ending.
func replayed(t *testing.T, size int, game string, i int) {
	t.Helper()
	words := strings.Fields(game)
	g, err := havannah.New(size)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.PlayNames(words[:len(words)-1]); err != nil {
		t.Fatalf("game %d: %v", i+1, err)
	}
	early := words[len(words)-1] == "resigned" || words[len(words)-1] == "forfeited"
	if early != (g.Ending() == havannah.Unfinished) || !early && !strings.HasSuffix(game, g.Ending().String()) {
		t.Errorf("game %d ends by %v: %s", i+1, g.Ending(), game)
	}
}

func TestMatch(t *testing.T) {
	args := strings.Fields("match -size 3 -games 20 -a rave,sims=100,decisive -b random -json -workers")
	a, b := clitest.Object[matched](t, root, append(args, "1")...), clitest.Object[matched](t, root, append(args, "2")...)
	a.Seconds, b.Seconds = 0, 0
	if a != b {
		t.Errorf("%+v with one worker, %+v with two", a, b)
	}
	if a.Games != 20 || a.Score < 0.8 || !a.Complete {
		t.Errorf("%+v", a)
	}
}

// TestKit tries commands that package command has made.
func TestKit(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "play -size 3 -against strong,sims=50", In: "b2\nb2\nquit\n", Out: "black plays "},
		clitest.Case{Args: "analyse -size 3 -player grave,strong,sims=200 -moves c3 -lines 1", Out: "200 nodes, out of nodes"},
		clitest.Case{Args: "uci -size 3 -player uct,decisive", In: "setoption name Hash value 16\nposition startpos moves c3\ngo nodes 100\n", Out: "bestmove "},
		clitest.Case{Args: "json -size 4 -player rave,strong,reach=2", In: `{"id":"a","moves":["d4"],"nodes":50}` + "\n", Out: `"visits":`},
		clitest.Case{Args: "play -white rave,plain", Status: cli.Misuse, Err: "plain is for players that are decisive"},
		clitest.Case{Args: "perft -size 3 -depth 2", Out: " 342 "},
	)
}

func TestPlayers(t *testing.T) {
	for _, spec := range []string{"uct", "uct,sims=1000,k=0.25", "rave,sims=1000,r=50,k=0,decisive", "rave,fpu=inf", "grave,ref=10,r=5", "bernstein,k=0",
		"tuned,solver,threads=2", "rave,strong", "rave,decisive,plain,reach=2.5,r=0", "grave,strong,reach=0,r=7", "uct,q=1,p=0.5,memory=8", "uct,time=10ms", "random"} {
		if _, err := parsePlayer(spec); err != nil {
			t.Error(err)
		}
	}
	for _, spec := range []string{"", "go", "uct,", "uct,k", "uct,k=x", "uct,k=-1", "uct,k=NaN", "uct,k=Inf", "uct,r=5", "uct,sims=1.5", "uct,sims=1,sims=2", "uct,decisive=yes",
		"random,sims=3", "uct,q=1", "uct,time=5", "rave,ref=3", "uct,threads=-1", "uct,foo", "uct,memory=99999999999", "uct,threads=2147483648",
		"uct,threads=1025", "uct,sims=9223372036854775807", "uct,time=0", "uct,time=-1s", "rave,r=1e10", "grave,ref=-1", "rave,reach=10001", "rave,reach=-1", "rave,plain", "rave,strong=2", "uct,fpu=NaN"} {
		if _, err := parsePlayer(spec); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("%q: error %v", spec, err)
		}
	}
}

func FuzzPlayer(f *testing.F) {
	f.Add("rave,sims=1000,r=50,k=0,decisive")
	f.Fuzz(func(t *testing.T, spec string) {
		_, _ = parsePlayer(spec)
	})
}

func TestPapers(t *testing.T) {
	p := papersFlags{games: lot, table: "decisive", state: filepath.Join(t.TempDir(), "state"), json: true}
	open := func(lots int) (done map[string]map[int]played, file *os.File) {
		done = map[string]map[int]played{}
		file, err := openState(p.state, done)
		if err != nil || len(done) != lots {
			t.Fatal(done, err)
		}
		t.Cleanup(func() { file.Close() })
		return done, file
	}
	done, file := open(0)
	r := row{2, "uct,sims=10", "random", 1, 0.1}
	first, err := p.play(t.Context(), r, done, file, &cli.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	// With all games kept, none is played again.
	done, file = open(1)
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
	done, file = open(1)
	p.games = 2 * lot
	more, err := p.play(t.Context(), r, done, file, &cli.Progress{})
	if err != nil || more.Games() != 2*lot {
		t.Errorf("%v, error %v", more, err)
	}
}

func TestStateFaults(t *testing.T) {
	for _, line := range []string{"x", "{}", `{"row":"a","wins":20,"pairs":[0,0,0,0,9]}`, `{"row":"a","wins":-20,"losses":40,"pairs":[10,0,0,0,0]}`, `{"row":1}`} {
		if err := readLot(line, map[string]map[int]played{}); err == nil {
			t.Errorf("%s: no error", line)
		}
	}
}

func FuzzState(f *testing.F) {
	f.Add(`{"row":"5 uct uct","lot":1,"wins":20,"pairs":[0,0,0,0,10]}`)
	f.Fuzz(func(t *testing.T, text string) {
		_ = readLot(text, map[string]map[int]played{})
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

// TestForeignState checks that a file that is not a state file is refused and stays as it is.
func TestForeignState(t *testing.T) {
	for _, text := range []string{"notes without an end", "a line\nand another", `{"row":"a"}` + "\n" + `{"ro`} {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openState(name, map[string]map[int]played{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: error %v", text, err)
		}
		if kept, err := os.ReadFile(name); err != nil || string(kept) != text {
			t.Errorf("%q has become %q, error %v", text, kept, err)
		}
	}
}

func TestBench(t *testing.T) {
	r := clitest.Object[benched](t, root, strings.Fields("bench -size 3 -threads 2 -seconds 0.05 -json")...)
	if r.Size != 3 || r.Threads != 2 || r.SimulationsPerSecond <= 0 {
		t.Errorf("%+v", r)
	}
}

// TestSearchEnds checks that a long search ends with its context. If it has begun before that, it tells the move that
// it has found.
func TestSearchEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, commands := io.Pipe()
	go func() {
		_, _ = io.WriteString(commands, "boardsize 5\ngenmove w\n")
		time.AfterFunc(20*time.Millisecond, cancel)
	}()
	var out, stderr bytes.Buffer
	status := cli.Run(ctx, root, strings.Fields("gtp -time 1h"), cli.Streams{In: in, Out: &out, Err: &stderr})
	replies := strings.Fields(out.String())
	if status != cli.Failure || len(replies) > 1 && (len(replies) != 3 || replies[1] != "=" || len(replies[2]) < 2) {
		t.Errorf("status %d, %q, %q", status, out.String(), stderr.String())
	}
}

func TestSessions(t *testing.T) {
	clitest.Sessions(t, root, "gtp -size 3 -simulations 5 -threads 1 -memory 16",
		"1 boardsize 4\nplay w a1\ngenmove b\n2 reg_genmove w\nmove_stats\ntime_settings 0 1 1\ntime_left w 0.01 0\n"+
			"genmove w\nshowboard\nundo\nall_legal\nfinal_status\nclear_board\nlist_commands\n")
}

// The flags of a search replace what the player does.
func TestFlagsOfPlayer(t *testing.T) {
	for _, args := range []string{"-rave 50 -k 0.25", "-rave 0", "-decisive=false", "-player uct -decisive", "-player rave -rave 7 -k 0"} {
		in := strings.NewReader("genmove w\nquit\n")
		var out, stderr bytes.Buffer
		status := cli.Run(t.Context(), root, strings.Fields("gtp -size 3 -simulations 5 -threads 1 -memory 16 "+args), cli.Streams{In: in, Out: &out, Err: &stderr})
		if status != 0 || !strings.HasPrefix(out.String(), "= ") {
			t.Errorf("%s: status %d, %q, %q", args, status, out.String(), stderr.String())
		}
	}
}

func TestStreams(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	clitest.Streams(t, root, "match -size 2 -games 2 -a uct,sims=10 -b random", "match -size 2 -games 2 -a uct,sims=10 -b random -json",
		"bench -size 3 -seconds 0.01", "bench -size 3 -seconds 0.01 -json", "solve -table-entries 5000", "solve -table-entries 5000 -json")
	clitest.Check(t, root, clitest.Case{Args: "papers -state " + filepath.Join(state, "none"), Status: cli.Failure, Err: "state"})
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "match", Status: cli.Misuse, Err: "want two players"},
		clitest.Case{Args: "match -a uct -b uct -games 3", Status: cli.Misuse, Err: "-games 3: want an even number"},
		clitest.Case{Args: "match -a uct -b go", Status: cli.Misuse, Err: `unknown kind "go"`},
		clitest.Case{Args: "match -a uct -b uct -size 1", Status: cli.Misuse, Err: "-size: want 2 to 20"},
		clitest.Case{Args: "bench -seconds 0", Status: cli.Misuse, Err: "-seconds: want 0.001 to 1e+06"},
		clitest.Case{Args: "papers -table no", Status: cli.Misuse, Err: `-table "no"`},
		clitest.Case{Args: "papers -games 27", Status: cli.Misuse, Err: "want a multiple of 20"},
		clitest.Case{Args: "gtp -player rave,k=NaN", Status: cli.Misuse, Err: "k=NaN"},
		clitest.Case{Args: "gtp -k NaN", Status: cli.Misuse, Err: "-k: want 0 to 1e+09"},
		clitest.Case{Args: "gtp -player random", Status: cli.Misuse, Err: "one that searches"},
		clitest.Case{Args: "against", Status: cli.Misuse, Err: "want the command"},
		clitest.Case{Args: "against -engine x -games 3", Status: cli.Misuse, Err: "even"},
		clitest.Case{Args: "against -engine x -player random", Status: cli.Misuse, Err: "one that searches"},
		clitest.Case{Args: "against -engine x -player go", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "against -engine /nowhere/engine", Status: cli.Failure, Err: "/nowhere/engine"},
		clitest.Case{Args: "gtp -threads 2147483648", Status: cli.Misuse, Err: "-threads: want 1 to 1024"},
	)
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "gtp", "match -a uct,sims=10 -b random", "bench", "against")
}

// A tuning goes on from its file.
func TestTuneCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tune.jsonl")
	for player, names := range map[string][]string{"uct,sims=20": {"Hoeffding.K"}, "rave,strong,sims=20": {"RAVE.Weight"}} {
		args := []string{"tune", "-player", player, "-size", "4", "-iterations", "2", "-games", "2", "-json"}
		want := clitest.Object[cli.Tuned](t, root, args...)
		clitest.Output(t, root, append(args, "-time", "1ms", "-out", file)...)
		got := clitest.Object[cli.Tuned](t, root, append(args, "-out", file)...)
		want.Seconds, got.Seconds = 0, 0
		if !reflect.DeepEqual(got, want) || got.Games != 4 || len(got.Parameters) != len(names) || got.Parameters[0].Name != names[0] {
			t.Errorf("%s: %+v, want %+v", player, got, want)
		}
		os.Remove(file)
	}
}
