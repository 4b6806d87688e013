package gametest

import (
	"math/rand/v2"
	"reflect"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
)

// Methods of capabilities that mention moves. Each calls the method of the game.

func (s *subject) Priors(moves []move, priors []float32) { s.call("Priors", moves, priors) }
func (s *subject) PriorResults(moves []move, wins, simulations []float32) {
	s.call("PriorResults", moves, wins, simulations)
}
func (s *subject) Probabilities(moves []move, dst []float64) []float64 {
	return ask[[]float64](s, "Probabilities", moves, dst)
}
func (s *subject) HashSuccessors(moves []move, dst []uint64) []uint64 {
	return ask[[]uint64](s, "HashSuccessors", moves, dst)
}
func (s *subject) XorHashes(hash uint64, moves []move, dst []uint64) []uint64 {
	return ask[[]uint64](s, "XorHashes", hash, moves, dst)
}
func (s *subject) EvaluateSuccessors(moves []move, dst []float64) []float64 {
	return ask[[]float64](s, "EvaluateSuccessors", moves, dst)
}
func (s *subject) EvaluateReplies(outcomes []move, dst []fast.Reply) []fast.Reply {
	return ask[[]fast.Reply](s, "EvaluateReplies", outcomes, dst)
}
func (s *subject) AppendNumbers(dst []int32, moves []move) []int32 {
	return ask[[]int32](s, "AppendNumbers", dst, moves)
}
func (s *subject) Rank(stage int, moves []move, ranks []int32) bool {
	return ask[bool](s, "Rank", stage, moves, ranks)
}
func (s *subject) NoisyMoves(dst []move) []move { return ask[[]move](s, "NoisyMoves", dst) }
func (s *subject) Decisive(dst []move) []move   { return ask[[]move](s, "Decisive", dst) }
func (s *subject) Reduce(dst []move) []move     { return ask[[]move](s, "Reduce", dst) }
func (s *subject) Extend(m move, depth, number int) int {
	return ask[int](s, "Extend", m, depth, number)
}

func (s *subject) Standing(changes int, t cellTrace) standing {
	return ask[standing](s, "Standing", changes, t)
}
func (s *subject) Attacks(order int, dst []move) []move       { return ask[[]move](s, "Attacks", order, dst) }
func (s *subject) TraceMove(m move, changes int, t cellTrace) { s.call("TraceMove", m, changes, t) }
func (s *subject) Replies(changes int, t cellTrace, dst []move) []move {
	return ask[[]move](s, "Replies", changes, t, dst)
}

func (s *subject) OutcomeTrace(t cellTrace) { s.call("OutcomeTrace", t) }
func (s *subject) Needing(c ply.Condition, dst []move) []move {
	return ask[[]move](s, "Needing", c, dst)
}
func (s *subject) Conflict(a, b move) bool  { return ask[bool](s, "Conflict", a, b) }
func (s *subject) Refuted(line []move) bool { return ask[bool](s, "Refuted", line) }

func (s *subject) Changed(m move, dst []int32) []int32 { return ask[[]int32](s, "Changed", m, dst) }
func (s *subject) HashChange(m move) uint64            { return ask[uint64](s, "HashChange", m) }

func (s *subject) Next(x int) (m move, ok bool) {
	out := s.call("Next", x)
	return result[move](out[0]), out[1].Bool()
}

func (s *subject) AppendMove(dst []byte, m move) []byte { return ask[[]byte](s, "AppendMove", dst, m) }
func (s *subject) ParseMove(text string) (move, error) {
	out := s.call("ParseMove", text)
	return result[move](out[0]), result[error](out[1])
}

func (s *subject) Inverse(m move) (inverse move, ok bool) {
	out := s.call("Inverse", m)
	return result[move](out[0]), out[1].Bool()
}

func (s *subject) BestSuccessor(enough int) (best move, value, evaluated int) {
	out := s.call("BestSuccessor", enough)
	return result[move](out[0]), int(out[1].Int()), int(out[2].Int())
}

func (s *subject) EstimateAndPrefer(estimates []int, preferred []move) ([]int, []move) {
	out := s.call("EstimateAndPrefer", estimates, preferred)
	return result[[]int](out[0]), result[[]move](out[1])
}

func (s *subject) Playout(random *rand.PCG, decisive bool, lines *[2][]move) (outcome, moves int) {
	out := s.call("Playout", random, decisive, lines)
	return int(out[0].Int()), int(out[1].Int())
}

func (s *subject) PlayoutAll(random *rand.PCG, decisive bool, lines [][]move, outcomes []int) (moves int) {
	return ask[int](s, "PlayoutAll", random, decisive, lines, outcomes)
}

func (s *subject) PlayRandom(random *rand.PCG, most int, legal, line []move) (rest, played []move) {
	out := s.call("PlayRandom", random, most, legal, line)
	return result[[]move](out[0]), result[[]move](out[1])
}

// Advance calls the method Advance of the game. The arguments are copies of prev and dst, converted to the move type of
// the game. If prev and dst share an array, the copies share an array, too.
func (s *subject) Advance(prev []move, i, t int, dst []move) (next []move, commuting int) {
	method := s.method("Advance")
	slice := method.Type().In(0)
	before, to := reflect.New(slice).Elem(), reflect.New(slice).Elem()
	translate(before, reflect.ValueOf(prev))
	translate(to, reflect.ValueOf(dst))
	for n := range cap(prev) {
		if cap(dst) > 0 && &prev[:cap(prev)][n] == &dst[:1][0] {
			to = before.Slice3(0, cap(prev), cap(prev)).Slice(n, n+len(dst))
		}
	}
	out := method.Call([]reflect.Value{before, reflect.ValueOf(i), reflect.ValueOf(t), to})
	returned(reflect.ValueOf(prev), before)
	return result[[]move](out[0]), int(out[1].Int())
}

func (s *subject) newTrace(method string, argument int) cellTrace {
	return reflect.New(s.method(method).Type().In(argument).Elem()).Interface().(cellTrace)
}

// The following methods mention no moves, but their capabilities do.

func (s *subject) Symmetries() int { return s.raw.(interface{ Symmetries() int }).Symmetries() }
func (s *subject) HashUnder(symmetry int) uint64 {
	return s.raw.(interface{ HashUnder(symmetry int) uint64 }).HashUnder(symmetry)
}
func (s *subject) Numbers() int         { return s.raw.(interface{ Numbers() int }).Numbers() }
func (s *subject) Pass() bool           { return s.raw.(ply.Passer).Pass() }
func (s *subject) Attacking() bool      { return s.raw.(interface{ Attacking() bool }).Attacking() }
func (s *subject) ToMove() int          { return s.raw.(ply.Adversarial).ToMove() }
func (s *subject) Outcome() int         { return s.raw.(ply.Adversarial).Outcome() }
func (s *subject) Hash() uint64         { return s.raw.(ply.Hasher).Hash() }
func (s *subject) Cells() int           { return s.raw.(ply.Celled).Cells() }
func (s *subject) Cell(i int) int32     { return s.raw.(ply.Celled).Cell(i) }
func (s *subject) Subgames() int        { return s.raw.(interface{ Subgames() int }).Subgames() }
func (s *subject) Expectation() float64 { return s.raw.(expectation.Evaluator).Expectation() }
func (s *subject) Unpass()              { s.raw.(ply.Passer).Unpass() }

func (s *subject) Watched(x int, dst []int32) []int32 {
	return s.raw.(interface {
		Watched(x int, dst []int32) []int32
	}).Watched(x, dst)
}
