package gdl_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

func ExampleDescription_Check() {
	d, err := gdl.Parse(strings.NewReader(`
		(role robot)
		(init (at 1))
		(<= (legal robot (go ?y)) (true (at ?x)) (near ?x ?y))
		(<= (next (at ?y)) (does robot (go ?y)))
		(<= (goal robot 100) (not (true (at ?z))))
		(<= terminal (true (at 3)))
		(near 1 2) (near 2 3)`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range d.Check() {
		fmt.Println(p)
	}
	// Output:
	// 6:29: error: the variable ?z of a negation is in no positive premise
}

func ExampleDescription_WriteProlog() {
	d, err := gdl.Parse(strings.NewReader("(<= (next (control ?y)) (true (control ?x)) (role ?y) (distinct ?x ?y))"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.WriteProlog(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// next(control(Y)) :- true(control(X)), role(Y), distinct(X, Y).
}
