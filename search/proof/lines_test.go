package proof_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
)

// TestAll compares the lines of trees with the game and the answers below them.
func TestAll(t *testing.T) {
	for _, nodes := range []int{0, 1, 2, 30, 200} {
		bar := &Chomp{rows: [3]int{4, 4, 3}}
		r, err := proof.BestFirst(t.Context(), bar, ply.Limits{Nodes: nodes}, proof.Options[Bite]{KeepTree: true})
		if err != nil {
			t.Fatal(err)
		}
		visits := []int{r.Nodes}
		below := make(map[string]int) // the visits of a line's moves
		won := make(map[string]bool)  // one of them wins
		counts := make(map[string]int)
		for line, c := range r.All(0) {
			n := len(line)
			if n > len(visits) || line[n-1] != c.Move || c.Visits > visits[n-1] || !slices.Contains([]float64{-1, 0, 1}, c.Value) {
				t.Fatalf("%d nodes: line %v, %+v, after one of %d moves", nodes, line, c, len(visits)-1)
			}
			visits = append(visits[:n], c.Visits)
			for _, m := range line[:n-1] {
				bar.Play(m)
			}
			if !slices.Contains(bar.Moves(nil), c.Move) {
				t.Fatalf("%d nodes: line %v is not legal", nodes, line)
			}
			for _, m := range slices.Backward(line[:n-1]) {
				bar.Undo(m)
			}
			above := fmt.Sprint(line[:n-1])
			below[above] += c.Visits
			won[above] = won[above] || c.Value == 1
			counts[fmt.Sprint(line)] = int(c.Value)
		}
		if below["[]"] != max(r.Nodes-1, 0) {
			t.Errorf("%d nodes: the moves of the root have %d visits, want %d", nodes, below["[]"], r.Nodes-1)
		}
		if got := r.Answer == proof.Proved; got != won["[]"] {
			t.Errorf("%d nodes: %v, and a move that wins: %v", nodes, r.Answer, won["[]"])
		}
		for line, value := range counts {
			if _, expanded := below[line]; expanded && (value == -1) != won[line] {
				t.Errorf("%d nodes: %s has the value %d, and a reply that wins: %v", nodes, line, value, won[line])
			}
		}
		for line, c := range r.All(3) {
			if c.Visits < 3 {
				t.Errorf("%d nodes: line %v has %d visits", nodes, line, c.Visits)
			}
		}
		for range r.All(0) {
			break
		}
	}
}

func TestAllWithoutTree(t *testing.T) {
	bar := &Chomp{rows: [3]int{3, 2, 0}}
	r, err := proof.BestFirst(t.Context(), bar, ply.Limits{}, proof.Options[Bite]{})
	if err != nil {
		t.Fatal(err)
	}
	for line := range r.All(0) {
		t.Errorf("line %v of a tree that was not kept", line)
	}
	_, err = proof.Search(t.Context(), &hashedChomp{bar}, ply.Limits{}, proof.Options[Bite]{KeepTree: true})
	if err == nil || !strings.Contains(err.Error(), "KeepTree") {
		t.Errorf("error %v", err)
	}
}

type hashedChomp struct{ *Chomp }

func (c *hashedChomp) Hash() uint64 {
	return uint64(c.rows[0] + 8*c.rows[1] + 64*c.rows[2] + 512*c.ToMove())
}

// The moves that were proven or disproven, with the positions that the search expanded after them.
func ExampleResult_All() {
	bar := &Chomp{rows: [3]int{2, 2, 0}}
	result, err := proof.BestFirst(context.Background(), bar, ply.Limits{}, proof.Options[Bite]{KeepTree: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line, statistics := range result.All(1) {
		if len(line) == 1 {
			fmt.Println(statistics.Move, statistics.Value, statistics.Visits)
		}
	}
	// Output:
	// {1 1} 1 10
	// {0 1} -1 4
	// {1 0} -1 4
	// {0 0} -1 1
}
