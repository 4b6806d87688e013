package ply_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ply-search/ply/search"
)

// Stairs counts up to ten by ones and twos.
type Stairs struct{ at int }

func (s *Stairs) Moves(dst []int) []int {
	for step := 1; step <= 2 && s.at+step <= 10; step++ {
		dst = append(dst, step)
	}
	return dst
}
func (s *Stairs) Play(step int) { s.at += step }
func (s *Stairs) Undo(step int) { s.at -= step }
func (s *Stairs) Solved() bool  { return s.at == 10 }
func (s *Stairs) Acyclic() bool { return true }

// How many ways are there up a flight of ten stairs, by steps of one and two?
func Example_stairs() {
	ctx := context.Background()
	result, err := search.DepthFirst(ctx, search.Tree(new(Stairs)), search.Options{})
	fmt.Println(result.Solutions, result.Nodes, err) // 89 232 <nil>
	// Output: 89 232 <nil>
}

// TestReadme holds the Go code of the README against this file, which compiles.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_stairs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(readme), "```go\n")
	code, _, closed := strings.Cut(code, "```")
	if !found || !closed {
		t.Fatal("no Go code")
	}
	rest := string(source)
	for line := range strings.Lines(code) {
		var here bool
		if _, rest, here = strings.Cut(rest, strings.TrimSpace(line)); !here {
			t.Errorf("not in the example, or not in this order: %s", line)
		}
	}
}
