// Package checkpoint stores the state of long searches. An interrupted search continues from its last state.
//
// A search with an option Checkpoint takes a [Store], such as a [File]:
//
//	options := alphabeta.Options[Move]{Checkpoint: checkpoint.File{Name: "state"}}
//	result, err := alphabeta.Search(ctx, game, ply.Limits{}, options)
//
// If the file exists, the search reads it first and continues from there. Its limits include the nodes and the time of earlier
// runs. The search writes the file after a second, then every ten seconds, and at its end, unless it fails. It does not remove the
// file.
//
// # Contents of a state
//
// A state records its kind, the version of the format, the fingerprint of the game, and the options that the search depends on. Each
// block has a checksum. If the state is damaged, or of another kind, version, game or set of options, the search returns an error
// that names the reason, and leaves the state unchanged. Limits and callbacks may change from one run to the next.
//
// Tables, trees and strategies have methods Save and Load with the same format, for programs that keep them between games. See
// [Fingerprint].
package checkpoint

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/saved"
)

// A Store holds one state. [File] is the usual one; others can keep states in memory or in a database. A search calls the
// methods of its store one at a time.
type Store interface {
	// Load calls read once with the state, and returns its error. If there is no state, Load returns an error for which
	// errors.Is(err, fs.ErrNotExist).
	Load(read func(io.Reader) error) error

	// Save calls write once, and replaces the state by the bytes written. If write or Save fails, the old state must remain.
	Save(write func(io.Writer) error) error
}

// A File is a store in a file. The file is replaced as a whole or not at all: a program that is killed while it writes leaves
// the previous state. While a search uses the file, a second file, with ".lock" after the name, keeps other searches away, in
// this process and in others.
type File struct {
	// Name is the name of the file. If it is empty, nothing is kept.
	Name string

	// Every is the time between two states. 0 means ten seconds. A state that takes long to write is written less often:
	// writing takes at most a fortieth of the time.
	Every time.Duration
}

const bufferSize = 1 << 20

func init() {
	saved.FileOf = func(s saved.Store) (string, time.Duration, bool) {
		f, ok := s.(File)
		return f.Name, f.Every, ok
	}
}

// Save replaces the file by what write writes, as a whole or not at all. A device or a pipe is written to directly.
func (f File) Save(write func(io.Writer) error) error {
	err := atomicfile.Write(f.Name, func(to io.Writer) error {
		buffer := bufio.NewWriterSize(to, bufferSize)
		if err := write(buffer); err != nil {
			return err
		}
		return buffer.Flush()
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Load calls read with the contents of the file. It is an error if read leaves something unread.
func (f File) Load(read func(io.Reader) error) error {
	file, err := os.Open(f.Name)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer file.Close()
	buffer := bufio.NewReaderSize(file, bufferSize)
	if err := read(buffer); err != nil {
		return fmt.Errorf("checkpoint: %s: %w", f.Name, err)
	}
	if _, err := buffer.ReadByte(); err != io.EOF {
		return fmt.Errorf("checkpoint: %s: there are bytes after the end of the state", f.Name)
	}
	return nil
}

// Fingerprint returns a hash of a game: of the moves, players to move, outcomes, evaluations and hashes in the present position and
// on eight lines of up to 24 moves from there. The same game has the same fingerprint in every process; a game with other rules
// or another evaluation has a different one. Fingerprint plays and takes back some two hundred moves. For a table that is kept from
// game to game, call it at the start of a game.
func Fingerprint[M comparable](g ply.Game[M]) uint64 { return saved.Fingerprint(g) }
