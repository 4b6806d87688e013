package retrograde_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/retrograde"
)

// TestPlayer compares the lines with the moves that the table rates, and plays them to the end.
func TestPlayer(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 4))
	ends := 0
	for range 100 {
		g := testgames.RandomDuel(random, 4+random.IntN(30), 1+random.IntN(4), 1, false)
		table, err := retrograde.Solve(t.Context(), g, ply.Limits{}, retrograde.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := retrograde.NewSearcher(g, table)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			rated, err := retrograde.Moves(g, table)
			if err != nil {
				t.Fatal(err)
			}
			a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Lines: 3})
			if len(rated) == 0 {
				if !errors.Is(err, ply.ErrFinished) {
					t.Fatal(err)
				}
				break
			}
			if err != nil || a.Status != ply.Complete || len(a.Lines) != min(3, len(rated)) {
				t.Fatalf("%+v, error %v", a, err)
			}
			for j, l := range a.Lines {
				if l.Move != rated[j].Move || l.Value != float64(rated[j].Outcome) || l.Line[0] != l.Move {
					t.Fatalf("line %d: %+v, want %+v", j, l, rated[j])
				}
				if l.Distance > 0 { // to the end of the game
					ends++
					for _, m := range l.Line {
						g.Play(m)
					}
					if len(l.Line) != l.Distance || len(g.Moves(nil)) > 0 {
						t.Fatalf("%+v does not end the game", l)
					}
					for k := len(l.Line) - 1; k >= 0; k-- {
						g.Undo(l.Line[k])
					}
				}
			}
			last := rated[len(rated)-1].Move
			if a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Moves: []int{last}}); err != nil || a.Lines[0].Move != last {
				t.Fatalf("%+v, error %v, want %d", a, err, last)
			}
			if err := s.Play(rated[0].Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ends < 50 {
		t.Errorf("only %d lines to the end", ends)
	}
	if _, err := retrograde.NewSearcher[*testgames.Duel](nil, nil); err == nil {
		t.Error("no game, and no error")
	}
}
