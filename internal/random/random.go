// Package random checks the random sources of options, and shares them among workers.
package random

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/guard"
)

// Source returns s or, if s is nil, a PCG seeded with 0. It returns an error if s holds a nil pointer.
func Source(s rand.Source) (rand.Source, error) {
	if s == nil {
		return rand.NewPCG(0, 0), nil
	}
	if guard.IsNil(s) {
		return nil, fmt.Errorf("a nil %T for Random", s)
	}
	return s, nil
}

// Seed returns two numbers of Source(s).
func Seed(s rand.Source) (seed [2]uint64, err error) {
	if s, err = Source(s); err != nil {
		return seed, err
	}
	return [2]uint64{s.Uint64(), s.Uint64()}, nil
}

// ForWorker returns the source of one of several workers: a PCG seeded by s or, for a single worker, s.
func ForWorker(s rand.Source, workers int) rand.Source {
	if workers == 1 {
		return s
	}
	return rand.NewPCG(s.Uint64(), s.Uint64())
}
