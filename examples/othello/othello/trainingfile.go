package othello

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply/transposition"
)

// A file of a training begins with fileMagic and the version of the format, 4 bytes; then come the length of the
// rest, 8 bytes, the state, and a checksum of it, 8 bytes.
const (
	fileMagic   = "ply othello training\n"
	fileVersion = 2
	mostBytes   = 64 << 20 // in a file
)

// saved is what is kept of a training.
type saved struct {
	Weights            [phases]Weights
	Counts             []byte // of all configurations in turn
	Learnt, Generation int
	Champions          int
	Population         []dna
	Random             []byte
}

// eachConfiguration calls f for configurations of patterns that are no image of one before, with those that are
// images of it: itself, with the squares in reverse where that is one, and the same with colours exchanged. The
// counts of all images are known from one.
func eachConfiguration(f func(pattern, configuration int, images [4]int)) {
	for p, size := range patternSize {
		for c := range power[size] {
			reversed, exchanged, both := 0, 0, 0
			for i := range size {
				digit := c / power[i] % 3
				other := [3]int{0, 2, 1}[digit]
				exchanged += other * power[i]
				reversed += digit * power[size-1-i]
				both += other * power[size-1-i]
			}
			if p == cornerBlock {
				reversed, both = c, exchanged
			}
			if c <= min(reversed, exchanged, both) {
				f(p, c, [4]int{c, reversed, exchanged, both})
			}
		}
	}
}

// readCounts reads what WriteTraining has written of the counts. It reports whether all of it is there.
func (e *Evaluation) readCounts(data []byte) bool {
	ok := true
	next := func() uint64 {
		value, n := binary.Uvarint(data)
		if n <= 0 || value > math.MaxUint32 {
			ok = false
			return 0
		}
		data = data[n:]
		return value
	}
	eachConfiguration(func(p, c int, images [4]int) {
		counts := Counts{Games: uint32(next())}
		if counts.Games > 0 {
			counts.Wins, counts.Draws = uint32(next()), uint32(next())
			points := next()
			counts.Points = int32(points>>1) ^ -int32(points&1)
		}
		ok = ok && uint64(counts.Wins)+uint64(counts.Draws) <= uint64(counts.Games)
		exchanged := counts
		exchanged.Wins, exchanged.Points = counts.Games-counts.Wins-counts.Draws, -counts.Points
		of := &e.counts[p]
		of[images[2]], of[images[3]] = exchanged, exchanged
		of[images[0]], of[images[1]] = counts, counts
	})
	return ok && len(data) == 0
}

//go:embed trained
var trained []byte

// Trained returns the evaluation that comes with the program, which is for reading only. It is that of
//
//	othello train -o trained
//
// which takes about seven minutes on one core: 100 000 games, in five rounds of learning, and 20 generations.
var Trained = sync.OnceValue(func() *Evaluation {
	training, err := ReadTraining(bytes.NewReader(trained))
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return training.Evaluation
})

// WriteTraining writes a training.
func WriteTraining(w io.Writer, t *Training) error {
	s := saved{
		Weights:    t.Evaluation.Weights,
		Learnt:     t.Learnt,
		Generation: t.Generation,
		Champions:  t.Champions,
		Population: t.population,
	}
	eachConfiguration(func(p, c int, _ [4]int) {
		counts := t.Evaluation.counts[p][c]
		s.Counts = binary.AppendUvarint(s.Counts, uint64(counts.Games))
		if counts.Games > 0 {
			s.Counts = binary.AppendUvarint(s.Counts, uint64(counts.Wins))
			s.Counts = binary.AppendUvarint(s.Counts, uint64(counts.Draws))
			s.Counts = binary.AppendVarint(s.Counts, int64(counts.Points))
		}
	})
	var err error
	if s.Random, err = t.random.MarshalBinary(); err != nil {
		return err
	}
	var state bytes.Buffer
	if err := gob.NewEncoder(&state).Encode(s); err != nil {
		return err
	}
	head := []byte(fileMagic)
	head = binary.BigEndian.AppendUint32(head, fileVersion)
	head = binary.BigEndian.AppendUint64(head, uint64(state.Len()))
	sum := binary.BigEndian.AppendUint64(nil, transposition.Hash(state.Bytes()))
	for _, part := range [][]byte{head, state.Bytes(), sum} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// ReadTraining reads what WriteTraining has written. It fails if that is another file, of another version, cut off
// or changed.
func ReadTraining(r io.Reader) (*Training, error) {
	head := make([]byte, len(fileMagic)+12)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(fileMagic)]) != fileMagic {
		return nil, errors.New("not a file of an Othello training")
	}
	if version := binary.BigEndian.Uint32(head[len(fileMagic):]); version != fileVersion {
		return nil, fmt.Errorf("an Othello training of version %d: want version %d", version, fileVersion)
	}
	length := binary.BigEndian.Uint64(head[len(fileMagic)+4:])
	if length > mostBytes {
		return nil, fmt.Errorf("an Othello training of %d bytes: it is damaged", length)
	}
	state := make([]byte, length+8)
	if n, err := io.ReadFull(r, state); err != nil {
		return nil, fmt.Errorf("an Othello training that is cut off: %d bytes of %d", n, len(state))
	}
	state, sum := state[:length], state[length:]
	if transposition.Hash(state) != binary.BigEndian.Uint64(sum) {
		return nil, errors.New("an Othello training that is damaged: its checksum is another")
	}
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(state)).Decode(&s); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	t := &Training{
		Evaluation: NewEvaluation(),
		Learnt:     s.Learnt,
		Generation: s.Generation,
		Champions:  s.Champions,
		population: s.Population,
		random:     new(rand.PCG),
	}
	if err := t.random.UnmarshalBinary(s.Random); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	if n := len(s.Population); n > 0 && (n < 4 || n%2 != 0) {
		return nil, fmt.Errorf("an Othello training with a population of %d", n)
	}
	t.Evaluation.Weights = s.Weights
	if !t.Evaluation.readCounts(s.Counts) {
		return nil, errors.New("an Othello training of other patterns")
	}
	t.Evaluation.Prepare()
	return t, nil
}
