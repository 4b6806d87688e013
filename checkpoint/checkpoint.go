// Package checkpoint stores the state of long searches, so that an interrupted search can be continued.
//
// A search that can be continued has an option Checkpoint, which is a [Store], such as a [File]:
//
//	options := alphabeta.Options[Move]{Checkpoint: checkpoint.File{Name: "state"}}
//	result, err := alphabeta.Search(ctx, game, ply.Limits{}, options)
//
// If the file exists, the search reads it first and continues from the state in it. The limits of the search then
// include the nodes and the time of the earlier runs. The search writes the file after one second, then every ten
// seconds, and at its end unless it returns an error. The search does not remove the file.
//
// # Contents of a state
//
// A state contains the kind of the search, the version of the format, the fingerprint of the game, and the options that
// must not change between runs. It is stored in blocks, each with a checksum. The search returns an error that names
// the reason if the state is damaged, or if its kind, version, game or options are not the same as in the search. The
// search then does not change the state. Limits and callbacks may differ between the runs.
//
// Tables, trees and strategies have methods Save and Load with the same format, for programs that keep them from one
// game to the next. See [Fingerprint].
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

// A Store holds the state of one search. [File] is the usual implementation. Other implementations can keep states in
// memory or in a database. A search calls only one method of its store at a time.
type Store interface {
	// Load calls the function read once, with a reader of the stored state, and returns the error of this call. If
	// there is no state, Load returns an error err for which errors.Is(err, fs.ErrNotExist) is true.
	Load(read func(io.Reader) error) error

	// Save calls the function write once. The bytes that this function writes replace the stored state. If the function
	// or Save itself fails, the old state must remain.
	Save(write func(io.Writer) error) error
}

// A File is a [Store] in a file. Each new state replaces the file as a whole: if the program is killed while it writes,
// the previous state remains. While a search uses the file, the search holds a lock on a second file, whose name has
// ".lock" added. A second search with the same file, in any process, returns an error.
type File struct {
	// Name is the name of the file. If Name is empty, no state is stored.
	Name string

	// Every is the time between two writes. 0 means ten seconds. If writing takes long, states are written less often,
	// so that writing takes at most 1/40 of the time of the search.
	Every time.Duration
}

const bufferSize = 1 << 20

func init() {
	saved.FileOf = func(s saved.Store) (string, time.Duration, bool) {
		f, ok := s.(File)
		return f.Name, f.Every, ok
	}
}

// Save replaces the file, as a whole, by the bytes that come from the function write. If the file is a device or a
// pipe, Save writes directly to it.
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

// Load calls the function read with the contents of the file. If this function leaves a part of the contents unread,
// Load returns an error.
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

// Fingerprint returns a hash that identifies a game, and is the same in every process. It depends on the moves, players
// to move, outcomes, evaluations and hashes in the present position and in the positions on eight lines of up to 24
// moves from there. Games with other rules or another evaluation have different fingerprints if the difference shows in
// these positions. Fingerprint plays about two hundred moves and takes them back.
//
// The fingerprint depends on the present position. To save and load a table that is used in many positions, always call
// Fingerprint in the same position, such as the initial one.
func Fingerprint[M comparable](g ply.Game[M]) uint64 { return saved.Fingerprint(g) }
