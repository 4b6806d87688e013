//go:build long

package gametest

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Each type here is noughts and crosses with one fault.
type (
	decisiveIllegal    struct{ noughts }
	decisiveTwice      struct{ noughts }
	decisiveOverwrites struct{ noughts }
	decisivePlays      struct{ noughts }
	reduceIllegal      struct{ noughts }
	reduceTwice        struct{ noughts }
	reducePlays        struct{ noughts }
	reduceShort        struct{ noughts }
	decisiveLoses      struct{ noughts }
	decisiveYields     struct{ noughts }
	decisiveShort      struct{ noughts }
	priorNegative      struct{ noughts }
	priorWins          struct{ noughts }
	priorUnset         struct{ noughts }
	priorsNegative     struct{ noughts }
	priorsInfinite     struct{ noughts }
	priorsUnset        struct{ noughts }
	priorsPlay         struct{ noughts }
	priorsSort         struct{ noughts }
	priorsRandom       struct{ noughts }
	numbersGreat       struct{ noughts }
	numbersNegative    struct{ noughts }
	numbersMissing     struct{ noughts }
	numbersByPlace     struct{ noughts }
	numbersOverwrite   struct{ noughts }
	playoutGreat       struct{ noughts }
	playoutOtherSide   struct{ noughts }
	playoutStops       struct{ noughts }
	playoutIllegal     struct{ noughts }
	playoutBounded     struct {
		noughts
		guess int
	}
	playoutCounts     struct{ noughts }
	playoutPlays      struct{ noughts }
	playoutOverwrites struct{ noughts }
	playoutRandom     struct{ noughts }
	playoutUndecided  struct{ noughts }
	playoutWithLines  struct{ noughts }
	allUnset          struct{ many }
	allWrong          struct{ many }
	allStops          struct{ many }
	extendRandom      struct{ noughts }
	extendPlays       struct{ noughts }
	repeatedCounts    struct {
		noughts
		played *int
	}
	repeatedPlays struct{ noughts }
	traceShort    struct{ noughts }
	traceOutside  struct{ noughts }
	traceForgets  struct{ noughts }
	tracePlays    struct{ noughts }
)

// playSome plays a move and forgets to take it back.
func playSome(g *noughts) {
	if moves := g.Moves(nil); len(moves) > 0 {
		g.Play(moves[0])
	}
}

func (g *reduceIllegal) Reduce(dst []int) []int { return append(dst, 9) }
func (g *reduceTwice) Reduce(dst []int) []int   { return append(g.Moves(dst), g.Moves(nil)...) }
func (g *reducePlays) Reduce(dst []int) []int {
	g.stones[0] += 1 << 10
	return dst
}

func (g *reduceShort) Reduce(dst []int) []int { // all moves that do not win at once
	for _, m := range g.Moves(nil) {
		g.Play(m)
		if g.winning(1-g.ToMove()) == 0 {
			dst = append(dst, m)
		}
		g.Undo(m)
	}
	return dst
}

func (g *decisiveIllegal) Decisive(dst []int) []int    { return append(g.noughts.Decisive(dst), 9) }
func (g *decisiveTwice) Decisive(dst []int) []int      { return g.noughts.Decisive(g.noughts.Decisive(dst)) }
func (g *decisiveOverwrites) Decisive(dst []int) []int { return g.noughts.Decisive(dst[:0]) }

func (g *decisivePlays) Decisive(dst []int) []int {
	dst = g.noughts.Decisive(dst)
	playSome(&g.noughts)
	return dst
}

// Decisive appends the moves that keep the opponent from winning and not those that win.
func (g *decisiveLoses) Decisive(dst []int) []int {
	g.line = append(g.line, -1) // for the other side to be asked
	dst = g.noughts.Decisive(dst)
	g.line = g.line[:len(g.line)-1]
	return dst
}

// Decisive appends the first move that does not keep the opponent from winning, if it could win.
func (g *decisiveYields) Decisive(dst []int) []int {
	base := len(dst)
	dst = g.noughts.Decisive(dst)
	if some := dst[base:]; len(some) > 0 && !g.wins(some[0]) {
		for _, m := range g.Moves(nil) {
			if m != some[0] {
				return append(dst[:base], m)
			}
		}
	}
	return dst
}

func (g *noughts) wins(m int) bool {
	g.Play(m)
	defer g.Undo(m)
	return g.Outcome() < 0
}

// Decisive appends the last move where nothing is decided at once.
func (g *decisiveShort) Decisive(dst []int) []int {
	base := len(dst)
	dst = g.noughts.Decisive(dst)
	if moves := g.Moves(nil); len(dst) == base && len(moves) > 0 {
		return append(dst, moves[len(moves)-1])
	}
	return dst
}

func (g *priorNegative) PriorResults(_ []int, wins, simulations []float32) {
	clear(wins)
	clear(simulations)
	wins[0], simulations[0] = -2, -1
}

func (g *priorWins) PriorResults(_ []int, wins, simulations []float32) {
	clear(simulations)
	for i := range wins {
		wins[i] = 1
	}
}

func (g *priorUnset) PriorResults(_ []int, wins, _ []float32) { clear(wins) }

func (g *priorsNegative) Priors(_ []int, priors []float32) {
	clear(priors)
	priors[0] = -5
}

func (g *priorsInfinite) Priors(moves []int, priors []float32) {
	var zero float32
	for i := range priors {
		priors[i] = 1 / zero
	}
}

func (g *priorsUnset) Priors(_ []int, priors []float32) { clear(priors[1:]) }

func (g *priorsPlay) Priors(moves []int, priors []float32) {
	g.noughts.Priors(moves, priors)
	g.Play(moves[0])
}

func (g *priorsSort) Priors(moves []int, priors []float32) {
	moves[0] = moves[len(moves)-1]
	clear(priors)
}

func (g *priorsRandom) Priors(_ []int, priors []float32) {
	for i := range priors {
		priors[i] = rand.Float32()
	}
}

func (g *numbersGreat) AppendNumbers(dst []int32, moves []int) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(m)*7)
	}
	return dst
}

func (g *numbersNegative) AppendNumbers(dst []int32, moves []int) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(m)-4)
	}
	return dst
}

func (g *numbersMissing) AppendNumbers(dst []int32, moves []int) []int32 {
	return g.noughts.AppendNumbers(dst, moves[:max(0, len(moves)-1)])
}

func (g *numbersByPlace) AppendNumbers(dst []int32, moves []int) []int32 {
	for i := range moves {
		dst = append(dst, int32(i))
	}
	return dst
}

func (g *numbersOverwrite) AppendNumbers(dst []int32, moves []int) []int32 {
	return g.noughts.AppendNumbers(dst[:0], moves)
}

func (g *playoutGreat) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	_, moves = g.noughts.Playout(random, decisive, lines)
	return ply.MaxValue + 1, moves
}

// Playout returns the outcome for the side that is to move at the end.
func (g *playoutOtherSide) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	outcome, moves = g.noughts.Playout(random, decisive, lines)
	if moves&1 == 1 {
		outcome = -outcome
	}
	return outcome, moves
}

func (g *playoutStops) Playout(*rand.PCG, bool, *[2][]int) (outcome, moves int) { return 0, 0 }

// Playout stops after a few moves and takes the position there to be even.
func (g *playoutBounded) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	const most = 3
	var all [2][]int
	me := g.ToMove()
	outcome, moves = g.noughts.Playout(random, decisive, &all)
	if moves > most {
		all[me], all[1-me] = all[me][:most-most/2], all[1-me][:most/2]
		outcome, moves = g.guess, most
	}
	if lines != nil {
		lines[0], lines[1] = append(lines[0], all[0]...), append(lines[1], all[1]...)
	}
	return outcome, moves
}

func (g *playoutIllegal) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	outcome, moves = g.noughts.Playout(random, decisive, lines)
	if side := g.ToMove(); lines != nil && moves > 0 {
		lines[side][len(lines[side])-1] = 9
	}
	return outcome, moves
}

func (g *playoutCounts) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	outcome, moves = g.noughts.Playout(random, decisive, lines)
	return outcome, moves + 1
}

func (g *playoutPlays) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	defer playSome(&g.noughts)
	return g.noughts.Playout(random, decisive, lines)
}

func (g *playoutOverwrites) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	if lines != nil {
		lines[0], lines[1] = lines[0][:0], lines[1][:0]
	}
	return g.noughts.Playout(random, decisive, lines)
}

func (g *playoutRandom) Playout(_ *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	return g.noughts.Playout(rand.NewPCG(rand.Uint64(), 0), decisive, lines)
}

func (g *playoutUndecided) Playout(random *rand.PCG, _ bool, lines *[2][]int) (outcome, moves int) {
	return g.noughts.Playout(random, false, lines)
}

// Playout plays another game where nobody looks.
func (g *playoutWithLines) Playout(random *rand.PCG, decisive bool, lines *[2][]int) (outcome, moves int) {
	if lines == nil {
		random.Uint64()
	}
	return g.noughts.Playout(random, decisive, lines)
}

func (t *allUnset) PlayoutAll(random *rand.PCG, decisive bool, lines [][]int, outcomes []int) int {
	return t.many.PlayoutAll(random, decisive, lines, make([]int, len(outcomes)))
}

func (t *allWrong) PlayoutAll(random *rand.PCG, decisive bool, lines [][]int, outcomes []int) int {
	moves := t.many.PlayoutAll(random, decisive, lines, outcomes)
	outcomes[2] = 1
	return moves
}

func (t *allStops) PlayoutAll(_ *rand.PCG, _ bool, _ [][]int, outcomes []int) int {
	clear(outcomes)
	return 0
}

func (g *extendRandom) Extend(_, _, _ int) int { return rand.IntN(1000) }

func (g *extendPlays) Extend(m, _, _ int) int {
	g.Play(m)
	return 0
}

func (g *repeatedCounts) Play(m int) {
	*g.played++
	g.noughts.Play(m)
}

func (g *repeatedCounts) Repeated() bool { return *g.played > 20 }

func (g *repeatedPlays) Repeated() bool {
	playSome(&g.noughts)
	return false
}

func (g *traceShort) OutcomeTrace(t *dependency.Trace) { t.Add(4) }

func (g *traceOutside) OutcomeTrace(t *dependency.Trace) { t.Add(9) }

func (g *traceForgets) OutcomeTrace(t *dependency.Trace) {
	*t = dependency.Trace{}
	t.Add(4)
	t.Add(8)
}

func (g *tracePlays) OutcomeTrace(t *dependency.Trace) {
	g.noughts.OutcomeTrace(t)
	g.stones[0] += 1 << 10
}

func TestEachSamplingLawIsFoundBroken(t *testing.T) {
	// With four stones set a game has few lines, and both sides can win: 0 and 1 of side 0, 3 and 4 of side 1.
	start := afterMoves(0, 3, 1, 4)
	eachIsFound(t, samplingLaws, append(randomMoveFaults(start), []fault{
		{"an illegal decisive move", judgeLaw(func() *decisiveIllegal { return &decisiveIllegal{*start()} }), "decisive moves"},
		{"decisive moves twice", judgeLaw(func() *decisiveTwice { return &decisiveTwice{*start()} }), "decisive moves"},
		{"Decisive overwrites", judgeLaw(func() *decisiveOverwrites { return &decisiveOverwrites{*start()} }), "decisive moves"},
		{"Decisive plays", judgeLaw(func() *decisivePlays { return &decisivePlays{*start()} }), "decisive moves"},
		{"Decisive forgets to win", judgeLaw(func() *decisiveLoses { return &decisiveLoses{*start()} }), "decisive moves"},
		{"Decisive lets the other side win", judgeLaw(func() *decisiveYields { return &decisiveYields{*start()} }), "decisive moves"},
		{"Decisive forgets a move that wins later", judgeLaw(func() *decisiveShort { return &decisiveShort{*afterMoves(0, 1, 4)()} }), "decisive moves"},
		{"an illegal reduced move", judgeLaw(func() *reduceIllegal { return &reduceIllegal{*start()} }), "reduced moves"},
		{"reduced moves twice", judgeLaw(func() *reduceTwice { return &reduceTwice{*start()} }), "reduced moves"},
		{"Reduce plays", judgeLaw(func() *reducePlays { return &reducePlays{*start()} }), "reduced moves"},
		{"Reduce leaves out the best move", judgeLaw(func() *reduceShort { return &reduceShort{*start()} }), "reduced moves"},
		{"negative prior results", judgeLaw(func() *priorNegative { return &priorNegative{*start()} }), "prior results"},
		{"more virtual wins than simulations", judgeLaw(func() *priorWins { return &priorWins{*start()} }), "prior results"},
		{"prior results that are not set", judgeLaw(func() *priorUnset { return &priorUnset{*start()} }), "prior results"},
		{"a negative prior", judgeLaw(func() *priorsNegative { return &priorsNegative{*start()} }), "priors"},
		{"an infinite prior", judgeLaw(func() *priorsInfinite { return &priorsInfinite{*start()} }), "priors"},
		{"a prior that is not set", judgeLaw(func() *priorsUnset { return &priorsUnset{*start()} }), "priors"},
		{"Priors plays", judgeLaw(func() *priorsPlay { return &priorsPlay{*start()} }), "priors"},
		{"Priors sorts", judgeLaw(func() *priorsSort { return &priorsSort{*start()} }), "priors"},
		{"random priors", judgeLaw(func() *priorsRandom { return &priorsRandom{*start()} }), "priors"},
		{"codes too great", judgeLaw(func() *numbersGreat { return &numbersGreat{*start()} }), "numbers appended"},
		{"negative codes", judgeLaw(func() *numbersNegative { return &numbersNegative{*start()} }), "numbers appended"},
		{"a code is missing", judgeLaw(func() *numbersMissing { return &numbersMissing{*start()} }), "numbers appended"},
		{"codes of places in the list", judgeLaw(func() *numbersByPlace { return &numbersByPlace{*start()} }), "numbers appended"},
		{"AppendNumbers overwrites", judgeLaw(func() *numbersOverwrite { return &numbersOverwrite{*start()} }), "numbers appended"},
		{"an outcome too great", judgeLaw(func() *playoutGreat { return &playoutGreat{*start()} }), "playouts"},
		{"the outcome of the other side", judgeLaw(func() *playoutOtherSide { return &playoutOtherSide{*start()} }), "playouts"},
		{"a playout that stops early", judgeLaw(func() *playoutStops { return &playoutStops{*start()} }), "playouts"},
		{"a playout with an illegal move", judgeLaw(func() *playoutIllegal { return &playoutIllegal{*start()} }), "playouts"},
		{"a playout that counts a move too much", judgeLaw(func() *playoutCounts { return &playoutCounts{*start()} }), "playouts"},
		{"a playout that guesses too much", judgeLaw(func() *playoutBounded { return &playoutBounded{*newNoughts(), ply.MaxValue + 1} }), "playouts"},
		{"a playout that is not taken back", judgeLaw(func() *playoutPlays { return &playoutPlays{*start()} }), "playouts"},
		{"a playout that overwrites", judgeLaw(func() *playoutOverwrites { return &playoutOverwrites{*start()} }), "playouts"},
		{"a playout with other chances", judgeLaw(func() *playoutRandom { return &playoutRandom{*start()} }), "playouts"},
		{"a playout without decisive moves", judgeLaw(func() *playoutUndecided { return &playoutUndecided{*start()} }), "playouts"},
		{"another playout without lines", judgeLaw(func() *playoutWithLines { return &playoutWithLines{*start()} }), "playouts"},
		{"outcomes that are not set", judgeLaw(func() *allUnset { return &allUnset{*newMany()} }), "playouts"},
		{"a wrong outcome of one of three", judgeLaw(func() *allWrong { return &allWrong{*newMany()} }), "playouts"},
		{"a playout of three that stops early", judgeLaw(func() *allStops { return &allStops{*newMany()} }), "playouts"},
	}...))
}

func TestEachLawOfLinesIsFoundBroken(t *testing.T) {
	start := afterMoves(0, 3, 1, 4)
	eachIsFound(t, nil, []fault{
		{"random extensions", judgeLaw(func() *extendRandom { return &extendRandom{*start()} }), "extensions"},
		{"Extend plays", judgeLaw(func() *extendPlays { return &extendPlays{*start()} }), "extensions"},
		{"Repeated counts moves", judgeLaw(func() *repeatedCounts { return &repeatedCounts{*start(), new(int)} }), "repeated"},
		{"Repeated plays", judgeLaw(func() *repeatedPlays { return &repeatedPlays{*start()} }), "repeated"},
		{"a trace that is too short", judgeLaw(func() *traceShort { return &traceShort{*start()} }), "trace of the outcome"},
		{"a trace of no cell", judgeLaw(func() *traceOutside { return &traceOutside{*start()} }), "trace of the outcome"},
		{"a trace that forgets", judgeLaw(func() *traceForgets { return &traceForgets{*start()} }), "trace of the outcome"},
		{"OutcomeTrace plays", judgeLaw(func() *tracePlays { return &tracePlays{*start()} }), "trace of the outcome"},
	})
}

func TestGuessedOutcomesAreLawful(t *testing.T) {
	Check(t, func() *playoutBounded { return &playoutBounded{noughts: *newNoughts()} }, inherits)
}
