package ground_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
)

func ExampleGround() {
	d, err := gdl.Parse(strings.NewReader(`
		(role robot)
		(init (at 1))
		(<= (legal robot (go ?y)) (true (at ?x)) (near ?x ?y))
		(<= (next (at ?y)) (does robot (go ?y)))
		(<= (goal robot 100) (true (at 3)))
		(<= terminal (true (at 3)))
		(near 1 2) (near 2 3)`))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := ground.Ground(context.Background(), d, ground.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := p.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (role robot)
	// (init (at 1))
	// (<= (legal robot (go 2)) (true (at 1)))
	// (<= (next (at 2)) (does robot (go 2)))
	// (<= (legal robot (go 3)) (true (at 2)))
	// (<= (next (at 3)) (does robot (go 3)))
	// (<= (goal robot 100) (true (at 3)))
	// (<= terminal (true (at 3)))
}
