package loa

import (
	_ "embed"
	"encoding/json"
	"math"
	"math/bits"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/learn"
)

// HandWeights are the weights of a side's features in [Game.Evaluate]. They must not be changed.
var HandWeights = [SideFeatures]float64{Men: 30, Spread: -400, Distance: -20, Groups: -20, Connections: 20, Blocked: -40}

// handTurn is the value of being to move.
const handTurn = 30

// MaxEvaluation is the greatest evaluation of an unfinished position; the least is -MaxEvaluation.
const MaxEvaluation = ply.MaxValue - 1

// Evaluate returns the outcome of a finished position, and otherwise the sum of the features of both sides with weights chosen by
// hand. [Trained] has learned weights.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	us, them := g.now.men[g.toMove], g.now.men[g.toMove^1]
	f, o := g.cached(g.toMove), g.cached(g.toMove^1)
	sum := handTurn + HandWeights[Blocked]*(g.blocked(f, them)-g.blocked(o, us))
	for i := range f.values {
		sum += HandWeights[i] * (f.values[i] - o.values[i])
	}
	return int(min(max(sum, -MaxEvaluation), MaxEvaluation))
}

func (g *Game) Finished() bool {
	return g.over() || g.rules.StuckLoses && g.Mobility(int(g.toMove)) == 0
}

// ModelGame is the name of the game in models and sets of package learn, with the features of AppendFeatures.
const ModelGame = "loa, features of BING"

// trained is a model made by the command in README.md.
//
//go:embed trained.json
var trained []byte

// Trained returns an evaluator with learned weights, for the options of package alphabeta.
var Trained = sync.OnceValues(func() (func(ply.AdversarialGame[Move]) ply.Evaluator, error) {
	m := new(learn.Model)
	err := json.Unmarshal(trained, m)
	return learn.ForAlphaBeta[Move](m, ply.MaxValue), err
})

// Weighted returns a linear model with the same weights for the features of both sides, as in [Game.Evaluate].
func Weighted(weights [SideFeatures]float64) *learn.Model {
	all := make([]float64, FeatureCount)
	for i, w := range weights {
		all[i], all[SideFeatures+i] = w/modelUnit, -w/modelUnit
	}
	return learn.Linear(ModelGame, handTurn/modelUnit, all...)
}

// modelUnit is the evaluation of a sum of 1 in a model, see [learn.ForAlphaBeta].
const modelUnit = ply.MaxValue / 16

// HandStages returns three earlier evaluations by hand as models, the oldest first. Their different styles give varied games to
// learn from.
func HandStages() []*learn.Model {
	var stages []*learn.Model
	for _, w := range [][SideFeatures]float64{
		{Men: 0, Spread: -100, Distance: -20, Groups: -60, Connections: 10, Blocked: -30},
		{Men: 20, Spread: -200, Distance: -20, Groups: -30, Connections: 20, Blocked: -30},
		{Men: -20, Spread: -200, Distance: -20, Groups: -60, Connections: 40, Blocked: -60},
	} {
		stages = append(stages, Weighted(w))
	}
	return stages
}

// The features of a side, in the order of H A.3.1. A distance is the greater of the differences of files and ranks and, unless
// said otherwise, leads to the centre of mass of the side's men.
const (
	// Men is the number of men.
	Men = iota

	// Spread is the mean distance of the men.
	Spread

	// Distance is the distance from the centre of mass to the centre of the board.
	Distance

	// Groups is a sum over the groups of connected men. A group of n men whose nearest has distance d adds 1 if d is at most 1.5,
	// n if d is at least 2.5, and is interpolated between.
	Groups

	// Connections is the sum over pairs of adjacent men of max(2.5-d, 0), where d is the distance of the middle of the pair.
	Connections

	// Blocked is the sum over men of max(d-2, 0)·max(0.5+min(e, 1), 0), where d is the distance of the man, and e is the least
	// increase of d by a step to an adjacent square that holds no man of the other side.
	Blocked

	SideFeatures
)

// FeatureCount is the number of features of a position.
const FeatureCount = 2 * SideFeatures

// sideFeatures holds the features that depend on the men of one side alone.
type sideFeatures struct {
	men     uint64
	outside uint64  // men farther than two from the centre of mass, which may be blocked
	x, y    float32 // the centre of mass
	values  [Blocked]float64
}

// cacheBits is the binary logarithm of the number of cached sets of men of each side.
const cacheBits = 11

// AppendFeatures appends the features of the side to move and then of the other side. The bias of a model is the value of being
// to move.
func (g *Game) AppendFeatures(dst []float64) []float64 {
	for _, side := range [2]uint8{g.toMove, g.toMove ^ 1} {
		f := g.cached(side)
		dst = append(append(dst, f.values[:]...), g.blocked(f, g.now.men[side^1]))
	}
	return dst
}

// cached returns the features of a side except Blocked. They are looked up by the men of the side, as most moves change the men
// of one side only.
func (g *Game) cached(side uint8) *sideFeatures {
	if g.cache == nil {
		g.cache = make([]sideFeatures, 2<<cacheBits)
	}
	men := g.now.men[side]
	f := &g.cache[int(side)<<cacheBits+int(men*0x9e3779b97f4a7c15>>(64-cacheBits))]
	if f.men != men {
		f.set(men, g.centre)
	}
	return f
}

func (f *sideFeatures) set(men uint64, centre float32) {
	n := float32(bits.OnesCount64(men))
	f.men, f.outside = men, 0
	f.x = float32(bits.OnesCount64(men&0xaaaaaaaaaaaaaaaa)+2*bits.OnesCount64(men&0xcccccccccccccccc)+4*bits.OnesCount64(men&0xf0f0f0f0f0f0f0f0)) / n
	f.y = float32(bits.OnesCount64(men&0xff00ff00ff00ff00)+2*bits.OnesCount64(men&0xffff0000ffff0000)+4*bits.OnesCount64(men&0xffffffff00000000)) / n
	sum, groups := float32(0), float32(0)
	for rest := men; rest != 0; {
		all := group(rest&-rest, men)
		rest &^= all
		nearest, size := float32(stride), float32(0)
		for ; all != 0; all &= all - 1 {
			s := bits.TrailingZeros64(all)
			d := f.distance(coordinate[s%stride], coordinate[s/stride])
			sum += d
			size++
			nearest = min(nearest, d)
			if d > 2 {
				f.outside |= bit(s)
			}
		}
		groups += 1 + (size-1)*min(max(nearest-1.5, 0), 1)
	}
	f.values[Men] = float64(n)
	f.values[Spread] = float64(sum / n)
	f.values[Distance] = float64(f.distance(centre, centre))
	f.values[Groups] = float64(groups)
	f.values[Connections] = float64(f.connections(men&(men>>1)&^lastFile, 0.5, 0) + f.connections(men&(men>>stride), 0, 0.5) +
		f.connections(men&(men>>(stride+1))&^lastFile, 0.5, 0.5) + f.connections(men&(men>>(stride-1))&^firstFile, -0.5, 0.5))
}

var coordinate = [stride]float32{0, 1, 2, 3, 4, 5, 6, 7}

// distance returns the distance of a point to the centre of mass.
func (f *sideFeatures) distance(x, y float32) float32 { return max(abs(x-f.x), abs(y-f.y)) }

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// connections returns the sum of Connections over the pairs that begin at some squares, with their middle x and y away from these.
func (f *sideFeatures) connections(first uint64, x, y float32) float32 {
	sum := float32(0)
	for ; first != 0; first &= first - 1 {
		s := bits.TrailingZeros64(first)
		sum += max(2.5-f.distance(coordinate[s%stride]+x, coordinate[s/stride]+y), 0)
	}
	return sum
}

// blocked computes the feature Blocked, given the men of the other side.
func (g *Game) blocked(f *sideFeatures, other uint64) float64 {
	sum := float32(0)
	for rest := f.outside; rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros64(rest)
		x, y := coordinate[s%stride], coordinate[s/stride]
		if bit(s+towards(x, f.x)+stride*towards(y, f.y))&other == 0 {
			continue // a step brings the man nearer by one, so it adds 0
		}
		d := f.distance(x, y)
		e := min(f.best(kings[s]&g.board&^other)-d, 1)
		sum += (d - 2) * max(0.5+e, 0)
	}
	return float64(sum)
}

// towards returns the direction from x to a coordinate more than a half away, or 0.
func towards(x, to float32) int {
	switch d := to - x; {
	case d > 0.5:
		return 1
	case d < -0.5:
		return -1
	}
	return 0
}

// best returns the least distance of some squares.
func (f *sideFeatures) best(of uint64) float32 {
	least := float32(2 * stride)
	for ; of != 0; of &= of - 1 {
		s := bits.TrailingZeros64(of)
		least = min(least, f.distance(coordinate[s%stride], coordinate[s/stride]))
	}
	return least
}
