package uci_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine/uci"
)

// A teller is an engine that tells what it is asked. Its searches end at once, also those that are infinite, except those
// to depth 9, which wait until they are stopped.
type teller struct{}

func (teller) NewGame() {}
func (teller) SetOption(name, value string) error {
	return fmt.Errorf("%s=%s", name, value)
}
func (teller) Position(fen string, moves []string) error {
	return fmt.Errorf("[%s]%v", fen, moves)
}
func (teller) Go(ctx context.Context, l uci.Limits, tell func(uci.Info)) (string, error) {
	if l.Depth == 9 {
		<-ctx.Done()
	}
	return fmt.Sprintf("%+v", l), nil
}
func (teller) Perft(context.Context, int, func(string, int)) (int, error) { return 7, nil }
func (teller) String() string                                             { return "board" }

// limits returns what a teller answers to a go with these limits.
func limits(l uci.Limits) string { return fmt.Sprintf("bestmove %+v", l) }

// serve returns the answers to a session.
func serve(t *testing.T, in string) []string {
	t.Helper()
	var out strings.Builder
	s := uci.Server{Name: "teller", Author: "nobody"}
	if err := s.Serve(t.Context(), strings.NewReader(in), &out, teller{}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestGo has a bestmove for every go, whatever follows it.
func TestGo(t *testing.T) {
	const ms = 1_000_000
	for in, want := range map[string]uci.Limits{
		"go":                                {},
		"go foo":                            {},
		"go depth 3":                        {Depth: 3},
		"go depth 3 foo":                    {Depth: 3},
		"go foo depth 3 bar 7":              {Depth: 3},
		"go mate 3":                         {Depth: 5},
		"go depth":                          {},
		"go depth x nodes 5":                {Nodes: 5},
		"go depth nodes 5":                  {Nodes: 5},
		"go depth 0":                        {Depth: 1},
		"go depth -4":                       {Depth: 1},
		"go depth 99999999999999999999":     {Depth: 1000},
		"go nodes 0":                        {Nodes: 1},
		"go movetime 0":                     {Time: 1 * ms},
		"go movetime -5":                    {Time: 1 * ms},
		"go movetime 1.5":                   {},
		"go wtime 165661 btime -170671":     {Left: [2]time.Duration{165661 * ms, 1 * ms}},
		"go wtime -99999999999999999999":    {Left: [2]time.Duration{1 * ms, 0}},
		"go wtime 0 btime 0 winc 5 binc -5": {Left: [2]time.Duration{1 * ms, 1 * ms}, Added: [2]time.Duration{5 * ms, 0}},
		"go depth 2 btime 99999999999":      {Depth: 2, Left: [2]time.Duration{0, 1<<31*ms - ms}},
		"go movestogo 0 wtime 7":            {Left: [2]time.Duration{7 * ms, 0}},
		"go infinite":                       {Infinite: true},
		"go searchmoves a1 a2 depth 2":      {Depth: 2, Only: []string{"a1", "a2"}},
		"go searchmoves":                    {},
		"go infinite searchmoves b1":        {Infinite: true, Only: []string{"b1"}},
		"go perft":                          {},
		"joho go\tdepth  2":                 {Depth: 2},
		"\xef\xbb\xbfgo depth 2":            {Depth: 2},
		"go ponder":                         {},
	} {
		got := serve(t, in+"\n")
		if last := got[len(got)-1]; last != limits(want) || len(got) > 2 || len(got) == 2 && !strings.HasPrefix(got[0], "info string go: ") {
			t.Errorf("%q: %q, want %q", in, got, limits(want))
		}
	}
}

// TestCommands has the answers to lines as they stand.
func TestCommands(t *testing.T) {
	for in, want := range map[string]string{
		"uci":                              "id name teller|id author nobody|uciok",
		"joho uci":                         "id name teller|id author nobody|uciok",
		"joho isready":                     "readyok",
		"debug joho on":                    "",
		"ISREADY":                          `info string unknown command "ISREADY"`,
		"stop":                             "",
		"ponderhit":                        "",
		"stop\nisready":                    "readyok",
		"register later":                   "",
		"setoption":                        "info string setoption: want name NAME value VALUE",
		"setoption Hash":                   "info string setoption: want name NAME value VALUE",
		"setoption name Clear Hash":        "info string Clear Hash=",
		"setoption name A  b value c  d":   "info string A b=c d",
		"setoption name x value":           "info string x=",
		"position startpos":                "info string [][]",
		"position joho startpos moves a b": "info string [][a b]",
		"position startpos joho moves a":   "info string [][a]",
		"position fen x y moves":           "info string [x y][]",
		"position fen moves a":             "info string position: fen without a position",
		"position":                         "info string position: want startpos or fen FEN, and then moves and a list of moves",
		"perft":                            "info string go: perft without a number",
		"perft 3":                          "|Nodes searched: 7",
		"go perft 3":                       "|Nodes searched: 7",
		"d\r":                              "board",
		"go depth 9\nquit\ngo depth 2":     limits(uci.Limits{Depth: 9}),
		"go infinite\nd\nposition fen x\ngo depth 2\nisready": "readyok|" + limits(uci.Limits{Infinite: true}) + "|board|info string [x][]|" + limits(uci.Limits{Depth: 2}),
	} {
		if got := strings.Join(serve(t, in+"\n"), "|"); !sameLines(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// sameLines reports whether answers are the same but for the place of readyok, which is given while a search ends.
func sameLines(got, want string) bool {
	if strings.Contains(want, "readyok|") && strings.Count(got, "readyok") == 1 {
		got, want = strings.ReplaceAll("|"+got, "|readyok", ""), strings.ReplaceAll("|"+want, "|readyok", "")
	}
	return got == want
}

// A talk is a session whose lines are written as the answers come.
type talk struct {
	t     *testing.T
	to    io.Writer
	lines *bufio.Scanner
}

func (k *talk) say(lines string) {
	k.t.Helper()
	if _, err := io.WriteString(k.to, lines); err != nil {
		k.t.Fatal(err)
	}
}

// expect reads one answer.
func (k *talk) expect(want string) {
	k.t.Helper()
	if !k.lines.Scan() || k.lines.Text() != want {
		k.t.Fatalf("%q, want %q", k.lines.Text(), want)
	}
}

// ready sends isready and expects that nothing is said before its answer.
func (k *talk) ready() {
	k.t.Helper()
	k.say("isready\n")
	k.expect("readyok")
}

// TestInfinite keeps the moves of searches that have ended until they are asked for.
func TestInfinite(t *testing.T) {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		err := (&uci.Server{}).Serve(t.Context(), in, out, teller{})
		served <- errors.Join(err, out.Close())
	}()
	k := &talk{t, commands, bufio.NewScanner(answers)}
	infinite, ponder := limits(uci.Limits{Infinite: true}), limits(uci.Limits{Depth: 2})
	for range 3 { // the search itself has long ended
		k.say("go infinite\n")
		k.ready()
		k.say("joho\n")
		k.expect(`info string unknown command "joho"`)
		k.say("ponderhit\n")
		k.ready()
		k.say("stop\n")
		k.expect(infinite)
		k.say("go ponder depth 2\n")
		k.ready()
		k.say("ponderhit\n")
		k.expect(ponder)
		k.say("go ponder depth 2\n")
		k.ready()
		k.say("stop\n")
		k.expect(ponder)
	}
	// What needs the engine waits for the end of the search, and stop is for the last search before it.
	k.say("go infinite\nposition fen x\n")
	k.ready()
	k.say("stop\n")
	k.expect(infinite)
	k.expect("info string [x][]")
	k.say("go depth 2\ngo infinite\nd\ngo depth 9\nstop\n")
	k.expect(limits(uci.Limits{Depth: 2}))
	k.expect(infinite)
	k.expect("board")
	k.expect(limits(uci.Limits{Depth: 9}))
	k.say("go infinite\n") // and ends with the input
	commands.Close()
	k.expect(infinite)
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// FuzzServe has any session end, with a bestmove for each go at most.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\ngo wtime -1 btime 99999999999999999999 winc x\nstop\n", "go infinite\ngo ponder\nponderhit\nstop\nquit\n",
		"joho go depth\ngo searchmoves a b perft 2\nsetoption name name value value\nposition moves fen startpos\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		moves := 0
		for _, line := range serve(t, in) {
			if strings.HasPrefix(line, "bestmove ") {
				moves++
			}
		}
		if moves > strings.Count(in, "go") {
			t.Fatalf("%d moves for %q", moves, in)
		}
	})
}
