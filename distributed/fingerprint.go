package distributed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/played"
)

// Positions that a fingerprint covers.
const (
	fingerprintLines    = 3000 // lines of a few plies, up to the depth that has more
	fingerprintPlayouts = 16
	fingerprintLength   = 500 // of a playout
)

// Fingerprint returns a text that identifies the version of a game. It examines the positions of all lines of a few
// moves from the present position, and the positions of 16 random lines. Differences between versions in other
// positions are not detected. For each examined position, the text depends on the legal moves, their order, their
// encoding as JSON, the side to move, and whether some pairs of moves commute. If the position has no legal moves, the
// text also depends on whether the position is solved ([ply.Puzzle]). Fingerprint calls Moves several thousand times.
func Fingerprint[G ply.Game[M], M comparable](ctx context.Context, g G) (string, error) {
	f := &fingerprint[M]{ctx: ctx, game: g, Line: played.On[M](g), sum: sha256.New()}
	f.commuter, _ = any(g).(ply.Commuter[M])
	f.side, _ = any(g).(interface{ ToMove() int })
	f.puzzle, _ = any(g).(ply.Puzzle)
	depth, lines := 0, 0
	err := guard.Run(func() string { return f.String() }, func() error {
		for more := 1; more <= fingerprintLines && more > lines && depth < fingerprintLength; depth++ {
			lines = more
			if more = f.perft(depth + 1); f.err != nil {
				return f.err
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range fingerprintPlayouts {
			if f.playout(random); f.err != nil {
				return f.err
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("distributed: fingerprint: %w", err)
	}
	return fmt.Sprintf("perft(%d)=%d %s", max(depth-1, 0), lines, hex.EncodeToString(f.sum.Sum(nil)[:12])), nil
}

type fingerprint[M comparable] struct {
	played.Line[M]

	ctx      context.Context
	game     ply.Game[M]
	commuter ply.Commuter[M]
	side     interface{ ToMove() int }
	puzzle   ply.Puzzle
	sum      hash.Hash
	err      error
}

// perft returns the number of lines of a depth, up to a little more than enough, and hashes their positions.
func (f *fingerprint[M]) perft(depth int) (lines int) {
	if f.err == nil {
		f.err = f.ctx.Err()
	}
	if depth == 0 || f.err != nil {
		return 1
	}
	for _, m := range f.look() {
		f.Play(m)
		lines += f.perft(depth - 1)
		f.Undo()
		if lines > fingerprintLines {
			break
		}
	}
	return lines
}

func (f *fingerprint[M]) playout(random *rand.Rand) {
	for len(f.Line.Moves()) < fingerprintLength && f.err == nil {
		moves := f.look()
		if len(moves) == 0 {
			break
		}
		f.Play(moves[random.IntN(len(moves))])
	}
	f.UndoAll()
}

func (f *fingerprint[M]) look() []M {
	moves := f.game.Moves(nil)
	encoded, err := json.Marshal(moves)
	if err != nil && f.err == nil {
		f.err = err
	}
	f.sum.Write(encoded)
	if f.side != nil {
		fmt.Fprint(f.sum, f.side.ToMove())
	}
	if f.puzzle != nil && len(moves) == 0 {
		fmt.Fprint(f.sum, f.puzzle.Solved())
	}
	if f.commuter != nil {
		for i := 1; i < len(moves); i++ {
			fmt.Fprint(f.sum, f.commuter.Commute(moves[i-1], moves[i]), f.commuter.Commute(moves[i], moves[0]))
		}
	}
	return moves
}

// A Start is the initial position of a run: the position after the moves of Line in the game that Name selects. It is
// stored in the database. Each worker checks that these moves are legal.
type Start[M comparable] struct {
	Name string `json:"name"`           // the argument of newGame, for example the variant of the rules
	Line []M    `json:"line,omitempty"` // the moves played from the start of the game to the position
}

const longestLine = 1 << 20

func position[G ply.Game[M], M comparable](s Start[M], newGame func(name string) (G, error)) (g G, err error) {
	if newGame == nil {
		return g, errors.New("no function that makes the game")
	}
	if len(s.Name) > 1<<10 || len(s.Line) > longestLine {
		return g, fmt.Errorf("a start with a name of %d bytes and a line of %d moves", len(s.Name), len(s.Line))
	}
	line := s.Line[:0]
	err = guard.Run(func() string { return fmt.Sprint(line) }, func() (err error) {
		if g, err = newGame(s.Name); err != nil {
			return err
		}
		for i, m := range s.Line {
			if !slices.Contains(g.Moves(nil), m) {
				return fmt.Errorf("move %d of the start, %v, is not legal", i+1, m)
			}
			line = s.Line[:i+1]
			g.Play(m)
		}
		return nil
	})
	return g, err
}
