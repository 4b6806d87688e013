package backgammon

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/expectimax"
)

// bySearch returns options for a search of g with its evaluation.
func bySearch(g *Game, depth int) expectimax.Options[Move] {
	return expectimax.Options[Move]{Depth: depth, Range: [2]float64{-3, 3}, Evaluator: func(ply.AdversarialGame[Move]) expectimax.Evaluator { return g }}
}

// expected returns the value of g for White by all moves of a number of plies.
func expected(g *Game, depth int) float64 {
	side, moves := g.ToMove(), g.Moves(nil)
	sign := 1 - 2*float64(max(side, 0))
	if depth == 0 || len(moves) == 0 {
		return sign * g.Expectation()
	}
	best, sum := math.Inf(-1), 0.0
	var odds []float64
	if side == ply.Chance {
		odds = g.Probabilities(moves, nil)
	}
	for i, m := range moves {
		g.Play(m)
		value := expected(g, depth-1)
		g.Undo(m)
		if side == ply.Chance {
			sum += odds[i] * value
		} else {
			best = max(best, sign*value)
		}
	}
	if side == ply.Chance {
		return sum
	}
	return sign * best
}

// Expectimax, which prunes, finds the values of a search of all moves.
func TestSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	n := 0
	walk(t, random, func(g *Game) {
		if n++; n%12 != 0 {
			return
		}
		r, err := expectimax.Search(t.Context(), g, ply.Limits{}, bySearch(g, 3))
		want := expected(g, 3)
		if g.ToMove() == 1 {
			want = -want
		}
		if err != nil || math.Abs(r.Value-want) > 1e-9 {
			t.Errorf("%v%v, %v; want %v", g, r.Value, err, want)
		}
	})
}

// In races, the evaluation is near the probabilities that GNU Backgammon 1.07 finds with a lookahead of two plies.
func TestRaces(t *testing.T) {
	home := map[int]int{12: 3, 6: 12}
	for _, c := range []struct {
		white, black  map[int]int
		wins, gammons float64
	}{
		{map[int]int{10: 5, 6: 5, 4: 5}, map[int]int{10: 5, 6: 5, 5: 5}, 0.664, 0},
		{map[int]int{8: 5, 6: 5, 4: 5}, map[int]int{9: 5, 6: 5, 4: 5}, 0.684, 0},
		{map[int]int{6: 3, 5: 2, 4: 2}, map[int]int{6: 3, 5: 2, 4: 2}, 0.640, 0},
		{map[int]int{8: 5, 6: 10}, map[int]int{8: 5, 6: 10}, 0.586, 0},
		{map[int]int{1: 4, 2: 2}, home, 1, 0.942},
		{map[int]int{1: 4, 2: 4}, home, 1, 0.734},
		{map[int]int{1: 6, 2: 4}, home, 1, 0.420},
		{map[int]int{1: 4}, map[int]int{6: 15}, 1, 0.606},
	} {
		g := place(t, c.white, c.black)
		wins, gammons := (1+g.now.race(0))/2, g.now.gammon(0)
		if !g.now.passed() || math.Abs(wins-c.wins) > 0.02 || math.Abs(gammons-c.gammons) > 0.05 {
			t.Errorf("%v%.3f wins, %.3f gammons; want %.3f and %.3f", g, wins, gammons, c.wins, c.gammons)
		}
	}
}

func TestExpectation(t *testing.T) {
	for _, c := range []struct {
		name         string
		white, black map[int]int
		low, high    float64
	}{
		{"a race that is even, White to throw", map[int]int{6: 5, 5: 5, 4: 4}, map[int]int{6: 5, 5: 5, 4: 4}, 0.1, 0.5},
		{"a race that is lost", map[int]int{6: 5, 5: 5, 4: 4}, map[int]int{1: 4}, -1, -0.99},
		{"a gammon in a race", map[int]int{1: 2}, map[int]int{12: 15}, 1.9, 2},
		{"a checker on the bar against five points", map[int]int{6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 5}, map[int]int{Bar: 1, 13: 5, 8: 4, 6: 5}, 0.7, 3},
	} {
		g := place(t, c.white, c.black)
		if value := g.Expectation(); !(value >= c.low && value <= c.high) {
			t.Errorf("%s: %v%v, want %v to %v", c.name, g, value, c.low, c.high)
		}
	}
}

// The numbers of throws that hit a blot by direct and combined shots (Magriel, Backgammon, 1976, chapter 9).
func TestShots(t *testing.T) {
	for distance, want := range []uint8{1: 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3} {
		if distance > 0 && shots[1<<(distance-1)] != want {
			t.Errorf("distance %d: %d throws, want %d", distance, shots[1<<(distance-1)], want)
		}
	}
}

// The tree search sees values in millipoints and finds a play that wins at once.
func TestMillipoints(t *testing.T) {
	g := thrown(place(t, map[int]int{3: 1, 1: 1}, map[int]int{1: 1}), 6, 5)
	r, err := mcts.Search(t.Context(), Millipoints{g}, ply.Limits{Nodes: 100}, mcts.Options[Move]{Leaf: mcts.Evaluation{}, Scale: 3000})
	if err != nil || string(g.AppendMove(nil, r.Move)) != "3/off,1/off" {
		t.Errorf("%v, %v", r.Move, err)
	}
	if g.Play(r.Move); (Millipoints{g}).Outcome() != -1000 || (Millipoints{g}).Evaluate() != -1000 {
		t.Errorf("%v", g)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestWriteSVG(t *testing.T) {
	g := place(t, map[int]int{Bar: 2, 6: 7}, map[int]int{1: 14})
	var out bytes.Buffer
	if err := g.WriteSVG(&out); err != nil {
		t.Fatal(err)
	}
	// Two checkers on the bar, stacks of five that stand for seven and 14, six and one borne off.
	if n := strings.Count(out.String(), "<circle"); n != 2+5+5+5+1 {
		t.Errorf("%d checkers", n)
	}
	for _, text := range []string{">7<", ">14<", ">6<", "White throws"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("no %s in\n%s", text, out.String())
		}
	}
	if err := g.WriteSVG(full{}); err == nil {
		t.Error("no error of the writer")
	}
}
