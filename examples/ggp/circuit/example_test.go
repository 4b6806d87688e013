package circuit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
)

// A game of matching pennies, with rules written on the spot, compiled and played.
func Example() {
	description, err := gdl.Parse(strings.NewReader(`
		(role even) (role odd)
		(<= (legal ?role heads) (role ?role) (not (true over)))
		(<= (legal ?role tails) (role ?role) (not (true over)))
		(<= (next equal) (does even ?side) (does odd ?side))
		(next over)
		(<= terminal (true over))
		(<= (goal even 100) (true equal))
		(<= (goal even 0) (not (true equal)))
		(<= (goal odd 100) (not (true equal)))
		(<= (goal odd 0) (true equal))`))
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := ground.Ground(context.Background(), description, ground.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	compiled, err := circuit.Compile(program)
	if err != nil {
		fmt.Println(err)
		return
	}

	machine := compiled.NewMachine()
	joint := make([]int32, 2)
	for role, name := range compiled.Roles {
		legal := machine.Legal(role, nil)
		joint[role] = legal[len(legal)-1]
		fmt.Println(name, compiled.Moves[role][joint[role]])
	}
	if err := machine.Play(joint); err != nil {
		fmt.Println(err)
		return
	}
	value, _ := machine.Goal(0)
	fmt.Println(machine.Terminal(), value)

	tally := compiled.NewLanes().Playouts(compiled.Initial, 1000, rand.NewPCG(1, 1), 0)
	fmt.Println(tally.Playouts, tally.Sum[0]+tally.Sum[1])
	// Output:
	// even tails
	// odd tails
	// true 100
	// 1000 100000
}

// ExampleAnalyze finds the counter of a game.
func ExampleAnalyze() {
	program := &ground.Program{
		Roles: []string{"robot"}, Random: -1,
		Atoms: []ground.Atom{{Kind: ground.True, Term: "day"}, {Kind: ground.Next, Term: "day"}},
		Rules: []ground.Rule{{Head: 1, Body: []ground.Literal{ground.Lit(0, true)}}},
	}
	analysis, err := circuit.Analyze(program)
	fmt.Println(analysis.Counters, err)
	// Output: [{[0] 0 2}] <nil>
}
