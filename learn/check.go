package learn

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
)

// CheckFeatures plays random games of at most 1000 moves each. It returns an error if the game breaks a law of [Game]
// or of [Finisher], [Sparse] or [Viewer]:
//
//   - the number of features is not the same in all positions,
//   - a feature is not finite,
//   - the features of a position change when they are computed again, or after Play and Undo of a move,
//   - Finished does not agree with Moves, or a method Finished has another signature than in Finisher,
//   - AppendSparse appends other features than AppendFeatures, or not in the order of their indices,
//   - Viewer returns another number than 0 and 1.
//
// The error contains the moves of the game. If games is 0, 100 games are played. A nil source means a PCG seeded with
// 0.
func CheckFeatures[G Game[M], M comparable](newGame func() (G, error), games int, source rand.Source) error {
	source, err := random.Source(source)
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	if games < 0 || newGame == nil {
		return errors.New("learn: want a number of games, and a function that makes them")
	}
	if games == 0 {
		games = usualGames
	}
	c := &checker[G, M]{random: rand.New(source), count: -1}
	for range games {
		c.line = nil
		if err := guard.Run(func() string { return fmt.Sprint(c.line) }, func() error { return c.game(newGame) }); err != nil {
			return fmt.Errorf("learn: after %v: %w", c.line, err)
		}
	}
	return nil
}

type checker[G Game[M], M comparable] struct {
	random *rand.Rand
	count  int // features of the first position; -1 before
	line   []M
}

func (c *checker[G, M]) game(newGame func() (G, error)) error {
	const longest = 1000
	g, err := newGame()
	if err != nil {
		return err
	}
	if err := checkFinished(g); err != nil {
		return err
	}
	for range longest {
		moves := g.Moves(nil)
		if f, ok := any(g).(Finisher); ok && f.Finished() != (len(moves) == 0) {
			return fmt.Errorf("method Finished of %T is %v in a position with %d moves", g, f.Finished(), len(moves))
		}
		if len(moves) == 0 {
			return nil
		}
		if err := c.position(g, moves); err != nil {
			return err
		}
		m := moves[c.random.IntN(len(moves))]
		g.Play(m)
		c.line = append(c.line, m)
	}
	return nil
}

func checkFinished(g any) error {
	if _, ok := g.(Finisher); ok {
		return nil
	}
	if m := reflect.ValueOf(g).MethodByName("Finished"); m.IsValid() {
		return fmt.Errorf("method Finished of %T is a %v, want a func() bool (learn.Finisher)", g, m.Type())
	}
	return nil
}

func (c *checker[G, M]) position(g G, moves []M) error {
	first := g.AppendFeatures(nil)
	if c.count < 0 {
		c.count = len(first)
	}
	if err := checkFeatures(first, c.count); err != nil {
		return err
	}
	if len(first) == 0 {
		return errors.New("no features")
	}
	before := []float64{1, 2}
	if again := g.AppendFeatures(before); !slices.Equal(again, append(before, first...)) {
		return fmt.Errorf("appended to %v, the features %v are %v", before, first, again)
	}
	if err := checkSparse(g, first); err != nil {
		return err
	}
	m := moves[c.random.IntN(len(moves))]
	g.Play(m)
	if len(g.Moves(nil)) > 0 {
		g.AppendFeatures(nil)
	}
	g.Undo(m)
	if again := g.AppendFeatures(nil); !slices.Equal(again, first) {
		return fmt.Errorf("after move %v was played and taken back, the features %v are %v", m, first, again)
	}
	return nil
}

// checkSparse checks the laws of [Sparse] and [Viewer], given the features of the present position.
func checkSparse(g ply.Adversarial, features []float64) error {
	if v, ok := g.(Viewer); ok && g.ToMove() == ply.Chance {
		if side := v.Viewer(); side != 0 && side != 1 {
			return fmt.Errorf("Viewer is %d, want 0 or 1", side)
		}
	}
	s, ok := g.(Sparse)
	if !ok {
		return nil
	}
	list := s.AppendSparse([]Feature{{-1, 0}})
	for i, f := range list {
		if i > 0 && f.Index <= list[i-1].Index {
			return fmt.Errorf("AppendSparse appends %v, want the features in the order of their indices", list[1:])
		}
	}
	want := (&denseList{game: given(features)}).AppendSparse([]Feature{{-1, 0}})
	if !slices.Equal(list, want) {
		return fmt.Errorf("AppendSparse appends %v, want the features of AppendFeatures that are not 0, %v", list[1:], want[1:])
	}
	return nil
}
