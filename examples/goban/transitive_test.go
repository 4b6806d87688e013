package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/search/alphabeta"
)

// Three stones of which one is diagonal to both others: a move between them threatens both connections.
const bend = `{"problem":7,"size":7,"black":["C3","D4","E3"],"white":["F6"],"goal":"connect","stones":["C3","E3"]}` + "\n"

// The same where white stones leave no way to capture what cuts.
const cut = `{"problem":8,"size":7,"black":["C3","D4","E3"],"white":["D2","C5","E5","B4","F4"],"goal":"connect","stones":["C3","E3"]}` + "\n"

func TestTransitive(t *testing.T) {
	file := write(t, "problems.jsonl", bend+cut)
	for _, by := range [][2]string{{"dfpn", byUnion}, {"dfpn", byIntersection}, {"dfpn", byPlain}, {"dfpn", byLegal}, {"threats", byUnion}} {
		out := clitest.Output(t, command, "transitive", "-problems", file, "-method", by[0], "-defender", by[1])
		for _, want := range []string{" 7 C3 D4 E3 ", " connected ", " 8 C3 D4 E3 ", " cut       D3 "} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", by, want, out)
			}
		}
	}
	out := clitest.Output(t, command, "transitive", "-problems", file, "-defender", "all")
	if !strings.HasSuffix(out, "answers differ on 0 problems\n") {
		t.Error(out)
	}
	all := clitest.Objects[transited](t, command, "transitive", "-problems", file, "-json")
	end := len(all) - 1 // the total
	for _, s := range all[:end] {
		if !s.Solved || s.Connected != (s.Problem == 7 || s.Strings[1] != "D4") || s.Nodes == 0 || s.Defender != byUnion {
			t.Errorf("%+v", s)
		}
	}
	few := clitest.Objects[transited](t, command, "transitive", "-problems", file, "-total", "10", "-json")
	for _, s := range few {
		if s.Solved || s.Nodes > 10 {
			t.Errorf("%+v", s)
		}
	}
	limits := clitest.Objects[solvedAll](t, command, "transitive", "-problems", file, "-triples", "2", "-limits", "-json")
	if len(limits) != 6 || limits[5].Defender != byPlain {
		t.Errorf("%+v", limits)
	}
	if out := clitest.Output(t, command, "transitive", "-problems", file, "-triples", "2", "-limits"); !strings.Contains(out, "1000 ms ") {
		t.Error(out)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "transitive", Status: cli.Misuse, Err: "-problems: want a file"},
		clitest.Case{Args: "transitive -limits -defender all -problems " + file, Status: cli.Misuse, Err: "-limits: want one -defender"},
		clitest.Case{Args: "transitive -defender both -problems " + file, Status: cli.Misuse, Err: "want union, intersection, plain, legal or all"},
		clitest.Case{Args: "transitive -threat 2,3,1 -problems " + file, Status: cli.Misuse, Err: "threat"},
		clitest.Case{Args: "transitive -problems -", In: "{}", Status: cli.Failure, Err: "standard input: line 1"},
		clitest.Case{Args: "transitive -problems " + file + "x", Status: cli.Failure, Err: "problems.jsonlx"},
	)
	clitest.Files(t, command, "transitive -total 1000 -problems FILE", file)
	clitest.LongLines(t, command, "transitive -total 1000 -problems FILE", file)
}

// Plain alpha-beta leaves the board as it was, and its positions keep what they are.
func TestPlain(t *testing.T) {
	b, err := goban.New(7, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	var tr triple
	tr.board = b
	for i, name := range []string{"C3", "D4", "E3"} {
		if tr.points[i], err = b.Parse(name); err != nil {
			t.Fatal(err)
		}
		if err := b.Place(goban.Black, tr.points[i]); err != nil {
			t.Fatal(err)
		}
	}
	b.SetToMove(goban.White)
	p, err := newPlain(&tr, 3, false)
	if err != nil {
		t.Fatal(err)
	}
	before, moves := b.String(), p.Moves(nil)
	r, err := alphabeta.AlphaBeta(t.Context(), p, ply.Limits{}, alphabeta.Options[goban.Point]{Depth: 6, Window: [2]int{-1, 1}, Direct: true})
	if err != nil || r.Value != -1 {
		t.Errorf("%d, %v: want connected", r.Value, err)
	}
	if after := b.String(); after != before || !slices.Equal(moves, p.Moves(nil)) {
		t.Errorf("%s to %s, %v to %v", before, after, moves, p.Moves(nil))
	}
}
