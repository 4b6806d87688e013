package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// levelSearchers make searchers for players with a level. Long tests add one of package mcts, which takes as long to
// compile as all other tests of this package together.
var levelSearchers = map[string]func(g *testgames.Duel, seed uint64) (engine.Searcher[int], error){
	"alphabeta": func(g *testgames.Duel, _ uint64) (engine.Searcher[int], error) {
		return alphabeta.NewSearcher(g, alphabeta.Options[int]{Table: transposition.NewTable(1 << 16)})
	},
}

// result returns the outcome of a finished position for a side, as a sign, or 0 if it is not finished.
func result(g *testgames.Duel, side int) int {
	if len(g.Moves(nil)) > 0 {
		return 0
	}
	if g.ToMove() != side {
		return -g.Outcome()
	}
	return g.Outcome()
}

// atOnce reports whether a move wins at once, and whether it loses at once: by itself or by a reply.
func atOnce(g *testgames.Duel, m int) (wins, loses bool) {
	me := g.ToMove()
	g.Play(m)
	defer g.Undo(m)
	wins, loses = result(g, me) > 0, result(g, me) < 0
	if g.ToMove() != me {
		for _, reply := range g.Moves(nil) {
			g.Play(reply)
			loses = loses || result(g, me) < 0
			g.Undo(reply)
		}
	}
	return wins, loses
}

// TestLevelsAreNotAbsurd has beginners choose moves in positions where some win or lose at once.
func TestLevelsAreNotAbsurd(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 2))
	for i := range 60 {
		g := testgames.RandomDuel(random, 10+random.IntN(60), 2+random.IntN(7), 1, true)
		moves := g.Moves(nil)
		if len(moves) < 2 {
			continue
		}
		canWin, mustLose := false, true
		for _, m := range moves {
			wins, loses := atOnce(g, m)
			canWin, mustLose = canWin || wins, mustLose && loses
		}
		for name, newSearcher := range levelSearchers {
			s, err := newSearcher(g, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			p, err := engine.New(s, engine.Options{Level: 1 + i%2, Random: rand.NewPCG(uint64(i), 2)})
			if err != nil {
				t.Fatal(err)
			}
			line, err := p.Move(t.Context(), engine.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if wins, loses := atOnce(g, line.Move); canWin && !wins || !mustLose && loses {
				t.Errorf("%s, game %d: move %d of %v, wins: %v of %v, loses: %v", name, i, line.Move, moves, wins, canWin, loses)
			}
		}
	}
}

// TestLevelsVary has a player of a level choose another move now and then, and the same with the same seed; full strength does not.
func TestLevelsVary(t *testing.T) {
	moves := func(level int, seed uint64) (all []int) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 1000, 6, 100, false)
		s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{Table: transposition.NewTable(1 << 16)})
		if err != nil {
			t.Fatal(err)
		}
		opt := engine.Options{Level: level, Random: rand.NewPCG(seed, 0)}
		opt.Limits.Nodes = 500
		p, err := engine.New(s, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			line, err := p.Move(t.Context(), engine.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, line.Move)
		}
		return all
	}
	different := func(moves []int) int {
		set := map[int]bool{}
		for _, m := range moves {
			set[m] = true
		}
		return len(set)
	}
	if one := moves(1, 1); different(one) < 2 || fmt.Sprint(one) != fmt.Sprint(moves(1, 1)) || different(moves(0, 1)[5:]) > 1 {
		t.Errorf("level 1 plays %v, then %v, and full strength %v", one, moves(1, 1), moves(0, 1))
	}
	if _, err := engine.New(engine.Stateless(new(heap), new(trial).search), engine.Options{Level: 8}); fmt.Sprint(err) != "engine: Level is 8, want 1 to 7, or 0 for full strength" {
		t.Error(err)
	}
}
