package distributed_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/distributed"
)

// dials are dials that are turned from 0 to top. A move is the number of the dial to turn by one.
type dials struct {
	at  [4]int
	top int
}

func (d *dials) Moves(dst []int) []int {
	for i, at := range d.at {
		if at < d.top {
			dst = append(dst, i)
		}
	}
	return dst
}

func (d *dials) Play(i int)            { d.at[i]++ }
func (d *dials) Undo(i int)            { d.at[i]-- }
func (d *dials) Acyclic() bool         { return true }
func (d *dials) Commute(i, j int) bool { return i != j }
func (d *dials) Clone() *dials         { clone := *d; return &clone }

func newDials(name string) (*dials, error) {
	d := new(dials)
	if _, err := fmt.Sscanf(name, "top %d", &d.top); err != nil {
		return nil, fmt.Errorf("want top N, not %q", name)
	}
	return d, nil
}

// This counts the positions of four dials that are turned from 0 to 10. Any number of other processes could work with
// the same registry and database at the same time.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)

	var registry distributed.Registry
	registry.Register("dials", distributed.CountProblem(newDials, nil))

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	q, err := distributed.Open(ctx, filepath.Join(folder, "queue.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer q.Close()
	run, err := q.Submit(ctx, &registry, "dials", distributed.CountOptions[int]{
		Start:  distributed.Start[int]{Name: "top 10"},
		Limits: ply.Limits{Nodes: 5000},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	ended := make(chan error)
	go func() { ended <- q.Work(ctx, &registry, distributed.WorkOptions{Workers: 2}) }()
	_, err = q.Wait(ctx, run, nil)
	stop()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(<-ended)

	count, err := distributed.CountResult[int](context.Background(), q, run, nil)
	fmt.Println(count.Status, count.Nodes, len(count.Line), err)
	// Output:
	// <nil>
	// complete 14641 40 <nil>
}
