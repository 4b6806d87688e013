package twenty48

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// unlikely is the probability of the tiles on a line below which a player does not follow it.
const unlikely = 1e-3

const tableBytes = 24 << 18

// A Player plays by expectimax with iterative deepening: it looks at all slides and new tiles, except on unlikely
// lines, and evaluates the boards at the ends. It is for one goroutine at a time.
type Player struct {
	limits  ply.Limits
	options expectimax.Options[Move]

	// Nodes, Depths and Moves count the positions and the finished depths of all moves chosen.
	Nodes, Depths, Moves int
}

// NewPlayer returns a player with limits for a move and on the slides and new tiles to look ahead, 0 for no limit. One
// of them must be set.
func NewPlayer(limits ply.Limits, depth int) (*Player, error) {
	if limits.Time <= 0 && limits.Nodes <= 0 && depth <= 0 {
		return nil, fmt.Errorf("twenty48: a player needs a limit on time, nodes or depth")
	}
	const enough = 40 // all lines are unlikely before
	if limits == (ply.Limits{}) {
		limits.Nodes = math.MaxInt // some limit makes it deepen
	}
	return &Player{limits: limits, options: expectimax.Options[Move]{
		Depth:     cmp.Or(depth, enough),
		Unlikely:  unlikely,
		Range:     [2]float64{0, MostExpected},
		Evaluator: Evaluate,
		Table:     transposition.NewTable(tableBytes),
		TableFrom: 2,
	}}, nil
}

// Move returns the slide of the player. It is an error if no slide is possible: the game is over, or a tile is to come.
func (p *Player) Move(ctx context.Context, g *Game) (Move, error) {
	r, err := expectimax.Expectimax(ctx, g, p.limits, p.options)
	if err != nil {
		return 0, err
	}
	if len(r.Line) == 0 {
		return 0, fmt.Errorf("twenty48: there is no slide to choose")
	}
	p.Nodes += r.Nodes
	p.Depths += r.Depth
	p.Moves++
	return r.Move, nil
}

// PlayOut plays a game from the empty board to its end, with tiles drawn from random. It calls watch, if not nil,
// before each slide. If ctx ends, it returns the game so far and the error of ctx.
func PlayOut(ctx context.Context, p *Player, random *rand.Rand, watch func(*Game)) (*Game, error) {
	g := new(Game)
	for {
		if g.ToMove() == ply.Chance {
			tile, err := ply.DrawOutcome(g, random)
			if err != nil {
				return g, err
			}
			g.Play(tile)
			continue
		}
		if g.board.over() {
			return g, nil
		}
		if err := ctx.Err(); err != nil {
			return g, err
		}
		if watch != nil {
			watch(g)
		}
		m, err := p.Move(ctx, g)
		if err != nil {
			return g, err
		}
		g.Play(m)
	}
}
