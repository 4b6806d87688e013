package gametest_test

import (
	"testing"

	"github.com/ply-search/ply/gametest"
)

// TestNim runs the test of the example.
func TestNim(t *testing.T) {
	gametest.Check(t, func() *Nim { return &Nim{Stones: 12} })
}
