package neural

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
)

// A Description describes a game for networks: it converts a position to planes, and assigns a move number to each
// move. A plane has one number for each cell of the board, such as 1 where the side to move has a stone. For a game
// without a board, each plane has a single cell and stands for one feature. The functions of a Description are called
// by several goroutines at the same time, and must not change the game.
//
// The game has two sides ([ply.Adversarial]), or 1 to 256 players ([ply.Multiplayer]). A game that is both counts as a
// game of two sides.
type Description[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable] struct {
	// Name is the name of the game with its size, such as "othello 8x8". It is stored in the files of networks and
	// games.
	Name string

	// New returns a new game at its start. Several goroutines may call it at the same time.
	New func() (G, error)

	// Planes is the number of planes. Height and Width are the numbers of rows and columns of each plane; 0 means 1.
	Planes, Height, Width int

	// Append appends the inputs of the network for an unfinished position to dst and returns the extended slice. The
	// inputs are the numbers of all planes, plane by plane, each plane row by row, as seen by the side or player to
	// move. They must be finite, and should lie between -1 and 1. If chance is to move, they are as seen by side or
	// player 0 (or another; see Viewer), and some of them must show who moves next.
	//
	// In a game of several players, the network has an output for the value of each player: first for the player whose
	// view the inputs take, then for the next players in the order of their numbers. The inputs should list the players
	// in the same order.
	Append func(g G, dst []float32) []float32

	// Viewer, if not nil, returns the side or player whose view the inputs take in a position of chance. In a game of
	// dice, this may be the one that throws: positions before a throw then have the same inputs for all sides or
	// players.
	Viewer func(g G) int

	// Moves is the number of move numbers. Number returns the move number, from 0 to Moves-1, of a legal move m. It must
	// depend only on m and the side or player to move. Legal moves with the same number always have the same prior, so
	// the legal moves of a position should have different numbers. If Number is nil, Moves must be 0 and the game must
	// be a [ply.Numberer]. Outcomes of chance need no numbers.
	Moves  int
	Number func(g G, m M) int

	// Image, if not nil, returns the cell to which a symmetry of the game moves the given cell. The game must then be a
	// [ply.Symmetric]. Cells are numbered row by row, from 0. A symmetry moves the cells of all planes in the same way.
	// With Image, [Train] trains on a random image of each position, under the symmetries that leave the start position
	// unchanged.
	Image func(g G, symmetry, cell int) int

	// Scale is the outcome that counts as a full win, as in [puct.Options].Scale. A smaller outcome counts
	// proportionally. 0 means that every positive outcome is a full win.
	Scale int
}

// A position is a game of two sides or of several players.
type position[M comparable] interface {
	ply.Game[M]
	ToMove() int
}

func (d *Description[G, M]) cells() int { return max(d.Height, 1) * max(d.Width, 1) }

func (d *Description[G, M]) inputs() int { return d.Planes * d.cells() }

type view[G position[M], M comparable] struct {
	Description[G, M]
	shape      shape
	symmetries int     // 1 without Image
	images     [][]int // where the cells go
}

type shape struct {
	Game        string `json:"game"`
	Fingerprint string `json:"fingerprint"`
	Planes      int    `json:"planes"`
	Height      int    `json:"height"`
	Width       int    `json:"width"`
	Moves       int    `json:"moves"`
	Players     int    `json:"players,omitempty"` // 0 for two sides
}

// players returns the number of sides or players.
func (s *shape) players() int { return cmp.Or(s.Players, 2) }

// values returns the number of values that a network computes for a position.
func (s *shape) values() int { return max(s.Players, 1) }

const (
	mostInputs = 1 << 20
	mostMoves  = 1 << 20
)

// Check plays random games of at most 1000 moves each and returns an error, with the moves, if the description is
// wrong: the number of inputs changes, an input is not finite, the number of a move is out of range, or the inputs or
// move numbers of mirror images do not agree with the symmetries of the game ([ply.Symmetric]). If games is 0, 100
// games are played. The games are the same each time.
func (d Description[G, M]) Check(games int) error {
	if games < 0 {
		return fmt.Errorf("neural: %d games, want a number of games", games)
	}
	if games == 0 {
		games = 100
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	return v.tour(games, true, nil)
}

func (d *Description[G, M]) view() (*view[G, M], error) {
	switch {
	case d.New == nil || d.Append == nil:
		return nil, errors.New("neural: a Description needs New and Append")
	case d.Planes < 1 || d.Height < 0 || d.Width < 0 || d.Planes > mostInputs || d.Height > mostInputs || d.Width > mostInputs ||
		int64(d.Planes)*int64(max(d.Height, 1))*int64(max(d.Width, 1)) > mostInputs:
		return nil, fmt.Errorf("neural: %d planes of %d × %d cells, want from 1 to %d numbers", d.Planes, d.Height, d.Width, mostInputs)
	case d.Scale < 0 || d.Scale > ply.MaxValue:
		return nil, fmt.Errorf("neural: Scale is %d, want a value up to %d, or 0", d.Scale, ply.MaxValue)
	case (d.Number == nil) != (d.Moves == 0):
		return nil, fmt.Errorf("neural: Moves is %d, want Moves and Number together or neither", d.Moves)
	}
	v := &view[G, M]{Description: *d, symmetries: 1}
	err := guard.Run(func() string { return "[]" }, v.look)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	hash := xxhash.New()
	if err := v.tour(4, false, hash); err != nil {
		return nil, err
	}
	v.shape.Fingerprint = fmt.Sprintf("%016x", hash.Sum64())
	return v, nil
}

func (v *view[G, M]) look() error {
	g, err := v.New()
	if err != nil {
		return err
	}
	if v.Number == nil {
		n, ok := any(g).(ply.Numberer[M])
		if !ok {
			return fmt.Errorf("%T is no ply.Numberer, so the Description needs Moves and Number", g)
		}
		v.Description.Moves = n.Numbers()
		v.Number = func(g G, m M) int { return any(g).(ply.Numberer[M]).Number(m) }
	}
	moves := v.Description.Moves
	if moves < 1 || moves > mostMoves {
		return fmt.Errorf("%d numbers of moves, want from 1 to %d", moves, mostMoves)
	}
	players, err := playersOf(g)
	if err != nil {
		return err
	}
	v.shape = shape{v.Name, "", v.Planes, max(v.Height, 1), max(v.Width, 1), moves, players}
	if v.Image == nil {
		return nil
	}
	s, ok := any(g).(ply.Symmetric[M])
	if !ok {
		return fmt.Errorf("%T is no ply.Symmetric, which Image needs", g)
	}
	v.symmetries = s.Symmetries()
	for i := range v.symmetries {
		image, seen := make([]int, v.cells()), make([]bool, v.cells())
		for cell := range image {
			to := v.Image(g, i, cell)
			if to < 0 || to >= len(image) || seen[to] {
				return fmt.Errorf("the image of cell %d under symmetry %d is %d, want another cell for each", cell, i, to)
			}
			image[cell], seen[to] = to, true
		}
		v.images = append(v.images, image)
	}
	return nil
}

// playersOf returns the number of players of a game, or 0 if it has two sides.
func playersOf(game any) (int, error) {
	if _, two := game.(ply.Adversarial); two {
		return 0, nil
	}
	several, ok := game.(ply.Multiplayer)
	if !ok {
		return 0, fmt.Errorf("%T is neither a ply.Multiplayer nor a ply.Adversarial", game)
	}
	players := several.Players()
	return players, sides.CheckPlayers(game, players)
}

// viewer returns the side or player whose view the inputs of the present position take.
func (v *view[G, M]) viewer(g G) int {
	if side := g.ToMove(); side != ply.Chance {
		return side
	}
	if v.Viewer != nil {
		return v.Viewer(g)
	}
	return 0
}

func (v *view[G, M]) appendUnder(g G, symmetry int, dst []float32) []float32 {
	from := len(dst)
	dst = v.Append(g, dst)
	if symmetry == 0 || len(dst)-from != v.inputs() {
		return dst
	}
	end := len(dst)
	dst = append(dst, dst[from:end]...)
	cells := v.cells()
	for p := range v.Planes {
		to, old := dst[from+p*cells:][:cells], dst[end+p*cells:][:cells]
		for cell, x := range old {
			to[v.images[symmetry][cell]] = x
		}
	}
	return dst[:end]
}

func (v *view[G, M]) numberUnder(g G, symmetry int, m M) int {
	if symmetry != 0 {
		m = any(g).(ply.Symmetric[M]).MoveUnder(symmetry, m)
	}
	return v.Number(g, m)
}

func (v *view[G, M]) inputsOf(g G, symmetry int, dst []float32) ([]float32, error) {
	from := len(dst)
	dst = v.appendUnder(g, symmetry, dst)
	if n := len(dst) - from; n != v.inputs() {
		return dst, fmt.Errorf("%d inputs, want %d: %d planes of %d × %d cells", n, v.inputs(), v.Planes, v.shape.Height, v.shape.Width)
	}
	for i, x := range dst[from:] {
		if !(x >= -math.MaxFloat32 && x <= math.MaxFloat32) {
			return dst, fmt.Errorf("input %d is %v", i, x)
		}
	}
	if viewer, players := v.viewer(g), v.shape.players(); viewer < 0 || viewer >= players {
		return dst, fmt.Errorf("the inputs take the view of %d, want 0 to %d", viewer, players-1)
	}
	return dst, nil
}

func (v *view[G, M]) numberOf(g G, symmetry int, m M) (int, error) {
	n := v.numberUnder(g, symmetry, m)
	if n < 0 || n >= v.shape.Moves {
		return 0, fmt.Errorf("the number of move %v is %d, want 0 to %d", m, n, v.shape.Moves-1)
	}
	return n, nil
}

type sum interface{ Write([]byte) (int, error) }

// tour plays random games, and with images their images, checks the positions, and writes them to sum unless it is nil.
func (v *view[G, M]) tour(games int, images bool, sum sum) error {
	const longest = 1000
	random := rand.New(rand.NewPCG(1, 2))
	if sum != nil {
		s := &v.shape
		fmt.Fprintf(sum, "{Game:%s Fingerprint: Planes:%d Height:%d Width:%d Moves:%d} %d ", s.Game, s.Planes, s.Height, s.Width, s.Moves, v.Scale)
		if s.Players > 0 { // otherwise the fingerprint stays the same as in older files
			fmt.Fprintf(sum, "%d players ", s.Players)
		}
	}
	for range games {
		var line []M
		err := guard.Run(func() string { return fmt.Sprint(line) }, func() error {
			g, err := v.New()
			if err != nil {
				return err
			}
			mirrored, symmetry, err := v.mirrored(g, images, random)
			if err != nil {
				return err
			}
			var inputs, other []float32
			for range longest {
				moves := g.Moves(nil)
				if len(moves) == 0 {
					break
				}
				if inputs, err = v.inputsOf(g, 0, inputs[:0]); err != nil {
					return err
				}
				if sum != nil {
					for _, x := range inputs {
						fmt.Fprintf(sum, "%x ", math.Float32bits(x))
					}
				}
				if byChance(g) {
					moves = moves[:0] // they need no numbers
					if sum != nil && v.Viewer != nil {
						fmt.Fprintf(sum, "seen by %d ", v.viewer(g))
					}
				}
				for _, m := range moves {
					n, err := v.numberOf(g, 0, m)
					if err != nil {
						return err
					}
					if sum != nil {
						fmt.Fprintf(sum, "%d ", n)
					}
				}
				m, err := randomMove(g, moves, random)
				if err != nil {
					return err
				}
				if symmetry > 0 {
					other = v.Append(mirrored, other[:0])
					inputs = v.appendUnder(g, symmetry, inputs[:0])
					for i, x := range inputs {
						if i >= len(other) || other[i] != x {
							return fmt.Errorf("input %d of the image under symmetry %d is %v, want %v", i, symmetry, x, other[min(i, len(other)-1)])
						}
					}
					image := any(g).(ply.Symmetric[M]).MoveUnder(symmetry, m)
					mirrored.Play(image)
				}
				g.Play(m)
				line = append(line, m)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("neural: after %v: %w", line, err)
		}
	}
	return nil
}

// byChance reports whether chance is to move.
func byChance(g interface{ ToMove() int }) bool { return g.ToMove() == ply.Chance }

// randomMove draws one of the moves, or an outcome by its probability.
func randomMove[M comparable](g position[M], moves []M, random *rand.Rand) (M, error) {
	if byChance(g) {
		return ply.DrawOutcome[M](g, random)
	}
	return moves[random.IntN(len(moves))], nil
}

// mirrored returns a game for the image of the next line, and the symmetry, or 0.
func (v *view[G, M]) mirrored(g G, images bool, random *rand.Rand) (G, int, error) {
	if !images || v.symmetries == 1 {
		return g, 0, nil
	}
	s := 1 + random.IntN(v.symmetries-1)
	if !v.fixed(g, s) {
		return g, 0, nil
	}
	other, err := v.New()
	return other, s, err
}

func (v *view[G, M]) fixed(g G, symmetry int) bool {
	s, ok := any(g).(ply.Symmetric[M])
	return symmetry == 0 || ok && s.HashUnder(symmetry) == s.HashUnder(0)
}
