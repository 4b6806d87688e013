package puct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// judge evaluates the nodes of a duel, whose values are up to most: by their static value, and by the ranks of their
// edges, from 0 to 4.
func judge(most int) puct.Evaluator[*testgames.Duel, int] {
	return func(_ context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
		for _, l := range leaves {
			node := &l.Position.Nodes[l.Position.At]
			l.Value = float64(node.Static) / float64(most)
			for i, r := range node.Ranks {
				l.Priors[i] = float32(r + 2)
			}
		}
		return nil
	}
}

// uniform evaluates all positions as even, and all moves alike.
func uniform[G any](_ context.Context, leaves []*puct.Leaf[G, int]) error {
	for _, l := range leaves {
		l.Value = 0
	}
	return nil
}

// A plain is a position in the tree of the reference.
type plain struct {
	node   *testgames.DuelNode
	value  float64 // as evaluated
	priors []float64
	visits []float64
	sums   []float64
	next   []*plain
}

// A reference searches a duel one simulation after the other, as the formulas are written.
type reference struct {
	duel   *testgames.Duel
	most   float64
	puct   puct.PUCT
	gumbel bool
}

func (r *reference) look(at int) *plain {
	node := &r.duel.Nodes[at]
	n := len(node.Out)
	p := &plain{node, float64(node.Static) / r.most, make([]float64, n), make([]float64, n), make([]float64, n), make([]*plain, n)}
	sum := 0.0
	for i, rank := range node.Ranks {
		p.priors[i] = float64(rank + 2)
		sum += p.priors[i]
	}
	for i := range p.priors {
		if sum == 0 {
			p.priors[i] = float64(float32(1 / float64(n)))
		} else {
			p.priors[i] = float64(float32(p.priors[i] / sum))
		}
	}
	return p
}

func total(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x
	}
	return sum
}

// upper is the score of a move by PUCT.
func (r *reference) upper(p *plain, i int) float64 {
	n := 1 + total(p.visits)
	q := (p.value + total(p.sums)) / n
	tried := 0.0
	for j := range p.visits {
		if p.visits[j] > 0 {
			tried += p.priors[j]
		}
	}
	q -= r.puct.Reduction * math.Sqrt(tried)
	if p.visits[i] > 0 {
		q = p.sums[i] / p.visits[i]
	}
	c := r.puct.C + math.Log((1+n+19652)/19652)
	return q + c*p.priors[i]*math.Sqrt(n)/(1+p.visits[i])
}

// improved is the improved policy, by way of logarithms and the softmax function.
func (r *reference) improved(p *plain) []float64 {
	weighted, tried, most := 0.0, 0.0, 0.0
	for i, n := range p.visits {
		if n > 0 {
			prior := max(p.priors[i], 1e-38)
			weighted += prior * p.sums[i] / n
			tried += prior
			most = max(most, n)
		}
	}
	mixed := p.value
	if n := total(p.visits); n > 0 {
		mixed = (p.value + n*weighted/tried) / (1 + n)
	}
	policy := make([]float64, len(p.visits))
	for i, n := range p.visits {
		q := mixed
		if n > 0 {
			q = p.sums[i] / n
		}
		policy[i] = math.Log(max(p.priors[i], 1e-38)) + (50+most)*(q+1)/2
	}
	sum, greatest := 0.0, policy[0]
	for _, x := range policy {
		greatest = max(greatest, x)
	}
	for i := range policy {
		policy[i] = math.Exp(policy[i] - greatest)
		sum += policy[i]
	}
	for i := range policy {
		policy[i] /= sum
	}
	return policy
}

// choose returns the best move, and whether another is so close that rounding may decide between them.
func (r *reference) choose(p *plain) (best int, close bool) {
	scores := make([]float64, len(p.visits))
	if r.gumbel {
		scores = r.improved(p)
	}
	for i := range scores {
		if r.gumbel {
			scores[i] -= p.visits[i] / (1 + total(p.visits))
		} else {
			scores[i] = r.upper(p, i)
		}
		if scores[i] > scores[best] {
			best = i
		}
	}
	for i, x := range scores {
		close = close || i != best && math.Abs(x-scores[best]) < 1e-9
	}
	return best, close
}

// simulate makes a simulation from a position that is in the tree, by a first move if that is not negative. It returns
// the result for the side to move there.
func (r *reference) simulate(p *plain, first int, close *bool) float64 {
	i := first
	if i < 0 {
		doubt := false
		i, doubt = r.choose(p)
		*close = *close || doubt
	}
	to := r.duel.Edges[p.node.Out[i]].To
	next := &r.duel.Nodes[to]
	value := 0.0
	switch {
	case len(next.Out) == 0:
		value = float64(next.Outcome) / r.most
	case p.next[i] == nil:
		p.next[i] = r.look(to)
		value = p.next[i].value
	default:
		value = r.simulate(p.next[i], -1, close)
	}
	if next.Side != p.node.Side {
		value = -value
	}
	p.visits[i]++
	p.sums[i] += value
	return value
}

// TestReference compares searches of random duels with the reference, move by move of the root. Where rounding might
// choose another move it does not count.
func TestReference(t *testing.T) {
	compared := map[bool]int{}
	for seed := range long.Or(uint64(8000), 400) {
		random := rand.New(rand.NewPCG(seed, 1))
		most := 1 + random.IntN(100)
		d := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(5), most, random.IntN(2) == 0)
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		opt := puct.Options[int]{NoSolver: true, Scale: most}
		upper, gumbel := puct.PUCT{}, random.IntN(2) > 0
		simulations := 1 + random.IntN(300)
		if gumbel { // of the move of the greatest prior, below which there is no schedule
			opt.Selection = puct.Gumbel{Considered: 1, NoNoise: true}
		} else {
			upper = puct.PUCT{C: 0.1 + 3*random.Float64(), Reduction: float64(random.IntN(3)) / 5}
			opt.Selection = upper
		}
		tree, err := puct.New(d, judge(most), opt)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := tree.Search(context.Background(), ply.Limits{Nodes: simulations})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r := &reference{d, float64(most), upper, gumbel}
		root, first := r.look(0), -1
		if gumbel {
			first = 0
			for i, p := range root.priors {
				if p > root.priors[first] {
					first = i
				}
			}
		}
		close := false
		for range simulations {
			r.simulate(root, first, &close)
		}
		if close {
			continue
		}
		compared[gumbel]++
		for at, m := range got.Moves {
			for i, e := range d.Nodes[0].Out {
				if e != m.Move {
					continue
				}
				mean := 0.0
				if root.visits[i] > 0 {
					mean = root.sums[i] / root.visits[i]
				}
				if float64(m.Visits) != root.visits[i] || math.Abs(m.Value-mean) > 1e-9 || math.Abs(tree.Prior(m.Move)-root.priors[i]) > 1e-9 {
					t.Fatalf("seed %d: %+v: move %d: %+v, want %v visits of mean %v, prior %v", seed, opt, e, m, root.visits[i], mean, root.priors[i])
				}
				if policy := r.improved(root)[i]; gumbel && math.Abs(got.Policy[at]-policy) > 1e-9 {
					t.Fatalf("seed %d: %+v: move %d: policy %v, want %v", seed, opt, e, got.Policy[at], policy)
				}
			}
		}
	}
	if compared[false] < 50 || compared[true] < 50 {
		t.Errorf("%v searches compared", compared)
	}
}
