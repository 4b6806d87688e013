package retrograde

import (
	"encoding"
	"encoding/binary"
	"errors"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// Probe returns the game g with the values of a table: it is a [ply.Bounder], for the options Bounds of packages
// alphabeta and proof, and a [ply.Evaluator]. A search need not look further in these positions. The Probed owns g.
//
// Each position visited reads the table once. An error in this ends the search as a [ply.GamePanic].
func Probe[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}, M comparable](g G, t Table) *Probed[G, M] {
	return &Probed[G, M]{g, t, sides.EvaluatorOf(g)}
}

type hashedGame[G any, M comparable] interface {
	ply.AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}

// A Probed is a game with the values of a table ([Probe]).
type Probed[G hashedGame[G, M], M comparable] struct {
	game      G
	table     Table
	evaluator ply.Evaluator
}

func (p *Probed[G, M]) look() (value int, ok bool) {
	v, err := p.table.Value(p.game)
	switch {
	case err == nil:
		return v.Outcome, true
	case errors.Is(err, ErrAbsent):
		return 0, false
	}
	panic(err)
}

// Moves implements [ply.Game].
func (p *Probed[G, M]) Moves(dst []M) []M { return p.game.Moves(dst) }

// Play implements [ply.Game].
func (p *Probed[G, M]) Play(m M) { p.game.Play(m) }

// Undo implements [ply.Game].
func (p *Probed[G, M]) Undo(m M) { p.game.Undo(m) }

// ToMove implements [ply.Adversarial].
func (p *Probed[G, M]) ToMove() int { return p.game.ToMove() }

// Outcome implements [ply.Adversarial].
func (p *Probed[G, M]) Outcome() int { return p.game.Outcome() }

// Hash implements [ply.Hasher].
func (p *Probed[G, M]) Hash() uint64 { return p.game.Hash() }

// AppendBinary appends the identity of the position or, in a game without, its hash.
func (p *Probed[G, M]) AppendBinary(dst []byte) ([]byte, error) {
	if b, ok := any(p.game).(encoding.BinaryAppender); ok {
		return b.AppendBinary(dst)
	}
	return binary.LittleEndian.AppendUint64(dst, p.game.Hash()), nil
}

// Clone implements [ply.Cloner].
func (p *Probed[G, M]) Clone() *Probed[G, M] { return Probe(p.game.Clone(), p.table) }

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

// Evaluate implements [ply.Evaluator]: it returns the value from the table or, without one, the game's evaluation.
func (p *Probed[G, M]) Evaluate() int {
	if v, ok := p.look(); ok {
		return v
	}
	return p.evaluator.Evaluate()
}
