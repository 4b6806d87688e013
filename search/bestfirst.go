package search

import (
	"encoding"
	"encoding/binary"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/costs"
	"github.com/ply-search/ply/internal/stop"
)

type bestFirst[M comparable] struct {
	traveller[M]
	stop.Budget
	frontierKeeper[M] // of the Checkpoint
	puzzle            ply.Puzzle
	estimator         ply.Estimator
	coster            ply.Coster[M]
	hasher            ply.Hasher
	identity          encoding.BinaryAppender
	key               []byte // scratch
	result            PathResult[M]
}

func newBestFirst[G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}, M comparable](g G) bestFirst[M] {
	b := bestFirst[M]{traveller: traveller[M]{game: g}, puzzle: g, estimator: g, hasher: g}
	b.identity, _ = any(g).(encoding.BinaryAppender)
	b.coster, _ = any(g).(ply.Coster[M])
	return b
}

func (b *bestFirst[M]) name() (name []byte, err error) {
	if b.identity == nil {
		b.key = binary.LittleEndian.AppendUint64(b.key[:0], b.hasher.Hash())
	} else if b.key, err = b.identity.AppendBinary(b.key[:0]); err != nil {
		return nil, fmt.Errorf("search: identity of the position: %w", err)
	}
	return b.key, nil
}

func (b *bestFirst[M]) cost(before int, m M) (int, error) {
	price := 1
	if b.coster != nil {
		price = b.coster.Cost(m)
	}
	cost, err := costs.Add(before, price)
	if err != nil {
		return 0, fmt.Errorf("search: %w", err)
	}
	return cost, nil
}

func (b *bestFirst[M]) snapshot() PathResult[M] {
	r := b.result
	r.Status, r.Elapsed = ply.InProgress, b.Elapsed()
	return r
}
