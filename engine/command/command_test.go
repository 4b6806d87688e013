package command_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// tictactoe takes positions as digits.
func tictactoe(std command.Streams) *ffcli.Command {
	return command.Command(command.Game[*Board, int]{
		Name: "tictactoe",
		New: func(position string) (*Board, error) {
			b := new(Board)
			for _, c := range position {
				if c < '0' || c > '8' {
					return nil, errors.New("want digits from 0 to 8")
				}
				b.Play(int(c - '0'))
			}
			return b, nil
		},
		Sides: [2]string{"X", "O"},
	}, std)
}

// withSearcher is the game with one kind of player, which answers by a Searcher.
func withSearcher(newSearcher func(b *Board, random rand.Source) (engine.Searcher[int], error)) clitest.Command {
	return func(std command.Streams) *ffcli.Command {
		return command.Command(command.Game[*Board, int]{
			Name: "own",
			New:  command.FromStart(func() (*Board, error) { return new(Board), nil }),
			Players: []command.Player[*Board, int]{{Name: "own", Read: func(*command.Settings) func(*Board, rand.Source) (engine.Searcher[int], error) {
				return newSearcher
			}}},
		}, std)
	}
}

// answering is the game with one kind of player, whose answers are those of a function.
func answering(answer func(ctx context.Context) engine.Analysis[int]) clitest.Command {
	return withSearcher(func(b *Board, _ rand.Source) (engine.Searcher[int], error) {
		return engine.Stateless(b, func(ctx context.Context, _ *Board, _ ply.Limits, _ engine.Question[int]) (engine.Analysis[int], error) {
			return answer(ctx), nil
		}), nil
	})
}

// rolling is a game with chance.
func rolling(std command.Streams) *ffcli.Command {
	return withLuck(func(context.Context) (func(*testgames.Gamble) func() float64, error) {
		return func(g *testgames.Gamble) func() float64 { return func() float64 { return float64(g.Evaluate()) } }, nil
	})(std)
}

// withLuck is the same game with another evaluation.
func withLuck(luck func(context.Context) (func(*testgames.Gamble) func() float64, error)) clitest.Command {
	return func(std command.Streams) *ffcli.Command {
		return command.Command(command.Game[*testgames.Gamble, int]{
			Name: "rolling",
			New: func(string) (*testgames.Gamble, error) {
				return testgames.RandomGamble(rand.New(rand.NewPCG(5, 5)), 60, 3, 9, true), nil
			},
			Luck: luck,
		}, std)
	}
}

// passing is a game in which a side can pass.
func passing(std command.Streams) *ffcli.Command {
	return command.Command(command.Game[*testgames.Duel, int]{
		Name: "passing",
		New: func(string) (*testgames.Duel, error) {
			d := &testgames.Duel{NoCycle: true, Nodes: make([]testgames.DuelNode, 6)}
			for n, node := range []testgames.DuelNode{{Out: []int{0, 1}}, {Side: 1, Out: []int{2}, PassTo: 5}, {Side: 1, Outcome: 1}, {Outcome: -3}, {Outcome: 2}, {Out: []int{3}}} {
				d.Nodes[n] = node
				d.Nodes[n].Low, d.Nodes[n].High, d.Nodes[n].Stages = -9, 9, 1
				d.Nodes[n].Ranks, d.Nodes[n].Extend = make([]int32, 2), make([]int, 2)
			}
			for _, e := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {5, 4}} {
				d.Edges = append(d.Edges, testgames.Edge{From: e[0], To: e[1]})
			}
			return d, nil
		},
	}, std)
}

// TestCompare compares moves of noughts and crosses after 0 8, where 2 and 6 win, 4, 5 and 7 draw, and 1 and 3 lose.
func TestCompare(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "analyse -position 08 -player alphabeta,depth=9 -compare 1,4", Status: cli.Misuse, Err: "-compare: 1 move, want 2"},
	)
	run := func(command clitest.Command, compare string, args ...string) clitest.Result {
		return clitest.Run(t, command, "", append([]string{"analyse", "-compare", compare}, args...)...)
	}
	for compare, want := range map[string]string{"1 9": "is not a legal move", "4 4": "4 twice", "1 2 4": "3 moves, want 2", " ": "0 moves"} {
		if r := run(tictactoe, compare, "-position", "08"); r.Status != cli.Misuse || !strings.Contains(r.Err, want) {
			t.Errorf("%q: %+v, want %s", compare, r, want)
		}
	}
	for _, test := range []struct {
		command       clitest.Command
		compare, want string
	}{
		{tictactoe, "1 4", `4               0, depth 8  4 2 5 3 7 1 6
  reply         0, depth 7  2 5 3 1 7 6
1              -1, ends in 6 moves, depth 8  1 2 5 6 3 4
  reply         1, ends in 5 moves, depth 7  2 5 6 4 7
both continue 2 5
2, the reply to 1, is weaker after 4
`},
		{tictactoe, "1 2", "2, the reply to 1, is not possible after 2\n"},
		{tictactoe, "2 6", "3, the reply to 6, is as strong after 2\n"},
		{passing, "0 1", `1              -1, ends in 1 move, depth 3  1
0              -3, ends in 2 moves, depth 3  0 2
  reply         3, ends in 1 move, depth 2  2
  threat        2, ends in 1 move, depth 2  3
`},
	} {
		args := []string{"-player", "alphabeta,nodes=1000000"}
		if test.command(command.Streams{}).Name == "tictactoe" {
			args = append(args, "-moves", "0 8")
		}
		r := run(test.command, test.compare, args...)
		if r.Status != cli.Success || !strings.Contains(r.Out, test.want) {
			t.Errorf("%s: %s%s, want\n%s", test.compare, r.Out, r.Err, test.want)
		}
		r = run(test.command, test.compare, append(args, "-json")...)
		var shown struct {
			Lines, Replies, Threats [2]*analysis.Line
			Status                  string
		}
		if err := json.Unmarshal([]byte(r.Out), &shown); err != nil || shown.Lines[1] == nil || shown.Status != "complete" || (shown.Threats[1] != nil) != (len(args) == 2) {
			t.Errorf("%s: %s, error %v", test.compare, r.Out, err)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "play -o alphabeta,depth=9", In: "moves\n0\nhint\nundo\n0\nundo\nundo\n9\nquit\n", Out: "nothing was played"},
		clitest.Case{Args: "play", In: "4\n9\n", Out: `"9" is not a legal move; moves, hint, undo and quit are commands`},
		clitest.Case{Args: "play -x alphabeta,depth=9 -o mcts,nodes=5000", Out: "drawn"},
		clitest.Case{Args: "play -x alphabeta,depth=9 -moves 0", Out: "your move"},
		clitest.Case{Args: "play -x alphabeta,depth=9 -position 0314", Out: "X plays 2 (wins in 1 move, depth "},
		clitest.Case{Args: "play -o alphabeta,depth=9 -position 082", In: "6\n", Out: "O plays 1 (loses in 4 moves, depth "},
		clitest.Case{Args: "play -x random -o random,nodes=1 -seed 7", Out: "plays"},
		clitest.Case{Args: "play -x human -o human -position 012", In: "hint\n4\n5\n8\n6\n", Out: "nobody to ask"},
		clitest.Case{Args: "play -x human -o human -position 031", In: "4\n2\n", Out: "X wins"},
		clitest.Case{Args: "play -side 1 -time 1ms -position 0314", In: "quit\n", Out: "X plays "},
		clitest.Case{Args: "play -side 1 -against random", In: "quit\n", Out: "X plays "},
		clitest.Case{Args: "play -side o", In: "quit\n", Out: "X plays "},
		clitest.Case{Args: "play -side x -against deep", Status: cli.Misuse, Err: `-o: player "deep": unknown kind`},
		clitest.Case{Args: "play -side 2", Status: cli.Misuse, Err: "want 0, x, 1 or o"},
		clitest.Case{Args: "play -moves 4,4", Status: cli.Misuse, Err: `move 1: "4,4" is not a legal move`},
		clitest.Case{Args: "play -position x", Status: cli.Misuse, Err: "want digits from 0 to 8"},
		clitest.Case{Args: "play -x deep", Status: cli.Misuse, Err: `unknown kind "deep", want alphabeta, mcts, random`},
		clitest.Case{Args: "play -x mcts,depth=3", Status: cli.Misuse, Err: `unknown or out of place: "depth"`},
		clitest.Case{Args: "play -x alphabeta,time=-1s", Status: cli.Misuse, Err: "time=-1s: want"},
	)
	clitest.Check(t, rolling,
		clitest.Case{Args: "play -first expectimax -second mcts,nodes=100", Out: "chance: "},
		clitest.Case{Args: "play -first alphabeta", Status: cli.Misuse, Err: "want expectimax, mcts, random"},
	)
}

// TestUndo has a person take a move back: the player's answer goes with it.
func TestUndo(t *testing.T) {
	r := clitest.Run(t, tictactoe, "1\nmoves\nundo\nmoves\nundo\n", "play", "-o", "alphabeta,depth=9", "-moves", "4 0")
	if r.Status != cli.Success || !strings.Contains(r.Out, "1 2 3 5 6 7 8\n") || !strings.Contains(r.Out, "the game begins here") {
		t.Errorf("%+v", r)
	}
}

// TestPlayTells has players say what they know of their moves: how a win ends, and nothing of a move that was drawn.
func TestPlayTells(t *testing.T) {
	clitest.Check(t, tictactoe, clitest.Case{Args: "play -x alphabeta,depth=2 -position 0314", Out: "X plays 2 (wins in 1 move, depth 2)\n"})
	if r := clitest.Run(t, tictactoe, "", "play", "-x", "random", "-o", "random"); r.Status != cli.Success || strings.Contains(r.Out, "value") {
		t.Errorf("%+v", r)
	}
}

// fog is a game in which a side does not see what the other side and chance do.
func fog(std command.Streams) *ffcli.Command {
	return command.Command(command.Game[*testgames.Fog, int]{
		Name: "fog",
		New: func(string) (*testgames.Fog, error) {
			return &testgames.Fog{Seed: 1, Depth: 12, Width: 3, Most: 5}, nil
		},
		Print: func(g *testgames.Fog, side int) string { return fmt.Sprintf("%d moves, side %d", len(g.Line), side) },
	}, std)
}

// TestHidden has people see no move of others in a game that hides something. Players without people are no secret.
func TestHidden(t *testing.T) {
	open := regexp.MustCompile(`(plays|chance:) \d`)
	r := clitest.Run(t, fog, strings.Repeat("0\n", 12), "play")
	if r.Status != cli.Success || !strings.Contains(r.Out, "second plays ?\n") || !strings.Contains(r.Out, "chance: ?\n") || open.MatchString(r.Out) || strings.Contains(r.Out, "side 1") {
		t.Errorf("%+v", r)
	}
	if r = clitest.Run(t, fog, "", "play", "-first", "random", "-second", "random"); r.Status != cli.Success || len(open.FindAllString(r.Out, -1)) != 12 {
		t.Errorf("%+v", r)
	}
}

// stuck is a Searcher that cannot take moves back.
type stuck struct{ engine.Searcher[int] }

func (stuck) Undo() error { return errors.New("the searcher is stuck") }

// TestUndoFails tells an error of a player from the beginning of its game.
func TestUndoFails(t *testing.T) {
	game := withSearcher(func(b *Board, random rand.Source) (engine.Searcher[int], error) {
		s, err := command.Random[*Board, int]().Read(cli.ParseSpec("random"))(b, random)
		return stuck{s}, err
	})
	clitest.Check(t, game, clitest.Case{Args: "play", In: "0\nundo\n", Status: cli.Failure, Err: "the searcher is stuck"})
}

type measured struct {
	Player    string
	Positions int
	Nodes     int
}

func TestBenchCommand(t *testing.T) {
	bench := func(args ...string) measured {
		return clitest.Object[measured](t, tictactoe, append([]string{"bench", "-json"}, args...)...)
	}
	a, b := bench("-positions", "5"), bench("-positions", "5")
	if a.Positions != 5 || a.Nodes == 0 || a != b || a.Player != "alphabeta" {
		t.Errorf("%+v, and %+v", a, b)
	}
	if m := bench("-player", "mcts,nodes=100", "-positions", "3"); m.Nodes == 0 || m.Nodes > 300 {
		t.Errorf("%+v, want 300 nodes at most", m)
	}
	clitest.Check(t, rolling, clitest.Case{Args: "bench -nodes 1000", Out: "expectimax: 10 positions, "})
	if m := bench("-player", "mcts,level=1", "-positions", "2", "-nodes", "500"); m.Nodes == 0 || m.Nodes > 1000 { // no limit but that of bench
		t.Errorf("%+v, want 1000 nodes at most", m)
	}
	clitest.Check(t, tictactoe, clitest.Case{Args: "bench -player x", Status: cli.Misuse, Err: "unknown kind"})
}

// TestPerftCommand counts lines of tic-tac-toe. Of the 15,120 of five moves 1,440 have won, and the others go on with four moves each.
func TestPerftCommand(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "perft -depth 6", Out: "54720"},
		clitest.Case{Args: "perft -depth 2 -json", Out: `{"depth":2,"leaves":72,"nodes":10,`},
		clitest.Case{Args: "perft -depth 2 -position 0 -divide", Out: "8                   7"},
		clitest.Case{Args: "perft -depth 2 -position 0 -divide -json", Out: `{"move":"8","leaves":7}`},
		clitest.Case{Args: "perft -depth 0 -divide", Status: cli.Misuse, Err: "-depth of 1 or more"},
	)
}

// TestUCIHash has a board choose the memory: a position stays, and a player that takes none goes on as it was.
func TestUCIHash(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "uci -player alphabeta,memory=2,depth=9", In: "uci\nposition startpos moves 0 3 1 4\nsetoption name Hash value 1\ngo depth 3\n", Out: "bestmove 2"},
		clitest.Case{Args: "uci -player random", In: "position startpos moves 0 3 1 4 2\nsetoption name hash value 1\ngo depth 3\n", Out: "bestmove (none)"},
		clitest.Case{Args: "uci", In: "setoption name Hash value 0\n", Out: `option Hash "0": want 1 to`},
		clitest.Case{Args: "uci", In: "setoption name MultiPV value 0\n", Out: "option MultiPV"},
	)
}

// A shuttle is a game of one stone that goes to and fro between two cells.
type shuttle struct{ moves int }

func (s *shuttle) Moves(dst []int) []int { return append(dst, s.moves%2) }
func (s *shuttle) Play(int)              { s.moves++ }
func (s *shuttle) Undo(int)              { s.moves-- }
func (s *shuttle) ToMove() int           { return s.moves % 2 }
func (s *shuttle) Outcome() int          { return 0 }
func (s *shuttle) Evaluate() int         { return 0 }
func (s *shuttle) Clone() *shuttle       { return &shuttle{s.moves} }

// A repeating shuttle knows that it was there before.
type repeating struct{ shuttle }

func (r *repeating) Repeated() bool    { return r.moves >= 2 }
func (r *repeating) Clone() *repeating { return &repeating{r.shuttle} }

// TestEndless has games that do not end by themselves: those of people end as Ending says, and matches by repetition or by length.
func TestEndless(t *testing.T) {
	ending := func(moves int) string {
		if moves < 7 {
			return ""
		}
		return "enough"
	}
	bounded := func(std command.Streams) *ffcli.Command {
		return command.Command(command.Game[*shuttle, int]{
			Name: "shuttle", MaxMoves: 5, Position: "fen",
			New: func(position string) (*shuttle, error) {
				if position != "" {
					return nil, errors.New("no such place")
				}
				return new(shuttle), nil
			},
			Ending: func(g *shuttle) string { return ending(g.moves) },
		}, std)
	}
	repeats := func(std command.Streams) *ffcli.Command {
		return command.Command(command.Game[*repeating, int]{
			Name: "shuttle", New: command.FromStart(func() (*repeating, error) { return new(repeating), nil }),
			Ending: func(g *repeating) string { return ending(g.moves) },
		}, std)
	}
	for moves, game := range map[int]clitest.Command{5: bounded, 2: repeats} {
		m := clitest.Object[cli.Matched](t, game, "match", "-a", "random", "-b", "random", "-games", "4", "-opening", "0", "-json")
		if m.Games != 4 || m.Draws != 4 || m.Moves != 4*moves || m.Wins+m.Losses != 0 || m.Interval != [2]float64{m.Low, m.High} {
			t.Errorf("%+v, want games of %d moves", m, moves)
		}
		clitest.Check(t, game, clitest.Case{Args: "play -first random -second random", Out: "enough\n"})
		if out := clitest.Output(t, game, "league", "-players", "random random,nodes=1", "-rounds", "1"); strings.Count(out, "1 of 2 games") != 2 {
			t.Error(out)
		}
	}
	clitest.Check(t, bounded, clitest.Case{Args: "perft -fen x", Status: cli.Misuse, Err: "-fen x: no such place"})
}

func TestUCICommand(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "uci", In: "uci\nposition startpos moves 0 3 1 4\ngo depth 3\n", Out: "bestmove 2"},
		clitest.Case{Args: "uci -player mcts,nodes=100", In: "position fen 0314\ngo nodes 500\n", Out: "bestmove 2"},
		clitest.Case{Args: "uci -player x", Status: cli.Misuse, Err: "unknown kind"},
	)
}

// TestPlayers checks which players a game has without its saying so, and that each finds a win.
func TestPlayers(t *testing.T) {
	names := func(n int, name func(int) string) string {
		var all []string
		for i := range n {
			all = append(all, name(i))
		}
		return strings.Join(all, " ")
	}
	two := command.Players[*Board, int]()
	if got := names(len(two), func(i int) string { return two[i].Name }); got != "alphabeta mcts random" {
		t.Error(got)
	}
	hiding := command.Players[*testgames.Fog, int]()
	if got := names(len(hiding), func(i int) string { return hiding[i].Name }); got != "random" {
		t.Error(got)
	}
	for _, p := range two {
		b := Board{0, 3, 1, 4}
		s, err := p.Read(cli.ParseSpec(p.Name))(&b, rand.NewPCG(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 1000}, engine.Question[int]{Lines: 2})
		if err != nil || len(a.Lines) != 2 || p.Name != "random" && a.Lines[0].Move != 2 {
			t.Errorf("%s: %+v, error %v", p.Name, a, err)
		}
	}
}

// TestTrees has each tree find a win, with settings of its own, and refuse others.
func TestTrees(t *testing.T) {
	changed := 0
	trees := command.Trees[*Board](50, func(*mcts.Options[int]) { changed++ })
	for _, p := range trees {
		b := Board{0, 3, 1, 4}
		settings := cli.ParseSpec(p.Name + ",k=0.5")
		s, err := p.Read(settings)(&b, rand.NewPCG(1, 1))
		if err := errors.Join(err, settings.Finish()); err != nil {
			t.Fatal(err)
		}
		a, err := s.Analyze(t.Context(), p.Limits, engine.Question[int]{})
		if err != nil || a.Lines[0].Move != 2 {
			t.Errorf("%s: %+v, error %v", p.Name, a, err)
		}
	}
	if len(trees) != 5 || changed != 5 {
		t.Errorf("%d trees, %d of them changed", len(trees), changed)
	}
	settings := cli.ParseSpec("uct,ref=50") // of grave
	if trees[0].Read(settings); settings.Finish() == nil {
		t.Error("uct takes a setting of grave")
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, tictactoe, "play -x random -o random", "bench -positions 1 -json", "bench -positions 1")
}

func TestMisuse(t *testing.T) { clitest.Misuse(t, tictactoe) }

func TestAnalyseCommand(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "analyse -player alphabeta,depth=9 -position 03 -lines 9", Out: "1               1, ends in 5 moves, depth "},
		clitest.Case{Args: "analyse -player mcts,nodes=2000 -position 0314", Out: "ends in 1 move, "},
		clitest.Case{Args: "analyse -json -player alphabeta,depth=2 -moves 0", In: "", Out: `"final":true,"status":"complete"`},
		clitest.Case{Args: "analyse -position 03142", Out: "the game is over"},
		clitest.Case{Args: "analyse -moves 9", Status: cli.Misuse, Err: "move 1"},
		clitest.Case{Args: "analyse -player x", Status: cli.Misuse, Err: "unknown kind"},
	)
	a := clitest.Object[analysis.Answer](t, tictactoe, "analyse", "-json", "-player", "alphabeta,depth=9", "-position", "0314")
	if len(a.Lines) != 3 || a.Lines[0].Move != "2" || a.Lines[0].Distance != 1 || a.ID != "tictactoe" {
		t.Errorf("%+v", a)
	}
}

// TestAnalysisEnds has searches without an end ended by an interrupt, after which the lines are shown, and by -time.
func TestAnalysisEnds(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"analyse", "-time", "1h"}, "7               0  7\n12 nodes, cancelled\n"},
		{[]string{"analyse", "-time", "1h", "-json"}, `"final":true,"status":"cancelled","nodes":12,"lines":[{"move":"7",`},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		endless := answering(func(ctx context.Context) engine.Analysis[int] {
			interrupt()
			<-ctx.Done()
			line := engine.Line[int]{Choice: ply.Choice[int]{Move: 7}, Line: []int{7}}
			return engine.Analysis[int]{Report: ply.Report{Status: ply.Cancelled, Nodes: 12}, Lines: []engine.Line[int]{line}}
		})
		var out, errs strings.Builder
		status := cli.Run(ctx, endless, c.args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if status != cli.Failure || errs.String() != "own: interrupted\n" || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: status %d, output %q, errors %q, want %q", c.args, status, &out, &errs, c.want)
		}
	}
	patient := answering(func(ctx context.Context) engine.Analysis[int] {
		<-ctx.Done()
		return engine.Analysis[int]{Report: ply.Report{Status: ply.OutOfTime}}
	})
	clitest.Check(t, patient,
		clitest.Case{Args: "analyse -time 1ms", Out: "0 nodes, out of time"},
		clitest.Case{Args: "analyse -position 0", Status: cli.Misuse, Err: "no positions as text"},
	)
}

func TestMatchCommand(t *testing.T) {
	m := clitest.Object[cli.Matched](t, tictactoe, "match", "-json", "-games", "20", "-a", "alphabeta,depth=9", "-b", "random", "-opening", "1")
	if m.Games != 20 || m.Rate < 0.5 {
		t.Errorf("%+v: perfect play has lost", m)
	}
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "match -games 2 -time 1ms", Out: "alphabeta against mcts"},
		clitest.Case{Args: "match -games 2 -clock 1h+1s -a random -b random,nodes=1", Out: "random against random"},
		clitest.Case{Args: "match -clock 0s", Status: cli.Misuse, Err: "want TIME"},
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "want an even number"},
		clitest.Case{Args: "match -b x", Status: cli.Misuse, Err: `-b: player "x": unknown kind`},
	)
	clitest.Check(t, rolling, clitest.Case{Args: "match -games 4 -opening 0 -a expectimax,depth=3 -b mcts,nodes=50", Out: "games   4"})
}

// Match reports points only if asked, and adjusts them for luck only in games with an evaluation of luck.
func TestMatchCommandReportsPoints(t *testing.T) {
	const args = "match -games 4 -a random -b random -opening 0"
	for _, test := range []struct {
		game             clitest.Command
		flags            string
		points, adjusted bool
	}{
		{tictactoe, "", false, false},
		{tictactoe, " -points", true, false},
		{rolling, "", false, false},
		{rolling, " -points", true, true},
	} {
		m := clitest.Object[cli.Matched](t, test.game, strings.Fields(args+test.flags+" -json")...)
		if p := m.Points; p != nil != test.points || p != nil && p.Adjusted != nil != test.adjusted || p != nil && p.PointsInterval[0] > p.Points {
			t.Errorf("%s: %+v", test.flags, m)
		}
		out := clitest.Output(t, test.game, strings.Fields(args+test.flags)...)
		if strings.Contains(out, "\npoints  ") != test.points || strings.Contains(out, ", adjusted for luck\n") != test.adjusted {
			t.Errorf("%s: %s", test.flags, out)
		}
	}
	unsolved := withLuck(func(context.Context) (func(*testgames.Gamble) func() float64, error) {
		return nil, errors.New("no solution")
	})
	strange := withLuck(func(context.Context) (func(*testgames.Gamble) func() float64, error) {
		return func(*testgames.Gamble) func() float64 { return func() float64 { return math.NaN() } }, nil
	})
	clitest.Check(t, unsolved, clitest.Case{Args: args}, clitest.Case{Args: args + " -points", Status: cli.Failure, Err: "no solution"})
	clitest.Check(t, strange, clitest.Case{Args: args + " -points", Status: cli.Failure, Err: "option Luck: the value after"})
}

func TestLeagueCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "league")
	type rated struct {
		Player         string
		Elo, Low, High float64
		Games          int
	}
	args := []string{"league", "-json", "-players", "random alphabeta,depth=1 alphabeta,depth=9", "-rounds", "3", "-opening", "2", "-file", file}
	rows := clitest.Objects[rated](t, tictactoe, args...)
	if len(rows) != 3 || rows[0].Elo < rows[1].Elo || rows[1].Elo < rows[2].Elo || rows[2].Player != "random" || rows[0].Games != 12 || rows[0].Low >= rows[0].High {
		t.Errorf("%+v", rows)
	}
	if again := clitest.Objects[rated](t, tictactoe, args...); !slices.Equal(again, rows) { // from the file
		t.Errorf("%+v, and then %+v", rows, again)
	}
	other := clitest.Run(t, tictactoe, "", append(args, "-opening", "3")...)
	if other.Status != cli.Failure || !strings.Contains(other.Err, `game is "tictactoe -opening 2 -time 100ms", want "tictactoe -opening 3 -time 100ms"`) {
		t.Errorf("%+v: games with different openings are in one file", other)
	}
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "league -rounds 1 -time 1ms -schedule ladder", Out: "random"},
		clitest.Case{Args: "league -players random", Status: cli.Misuse, Err: "want two at least"},
		clitest.Case{Args: "league -schedule cup", Status: cli.Misuse, Err: "want roundrobin, gauntlet or ladder"},
	)
}

func TestTuneCommand(t *testing.T) {
	r := clitest.Object[cli.Tuned](t, tictactoe, "tune", "-json", "-player", "mcts,nodes=20,rave=5", "-iterations", "2", "-games", "4")
	if !r.Complete || r.Games != 8 || len(r.Parameters) == 0 || r.Parameters[0].Name != "Hoeffding.K" {
		t.Errorf("%+v", r)
	}
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "tune -player random", Status: cli.Misuse, Err: "random has no parameters to tune"},
		clitest.Case{Args: "tune -player mcts,x=1", Status: cli.Misuse, Err: "unknown or out of place"},
		clitest.Case{Args: "tune -games 3", Status: cli.Misuse, Err: "even"},
	)
}

// TestLevels has a player of the lowest level play, which misses no win.
func TestLevels(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "play -x alphabeta,level=1 -o random -position 0314", Out: "X wins"},
		clitest.Case{Args: "play -x mcts,level=8", Status: cli.Misuse, Err: "level=8: want 0 to 7"},
	)
}

// TestLeagueOfTwins refuses a league in which two players have the same name.
func TestLeagueOfTwins(t *testing.T) {
	r := clitest.Run(t, tictactoe, "", "league", "-players", "random mcts random")
	if r.Status != cli.Misuse || !strings.Contains(r.Err, "-players: random is there twice") {
		t.Errorf("%+v", r)
	}
}

// TestInterruptedLeague is interrupted before its first game ends, so there is nobody to rate.
func TestInterruptedLeague(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var out, errs strings.Builder
	status := cli.Run(ctx, tictactoe, []string{"league"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	if status != cli.Failure || out.String() != "" || errs.String() != "tictactoe: interrupted\n" {
		t.Errorf("status %d, output %q, errors %q", status, &out, &errs)
	}
}

func TestProtocolCommands(t *testing.T) {
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "gtp -player alphabeta,depth=9", In: "play black 0\nplay white 3\nplay black 1\nplay white 4\ngenmove black\nquit\n", Out: "= 2\n"},
		clitest.Case{Args: "gtp -player x", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "json -player alphabeta,depth=9", In: `{"id":"a","moves":["0","3","1","4"]}` + "\n", Out: `"lines":[{"move":"2","line":["2"],"value":`},
		clitest.Case{Args: "json", In: "{}\n", Out: `"field":"id"`},
		clitest.Case{Args: "serve -addr here", Status: cli.Misuse, Err: "want host:port"},
	)
}

// TestServeCommand has a page, positions and answers from a server that an interrupt ends.
func TestServeCommand(t *testing.T) {
	url := serving(t, tictactoe, "-player", "alphabeta,depth=9")
	get := func(what, want string) {
		t.Helper()
		if text, err := body(http.Get(url + what)); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %s, error %v, want %s", what, text, err, want)
		}
	}
	get("", "<title>tictactoe</title>")
	get("position?moves=0+3", `{"board":"X12\nO45\n678","moves":["1","2","4","5","6","7","8"],"side":"X","result":""}`)
	get("position?position=03142", `"side":"","result":"X wins"`)
	get("position?moves=9", "move 1")
	get("board.js", "export class Board")
	text, err := body(http.Post(url+"analyse", "application/json", strings.NewReader(`{"moves":["0","3","1","4"]}`)))
	if err != nil || !strings.Contains(text, `"move":"2"`) {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestBookCommand makes a book from games and by searching, and plays by it.
func TestBookCommand(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "book")
	games := "# X wins both\n8 3 4 1 0\n\n0 4 8 2 6 3 5 1 7\n"
	r := clitest.Run(t, tictactoe, games, "book", "-file", file, "-games", "-", "-depth", "2")
	if r.Status != cli.Success || r.Out != "2 moves in the first position\n" {
		t.Fatalf("%+v", r)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "2 8\n") || !strings.Contains(string(text), "0 0 4\n") {
		t.Errorf("%s, error %v", text, err)
	}
	for range 2 { // and goes on
		r = clitest.Run(t, tictactoe, "", "book", "-file", file, "-expand", "3", "-player", "alphabeta,depth=3")
		if r.Status != cli.Success || !strings.Contains(r.Out, "moves in the first position") {
			t.Errorf("%+v", r)
		}
	}
	only := filepath.Join(folder, "only")
	if err := os.WriteFile(only, []byte("1 7\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(folder, "bad")
	if err := os.WriteFile(bad, []byte("1 9\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, tictactoe,
		clitest.Case{Args: "play -x random,book=" + only, In: "quit\n", Out: "X plays 7"},
		clitest.Case{Args: "uci -player random,book=" + only, In: "go movetime 10\n", Out: "bestmove 7"},
		clitest.Case{Args: "play -x random,book=" + bad, Status: cli.Misuse, Err: "bad:1: move 1"},
		clitest.Case{Args: "match -games 2 -a random,book=" + only, Status: cli.Misuse, Err: "take no book"},
		clitest.Case{Args: "book", Status: cli.Misuse, Err: "-file: want"},
		clitest.Case{Args: "book -file " + only + " -games -", In: "0 1\n4 4\n", Status: cli.Failure, Err: "standard input: line 1"},
		clitest.Case{Args: "book -file " + only + " -games -", In: "4 4\n", Status: cli.Failure, Err: "standard input: line 1: move 2"},
	)
}
