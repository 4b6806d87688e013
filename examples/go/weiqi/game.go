// Package weiqi is the game of Go for searches by sampling: the rules of package goban, playouts with knowledge, and priors
// of moves for trees.
package weiqi

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/examples/goban/goban"
)

// Chinese and TrompTaylor are rules without komi. Under both, the area of all stones left on the board decides, and positions
// of stones may not repeat. TrompTaylor permits suicide of several stones.
var (
	Chinese     = goban.Rules{Superko: true}
	TrompTaylor = goban.Rules{Superko: true, Suicide: true}
)

// Knowledge informs a search beyond the rules. The zero value has no information.
type Knowledge struct {
	// Policy is the policy of playouts.
	Policy goban.Policy

	// Prior is the weight of prior results of new moves: 0 for none, 1 as usual. See [Game.PriorResults].
	Prior float32

	// Symmetry makes [Game.Reduce] list one of the moves that are images of each other while the game is symmetric.
	Symmetry bool
}

// Strong is the strongest knowledge measured.
var Strong = Knowledge{
	Policy:   goban.Policy{Ataris: true, Patterns: true, Careful: true, Mercy: 0.25},
	Prior:    1,
	Symmetry: true,
}

// A Game is Go for package ply. The sides are Black (0) and White (1), moves are points and Pass, and two consecutive
// passes end the game. The outcome is twice the area score with all stones alive.
type Game struct {
	goban.Game

	// Knowledge may change only between searches.
	Knowledge Knowledge

	fast goban.FastBoard

	// Scratch of PriorResults.
	distance []int8 // from the last move, see distances
	queue    []goban.Point
	points   []goban.Point
	near     [goban.MaxSize + 2]uint32 // see crowd
}

// New returns a game on an empty board.
func New(size int, rules goban.Rules, knowledge Knowledge) (*Game, error) {
	b, err := goban.New(size, rules)
	if err != nil {
		return nil, err
	}
	return Of(b, knowledge), nil
}

// Of returns the game on a board.
func Of(b *goban.Board, knowledge Knowledge) *Game {
	return &Game{Game: goban.Game{Board: b}, Knowledge: knowledge}
}

// Clone returns a copy.
func (g *Game) Clone() *Game { return Of(g.Board.Clone(), g.Knowledge) }

// Reduce lists one of the moves that are images of each other under a symmetry of the whole game so far, such as one of
// eight on the empty board. It lists nothing without such moves or without Knowledge.Symmetry. Since all earlier moves
// are symmetric, it is exact for superko and for playouts that look at the last move.
func (g *Game) Reduce(dst []goban.Point) []goban.Point {
	b := g.Board
	if !g.Knowledge.Symmetry || b.Passes() >= 2 {
		return dst
	}
	set := b.Stabilizer()
	if set == 1 { // the identity
		return dst
	}
	for _, p := range b.Points() {
		first := true // of its images
		for s := 1; first && set>>s != 0; s++ {
			first = set>>s&1 == 0 || b.PointUnder(s, p) >= p
		}
		if first && b.Legal(p) {
			dst = append(dst, p)
		}
	}
	return append(dst, goban.Pass)
}

// Playout runs a playout by the policy for package mcts. A game cut off at three times as many moves as the board has
// points counts with its present score.
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]goban.Point) (outcome, moves int) {
	g.fast.Load(g.Board)
	moves = g.fast.Playout(random, g.Knowledge.Policy, lines)
	if outcome = g.fast.Outcome(); g.Board.ToMove() == goban.White {
		outcome = -outcome
	}
	return outcome, moves
}

// Handicap returns the points of a fixed handicap of the Go Text Protocol, version 2 (Farnebäck 2002, section 4.1.1).
func Handicap(b *goban.Board, stones int) ([]goban.Point, error) {
	size, most := b.Size(), 9
	switch {
	case size < 7:
		return nil, fmt.Errorf("no handicap on a board of size %d", size)
	case size%2 == 0 || size == 7:
		most = 4
	}
	if stones < 2 || stones > most {
		return nil, fmt.Errorf("handicap %d: want 2 to %d", stones, most)
	}
	low := 2
	if size >= 13 {
		low = 3
	}
	high, middle := size-1-low, size/2
	points := []goban.Point{b.Point(low, low), b.Point(high, high), b.Point(low, high), b.Point(high, low)}
	if stones > 5 {
		points = append(points, b.Point(low, middle), b.Point(high, middle), b.Point(middle, low), b.Point(middle, high))
	}
	points = points[:min(stones, len(points))]
	if stones > 4 && stones%2 == 1 {
		points = append(points[:stones-1], b.Point(middle, middle))
	}
	return slices.Clip(points), nil
}

// statusGames is the number of playouts that judge stones, half of which begin with a pass.
const statusGames = 400

// Dead returns the stones of the strings that are dead according to playouts: on most of their points the other colour
// has a stone or an eye at the end of most games. The source of randomness is fixed.
func (g *Game) Dead() []goban.Point {
	random := rand.NewPCG(0, 0)
	policy := Strong.Policy
	policy.Mercy = 0 // games are played to the end
	b := g.Board
	last := int(b.Points()[len(b.Points())-1])
	lost := make([]int, last+1) // how often the other colour had a point
	for i := range statusGames {
		g.fast.Load(b)
		if i%2 == 1 {
			g.fast.Play(goban.Pass)
		}
		g.fast.Reopen()
		g.fast.Playout(random, policy, nil)
		for _, p := range b.Points() {
			if c := b.At(p); c != goban.Empty && g.fast.Owner(p) == c.Opponent() {
				lost[p]++
			}
		}
	}
	var dead, stones []goban.Point
	for _, p := range b.Points() {
		if b.Head(p) != p { // each string once
			continue
		}
		stones = b.Stones(p, stones[:0])
		sum := 0
		for _, q := range stones {
			sum += lost[q]
		}
		if 2*sum > statusGames*len(stones) {
			dead = append(dead, stones...)
		}
	}
	return dead
}

// FinalScore returns the area score of Black, less the area of White and komi, without dead stones.
func (g *Game) FinalScore() (float64, error) { return g.Board.ScoreWithout(g.Dead()...) }
