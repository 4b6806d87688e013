package fiveinarow

import (
	"strings"
	"testing"
)

// TestMark reads a position that begins with a byte order mark.
func TestMark(t *testing.T) {
	text := strings.Repeat(strings.Repeat("XO.", Size/3)+"\n", Size)
	if p, err := Parse(strings.NewReader("\ufeff" + text)); err != nil || p.String() != text {
		t.Errorf("%v, %v", p, err)
	}
}
