//go:build long

package transposition_test

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Only long tests save the table of alpha-beta, which takes the most time to compile.
func init() {
	searches["entries"] = func(t *transposition.Table) (int, error) {
		r, err := alphabeta.Search(context.Background(), duel(), ply.Limits{}, alphabeta.Options[int]{Depth: 7, Table: t})
		return r.Nodes, err
	}
}
