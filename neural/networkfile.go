package neural

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
)

// A fileHeader is the first line of a network's file; see the package documentation.
type fileHeader struct {
	Format       string      `json:"format"`
	Version      int         `json:"version"`
	shapeFields              // in the line as such
	Architecture form        `json:"architecture"`
	Parameters   []parameter `json:"parameters"`
}

type shapeFields = shape

const (
	networkFormat  = "ply network"
	networkVersion = 1
	mostFile       = 4*mostWeights + 1<<20
)

// Save writes the network to the named file, with a checksum. An existing file is replaced atomically.
func (n *Network) Save(name string) error {
	data, err := n.encode()
	if err != nil {
		return err
	}
	if err := writeFile(name, data); err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	return nil
}

func writeFile(name string, data []byte) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func (n *Network) encode() ([]byte, error) {
	header, err := json.Marshal(fileHeader{networkFormat, networkVersion, n.shape, n.architecture.form(), n.parameters})
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	data := append(header, '\n')
	for i := range n.parameters {
		for _, x := range n.parameters[i].values {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return binary.LittleEndian.AppendUint64(data, xxhash.Sum64(data)), nil
}

// Load reads a network from a file written by [Network.Save]. If name is a folder of [Train], it reads the network of
// the last complete generation. The error wraps [ErrOtherGame] if the network belongs to another game or description,
// and the error of [os.Open] if the file cannot be opened. If the file is damaged, Load returns an error.
func Load[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](name string, d Description[G, M]) (*Network, error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		generations, err := Generations(name)
		if err != nil {
			return nil, err
		}
		if len(generations) == 0 {
			return nil, fmt.Errorf("neural: %s: no network", name)
		}
		name = networkName(name, generations[len(generations)-1])
	}
	return load(name, &v.shape)
}

func load(name string, s *shape) (*Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostFile))
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	n, err := decode(data, s)
	if err != nil {
		return nil, fmt.Errorf("neural: %s: %w", name, err)
	}
	return n, nil
}

var errDamaged = errors.New("a damaged file of a network")

func decode(data []byte, s *shape) (*Network, error) {
	line, rest, ok := bytes.Cut(data, []byte("\n"))
	var h fileHeader
	if err := json.Unmarshal(line, &h); !ok || err != nil || h.Format != networkFormat {
		return nil, errors.New("no file of a network")
	}
	if h.Version != networkVersion {
		return nil, fmt.Errorf("a network of version %d, want %d", h.Version, networkVersion)
	}
	if len(rest) < 8 || xxhash.Sum64(data[:len(data)-8]) != binary.LittleEndian.Uint64(data[len(data)-8:]) {
		return nil, fmt.Errorf("%w: its checksum is wrong", errDamaged)
	}
	if err := (&Network{shape: h.shapeFields}).fits(s); err != nil {
		return nil, err
	}
	a, err := h.Architecture.architecture()
	if err != nil {
		return nil, err
	}
	parameters, err := parametersOf(s, a)
	if err != nil {
		return nil, err
	}
	rest = rest[:len(rest)-8]
	same := func(a, b parameter) bool { return a.Name == b.Name && slices.Equal(a.Shape, b.Shape) }
	if !slices.EqualFunc(parameters, h.Parameters, same) {
		return nil, fmt.Errorf("%w: its parameters do not fit its architecture", errDamaged)
	}
	for i := range parameters {
		p := &parameters[i]
		if len(rest) < 4*p.size() {
			return nil, fmt.Errorf("%w: %s is not complete", errDamaged, p.Name)
		}
		p.values = make([]float32, p.size())
		for j := range p.values {
			x := math.Float32frombits(binary.LittleEndian.Uint32(rest[4*j:]))
			if !finite(x) {
				return nil, fmt.Errorf("%w: a weight of %s is %v", errDamaged, p.Name, x)
			}
			p.values[j] = x
		}
		rest = rest[4*p.size():]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: something follows the weights", errDamaged)
	}
	return build(*s, a, parameters)
}

func finite(x float32) bool { return x >= -math.MaxFloat32 && x <= math.MaxFloat32 }
