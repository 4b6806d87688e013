package goal_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// everyMove is a goal whose attacks are all legal moves.
type everyMove struct{ local }

func (g everyMove) Attacks(_ int, dst []point) []point { return g.Moves(dst) }

// within tells by brute force whether the goal is reached within a number of moves, passes included. The attacker must
// move, the defender may pass. Kos are those of the simple rule, which a pass lifts; superko does not hold.
func within(g local, depth int, known map[[2]uint64]bool) bool {
	if standing := g.Standing(0, new(dependency.Trace)); standing != threat.Open {
		return standing == threat.Won
	}
	if depth == 0 {
		return false
	}
	key := [2]uint64{g.Hash(), uint64(depth)}
	if won, ok := known[key]; ok {
		return won
	}
	attacking := g.Attacking()
	won := !attacking
	if !attacking {
		g.Pass()
		won = within(g, depth-1, known)
		g.Unpass()
	}
	for _, m := range g.Moves(nil) {
		if won == attacking {
			break
		}
		g.Play(m)
		won = within(g, depth-1, known)
		g.Undo(m)
	}
	known[key] = won
	return won
}

// TestAgainstBruteForce compares captures and connections on small boards with all lines of play up to a length: what
// is won by threats is won within the moves that the threats allow, and what is won within few moves is won by threats
// that suffice for all such wins, if all moves are tried.
func TestAgainstBruteForce(t *testing.T) {
	for name, newGoal := range randomGoals {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 3))
			won, lost, missed := 0, 0, 0
			for range long.Or(4000, 150) {
				size := 3 + random.IntN(2)
				g := newGoal(t, random, size, size*size-2+random.IntN(size*size))
				if g == nil || len(g.Moves(nil)) > 7 {
					continue
				}
				const few, bound = 5, 9 // a win by 2,1 takes four moves of the attacker
				known := map[[2]uint64]bool{}
				search := func(g threat.Game[point], opt threat.Options[point]) (won, complete bool) {
					opt.Table = transposition.NewTable(24 << 12)
					limits := ply.Limits{Nodes: long.Or(1_000_000, 50_000)}
					r, err := threat.Search(context.Background(), g, limits, opt)
					if err != nil {
						t.Fatal(err)
					}
					opt = withDepth(opt)
					opt.ProofNumbers = true
					d, err := threat.Search(context.Background(), g, limits, opt)
					if err != nil {
						t.Fatal(err)
					}
					if r.Status == ply.Complete && d.Status == ply.Complete && r.Won != d.Won {
						t.Errorf("%v: in order %v, by proof numbers %v\n%v", opt.Threat, r.Won, d.Won, g)
					}
					return r.Won, r.Status == ply.Complete
				}
				if won, _ := search(threat.Game[point](g), threat.Options[point]{Threat: threat.Threat{2, 1}}); won && !within(g, bound, known) {
					t.Errorf("won, but not within %d moves:\n%v attacking: %v", bound, g, g.Attacking())
				}
				if !within(g, few, known) {
					lost++
					continue
				}
				won++
				all := threat.Options[point]{Threat: threat.Lambda(few), MaxDepth: 12}
				if won, complete := search(everyMove{g}, all); complete && !won {
					t.Errorf("won within %d moves, but not by any threats:\n%v attacking: %v", few, g, g.Attacking())
				}
				if won, _ := search(threat.Game[point](g), all); !won {
					missed++
				}
			}
			t.Logf("%d won, %d not; with the moves that the goal lists %d of the wins were missed", won, lost, missed)
			if won < 10 || lost < 10 || missed > won/10 {
				t.Errorf("%d won, %d not, %d missed", won, lost, missed)
			}
		})
	}
}

// withDepth returns options that DepthFirst takes on a cyclic game.
func withDepth(opt threat.Options[point]) threat.Options[point] {
	if opt.MaxDepth == 0 {
		opt.MaxDepth = 40
	}
	return opt
}

// TestKnownCaptures has positions of textbooks.
func TestKnownCaptures(t *testing.T) {
	const toUpperRight = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. X O . . . . . .
		. . X X . . . . .
		. . . . . . . . .`
	stoneAt := func(text, name, color string) string {
		rows := strings.Split(strings.TrimSpace(text), "\n")
		row := rows[9-int(name[1]-'0')]
		fields := strings.Fields(row)
		fields[name[0]-'A'] = color
		rows[9-int(name[1]-'0')] = strings.Join(fields, " ")
		return strings.Join(rows, "\n")
	}
	const net = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . X . . . . . .
		. . X O . . . . .
		. . . X X . . . .
		. . . . . . . . .
		. . . . . . . . .`
	for _, c := range []struct {
		name, text, target string
		of                 threat.Threat
		standing           threat.Standing
		move               string // among those that capture
	}{
		{"ladder", toUpperRight, "C3", threat.Lambda(1), threat.Winnable, "C4"},
		{"ladder with a breaker", stoneAt(toUpperRight, "G7", "O"), "C3", threat.Lambda(1), threat.Lost, ""},
		{"ladder with a breaker beside it", stoneAt(toUpperRight, "F6", "O"), "C3", threat.Lambda(1), threat.Lost, ""},
		{"ladder with a stone elsewhere", stoneAt(toUpperRight, "B8", "O"), "C3", threat.Lambda(1), threat.Winnable, "C4"},
		{"ladder to a stone of the chaser", stoneAt(toUpperRight, "G7", "X"), "C3", threat.Lambda(1), threat.Winnable, "C4"},
		{"net", stoneAt(net, "G7", "O"), "D4", threat.Threat{4, 2}, threat.Winnable, "E5"},
		{"in atari", stoneAt(stoneAt(net, "E4", "X"), "C5", "."), "D4", threat.Threat{1}, threat.Winnable, "D5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := goban.ReadText(strings.NewReader(c.text), goban.Rules{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := b.Parse(c.target)
			if err != nil {
				t.Fatal(err)
			}
			g, err := goal.NewCapture(b, p)
			if err != nil {
				t.Fatal(err)
			}
			standing, attackerFirst, _, err := threat.Assess(context.Background(), g, ply.Limits{}, threat.Options[point]{Threat: c.of, AllMoves: true, MaxDepth: 100})
			if err != nil {
				t.Fatal(err)
			}
			moves := names(g, attackerFirst.Moves)
			if standing != c.standing || c.move != "" && !slices.Contains(moves, c.move) {
				t.Errorf("%v by %q, want %v by %s", standing, moves, c.standing, c.move)
			}
		})
	}
}

// TestSnapbacks looks for stones that capture by being captured: the attacker's stone has one liberty, and where the
// defender takes it, the string is captured.
func TestSnapbacks(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	found := 0
	for range long.Or(20_000, 5_000) {
		g := randomCapture(t, random, 5, 14+random.IntN(8)).(*goal.Capture)
		if !g.Attacking() {
			g.Pass()
		}
		r, err := threat.Search(context.Background(), g, ply.Limits{}, threat.Options[point]{Threat: threat.Threat{1}})
		if err != nil {
			t.Fatal(err)
		}
		m, ok := r.Move()
		if !ok || g.LibertiesAfter(g.ToMove(), m) != 1 {
			continue
		}
		g.Play(m)
		if g.Standing(0, new(dependency.Trace)) == threat.Open && g.StoneCount(m) == 1 {
			var last []point
			last = g.Liberties(m, last)
			if g.Legal(last[0]) {
				g.Play(last[0])
				if g.At(m) != goban.Empty || !within(g, 1, map[[2]uint64]bool{}) {
					t.Fatalf("%s, taken, does not capture:\n%v", g.Name(m), g)
				}
				found++
				g.Undo(last[0])
			}
		}
		g.Undo(m)
	}
	if found == 0 {
		t.Error("no snapback found")
	}
	t.Logf("%d snapbacks", found)
}

// TestGoalsThatAreNone checks that what cannot be a goal is an error that says why.
func TestGoalsThatAreNone(t *testing.T) {
	b, err := goban.ReadText(strings.NewReader("X . .\nO X .\n. . ."), goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) point {
		p, err := b.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	_, empty := goal.NewCapture(b, at("C1"))
	_, border := goal.NewCapture(b, goban.NoPoint)
	_, beyond := goal.NewCapture(b, 10_000)
	_, negative := goal.NewCapture(b, -1)
	_, fromEmpty := goal.NewConnect(b, at("C1"), at("A3"))
	_, different := goal.NewConnect(b, at("A3"), at("A2"))
	_, off := goal.NewConnect(b, at("A3"), 10_000)
	strict, err := goban.New(5, goban.Rules{Superko: true})
	if err != nil {
		t.Fatal(err)
	}
	strict.Play(strict.Point(2, 2))
	_, superko := goal.NewCapture(strict, strict.Point(2, 2))
	loose, err := goban.New(5, goban.Rules{Suicide: true})
	if err != nil {
		t.Fatal(err)
	}
	loose.Play(loose.Point(2, 2))
	_, suicide := goal.NewConnect(loose, loose.Point(2, 2), loose.Point(2, 3))
	for err, want := range map[error]string{
		empty: "no stone on C1", border: "not on the board", beyond: "not on the board", negative: "not on the board",
		fromEmpty: "no stone on C1", different: "A3 is black and A2 is white", off: "not on the board",
		superko: "neither", suicide: "neither",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A string is connected to itself if no ladder captures it, or, where it must escape at once, if it has three liberties
// after the answer to any atari.
func TestConnectedToItself(t *testing.T) {
	for text, want := range map[string][2]threat.Standing{ // in any ladder, and at once
		". . .\n. X .\n. . .": {threat.Won, threat.Won},
		". O .\n. X .\n. O .": {threat.Won, threat.Open},
		"X . .\n. . .\n. . .": {threat.Open, threat.Open},
	} {
		b, err := goban.ReadText(strings.NewReader(text), goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		p := b.Points()[slices.IndexFunc(b.Points(), func(p point) bool { return b.At(p) == goban.Black })]
		g, err := goal.NewConnect(b, p, p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			g.Escape = 2 * i
			if got := g.Standing(0, new(dependency.Trace)); got != want[i] {
				t.Errorf("%v, want %v within %d moves\n%v", got, want[i], g.Escape, b)
			}
		}
	}
}
