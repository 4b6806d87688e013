package loa

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// MaxDepth is the greatest depth of a search.
const MaxDepth = 100

// SearchOptions returns the options of a search for a move, with the techniques that were found to help, see the table of
// README.md.
func SearchOptions() alphabeta.Options[Move] {
	return alphabeta.Options[Move]{
		Depth: MaxDepth,
		Win:   ply.MaxValue,
		Order: alphabeta.TableMove | alphabeta.History,
		Tree:  alphabeta.Tree{Bounds: true, Repetitions: true, Quiescence: 4, Unverified: true, Extend: true},
	}
}

// Decided reports whether a value is that of a game that one side has won.
func Decided(value int) bool { return value == ply.MaxValue || value == -ply.MaxValue }
