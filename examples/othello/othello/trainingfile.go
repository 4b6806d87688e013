package othello

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/ply-search/ply/transposition"
)

// A file of a training is a line with the version of the format, the state as a gob, and a checksum of all that in 8 bytes.
const (
	fileMagic = "ply othello training 3\n"
	mostBytes = 64 << 20
)

type saved struct {
	Weights            [phases]Weights
	Counts             []Counts // of each class
	Learnt, Generation int
	Champions          int
	Population         []dna
	Random             []byte
}

// classes yields the classes of symmetric configurations of each pattern: one configuration, its reverse (itself in a
// corner), and both with colours exchanged. The counts of the first one determine the others.
func classes(yield func(pattern int, images [4]int) bool) {
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
			if c <= min(reversed, exchanged, both) && !yield(p, [4]int{c, reversed, exchanged, both}) {
				return
			}
		}
	}
}

// setCounts sets the counts of all configurations by the counts of each class, and reports whether these are valid.
func (e *Evaluation) setCounts(all []Counts) bool {
	for p, images := range classes {
		if len(all) == 0 || uint64(all[0].Wins)+uint64(all[0].Draws) > uint64(all[0].Games) {
			return false
		}
		counts, exchanged := all[0], all[0]
		exchanged.Wins, exchanged.Points = counts.Games-counts.Wins-counts.Draws, -counts.Points
		of := &e.counts[p]
		of[images[2]], of[images[3]] = exchanged, exchanged
		of[images[0]], of[images[1]] = counts, counts
		all = all[1:]
	}
	return len(all) == 0
}

//go:embed trained
var trained []byte

// Trained returns the evaluation that comes with the program, for reading only. The command
//
//	othello train -o trained
//
// makes it in about seven minutes on one core: 100 000 games, in five rounds of learning, and 20 generations.
var Trained = sync.OnceValue(func() *Evaluation {
	training, err := ReadTraining(bytes.NewReader(trained))
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return training.Evaluation
})

// WriteTraining writes a training.
func WriteTraining(w io.Writer, t *Training) error {
	random, err := t.random.MarshalBinary()
	if err != nil {
		return err
	}
	s := saved{t.Evaluation.Weights, nil, t.Learnt, t.Generation, t.Champions, t.population, random}
	for p, images := range classes {
		s.Counts = append(s.Counts, t.Evaluation.counts[p][images[0]])
	}
	file := bytes.NewBufferString(fileMagic)
	if err := gob.NewEncoder(file).Encode(s); err != nil {
		return err
	}
	_, err = w.Write(binary.BigEndian.AppendUint64(file.Bytes(), transposition.Hash(file.Bytes())))
	return err
}

// ReadTraining reads a training that WriteTraining has written. It fails if the file is another one, of another version, cut
// off or changed.
func ReadTraining(r io.Reader) (*Training, error) {
	file, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, err
	}
	state, ok := bytes.CutPrefix(file, []byte(fileMagic))
	if !ok {
		return nil, errors.New("not a file of an Othello training of version 3")
	}
	end := len(state) - 8
	if end < 0 || transposition.Hash(file[:len(file)-8]) != binary.BigEndian.Uint64(state[end:]) {
		return nil, errors.New("an Othello training that is damaged or cut off")
	}
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(state[:end])).Decode(&s); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	t := &Training{NewEvaluation(), s.Learnt, s.Generation, s.Champions, s.Population, new(rand.PCG)}
	if err := t.random.UnmarshalBinary(s.Random); err != nil {
		return nil, fmt.Errorf("an Othello training: %w", err)
	}
	if n := len(s.Population); n > 0 && (n < 4 || n%2 != 0) {
		return nil, fmt.Errorf("an Othello training with a population of %d", n)
	}
	t.Evaluation.Weights = s.Weights
	if !t.Evaluation.setCounts(s.Counts) {
		return nil, errors.New("an Othello training of other patterns")
	}
	t.Evaluation.Prepare()
	return t, nil
}
