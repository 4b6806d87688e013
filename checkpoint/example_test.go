package checkpoint_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Chomp is the game of Schuh (1952) and Gale (1974): a move takes a square of a bar of chocolate and all above it and to its
// right. Who takes the last square, at the lower left, loses.
type Chomp struct {
	heights []int // of the columns, which never rise
	before  [][]int
}

func (g *Chomp) Moves(dst []int) []int {
	for column, height := range g.heights {
		for row := range height {
			dst = append(dst, 10*column+row)
		}
	}
	return dst
}

func (g *Chomp) Play(m int) {
	g.before = append(g.before, slices.Clone(g.heights))
	for column := m / 10; column < len(g.heights); column++ {
		g.heights[column] = min(g.heights[column], m%10)
	}
}

func (g *Chomp) Undo(int) {
	last := len(g.before) - 1
	g.heights, g.before = g.before[last], g.before[:last]
}

func (g *Chomp) ToMove() int   { return len(g.before) % 2 }
func (g *Chomp) Outcome() int  { return 1 } // the opponent has taken the last square
func (g *Chomp) Acyclic() bool { return true }

func (g *Chomp) Hash() uint64 {
	hash := uint64(0)
	for _, height := range g.heights {
		hash = 10*hash + uint64(height)
	}
	return transposition.Mix(hash)
}

// A search that a limit has ended goes on from its file when it is called again.
func Example() {
	dir, err := os.MkdirTemp("", "chomp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	game := &Chomp{heights: []int{4, 4, 4, 4, 4}}

	opt := alphabeta.Options[int]{
		Window:     [2]int{-1, 1}, // who wins
		Checkpoint: checkpoint.File{Name: filepath.Join(dir, "state")},
	}
	result, err := alphabeta.Search(ctx, game, ply.Limits{Nodes: 1000}, opt)
	fmt.Println(result.Status, err)

	result, err = alphabeta.Search(ctx, game, ply.Limits{}, opt) // in this process or another
	fmt.Println(result.Status, result.Value, err)

	other := &Chomp{heights: []int{4, 4, 4, 4}}
	_, err = alphabeta.Search(ctx, other, ply.Limits{}, opt)
	fmt.Println("another game:", err != nil)
	// Output:
	// out of nodes <nil>
	// complete 1 <nil>
	// another game: true
}

// A row is a store in the row of a database, here in memory.
type row struct{ data []byte }

func (r *row) Load(read func(io.Reader) error) error {
	if r.data == nil {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(r.data))
}

func (r *row) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	r.data = b.Bytes()
	return nil
}

// States can be kept elsewhere than in a file.
func ExampleStore() {
	store := new(row)
	opt := alphabeta.Options[int]{Depth: 3, Checkpoint: store}
	_, err := alphabeta.Search(context.Background(), &Chomp{heights: []int{3, 3, 3}}, ply.Limits{}, opt)
	fmt.Println(len(store.data) > 0, err)
	// Output: true <nil>
}

// The same game has the same fingerprint in every process.
func ExampleFingerprint() {
	three, four := &Chomp{heights: []int{3, 3, 3}}, &Chomp{heights: []int{3, 3, 3, 3}}
	fmt.Println(checkpoint.Fingerprint(three) == checkpoint.Fingerprint(&Chomp{heights: []int{3, 3, 3}}))
	fmt.Println(checkpoint.Fingerprint(three) == checkpoint.Fingerprint(four))
	// Output:
	// true
	// false
}

// A table is kept in a file from one game to the next.
func ExampleFile() {
	dir, err := os.MkdirTemp("", "chomp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := checkpoint.File{Name: filepath.Join(dir, "table")}
	game := &Chomp{heights: []int{3, 3, 3, 3}}
	fingerprint := checkpoint.Fingerprint(game)

	table := transposition.NewTable(1 << 20)
	first, err := alphabeta.Search(context.Background(), game, ply.Limits{}, alphabeta.Options[int]{Table: table})
	if err == nil {
		err = file.Save(func(w io.Writer) error { return table.Save(w, fingerprint) })
	}
	fmt.Println(err)

	table = new(transposition.Table)
	err = file.Load(func(r io.Reader) error { return table.Load(r, fingerprint) })
	again, err2 := alphabeta.Search(context.Background(), game, ply.Limits{}, alphabeta.Options[int]{Table: table})
	fmt.Println(again.Nodes < first.Nodes, err, err2)
	// Output:
	// <nil>
	// true <nil> <nil>
}
