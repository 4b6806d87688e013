package saved

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
)

// A fingerprint goes through this many lines of play of at most this many moves.
const (
	fingerprintLines  = 8
	fingerprintLength = 24
)

// Fingerprint returns a hash of how a game behaves at its present position and on some lines from there: the moves, who is to
// move, results, evaluations, hashes.
func Fingerprint[M comparable](g ply.Game[M]) uint64 {
	p := printer[M]{game: g, prints: printable(reflect.TypeFor[M]())}
	p.position()
	state := p.hash.Sum64()
	for range fingerprintLines {
		var line []M
		for len(line) < fingerprintLength {
			moves := p.list()
			if len(moves) == 0 {
				break
			}
			state = state*0xd1342543de82ef95 + 1
			m := moves[(state>>32)%uint64(len(moves))]
			g.Play(m)
			line = append(line, m)
			p.position()
		}
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
	}
	return p.hash.Sum64()
}

// A printer hashes the results of a game's methods.
type printer[M comparable] struct {
	game   ply.Game[M]
	prints bool // moves print the same in every process
	hash   xxhash.Digest
	moves  []M
	data   []byte
}

func (p *printer[M]) list() []M {
	p.moves = p.game.Moves(p.moves[:0])
	return p.moves
}

func (p *printer[M]) uint(n uint64)   { p.write(binary.LittleEndian.AppendUint64(p.data[:0], n)) }
func (p *printer[M]) float(x float64) { p.uint(math.Float64bits(x)) }

func (p *printer[M]) bool(b bool) {
	if b {
		p.uint(1)
	} else {
		p.uint(0)
	}
}

// write hashes some bytes and how many they are, and keeps their memory.
func (p *printer[M]) write(data []byte) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(len(data)))
	p.hash.Write(size[:])
	p.hash.Write(data)
	p.data = data
}

// position hashes the present position.
func (p *printer[M]) position() {
	moves := p.list()
	p.uint(uint64(len(moves)))
	for _, m := range moves {
		p.move(m)
	}
	switch h := p.game.(type) {
	case ply.Rehasher:
		p.uint(h.Rehash()) // after Hash, a game may maintain its hash
	case ply.Hasher:
		p.uint(h.Hash())
	}
	if b, ok := p.game.(encoding.BinaryAppender); ok {
		if data, err := b.AppendBinary(p.data[:0]); err == nil {
			p.write(data)
		}
	}
	p.puzzle(moves)
	turn := 0
	switch g := p.game.(type) {
	case ply.Adversarial:
		turn = g.ToMove()
		p.uint(uint64(turn))
		if len(moves) == 0 {
			p.uint(uint64(g.Outcome()))
		}
	case ply.Multiplayer:
		turn = g.ToMove()
		values := make([]int, g.Players())
		p.uint(uint64(turn))
		if len(moves) == 0 {
			g.Outcomes(values)
		}
		for _, v := range values {
			p.uint(uint64(v))
		}
	}
	if e, ok := p.game.(ply.Evaluator); ok && len(moves) > 0 {
		p.uint(uint64(e.Evaluate()))
	}
	if h, ok := p.game.(ply.Imperfect); ok && turn >= 0 {
		p.write(h.AppendInformation(p.data[:0], turn))
	}
	if s, ok := p.game.(ply.Stochastic[M]); ok && turn == ply.Chance {
		for _, x := range s.Probabilities(moves, nil) {
			p.float(x)
		}
	}
}

// puzzle hashes what only games of one player answer.
func (p *printer[M]) puzzle(moves []M) {
	if g, ok := p.game.(ply.Puzzle); ok {
		p.bool(g.Solved())
	}
	if g, ok := p.game.(ply.Scorer); ok {
		p.float(g.Score())
	}
	if g, ok := p.game.(ply.Estimator); ok {
		p.uint(uint64(g.Estimate()))
	}
	if g, ok := p.game.(ply.Coster[M]); ok {
		for _, m := range moves {
			p.uint(uint64(g.Cost(m)))
		}
	}
}

// move hashes a move, by the notation of the game if it has one.
func (p *printer[M]) move(m M) {
	if n, ok := p.game.(ply.Notation[M]); ok {
		p.write(n.AppendMove(p.data[:0], m))
	} else if p.prints {
		p.write(fmt.Append(p.data[:0], m))
	}
}

// printable reports whether values of a type print without addresses.
func printable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan, reflect.Func, reflect.Interface:
		return false
	case reflect.Array:
		return printable(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !printable(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
