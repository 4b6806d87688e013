package retrograde

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"
)

// samples is the number of positions that a fingerprint is made of.
const samples = 256

// fingerprint returns a number that tells apart games with an index: by their types, their numbers of indices, their
// classes, and the moves of some positions.
func (w *worker[M]) fingerprint() (uint64, error) {
	hash := xxhash.New()
	put := func(x uint64) { hash.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	n := w.indexer.Positions()
	fmt.Fprintf(hash, "%T", w.game)
	put(n)
	if c, ok := w.game.(Classed); ok {
		for _, first := range c.Classes() {
			put(first)
		}
	}
	random := rand.New(rand.NewPCG(0, 0))
	for range samples {
		if n == 0 {
			break
		}
		index := random.Uint64N(n)
		put(index)
		if !w.set(index) {
			continue
		}
		if err := w.successors(); err != nil {
			return 0, err
		}
		for _, list := range [2][]uint64{w.other, w.same} {
			put(uint64(len(list)))
			for _, next := range list {
				put(next)
			}
		}
		if len(w.other)+len(w.same) == 0 {
			put(uint64(int64(w.game.Outcome())))
		}
	}
	return hash.Sum64(), nil
}
