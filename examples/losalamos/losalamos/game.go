package losalamos

import (
	"github.com/ply-search/ply/examples/chess/chess"
)

// Start is the start of the game in Forsyth-Edwards notation.
const Start = chess.LosAlamosStart

// A Game is a game of Los Alamos chess. [New] and [ParseFEN] make games; the zero value is not valid.
type Game struct{ *chess.Game }

// New returns the start of a game.
func New() Game { return Game{chess.LosAlamos.New()} }

// ParseFEN parses a position; see [chess.ParseFEN].
func ParseFEN(fen string) (Game, error) {
	g, err := chess.LosAlamos.ParseFEN(fen)
	return Game{g}, err
}

func (g Game) Clone() Game { return Game{g.Game.Clone()} }
