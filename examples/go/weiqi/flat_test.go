package weiqi_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts/flat"
	"github.com/ply-search/ply/mcts/flat/flattest"
)

func newFlat(t testing.TB, size int) *weiqi.Flat {
	t.Helper()
	b, err := goban.New(size, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := weiqi.NewFlat(b, weiqi.Connections{Empty: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFlatLaws(t *testing.T) {
	gametest.Check(t, func() *weiqi.Flat { return newFlat(t, 4) }, gametest.Options{Laws: flattest.Laws[goban.Point]()})
}

// A random game is made of moves of the game among which it chose, reaches the goals that the game says it reaches, and
// has the outcome of its last position.
func TestFlatSimulate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	goals := 0
	for range 12 {
		g := newFlat(t, 6)
		for range 6 + random.IntN(20) {
			if moves := g.Moves(nil); len(moves) > 0 {
				g.Play(moves[random.IntN(len(moves))])
			}
		}
		listed, err := g.Goals(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		goals += len(listed)
		for _, guided := range []bool{false, true} {
			var steps []flat.Step[goban.Point]
			var chosen [][]goban.Point
			s := flat.Simulation[goban.Point]{Random: rand.NewPCG(random.Uint64(), 1), Steps: &steps, Reached: make([]bool, len(listed))}
			if guided {
				s.Choose = func(side int, moves []goban.Point) int {
					chosen = append(chosen, slices.Clone(moves))
					return random.IntN(len(moves))
				}
			}
			outcome := g.Simulate(&s)
			side, want := g.ToMove(), make([]bool, len(listed))
			for i, step := range steps {
				moves := g.Moves(nil)
				if step.Side != g.ToMove() || !slices.Contains(moves, step.Move) {
					t.Fatalf("%v: step %d is %v of side %d", g, i, step.Move, step.Side)
				}
				if guided {
					slices.Sort(chosen[i])
					if !slices.Equal(moves, chosen[i]) {
						t.Fatalf("%v: chose among %v, want %v", g, chosen[i], moves)
					}
				}
				g.Play(step.Move)
				for goal := range want {
					want[goal] = want[goal] || g.Reached(goal)
				}
			}
			end := g.Outcome()
			if g.ToMove() != side {
				end = -end
			}
			if outcome != end || !slices.Equal(want, s.Reached) {
				t.Errorf("%v: outcome %d, want %d; reached %v, want %v", g, outcome, end, s.Reached, want)
			}
			for i := len(steps) - 1; i >= 0; i-- {
				g.Undo(steps[i].Move)
			}
		}
	}
	if goals < 50 {
		t.Errorf("%d goals in all", goals)
	}
}

// plain hides that a game plays its own random games.
type plain struct {
	ply.AdversarialGame[goban.Point]
}

// Random games of the board and of package flat have the same means.
func TestFlatMeans(t *testing.T) {
	g := newFlat(t, 4)
	own, err := flat.Search(t.Context(), g, ply.Limits{}, flat.Options[goban.Point]{Judge: flat.EachMove{Playouts: 400}})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := flat.Search(t.Context(), plain{g}, ply.Limits{}, flat.Options[goban.Point]{Judge: flat.EachMove{Playouts: 400}, Random: rand.NewPCG(3, 4)})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range own.Moves {
		n := slow.Moves[i]
		if spread := math.Hypot(m.High-m.Low, n.High-n.Low) / 2 / 1.96; math.Abs(m.Value-n.Value) > 5*spread {
			t.Errorf("%v: %v and %v, standard error %v", m.Move, m.Value, n.Value, spread)
		}
	}
}

// Random games have the same outcomes, lengths and moves on average, whether moves are drawn from lists or from an urn.
// Most of them capture stones on so small a board, so that points become playable again.
func TestFlatUrn(t *testing.T) {
	const games = 6000
	g := newFlat(t, 5)
	seeds := rand.New(rand.NewPCG(5, 6))
	var weights [2][]float64
	for side := range weights {
		for range g.Numbers() {
			weights[side] = append(weights[side], math.Exp(2*seeds.NormFloat64()))
		}
	}
	var sums, squares [2][]float64
	for way := range 2 {
		source := rand.NewPCG(7, uint64(way))
		random := rand.New(source)
		urn := flat.NewUrn(source, func(side, number int) float64 { return weights[side][number] })
		var steps []flat.Step[goban.Point]
		s := flat.Simulation[goban.Point]{Random: source, Steps: &steps}
		if way == 0 {
			s.Choose = func(side int, moves []goban.Point) int {
				sum := 0.0
				for _, m := range moves {
					sum += weights[side][g.Number(m)]
				}
				drawn := random.Float64() * sum
				for i, m := range moves {
					if drawn -= weights[side][g.Number(m)]; drawn < 0 {
						return i
					}
				}
				return len(moves) - 1
			}
		} else {
			s.Urn = urn
		}
		sums[way], squares[way] = make([]float64, 2+2*g.Numbers()), make([]float64, 2+2*g.Numbers())
		figures := make([]float64, len(sums[way]))
		for range games {
			urn.Reset()
			steps = steps[:0]
			clear(figures)
			figures[0] = float64(g.Simulate(&s))
			figures[1] = float64(len(steps))
			for _, step := range steps {
				figures[2+step.Side*g.Numbers()+g.Number(step.Move)]++
			}
			for i, x := range figures {
				sums[way][i] += x
				squares[way][i] += x * x
			}
		}
	}
	for i := range sums[0] {
		var mean, variance [2]float64
		for way := range mean {
			mean[way] = sums[way][i] / games
			variance[way] = (squares[way][i]/games - mean[way]*mean[way]) / games
		}
		if spread := math.Sqrt(variance[0] + variance[1]); math.Abs(mean[0]-mean[1]) > 4.5*spread {
			t.Errorf("figure %d: %v from lists, %v from an urn, standard error %v", i, mean[0], mean[1], spread)
		}
	}
}

// Two black stones apart by one point, with white stones beside it, can be connected or cut there.
func TestFlatGoals(t *testing.T) {
	for _, turn := range []goban.Color{goban.Black, goban.White} {
		g := newFlat(t, 9)
		b := g.Board
		for color, points := range map[goban.Color]string{goban.Black: "C4 E4", goban.White: "D5 D3"} {
			for name := range strings.FieldsSeq(points) {
				p, err := b.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				if err := b.Place(color, p); err != nil {
					t.Fatal(err)
				}
			}
		}
		b.SetToMove(turn)
		goals, err := g.Goals(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		middle, _ := b.Parse("D4")
		i := slices.IndexFunc(goals, func(g flat.Goal[goban.Point]) bool {
			return slices.Contains(g.Moves, middle) && g.Prevented == (turn == goban.White)
		})
		if i < 0 {
			t.Fatalf("goals %+v, want to connect or cut at %v", goals, middle)
		}
		reached := 0
		s := flat.Simulation[goban.Point]{Random: rand.NewPCG(1, 2), Reached: make([]bool, len(goals))}
		for range 500 {
			clear(s.Reached)
			if g.Simulate(&s); s.Reached[i] {
				reached++
			}
		}
		if reached == 0 || reached == 500 {
			t.Errorf("reached in %d of 500 games", reached)
		}
		r, err := flat.Search(t.Context(), g, ply.Limits{Nodes: 2000}, flat.Options[goban.Point]{Judge: flat.AllAsFirst{Goals: true}})
		if err != nil || r.Goal >= len(goals) {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// handFlat is progressive in nothing: the playouts after each move in turn, written by hand.
func handFlat(b *goban.Board, each int, random *rand.PCG) goban.Point {
	var fast goban.FastBoard
	g := goban.Game{Board: b}
	moves := g.Moves(nil)
	sums := make([]int, len(moves))
	for range each {
		for i, m := range moves {
			g.Play(m)
			fast.Load(b)
			fast.LightPlayout(random, nil)
			sums[i] += fast.Outcome()
			g.Undo(m)
		}
	}
	best := 0
	for i, s := range sums {
		if s > sums[best] {
			best = i
		}
	}
	return moves[best]
}

// listing chooses moves from lists although there is an urn.
type listing struct{ *weiqi.Flat }

func (g listing) Simulate(s *flat.Simulation[goban.Point]) int {
	s.Urn = nil
	return g.Flat.Simulate(s)
}

// BenchmarkFlat compares playouts after each move of the empty board of 9 × 9 with the same written by hand, and moves
// drawn by their weights from an urn with the same from lists.
func BenchmarkFlat(b *testing.B) {
	g := newFlat(b, 9)
	b.Run("flat", func(b *testing.B) {
		for b.Loop() {
			if _, err := flat.Search(b.Context(), g, ply.Limits{}, flat.Options[goban.Point]{Judge: flat.EachMove{Playouts: 10}}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("hand", func(b *testing.B) {
		random := rand.NewPCG(0, 0)
		for b.Loop() {
			handFlat(g.Board, 10, random)
		}
	})
	for name, opt := range map[string]flat.Options[goban.Point]{
		"first":     {Judge: flat.AllAsFirst{}},
		"boltzmann": {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 2.5}},
		"gobble":    {Judge: flat.AllAsFirst{Gobble: 5}},
		"replies":   {Judge: flat.AllAsFirst{}, Replies: true},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := flat.Search(b.Context(), g, ply.Limits{Nodes: 820}, opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("lists", func(b *testing.B) {
		for b.Loop() {
			opt := flat.Options[goban.Point]{Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 2.5}}
			if _, err := flat.Search(b.Context(), listing{g}, ply.Limits{Nodes: 820}, opt); err != nil {
				b.Fatal(err)
			}
		}
	})
}
