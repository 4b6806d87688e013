package joint

import (
	"encoding"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
)

// Save writes the tree with the state of its random numbers, for [Tree.Load]. The data have about as many bytes as the
// tree. Moves must either contain no pointers or have the methods AppendBinary and UnmarshalBinary. With one worker,
// Options.Random must have the methods MarshalBinary and UnmarshalBinary, like a [rand.PCG].
//
// [rand.PCG]: https://pkg.go.dev/math/rand/v2#PCG
func (t *Tree[M]) Save(w io.Writer) error { return t.kept().To(w) }

// Load replaces the tree with a tree that Save has written in the same position of the same game, with the same options
// except Progress and Random. Load also sets the state of Random to the saved state. A search of the loaded tree
// returns the same result, bit by bit, as a search of the tree that was saved. If the data are damaged or belong to
// another tree, Load returns an error, and the tree then contains only the present position.
func (t *Tree[M]) Load(r io.Reader) error { return t.kept().From(r) }

func (t *Tree[M]) kept() *sampling.Kept {
	return &sampling.Kept{Package: "joint", Header: t.header, Save: t.save, Load: t.load, Reset: t.reset, Spent: &t.spent}
}

// A marshaler is a source of random numbers that can be saved.
type marshaler interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// header returns the header of the tree.
func (t *Tree[M]) header() (saved.Header, error) {
	if t.fault != nil {
		return saved.Header{}, t.fault
	}
	layout, err := saved.MoveLayout[M]()
	if err != nil {
		return saved.Header{}, fmt.Errorf("joint: %w", err)
	}
	if _, ok := t.workers[0].source.(marshaler); !ok {
		return saved.Header{}, fmt.Errorf("joint: a tree can be saved if Random can be marshaled, as a rand.PCG; %T cannot", t.workers[0].source)
	}
	o := &t.opt
	h := saved.Header{Kind: "tree of joint", Layout: layout + " int" + strconv.Itoa(strconv.IntSize)}
	h.Options = fmt.Sprintf("Selection %v, Exploration %v, Scale %d, MaxLength %d, Memory %d, Workers %d",
		o.Selection, o.Exploration, o.Scale, o.MaxLength, o.Memory, o.Workers)
	err = t.change(func() error {
		h.Fingerprint = saved.FingerprintJoint(t.workers[0].game)
		return nil
	})
	return h, err
}

// reset makes the position of the game the only one of the tree.
func (t *Tree[M]) reset() error {
	t.spent = 0
	return t.change(func() error {
		for _, w := range t.workers {
			if err := w.begin(); err != nil {
				return err
			}
		}
		return nil
	})
}

// change calls f, which calls the game. The tree cannot be used after a panic of the game.
func (t *Tree[M]) change(f func() error) error {
	err := guard.Run(func() string { return "[]" }, f)
	t.setFault(err)
	return err
}

// save writes the tree. Simulations may go on while w waits: keep then copies the nodes that they change.
func (t *Tree[M]) save(w *saved.Writer) {
	head, err := saved.Encode(t.saveHead)
	if err != nil {
		w.Fail(err)
	}
	for _, worker := range t.workers {
		worker.frozen = &frozen[M]{count: worker.count, kept: make(map[int32]*node[M])}
	}
	defer func() {
		for _, worker := range t.workers {
			worker.frozen = nil
		}
	}()
	w.Bytes(head)
	for _, worker := range t.workers {
		f := worker.frozen
		for ; f.written < f.count; f.written++ {
			n := f.kept[int32(f.written)]
			if n == nil {
				n = worker.nodes.At(uint32(f.written)).clone() // w may wait within the node
				f.kept[int32(f.written)] = n
			}
			n.save(w)
			delete(f.kept, int32(f.written))
		}
	}
}

// A frozen is the state of a tree that is being saved: the nodes that have changed, as they were.
type frozen[M comparable] struct {
	count   int
	written int
	kept    map[int32]*node[M]
}

// keep must be called before a node changes.
func (w *worker[M]) keep(at int32, n *node[M]) {
	if f := w.frozen; int(at) >= f.written && int(at) < f.count && f.kept[at] == nil {
		f.kept[at] = n.clone()
	}
}

// clone returns a copy of a node with the lists that change.
func (n *node[M]) clone() *node[M] {
	c := *n
	c.next, c.sums, c.counts, c.shares = slices.Clone(n.next), slices.Clone(n.sums), slices.Clone(n.counts), slices.Clone(n.shares)
	for i := range c.shares {
		c.shares[i].statistics = slices.Clone(c.shares[i].statistics)
	}
	return &c
}

// saveHead writes all but the nodes.
func (t *Tree[M]) saveHead(w *saved.Writer) {
	w.Uint(uint64(t.spent))
	for _, worker := range t.workers {
		data, err := worker.source.(marshaler).MarshalBinary() // header has seen to it
		if err != nil {
			w.Fail(err)
		}
		w.Bytes(data)
		w.Int(worker.simulations)
		w.Int(worker.before)
		w.Int(worker.count)
	}
}

func (t *Tree[M]) load(r *saved.Reader) {
	head, err := saved.Decode(r.Bytes())
	if err != nil {
		r.Fail("%w", err)
		return
	}
	t.spent = time.Duration(head.Uint())
	for _, w := range t.workers {
		source := head.Bytes()
		simulations, before, count := head.Int(), head.Int(), head.Count(math.MaxInt32)
		if head.Err() != nil {
			break
		}
		w.clear()
		for w.count < count && r.Err() == nil {
			n := loadNode[M](r)
			w.add(&n)
		}
		w.simulations, w.before = simulations, before
		if err := w.source.(marshaler).UnmarshalBinary(source); err != nil {
			r.Fail("a source of random numbers: %w", err)
		}
	}
	if err := head.Close(); err != nil {
		r.Fail("%w", err)
	}
}

func (n *node[M]) save(w *saved.Writer) {
	saved.WriteMoves(w, n.moves)
	w.Int(len(n.shares))
	for i := range n.shares {
		s := &n.shares[i]
		saved.WriteImage(w, []int32{s.player, s.moves})
		saved.WriteImage(w, []bool{s.explores})
		w.Float(s.updates)
		saved.WriteImage(w, s.statistics)
	}
	saved.WriteList(w, n.outcomes)
	saved.WriteList(w, n.next)
	saved.WriteList(w, n.sums)
	saved.WriteList(w, n.counts)
	w.Int(n.visits)
}

func loadNode[M comparable](r *saved.Reader) (n node[M]) {
	if moves := saved.ReadMoves[M](r); len(moves) > 0 {
		n.moves = memory.Exactly(moves)
	}
	if shares := r.Count(saved.Many); shares > 0 && shares <= len(n.moves) {
		n.shares = make([]share, shares)
	}
	numbers := make([]float64, statistics*len(n.moves))
	for i := range n.shares {
		var which [2]int32
		var explores [1]bool
		saved.ReadImage(r, which[:])
		saved.ReadImage(r, explores[:])
		own := statistics * int(which[1])
		if own < 0 || own > len(numbers) {
			r.Fail("a player with %d moves", which[1])
			return n
		}
		n.shares[i] = share{player: which[0], moves: which[1], explores: explores[0], updates: r.Float(), statistics: numbers[:own:own]}
		saved.ReadImage(r, n.shares[i].statistics)
		numbers = numbers[own:]
	}
	n.outcomes, n.next = saved.ReadList[float64](r), saved.ReadList[int32](r)
	n.sums, n.counts = saved.ReadList[float64](r), saved.ReadList[int32](r)
	n.visits = r.Int()
	return n
}
