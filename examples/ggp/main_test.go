package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

const (
	small  = "(role r) (init a) (next a) (legal r m) (goal r 100) (<= terminal (true b))\n"
	unsafe = small + "(<= (p ?x) (not (true ?x)))\n"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestCheckCommand(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good.kif"), small)
	bad := write(t, filepath.Join(dir, "bad.kif"), unsafe)
	prolog := write(t, filepath.Join(t.TempDir(), "game.pl"), "role(r). init(a). next(a). legal(r, m). goal(r, 100). terminal :- true(b).")
	clitest.Check(t, command,
		clitest.Case{Args: "check -game tictactoe", Out: "tictactoe: 2 roles, 31 rules, perfect information\n"},
		clitest.Case{Args: "check -game montyhall", Out: "imperfect information\n"},
		clitest.Case{Args: "check -game -", In: small, Out: "-: 1 roles, 6 rules"},
		clitest.Case{Args: "check -game " + prolog, Out: "game: 1 roles, 6 rules"},
		clitest.Case{Args: "check -game - -write prolog", In: small, Out: "terminal :- true(b).\n"},
		clitest.Case{Args: "check -game - -write kif", In: small, Out: "(<= terminal\n  (true b))\n"},
		clitest.Case{Args: "check -game " + bad, Status: cli.Failure, Out: "  2:5: error: the variable ?x of the head is in no positive premise\n", Err: "errors"},
		clitest.Case{Args: "check -dir " + dir, Status: cli.Failure, Out: "good: 1 roles", Err: "1 of 2 descriptions have errors"},
		clitest.Case{Args: "check -game - -repair -write kif", In: small + "(<= p (and (true a) (true b)))", Out: "(<= p\n  (true a)\n  (true b))"},
		clitest.Case{Args: "check -game -", In: "(role", Status: cli.Failure, Err: "standard input: 1:1: a parenthesis that is never closed"},
		clitest.Case{Args: "check", Status: cli.Misuse, Err: "want a game"},
		clitest.Case{Args: "check -game nim -dir " + dir, Status: cli.Misuse, Err: "want one of them"},
		clitest.Case{Args: "check -game no/such/file.kif", Status: cli.Failure, Err: "no/such/file.kif"},
		clitest.Case{Args: "check -dir " + t.TempDir(), Status: cli.Failure, Err: "no file that ends in .kif"},
	)
	type object struct {
		Game     string
		Roles    []string
		Problems []gdl.Problem
	}
	got := clitest.Object[object](t, command, "check", "-json", "-game", "pegs")
	if got.Game != "pegs" || len(got.Roles) != 1 || len(got.Problems) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestGroundCommand(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.kif"), small)
	write(t, filepath.Join(dir, "b.kif"), "(role r) (legal r m) (init z) (<= (next (s ?x)) (true ?x))")
	write(t, filepath.Join(dir, "c.kif"), "(role r")
	clitest.Check(t, command,
		clitest.Case{Args: "ground -game tictactoe", Out: "tictactoe: 118 atoms, 120 rules, "},
		clitest.Case{Args: "ground -game - -print", In: small, Out: "(role r)\n(init a)\n"},
		clitest.Case{Args: "ground -game -", In: unsafe, Status: cli.Failure, Err: "2:5: error: the variable ?x"},
		clitest.Case{Args: "ground -memory 3000000 -dir " + dir, Out: "3 games of perfect information: 1 grounded, 2 not"},
		clitest.Case{Args: "ground -memory 3000000 -dir " + dir, Out: "b: out of memory: terms grow without bound"},
	)
	type object struct {
		Game         string
		Atoms, Rules int
		Seconds      float64
		Error        string
	}
	all := clitest.Objects[object](t, command, "ground", "-json", "-memory", "3000000", "-dir", dir)
	if len(all) != 3 || all[0].Game != "a" || all[0].Rules == 0 || all[0].Error != "" || all[1].Error == "" || all[2].Error == "" {
		t.Errorf("%+v", all)
	}
}

func TestMisuse(t *testing.T) { clitest.Misuse(t, command) }

func TestHelpNamesTheGames(t *testing.T) {
	help := clitest.Output(t, command, "-h")
	for _, name := range rules.Names() {
		if !strings.Contains(help, name) {
			t.Errorf("nothing of %s", name)
		}
	}
}

func TestSolveCommand(t *testing.T) {
	clitest.Check(t, command,
		clitest.Case{Args: "solve -game buttons", Out: "buttons: solved by breadthfirst"},
		clitest.Case{Args: "solve -game buttons", Out: " 8 nodes"},
		clitest.Case{Args: "solve -game threebuttons", Out: "threebuttons: solved by breadthfirst, 24 nodes"},
		clitest.Case{Args: "solve -game buttons -method depthfirst", Out: "solved by depthfirst"},
		clitest.Case{Args: "solve -game tictactoe -table-entries 65536", Out: "tictactoe: draw, +0 points by alphabeta"},
		clitest.Case{Args: "solve -game nim -method dfpn -table-entries 65536", Out: "nim: win by dfpn"},
		clitest.Case{Args: "solve -game tictactoe -method dfpn -table-entries 65536", Out: "tictactoe: draw by dfpn"},
		clitest.Case{Args: "solve -game connectfour -time 1ms -table-entries 65536", Out: "connectfour: unknown by "},
		clitest.Case{Args: "solve -game othello -time 1ms", Out: "othello: unknown by auto, 0 nodes"},
		clitest.Case{Args: "solve -game -", In: small + "(legal r n)", Out: "-: unsolvable by breadthfirst"},
		clitest.Case{Args: "solve -game montyhall", Status: cli.Failure, Err: "players do not see everything"},
		clitest.Case{Args: "solve -game twoboards", Status: cli.Failure, Err: "want one player, or two who take turns"},
		clitest.Case{Args: "solve -game tictactoe -method breadthfirst", Status: cli.Misuse, Err: "want another one for a game of 2 players"},
		clitest.Case{Args: "solve", Status: cli.Misuse, Err: "want a game"},
	)
	got := clitest.Object[solved](t, command, "solve", "-json", "-game", "tictactoe", "-table-entries", "65536")
	if got.Result != "draw" || got.Value == nil || *got.Value != 0 || len(got.Line) != 9 || got.Nodes == 0 {
		t.Errorf("%+v", got)
	}
}

func TestPlayCommand(t *testing.T) {
	clitest.Check(t, command,
		clitest.Case{Args: "play -game montyhall -think 10ms", In: "(choose 2)\n1\n", Out: "you see: (opened "},
		clitest.Case{Args: "play -game buttons", In: "1\n2\n1\n3\n2\n1\n", Out: ": 100 points\n"},
		clitest.Case{Args: "play -game tictactoe -role o -think 10ms", In: "10\nquit\n", Out: `"10" is no move: want a number from 1 to 8`},
		clitest.Case{Args: "play -game tictactoe -role z", Status: cli.Misuse, Err: "want one of x, o"},
	)
}

func TestMatchCommand(t *testing.T) {
	clitest.Check(t, command,
		clitest.Case{Args: "match -game tictactoe -players uct,random -think 10ms -matches 3 -swap", Out: "3 matches, 0 faults\n"},
		clitest.Case{Args: "match -game buttons -players uct -think 1s", Out: "(uct) 100\n"},
		clitest.Case{Args: "match -game tictactoe -players uct", Status: cli.Failure, Err: "no player for the role o"},
		clitest.Case{Args: "match -game tictactoe -players uct,fritz", Status: cli.Misuse, Err: "want uct, reasoner, random or an address"},
		clitest.Case{Args: "match -game tictactoe -players random,random,random", Status: cli.Failure, Err: "1 players more than roles"},
	)
	got := clitest.Object[managed](t, command, "match", "-json", "-game", "montyhall", "-players", "uct", "-think", "10ms")
	if len(got.Moves) != 3 || !got.Ended || len(got.Faults) != 0 || len(got.Goals) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestServeCommand(t *testing.T) {
	clitest.Check(t, command,
		clitest.Case{Args: "serve -port 70000", Status: cli.Misuse, Err: "-port"},
		clitest.Case{Args: "serve -host no.such.host.invalid -port 0", Status: cli.Failure, Err: "no.such.host.invalid"},
	)
}
