package retrograde

import (
	"encoding"
	"encoding/binary"
	"errors"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// Probe combines the game g with the values of a table. The result is a [ply.Evaluator] and a [ply.Bounder]. Searches
// that use a Bounder do not look beyond a position that is in the table: the searches of package proof, and the
// searches of package alphabeta with the option Bounds. The result plays on g: do not use g at the same time.
//
// A search reads the table once for each position that it visits. If reading the table fails, the search returns the
// error as a [ply.GamePanic].
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

// A Probed is a game combined with the values of a table; see [Probe].
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

// AppendBinary appends what AppendBinary of the game appends. If the game has no such method, AppendBinary appends the
// hash of the position.
func (p *Probed[G, M]) AppendBinary(dst []byte) ([]byte, error) {
	if b, ok := any(p.game).(encoding.BinaryAppender); ok {
		return b.AppendBinary(dst)
	}
	return binary.LittleEndian.AppendUint64(dst, p.game.Hash()), nil
}

// Clone implements [ply.Cloner].
func (p *Probed[G, M]) Clone() *Probed[G, M] { return Probe(p.game.Clone(), p.table) }

// Acyclic implements [ply.Acyclic]. It reports whether the game declares itself acyclic.
func (p *Probed[G, M]) Acyclic() bool {
	a, ok := any(p.game).(ply.Acyclic)
	return ok && a.Acyclic()
}

// Bounds implements [ply.Bounder]. If the position is in the table, both bounds are its value. If not, the bounds are
// -MaxValue and MaxValue.
func (p *Probed[G, M]) Bounds(alpha, beta int) (low, high int) {
	if v, ok := p.look(); ok {
		return v, v
	}
	return -ply.MaxValue, ply.MaxValue
}

// Evaluate implements [ply.Evaluator]. It returns the value in the table or, if the position is not in the table, the
// evaluation of the game.
func (p *Probed[G, M]) Evaluate() int {
	if v, ok := p.look(); ok {
		return v
	}
	return p.evaluator.Evaluate()
}
