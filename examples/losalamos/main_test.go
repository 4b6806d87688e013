package main

import (
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestPerftCommand(t *testing.T) {
	all := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "5", "-json")
	if len(all) != 6 || all[4].Leaves != 14332 || all[5].Leaves != 191846 {
		t.Errorf("%+v", all)
	}
	parts := clitest.Objects[struct{ Leaves int }](t, root, "perft", "-depth", "4", "-divide", "-json")
	sum := 0
	for _, p := range parts {
		sum += p.Leaves
	}
	if len(parts) != 10 || sum != 14332 {
		t.Errorf("%+v", parts)
	}
	if out := clitest.Output(t, root, "perft", "-depth", "1", "-divide"); !strings.HasPrefix(out, "b1a3 ") {
		t.Errorf("%q", out)
	}
}

const (
	perpetual = "3K2/k5/6/r3p1/p1Q2q/r5 w - - 0 1"
	mateInTwo = "6/2K2k/6/6/1Q4/6 w - - 0 1"
)

func TestAnalyseCommand(t *testing.T) {
	const small = "-table-entries=1024"
	for repetitions, want := range map[string]bool{"true": true, "false": false} {
		all := clitest.Objects[analysed](t, root, "analyse", small, "-json", "-depth", "6", "-fen", perpetual, "-repetitions="+repetitions)
		if last := all[len(all)-1]; len(all) != 6 || last.Depth != 6 || (last.Value == 0) != want {
			t.Errorf("repetitions %s: %+v", repetitions, all)
		}
	}
	// The search ends with the mate, whatever is switched on. Only selectivity may need two moves more to see it.
	for _, args := range []string{"", "-quiescence=0", "-null-move=0", "-unverified", "-null-move=0 -unverified", "-extend=false", "-selective=0", "-bounds=false"} {
		all := clitest.Objects[analysed](t, root, append([]string{"analyse", small, "-json", "-fen", mateInTwo}, strings.Fields(args)...)...)
		if last := all[len(all)-1]; last.Value != ply.MaxValue || last.Depth > 5 ||
			strings.Contains(args, "selective") && (last.Line[0] != "c5d5" || last.Depth > 3) {
			t.Errorf("%s: %+v", args, all)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "analyse -time 1ms " + small, Out: "White to move"},
		clitest.Case{Args: "analyse -depth 2 " + small, Out: "    2 "})
	for fen, want := range map[string]string{
		"k5/1Q4/2K3/6/6/6 b - - 0 1": "checkmate: White wins",
		"k5/2Q3/6/6/6/5K b - - 0 1":  "stalemate",
	} {
		r := clitest.Run(t, root, "", "analyse", "-fen", fen)
		if r.Status != cli.Failure || !strings.Contains(r.Err, want) {
			t.Errorf("%s: %+v, want %q", fen, r, want)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	const small = "-table-entries=1024"
	run := func(in string, args ...string) string {
		t.Helper()
		r := clitest.Run(t, root, in, append([]string{"play", "-time", "1ms", small}, args...)...)
		if r.Status != cli.Success {
			t.Fatalf("%q: %+v", args, r)
		}
		return r.Out
	}
	out := run("nonsense\nb2b4\nmoves\nundo\nb2b3\nundo\nquit\n", "-white", "human", "-black", "human")
	for _, want := range []string{`move "nonsense" is not legal here: want two squares`, `move "b2b4" is not legal here`, "b1a3 ", "nothing was played", "Black to move"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	if out := run("", "-white", "machine,depth=4,memory=1,time=1h", "-black", "machine,depth=2,time=1h", "-fen", mateInTwo); !strings.Contains(out, "(wins in 1 move, ") || !strings.HasSuffix(out, "checkmate: White wins\n") {
		t.Error(out)
	}
	if out := run("a3a4\nc1d1\n", "-white", "human", "-black", "human", "-fen", "5k/6/6/r5/6/2K3 b - - 98 60"); !strings.HasSuffix(out, "draw: fifty-move rule\n") {
		t.Error(out)
	}
	circle := strings.Repeat("b1c3\nb6c4\nc3b1\nc4b6\n", 2)
	if out := run(circle, "-white", "human", "-black", "human"); !strings.HasSuffix(out, "draw: threefold repetition\n") {
		t.Error(out)
	}
	clitest.Sessions(t, root, "play -time 1ms "+small, "b2b3\nmoves\nundo\nd2d3\nquit\n")
}

func TestUCICommand(t *testing.T) {
	clitest.Check(t, root, clitest.Case{Args: "uci -extend=false", In: "position fen " + mateInTwo + "\nsetoption name Hash value 1\ngo depth 5\n", Out: "score mate 2"})
}

func TestEnhancementsCommand(t *testing.T) {
	all := clitest.Objects[enhanced](t, root, "enhancements", "-depth", "3", "-json")
	if len(all) != len(losalamos.Ladder()) || all[0].With != "alpha-beta" || all[0].Nodes <= all[1].Nodes {
		t.Errorf("%+v", all)
	}
}

func TestMatchCommand(t *testing.T) {
	one := clitest.Objects[matched](t, root, "match", "-games", "4", "-nodes", "100", "-workers", "1", "-json")
	two := clitest.Objects[matched](t, root, "match", "-games", "4", "-nodes", "100", "-workers", "2", "-json")
	if len(one) != len(losalamos.Ladder())-1 || len(two) != len(one) {
		t.Fatalf("%d and %d lines", len(one), len(two))
	}
	for i := range one {
		if one[i] != two[i] || one[i].Wins+one[i].Draws+one[i].Losses != 4 {
			t.Errorf("%+v, by two workers %+v", one[i], two[i])
		}
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, root, "perft -depth 2", "perft -depth 2 -json", "perft -depth 2 -divide", "analyse -depth 2 -table-entries 1024",
		"analyse -depth 2 -table-entries 1024 -json", "enhancements -depth 1", "enhancements -depth 1 -json",
		"match -games 2 -nodes 10", "match -games 2 -nodes 10 -json")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "perft -fen x", Status: cli.Misuse, Err: "-fen x: FEN of 1 fields"},
		clitest.Case{Args: "perft -depth 0 -divide", Status: cli.Misuse, Err: "-divide: want a -depth"},
		clitest.Case{Args: "analyse -depth 0", Status: cli.Misuse, Err: "-depth: want 1 to 250"},
		clitest.Case{Args: "play -white nobody", Status: cli.Misuse, Err: `unknown kind "nobody", want machine, random`},
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "-games 3: want an even number"},
	)
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "perft", "analyse -table-entries 1024", "play -table-entries 1024", "enhancements", "match")
}
