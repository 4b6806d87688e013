package search_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Brackets are written one after the other: three pairs that match.
type Brackets struct{ open, closed int }

func (b *Brackets) Moves(dst []string) []string {
	if b.open < 3 {
		dst = append(dst, "(")
	}
	if b.closed < b.open {
		dst = append(dst, ")")
	}
	return dst
}

func (b *Brackets) Play(m string) { b.write(m, 1) }
func (b *Brackets) Undo(m string) { b.write(m, -1) }

func (b *Brackets) write(m string, by int) {
	if m == "(" {
		b.open += by
	} else {
		b.closed += by
	}
}

func (b *Brackets) Solved() bool  { return b.closed == 3 }
func (b *Brackets) Acyclic() bool { return true }

func ExampleSolutions() {
	for line, err := range search.Solutions(context.Background(), search.Tree(new(Brackets)), ply.Limits{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(strings.Join(line, ""))
	}
	// Output:
	// ((()))
	// (()())
	// (())()
	// ()(())
	// ()()()
}
