package sampling

import "github.com/ply-search/ply/mcts"

// Vittaut 2017, table 5.2: UCT with several playouts for each simulation against UCT with one, 10 seconds for each move.
const (
	VittautPlayouts = 64
	VittautMatches  = 500 // for each rate
	VittautC        = 0.4 // of C·√(ln N / n), with one playout
)

// A VittautColumn is how the results of the playouts are combined, and the constant C then.
type VittautColumn struct {
	Name   string
	Median bool // instead of the mean
	C      float64
}

// VittautColumns are the columns of the table.
var VittautColumns = [3]VittautColumn{
	{"mean, C=0.4", false, VittautC},
	{"median, C=0.4", true, VittautC},
	{"mean, C=0.4/64", false, VittautC / VittautPlayouts},
}

// VittautRates are the rates of the table for the player with several playouts, in percent, by game and column.
var VittautRates = map[string][3]int{
	"breakthrough":        {34, 67, 79},
	"breakthroughsuicide": {64, 74, 76},
	"hex":                 {100, 52, 100},
	"connectfour":         {72, 72, 76},
	"checkers":            {90, 92, 98},
}

// VittautBandit returns the bandit with the bonus C·√(ln N / n).
func VittautBandit(c float64) mcts.Bandit { return mcts.Hoeffding{K: c * c} }
