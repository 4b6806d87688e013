package neural

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ply-search/ply/mcts/puct"
)

// pile is Nim with one heap, of which a player takes one stone or two.
type pile struct{ stones, side int }

func (p *pile) Moves(dst []int) []int {
	for n := 1; n <= min(2, p.stones); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (p *pile) Play(n int)   { p.stones, p.side = p.stones-n, 1-p.side }
func (p *pile) Undo(n int)   { p.stones, p.side = p.stones+n, 1-p.side }
func (p *pile) ToMove() int  { return p.side }
func (p *pile) Outcome() int { return -1 }

// TestFullDisk: an error in writing games is returned as it is, once, and is not said to be the evaluator's.
func TestFullDisk(t *testing.T) {
	d := Description[*pile, int]{
		Name: "pile", New: func() (*pile, error) { return &pile{stones: 9}, nil }, Planes: 1, Moves: 3,
		Append: func(g *pile, dst []float32) []float32 { return append(dst, float32(g.stones)) },
		Number: func(_ *pile, m int) int { return m },
	}
	v, err := d.view()
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	for _, workers := range []int{1, 2} {
		calls := 0
		p := &gameplay[*pile, int]{
			view: v, opt: &SelfPlay{Simulations: 4, Selection: puct.Gumbel{}}, workers: workers, together: 3,
			evaluate: func() (puct.Evaluator[*pile, int], error) {
				return func(_ context.Context, leaves []*puct.Leaf[*pile, int]) error {
					for _, l := range leaves {
						l.Value = 0
					}
					return nil
				}, nil
			},
			write: func(*record[int]) error {
				calls++
				return fmt.Errorf("neural: %w", full)
			},
		}
		for n := range 40 {
			p.numbers = append(p.numbers, n)
		}
		err := p.play(t.Context())
		if !errors.Is(err, full) || strings.Contains(err.Error(), "evaluator") || strings.Contains(err.Error(), "game ") {
			t.Errorf("%d workers: %v", workers, err)
		}
		if calls > workers {
			t.Errorf("%d calls of write by %d workers", calls, workers)
		}
	}
}
