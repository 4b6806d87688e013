package losalamos

import "github.com/ply-search/ply/examples/internal/chess"

// The squares are numbered a1, b1 to f1, a2 and so on.
const (
	size    = 6
	squares = size * size

	firstRank chess.Set = 1<<size - 1
	lastRank            = firstRank << (squares - size)
)

// Tables for an empty board.
var (
	attack         = chess.NewAttacks(size)
	rookReach      [squares]chess.Set
	queenReach     [squares]chess.Set
	between        [squares][squares]chess.Set // the squares strictly between two squares in line
	lines          [squares][squares]chess.Set // the whole line through two squares, both included; empty if they are not in line
	kingDistance   [squares][squares]int       // in moves of a king
	centreDistance [squares]int                // in moves of a king, to the nearest of the four squares in the centre
)

func init() {
	for a := range squares {
		rookReach[a], queenReach[a] = attack.Rook(a, 0), attack.Queen(a, 0)
		for i, rays := range attack.Rays {
			for far := rays[a]; far != 0; far &= far - 1 {
				b := far.First()
				between[a][b] = rays[a] &^ rays[b] &^ chess.At(b)
				lines[a][b] = rays[a] | attack.Rays[(i+4)%8][a] | chess.At(a)
			}
		}
		for b := range squares {
			kingDistance[a][b] = max(abs(a%size-b%size), abs(a/size-b/size))
		}
		centreDistance[a] = max(abs(2*(a%size)-(size-1)), abs(2*(a/size)-(size-1))) / 2
	}
}

func abs(n int) int { return max(n, -n) }
