package fast_test

import (
	"fmt"

	"github.com/ply-search/ply/fast"
)

// Suitcase is packed with three things, in any order.
type Suitcase map[string]bool

func (s Suitcase) Moves(dst []string) []string {
	for _, thing := range []string{"shoes", "shirt", "book"} {
		if !s[thing] {
			dst = append(dst, thing)
		}
	}
	return dst
}

func (s Suitcase) Play(thing string) { s[thing] = true }
func (s Suitcase) Undo(thing string) { delete(s, thing) }

// The game does not number its moves. The default numbers them as it meets them.
func ExampleNumbererOf() {
	numberer := fast.NumbererOf(Suitcase{})
	fmt.Println(numberer.Number("shirt"), numberer.Number("book"), numberer.Number("shirt"), numberer.Numbers())
	// Output: 0 1 0 2
}

func ExampleNumberAppenderOf() {
	g := Suitcase{}
	appender := fast.NumberAppenderOf(fast.NumbererOf(g))
	fmt.Println(appender.AppendNumbers(nil, g.Moves(nil)))
	// Output: [0 1 2]
}
