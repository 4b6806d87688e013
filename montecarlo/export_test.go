package montecarlo

import (
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
)

// A Sampler plays single playouts.
type Sampler[M comparable] = sampler[M]

func NewSampler[G ply.Game[M], M comparable](g G, random rand.Source, maxLength int) (*Sampler[M], error) {
	return newSampler(g, random, maxLength)
}

// A Memory is a store in memory. A search saves its state as often as it can, unless Every is set.
type Memory struct {
	State  []byte
	Every  time.Duration
	Before func() error // of Save; may be nil
}

func (m *Memory) SaveEvery() time.Duration { return cmp.Or(m.Every, time.Nanosecond) }

func (m *Memory) Load(read func(io.Reader) error) error {
	if m.State == nil {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(m.State))
}

func (m *Memory) Save(write func(io.Writer) error) error {
	if m.Before != nil {
		if err := m.Before(); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	m.State = b.Bytes()
	return nil
}
