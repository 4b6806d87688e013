package othello

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply/transposition"
)

// A file of a training begins with fileMagic and the version of the format, 4 bytes; then come the length of the
// rest, 8 bytes, the state, and a checksum of it, 8 bytes.
const (
	fileMagic   = "ply othello training\n"
	fileVersion = 1
	mostBytes   = 64 << 20 // in a file
)

// saved is what is kept of a training.
type saved struct {
	Weights            [phases]Weights
	Counts             []savedCounts
	Learnt, Generation int
	Champions          int
	Population         []dna
	Random             []byte
}

// savedCounts is a configuration that was seen.
type savedCounts struct {
	Pattern, Configuration uint16
	Counts                 Counts
}

// WriteTraining writes a training.
func WriteTraining(w io.Writer, t *Training) error {
	s := saved{
		Weights:    t.Evaluation.Weights,
		Learnt:     t.Learnt,
		Generation: t.Generation,
		Champions:  t.Champions,
		Population: t.population,
	}
	for p := range t.Evaluation.counts {
		for c, counts := range t.Evaluation.counts[p] {
			if counts.Games > 0 {
				s.Counts = append(s.Counts, savedCounts{uint16(p), uint16(c), counts})
			}
		}
	}
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
	t.Evaluation.Weights = s.Weights
	for _, c := range s.Counts {
		if c.Pattern >= patterns || c.Configuration >= configurations {
			return nil, errors.New("an Othello training of other patterns")
		}
		t.Evaluation.counts[c.Pattern][c.Configuration] = c.Counts
	}
	t.Evaluation.Prepare()
	return t, nil
}
