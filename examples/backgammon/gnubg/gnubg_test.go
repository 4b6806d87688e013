package gnubg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/long"
)

func TestBoard(t *testing.T) {
	for _, c := range []struct{ id, moves, want string }{
		{"", "31", "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"},
		{"", "31 8/5,6/5 52", "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-2:0:-4:-2:0:0:0:2:0:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"},
		{"", "31 6/5,6/3 42 24/20*,13/11 65", "0:-1:0:1:0:-1:3:0:3:0:0:0:-4:5:-1:0:0:-3:0:-5:0:0:0:0:2:1:1:6:5:0:0:1:1:1:0:1:-1:0:25:0:0:1:0:0:0:0:0"},
		{"IAAABAAAAAAAAA", "21", "0:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:0:0:0:0:1:2:1:0:0:1:1:1:0:1:-1:0:25:14:14:0:0:0:0:0:0"},
	} {
		g := backgammon.New()
		if c.id != "" {
			var err error
			if g, err = backgammon.FromID(c.id); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range strings.Fields(c.moves) {
			m, err := g.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
		}
		if got := board(g); got != "board:You:Other:0:0:0:"+c.want || strings.Count(got, ":") != 52 {
			t.Errorf("%v%s, want\n%s", g, got, c.want)
		}
	}
}

// installed returns the file of the program, or skips the test.
func installed(t *testing.T) string {
	t.Helper()
	file, err := Find(Name)
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("GNU Backgammon is not installed (package gnubg)")
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// positions returns positions of random games, in which a side is to play.
func positions(t *testing.T, n int) []*backgammon.Game {
	t.Helper()
	var all []*backgammon.Game
	random := rand.New(rand.NewPCG(1, 0))
	for len(all) < n {
		for g := backgammon.New(); !g.Finished() && len(all) < n; {
			moves := g.Moves(nil)
			m := moves[random.IntN(len(moves))]
			if g.ToMove() == ply.Chance {
				var err error
				if m, err = ply.DrawOutcome[backgammon.Move](g, random); err != nil {
					t.Fatal(err)
				}
			} else {
				all = append(all, g.Clone())
			}
			g.Play(m)
		}
	}
	return all
}

// The opening plays on which books agree (Robertie, 501 Essential Backgammon Problems, 2000).
func TestMove(t *testing.T) {
	long.Only(t)
	e, err := Start(t.Context(), installed(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, c := range []struct {
		a, b int
		want string
	}{{3, 1, "8/5,6/5"}, {4, 2, "8/4,6/4"}, {6, 1, "13/7,8/7"}, {6, 5, "24/13"}} {
		g := backgammon.New()
		g.Play(backgammon.Throw(c.a, c.b))
		m, err := e.Move(t.Context(), g)
		if text := string(g.AppendMove(nil, m)); err != nil || text != c.want {
			t.Errorf("%d%d: %s, %v; want %s", c.a, c.b, text, err, c.want)
		}
	}
	if _, err := e.Move(t.Context(), backgammon.New()); err == nil {
		t.Error("a play before the throw")
	}
	for _, g := range positions(t, 500) { // all plays are legal
		if _, err := e.Move(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Move(ctx, positions(t, 1)[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the end of the context", err)
	}
}

// A play of the program is the one after which its evaluation is best for the side that plays. The side to throw at the
// start has the advantage: 0.067 to 0.076 points at 0 and 2 plies.
func TestEvaluate(t *testing.T) {
	long.Only(t)
	e, err := Start(t.Context(), installed(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for plies, want := range []float64{0.067, 0, 0.076} {
		if plies == 1 {
			continue
		}
		if points, err := e.Evaluate(t.Context(), backgammon.New(), plies); err != nil || math.Abs(points-want) > 0.001 {
			t.Errorf("%d plies: %v, %v; want %v", plies, points, err, want)
		}
	}
	for _, g := range positions(t, 300) {
		chosen, err := e.Move(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		best, own := math.Inf(-1), 0.0
		for _, m := range g.Moves(nil) {
			g.Play(m)
			points := -float64(g.Outcome())
			if !g.Finished() {
				if points, err = e.Evaluate(t.Context(), g, 0); err != nil {
					t.Fatal(err)
				}
				points = -points
			}
			g.Undo(m)
			best = max(best, points)
			if m == chosen {
				own = points
			}
		}
		if own < best-1e-5 {
			t.Errorf("%v%v: %v points, the best play has %v", g, chosen, own, best)
		}
	}
}

func TestStartErrors(t *testing.T) {
	if _, err := Start(t.Context(), "gnubg", MostPlies+1); err == nil {
		t.Error("too many plies")
	}
	if _, err := Start(t.Context(), filepath.Join(t.TempDir(), "missing"), 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing program: %v", err)
	}
	if _, err := Find("a program that is not installed"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("a program that is not installed: %v", err)
	}
}

// hint is a line with a play in the output of the command hint.
var hint = regexp.MustCompile(`(?m)^ *\d+\. Cubeless 0-ply +(\S.*?) +Eq\.: `)

// hints returns the output of the command hint in each position.
func hints(ctx context.Context, file, dir string, all []*backgammon.Game) ([]string, error) {
	commands := settings(0) + "set display off\nset automatic roll off\nset player 0 human\nset player 1 human\nnew session\n"
	for i, g := range all {
		a, b := g.Dice()
		commands += fmt.Sprintf("set turn 0\nset board %s\nset dice %d %d\nset seed %d\nhint 10000\n", g.ID(), a, b, i)
	}
	script := filepath.Join(dir, "commands")
	if err := os.WriteFile(script, []byte(commands), 0o600); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, file, append(arguments(), script)...).Output()
	if err != nil {
		return nil, err
	}
	answers := strings.Split(string(out), "Seed set to ")[1:]
	if len(answers) != len(all) {
		return nil, fmt.Errorf("%d answers for %d positions:\n%s", len(answers), len(all), out)
	}
	return answers, nil
}

// The plays of random positions are exactly the plays that the command hint of GNU Backgammon lists, with the position as its ID. The
// first of them is the play of [Engine.Move], to which the position is described in another way.
func TestPlays(t *testing.T) {
	long.Only(t)
	file := installed(t)
	const programs, share = 8, 250 // each hint waits about 10 ms
	all := positions(t, programs*share)
	answers := make([]string, len(all))
	if err := cli.Each(t.Context(), programs, programs, func(ctx context.Context, i int) error {
		part, err := hints(ctx, file, t.TempDir(), all[i*share:(i+1)*share])
		copy(answers[i*share:], part)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	e, err := Start(t.Context(), file, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	plays, same := 0, 0
	for i, g := range all {
		best, err := e.Move(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[backgammon.Move]bool{}
		for _, line := range hint.FindAllStringSubmatch(answers[i], -1) {
			m, err := g.ParseMove(line[1])
			if err != nil || listed[m] {
				t.Errorf("%v%s: %v, %v", g, line[1], m, err)
			}
			if len(listed) == 0 && m == best {
				same++
			}
			listed[m] = true
		}
		legal := g.Moves(nil)
		if legal[0] == backgammon.Pass && strings.Contains(answers[i], "There are no legal moves.") {
			listed[backgammon.Pass] = true
			same++
		}
		if len(listed) != len(legal) {
			t.Errorf("%v%d plays, GNU Backgammon lists %d:\n%s", g, len(legal), len(listed), answers[i])
		}
		plays += len(listed)
	}
	t.Logf("%d plays of %d positions; in %d, the first is the play of the engine", plays, len(all), same)
	if same < len(all)*99/100 { // plays of equal values may change places
		t.Errorf("in %d of %d positions, the first play is the play of the engine", same, len(all))
	}
}
