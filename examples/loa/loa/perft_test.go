package loa

import (
	"context"
	"testing"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// TestPerft checks counts on which two programs of different kind agree, one of them not of this repository.
func TestPerft(t *testing.T) {
	want := []int{1, 36, 1244, 44_952}
	if long.Enabled {
		want = append(want, 1_563_208, 55_963_132)
	}
	for depth, leaves := range want {
		r, err := search.Perft(context.Background(), Start(), depth, search.PerftOptions{})
		if err != nil || r.Leaves != leaves {
			t.Errorf("depth %d: %d leaves, %v, want %d", depth, r.Leaves, err, leaves)
		}
	}
}
