package alphabeta_test

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// choice is a position with seven moves.
type choice struct {
	ply.AdversarialGame[int]
	captures
}

func (choice) Moves(dst []int) []int { return append(dst, 0, 1, 2, 3, 4, 5, 6) }
func (choice) ToMove() int           { return 0 }

// captures ranks moves 2 and 4 first, as captures, in a stage of their own if there are two, and 1 last.
type captures struct{ stages int }

func (c captures) Rank(stage int, moves []int, ranks []int32) bool {
	for i, m := range moves {
		switch m {
		case 2, 4:
			ranks[i] = int32(m)
		case 1:
			ranks[i] = -1
		}
	}
	return stage < c.stages-1
}

func (choice) NoisyMoves(dst []int) []int { return append(dst, 2, 4) }

// Killers come before moves that are only ranked, but after the moves of a first stage.
func TestKillersComeAfterTheFirstStage(t *testing.T) {
	for _, c := range []struct {
		stages int
		by     alphabeta.Ordering
		want   []int
	}{
		{1, alphabeta.Killers | alphabeta.Ranks, []int{5, 4, 2, 0, 3, 6, 1}},
		{2, alphabeta.Killers | alphabeta.Ranks, []int{4, 2, 5, 0, 3, 6, 1}},
		{3, alphabeta.Killers | alphabeta.Ranks | alphabeta.History, []int{4, 2, 5, 0, 3, 6, 1}},
		{2, alphabeta.Ranks, []int{4, 2, 0, 3, 5, 6, 1}},
		{2, alphabeta.Killers, []int{5, 4, 0, 1, 2, 3, 6}},
	} {
		got := alphabeta.Ordered[int](choice{captures: captures{c.stages}}, alphabeta.Options[int]{
			Order: c.by,
		}, [2]int{5, 4})
		if !slices.Equal(got, c.want) {
			t.Errorf("%d stages, ordering %#x: %v, want %v", c.stages, c.by, got, c.want)
		}
	}
}

// Noisy moves become killers unless the game tries them in a stage before.
func TestNoisyKillers(t *testing.T) {
	type mute struct { // no Quiescer
		ply.AdversarialGame[int]
		alphabeta.Ranker[int]
	}
	for _, c := range []struct {
		game ply.AdversarialGame[int]
		want []int
	}{
		{choice{captures: captures{1}}, []int{4, 3}},
		{choice{captures: captures{2}}, []int{3, 0}},
		{mute{choice{}, captures{2}}, []int{4, 3}},
	} {
		opt := alphabeta.Options[int]{Order: alphabeta.Killers | alphabeta.Ranks | alphabeta.History}
		if got := alphabeta.KillersAfter(c.game, opt, 0, 2, 3, 4, 3, 4); !slices.Equal(got, c.want) {
			t.Errorf("%T: killers %v, want %v", c.game, got, c.want)
		}
	}
}
