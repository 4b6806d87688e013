package backgammon

import (
	"math/bits"

	"github.com/ply-search/ply/learn"
)

// Features of a side. The features of the side whose turn it is come first, then the other side's, then the common
// features.
const (
	pointFeatures = 4 // of each point: one checker, two or more, three or more, and half of the checkers above three
	barFeature    = 24 * pointFeatures
	offFeature    = barFeature + 1 // the share of the checkers that are borne off
	bornFeature   = barFeature + 2 // a checker is borne off, so the side cannot lose a gammon
	pipsFeature   = barFeature + 3
	homeFeature   = barFeature + 4  // the made points of the home board
	primeFeature  = barFeature + 5  // the longest row of made points
	hitFeature    = barFeature + 6  // the sum of the probabilities that blots are hit by the next throw of the other side
	lossFeature   = barFeature + 7  // the pips that these hits cost
	blockFeature  = barFeature + 8  // the made points of the other side on the six points before the rearmost checker
	shotFeature   = barFeature + 9  // the probability that the next throw of the other side hits a blot
	escapeFeature = barFeature + 10 // the share of throws that the rearmost checker can play whole
	backFeature   = barFeature + 11 // the checkers in the home board of the other side and on the bar
	awayFeature   = barFeature + 12 // the pips by which checkers are outside of the home board
	insideFeature = barFeature + 13 // the checkers in the home board
	sideFeatures  = barFeature + 14

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
	hits, lost, distances := p.danger(side)
	dst = appendFeature(dst, base+hitFeature, float32(hits))
	dst = appendFeature(dst, base+lossFeature, float32(lost)/16)
	rear := p.rear(side)
	blocked := flip(p.made[other])
	if rear > 6 {
		ahead := uint32(1)<<rear - 1<<(rear-6)
		dst = appendFeature(dst, base+blockFeature, float32(bits.OnesCount32(blocked&ahead))/6)
	}
	dst = appendFeature(dst, base+shotFeature, float32(shots[distances])/36)
	if rear > 6 {
		dst = appendFeature(dst, base+escapeFeature, float32(escapes[blocked<<(Bar+1-rear)>>(Bar+1-12)&(1<<12-1)])/36)
	}
	dst = appendFeature(dst, base+backFeature, float32(back)/4)
	dst = appendFeature(dst, base+awayFeature, float32(away)/64)
	return appendFeature(dst, base+insideFeature, float32(inside)/8), pips
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
