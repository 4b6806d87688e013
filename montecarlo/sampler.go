package montecarlo

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/rewind"
)

// cyclicLength bounds the playouts of games that may have cycles.
const cyclicLength = 10_000

// A sampler runs playouts from the present position of a game to its end, and leaves the game as it was. Once its
// slices have grown, only a playout with a new best score allocates. It is for one goroutine at a time. A panic of the
// game reaches the caller, and so does a score that is not finite, as an error that names the line.
type sampler[M comparable] struct {
	*board[M]  // own or, in a playout, spare
	own, spare board[M]
	fill       func() // makes spare a copy of own; nil if playouts are played on own and taken back
	random     *rand.PCG
	maxLength  int

	line        []M // the moves played since the start
	ahead       int // moves of a playout in progress that follow line in its array; none of a Playouter's
	end         int // line[:end] is the last playout
	legal, next []M // scratch
	bounds
	record[M]
}

type board[M comparable] struct {
	game     ply.Game[M]
	advancer fast.Advancer[M]
	player   fast.PuzzlePlayouter[M] // nil if the game is not one
	puzzle   ply.Puzzle              // nil if the game is not one
	scorer   ply.Scorer              // nil if the game is not one
	numbers  fast.NumberAppender[M]  // nil if the game is no ply.Numberer
	guide    ply.Guide[M]            // nil if the game is not one
}

func boardOf[M comparable](g ply.Game[M]) board[M] {
	b := board[M]{game: g, advancer: fast.AdvancerOf(g)}
	b.player, _ = g.(fast.PuzzlePlayouter[M])
	b.puzzle, _ = g.(ply.Puzzle)
	b.scorer, _ = g.(ply.Scorer)
	b.guide, _ = g.(ply.Guide[M])
	if n, ok := g.(ply.Numberer[M]); ok {
		b.numbers = fast.NumberAppenderOf(n)
	}
	return b
}

// bounds let a search stop its sampler. Units of work are steps, playouts and parts of long playouts.
type bounds struct {
	look      func() // sets the other fields, except searching
	credit    int    // units of work until look is called
	limit     int    // of the playouts of the run
	certain   int    // playouts of the run that are sure to count
	halted    bool   // the sampler must stop: it plays no more playouts
	fault     error  // why it must stop, if the game breaks a law
	searching bool   // the first solution ends the search
}

type record[M comparable] struct {
	playouts     int
	moves        int64
	solved       bool
	improvements []improvement[M] // each better than those before; of those sure to count, the last
}

// An improvement is a line with a new best score, or the first solution.
type improvement[M comparable] struct {
	playouts int // of the run, that which found the line included
	score    float64
	solved   bool
	line     []M
}

// newSampler returns a sampler on g, which must be a [ply.Scorer] or a [ply.Puzzle] and not a [ply.Stochastic]. A
// source that is a *[rand.PCG] is used directly, which is fastest; others seed one; nil means a PCG seeded with 0.
// maxLength limits the moves of a playout; 0 means no limit for a [ply.Acyclic] game, and 10 000 for others.
func newSampler[G ply.Game[M], M comparable](g G, source rand.Source, maxLength int) (*sampler[M], error) {
	p := &sampler[M]{own: boardOf[M](g), maxLength: maxLength}
	p.board = &p.own
	p.bounds = bounds{look: func() {}, credit: math.MaxInt, limit: math.MaxInt, certain: math.MaxInt}
	if p.puzzle == nil && p.scorer == nil {
		return nil, fmt.Errorf("montecarlo: %T is neither a ply.Scorer nor a ply.Puzzle: no playout would be better than another", g)
	}
	if _, ok := any(g).(ply.Stochastic[M]); ok {
		return nil, fmt.Errorf("montecarlo: %T is a ply.Stochastic: playouts here would choose what chance decides (package mcts does not)", g)
	}
	source, err := random.Source(source)
	if err != nil {
		return nil, fmt.Errorf("montecarlo: %w", err)
	}
	if pcg, ok := source.(*rand.PCG); ok {
		p.random = pcg
	} else {
		p.random = rand.NewPCG(source.Uint64(), source.Uint64())
	}
	if maxLength < 0 {
		return nil, fmt.Errorf("montecarlo: MaxLength is %d, want a number of moves or 0", maxLength)
	}
	if maxLength == 0 {
		p.maxLength = cyclicLength
		if a, ok := any(g).(ply.Acyclic); ok && a.Acyclic() {
			p.maxLength = math.MaxInt
		}
	}
	spare, fill := rewind.Spare(g)
	if fill != nil {
		p.spare, p.fill = boardOf[M](spare), fill
	}
	return p, nil
}

// Random plays a uniformly random playout from the present position, and takes it back. It returns the score of the
// final position. If the game is no [ply.Scorer], the score is 1 if the playout solves the [ply.Puzzle], and otherwise
// 0.
func (p *sampler[M]) Random() float64 {
	p.legal = p.game.Moves(p.legal[:0])
	return p.playOut()
}

// From is [sampler.Random] for callers that already have the legal moves.
func (p *sampler[M]) From(legal []M) float64 {
	p.legal = append(p.legal[:0], legal...)
	return p.playOut()
}

// Line returns the moves of the last playout, valid until the next playout.
func (p *sampler[M]) Line() []M { return p.line[:p.end] }

// after runs a playout after legal[i], one of the legal moves.
func (p *sampler[M]) after(legal []M, i int) float64 {
	p.legal, _ = p.advancer.Advance(legal, i, 0, p.legal[:0])
	p.line = append(p.line, legal[i])
	score := p.playOut()
	p.back(len(p.line) - 1)
	return score
}

// playOut runs a playout from a position with the moves p.legal. If halted, it takes the moves back and returns 0.
func (p *sampler[M]) playOut() float64 {
	start := len(p.line)
	if !p.mayPlay() {
		return 0
	}
	p.depart()
	legal, next := p.legal, p.next
	advancer, player, random := p.advancer, p.player, p.random
	for len(legal) > 0 && len(p.line) < p.maxLength {
		line, end := p.extend(start)
		if player == nil {
			for len(legal) > 0 && len(line) < end {
				i, _ := bits.Mul64(random.Uint64(), uint64(len(legal))) // below, which the compiler does not inline
				line = append(line, legal[i])
				p.ahead++
				next, _ = advancer.Advance(legal, int(i), 0, next[:0])
				legal, next = next, legal
			}
		} else if len(line) < end {
			legal, line = player.PlayRandom(random, end-len(line), legal, line)
		}
		p.line, p.ahead = line, 0
		if p.halted {
			break
		}
	}
	p.legal, p.next = legal, next
	return p.finish(start)
}

const partLength = 64

// extend makes room for a part of a playout from line[start] on, and returns the line and the part's end: none if halted.
func (p *sampler[M]) extend(start int) (line []M, end int) {
	if len(p.line) > start && !p.tick() {
		return p.line, 0
	}
	p.line = slices.Grow(p.line, partLength)
	return p.line, min(p.maxLength, len(p.line)+partLength)
}

func (p *sampler[M]) depart() {
	if p.fill != nil {
		p.fill()
		p.board = &p.spare
	}
}

func (p *sampler[M]) mayPlay() bool {
	if p.playouts >= p.limit {
		p.halted = true
	}
	return p.tick()
}

func (p *sampler[M]) tick() bool {
	if p.credit--; p.credit < 0 {
		p.look()
	}
	return !p.halted
}

func (p *sampler[M]) over() bool { return p.halted || p.searching && p.solved }

// finish ends a playout that began at line[start], and returns its score, unless halted.
func (p *sampler[M]) finish(start int) float64 {
	if p.halted {
		p.home(start)
		return 0
	}
	p.playouts++
	p.moves += int64(len(p.line) - start)
	score := p.value()
	p.end = len(p.line)
	p.home(start)
	return score
}

// refuse halts the sampler because the game breaks a law. It panics if no search returns the error.
func (p *sampler[M]) refuse(err error) {
	err = fmt.Errorf("montecarlo: %w", err)
	if !p.searching {
		panic(err)
	}
	if p.fault == nil {
		p.fault = err
	}
	p.halted = true
}

func (p *sampler[M]) home(start int) {
	if p.board == &p.own {
		p.back(start)
		return
	}
	p.board, p.line = &p.own, p.line[:start]
}

func (p *sampler[M]) value() float64 {
	score, solved := p.score()
	if !finite.Is(score) {
		p.refuse(finite.Error(p.game, "Score", score, p.describe()))
		return 0
	}
	if best := len(p.improvements) - 1; best < 0 || score > p.improvements[best].score || solved && !p.solved {
		p.improve(score, solved)
	}
	return score
}

func (p *sampler[M]) score() (score float64, solved bool) {
	solved = p.puzzle != nil && p.puzzle.Solved()
	if p.scorer != nil {
		score = p.scorer.Score()
	} else if solved {
		score = 1
	}
	return score, solved
}

func (p *sampler[M]) improve(score float64, solved bool) {
	p.solved = p.solved || solved
	found := improvement[M]{p.playouts, score, solved, slices.Clone(p.line)}
	if p.playouts <= p.certain {
		p.improvements = []improvement[M]{found} // those before are never needed; another array, since others may read that one
		return
	}
	p.improvements = append(p.improvements, found)
}

func (p *sampler[M]) play(m M) {
	p.game.Play(m)
	p.line = append(p.line, m)
}

func (p *sampler[M]) back(length int) {
	for _, m := range slices.Backward(p.line[length:]) {
		p.game.Undo(m)
	}
	p.line = p.line[:length]
}

// follow plays and takes back moves until line is played.
func (p *sampler[M]) follow(line []M) {
	same := 0
	for same < min(len(line), len(p.line)) && line[same] == p.line[same] {
		same++
	}
	p.back(same)
	for _, m := range line[same:] {
		p.play(m)
	}
}

func (p *sampler[M]) describe() string { return fmt.Sprint(p.line[:len(p.line)+p.ahead]) }

// below returns a random number from 0 to n-1, with a bias below n in 2⁶⁴.
func (p *sampler[M]) below(n int) int {
	high, _ := bits.Mul64(p.random.Uint64(), uint64(n))
	return int(high)
}

func (p *sampler[M]) unit() float64 { return chance.Fraction(p.random) }

func (p *sampler[M]) restart() {
	p.back(0)
	p.record = record[M]{}
}
