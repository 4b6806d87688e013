package ply_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
)

func ExampleStatus() {
	for _, status := range []ply.Status{ply.Complete, ply.Solved, ply.OutOfNodes, ply.OutOfTime} {
		fmt.Println(status, status.Conclusive())
	}
	// Output:
	// complete true
	// solved true
	// out of nodes false
	// out of time false
}

func ExampleStatus_Err() {
	fmt.Println(ply.Complete.Err())
	fmt.Println(ply.OutOfNodes.Err(), errors.Is(ply.OutOfNodes.Err(), ply.ErrOutOfBudget))
	fmt.Println(ply.OutOfTime.Err(), errors.Is(ply.OutOfTime.Err(), context.DeadlineExceeded))
	// Output:
	// <nil>
	// ply: out of budget: out of nodes true
	// ply: out of time: context deadline exceeded true
}

// A lower bound for one side is an upper bound for the other.
func ExampleBound_Flip() {
	fmt.Println(ply.AtLeast, ply.AtLeast.Flip())
	fmt.Println(ply.Exact, ply.Exact.Flip())
	// Output:
	// at least at most
	// exact exact
}
