package gametest

import "math/rand/v2"

// These interfaces are copies of interfaces of the search packages. Go compares interfaces by their methods, so a game has a
// copy if and only if it has the original. With copies, a test of a game does not compile the searches. Interfaces whose
// methods mention types of their own package are imported. interfaces_test.go compares each copy with its original.
type (
	preferrer[M comparable] interface {
		EstimateAndPrefer(estimates []int, preferred []M) ([]int, []M)
	}
	inverter[M comparable] interface {
		Inverse(m M) (inverse M, ok bool)
	}
	ranker[M comparable] interface {
		Rank(stage int, moves []M, ranks []int32) (more bool)
	}
	quiescer[M comparable] interface {
		NoisyMoves(dst []M) []M
	}
	extender[M comparable] interface {
		Extend(m M, depth, number int) int
	}
	initializer interface {
		FirstNumbers() (proof, disproof int)
	}
	indexer interface {
		Positions() uint64
		Index() uint64
		SetIndex(index uint64) bool
	}
	classed interface {
		Classes() []uint64
		Below(class int) []int
	}
	forward interface {
		Successors(other, same []uint64) (others, sames []uint64)
	}
	backward interface {
		Predecessors(other, same []uint64) (others, sames []uint64)
	}
	playouter[M comparable] interface {
		Playout(random *rand.PCG, decisive bool, lines *[2][]M) (outcome, moves int)
	}
	multiplayerPlayouter[M comparable] interface {
		PlayoutAll(random *rand.PCG, decisive bool, lines [][]M, outcomes []int) (moves int)
	}
	decider[M comparable] interface {
		Decisive(dst []M) []M
	}
	reducer[M comparable] interface {
		Reduce(dst []M) []M
	}
	expert[M comparable] interface {
		PriorResults(moves []M, wins, simulations []float32)
	}
)
