package game

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/belief"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts/infoset"
)

// identity tells a position.
func identity(h *Hidden) string {
	b, _ := h.AppendBinary(nil)
	return string(b)
}

// TestDeterminize compares draws with all lines that a player holds possible, and their probabilities.
func TestDeterminize(t *testing.T) {
	for _, test := range []struct {
		name  string
		turns int // the number of times that player 0 moves before
		games int
	}{{"montyhall", 1, 3}, {"montyhall", 2, 3}, {"blindtictactoe", 1, 3}, {"blindtictactoe", 2, 2}, {hats, 1, 4}} {
		r := load(t, test.name, Options{})
		random := rand.New(rand.NewPCG(1, 2))
		for range test.games {
			h := NewHidden(r)
			var line []Move
			for turns := 0; ; {
				moves := h.Moves(nil)
				if h.ToMove() == 0 {
					if turns == test.turns {
						break
					}
					turns++
				}
				m := moves[random.IntN(len(moves))]
				line = append(line, m)
				h.Play(m)
			}
			held, err := belief.Believe(context.Background(), NewHidden(r), line, 10_000_000)
			if err != nil {
				t.Fatal(err)
			}
			want := make(map[string]float64)
			for _, history := range held.Histories {
				g := NewHidden(r)
				for _, m := range history.Line {
					g.Play(m)
				}
				want[identity(g)] += history.Probability
			}
			draws := long.Or(20_000, 2_000)
			got, sum := make(map[string]float64), 0.0
			for range draws {
				w := h.Determinize(0, random)
				got[identity(h)] += w
				sum += w
			}
			for key, p := range want {
				if f := got[key] / sum; math.Abs(f-p) > 0.06 {
					t.Errorf("%.20s after %d turns: a position has frequency %.4f, want %.4f", test.name, test.turns, f, p)
				}
			}
			for key, w := range got {
				if want[key] == 0 && w > 0 {
					t.Errorf("%.20s: a position was drawn that cannot be", test.name)
				}
			}
		}
	}
}

// hats is a game in which draws must be weighted: random puts on one of three hats, and then chooses one of the lights
// in which the hat can be seen, which are not equally many. The player sees the light alone.
const hats = `
	(role a) (role random)
	(init (step 1))
	(<= (legal random (hat ?h)) (true (step 1)) (hat ?h))
	(<= (legal random (light ?l)) (true (step 2)) (lit ?h ?l) (true (on ?h)))
	(<= (legal random wait) (true (step 3)))
	(<= (legal a wait) (true (step 1)))
	(<= (legal a wait) (true (step 2)))
	(<= (legal a (say ?h)) (true (step 3)) (hat ?h))
	(<= (sees a (light ?l)) (does random (light ?l)))
	(<= (next (on ?h)) (does random (hat ?h)))
	(<= (next (on ?h)) (true (on ?h)))
	(<= (next (said ?h)) (does a (say ?h)))
	(<= (next (step 2)) (true (step 1)))
	(<= (next (step 3)) (true (step 2)))
	(<= (next (step 4)) (true (step 3)))
	(<= terminal (true (step 4)))
	(<= (goal a 100) (true (on ?h)) (true (said ?h)))
	(<= (goal a 0) (true (said ?h)) (not (true (on ?h))))
	(goal random 0)
	(hat red) (hat green) (hat blue)
	(lit red day) (lit red dusk) (lit red night) (lit green day) (lit green dusk) (lit blue day)`

// TestMontyHall finds out that switching wins two times of three.
func TestMontyHall(t *testing.T) {
	r := load(t, "montyhall", Options{})
	m := NewMemory(r, 0)
	for _, err := range []error{m.Add("(choose 1)", nil), m.Add("noop", []string{"(opened 3)"})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	h, err := m.Imagine(rand.New(rand.NewPCG(1, 1)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	result, err := infoset.Search(context.Background(), h, ply.Limits{Nodes: 20_000}, infoset.Options[Move]{Scale: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Text(result.Move); got != "switch" {
		t.Errorf("%s, want switch", got)
	}
	for _, c := range result.Moves {
		want := map[string]float64{"stay": -1.0 / 3, "switch": 1.0 / 3}[r.Text(c.Move)]
		if math.Abs(c.Value-want) > 0.1 {
			t.Errorf("%s has %.3f, want %.3f", r.Text(c.Move), c.Value, want)
		}
	}
}

func TestMemoryErrors(t *testing.T) {
	r := load(t, "montyhall", Options{})
	random := rand.New(rand.NewPCG(1, 1))
	m := NewMemory(r, 0)
	if m.Add("(choose 4)", nil) == nil || m.Add("(choose 1)", []string{"(opened 4)"}) == nil {
		t.Error("unknown terms were accepted")
	}
	// The door that was chosen is not opened.
	for _, err := range []error{m.Add("(choose 1)", nil), m.Add("noop", []string{"(opened 1)"})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Imagine(random, 100); !errors.Is(err, ErrInconsistent) {
		t.Errorf("%v, want %v", err, ErrInconsistent)
	}
}

// TestErrors gives constructors rules that do not fit.
func TestErrors(t *testing.T) {
	two, chance := load(t, "tictactoe", Options{}), load(t, "(role a)"+race, Options{})
	if _, err := NewSolo(two); err == nil {
		t.Error("Solo of two players")
	}
	if _, err := NewSides(chance); err == nil {
		t.Error("Sides with chance")
	}
	if _, err := NewDice(load(t, "(role a) (role b) (role c)"+race, Options{})); err == nil {
		t.Error("Dice of three players")
	}
	if _, err := New(two.Circuit, Options{MaxSteps: -1}); err == nil {
		t.Error("MaxSteps -1")
	}
	g := first(NewSides(two))
	for _, joint := range [][]Move{nil, {0, 0}, {0}} {
		if err := g.PlayRound(joint); err == nil {
			t.Errorf("the joint move %v was played", joint)
		}
	}
	if g.ToMove() != 0 || len(g.Moves(nil)) != 9 {
		t.Error("the position has changed")
	}
}

// TestMoves translates moves into texts and back.
func TestMoves(t *testing.T) {
	for _, name := range []string{"tictactoe", "blindtictactoe", "montyhall"} {
		r := load(t, name, Options{})
		n := 0
		for role, moves := range r.Circuit.Moves {
			for i, text := range moves {
				m := r.Move(role, int32(i))
				found, ok := r.Find(role, text)
				if r.RoleOf(m) != role || r.Text(m) != text || !ok || found != m || r.Number(m) != n {
					t.Errorf("%s: move %d of role %d, %s", name, i, role, text)
				}
				n++
			}
			if _, ok := r.Find(role, "no such move"); ok {
				t.Error("found a move that is none")
			}
			if p := r.Player(role); p != ply.Chance && r.Role(p) != role {
				t.Errorf("player %d of role %d", p, role)
			}
		}
		if r.Numbers() != n {
			t.Errorf("%d numbers, want %d", r.Numbers(), n)
		}
	}
}
