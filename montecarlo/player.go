package montecarlo

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
)

// cyclicLength bounds the playouts of games that may go round in circles.
const cyclicLength = 10_000

// A Player plays games to their end, at random: playouts. It plays on a game and leaves it as it was.
// Playing allocates nothing, once the slices have grown.
type Player[M comparable] struct {
	game      ply.Game[M]
	advancer  ply.Advancer[M]
	puzzle    ply.Puzzle // nil if the game is none
	scorer    ply.Scorer // nil if the game is none
	random    *rand.PCG
	maxLength int

	line        []M // the moves played since the start
	end         int // line[:end] is the last playout
	legal, next []M // scratch
	record[M]
}

// A record is what the playouts of a run have led to.
type record[M comparable] struct {
	playouts     int
	moves        int
	solved       bool
	improvements []improvement[M] // each better than those before
}

// An improvement is a line with a higher score than all before it, or the first that solves the puzzle.
type improvement[M comparable] struct {
	playouts int // of the run, that which found the line included
	score    float64
	solved   bool
	line     []M
}

// NewPlayer returns a player from the present position of a game on. The game must be a [ply.Scorer] or
// a [ply.Puzzle]. maxLength is as in [Options].
func NewPlayer[M comparable](g ply.Game[M], random *rand.PCG, maxLength int) (*Player[M], error) {
	p := &Player[M]{game: g, advancer: ply.AdvancerOf(g), random: random, maxLength: maxLength}
	p.puzzle, _ = g.(ply.Puzzle)
	p.scorer, _ = g.(ply.Scorer)
	if p.puzzle == nil && p.scorer == nil {
		return nil, fmt.Errorf("montecarlo: %T is neither a ply.Scorer nor a ply.Puzzle: no playout would be better than another", g)
	}
	if random == nil {
		return nil, errors.New("montecarlo: no source of randomness: want a *rand.PCG")
	}
	if maxLength < 0 {
		return nil, fmt.Errorf("montecarlo: a playout of %d moves", maxLength)
	}
	if maxLength == 0 {
		p.maxLength = cyclicLength
		if a, ok := g.(ply.Acyclic); ok && a.Acyclic() {
			p.maxLength = int(^uint(0) >> 1)
		}
	}
	return p, nil
}

// Random plays a playout from the present position, in which each legal move is as likely as any other,
// takes it back and returns its score, see [Result].
func (p *Player[M]) Random() float64 {
	p.legal = p.game.Moves(p.legal[:0])
	return p.playOut()
}

// From is Random for who knows the moves of the present position already, as where many playouts begin.
func (p *Player[M]) From(legal []M) float64 {
	p.legal = append(p.legal[:0], legal...)
	return p.playOut()
}

// Line returns the moves of the last playout, from the position where the player was made. The slice is
// the player's own.
func (p *Player[M]) Line() []M { return p.line[:p.end] }

// after plays a playout from the position after legal[i], where legal are the moves of this one.
func (p *Player[M]) after(legal []M, i int) float64 {
	p.legal, _ = p.advancer.Advance(legal, i, 0, p.legal[:0])
	p.line = append(p.line, legal[i])
	score := p.playOut()
	p.back(len(p.line) - 1)
	return score
}

// playOut plays a playout from a position with the moves p.legal.
func (p *Player[M]) playOut() float64 {
	start := len(p.line)
	line, legal, next := p.line, p.legal, p.next
	advancer, random := p.advancer, p.random
	for len(legal) > 0 && len(line) < p.maxLength {
		i, _ := bits.Mul64(random.Uint64(), uint64(len(legal))) // below, which the compiler does not inline
		line = append(line, legal[i])
		next, _ = advancer.Advance(legal, int(i), 0, next[:0])
		legal, next = next, legal
	}
	p.line, p.legal, p.next = line, legal, next
	return p.finish(start)
}

// finish ends a playout, which began at line[start], and returns its score.
func (p *Player[M]) finish(start int) float64 {
	p.playouts++
	p.moves += len(p.line) - start
	score := p.value()
	p.end = len(p.line)
	for _, m := range slices.Backward(p.line[start:]) {
		p.game.Undo(m)
	}
	p.line = p.line[:start]
	return score
}

// value returns the score of the present position, at the end of a playout, and notes it if it is the best.
func (p *Player[M]) value() float64 {
	solved := p.puzzle != nil && p.puzzle.Solved()
	score := 0.0
	if p.scorer != nil {
		score = p.scorer.Score()
	} else if solved {
		score = 1
	}
	if best := len(p.improvements) - 1; best < 0 || score > p.improvements[best].score || solved && !p.solved {
		p.improve(score, solved)
	}
	return score
}

func (p *Player[M]) improve(score float64, solved bool) {
	p.solved = p.solved || solved
	p.improvements = append(p.improvements, improvement[M]{p.playouts, score, solved, slices.Clone(p.line)})
}

// play plays a move for good.
func (p *Player[M]) play(m M) {
	p.game.Play(m)
	p.line = append(p.line, m)
}

// back takes moves back until so many are left.
func (p *Player[M]) back(length int) {
	for _, m := range slices.Backward(p.line[length:]) {
		p.game.Undo(m)
	}
	p.line = p.line[:length]
}

// follow plays and takes back moves until exactly those of line are played.
func (p *Player[M]) follow(line []M) {
	same := 0
	for same < min(len(line), len(p.line)) && line[same] == p.line[same] {
		same++
	}
	p.back(same)
	for _, m := range line[same:] {
		p.play(m)
	}
}

// below returns a random number from 0 to n-1. Some are more likely than others by less than n in 2⁶⁴.
func (p *Player[M]) below(n int) int {
	high, _ := bits.Mul64(p.random.Uint64(), uint64(n))
	return int(high)
}

// unit returns a random number from 0 to 1, without 1.
func (p *Player[M]) unit() float64 { return float64(p.random.Uint64()>>11) * 0x1p-53 }

// restart makes the player begin a new run.
func (p *Player[M]) restart() {
	p.back(0)
	p.record = record[M]{}
}
