//go:build long

package gametest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/testgames"
)

func newMelee() *testgames.Melee {
	return &testgames.Melee{Seed: 7, Count: 3, Depth: 5, Width: 3, Most: 9}
}

func TestMeleesAreLawful(t *testing.T) {
	CheckEach(t, func(t *rapid.T) func() *testgames.Melee {
		g := &testgames.Melee{Seed: rapid.Uint64().Draw(t, "seed"), Count: rapid.IntRange(1, 5).Draw(t, "players"),
			Depth: rapid.IntRange(0, 8).Draw(t, "depth"), Width: rapid.IntRange(1, 4).Draw(t, "width"), Most: ply.MaxValue}
		return g.Clone
	})
}

// TestTwoSidesAreTwoPlayers checks the players that a game of two sides has by default.
func TestTwoSidesAreTwoPlayers(t *testing.T) {
	Check(t, func() twoPlayers { return asTwoPlayers(newDuel()) })
}

// twoPlayers is a duel as a game of two players as well.
type twoPlayers struct {
	*testgames.Duel
	players ply.Multiplayer
}

func asTwoPlayers(d *testgames.Duel) twoPlayers { return twoPlayers{d, sides.MultiplayerOf(d)} }

func (g twoPlayers) Clone() twoPlayers         { return asTwoPlayers(g.Duel.Clone()) }
func (g twoPlayers) CopyFrom(other twoPlayers) { g.Duel.CopyFrom(other.Duel) }
func (g twoPlayers) Players() int              { return g.players.Players() }
func (g twoPlayers) Outcomes(values []int)     { g.players.Outcomes(values) }

// Each type here is a game with one fault.
type (
	noPlayers           struct{ testgames.Melee }
	morePlayers         struct{ testgames.Melee }
	oneSide             struct{ twoPlayers }
	strangePlayer       struct{ testgames.Melee }
	playerForgotten     struct{ counted }
	outcomesGreat       struct{ testgames.Melee }
	outcomesUnset       struct{ testgames.Melee }
	outcomesHaveLine    struct{ counted }
	outcomesPlay        struct{ testgames.Melee }
	outcomesAlike       struct{ twoPlayers }
	evaluationsSmall    struct{ testgames.Melee }
	evaluationsAtEnd    struct{ testgames.Melee }
	evaluationsHaveLine struct{ counted }
)

// counted is a melee that counts moves, those taken back included.
type counted struct {
	testgames.Melee
	played int
}

func newCounted() *counted { return &counted{Melee: *newMelee()} }

func (g *counted) Play(m int) {
	g.played++
	g.Melee.Play(m)
}

func (g *noPlayers) Players() int       { return 0 }
func (g *morePlayers) Players() int     { return g.Count + len(g.String()) }
func (g oneSide) Players() int          { return 1 }
func (g *strangePlayer) ToMove() int    { return 3 }
func (g *playerForgotten) ToMove() int  { return g.played % 3 }
func (g *outcomesUnset) Outcomes([]int) {}

func (g *outcomesGreat) Outcomes(values []int) {
	g.Melee.Outcomes(values)
	values[2] = ply.MaxValue + 1
}

func (g *outcomesHaveLine) Outcomes(values []int) {
	g.Melee.Outcomes(values)
	values[0] = g.played
}

// Evaluations are right elsewhere, where the outcome is the fault.
func (g *outcomesHaveLine) Evaluations(values []int) {
	if g.Melee.Evaluations(values); len(g.Moves(nil)) == 0 {
		g.Outcomes(values)
	}
}

func (g *outcomesPlay) Outcomes(values []int) {
	g.Melee.Outcomes(values)
	g.Play(0)
}

func (g outcomesAlike) Outcomes(values []int) { values[0], values[1] = 1, 1 }

func (g *evaluationsSmall) Evaluations(values []int) {
	g.Melee.Evaluations(values)
	values[1] = -ply.MaxValue - 1
}

func (g *evaluationsAtEnd) Evaluations(values []int) {
	for p := range values {
		values[p] = 100
	}
}

func (g *evaluationsHaveLine) Evaluations(values []int) {
	g.Melee.Evaluations(values)
	if len(g.Moves(nil)) > 0 {
		values[0] = g.played
	}
}

func TestEachMultiplayerLawIsFoundBroken(t *testing.T) {
	eachIsFound(t, multiplayerLaws, []fault{
		{"no players", judgeLaw(func() *noPlayers { return &noPlayers{*newMelee()} }), "players"},
		{"more and more players", judgeLaw(func() *morePlayers { return &morePlayers{*newMelee()} }), "players"},
		{"one of two sides", judgeLaw(func() oneSide { return oneSide{asTwoPlayers(newDuel())} }), "players"},
		{"a fourth player of three", judgeLaw(func() *strangePlayer { return &strangePlayer{*newMelee()} }), "player to move"},
		{"the player is not restored", judgeLaw(func() *playerForgotten { return &playerForgotten{*newCounted()} }), "undo"},
		{"an outcome too great", judgeLaw(func() *outcomesGreat { return &outcomesGreat{*newMelee()} }), "outcomes"},
		{"outcomes not set", judgeLaw(func() *outcomesUnset { return &outcomesUnset{*newMelee()} }), "outcomes"},
		{"outcomes of the line", judgeLaw(func() *outcomesHaveLine { return &outcomesHaveLine{*newCounted()} }), "same answers"},
		{"Outcomes plays", judgeLaw(func() *outcomesPlay { return &outcomesPlay{*newMelee()} }), "outcomes"},
		{"both sides win", judgeLaw(func() outcomesAlike { return outcomesAlike{asTwoPlayers(newDuel())} }), "outcomes"},
		{"an evaluation too small", judgeLaw(func() *evaluationsSmall { return &evaluationsSmall{*newMelee()} }), "evaluations"},
		{"an evaluation at the end", judgeLaw(func() *evaluationsAtEnd { return &evaluationsAtEnd{*newMelee()} }), "evaluations"},
		{"evaluations of the line", judgeLaw(func() *evaluationsHaveLine { return &evaluationsHaveLine{*newCounted()} }), "evaluations"},
	})
}
