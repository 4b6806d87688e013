package mcts

import (
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/transposition"
)

// Averages make playouts prefer moves with good mean results in earlier simulations. See [Playouts].Averages.
type Averages struct {
	// Length, from 1 to 3, sets the score of a move in a playout. 0 turns Averages off.
	//
	// With 1, the score of a move is the mean result of all simulations in which the same player played the move
	// (move-average sampling technique, Finnsson and Björnsson 2008).
	//
	// With 2 or 3, the search keeps a mean result for each sequence of 1 to Length successive moves. The score of a
	// move is then the average of the means of the sequences that the move completes (N-gram selection, Tak, Winands
	// and Björnsson 2012). Sequences of two or three moves that occurred in fewer than 7 simulations are left out.
	//
	// A move that was in no simulation has the score 1, as if it always won.
	Length int

	// Temperature, if not 0, makes playouts draw each move with probability proportional to exp(q/Temperature), where q
	// is the score of the move, from 0 to 1 (Gibbs sampling). If Temperature is 0, playouts play the move with the best
	// score with probability 0.8, and a uniformly random move with probability 0.2.
	Temperature float64
}

const (
	randomMoves  = 0.2 // the probability of a random move without a Temperature
	mostNGram    = 3
	ngramEntries = 1 << 15 // of the table for sequences of two moves and more, a power of two
	enoughNGrams = 7
)

type averages[M comparable] struct {
	Averages
	randomMoves float64
	single      [][]average // of each player, by the number of the move
	ngrams      []ngram
	scores      []float32 // scratch
}

// An ngram is a move sequence with its mean result. A colliding sequence counts it down until it replaces it.
type ngram struct {
	key uint64
	average
}

func newAverages[M comparable](o Averages, players int) *averages[M] {
	a := &averages[M]{Averages: o, randomMoves: randomMoves, single: make([][]average, players)}
	if o.Length > 1 {
		a.ngrams = make([]ngram, ngramEntries)
	}
	return a
}

func ngramKey(after uint64, number int32) uint64 {
	return transposition.Mix(after + uint64(uint32(number+1))*0x9e3779b97f4a7c15)
}

func (a *averages[M]) learn(line []playedMove[M], results []float32) {
	for i, l := range line {
		if l.player < 0 {
			continue
		}
		result := results[l.player]
		sampling.At(&a.single[l.player], l.number).add(result)
		for n := 2; n <= min(a.Length, i+1); n++ {
			key := ngramKey(keyAfter(line[:i], int(l.player), n-1), l.number)
			switch g := &a.ngrams[key&(ngramEntries-1)]; {
			case g.key == key:
				g.add(result)
			case g.count > 1:
				g.sum *= 0.5
				g.count *= 0.5
			default:
				*g = ngram{key, average{result, 1}}
			}
		}
	}
}

// pick returns the index of the move that a player plays after a line.
func (a *averages[M]) pick(line []playedMove[M], player int, numbers []int32, random *rand.PCG) int {
	if a.Temperature == 0 && chance.Fraction(random) < a.randomMoves {
		return chance.Below(random, len(numbers))
	}
	var after [mostNGram]uint64
	most := min(a.Length, len(line)+1)
	for n := 2; n <= most; n++ {
		after[n-1] = keyAfter(line, player, n-1)
	}
	if len(a.scores) < len(numbers) {
		a.scores = make([]float32, len(numbers))
	}
	scores := a.scores[:len(numbers)]
	best := float32(-1)
	for i, number := range numbers {
		// Unseen moves count as won, to be tried.
		score := float32(1)
		if known := sampling.At(&a.single[player], number); known.count > 0 {
			sum, count := known.sum/known.count, float32(1)
			for n := 2; n <= most; n++ {
				key := ngramKey(after[n-1], number)
				if g := &a.ngrams[key&(ngramEntries-1)]; g.key == key && g.count >= enoughNGrams {
					sum, count = sum+g.sum/g.count, count+1
				}
			}
			score = sum / count
		}
		scores[i] = score
		best = max(best, score)
	}
	if a.Temperature == 0 {
		return anyOf(scores, best, random)
	}
	return gibbs(scores, best, a.Temperature, random)
}

func anyOf(scores []float32, score float32, random *rand.PCG) int {
	count := 0
	for _, s := range scores {
		if s == score {
			count++
		}
	}
	skip := chance.Below(random, count)
	for i, s := range scores {
		if s == score {
			if skip == 0 {
				return i
			}
			skip--
		}
	}
	return 0
}

func gibbs(scores []float32, best float32, temperature float64, random *rand.PCG) int {
	sum := 0.0
	for i, s := range scores {
		scores[i] = float32(math.Exp(float64(s-best) / temperature))
		sum += float64(scores[i])
	}
	return chance.Pick(scores, float32(chance.Fraction(random)*sum))
}
