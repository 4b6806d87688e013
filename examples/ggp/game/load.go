package game

import (
	"context"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
)

// Load grounds and compiles a description that was checked and repaired ([gdl.Description.Check]), and returns its
// rules. memory is about the number of bytes that grounding may take, 0 for the default of package ground. Errors are
// those of [ground.Ground], [circuit.Compile] and [New].
func Load(ctx context.Context, d *gdl.Description, memory int, opt Options) (*Rules, error) {
	program, err := ground.Ground(ctx, d, ground.Options{MaxMemory: memory})
	if err != nil {
		return nil, err
	}
	c, err := circuit.Compile(program, circuit.Options{})
	if err != nil {
		return nil, err
	}
	return New(c, opt)
}
