package retrograde

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// The number of positions in a fingerprint, and the most indices tried for them.
const (
	samples = 256
	tries   = 1 << 16
)

// Fingerprint returns a number that identifies a game in files of tables: a hash of the type of the game and, if the
// game is [Ruled], of its rules. For an [Indexer], the hash also includes the number of indices, the classes, and the
// moves of a sample of positions; the present position has no effect. For other games, it also includes positions close
// to the present position.
func Fingerprint[G ply.AdversarialGame[M], M comparable](g G) (sum uint64, err error) {
	err = guard.Run(func() string { return "the start" }, func() error {
		s := &solver[M]{sol: new(Solution)}
		if err := begin(s, g); err != nil {
			return err
		}
		sum, err = s.crew.workers[0].fingerprint()
		s.crew.end()
		return err
	})
	if err != nil {
		return 0, prefixed(err)
	}
	return sum, nil
}

func (w *worker[M]) fingerprint() (uint64, error) {
	hash := xxhash.New()
	fmt.Fprintf(hash, "%T", w.game)
	if r, ok := w.game.(Ruled); ok {
		fmt.Fprintf(hash, " %q", r.Rules())
	}
	if w.indexer == nil {
		err := w.sampleKeys(hash)
		return hash.Sum64(), err
	}
	n := w.indexer.Positions()
	put(hash, n)
	if c, ok := w.game.(Classed); ok {
		put(hash, c.Classes()...)
	}
	random := rand.New(rand.NewPCG(0, 0))
	found := 0
	for i := 0; i < tries && found < samples && n > 0; i++ {
		index := random.Uint64N(n)
		if !w.set(index) {
			continue
		}
		found++
		if err := w.successors(); err != nil {
			return 0, err
		}
		put(hash, index, uint64(len(w.other)), uint64(len(w.same)))
		put(hash, w.other...)
		put(hash, w.same...)
		if len(w.other)+len(w.same) == 0 {
			put(hash, uint64(int64(w.game.Outcome())))
		}
	}
	return hash.Sum64(), nil
}

func put(hash *xxhash.Digest, numbers ...uint64) {
	var b [8]byte
	for _, x := range numbers {
		binary.LittleEndian.PutUint64(b[:], x)
		hash.Write(b[:])
	}
}

func (w *worker[M]) sampleKeys(hash *xxhash.Digest) error {
	left := samples
	for depth := 0; depth < 16 && left > 0; depth++ {
		if err := w.sampleTo(hash, depth, &left); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker[M]) sampleTo(hash *xxhash.Digest, depth int, left *int) error {
	if *left--; *left < 0 {
		return nil
	}
	moves := w.game.Moves(nil)
	if depth == 0 || len(moves) == 0 {
		key, err := w.key(nil)
		if err != nil {
			return err
		}
		hash.Write(key)
		put(hash, uint64(w.game.ToMove()), uint64(len(moves)))
		if len(moves) == 0 {
			put(hash, uint64(int64(w.game.Outcome())))
		}
		return nil
	}
	for _, m := range slices.Clone(moves) {
		w.game.Play(m)
		err := w.sampleTo(hash, depth-1, left)
		w.game.Undo(m)
		if err != nil {
			return err
		}
	}
	return nil
}
