package montecarlo

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
)

// letters is a game of that number of letters. The score counts the pairs of neighbours with the wanted sum.
type letters struct {
	size   int
	wanted []int
	line   []int
}

func (l *letters) Moves(dst []int) []int {
	if len(l.line) < l.size {
		for m := range 6 {
			dst = append(dst, 6*len(l.line)+m)
		}
	}
	return dst
}

func (l *letters) Play(m int)    { l.line = append(l.line, m) }
func (l *letters) Undo(int)      { l.line = l.line[:len(l.line)-1] }
func (l *letters) Acyclic() bool { return true }

func (l *letters) Score() float64 {
	score := 0.0
	for i := range max(0, len(l.line)-1) {
		if (l.line[i]+l.line[i+1])%6 == l.wanted[i] {
			score++
		}
	}
	return score
}

// A call begins with the moves of the line, except for one or more of the last. Without a temperature, the score of the
// line never falls; with one it sometimes does, and the best is kept.
func TestPerturbation(t *testing.T) {
	long.Only(t)
	for _, temperature := range []float64{0, 3} {
		random := rand.New(rand.NewPCG(1, 1))
		g := &letters{size: 25, wanted: make([]int, 25)}
		for i := range g.wanted {
			g.wanted[i] = random.IntN(6)
		}
		opt := IteratedOptions[int]{Temperature: temperature, Forbidden: 3}
		opt.AdaptationOptions = AdaptationOptions[int]{
			Options: Options[int]{Random: rand.NewPCG(2, 2)}, Level: 1, Iterations: 10,
		}
		fell, calls := false, 0
		if err := opt.check(); err != nil {
			t.Fatal(err)
		}
		_, err := searchAdapting(context.Background(), g, ply.Limits{Nodes: 20_000}, &opt.AdaptationOptions, "", func(a *adaptation[int]) method {
			return &watched{&iterated[int]{adaptation: a, opt: &opt}, func(before float64, i *iterated[int]) {
				calls++
				fell = fell || i.current.bestScore < before
				if i.best < i.current.bestScore {
					t.Fatalf("best score %v, that of the line %v", i.best, i.current.bestScore)
				}
				inLine := make(map[int32]bool)
				for _, n := range i.current.best.played {
					inLine[i.current.best.numbers[n]] = true
				}
				forbidden := 0
				for n, w := range i.levels[0].policy.weights {
					want := 0.0
					if inLine[int32(n)] {
						want = opt.Weight
					}
					switch w {
					case want:
					case -weightBound:
						forbidden++
					default:
						t.Fatalf("weight %v, want %v", w, want)
					}
				}
				if forbidden < 1 || forbidden > opt.Forbidden {
					t.Fatalf("%d moves are forbidden, want 1 to %d", forbidden, opt.Forbidden)
				}
			}}
		})
		if err != nil || calls < 1000 || fell != (temperature > 0) {
			t.Errorf("temperature %v: error %v, %d calls, the score fell: %t", temperature, err, calls, fell)
		}
	}
}

// watched calls a function whenever a call has begun, with the score of the line before.
type watched struct {
	*iterated[int]
	see func(before float64, i *iterated[int])
}

func (w *watched) step() bool {
	before := w.current.bestScore
	more := w.iterated.step()
	if more && len(w.current.bestLine) > 0 && w.levels[0].iterations == 0 {
		w.see(before, w.iterated)
	}
	return more
}
