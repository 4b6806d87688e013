//go:build long

package gametest

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/search/proof"
)

func newFog() *testgames.Fog { return &testgames.Fog{Seed: 3, Depth: 7, Width: 3, Most: 9} }

func newMonty() *testgames.Monty { return new(testgames.Monty) }

type pennies = rounds.Serialized[*testgames.Pennies, int]

func newPennies() *pennies { return rounds.Serialize(&testgames.Pennies{Rounds: 3, Prize: 2}) }

func TestHiddenGamesAreLawful(t *testing.T) {
	long.Checks(t, 40, 40)
	Check(t, newMonty)
	Check(t, newPennies)
	CheckEach(t, func(t *rapid.T) func() *testgames.Fog {
		g := &testgames.Fog{Seed: rapid.Uint64().Draw(t, "seed"), Depth: rapid.IntRange(1, 8).Draw(t, "depth"),
			Width: rapid.IntRange(1, 4).Draw(t, "width"), Most: 9}
		return g.Clone
	})
}

// TestJointAgain checks that a serialized game is the same again when it was made a joint game in between.
func TestJointAgain(t *testing.T) {
	long.Checks(t, 40, 40)
	Check(t, func() *rounds.Serialized[again, int] { return rounds.Serialize(newAgain(newPennies())) })
}

// Again is a serialized game as a joint one.
type again struct {
	ply.Joint[int]
	of *pennies
}

func newAgain(p *pennies) again {
	j, err := rounds.JointOf(p)
	if err != nil {
		panic(err)
	}
	return again{j, p}
}

func (g again) Clone() again   { return newAgain(g.of.Clone()) }
func (g again) String() string { return g.of.String() }

// TestPerfectInformationIsAskedFor checks that searches of games of perfect information refuse others.
func TestPerfectInformationIsAskedFor(t *testing.T) {
	ctx, g := t.Context(), newFog()
	for name, search := range map[string]func() error{
		"alphabeta": func() error { return second(alphabeta.AlphaBeta(ctx, g, ply.Limits{}, alphabeta.Options[int]{})) },
		"expectimax": func() error {
			return second(expectimax.Search(ctx, g, ply.Limits{}, expectimax.Options[int]{}))
		},
		"value iteration": func() error {
			return second(expectimax.ValueIteration(ctx, g, ply.Limits{}, 0))
		},
		"proof": func() error { return second(proof.BestFirst(ctx, g, ply.Limits{}, proof.Options[int]{})) },
		"mcts":  func() error { return second(mcts.Search(ctx, g, ply.Limits{Nodes: 9}, mcts.Options[int]{})) },
		"mcts of several players": func() error {
			return second(mcts.Search(ctx, newPennies(), ply.Limits{Nodes: 9}, mcts.Options[int]{}))
		},
	} {
		if err := search(); !errors.Is(err, ply.ErrImperfect) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := rounds.JointOf(newMonty()); !errors.Is(err, ply.ErrImperfect) {
		t.Errorf("JointOf: error %v", err)
	}
	hashed := &hashedFog{*g}
	if _, err := proof.Search(ctx, hashed, ply.Limits{}, proof.Options[int]{}); !errors.Is(err, ply.ErrImperfect) {
		t.Errorf("proof by depth: error %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

type hashedFog struct{ testgames.Fog }

func (g *hashedFog) Hash() uint64 { return uint64(len(g.Line)) }

// Each type here is a game with one fault.
type (
	informationOverwrites struct{ testgames.Fog }
	informationCounts     struct {
		testgames.Fog
		calls *int
	}
	movesShowHidden   struct{ testgames.Monty }
	movesInDisorder   struct{ testgames.Monty }
	forgetsOwn        struct{ testgames.Monty }
	forgetsOrder      struct{ *pennies }
	roundsOverlap     struct{ *pennies }
	roundBeforeStart  struct{ *pennies }
	roundsOfOne       struct{ testgames.Duel }
	movesTwiceInRound struct{ *pennies }
	seesTheOther      struct{ *pennies }
	hidesRounds       struct{ *pennies }
	drawsAnything     struct{ testgames.Monty }
	drawsWhatIs       struct{ testgames.Monty }
	drawsOpenDoor     struct{ testgames.Monty }
	drawsNothing      struct{ testgames.Monty }
	drawsEvenly       struct{ testgames.Monty }
)

func (g *informationOverwrites) AppendInformation(dst []byte, player int) []byte {
	return g.Fog.AppendInformation(dst[:0], player)
}

func (g *informationCounts) AppendInformation(dst []byte, player int) []byte {
	*g.calls++
	return append(g.Fog.AppendInformation(dst, player), byte(*g.calls))
}

// Moves does not offer the door without the prize.
func (g *movesShowHidden) Moves(dst []int) []int {
	base := len(dst)
	if dst = g.Monty.Moves(dst); len(g.Line) == 3 && dst[base] == g.Line[0] {
		dst = dst[:base+1]
	}
	return dst
}

// Moves lists the door with the prize first.
func (g *movesInDisorder) Moves(dst []int) []int {
	base := len(dst)
	if dst = g.Monty.Moves(dst); len(g.Line) == 3 && dst[base] != g.Line[0] {
		dst[base], dst[base+1] = dst[base+1], dst[base]
	}
	return dst
}

// AppendInformation appends the door that is open.
func (g *forgetsOwn) AppendInformation(dst []byte, player int) []byte {
	key := g.Monty.AppendInformation(nil, player)
	return append(dst, key[min(1, len(key)):]...)
}

// AppendInformation appends the numbers of heads and tails, not when they were chosen.
func (g forgetsOrder) AppendInformation(dst []byte, player int) []byte {
	var counts [4]byte
	for i, b := range g.pennies.AppendInformation(nil, player) {
		counts[2*(i%2)+int(b)]++
	}
	return append(dst, counts[:]...)
}

func (g roundsOverlap) Round() int    { return 2 * g.pennies.Round() }
func (g roundBeforeStart) Round() int { return 1 }
func (g *roundsOfOne) Round() int     { return 0 }

// Round takes two rounds for one.
func (g movesTwiceInRound) Round() int {
	return len(g.Joint().Line)%4 + g.pennies.Round()
}

func (g seesTheOther) AppendInformation(dst []byte, player int) []byte {
	return g.pennies.AppendInformation(g.pennies.AppendInformation(dst, player), 1-player)
}

// AppendInformation appends the player's own choices only.
func (g hidesRounds) AppendInformation(dst []byte, player int) []byte {
	for i, b := range g.pennies.AppendInformation(nil, player) {
		if i%2 == player || i >= len(g.Joint().Line) {
			dst = append(dst, b)
		}
	}
	return dst
}

// Determinize draws another door to have been opened.
func (g *drawsAnything) Determinize(_ int, random *rand.Rand) float64 {
	for len(g.Line) > 0 {
		g.Undo(0)
	}
	for range 3 {
		moves := g.Moves(nil)
		g.Play(moves[random.IntN(len(moves))])
	}
	return 1
}

func (g *drawsWhatIs) Determinize(int, *rand.Rand) float64 { return 1 }

// Determinize hides the prize behind the open door.
func (g *drawsOpenDoor) Determinize(player int, random *rand.Rand) float64 {
	weight := g.Monty.Determinize(player, random)
	if len(g.Line) == 3 && random.IntN(2) == 0 {
		g.Line[0] = g.Line[2]
	}
	return weight
}

func (g *drawsNothing) Determinize(player int, random *rand.Rand) float64 {
	g.Monty.Determinize(player, random)
	return 0
}

// Determinize considers the contents of either door equally likely.
func (g *drawsEvenly) Determinize(player int, random *rand.Rand) float64 {
	g.Monty.Determinize(player, random)
	return 1
}

func TestEachHiddenLawIsFoundBroken(t *testing.T) {
	eachIsFound(t, hiddenLaws, []fault{
		{"AppendInformation overwrites", judgeLaw(func() *informationOverwrites { return &informationOverwrites{*newFog()} }), "information"},
		{"moves that show what is hidden", judgeLaw(func() *movesShowHidden { return &movesShowHidden{*newMonty()} }), "same information"},
		{"moves in an order that shows it", judgeLaw(func() *movesInDisorder { return &movesInDisorder{*newMonty()} }), "same information"},
		{"an own move forgotten", judgeLaw(func() *forgetsOwn { return &forgetsOwn{*newMonty()} }), "perfect recall"},
		{"the order of own moves forgotten", judgeLaw(func() forgetsOrder { return forgetsOrder{newPennies()} }), "perfect recall"},
		{"Round by twos", judgeLaw(func() roundsOverlap { return roundsOverlap{newPennies()} }), "rounds"},
		{"a round at the start", judgeLaw(func() roundBeforeStart { return roundBeforeStart{newPennies()} }), "rounds"},
		{"rounds where nothing is hidden", judgeLaw(func() *roundsOfOne { return &roundsOfOne{*newDuel()} }), "rounds"},
		{"a player moves twice in a round", judgeLaw(func() movesTwiceInRound { return movesTwiceInRound{newPennies()} }), "rounds"},
		{"the other's move is seen", judgeLaw(func() seesTheOther { return seesTheOther{newPennies()} }), "hidden in a round"},
		{"rounds that stay hidden", judgeLaw(func() hidesRounds { return hidesRounds{newPennies()} }), "open between rounds"},
		{"draws what was not observed", judgeLaw(func() *drawsAnything { return &drawsAnything{*newMonty()} }), "consistent draws"},
		{"draws what cannot be", judgeLaw(func() *drawsOpenDoor { return &drawsOpenDoor{*newMonty()} }), "consistent draws"},
		{"weight 0", judgeLaw(func() *drawsNothing { return &drawsNothing{*newMonty()} }), "consistent draws"},
		{"draws the truth", judgeLaw(func() *drawsWhatIs { return &drawsWhatIs{*newMonty()} }), "weights of draws"},
		{"draws without weights", judgeLaw(func() *drawsEvenly { return &drawsEvenly{*newMonty()} }), "weights of draws"},
		{"information that changes", judgeLaw(func() *informationCounts { return &informationCounts{*newFog(), new(int)} }), "same start"},
	})
}
