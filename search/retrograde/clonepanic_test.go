package retrograde_test

import (
	"encoding/binary"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/transposition"
)

// A tree is a game in which each line is another position. Its clones after the first fuse ones panic.
type tree struct {
	line   []int
	clones *atomic.Int64
	fuse   int64
}

const treeDepth = 7

func (g *tree) Moves(dst []int) []int {
	if len(g.line) < treeDepth {
		dst = append(dst, 0, 1, 2)
	}
	return dst
}
func (g *tree) Play(m int)   { g.line = append(g.line, m) }
func (g *tree) Undo(int)     { g.line = g.line[:len(g.line)-1] }
func (g *tree) ToMove() int  { return len(g.line) & 1 }
func (g *tree) Outcome() int { return 0 }
func (g *tree) number() (n uint64) {
	n = 1
	for _, m := range g.line {
		n = n*3 + uint64(m)
	}
	return n
}
func (g *tree) Hash() uint64 { return transposition.Mix(g.number()) }
func (g *tree) AppendBinary(dst []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(dst, g.number()), nil
}
func (g *tree) Clone() *tree {
	if g.clones.Add(1) > g.fuse {
		panic("Clone")
	}
	return &tree{append([]int(nil), g.line...), g.clones, g.fuse}
}

// TestClonePanics has clones panic while one worker hands a position to another, which must not wait for it.
func TestClonePanics(t *testing.T) {
	for fuse := range int64(100) {
		g := &tree{clones: new(atomic.Int64), fuse: fuse}
		_, err := retrograde.Solve(t.Context(), g, ply.Limits{}, retrograde.Options{Workers: 2})
		var fault *ply.GamePanic
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("after %d clones: error %v", fuse, err)
		}
	}
}
