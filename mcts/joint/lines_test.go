package joint_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// TestAll compares the lines with the result of the search and with one another, in rounds and after chance.
func TestAll(t *testing.T) {
	for _, selection := range []joint.Selection{joint.RegretMatching, joint.UCT, joint.Exp3} {
		g := &lottery{Pennies: &testgames.Pennies{Rounds: 2, Prize: 1}}
		g.PlayJoint([]int{1})
		tree, err := joint.New(g, joint.Options[int]{Selection: selection, Scale: 4})
		if err != nil {
			t.Fatal(err)
		}
		for line := range tree.All(1) {
			t.Errorf("%v: line %v before the first simulation", selection, line)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 2000})
		if err != nil {
			t.Fatal(err)
		}
		var sums [2]float64 // of the results in the first round, by player
		var counts [2]int
		previous, deepest := 0, 0
		replies := make(map[string]int) // the visits after the first move, by that move
		firsts := make(map[string]int)
		for line, c := range tree.All(0) {
			n := len(line)
			if n > previous+1 || line[n-1] != c.Move || c.Low != -1 || c.High != 1 || math.Abs(c.Value) > 1 {
				t.Fatalf("%v: line %v after one of %d moves, %+v", selection, line, previous, c)
			}
			previous, deepest = n, max(deepest, n)
			if n <= 2 {
				sums[n-1] += float64(c.Visits) * c.Value
				counts[n-1] += c.Visits
			}
			switch n {
			case 1:
				firsts[fmt.Sprint(line)] = c.Visits
			case 2:
				replies[fmt.Sprint(line[:1])] += c.Visits
			}
		}
		all := counts[0] == 2000 || selection == joint.RegretMatching && counts[0] < 2000
		if !all || counts[0] != counts[1] || fmt.Sprint(firsts) != fmt.Sprint(replies) {
			t.Errorf("%v: %d and %d simulations, of the first player's moves %v, and the replies %v", selection, counts[0], counts[1], firsts, replies)
		}
		for player, mean := range r.Means {
			if got := sums[player] / float64(counts[player]); math.Abs(got-mean) > 1e-9 {
				t.Errorf("%v: player %d has the mean %v in the first round, want %v", selection, player, got, mean)
			}
		}
		if deepest < 4 {
			t.Errorf("%v: the longest line has %d moves", selection, deepest)
		}
		for line, c := range tree.All(100) {
			if c.Visits < 100 {
				t.Errorf("%v: line %v has %d visits", selection, line, c.Visits)
			}
		}
		for range tree.All(0) {
			break
		}
	}
}

// A round is one move of each player in the line.
func ExampleTree_All() {
	tree, err := joint.New(&testgames.Pennies{Rounds: 1, Prize: 2}, joint.Options[int]{Selection: joint.UCT, Scale: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 1000}); err != nil {
		fmt.Println(err)
		return
	}
	visits := make(map[int]int) // by the length of the line
	for line, statistics := range tree.All(1) {
		visits[len(line)] += statistics.Visits
	}
	fmt.Println(visits)
	// Output: map[1:1000 2:1000]
}
