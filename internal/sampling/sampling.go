// Package sampling is the common part of the trees that grow by sampling.
package sampling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sides"
)

// Length returns the most moves of a line, given the option for it: by default 10 000 if the game may have cycles.
func Length(game any, option int) int {
	if option != 0 {
		return option
	}
	if a, ok := game.(ply.Acyclic); ok && a.Acyclic() {
		return math.MaxInt
	}
	return 10_000
}

// Often is the number of moves of a playout between two polls.
const Often = 1 << 12

// At returns an element of a slice, which it extends if necessary.
func At[T any](s *[]T, i int32) *T {
	if int(i) >= len(*s) {
		*s = append(*s, make([]T, int(i)+1-len(*s))...)
	}
	return &(*s)[i]
}

// View returns the side for which values of a position are given: the side to move, or side 0 in a position of chance,
// if the game has any. Other sides cause a panic, which becomes a [ply.GamePanic].
func View[M comparable](g ply.Adversarial, dealer ply.Stochastic[M]) int {
	switch side := g.ToMove(); {
	case side == 0 || side == 1:
		return side
	case side == ply.Chance && dealer != nil:
		return 0
	default:
		panic(sides.Error(g, side, 2))
	}
}

// Score scales an outcome to a number from 0 to 1. With a scale of 0 every win is a full win.
func Score(value, scale int) float64 {
	x := float64(value)
	if scale > 0 {
		x /= float64(scale)
	}
	return (1 + min(1, max(-1, x))) / 2
}

func CheckLimits(ctx context.Context, l ply.Limits) error {
	if err := l.Check(); err != nil {
		return err
	}
	if l == (ply.Limits{}) && ctx.Done() == nil {
		return errors.New("the search would not end: want Limits.Nodes, Limits.Time, or a context that can end")
	}
	return nil
}

// Memory returns the memory of a tree in bytes, given the option for it.
func Memory(option int64) int { return int(min(cmp.Or(option, 256<<20), math.MaxInt)) }

// CheckRoot returns an error if the memory of each of several trees, in bytes, is too small for its root.
func CheckRoot(bound, need, trees int) error {
	if need <= bound {
		return nil
	}
	where := "the root"
	if trees > 1 {
		where = fmt.Sprintf("the roots of %d trees", trees)
	}
	return fmt.Errorf("Memory is %s, too small for the moves of %s, which need %s",
		memory.Format(float64(bound)*float64(trees)), where, memory.Format(float64(need)*float64(trees)))
}

// CheckTree returns an error for invalid options that trees have in common, by name.
func CheckTree(exploration float64, scale, length int, memory int64) error {
	switch {
	case !(exploration >= 0 && exploration <= math.MaxFloat64):
		return fmt.Errorf("option Exploration is %v, want a number of 0 or more", exploration)
	case scale < 0:
		return fmt.Errorf("option Scale is %d, want an outcome or 0", scale)
	case length < 0:
		return fmt.Errorf("option MaxLength is %d, want a number of moves or 0", length)
	case memory < 0:
		return fmt.Errorf("option Memory is %d, want a number of bytes or 0", memory)
	}
	return nil
}

// Resolve checks the options for workers and randomness, and sets their defaults.
func Resolve(workers *int, source *rand.Source) (err error) {
	if *workers < 0 || *workers > MostWorkers {
		return fmt.Errorf("option Workers is %d, want a number of goroutines up to %d", *workers, MostWorkers)
	}
	*workers = cmp.Or(*workers, 1)
	*source, err = random.Source(*source)
	return err
}
