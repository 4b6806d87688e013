package domineering_test

import (
	"fmt"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/domineering/domineering"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// solve answers whether the side that moves first wins.
func solve(t *testing.T, rows, columns int) proof.Result[domineering.Move] {
	t.Helper()
	g, err := domineering.New(rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	r, err := proof.Search(t.Context(), g, ply.Limits{}, proof.Options[domineering.Move]{Table: transposition.NewTable(16 << 20)})
	if err != nil || r.Answer == proof.Unknown {
		t.Fatalf("%+v, error %v", r, err)
	}
	return r
}

// First numbers change how long a proof takes, and not what it proves.
func TestFirstNumbersKeepTheAnswer(t *testing.T) {
	for rows := 1; rows <= 5; rows++ {
		for columns := 1; columns <= 5; columns++ {
			got := solve(t, rows, columns)
			g, _ := domineering.New(rows, columns)
			want, err := alphabeta.Search(t.Context(), g, ply.Limits{}, alphabeta.Options[domineering.Move]{Window: [2]int{-1, 1}})
			if err != nil || (got.Answer == proof.Proved) != (want.Value > 0) {
				t.Errorf("%d × %d: %v, the value is %d, error %v", rows, columns, got.Answer, want.Value, err)
			}
		}
	}
}

// On 6 × 6, where all positions beginning alike cost 53 million nodes, first numbers leave less than 0.1 million.
func TestFirstNumbersSaveNodes(t *testing.T) {
	r := solve(t, 6, 6)
	if r.Answer != proof.Proved || r.Nodes > 120_000 {
		t.Errorf("%v with %d nodes", r.Answer, r.Nodes)
	}
}

func ExampleGame_FirstNumbers() {
	g, _ := domineering.New(2, 3)
	fmt.Println(g.FirstNumbers())
	for _, m := range g.Moves(nil)[1:2] { // the middle column: nothing fits across it any more
		g.Play(m)
	}
	fmt.Println(g.FirstNumbers())
	// Output:
	// 96 96
	// 1 0
}
