//go:build long

package gametest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// surveyOn returns the law that a survey finds broken, or "none".
func surveyOn[G ply.Game[M], M comparable](newGame func() G) string {
	f := newRun(makerOf(newGame), Options{}, 0, 0).survey()
	if f == nil {
		return "none"
	}
	return f.law.name
}

// Each type here is Dots and Boxes with another evaluation, right or wrong.
type (
	evaluatesOneView struct{ *dots }
	evaluatesOther   struct{ *dots }
	evaluatesTurn    struct{ *dots }
	expectsRight     struct{ *dots }
	expectsOneView   struct{ *dots }
)

func (g evaluatesOneView) Evaluate() int {
	if len(g.Moves(nil)) == 0 {
		return g.Outcome()
	}
	return g.boxes[0] - g.boxes[1]
}

func (g evaluatesOther) Evaluate() int {
	if len(g.Moves(nil)) == 0 {
		return g.Outcome()
	}
	return -g.Outcome()
}

// Evaluate adds much for having the turn, which is right.
func (g evaluatesTurn) Evaluate() int {
	if len(g.Moves(nil)) == 0 {
		return g.Outcome()
	}
	return 2*g.Outcome() + 3
}

func (g expectsRight) Expectation() float64   { return float64(g.Outcome()) }
func (g expectsOneView) Expectation() float64 { return float64(g.boxes[0] - g.boxes[1]) }

// passesSilently is Dots and Boxes whose hash does not know of passes.
type passesSilently struct {
	*dots
	passed int
}

func (g *passesSilently) Pass() bool {
	g.side, g.passed = 1-g.side, 1-g.passed
	return true
}
func (g *passesSilently) Unpass()      { g.Pass() }
func (g *passesSilently) Hash() uint64 { return g.hash(g.side^g.passed, g.boxes[0]-g.boxes[1]) }

// plays is a game that counts the moves played, those taken back included.
type plays struct {
	*dots
	played int
}

func (g *plays) Play(m int) {
	g.played++
	g.dots.Play(m)
}

type (
	ranksByPlays   struct{ *plays }
	extendsByPlays struct{ *plays }
)

func (g ranksByPlays) Rank(_ int, _ []int, ranks []int32) bool {
	ranks[0] = int32(g.played)
	return false
}
func (g extendsByPlays) Extend(int, int, int) int { return g.played % 2 }

// lastMoveWins is noughts and crosses in which a win counts double that is completed in the middle.
type lastMoveWins struct{ *noughts }

func (g lastMoveWins) Outcome() int {
	if g.noughts.Outcome() < 0 && g.line[len(g.line)-1] == 4 {
		return -2
	}
	return g.noughts.Outcome()
}
func (g lastMoveWins) Evaluate() int { return 0 }

// scoresNaN cannot be told apart, and scores no number in the end.
type scoresNaN struct{ plain }

func (g scoresNaN) Score() float64 {
	if len(g.Moves(nil)) == 0 {
		return math.NaN()
	}
	return 0
}

// rings are the Chinese rings, seven of them, whose solution takes 85 moves. A knob beside them turns without end.
type rings struct {
	on   uint8
	knob int
}

const (
	firstRing = iota
	nextRing  // the one after the first that is on
	turnKnob
)

func newRings() *rings { return &rings{on: 1 << 6} }

func (g *rings) Moves(dst []int) []int {
	switch {
	case g.on == 0:
		return dst
	case g.on&0x3f == 0: // only the last ring is on, and no other follows
		return append(dst, firstRing, turnKnob)
	}
	return append(dst, firstRing, nextRing, turnKnob)
}

func (g *rings) turn(m, by int) {
	switch m {
	case firstRing:
		g.on ^= 1
	case nextRing:
		g.on ^= (g.on & -g.on) << 1
	default:
		g.knob = (g.knob + by) % 3
	}
}

func (g *rings) Play(m int)   { g.turn(m, 1) }
func (g *rings) Undo(m int)   { g.turn(m, 2) }
func (g *rings) Solved() bool { return g.on == 0 }
func (g *rings) Hash() uint64 { return transposition.Mix(uint64(g.on)<<8 | uint64(g.knob)) }
func (g *rings) AppendBinary(b []byte) ([]byte, error) {
	return append(b, g.on, byte(g.knob)), nil
}

// Estimate is the number of moves: the rings are a Gray code of it.
func (g *rings) Estimate() int {
	n := g.on
	for _, shift := range []int{1, 2, 4} {
		n ^= n >> shift
	}
	return int(n)
}

// Commute reports whether one of the moves turns the knob, and the other a ring that is not the last.
func (g *rings) Commute(a, b int) bool {
	return (a == turnKnob) != (b == turnKnob) && !(min(a, b) == firstRing && g.on == 1)
}

type (
	ringsEstimate struct{ *rings }
	ringsCommute  struct{ *rings }
)

func (g ringsEstimate) Estimate() int {
	if e := g.rings.Estimate(); e == 5 {
		return 6
	} else {
		return e
	}
}

func (g ringsCommute) Commute(a, b int) bool { return (a == turnKnob) != (b == turnKnob) }

// highCard deals one of four cards to each of two players, who may raise in turn; the higher card wins the stake.
type highCard struct {
	cards, raises []int
	fault         string
}

func (g *highCard) Moves(dst []int) []int {
	switch {
	case len(g.cards) < 2:
		for c := range 4 {
			if !slices.Contains(g.cards, c) {
				dst = append(dst, c)
			}
		}
	case len(g.raises) < 3:
		// Who has the least card cannot raise.
		if dst = append(dst, 0); g.cards[len(g.raises)%2] > 0 {
			dst = append(dst, 1)
		}
	}
	return dst
}

func (g *highCard) Play(m int) {
	if len(g.cards) < 2 {
		g.cards = append(g.cards, m)
	} else {
		g.raises = append(g.raises, m)
	}
}

func (g *highCard) Undo(int) {
	if n := len(g.raises); n > 0 {
		g.raises = g.raises[:n-1]
	} else {
		g.cards = g.cards[:len(g.cards)-1]
	}
}

func (g *highCard) ToMove() int {
	if len(g.cards) < 2 {
		return ply.Chance
	}
	return len(g.raises) % 2
}

func (g *highCard) Probabilities(moves []int, dst []float64) []float64 {
	return append(dst, slices.Repeat([]float64{1 / float64(len(moves))}, len(moves))...)
}

func (g *highCard) Players() int { return 2 }

func (g *highCard) Outcomes(values []int) {
	stake := 1
	for _, raise := range g.raises {
		stake += raise
	}
	if values[0], values[1] = stake, -stake; g.cards[0] < g.cards[1] {
		values[0], values[1] = -stake, stake
	}
}

func (g *highCard) AppendInformation(dst []byte, player int) []byte {
	if player < len(g.cards) && g.fault != "no card in the key" {
		dst = append(dst, byte('a'+g.cards[player]))
	}
	for _, raise := range g.raises {
		dst = append(dst, byte('0'+raise))
	}
	return dst
}

func (g *highCard) Clone() *highCard {
	return &highCard{slices.Clone(g.cards), slices.Clone(g.raises), g.fault}
}

func (g *highCard) Determinize(player int, random *rand.Rand) float64 {
	other := 1 - player
	raised := false
	for i, raise := range g.raises {
		raised = raised || i%2 == other && raise == 1
	}
	var may []int
	for c := range 4 {
		if c != g.cards[player] && (c > 0 || !raised) || g.fault == "any card" {
			may = append(may, c)
		}
	}
	pick := random.IntN(len(may))
	switch g.fault {
	case "nothing":
		return 1
	case "the first":
		pick = 0
	case "often the first":
		if random.IntN(2) == 0 {
			pick = 0
		}
	}
	g.cards[other] = may[pick]
	// With the least card the other one had no choice, and otherwise two moves each time.
	weight := 1.0
	for i := range g.raises {
		if i%2 == other && may[pick] > 0 {
			weight /= 2
		}
	}
	if g.fault == "no weights" {
		return 1
	}
	return weight
}

// TestSurvey plants what no law at a single position can tell, or what hardly ever shows on a random line.
func TestSurvey(t *testing.T) {
	newPlays := func() *plays { return &plays{dots: newDots(2)} }
	cards := func(fault string) func() string {
		return func() string { return surveyOn(func() *highCard { return &highCard{fault: fault} }) }
	}
	for _, c := range []struct {
		name   string
		survey func() string
		laws   []string
	}{
		{"a right game of boxes", func() string { return surveyOn(func() *dots { return newDots(2) }) }, []string{"none"}},
		{"an evaluation with the turn", func() string { return surveyOn(func() evaluatesTurn { return evaluatesTurn{newDots(2)} }) }, []string{"none"}},
		{"an evaluation of one view", func() string { return surveyOn(func() evaluatesOneView { return evaluatesOneView{newDots(2)} }) },
			[]string{"evaluations of one side", "evaluations that tell"}},
		{"an evaluation of the other side", func() string { return surveyOn(func() evaluatesOther { return evaluatesOther{newDots(2)} }) },
			[]string{"evaluations that tell"}},
		{"an expectation", func() string { return surveyOn(func() expectsRight { return expectsRight{newDots(2)} }) }, []string{"none"}},
		{"an expectation of one view", func() string { return surveyOn(func() expectsOneView { return expectsOneView{newDots(2)} }) },
			[]string{"expectations that tell"}},
		{"an outcome of the last move", func() string { return surveyOn(func() lastMoveWins { return lastMoveWins{newNoughts()} }) },
			[]string{"outcome", "different positions, different hashes"}},
		{"a pass that the hash does not tell", func() string { return surveyOn(func() *passesSilently { return &passesSilently{dots: newDots(2)} }) },
			[]string{"pass"}},
		{"ranks by a counter", func() string { return surveyOn(func() ranksByPlays { return ranksByPlays{newPlays()} }) }, []string{"same answers"}},
		{"extensions by a counter", func() string { return surveyOn(func() extendsByPlays { return extendsByPlays{newPlays()} }) }, []string{"same answers"}},
		{"a score that is no number", func() string { return surveyOn(func() scoresNaN { return scoresNaN{plain{newRing()}} }) }, []string{"score"}},
		{"rings", func() string { return surveyOn(newRings) }, []string{"none"}},
		{"rings and a wrong estimate", func() string { return surveyOn(func() ringsEstimate { return ringsEstimate{newRings()} }) }, []string{"admissible"}},
		{"rings and moves that do not commute", func() string { return surveyOn(func() ringsCommute { return ringsCommute{newRings()} }) },
			[]string{"commuting"}},
		{"cards", cards(""), []string{"none"}},
		{"draws of nothing", cards("nothing"), []string{"weights of draws"}},
		{"draws of the first card", cards("the first"), []string{"weights of draws"}},
		{"draws of often the first card", cards("often the first"), []string{"weights of draws"}},
		{"draws of any card", cards("any card"), []string{"consistent draws"}},
		{"draws without weights", cards("no weights"), []string{"weights of draws"}},
		{"a key without the card", cards("no card in the key"), []string{"same information"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.survey(); !slices.Contains(c.laws, got) {
				t.Errorf("law %q, want one of %q", got, c.laws)
			}
		})
	}
}

// TestOptionsOfLaws checks the messages about laws that could not be tried, and about unknown names.
func TestOptionsOfLaws(t *testing.T) {
	tried := newExercises()
	r := newRun(makerOf(newDuel), Options{}, 0, 0)
	r.exercises = tried
	if f := r.find(); f != nil {
		t.Fatal(f.law.name)
	}
	list := listed(nil)
	if text := tried.untried(list); !strings.Contains(text, "\n    pass: no ") && !strings.Contains(text, "outcome: no ") && text != "" {
		t.Errorf("untried:\n%s", text)
	}
	tried.of["pass"] = false
	got := tried.lacking([]string{"undo", "pass", "admissible"}, list)
	want := "laws of Options.Require that could not be tried:\n    pass: no position was met in which Pass is not refused\n    admissible: the game has no such capability\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if methods := list.methods([]string{"outcome", "outcomes of one side"}); !slices.Equal(methods, []string{"outcome"}) {
		t.Errorf("methods %v", methods)
	}
	got = list.wrongNames(Options{Require: []string{"undo", "redo"}})
	want = "Options.Require names \"redo\", which is no law"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
