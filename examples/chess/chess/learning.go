package chess

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/learn"
)

// AppendSparse appends the features from which the weights of the evaluation are learned: two for each weight, by which
// its values for the middlegame and for the endgame are multiplied. The features describe the position that the best
// captures and answers to checks lead to, because an evaluation in the middle of an exchange says little. Evaluations in
// which a single weight is not 0 give the numbers of men and squares, so features and evaluation cannot differ.
func (g *Game) AppendSparse(dst []learn.Feature) []learn.Feature {
	line, sign := g.quiet(), 1-2*int(g.toMove)
	for _, m := range line {
		g.Play(m)
	}
	sum := g.now.placement + g.terms(&learned)
	middle, end := g.shares(sum)
	const full = fullPhase * fullScale
	for i, n := range g.counts() {
		if n != 0 {
			for j, share := range [...]int{middle, end} {
				if share != 0 {
					dst = append(dst, learn.Feature{Index: int32(2*i + j), Value: float32(sign*n*share) / full})
				}
			}
		}
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return dst
}

// AppendFeatures appends the features of AppendSparse and those that are 0.
func (g *Game) AppendFeatures(dst []float64) []float64 {
	start := len(dst)
	dst = append(dst, make([]float64, 2*weightCount)...)
	for _, f := range g.AppendSparse(nil) {
		dst[start+int(f.Index)] = float64(f.Value)
	}
	return dst
}

// quiet returns the line of best captures and answers to checks, without a last move that ends the game.
func (g *Game) quiet() []Move {
	_, line := g.quiesce(-ply.MaxValue, ply.MaxValue, 8)
	return line
}

// quiesce returns the value of the quiescence search with a window, and the line of quiet.
func (g *Game) quiesce(alpha, beta, depth int) (best int, line []Move) {
	best = g.Evaluate()
	var moves []Move
	switch {
	case depth == 0 || !g.canMove():
		return best, nil
	case g.InCheck():
		moves, best = g.Moves(nil), -ply.MaxValue-1
	default:
		moves = g.NoisyMoves(nil)
	}
	for _, m := range moves {
		if best >= beta {
			break
		}
		g.Play(m)
		value, rest := g.quiesce(-beta, -max(alpha, best), depth-1)
		if -value > best {
			best, line = -value, nil
			if g.canMove() && !g.dead() {
				line = append([]Move{m}, rest...)
			}
		}
		g.Undo(m)
	}
	return best, line
}

// weightCount is the number of weights. The first ones, placed in number, are part of the placement.
const placed = int(kinds) * squares / 2

var weightCount = binary.Size(weights{}) / binary.Size(score(0))

// recode copies weights between a list and the fields of weights.
func recode(to, from any) {
	data, err := binary.Append(nil, binary.LittleEndian, from)
	if err == nil {
		_, err = binary.Decode(data, binary.LittleEndian, to)
	}
	if err != nil {
		panic(err) // impossible: the fields are arrays of numbers, and as many
	}
}

// ones holds weights of which two are 1: an even one for the middlegame, and the next one for the endgame.
var ones = sync.OnceValue(func() (all []weights) {
	for i := placed; i < weightCount; i += 2 {
		list := make([]score, weightCount)
		list[i] = pair(1, 0)
		if i+1 < weightCount {
			list[i+1] = pair(0, 1)
		}
		var w weights
		recode(&w, list)
		all = append(all, w)
	}
	return all
})

// counts returns the numbers by which the evaluation multiplies the weights, for White.
func (g *Game) counts() []int {
	counts := make([]int, weightCount+1)
	for men := g.occupied(); men != 0; men &= men - 1 {
		square := men.First()
		side := g.sideOn(square)
		counts[int(g.on[square])*squares/2+squareOf(side, square)] += 1 - 2*int(side)
	}
	units := ones()
	for i := range units {
		sum := g.terms(&units[i])
		counts[placed+2*i], counts[placed+2*i+1] = sum.middle(), sum.end()
	}
	return counts[:weightCount]
}

// Model returns a model of package learn for the features of AppendSparse, with the weights of the evaluation.
func Model() *learn.Model {
	list := make([]score, weightCount)
	recode(list, &learned)
	var values []float64
	for _, w := range list {
		values = append(values, float64(w.middle())/unit, float64(w.end())/unit)
	}
	return learn.Linear(modelGame, 0, values...)
}

const (
	modelGame = "chess, features of the evaluation"
	unit      = 400 // the evaluation of a position where the output of the model is 1, found by regression on results
)

// Expected returns the mean result of games, from -1 for a loss to 1, from positions with a value.
func Expected(value int) float64 { return math.Tanh(float64(value) / unit) }

// SaveWeights writes the weights of a model with the features of AppendSparse to a file, in the form of weights.json.
func SaveWeights(name string, m *learn.Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	if m.Game != modelGame || m.Inputs != 2*weightCount {
		return fmt.Errorf("a model of %q with %d features, want %q with %d", m.Game, m.Inputs, modelGame, 2*weightCount)
	}
	value := func(i int) int { return int(math.Round(m.Weights[i] * unit)) }
	list := make([]score, weightCount)
	for i := range list {
		list[i] = pair(value(2*i), value(2*i+1))
	}
	var w weights
	recode(&w, list)
	w.Turn += pair(1, 1) * score(value(m.Inputs)) // the bias is an advantage of the side to move
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte(`,"`), []byte(",\n\""))
	text = bytes.ReplaceAll(text, []byte("]],["), []byte("]],\n ["))
	return atomicfile.Write(name, func(to io.Writer) error {
		_, err := to.Write(append(text, '\n'))
		return err
	})
}
