package command_test

import (
	"os"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/command"
)

// Nim is played by two sides that take one to three stones in turn. The side that takes the last stone wins.
type Nim struct{ stones, side int }

func (n *Nim) Moves(dst []int) []int {
	for take := 1; take <= min(3, n.stones); take++ {
		dst = append(dst, take)
	}
	return dst
}
func (n *Nim) Play(take int) { n.stones, n.side = n.stones-take, 1-n.side }
func (n *Nim) Undo(take int) { n.stones, n.side = n.stones+take, 1-n.side }
func (n *Nim) ToMove() int   { return n.side }
func (n *Nim) Outcome() int  { return -1 } // of the side to move, as the other one took the last stone
func (n *Nim) Acyclic() bool { return true }

// main_ is the README's program.
func main_() {
	command.Main(command.Game[*Nim, int]{
		Name: "nim",
		New:  command.FromStart(func() (*Nim, error) { return &Nim{stones: 10}, nil }),
	})
}

var _ = main_

// TestReadme compares the last Go code of the README with the example.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if os.IsNotExist(err) {
		t.Skip("the module stands alone")
	}
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text := string(readme)
	code, _, _ := strings.Cut(text[strings.LastIndex(text, "```go\n")+len("```go\n"):], "```")
	example := string(source)
	for line := range strings.Lines(strings.Replace(code, "func main()", "func main_()", 1)) {
		var here bool
		if _, example, here = strings.Cut(example, strings.TrimSpace(line)); !here {
			t.Errorf("not in the example, or not in this order: %s", line)
		}
	}
}
