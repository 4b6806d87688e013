package retrograde

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/lockfile"
)

// A file: a magic line, the head as a JSON line, numbers of 4 or 8 bytes, and the xxHash so far, little-endian.
const saveMagic = "ply retrograde 1\n"

type head struct {
	Kind        string // "reached", "class" or "state"
	Fingerprint uint64
	All         bool     `json:",omitempty"`
	From        []uint64 `json:",omitempty"`
	Start       uint64   // the index, unless all are solved
	Conversion  bool
	Cell        cell
	Class       int
	Words       uint64
	Outcomes    []int `json:",omitempty"`
	Outcome     int   // of a state: the number of the present outcome, and the plies
	Plies       int
	Done        []byte `json:",omitempty"` // a bit for each block scanned for these plies
	Again       bool   `json:",omitempty"` // successors are not counted, but searched again for each ply
	Rows        []Row  `json:",omitempty"`
}

// writeFile replaces a file atomically. Tests replace it by a full disk.
var writeFile = atomicfile.Write

func (s *solver[M]) head(kind string, class int) head {
	h := head{Kind: kind, Fingerprint: s.print, All: s.opt.All, From: s.opt.From,
		Conversion: s.opt.Conversion, Cell: s.cell, Class: class}
	if !h.All {
		h.Start = s.start
	}
	return h
}

func (h head) belongs(want head) bool {
	if h.All != want.All || h.Start != want.Start || len(h.From) != len(want.From) {
		return false
	}
	for i := range h.From {
		if h.From[i] != want.From[i] {
			return false
		}
	}
	return h.Kind == want.Kind && h.Fingerprint == want.Fingerprint && h.Class == want.Class &&
		(h.Kind == "reached" || h.Conversion == want.Conversion && h.Cell == want.Cell)
}

func (s *solver[M]) file(h head) string {
	if h.Kind == "reached" {
		return filepath.Join(s.opt.Folder, "reached.ply")
	}
	return filepath.Join(s.opt.Folder, fmt.Sprintf("%s-%d.ply", h.Kind, h.Class))
}

func (s *solver[M]) openFolder() error {
	if s.opt.Folder == "" {
		return nil
	}
	if err := os.MkdirAll(s.opt.Folder, 0o777); err != nil {
		return err
	}
	var err error
	if s.lock, err = lockfile.Folder(s.opt.Folder); err != nil {
		return err
	}
	s.print, err = s.crew.workers[0].fingerprint()
	return err
}

func (s *solver[M]) save(h head, words func(put func(uint64)), size int) error {
	name := s.file(h)
	err := writeFile(name, func(w io.Writer) error {
		text, err := json.Marshal(h)
		if err != nil {
			return err
		}
		hash := xxhash.New()
		out := bufio.NewWriterSize(io.MultiWriter(w, hash), 1<<16)
		fmt.Fprintf(out, "%s%s\n", saveMagic, text)
		var b [8]byte
		words(func(x uint64) {
			binary.LittleEndian.PutUint64(b[:], x)
			out.Write(b[:size]) // the first error recurs at Flush
		})
		if err := out.Flush(); err != nil {
			return err
		}
		_, err = w.Write(binary.LittleEndian.AppendUint64(nil, hash.Sum64()))
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (s *solver[M]) load(want head, size int, words func(h head) (put func(i, x uint64), err error)) (found bool, at int64, err error) {
	if s.opt.Folder == "" {
		return false, 0, nil
	}
	name := s.file(want)
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, err
	}
	defer file.Close()
	if at, err = readSaved(file, want, size, words); err != nil {
		return false, 0, fmt.Errorf("%s: %w", name, err)
	}
	return true, at, nil
}

var errDamaged = errors.New("a damaged or truncated file: its checksum is wrong")

func readSaved(file *os.File, want head, size int, words func(h head) (put func(i, x uint64), err error)) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	hash := xxhash.New()
	in := bufio.NewReaderSize(file, 1<<20)
	magic, err := readLine(in, hash)
	if err != nil || magic != saveMagic {
		return 0, errors.New("not a file of retrograde analysis, or one of another version")
	}
	text, err := readLine(in, hash)
	if err != nil {
		return 0, errDamaged
	}
	var h head
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		return 0, errDamaged
	}
	at := int64(len(magic) + len(text))
	if h.Words > uint64(info.Size()) || at+int64(h.Words)*int64(size)+8 != info.Size() {
		return 0, errDamaged
	}
	if !h.belongs(want) {
		return 0, errors.New("a file of another game, or one that was written with other options")
	}
	// The numbers are not trusted before the checksum at the end, but their count fits.
	put, err := words(h)
	if err != nil {
		return 0, err
	}
	if err := readWords(io.TeeReader(io.LimitReader(in, int64(h.Words)*int64(size)), hash), size, put); err != nil {
		return 0, err
	}
	var sum [8]byte
	if _, err := io.ReadFull(in, sum[:]); err != nil || binary.LittleEndian.Uint64(sum[:]) != hash.Sum64() {
		return 0, errDamaged
	}
	return at, nil
}

func readLine(in *bufio.Reader, hash io.Writer) (string, error) {
	var line []byte
	for len(line) < 1<<26 {
		c, err := in.ReadByte()
		if err != nil {
			return "", err
		}
		if line = append(line, c); c == '\n' {
			hash.Write(line)
			return string(line), nil
		}
	}
	return "", errDamaged
}

func readWords(in io.Reader, size int, put func(i, x uint64)) error {
	buffer := make([]byte, 1<<16)
	var i uint64
	for {
		n, err := io.ReadFull(in, buffer)
		for b := buffer[:n]; len(b) >= size; b = b[size:] {
			if size == 4 {
				put(i, uint64(binary.LittleEndian.Uint32(b)))
			} else {
				put(i, binary.LittleEndian.Uint64(b))
			}
			i++
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return nil
		default:
			return err
		}
	}
}
