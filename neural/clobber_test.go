//go:build long

package neural_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// Clobber (Albert, Grossman, Nowakowski and Wolfe 2005) on 5 × 6 cells: the board is full, white and black stones as on a
// chessboard. A stone moves to a neighbouring cell with a stone of the other side, which it takes. Who cannot move has lost.
type Clobber struct {
	stones [2]uint32
	count  int
}

const (
	height, width = 5, 6
	cells         = height * width
)

// A Clobbering is a move: the cells that a stone leaves and goes to.
type Clobbering struct{ From, To uint8 }

func newClobber() (*Clobber, error) {
	g := new(Clobber)
	for c := range cells {
		g.stones[(c/width+c%width)%2] |= 1 << c
	}
	return g, nil
}

// The four directions: right, left, down and up.
var steps = [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}

func (g *Clobber) Moves(dst []Clobbering) []Clobbering {
	own, other := g.stones[g.ToMove()], g.stones[1-g.ToMove()]
	for from := range cells {
		if own>>from&1 == 0 {
			continue
		}
		for _, step := range steps {
			y, x := from/width+step[0], from%width+step[1]
			if y >= 0 && y < height && x >= 0 && x < width && other>>(y*width+x)&1 != 0 {
				dst = append(dst, Clobbering{uint8(from), uint8(y*width + x)})
			}
		}
	}
	return dst
}

func (g *Clobber) Play(m Clobbering) {
	g.stones[g.ToMove()] ^= 1<<m.From | 1<<m.To
	g.stones[1-g.ToMove()] ^= 1 << m.To
	g.count++
}

func (g *Clobber) Undo(m Clobbering) {
	g.count--
	g.stones[g.ToMove()] ^= 1<<m.From | 1<<m.To
	g.stones[1-g.ToMove()] ^= 1 << m.To
}

func (g *Clobber) ToMove() int  { return g.count % 2 }
func (g *Clobber) Outcome() int { return -1 }

func (g *Clobber) Hash() uint64 {
	return (uint64(g.stones[0])<<31 ^ uint64(g.stones[1])<<1 ^ uint64(g.ToMove())) * 0x9e3779b97f4a7c15
}

func (g *Clobber) Clone() *Clobber {
	c := *g
	return &c
}

// clobber describes the game: the stones of the side to move, and of the other; a move is its stone and its direction.
var clobber = neural.Description[*Clobber, Clobbering]{
	Name:   "clobber 5x6",
	New:    newClobber,
	Planes: 2, Height: height, Width: width,
	Append: func(g *Clobber, dst []float32) []float32 {
		for side := range 2 {
			for c := range cells {
				dst = append(dst, float32(g.stones[g.ToMove()^side]>>c&1))
			}
		}
		return dst
	},
	Moves: 4 * cells,
	Number: func(_ *Clobber, m Clobbering) int {
		direction := map[int]int{1: 0, -1: 1, width: 2, -width: 3}[int(m.To)-int(m.From)]
		return int(m.From)*4 + direction
	},
}

var (
	clobberTime = flag.Duration("clobber", 2*time.Second, "how long the network of the tutorial learns")
	clobberDir  = flag.String("clobberdir", "", "its folder")
)

// TestTutorial is the program of the README.
func TestTutorial(t *testing.T) {
	gametest.Check(t, func() *Clobber { g, _ := newClobber(); return g })
	if err := clobber.Check(0); err != nil {
		t.Fatal(err)
	}
	dir := *clobberDir
	if dir == "" {
		dir = t.TempDir()
	}
	ctx, cancel := context.WithTimeout(background, *clobberTime)
	defer cancel()
	network, err := neural.Train(ctx, dir, clobber, neural.Options[Clobbering]{
		Architecture: neural.Dense{Hidden: []int{128, 128}},
		SelfPlay:     neural.SelfPlay{Simulations: 32, Opening: 6},
		Workers:      2,
	})
	if err != nil {
		t.Fatal(err)
	}
	player := neural.NewPlayer(network, clobber, neural.PlayerOptions[Clobbering]{Limits: puct.Limits{MaxSimulations: 200}})
	uct := func() arena.Player[*Clobber, Clobbering] {
		return func(ctx context.Context, g *Clobber, random *rand.Rand) (Clobbering, error) {
			r, err := mcts.Search(ctx, g, mcts.Limits{MaxSimulations: 1000}, mcts.Options[Clobbering]{Random: random})
			return r.Move, err
		}
	}
	games := 4
	if *clobberTime > time.Minute {
		games = 200
	}
	match, err := arena.Match(background, arena.RandomOpening(4, newClobber), player, uct, arena.Options{Games: games, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	log, err := neural.ReadLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d generations; 200 evaluations against UCT with 1000 playouts: %v", len(log), match.Score)
}
