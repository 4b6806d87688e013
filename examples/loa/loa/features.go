package loa

import (
	"math"
	"math/bits"
)

// The features of a side, in the order of H A.3.1.
const (
	Men         = iota // number of men
	Spread             // mean distance of the men to their centre of mass
	Distance           // distance of the centre of mass to the centre of the board
	Groups             // groups, each weighted by how many moves it may need
	Connections        // pairs of adjacent men, weighted by how close they are to the centre of mass
	Blocked            // men that the other side keeps from getting closer to the centre of mass
	SideFeatures
)

// FeatureCount is the number of features of a position: those of the side to move, and those of the other side.
const FeatureCount = 2 * SideFeatures

// sideFeatures is what depends on the men of one side alone, for the men it was computed for.
type sideFeatures struct {
	men     uint64
	outside uint64  // the men farther than two from the centre of mass, which may be blocked
	x, y    float32 // the centre of mass
	values  [Blocked]float64
}

// The features of up to 2^cacheBits sets of men of each side are kept.
const cacheBits = 11

// AppendFeatures appends the features of the side to move and then those of the other side. Who is to move is no feature,
// since all are from the view of the side to move: the bias of a model is what the move is worth.
func (g *Game) AppendFeatures(dst []float64) []float64 {
	us, them := g.now.men[g.toMove], g.now.men[g.toMove^1]
	f := g.cached(g.toMove)
	dst = append(dst, f.values[Men], f.values[Spread], f.values[Distance], f.values[Groups], f.values[Connections], g.blocked(f, them))
	f = g.cached(g.toMove ^ 1)
	return append(dst, f.values[Men], f.values[Spread], f.values[Distance], f.values[Groups], f.values[Connections], g.blocked(f, us))
}

// cached returns the features of a side, of which the last one also depends on the other side and is computed by blocked.
// All distances are those of a king's moves (the greater one of the differences of files and ranks), to the centre of mass
// of the men of that side unless said otherwise.
//
//   - Men: their number.
//   - Spread: their mean distance.
//   - Distance: that of the centre of mass to the centre of the board.
//   - Groups: the sum over groups of n connected men, the nearest of which has distance d, of 1 if d is at most 1.5, n if
//     d is at least 2.5, and linearly between.
//   - Connections: the sum over pairs of adjacent men of max(2.5-d, 0), where d is the distance of the middle of the
//     pair.
//   - Blocked: the sum over men of max(d-2, 0)·max(0.5+min(e, 1), 0), where e is the least difference by which the
//     distance grows on a step to an adjacent square that holds no man of the other side.
//
// Features are looked up by the men of the side: a move changes those of one side, most often.
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

// set computes the features that depend on the men of a side alone.
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

// connections adds up the pairs that begin at some squares, with their middle x and y away from these.
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
			continue // since that step brings it nearer by one
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
