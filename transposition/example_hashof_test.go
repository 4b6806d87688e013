package transposition_test

import (
	"fmt"

	"github.com/ply-search/ply/transposition"
)

// Board is a position that is known by its bytes.
type Board struct{ rows [3]string }

func (b Board) AppendBinary(dst []byte) ([]byte, error) {
	for _, row := range b.rows {
		dst = append(dst, row...)
	}
	return dst, nil
}

// The slice that HashOf returns is passed on to the next call, so that this allocates nothing.
func ExampleHashOf() {
	var scratch []byte
	for _, board := range []Board{
		{[3]string{"x..", ".o.", "..."}},
		{[3]string{"x..", ".o.", "..x"}},
	} {
		var key uint64
		var err error
		key, scratch, err = transposition.HashOf(board, scratch)
		fmt.Printf("%016x %s %v\n", key, scratch, err)
	}
	// Output:
	// 2f974055788c0c3c x...o.... <nil>
	// a2d15b2e222e49f8 x...o...x <nil>
}
