package loa

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFeatures compares the features of random positions with those computed as H A.3.1 states them.
func TestFeatures(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 5000 {
		g := randomPosition(Rules{Size: MinSize + random.IntN(MaxSize-MinSize+1)}, random, random.IntN(50))
		got := g.AppendFeatures(nil)
		us := slowFeatures(g, g.ToMove())
		want := append(us[:], slowFeatures(g, 1-g.ToMove())...)
		if len(got) != FeatureCount {
			t.Fatalf("%d features", len(got))
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-4 {
				t.Fatalf("%v: feature %d is %v, want %v", g, i, got[i], want[i])
			}
		}
	}
}

// slowFeatures computes the features of a side from scratch.
func slowFeatures(g *Game, side int) []float64 {
	type point struct{ x, y float64 }
	var men []point
	holds := func(side int, p point) bool {
		return g.now.men[side]&bit(square(int(p.x), int(p.y))) != 0
	}
	var centre point
	for rank := range g.size {
		for file := range g.size {
			if p := (point{float64(file), float64(rank)}); holds(side, p) {
				men = append(men, p)
				centre.x += p.x
				centre.y += p.y
			}
		}
	}
	n := float64(len(men))
	centre = point{centre.x / n, centre.y / n}
	distance := func(p, q point) float64 { return max(math.Abs(p.x-q.x), math.Abs(p.y-q.y)) }
	f := make([]float64, SideFeatures)
	f[Men] = n
	middle := float64(g.size-1) / 2
	f[Distance] = distance(centre, point{middle, middle})
	for i, p := range men {
		f[Spread] += distance(p, centre) / n
		for _, q := range men[:i] {
			if distance(p, q) == 1 {
				f[Connections] += max(2.5-distance(point{(p.x + q.x) / 2, (p.y + q.y) / 2}, centre), 0)
			}
		}
	}
	seen := make([]bool, len(men))
	for i := range men {
		if seen[i] {
			continue
		}
		group := []int{i}
		seen[i] = true
		nearest := math.Inf(1)
		for at := 0; at < len(group); at++ {
			nearest = min(nearest, distance(men[group[at]], centre))
			for j := range men {
				if !seen[j] && distance(men[group[at]], men[j]) == 1 {
					seen[j] = true
					group = append(group, j)
				}
			}
		}
		size := float64(len(group))
		switch {
		case nearest <= 1.5:
			f[Groups]++
		case nearest >= 2.5:
			f[Groups] += size
		default:
			f[Groups] += 1 + (size-1)*(nearest-1.5)
		}
	}
	for _, p := range men {
		d, least := distance(p, centre), math.Inf(1)
		for _, step := range []point{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			q := point{p.x + step.x, p.y + step.y}
			if min(q.x, q.y) >= 0 && max(q.x, q.y) < float64(g.size) && !holds(1-side, q) {
				least = min(least, distance(q, centre)-d)
			}
		}
		f[Blocked] += max(d-2, 0) * max(0.5+min(least, 1), 0)
	}
	return f
}
