package alphabeta_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// An ending is the value of a position for the side to move if sooner wins are better.
type ending struct{ value, distance int }

func endingOf(value, at, win int) ending {
	if value >= win || value <= -win {
		return ending{max(min(value, win), -win), at}
	}
	return ending{value, 0}
}

// betterThan reports whether e is better than f for the side to move.
func (e ending) betterThan(f ending, win int) bool {
	switch {
	case e.value != f.value:
		return e.value > f.value
	case e.value == win:
		return e.distance < f.distance
	case e.value == -win:
		return e.distance > f.distance
	}
	return false
}

// bestEnding returns the ending of a position at moves from the start to a depth, by brute force.
func bestEnding(g *testgames.Duel, at, depth, win int) ending {
	moves := g.Moves(nil)
	switch {
	case len(moves) == 0:
		return endingOf(g.Outcome(), at, win)
	case at == depth:
		return endingOf(g.Evaluate(), at, win)
	}
	me := g.ToMove()
	var best ending
	for i, m := range moves {
		g.Play(m)
		e := bestEnding(g, at+1, depth, win)
		if g.ToMove() != me {
			e.value = -e.value
		}
		g.Undo(m)
		if i == 0 || e.betterThan(best, win) {
			best = e
		}
	}
	return best
}

// All searches prefer sooner wins and later losses, with all options, from each position of a line with one table.
func TestSoonerWins(t *testing.T) {
	minimax := strategy{"Minimax", func(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
		return alphabeta.MinimaxWith(ctx, g, limits, alphabeta.Options[int]{Depth: opt.Depth, Win: opt.Win, Direct: true})
	}}
	asked, advanced, ends := 0, 0, 0
	check(t, append([]strategy{minimax, parallel}, strategies...), func(t *rapid.T, s strategy) {
		g := drawDuel(t, true)
		if countLines(g) > 20_000 {
			return
		}
		opt := drawOptions(t, 1, 7)
		opt.Win = rapid.IntRange(1, 12).Draw(t, "win")
		if opt.Depth == 7 {
			opt.Depth, opt.Tree.Bounds = 0, rapid.Bool().Draw(t, "bounds")
		}
		var game ply.AdversarialGame[int] = g
		if opt.Order == 0 && s.name != "Minimax" && s.name != "Parallel" {
			game = unranked{g}
		}
		if s.name != "Parallel" && rapid.Bool().Draw(t, "fast") {
			game = swift{successors{g, &asked}, &advanced}
			opt.Order &= alphabeta.TableMove | alphabeta.Ranks | alphabeta.Unordered // with which searchNull searches
		}
		for range 4 {
			depth := opt.Depth
			if depth == 0 {
				depth = 1000
			}
			want := bestEnding(g, 0, depth, opt.Win)
			got, err := s.search(background, game, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact || got.Value != want.value || got.Distance != want.distance {
				t.Fatalf("%+v, error %v, want %+v", got, err, want)
			}
			if want.distance > 0 {
				ends++
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[len(moves)/2])
		}
	})
	if ends == 0 || asked == 0 || advanced == 0 && !testing.Short() { // the few cases of a short test may search nothing by searchNull
		t.Errorf("%d wins and losses, %d evaluations of successors, %d moves advanced", ends, asked, advanced)
	}
}

// passage is a game of one line, at whose end the side that moved last has won.
type passage struct{ at, length int }

func (p *passage) Moves(dst []int) []int {
	if p.at == p.length {
		return dst
	}
	return append(dst, p.at)
}

func (p *passage) Play(int)      { p.at++ }
func (p *passage) Undo(int)      { p.at-- }
func (p *passage) ToMove() int   { return p.at % 2 }
func (p *passage) Outcome() int  { return -1 }
func (p *passage) Acyclic() bool { return true }
func (p *passage) Hash() uint64  { return transposition.Mix(uint64(p.at)) }

// Wins too distant to compare are still wins, and the table stores distances from each position.
func TestDistantWins(t *testing.T) {
	table := transposition.NewTable(1 << 16)
	for _, at := range []int{0, 1, 999, 998, 100, 233, 234, 235, 600, 0} {
		p := &passage{at, 999}
		r, err := alphabeta.AlphaBeta(background, p, ply.Limits{}, alphabeta.Options[int]{Win: 1, Table: table, TableFrom: 1})
		value := 1 // the side to move at an even distance from the start makes the last move
		if at%2 == 1 {
			value = -1
		}
		if err != nil || r.Value != value || r.Distance != min(999-at, 766) {
			t.Errorf("at %d: %d in %d moves, error %v, want %d in %d", at, r.Value, r.Distance, err, value, 999-at)
		}
	}
}

// The effect of a window on wins.
func TestWinsWithWindow(t *testing.T) {
	p := &passage{0, 7}
	r, err := alphabeta.AlphaBeta(background, p, ply.Limits{}, alphabeta.Options[int]{Win: 1, Window: [2]int{-1, 1}})
	if err != nil || r.Value != 1 || r.Bound != ply.AtLeast || r.Distance != 7 {
		t.Errorf("%+v, error %v", r, err)
	}
	if _, err := alphabeta.AlphaBeta(background, p, ply.Limits{}, alphabeta.Options[int]{Win: 3, Window: [2]int{3, 5}}); err == nil {
		t.Error("a window beyond all wins is accepted")
	}
}
