package retrograde

import (
	"encoding"
	"errors"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// A Knower is a game whose searches can be told what a table knows ([Probe], [Finish]).
type Knower[G any, M comparable] interface {
	ply.AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}

// Probe returns a game that is g, and also knows the values of the positions that a table has: it is a [ply.Bounder], for
// the options Bounds of packages alphabeta and proof, and a [ply.Evaluator]. A search that meets the table so need not look
// further there. The game belongs to the caller no longer.
//
// The table is asked once for each position that a search looks at. If it cannot be read, the search ends with a
// [ply.GamePanic] with the error.
func Probe[G Knower[G, M], M comparable](g G, t Table) *Probed[G, M] {
	return &Probed[G, M]{known[G, M]{g, t}, sides.EvaluatorOf(g)}
}

// Finish returns a game that is g, but ends in each position that the table has, with the value from the table. It is for
// searches that do not ask for bounds, such as those of package mcts. If the table has the start, it has no moves. The
// game belongs to the caller no longer.
func Finish[G Knower[G, M], M comparable](g G, t Table) *Finished[G, M] {
	return &Finished[G, M]{known[G, M]{g, t}}
}

// known is a game with a table.
type known[G Knower[G, M], M comparable] struct {
	game  G
	table Table
}

// look returns the value of the present position, if the table has it.
func (k *known[G, M]) look() (value int, ok bool) {
	v, err := k.table.Value(k.game)
	switch {
	case err == nil:
		return v.Outcome, true
	case errors.Is(err, ErrAbsent):
		return 0, false
	}
	panic(err)
}

// Game returns the game itself.
func (k *known[G, M]) Game() G { return k.game }

func (k *known[G, M]) Play(m M)          { k.game.Play(m) }
func (k *known[G, M]) Undo(m M)          { k.game.Undo(m) }
func (k *known[G, M]) ToMove() int       { return k.game.ToMove() }
func (k *known[G, M]) Hash() uint64      { return k.game.Hash() }
func (k *known[G, M]) copy() known[G, M] { return known[G, M]{k.game.Clone(), k.table} }

// AppendBinary appends the identity of the position or, in a game without, its hash.
func (k *known[G, M]) AppendBinary(dst []byte) ([]byte, error) {
	if b, ok := any(k.game).(encoding.BinaryAppender); ok {
		return b.AppendBinary(dst)
	}
	h := k.game.Hash()
	for range 8 {
		dst = append(dst, byte(h))
		h >>= 8
	}
	return dst, nil
}

// A Probed is a game that knows what a table knows ([Probe]).
type Probed[G Knower[G, M], M comparable] struct {
	known[G, M]
	evaluator ply.Evaluator
}

// Moves implements [ply.Game].
func (p *Probed[G, M]) Moves(dst []M) []M { return p.game.Moves(dst) }

// Outcome implements [ply.Adversarial].
func (p *Probed[G, M]) Outcome() int { return p.game.Outcome() }

// Clone implements [ply.Cloner].
func (p *Probed[G, M]) Clone() *Probed[G, M] {
	c := p.copy()
	return &Probed[G, M]{c, sides.EvaluatorOf(c.game)}
}

// Acyclic implements [ply.Acyclic], as the game does.
func (p *Probed[G, M]) Acyclic() bool {
	a, ok := any(p.game).(ply.Acyclic)
	return ok && a.Acyclic()
}

// Bounds implements [ply.Bounder].
func (p *Probed[G, M]) Bounds(alpha, beta int) (low, high int) {
	if v, ok := p.look(); ok {
		return v, v
	}
	return -ply.MaxValue, ply.MaxValue
}

// Evaluate implements [ply.Evaluator]: it returns the value from the table or, where that has none, the evaluation of the
// game.
func (p *Probed[G, M]) Evaluate() int {
	if v, ok := p.look(); ok {
		return v
	}
	return p.evaluator.Evaluate()
}

// A Finished is a game that ends where a table knows the value ([Finish]).
type Finished[G Knower[G, M], M comparable] struct{ known[G, M] }

// Moves implements [ply.Game].
func (f *Finished[G, M]) Moves(dst []M) []M {
	if _, ok := f.look(); ok {
		return dst
	}
	return f.game.Moves(dst)
}

// Outcome implements [ply.Adversarial].
func (f *Finished[G, M]) Outcome() int {
	if v, ok := f.look(); ok {
		return v
	}
	return f.game.Outcome()
}

// Clone implements [ply.Cloner].
func (f *Finished[G, M]) Clone() *Finished[G, M] { return &Finished[G, M]{f.copy()} }
