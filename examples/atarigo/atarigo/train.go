package atarigo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
)

// TrainingOptions are the options of [Train]. All but Progress must be set.
type TrainingOptions struct {
	Size      int // rows of the board, 4 to 8
	Starts    int // random positions, of two to five stones, to solve; at least 2
	Positions int // the most positions taken from each start
	MaxNodes  int // end the search of a start, of which settled positions are used
	Passes    int // of gradient descent
	Source    rand.Source

	// Progress, if not nil, is called after each start with the numbers so far.
	Progress func(starts, positions int)
}

// A Training is the result of a training. Losses are averages of -ln p, where p is the model's probability of the
// winning side, over positions of one start in ten, which are held out. A model without knowledge has a loss of 0.69.
// Only differences between models trained from the same positions are meaningful.
type Training struct {
	Positions   int     `json:"positions"` // trained with
	HeldOut     int     `json:"heldOut"`
	Loss        float64 `json:"loss"`        // of the new model
	PresentLoss float64 `json:"presentLoss"` // of the present model
}

// heldOut: the positions of one start in this number are held out.
const heldOut = 10

type settled struct {
	size         int
	own, enemies uint64
	moves        int
	forced       bool
	wins         bool
}

// Train fits a model to positions settled by depth-first proof-number search. It solves random positions, follows
// playouts of relevant moves from them, and looks up the winner of the positions met. The weights are found by
// stochastic gradient descent. The solver keeps its own model.
//
// Train returns an error if an option is out of range, if the starts gave no positions, or if ctx ends.
func Train(ctx context.Context, opt TrainingOptions) (*Model, Training, error) {
	if err := opt.check(); err != nil {
		return nil, Training{}, err
	}
	random := rand.New(opt.Source)
	var known, held []settled
	for i := range opt.Starts {
		found, err := settledFrom(ctx, random, &opt)
		if err != nil {
			return nil, Training{}, err
		}
		if i%heldOut == 0 {
			held = append(held, found...)
		} else {
			known = append(known, found...)
		}
		if opt.Progress != nil {
			opt.Progress(i+1, len(known)+len(held))
		}
	}
	if len(known) == 0 || len(held) == 0 {
		return nil, Training{}, errors.New("atarigo: too few starts were settled to train and to test a model")
	}
	m, err := fit(ctx, random, known, opt.Passes)
	if err != nil {
		return nil, Training{}, err
	}
	return m, Training{Positions: len(known), HeldOut: len(held), Loss: loss(m, held), PresentLoss: loss(prior, held)}, nil
}

// fewestStarts leaves one start for training and one for testing.
const fewestStarts = 2

func (o *TrainingOptions) check() error {
	switch {
	case o.Size < 4 || o.Size > MaxSize:
		return fmt.Errorf("atarigo: size %d, want 4 to %d", o.Size, MaxSize)
	case o.Starts < fewestStarts:
		return fmt.Errorf("atarigo: %d starts, want at least %d", o.Starts, fewestStarts)
	case o.Positions < 1 || o.MaxNodes < 1 || o.Passes < 1:
		return fmt.Errorf("atarigo: %d positions, %d nodes, %d passes, want at least 1 of each", o.Positions, o.MaxNodes, o.Passes)
	case o.Source == nil:
		return errors.New("atarigo: no Source given")
	}
	return nil
}

// The starts and their searches.
const (
	fewestStones   = 2
	mostStones     = 5
	trainingTable  = 1 << 22 // entries, if the search has nodes for them
	trainingMemory = 1 << 20 // sequences of ataris, at most
	settleNodes    = 1000    // for each position
)

// settledFrom returns settled positions from a random start.
func settledFrom(ctx context.Context, random *rand.Rand, opt *TrainingOptions) ([]settled, error) {
	start := randomGame(random, opt.Size, fewestStones+random.IntN(mostStones-fewestStones+1))
	s := NewSolver(start, SolverOptions{TableEntries: 4 * min(trainingTable/4, opt.MaxNodes), Memory: min(trainingMemory, opt.MaxNodes)})
	if r, err := s.Solve(ctx, ply.Limits{Nodes: opt.MaxNodes}); err != nil {
		return nil, err
	} else if r.Status == ply.Cancelled {
		return nil, r.Status.Err()
	}
	var found []settled
	met := map[uint64]bool{}
	g := start.Clone()
	at := NewRelevant(g, 1<<10)
	for range opt.Positions { // games
		*g = *start
		for len(found) < opt.Positions {
			moves := at.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if key := at.Hash(); !met[key] {
				met[key] = true
				p := settled{opt.Size, g.stones[g.side], g.stones[1-g.side], len(moves), at.forced, false}
				r, err := s.proveFrom(ctx, g, ply.Limits{Nodes: settleNodes})
				switch {
				case err != nil:
					return nil, err
				case r.Status == ply.Cancelled:
					return nil, r.Status.Err()
				case r.Answer != proof.Unknown:
					p.wins = r.Answer == proof.Proved
					found = append(found, p)
				}
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
	return found, nil
}

// randomGame returns a position after random moves, in which nothing is in atari.
func randomGame(random *rand.Rand, size, stones int) *Game {
	for {
		g := &Game{size: size, board: boardOf(size), zobrist: zobrists[size]}
		for range stones {
			moves := g.Moves(nil)
			g.Play(moves[random.IntN(len(moves))])
		}
		if !g.over && g.weak(Black, 1)|g.weak(White, 1) == 0 {
			return g
		}
	}
}

// Gradient descent: the first steps, the factor from pass to pass, and the weight decay. Windows are rare, so their step is larger.
const (
	firstStep   = 0.005
	windowStep  = 0.02
	stepShrinks = 0.85
	decay       = 1e-4
)

// fit returns a model of positions. During the fit, all numbers are scaled to equal size.
func fit(ctx context.Context, random *rand.Rand, known []settled, passes int) (*Model, error) {
	m := new(Model)
	least := make([]uint32, windowCodes)
	for code := range least {
		least[code] = uint32(leastWindow(code))
	}
	scales := scalesOf(known)
	var buffer [MaxSize * MaxSize]uint32
	step := 1.0
	for range passes {
		random.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
		for i := range known {
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, ply.Cancelled.Err()
			}
			p := &known[i]
			windows := windowsOf(p.own, p.enemies, p.size, buffer[:0])
			numbers := describe(boardOf(p.size), p.own, p.enemies, p.moves, p.forced)
			sum := 0.0
			for j, code := range windows {
				windows[j] = least[code]
				sum += float64(m.windows[windows[j]])
			}
			for j := range numbers {
				numbers[j] *= scales[j]
				sum += m.numbers[j] * numbers[j]
			}
			wrong := -1 / (1 + math.Exp(-sum)) // the gradient
			if p.wins {
				wrong++
			}
			for j, x := range numbers {
				m.numbers[j] += step * firstStep * (wrong*x - decay*m.numbers[j])
			}
			for _, code := range windows {
				m.windows[code] += float32(step * windowStep * (wrong - decay*float64(m.windows[code])))
			}
		}
		step *= stepShrinks
	}
	for code, of := range least {
		m.windows[code] = m.windows[of]
	}
	for j, scale := range scales {
		m.numbers[j] *= scale
	}
	return m, nil
}

// scalesOf returns factors that make the mean squares of numbers 1, or 1 for a number that is always 0.
func scalesOf(known []settled) (scales [modelNumbers]float64) {
	for i := range known {
		p := &known[i]
		for j, x := range describe(boardOf(p.size), p.own, p.enemies, p.moves, p.forced) {
			scales[j] += x * x / float64(len(known))
		}
	}
	for j, square := range scales {
		if scales[j] = 1; square > 0 {
			scales[j] = 1 / math.Sqrt(square)
		}
	}
	return scales
}

func loss(m *Model, positions []settled) float64 {
	sum := 0.0
	for _, p := range positions {
		x := m.logit(boardOf(p.size), p.size, p.own, p.enemies, p.moves, p.forced)
		if !p.wins {
			x = -x
		}
		sum += math.Log1p(math.Exp(-x))
	}
	return sum / float64(len(positions))
}
