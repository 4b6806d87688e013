package mcts

import (
	"math"
	"math/rand/v2"
	"testing"
)

// alternating returns a line of two players who play moves in turn, the move n with the number n.
func alternating(moves ...int) []playedMove[int] {
	var line []playedMove[int]
	for i, m := range moves {
		line = append(line, playedMove[int]{int32(i & 1), int32(m), m})
	}
	return line
}

// TestReplies checks that replies are remembered after wins and forgotten after losses, and that those to two moves
// come first.
func TestReplies(t *testing.T) {
	won, lost := []float32{1, 0}, []float32{0, 1}
	r := newReplies[int](2)
	all := []int{1, 2, 3, 4, 5, 6}
	pick := func(moves []int, line ...int) int { return r.pick(alternating(line...), len(line)&1, moves) }
	if got := pick(all, 1, 2); got != -1 {
		t.Errorf("reply %d, none is known", got)
	}
	r.learn(alternating(1, 2, 3), won) // 3 replies to 2, and to 1 2
	r.learn(alternating(4, 2, 5), won) // 5 replies to 2, and to 4 2
	for _, test := range []struct {
		line []int
		want int // the move
	}{{[]int{1, 2}, 3}, {[]int{4, 2}, 5}, {[]int{6, 2}, 5}, {[]int{1, 3}, 0}, {[]int{2}, 0}} {
		got := pick(all, test.line...)
		if got >= 0 && all[got] != test.want || got < 0 && test.want != 0 {
			t.Errorf("after %v: %d, want %d", test.line, got, test.want)
		}
	}
	// A reply that cannot be played gives way to the one after one move.
	if got := pick([]int{6, 5}, 1, 2); got != 1 {
		t.Errorf("%d, want the reply to one move", got)
	}
	r.learn(alternating(1, 2, 3), []float32{0.5, 0.5}) // changes nothing
	if got := pick(all, 1, 2); got != 2 {
		t.Errorf("%d after a draw", got)
	}
	r.learn(alternating(1, 2, 3), lost)
	if got := pick(all, 1, 2); got != 4 { // the rest is 5 after 2
		t.Errorf("%d after a loss, want what replies to 2", got)
	}
	r.learn(alternating(4, 2, 5), lost)
	if got := pick(all, 1, 2); got != -1 {
		t.Errorf("%d after losses", got)
	}
}

// TestAverages checks which move averages prefer: the best, that never seen, and that which is best in its context.
func TestAverages(t *testing.T) {
	random := rand.NewPCG(1, 2)
	a := newAverages[int](Averages{Length: 2}, 2)
	a.randomMoves = 0
	for range 10 {
		a.learn(alternating(0, 1), []float32{1, 0.5})
		a.learn(alternating(2, 1), []float32{0.25, 0.25})
		a.learn(alternating(0, 3), []float32{0, 1})
		a.learn(alternating(2, 3), []float32{0, 0})
	}
	for _, test := range []struct {
		line    []int
		numbers []int32
		want    int
	}{
		{nil, []int32{2, 0}, 1},      // 0.5 against 0.125
		{nil, []int32{2, 0, 7}, 2},   // never seen
		{[]int{0}, []int32{1, 3}, 1}, // (0.375+0.5)/2 against (0.5+1)/2
		{[]int{2}, []int32{1, 3}, 0}, // (0.375+0.25)/2 against (0.5+0)/2
		{[]int{9}, []int32{1, 3}, 1}, // 0.375 against 0.5
	} {
		if got := a.pick(alternating(test.line...), len(test.line)&1, test.numbers, random); got != test.want {
			t.Errorf("after %v of %v: %d, want %d", test.line, test.numbers, got, test.want)
		}
	}
}

// TestGibbs compares how often moves are drawn with the weights of their results.
func TestGibbs(t *testing.T) {
	random := rand.NewPCG(1, 2)
	a := newAverages[int](Averages{Length: 1, Temperature: 0.5}, 1)
	results := []float32{0, 0.5, 1}
	for number, result := range results {
		a.learn([]playedMove[int]{{0, int32(number), number}}, []float32{result})
	}
	const draws = 20000
	var seen [3]int
	for range draws {
		seen[a.pick(nil, 0, []int32{0, 1, 2}, random)]++
	}
	sum := 0.0
	for _, r := range results {
		sum += math.Exp(float64(r) / 0.5)
	}
	for i, r := range results {
		want := draws * math.Exp(float64(r)/0.5) / sum
		if math.Abs(float64(seen[i])-want) > 5*math.Sqrt(want) {
			t.Errorf("move %d: %d of %d, want %.0f", i, seen[i], draws, want)
		}
	}
}

// TestHistoryTerm checks the formula of progressive history by hand.
func TestHistoryTerm(t *testing.T) {
	w := &worker[int]{}
	w.opt, w.moveStats = &plan[int]{Options: Options[int]{History: 2}}, &moveStats[int]{history: [][]average{{{3, 4}, {0, 0}}}}
	scores := []float32{0.5, 0.5, math.MaxFloat32, cutScore}
	w.addHistory(0, []uint32{0, 1, 0, 0}, []float32{10, 0, 0, 1}, []float32{0.5, 0.5, 0.5, 0.5}, scores)
	for i, want := range []float32{0.5 + 2*0.75/6, 0.5 + 2*0.5, untried * 1.75, cutScore} {
		if scores[i] != want {
			t.Errorf("score %d is %v, want %v", i, scores[i], want)
		}
	}
}
