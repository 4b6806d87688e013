package backgammon

import (
	"math/bits"

	"github.com/ply-search/ply/learn"
)

// Features of a side. The features of the side whose turn it is come first, then the other side's, then the common
// features.
const (
	pointFeatures = 4 // of each point: one checker, two or more, three or more, and half of the checkers above three
	barFeature    = 24*pointFeatures + iota - 1
	offFeature    // the share of the checkers that are borne off
	bornFeature   // a checker is borne off, so the side cannot lose a gammon
	pipsFeature
	homeFeature   // the made points of the home board
	primeFeature  // the longest row of made points
	shotFeature   // the probability that the next throw of the other side hits a blot
	doubleFeature // the probability that it hits two
	lossFeature   // the pips that it costs on average
	blockFeature  // the made points of the other side on the six points before the rearmost checker
	escapeFeature // the share of throws that the rearmost checker can play whole
	moveFeature   // the pips from the checkers to the home board, each times the share of throws that the checker can play
	trapFeature   // the share of throws that a checker cannot play from the worst point that the rearmost has to pass
	wallFeature   // the share of throws that a checker cannot play from the worst point of all
	secondFeature // the share of throws that the second rearmost checker can play whole
	freeFeature   // the pips of the checkers that have passed the other side
	passFeature   // the pips that the other checkers need to pass the other side
	hitFeature    // the sum of the probabilities that blots are hit, as if no point were blocked
	enterFeature  // a checker is on the bar: the probability that it cannot enter
	momentFeature // the sum of the squared distances of the checkers behind the mean point from that point
	backFeature   // the checkers in the home board of the other side and on the bar
	awayFeature   // the pips by which checkers are outside of the home board
	insideFeature // the checkers in the home board
	sideFeatures

	raceFeature    = 2 * sideFeatures // the sides have passed each other
	leadFeature    = raceFeature + 1  // the difference of the pips
	contactFeature = raceFeature + 2  // the points by which the rearmost checkers of the sides have to pass each other

	// FeatureCount is the number of features of [Game.AppendFeatures].
	FeatureCount = contactFeature + 1
)

// Viewer returns the side whose turn it is ([learn.Viewer]).
func (g *Game) Viewer() int { return int(g.now.side) }

// AppendFeatures appends the features of [Game.AppendSparse] with those that are 0.
func (g *Game) AppendFeatures(dst []float64) []float64 {
	var sparse [2 * FeatureCount]learn.Feature
	start := len(dst)
	dst = append(dst, make([]float64, FeatureCount)...)
	for _, f := range g.AppendSparse(sparse[:0]) {
		dst[start+int(f.Index)] = float64(f.Value)
	}
	return dst
}

// AppendSparse appends the features of the position that are not 0 ([learn.Sparse]): for each point of each side the
// numbers of TD-Gammon (Tesauro 1992), and the features above. They do not depend on the throw to play.
func (g *Game) AppendSparse(dst []learn.Feature) []learn.Feature {
	p := &g.now
	var pips [2]int
	for i, side := range [2]int8{p.side, 1 - p.side} {
		dst, pips[i] = p.appendSide(dst, int(side), int32(i)*sideFeatures)
	}
	if p.passed() {
		dst = append(dst, learn.Feature{Index: raceFeature, Value: 1})
	}
	dst = appendFeature(dst, leadFeature, float32(pips[1]-pips[0])/32)
	return appendFeature(dst, contactFeature, float32(max(p.rear(0)+p.rear(1)-Bar, 0))/16)
}

func appendFeature(dst []learn.Feature, index int32, x float32) []learn.Feature {
	if x == 0 {
		return dst
	}
	return append(dst, learn.Feature{Index: index, Value: x})
}

// appendSide appends the features of a side, with indices from base, and returns its pips.
func (p *position) appendSide(dst []learn.Feature, side int, base int32) (_ []learn.Feature, pips int) {
	other := 1 - side
	inside, back, away := 0, int(p.checkers[side][Bar]), (Bar-6)*int(p.checkers[side][Bar])
	for m := p.occupied[side] & points; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		n := int(p.checkers[side][point])
		pips += n * point
		switch {
		case point <= 6:
			inside += n
		case point > 18:
			back += n
			fallthrough
		default:
			away += n * (point - 6)
		}
		at := base + int32(point-1)*pointFeatures
		switch {
		case n == 1:
			dst = append(dst, learn.Feature{Index: at, Value: 1})
		case n == 2:
			dst = append(dst, learn.Feature{Index: at + 1, Value: 1})
		case n == 3:
			dst = append(dst, learn.Feature{Index: at + 1, Value: 1}, learn.Feature{Index: at + 2, Value: 1})
		default:
			dst = append(dst, learn.Feature{Index: at + 1, Value: 1}, learn.Feature{Index: at + 2, Value: 1},
				learn.Feature{Index: at + 3, Value: float32(n-3) / 2})
		}
	}
	bar, off := int(p.checkers[side][Bar]), int(p.checkers[side][Off])
	pips += bar * Bar
	dst = appendFeature(dst, base+barFeature, float32(bar)/2)
	if off > 0 {
		dst = append(dst, learn.Feature{Index: base + offFeature, Value: float32(off) / Checkers}, learn.Feature{Index: base + bornFeature, Value: 1})
	}
	dst = append(dst, learn.Feature{Index: base + pipsFeature, Value: float32(pips) / 128})
	made := p.made[side] & points
	dst = appendFeature(dst, base+homeFeature, float32(bits.OnesCount32(made&home))/6)
	dst = appendFeature(dst, base+primeFeature, float32(longest(made))/6)
	dst = p.appendContact(dst, side, base)
	if bar > 0 {
		closed := bits.OnesCount32(p.made[other] & home)
		dst = appendFeature(dst, base+enterFeature, float32(closed*closed)/36)
	}
	mean, moment := pips/Checkers, 0
	for m := p.occupied[side] >> mean >> 1 << mean << 1; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		moment += int(p.checkers[side][point]) * (point - mean) * (point - mean)
	}
	dst = appendFeature(dst, base+momentFeature, float32(moment)/512)
	dst = appendFeature(dst, base+backFeature, float32(back)/4)
	dst = appendFeature(dst, base+awayFeature, float32(away)/64)
	return appendFeature(dst, base+insideFeature, float32(inside)/8), pips
}

// appendContact appends the features of a side that depend on the other side's checkers before it.
func (p *position) appendContact(dst []learn.Feature, side int, base int32) []learn.Feature {
	throws := p.shotsAt(side)
	dst = appendFeature(dst, base+shotFeature, float32(throws.hit)/36)
	dst = appendFeature(dst, base+doubleFeature, float32(throws.two)/36)
	dst = appendFeature(dst, base+lossFeature, float32(throws.pip)/(36*16))
	rear, blocked := p.rear(side), flip(p.made[1-side])
	if rear > 6 {
		ahead := uint32(1)<<rear - 1<<(rear-6)
		dst = appendFeature(dst, base+blockFeature, float32(bits.OnesCount32(blocked&ahead))/6)
		dst = appendFeature(dst, base+escapeFeature, float32(escaping(blocked, rear))/36)
	}
	meeting := Bar - p.rear(1-side) // the rearmost checker of the other side, as this side numbers points
	if rear <= meeting {
		return dst
	}
	moving, trap, wall := 0, 36, 36
	for point := 7; point <= Bar; point++ {
		throws := escaping(blocked, point)
		moving += int(p.checkers[side][point]) * throws * (point - 6)
		if wall = min(wall, throws); point <= rear {
			trap = wall
		}
	}
	dst = appendFeature(dst, base+moveFeature, float32(moving)/(36*64))
	dst = appendFeature(dst, base+trapFeature, 1-float32(trap)/36)
	dst = appendFeature(dst, base+wallFeature, 1-float32(wall)/36)
	if second := highest(p.occupied[side]&^(1<<rear) | 1); second > 6 {
		dst = appendFeature(dst, base+secondFeature, float32(escaping(blocked, second))/36)
	}
	free, passing := 0, 0
	for m := p.occupied[side]; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		if n := int(p.checkers[side][point]); point < meeting {
			free += n * point
		} else {
			passing += n * (point - meeting + 1)
		}
	}
	dst = appendFeature(dst, base+freeFeature, float32(free)/64)
	dst = appendFeature(dst, base+passFeature, float32(passing)/64)
	hits, _ := p.danger(side)
	return appendFeature(dst, base+hitFeature, float32(hits))
}

// escaping returns how many of the 36 throws a checker on a point from 7 to Bar can play whole.
func escaping(blocked uint32, point int) int {
	return int(escapes[blocked<<(Bar+1-point)>>(Bar+1-12)&(1<<12-1)])
}

// escapes are the numbers of the 36 throws that a checker can play whole, by the points made by the other side among
// the twelve before it; bit 11 is the next point. Doubles are played twice.
var escapes = func() (table [1 << 12]uint8) {
	for blocked := range table {
		free := func(distance int) bool { return blocked>>(12-distance)&1 == 0 }
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				if free(a+b) && (free(a) || free(b)) {
					table[blocked]++
				}
			}
		}
	}
	return table
}()

// longest returns the length of the longest row of points in a set.
func longest(m uint32) (n int) {
	for ; m != 0; m &= m >> 1 {
		n++
	}
	return n
}
