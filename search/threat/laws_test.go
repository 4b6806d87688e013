package threat_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat/threattest"
)

// The games of these tests keep the laws of games, goals and traces.
func TestLaws(t *testing.T) {
	long.Only(t)
	long.Checks(t, 40, 40)
	if long.Enabled { // the laws take seconds to compile
		opt := gametest.Options{Laws: threattest.Laws[int]()}
		t.Run("lines", func(t *testing.T) {
			gametest.CheckEach(t, func(t *rapid.T) func() *lines {
				width, height := rapid.IntRange(2, 5).Draw(t, "width"), rapid.IntRange(2, 5).Draw(t, "height")
				k := rapid.IntRange(2, 4).Draw(t, "row")
				return func() *lines { return newLines(width, height, k) }
			}, opt)
		})
		t.Run("bridge", func(t *testing.T) {
			gametest.CheckEach(t, func(t *rapid.T) func() *link {
				width, height := rapid.IntRange(1, 5).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "height")
				return func() *link { return newBridge(width, height) }
			}, opt)
		})
	}
}
