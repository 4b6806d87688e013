package game

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
)

// Load grounds and compiles a description that was checked and repaired ([gdl.Description.Check]), and returns its
// rules. memory is about the number of bytes that grounding may take, 0 for the default of package ground. Load returns
// the errors of [ground.Ground], [circuit.New], [circuit.Graph.Compile] and [New], and that of ctx soon after it has
// ended.
func Load(ctx context.Context, d *gdl.Description, memory int, opt Options) (*Rules, error) {
	program, err := ground.Ground(ctx, d, ground.Options{MaxMemory: memory})
	if err != nil {
		return nil, err
	}
	g, err := circuit.New(program)
	if err != nil {
		return nil, err
	}
	program = nil // its memory is needed
	var plain *circuit.Graph
	if len(g.Roles) == 1 && g.Size().Wires <= mostWires {
		plain = g.Clone()
	}
	if err := g.SimplifyUntil(ctx, circuit.AllPasses); err != nil {
		return nil, err
	}
	r, err := compile(g, opt)
	if err == nil {
		r.plain = plain
	}
	return r, err
}

// mostWires is the number of wires of the largest graph that is kept for [Rules.From]: larger ones take hundreds of
// megabytes, and seconds for each attempt.
const mostWires = 2_000_000

// compile makes rules of a graph that was simplified.
func compile(g *circuit.Graph, opt Options) (*Rules, error) {
	kept := g
	if g.Size().Wires <= mostWires {
		g = g.Clone()
	} else {
		kept = nil
	}
	c, err := g.Compile()
	if err != nil {
		return nil, err
	}
	r, err := New(c, opt)
	if err != nil || kept == nil {
		return r, err
	}
	r.graph = kept
	// Gates that depend on themselves are no reason to fail: another machine evaluates them.
	if n, err := kept.Network(); err == nil && n.Suits(c) {
		r.network = n
	}
	return r, nil
}

// newMachine returns the faster machine for one position.
func (r *Rules) newMachine() circuit.Walker {
	if r.network != nil {
		return r.network.NewPropagator()
	}
	return r.NewMachine()
}

// From returns rules for matches that begin in a state, one of those that a match of these rules can come to. Facts
// that can change no more and moves that will never be legal are constants in their circuit ([circuit.Graph.From]),
// which is smaller the later the state. Facts and moves keep their numbers, so that moves, hashes and trees remain
// valid: see the method Continue of [Sides]. From returns r itself if that saves less than an eighth of the wires, and for
// rules that do not come from Load or have a very large circuit. It returns an error for a state of another length.
//
// To find out what is saved takes a small part of the time in which the circuit was made, to make the new one seldom
// more than half of it.
func (r *Rules) From(state circuit.State) (*Rules, error) {
	if len(state) != r.Words() {
		return nil, fmt.Errorf("game: a state of %d words, want %d", len(state), r.Words())
	}
	if r.graph == nil {
		return r, nil
	}
	g, err := r.graph.From(state)
	if err != nil {
		return nil, err
	}
	g.Simplify(circuit.Frozen | circuit.Constants | circuit.Absorbing | circuit.Useless)
	if g.Size().Wires > r.graph.Size().Wires/8*7 {
		return r, nil
	}
	g.Simplify(circuit.AllPasses)
	later, err := compile(g, r.opt)
	if err == nil {
		later.plain = r.plain
	}
	return later, err
}
