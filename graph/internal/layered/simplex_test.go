package layered

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// cheapest tries all values below most.
func cheapest(n, most int, constraints []constraint) int {
	best := -1
	values := make([]int, n)
	var try func(v int)
	try = func(v int) {
		if v < n {
			for values[v] = range most {
				try(v + 1)
			}
			return
		}
		if total, kept := cost(values, constraints); kept && (best < 0 || total < best) {
			best = total
		}
	}
	try(0)
	return best
}

// cost returns the cost of values and whether they keep the constraints.
func cost(values []int, constraints []constraint) (total int, kept bool) {
	for _, c := range constraints {
		distance := values[c.head] - values[c.tail]
		if distance < c.length {
			return 0, false
		}
		total += c.weight * distance
	}
	return total, true
}

// connected returns random constraints that connect n variables without a cycle.
func connected(random *rand.Rand, n, more, length int) []constraint {
	var constraints []constraint
	add := func(tail, head int) {
		constraints = append(constraints, constraint{tail, head, random.IntN(length + 1), random.IntN(4)})
	}
	for v := 1; v < n; v++ {
		add(random.IntN(v), v)
	}
	for range more {
		tail := random.IntN(n - 1)
		add(tail, tail+1+random.IntN(n-1-tail))
	}
	// The numbers of the variables must not matter.
	number := random.Perm(n)
	for i := range constraints {
		constraints[i].tail, constraints[i].head = number[constraints[i].tail], number[constraints[i].head]
	}
	return constraints
}

func TestSolveIsOptimal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		n := 2 + random.IntN(4)
		constraints := connected(random, n, random.IntN(6), 2)
		values, err := solve(t.Context(), n, constraints)
		if err != nil {
			t.Fatal(err)
		}
		got, kept := cost(values, constraints)
		if want := cheapest(n, 2*n, constraints); !kept || got != want {
			t.Fatalf("%v: values %v, kept %v, cost %d, want %d", constraints, values, kept, got, want)
		}
	}
}

// TestCutValues recomputes the cut values of larger programs by their definition after some pivots, none of which
// may raise the cost.
func TestCutValues(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		n := 30 + random.IntN(50)
		s := newSimplex(n, connected(random, n, n, 5))
		s.start()
		s.number(n, none, 0)
		s.price()
		for range 40 {
			leaving := s.leaving()
			if leaving == none {
				break
			}
			before, _ := cost(s.value, s.constraints)
			s.exchange(leaving)
			if after, kept := cost(s.value, s.constraints); !kept || after > before {
				t.Fatalf("cost %d before, %d after, constraints kept: %v", before, after, kept)
			}
		}
		for _, i := range s.tree {
			if s.slack(i) != 0 {
				t.Fatalf("constraint %d of the tree is not tight", i)
			}
			behind := s.behind(i)
			want := 0
			for _, c := range s.constraints {
				switch {
				case behind[c.tail] && !behind[c.head]:
					want += c.weight
				case !behind[c.tail] && behind[c.head]:
					want -= c.weight
				}
			}
			if s.cut[i] != want {
				t.Fatalf("cut value %d, want %d", s.cut[i], want)
			}
		}
	}
}

// behind returns the variables on the side of the tail of a constraint of the tree.
func (s *simplex) behind(i int) []bool {
	behind := make([]bool, len(s.at))
	var visit func(v int)
	visit = func(v int) {
		behind[v] = true
		for _, j := range s.treeAt[v] {
			if to := s.other(j, v); j != i && !behind[to] {
				visit(to)
			}
		}
	}
	visit(s.constraints[i].tail)
	return behind
}

func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := solve(ctx, 2, []constraint{{0, 1, 1, 1}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
