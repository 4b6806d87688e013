package montecarlo_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/montecarlo"
)

// A playing graph plays random moves itself, by the numbers that a [montecarlo.Sampler] would draw.
type playing struct {
	graph
	calls *int
}

func (g *playing) Clone() *playing { return &playing{g.graph.Clone(), g.calls} }

func (g *playing) PlayRandom(random *rand.PCG, most int, legal, line []int) (rest, played []int) {
	*g.calls++
	return playRandom(g, random, most, legal, line)
}

func playRandom(g ply.Game[int], random *rand.PCG, most int, legal, line []int) (rest, played []int) {
	for ; len(legal) > 0 && most > 0; most-- {
		m := legal[random.Uint64()>>32*uint64(len(legal))>>32]
		g.Play(m)
		legal, line = g.Moves(legal[:0]), append(line, m)
	}
	return legal, line
}

// TestPlayouter checks that searches whose playouts are uniform let a Playouter play them, and find what they find without.
func TestPlayouter(t *testing.T) {
	players := searchesOf[*playing]()
	for i, plain := range searches() {
		t.Run(plain.name, func(t *testing.T) {
			calls := 0
			for seed := range uint64(4) {
				g := randomGraph(seed)
				opt := options{MaxRuns: 3}
				want, err := plain.run(t.Context(), g, ply.Limits{Nodes: 300}, rand.NewPCG(seed, 1), opt)
				if err != nil {
					t.Fatal(err)
				}
				got, err := players[i].run(t.Context(), &playing{g, &calls}, ply.Limits{Nodes: 300}, rand.NewPCG(seed, 1), opt)
				if err != nil {
					t.Fatal(err)
				}
				want.Elapsed, got.Elapsed = 0, 0
				if !reflect.DeepEqual(got, want) {
					t.Errorf("as a Playouter: %+v\nwant %+v", got, want)
				}
				if g.At != 0 {
					t.Errorf("the game ends at node %d", g.At)
				}
			}
			switch plain.name {
			case "adaptation", "adaptation of a beam", "iterated", "iterated 1", "discrepancy in order": // no move is uniform
			default:
				if calls == 0 {
					t.Error("no call of PlayRandom")
				}
			}
		})
	}
}

// A descent goes down by one or two to 0. Its playouts are longer than a search leaves to one call of PlayRandom.
type descent struct{ at, most int }

func (d *descent) Moves(dst []int) []int {
	for m := 1; m <= min(2, d.at); m++ {
		dst = append(dst, m)
	}
	return dst
}

func (d *descent) Play(m int)     { d.at -= m }
func (d *descent) Undo(m int)     { d.at += m }
func (d *descent) Score() float64 { return -float64(d.at) }

type playingDescent struct{ descent }

func (d *playingDescent) PlayRandom(random *rand.PCG, most int, legal, line []int) (rest, played []int) {
	d.most = max(d.most, most)
	return playRandom(&d.descent, random, most, legal, line)
}

func TestPlayouterInParts(t *testing.T) {
	for _, maxLength := range []int{0, 1, 63, 64, 65, 128, 200} {
		plain, player := &descent{at: 500}, &playingDescent{descent{at: 500}}
		one, err := montecarlo.NewSampler(plain, rand.NewPCG(3, 1), maxLength)
		if err != nil {
			t.Fatal(err)
		}
		other, err := montecarlo.NewSampler(player, rand.NewPCG(3, 1), maxLength)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if want, got := one.Random(), other.Random(); got != want || !reflect.DeepEqual(other.Line(), one.Line()) {
				t.Fatalf("MaxLength %d: score %v by %d, want %v by %d", maxLength, got, other.Line(), want, one.Line())
			}
		}
		if player.at != 500 || player.most > 64 {
			t.Errorf("MaxLength %d: at %d after playouts of %d moves in one call", maxLength, player.at, player.most)
		}
	}
}

var _ fast.PuzzlePlayouter[int] = new(playing)
