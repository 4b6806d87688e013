package neural

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// EvaluatorOptions configure [ForPUCT]. With the zero value, each position is evaluated once, without symmetries and
// without a cache.
type EvaluatorOptions struct {
	// Average makes an evaluation the mean over all images of the position under the symmetries of the game. The mean is
	// more accurate than a single evaluation, but takes longer: the network computes every image. Average requires
	// [Description].Image.
	Average bool

	// CacheEntries is the number of entries in a cache of evaluations, which is indexed by the hash of the position. A
	// new evaluation overwrites an older one in the same entry. 0 means no cache. A cache requires a [ply.Hasher]. An
	// entry takes 64 bytes, 4 more bytes for each legal move and, in a game of several players, 8 for each player.
	CacheEntries int
}

const mostEntries = 1 << 28

// ForPUCT returns an evaluator for package puct. Several goroutines may call it. The priors of the legal moves are the
// softmax of their logits. In a game of several players, the evaluator sets a value for each player. The error wraps
// [ErrOtherGame] if the network is not for this game or this description. If inputs or move numbers are invalid, the
// search ends with an error.
func ForPUCT[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](n *Network, d Description[G, M], opt EvaluatorOptions) (puct.Evaluator[G, M], error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	e, err := newEvaluator(n, v, opt)
	if err != nil {
		return nil, err
	}
	return e.evaluate, nil
}

type evaluator[G position[M], M comparable] struct {
	network *Network
	view    *view[G, M]
	images  int // of each position
	cache   *cache
	idle    sync.Pool // of *scratch
}

type scratch struct {
	inputs  []float32
	policy  []float32 // logits
	values  []float32
	priors  []float64
	missing []int // leaves that are to be evaluated
	keys    []uint64
}

func newEvaluator[G position[M], M comparable](n *Network, v *view[G, M], opt EvaluatorOptions) (*evaluator[G, M], error) {
	if n == nil {
		return nil, errNoNetwork
	}
	if err := n.fits(&v.shape); err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	e := &evaluator[G, M]{network: n, view: v, images: 1}
	if opt.Average {
		if v.symmetries == 1 {
			return nil, fmt.Errorf("neural: Average without Image of the Description")
		}
		e.images = v.symmetries
	}
	if opt.CacheEntries < 0 || opt.CacheEntries > mostEntries {
		return nil, fmt.Errorf("neural: CacheEntries is %d, want a number up to %d", opt.CacheEntries, mostEntries)
	}
	if opt.CacheEntries > 0 {
		var g G
		if _, ok := any(g).(ply.Hasher); !ok {
			return nil, fmt.Errorf("neural: CacheEntries is %d, and %T is no ply.Hasher", opt.CacheEntries, g)
		}
		e.cache = &cache{entries: make([]entry, opt.CacheEntries)}
	}
	return e, nil
}

var errNoNetwork = fmt.Errorf("neural: no network given")

func (e *evaluator[G, M]) evaluate(_ context.Context, leaves []*puct.Leaf[G, M]) error {
	s, ok := e.idle.Get().(*scratch)
	if !ok {
		s = new(scratch)
	}
	defer e.idle.Put(s)
	s.inputs, s.missing, s.keys = s.inputs[:0], s.missing[:0], s.keys[:0]
	for i, leaf := range leaves {
		if e.cache != nil {
			key := any(leaf.Position).(ply.Hasher).Hash()
			if found(e.cache, key, leaf) {
				continue
			}
			s.keys = append(s.keys, key)
		}
		s.missing = append(s.missing, i)
		for symmetry := range e.images {
			var err error
			if s.inputs, err = e.view.inputsOf(leaf.Position, symmetry, s.inputs); err != nil {
				return fmt.Errorf("neural: %w", err)
			}
		}
	}
	if len(s.missing) == 0 {
		return nil
	}
	var err error
	s.policy, s.values, err = e.network.evaluate(s.inputs, len(s.missing)*e.images, s.policy[:0], s.values[:0])
	if err != nil {
		return err
	}
	width, values := e.view.shape.Moves, e.images*e.view.shape.values()
	for i, at := range s.missing {
		leaf := leaves[at]
		if err := e.set(s, leaf, s.policy[i*e.images*width:][:e.images*width], s.values[i*values:][:values]); err != nil {
			return err
		}
		if e.cache != nil {
			e.cache.put(s.keys[i], leaf.Value, leaf.Values, leaf.Priors)
		}
	}
	return nil
}

func (e *evaluator[G, M]) set(s *scratch, leaf *puct.Leaf[G, M], policy, values []float32) error {
	if err := e.setValues(leaf, values); err != nil {
		return err
	}
	for i := range leaf.Priors {
		leaf.Priors[i] = 0
	}
	width := e.view.shape.Moves
	for symmetry := range e.images {
		if byChance(leaf.Position) {
			continue // the probabilities of the outcomes are known
		}
		logits := policy[symmetry*width:][:width]
		s.priors = s.priors[:0]
		greatest := math.Inf(-1)
		for _, m := range leaf.Moves {
			n, err := e.view.numberOf(leaf.Position, symmetry, m)
			if err != nil {
				return fmt.Errorf("neural: %w", err)
			}
			x := float64(logits[n])
			s.priors = append(s.priors, x)
			greatest = max(greatest, x)
		}
		sum := 0.0
		for i, x := range s.priors {
			s.priors[i] = math.Exp(x - greatest)
			sum += s.priors[i]
		}
		for i, x := range s.priors {
			leaf.Priors[i] += float32(x / sum / float64(e.images))
		}
	}
	return nil
}

// setValues sets Value or, in a game of several players, Values of a leaf to the mean over all images.
func (e *evaluator[G, M]) setValues(leaf *puct.Leaf[G, M], values []float32) error {
	players := e.view.shape.Players
	if players == 0 {
		leaf.Value = 0
		for _, value := range values {
			leaf.Value += float64(value) / float64(e.images)
		}
		if byChance(leaf.Position) && e.view.viewer(leaf.Position) == 1 {
			leaf.Value = -leaf.Value // which is for side 0
		}
		return nil
	}
	if len(leaf.Values) != players {
		return fmt.Errorf("neural: a position of %d players, want %d as in the description", len(leaf.Values), players)
	}
	clear(leaf.Values)
	viewer := e.view.viewer(leaf.Position)
	for i, value := range values {
		leaf.Values[(viewer+i)%players] += float64(value) / float64(e.images)
	}
	return nil
}

type cache struct {
	mu      sync.Mutex
	entries []entry
}

type entry struct {
	key    uint64
	value  float64
	values []float64 // of several players
	priors []float32 // nil if the entry is empty
}

func (c *cache) at(key uint64) *entry { return &c.entries[key%uint64(len(c.entries))] }

func found[G, M any](c *cache, key uint64, leaf *puct.Leaf[G, M]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.at(key)
	if e.priors == nil || e.key != key || len(e.priors) != len(leaf.Moves) || len(e.values) != len(leaf.Values) {
		return false
	}
	leaf.Value = e.value
	copy(leaf.Values, e.values)
	copy(leaf.Priors, e.priors)
	return true
}

func (c *cache) put(key uint64, value float64, values []float64, priors []float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.at(key)
	*e = entry{key, value, append(e.values[:0], values...), append(e.priors[:0], priors...)}
}
