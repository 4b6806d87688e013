package main

import (
	"slices"
	"testing"

	"github.com/ply-search/ply/examples/internal/vittaut"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestPlayouts(t *testing.T) {
	var plies, goals [4]float64
	for i, machine := range []string{"reasoner", "bytecode", "propagator", "lanes"} {
		r := clitest.Object[played](t, command,
			"playouts", "-game", "buttons", "-seconds", "0.02", "-machine", machine, "-json")
		if r.Game != "buttons" || r.Machine != machine || r.PerSecond <= 0 || r.Playouts < 1 || r.Stuck != 0 ||
			len(r.Goals) != 1 {
			t.Errorf("%+v", r)
		}
		plies[i], goals[i] = r.Plies, r.Goals[0]
	}
	if slices.Min(plies[:]) < 3 || slices.Max(plies[:]) > 7 || slices.Max(goals[:]) > 100 {
		t.Errorf("%v moves and goals %v", plies, goals)
	}
	// In this game, b has a move in the first state only, and nothing ends it.
	const stuck = "(role a) (role b) (init one) (legal a m) (<= (legal b m) (true one)) (<= (goal a 50) (true two)) " +
		"(<= (next two) (true one)) (<= terminal (true three)) (<= (next three) (true three))"
	clitest.Check(t, command,
		clitest.Case{Args: "playouts -game tictactoe -seconds 0.01", Out: "tictactoe: "},
		clitest.Case{Args: "playouts -game tictactoe -seconds 0.01 -plies 2 -machine bytecode",
			Out: " playouts/s of 2.0 joint moves by the bytecode, x"},
		clitest.Case{Args: "playouts -game - -seconds 0.01 -machine lanes", In: stuck, Out: "playouts a role had no move"},
		clitest.Case{Args: "playouts -game - -seconds 0.01 -machine bytecode", In: stuck, Out: "of 1.0 joint moves"},
		clitest.Case{Args: "playouts -game - -seconds 0.01 -machine propagator", In: stuck, Out: "of 1.0 joint moves"},
		clitest.Case{Args: "playouts -game - -seconds 0.01 -machine reasoner", In: stuck, Out: "playouts a role had no move"},
		clitest.Case{Args: "playouts -game - -seconds 0.01", In: "(role a) (<= terminal (not terminal))", Status: cli.Failure},
		clitest.Case{Args: "playouts -game - -seconds 0.01", In: "(role a", Status: cli.Failure},
		clitest.Case{Args: "playouts -game tictactoe -machine abacus", Status: cli.Misuse, Err: "abacus"},
		clitest.Case{Args: "playouts", Status: cli.Misuse, Err: "want a game"},
	)
}

func TestPapers(t *testing.T) {
	rows := clitest.Objects[measured](t, command, "papers", "-dir", "rules", "-seconds", "0.01", "-plies", "20", "-json")
	if len(rows) < 10 {
		t.Errorf("only %d games", len(rows))
	}
	for _, m := range rows {
		if m.Error != "" || m.Reasoner <= 0 || m.Bytecode <= 0 || m.Lanes <= 0 || m.Gates == 0 || m.Rules == 0 || m.Plies == 0 {
			t.Errorf("%+v", m)
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "papers -game nim -seconds 0.01", Out: "1 games, and 0 that failed"},
		clitest.Case{Args: "papers -game -", In: "(role", Out: "no game was measured"},
		clitest.Case{Args: "papers -dir rules -game nim", Status: cli.Misuse, Err: "want one of them"},
	)
}

// TestLater measures two games in which facts become constants.
func TestLater(t *testing.T) {
	for _, name := range []string{"connectfour", "tictactoe"} {
		r := clitest.Object[later](t, command, "papers", "-later", "-game", name, "-seconds", "0.001", "-json")
		if r.Error != "" || r.Gates == 0 || !(r.Left[0] >= r.Left[1] && r.Left[1] > r.Left[2]) || r.Left[2] > 0.8 ||
			slices.Min(r.Faster[:]) <= 0 || slices.Min(r.Making[:]) < 0 {
			t.Errorf("%+v", r)
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "papers -later -game breakthrough -plies 8 -seconds 0.001", Out: "100 % left, ×1.00"},
		clitest.Case{Args: "papers -later -game buttons -seconds 0.001", Out: "\n1 games; faster by at least"},
		clitest.Case{Args: "papers -later -game -", In: "(role", Out: "-: "},
		clitest.Case{Args: "papers -later -dir rules -game nim", Status: cli.Misuse, Err: "want one of them"},
	)
}

// TestTable52 plays some matches of the table, of a game that the thesis has and of one that it has not.
func TestTable52(t *testing.T) {
	rows := clitest.Objects[cell](t, command, "papers", "-table52", "connectfour,rules/nim.kif", "-matches", "4", "-move", "100us", "-json")
	if len(rows) != 12 {
		t.Fatalf("%d lines, want one for each two matches of six cells", len(rows))
	}
	for i, r := range rows {
		game, paper := "connectfour", []int{72, 72, 76}[i%3]
		if i%6 > 2 {
			game, paper = "nim", 0
		}
		if r.Game != game || r.Paper != paper || r.Matches != 2*(i/6+1) || r.Players != vittaut.Columns[i%3].Name {
			t.Errorf("line %d: %+v", i, r)
		}
		if losses := r.Matches - r.Wins - r.Draws; losses < 0 || r.Rate != 100*(float64(r.Wins)+float64(r.Draws)/2)/float64(r.Matches) ||
			r.Low > r.Rate+1e-9 || r.High < r.Rate-1e-9 || r.Plies < 3 || r.Lanes < 1 || r.One < 1 {
			t.Errorf("line %d: %+v", i, r)
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "papers -table52 tictactoe -matches 2 -move 100us", Out: "tictactoe            mean, C=0.4/64         2 "},
		clitest.Case{Args: "papers -table52 tictactoe -matches 3", Status: cli.Misuse, Err: "want an even number"},
		clitest.Case{Args: "papers -table52 tictactoe -game nim", Status: cli.Misuse, Err: "want neither -game nor -dir"},
		clitest.Case{Args: "papers -table52 buttons -matches 2", Status: cli.Failure, Err: "buttons: game: 1 players"},
		clitest.Case{Args: "papers -table52 montyhall -matches 2", Status: cli.Failure, Err: "montyhall: game: "},
		clitest.Case{Args: "papers -table52 tictactoe,,nim -matches 2", Status: cli.Misuse, Err: "want a game"},
	)
}

func TestAnalysis(t *testing.T) {
	r := clitest.Object[grounded](t, command, "ground", "-game", "twoboards", "-analyze", "-json")
	if r.Analysis == nil || r.Gates == 0 || r.Strata == 0 || len(r.Analysis.Counters) != 2 || len(r.Analysis.Parts) != 2 {
		t.Fatalf("%+v", r)
	}
	r = clitest.Object[grounded](t, command, "ground", "-game", "buttons", "-analyze", "-json")
	if len(r.Analysis.Counters) != 1 || len(r.Analysis.Parts) != 1 || r.Analysis.Parts[0].Moves != 3 {
		t.Errorf("%+v", r.Analysis)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "ground -game connectfour -analyze", Out: "a counter of 0 steps and then 2 that repeat: "},
	)
}
