// Package vittaut has a table of a thesis that several examples reproduce.
package vittaut

import "github.com/ply-search/ply/mcts"

// Vittaut 2017, table 5.2: UCT with several playouts for each simulation against UCT with one, 10 seconds for each move.
const (
	Playouts = 64
	Matches  = 500 // for each rate
	C        = 0.4 // of C·√(ln N / n), with one playout
)

// A Column is a way to combine the results of the playouts, with its constant C.
type Column struct {
	Name   string
	Median bool // instead of the mean
	C      float64
}

var Columns = [3]Column{
	{"mean, C=0.4", false, C},
	{"median, C=0.4", true, C},
	{"mean, C=0.4/64", false, C / Playouts},
}

// Rates are the rates of the table for the player with several playouts, in percent, by game and column.
var Rates = map[string][3]int{
	"breakthrough":        {34, 67, 79},
	"breakthroughsuicide": {64, 74, 76},
	"hex":                 {100, 52, 100},
	"connectfour":         {72, 72, 76},
	"checkers":            {90, 92, 98},
}

// Bandit returns the bandit with the bonus C·√(ln N / n).
func Bandit(c float64) mcts.Bandit { return mcts.Hoeffding{K: c * c} }
