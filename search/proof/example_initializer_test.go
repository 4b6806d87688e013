package proof_test

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
)

// Row is Dawson, whose player knows that few free squares are soon decided.
type Row struct{ Dawson }

// FirstNumbers estimates the work by the number of free squares. With one of them, the side to move wins.
func (r *Row) FirstNumbers() (proof, disproof int) {
	near := r.pawns | r.pawns<<1 | r.pawns>>1
	free := 14 - bits.OnesCount16(near&(1<<14-1))
	switch free {
	case 0:
		return 1, 0
	case 1:
		return 0, 1
	}
	return free, free
}

// The game may state what numbers its positions begin with.
func ExampleInitializer() {
	opt := proof.Options[int]{Sum: 0.7, Widen: 0.1}
	result, err := proof.Search(context.Background(), new(Row), ply.Limits{}, opt)
	fmt.Println(result.Status, result.Answer, err)
	// Output: complete disproved <nil>
}
