// Package random looks at the sources of randomness that options give.
package random

import (
	"fmt"
	"math/rand/v2"
	"reflect"
)

// Source returns the source, or the usual one if it is nil: a PCG seeded with 0. A nil pointer in the interface is an
// error.
func Source(s rand.Source) (rand.Source, error) {
	if s == nil {
		return rand.NewPCG(0, 0), nil
	}
	if v := reflect.ValueOf(s); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, fmt.Errorf("Random is a nil %T", s)
	}
	return s, nil
}
