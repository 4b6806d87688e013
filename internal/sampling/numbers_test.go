package sampling

import (
	"strings"
	"testing"
)

// many is a game whose numbers are as many as it says.
type many int

func (many) Moves(dst []int) []int { return dst }
func (many) Play(int)              {}
func (many) Undo(int)              {}
func (g many) Numbers() int        { return int(g) }
func (many) Number(m int) int      { return m }

// plain is a game without numbers.
type plain struct{}

func (plain) Moves(dst []int) []int { return dst }
func (plain) Play(int)              {}
func (plain) Undo(int)              {}

// TestCopy checks that a clone must have the numbers of its game, if the game numbers its moves.
func TestCopy(t *testing.T) {
	n := NumbererOf[int](many(3))
	n.Copy(many(3))
	defer func() {
		if v, _ := recover().(string); !strings.Contains(v, "Numbers is 2 in a clone of the game, want 3") {
			t.Errorf("panic %q", v)
		}
	}()
	mapped := NumbererOf[int](plain{})
	mapped.Number(7)
	if got := mapped.Copy(plain{}).Numbers(); got != 0 {
		t.Errorf("%d numbers in a clone that has numbered none", got)
	}
	n.Copy(many(2))
	t.Error("a clone with other numbers was accepted")
}
