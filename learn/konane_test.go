//go:build long

package learn_test

import (
	"context"
	"flag"
	"math/bits"
	"path/filepath"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
)

// Jump is a jump of a stone, over one to three stones of the other side in a row. At the beginning each side removes
// one of its stones: then both squares are the same.
type Jump struct{ From, To int8 }

// Konane is the Hawaiian game on 8 × 8 squares. Whoever cannot move has lost.
type Konane struct {
	men  [2]uint64
	line []uint64 // stones taken by each move
}

func newKonane() (*Konane, error) {
	const black = 0x55aa55aa55aa55aa
	return &Konane{men: [2]uint64{black, ^uint64(black)}}, nil
}

var steps = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

// jumps calls f with all jumps of a side.
func (k *Konane) jumps(side int, f func(Jump)) {
	own, other := k.men[side], k.men[1-side]
	for rest := own; rest != 0; rest &= rest - 1 {
		at := bits.TrailingZeros64(rest)
		for _, d := range steps {
			row, column := at/8, at%8
			for {
				row, column = row+2*d[0], column+2*d[1]
				if row < 0 || row > 7 || column < 0 || column > 7 {
					break
				}
				to, over := row*8+column, (row-d[0])*8+column-d[1]
				if other>>over&1 == 0 || (own|other)>>to&1 != 0 {
					break
				}
				f(Jump{int8(at), int8(to)})
			}
		}
	}
}

func (k *Konane) Moves(dst []Jump) []Jump {
	if len(k.line) < 2 { // a stone of the four in the middle, then one beside it
		for _, at := range []int8{27, 28, 35, 36} {
			if k.men[k.ToMove()]>>at&1 != 0 {
				dst = append(dst, Jump{at, at})
			}
		}
		return dst
	}
	k.jumps(k.ToMove(), func(m Jump) { dst = append(dst, m) })
	return dst
}

func (k *Konane) Play(m Jump) {
	side := k.ToMove()
	taken := uint64(0)
	if m.From == m.To {
		k.men[side] &^= 1 << m.From
	} else {
		step := int8(1)
		if (m.To-m.From)%8 == 0 {
			step = 8
		}
		if m.To < m.From {
			step = -step
		}
		for at := m.From; at != m.To; at += 2 * step {
			taken |= 1 << (at + step)
		}
		k.men[side] ^= 1<<m.From | 1<<m.To
		k.men[1-side] &^= taken
	}
	k.line = append(k.line, taken)
}

func (k *Konane) Undo(m Jump) {
	taken := k.line[len(k.line)-1]
	k.line = k.line[:len(k.line)-1]
	side := k.ToMove()
	if m.From == m.To {
		k.men[side] |= 1 << m.From
		return
	}
	k.men[side] ^= 1<<m.From | 1<<m.To
	k.men[1-side] |= taken
}

func (k *Konane) ToMove() int   { return len(k.line) % 2 }
func (k *Konane) Outcome() int  { return -10000 }
func (k *Konane) Acyclic() bool { return true }

const edge, corner = 0xff818181818181ff, 0x8100000000000081

// AppendFeatures states, for the side to move and then for the other: jumps, stones that can jump, single jumps,
// stones, stones on the edge, stones in a corner.
func (k *Konane) AppendFeatures(dst []float64) []float64 {
	for i := range 2 {
		side := k.ToMove() ^ i
		jumps, single, movable := 0, 0, uint64(0)
		k.jumps(side, func(m Jump) {
			jumps++
			movable |= 1 << m.From
			if d := m.To - m.From; d == 2 || d == -2 || d == 16 || d == -16 {
				single++
			}
		})
		men := k.men[side]
		dst = append(dst, float64(jumps), float64(bits.OnesCount64(movable)), float64(single),
			float64(bits.OnesCount64(men)), float64(bits.OnesCount64(men&edge)), float64(bits.OnesCount64(men&corner)))
	}
	return dst
}

var tutorialGames = flag.Int("tutorial", 400, "how many games the evaluation of the tutorial learns from")

// The tutorial of the README, with fewer games: an evaluation of Konane that wins against one by hand.
func TestTutorial(t *testing.T) {
	ctx, start := context.Background(), time.Now()
	if err := learn.CheckFeatures(newKonane, 100, nil); err != nil {
		t.Fatal(err)
	}
	player := func(m *learn.Model, depth int, temperature float64) func() arena.Player[*Konane, Jump] {
		return learn.NewPlayer[*Konane](m, ply.Limits{}, temperature, alphabeta.Options[Jump]{Win: 10000, Depth: depth, Direct: true})
	}
	hand := learn.Linear("konane", 0, 0.2, 0, 0, 0, 0, 0, -0.2, 0, 0, 0, 0, 0) // jumps alone
	notation := learn.Notation[*Konane, Jump]{Game: "konane", New: newKonane}
	players := []learn.NamedPlayer[*Konane, Jump]{
		{Name: "careful", New: player(hand, 3, 0)}, {Name: "quick", New: player(hand, 1, 0)}, {Name: "bold", New: player(hand, 2, 0.2)},
	}
	file := filepath.Join(t.TempDir(), "games.jsonl")
	set, err := notation.SelfPlay(ctx, file, players, learn.SelfPlayOptions[Jump]{Games: *tutorialGames, Opening: 6, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(set.Records), "games after", time.Since(start))
	model, err := learn.NewModel(learn.Model{Game: "konane", Inputs: 12}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := learn.Train(ctx, newKonane, model, set, learn.Options[Jump]{
		TD: &learn.TD[Jump]{Lambda: 0.9}, Epochs: 500, Validation: 0.1, Patience: 30, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Status, "after", len(result.Epochs), "epochs of", result.Nodes, "positions and", time.Since(start))
	match, err := arena.Match(ctx, arena.RandomOpening(6, newKonane), player(result.Model, 3, 0), player(hand, 3, 0),
		arena.Options{Games: *tutorialGames * 2 / 5, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Log("learned against hand:", match.Score, "after", time.Since(start))
	if low, _ := match.Interval(0.95); low <= 0.5 {
		t.Errorf("learned weights are not better: %v", match.Score)
	}
}
