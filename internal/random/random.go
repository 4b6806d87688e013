// Package random checks the random sources of options.
package random

import (
	"fmt"
	"math/rand/v2"
	"reflect"
)

// Source returns s or, if s is nil, the default source, a PCG seeded with 0. It returns an error if s holds a nil
// pointer.
func Source(s rand.Source) (rand.Source, error) {
	if s == nil {
		return rand.NewPCG(0, 0), nil
	}
	if v := reflect.ValueOf(s); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, fmt.Errorf("Random is a nil %T", s)
	}
	return s, nil
}
