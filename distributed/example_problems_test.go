package distributed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply/distributed"
)

// finish submits a run of a problem of the registry to a new database, works on it to its end, and calls result.
func finish(registry *distributed.Registry, name string, options any, result func(ctx context.Context, q *distributed.Queue, run int64)) {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	q, err := distributed.Open(ctx, filepath.Join(folder, "queue.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer q.Close()
	run, err := q.Submit(ctx, registry, name, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- q.Work(ctx, registry, distributed.WorkOptions{Workers: 2}) }()
	if _, err = q.Wait(ctx, run, nil); err != nil {
		fmt.Println(err)
	}
	stop()
	if err := <-ended; err != nil {
		fmt.Println(err)
	}
	result(context.Background(), q, run)
}

// Perft of a heap of 14 sticks, of which one, two or three are taken at a time.
func ExamplePerftProblem() {
	var registry distributed.Registry
	registry.Register("perft", distributed.PerftProblem(newStick))
	finish(&registry, "perft", distributed.PerftOptions[int]{Depth: 4}, func(ctx context.Context, q *distributed.Queue, run int64) {
		counts, err := q.PerftResult(ctx, run)
		for depth, c := range counts {
			fmt.Println(depth, c.Leaves)
		}
		fmt.Println(err)
	})
	// Output:
	// 0 1
	// 1 3
	// 2 9
	// 3 27
	// 4 81
	// <nil>
}

// Three islands look for the longest game with the sticks, and tell each other of their best lines.
func ExampleIslandProblem() {
	var registry distributed.Registry
	registry.Register("islands", distributed.IslandProblem(newStick))
	options := distributed.IslandOptions[int]{Islands: 3, Rounds: 2, Playouts: 100, Exchange: true, Level: 2}
	finish(&registry, "islands", options, func(ctx context.Context, q *distributed.Queue, run int64) {
		islands, err := distributed.IslandResult[int](ctx, q, run)
		for _, island := range islands {
			fmt.Println(island.Score, err)
		}
	})
	// Output:
	// 14 <nil>
	// 14 <nil>
	// 14 <nil>
}

// A match of 40 games between a player who finds the best move with probability 0.9 and one who plays at random.
func ExampleMatchProblem() {
	var registry distributed.Registry
	registry.Register("match", distributed.MatchProblem(newMatch))
	options := distributed.MatchOptions{Setup: json.RawMessage("[0.9, 0]"), Games: 40, Seed: 1}
	finish(&registry, "match", options, func(ctx context.Context, q *distributed.Queue, run int64) {
		r, err := q.MatchResult(ctx, run)
		fmt.Println(r.Games(), r.Wins > r.Losses, err)
	})
	// Output: 40 true <nil>
}

// Games with other rules or another start have other fingerprints.
func ExampleFingerprint() {
	one, err := distributed.Fingerprint(context.Background(), &stick{left: 14})
	if err != nil {
		fmt.Println(err)
		return
	}
	other, err := distributed.Fingerprint(context.Background(), &stick{left: 15})
	fmt.Println(one == other, err)
	// Output: false <nil>
}
