package threat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// game has the capabilities for the searches under test.
type game interface {
	threat.Game[int]
	ply.Hasher
	ply.Celled
	fmt.Stringer
}

// variants are options that must not change the findings within shared limits.
func variants(of threat.Threat) map[string]threat.Options[int] {
	table, tiny := newTable(1<<12), newTable(2)
	tiny.Scheme = transposition.ReplaceAlways
	return map[string]threat.Options[int]{
		"df-pn":           {Threat: of, Table: table, ProofNumbers: true},
		"df-pn tiny":      {Threat: of, Table: tiny, ProofNumbers: true, Widening: true},
		"df-pn all moves": {Threat: of, Table: table, ProofNumbers: true, AllMoves: true},
		"plain":           {Threat: of},
		"table":           {Threat: of, Table: table},
		"tiny table":      {Threat: of, Table: tiny, Widening: true},
		"widening":        {Threat: of, Widening: true, Table: table},
		"all moves":       {Threat: of, AllMoves: true, Table: table},
	}
}

// newTable returns a table for a number of positions, whose moves have 8 bytes.
func newTable(entries int) *transposition.Table { return transposition.NewTable(32 * int64(entries)) }

// Without bounds on threats, a search is complete in games where the goal takes no more moves in a row than the
// threat's order plus one: brute force must agree in every position.
func TestSearchAgainstBruteForce(t *testing.T) {
	for _, c := range []struct {
		name    string
		newGame func() game
		stones  int // at least
		brief   int // positions, unless all is tested
	}{
		{"three in a row on 3x3", func() game { return newLines(3, 3, 3) }, 0, 20},
		{"three in a row on 4x3", func() game { return newLines(4, 3, 3) }, 0, 80},
		{"bridge 3x3", func() game { return newBridge(3, 3) }, 2, 8},
		{"bridge 4x3", func() game { return newBridge(4, 3) }, 5, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			known := map[uint64]bool{}
			ways := variants(threat.Lambda(5))
			count := [2]int{}
			for range long.Or(100, c.brief) {
				g := c.newGame()
				for range c.stones + random.IntN(6) {
					if m := g.Moves(nil); len(m) > 0 {
						g.Play(m[random.IntN(len(m))])
					}
				}
				want := solve(g, known)
				if want {
					count[1]++
				} else {
					count[0]++
				}
				for way, opt := range ways {
					r, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
					if err != nil || r.Status != ply.Complete {
						t.Fatalf("%s: %v, %v", way, r.Status, err)
					}
					if r.Won != want {
						t.Fatalf("%s: won is %v, brute force says %v:\n%v attacking: %v", way, r.Won, want, g, g.Attacking())
					}
					checkMoves(t, g, r, known)
				}
			}
			if count[0] == 0 || count[1] == 0 {
				t.Errorf("%d positions lost, %d won: want some of each", count[0], count[1])
			}
		})
	}
}

// checkMoves checks that the moves of a result do what they are said to do.
func checkMoves(t *testing.T, g game, r threat.Result[int], known map[uint64]bool) {
	t.Helper()
	for _, m := range r.Moves {
		g.Play(m)
		if won := solve(g, known); won != r.Won {
			t.Fatalf("after the move %v, won is %v by brute force:\n%v", m, won, g)
		}
		g.Undo(m)
	}
}

// A win by bounded threats is a win.
func TestWonIsNeverWrong(t *testing.T) {
	for _, of := range []threat.Threat{nil, {1}, {2, 1}, {3, 2, 1}, {6, 3, 2, 0}, {threat.Unlimited, 2}} {
		for name, newGame := range map[string]func() game{
			"lines":  func() game { return newLines(4, 4, 3) },
			"bridge": func() game { return newBridge(4, 4) },
		} {
			t.Run(fmt.Sprint(name, " ", of), func(t *testing.T) {
				random := rand.New(rand.NewPCG(3, 4))
				known := map[uint64]bool{}
				ways := variants(of)
				wins := 0
				for range long.Or(20, 4) {
					g := newGame()
					for range 6 + random.IntN(6) {
						if m := g.Moves(nil); len(m) > 0 {
							g.Play(m[random.IntN(len(m))])
						}
					}
					wonBy := map[string]bool{}
					for way, opt := range ways {
						r, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
						if err != nil {
							t.Fatal(err)
						}
						wonBy[way] = r.Won
						if !r.Won {
							continue
						}
						wins++
						if !solve(g, known) {
							t.Fatalf("%s: won, but not by brute force:\n%v attacking: %v", way, g, g.Attacking())
						}
						checkMoves(t, g, r, known)
					}
					if wonBy["plain"] != wonBy["table"] || wonBy["plain"] != wonBy["all moves"] {
						t.Fatalf("results differ: %v\n%v", wonBy, g)
					}
				}
				if wins == 0 && of.Order() > 0 {
					t.Error("no win found")
				}
			})
		}
	}
}

// Stones placed outside the trace of a win do not change it, as many as the trace withstands.
func TestTraceOfWin(t *testing.T) {
	for _, c := range []struct {
		name    string
		newGame func() game
		of      threat.Threat
		changes int
		count   int // of positions in a long test
	}{
		{"lines", func() game { return newLines(5, 5, 4) }, threat.Threat{4, 2}, 1, 200},
		{"lines twice", func() game { return newLines(5, 5, 4) }, threat.Threat{3, 1}, 2, 120},
		{"bridge", func() game { return newBridge(5, 5) }, threat.Threat{4, 2}, 1, 200},
		{"bridge twice", func() game { return newBridge(4, 4) }, threat.Threat{2, 1}, 2, 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 6))
			won, placed := 0, 0
			for range long.Or(c.count, 20) {
				g := c.newGame()
				for range 6 + random.IntN(10) {
					if m := g.Moves(nil); len(m) > 0 {
						g.Play(m[random.IntN(len(m))])
					}
				}
				opt := threat.Options[int]{Threat: c.of, Changes: c.changes}
				r, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				if !r.Won {
					continue
				}
				won++
				placed += placeOutside(t, g, r, opt, c.changes, random)
			}
			if won < 8 || placed < 100 {
				t.Errorf("%d wins, %d stones placed", won, placed)
			}
		})
	}
}

// placeOutside places stones of both sides outside the trace of a win, one after another up to a number, and checks
// after each that the goal is still won. Of the second stone on, it tries only some.
func placeOutside(t *testing.T, g game, r threat.Result[int], opt threat.Options[int], changes int, random *rand.Rand) (placed int) {
	t.Helper()
	for side := range 2 {
		for _, m := range g.Moves(nil) {
			if r.Trace.Has(int32(m/2)) || changes < opt.Changes && random.IntN(4) > 0 {
				continue
			}
			g.Play(m)
			if side == 0 {
				g.Pass()
			}
			after, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if placed++; !after.Won {
				t.Fatalf("after the stone %v the goal is no longer won:\n%vtrace %v", m, g, r.Trace)
			}
			if changes > 1 {
				placed += placeOutside(t, g, r, opt, changes-1, random)
			}
			if side == 0 {
				g.Unpass()
			}
			g.Undo(m)
		}
		g.Pass() // for stones of the other side, and to give the turn back
	}
	return placed
}
