package gametest

import (
	"iter"
	"math/rand/v2"
	"reflect"

	"github.com/ply-search/ply"
)

// Copies of interfaces of the search packages, for moves of type move, so that tests of games do not compile the
// searches. interfaces_test.go compares each with its original.
type (
	preferrer interface {
		EstimateAndPrefer(estimates []int, preferred []move) ([]int, []move)
	}
	inverter interface {
		Inverse(m move) (inverse move, ok bool)
	}
	ranker interface {
		Rank(stage int, moves []move, ranks []int32) (more bool)
	}
	quiescer interface {
		NoisyMoves(dst []move) []move
	}
	extender interface {
		Extend(m move, depth, number int) int
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
	playouter interface {
		Playout(random *rand.PCG, decisive bool, lines *[2][]move) (outcome, moves int)
	}
	multiplayerPlayouter interface {
		PlayoutAll(random *rand.PCG, decisive bool, lines [][]move, outcomes []int) (moves int)
	}
	decider interface {
		Decisive(dst []move) []move
	}
	reducer interface {
		Reduce(dst []move) []move
	}
	expert interface {
		PriorResults(moves []move, wins, simulations []float32)
	}
	simulator interface {
		Simulate(s simulation) (outcome int)
	}

	goaler interface {
		Goal() []ply.Condition
	}
	monotone interface {
		Monotone() bool
	}
	needer interface {
		Needing(c ply.Condition, dst []move) []move
	}
	conflicter interface {
		Conflict(a, b move) bool
	}
	refuter interface {
		Refuted(line []move) bool
	}
	outcomeTracer interface {
		OutcomeTrace(t cellTrace)
	}

	// goaling has the methods of threat.Game that no other capability has.
	goaling interface {
		Attacking() bool
		Standing(changes int, t cellTrace) standing
		Attacks(order int, dst []move) []move
	}
	threatTracer interface {
		TraceMove(m move, changes int, t cellTrace)
		Replies(changes int, t cellTrace, dst []move) []move
	}
)

// Interfaces in place of types of the search packages.
type (
	cellTrace interface {
		Add(cell int32)
		Has(cell int32) bool
		Cells() iter.Seq[int32]
	}
	standing   interface{ String() string }
	simulation interface{}
)

// The texts of threat.Standing.
const won, lost, open = "won", "lost", "open"

// originals are the types that the interfaces above replace.
var originals = map[reflect.Type]string{
	reflect.TypeFor[cellTrace]():  "*dependency.Trace",
	reflect.TypeFor[standing]():   "threat.Standing",
	reflect.TypeFor[simulation](): "*flat.Simulation[interface {}]",
}
