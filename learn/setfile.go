package learn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/lockfile"
)

// A Notation reads and writes files of games to train on, all of the same kind, such as checkers. Each line of a file
// is a JSON object. The first line is a header,
//
//	{"format":"ply games","version":1,"game":"checkers"}
//
// and each further line is a [Record]; zero and empty fields are omitted:
//
//	{"moves":["9-13","24-20"],"opening":2,"explored":[7],"outcome":1000,"end":"limit","players":["new","old"]}
type Notation[G ply.AdversarialGame[M], M comparable] struct {
	// Game is the name of the game ([Set].Game).
	Game string

	// New returns a new game at its start. Records are replayed on it.
	New func() (G, error)

	// Text, if not nil, returns the text of m, a legal move in g. Different legal moves must have different texts. Nil
	// means [fmt.Sprint].
	Text func(g G, m M) string
}

type setHeader struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Game    string `json:"game"`
}

type setLine struct {
	Moves    []string  `json:"moves"`
	Opening  int       `json:"opening,omitempty"`
	Explored []int     `json:"explored,omitempty"`
	Outcome  int       `json:"outcome,omitempty"`
	End      string    `json:"end,omitempty"`
	Players  [2]string `json:"players"`
}

const (
	setFormat  = "ply games"
	setVersion = 1
)

// Read reads the games of a file. It skips damaged lines and games that cannot be replayed, and reports them in
// [Set].Damaged. An incomplete last line, as a killed process may leave, is skipped without a report. Read returns an
// error if the file cannot be opened or has no valid header. The error wraps [ErrOtherGame] if the file contains games
// of another game.
func (n Notation[G, M]) Read(name string) (*Set[M], error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return n.parse(name, data)
}

func (n Notation[G, M]) parse(name string, data []byte) (*Set[M], error) {
	if n.New == nil {
		return nil, errNoNew
	}
	header, rest, _ := bytes.Cut(data, []byte("\n"))
	if err := n.checkHeader(header); err != nil {
		return nil, fmt.Errorf("learn: %s:1: %w", name, err)
	}
	s := &Set[M]{Game: n.Game, file: name}
	for line := 2; len(rest) > 0; line++ {
		text, after, ended := bytes.Cut(rest, []byte("\n"))
		rest = after
		if !ended && !json.Valid(text) {
			s.truncated = true
			break
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		record, err := n.decode(text)
		if err != nil {
			s.Damaged = append(s.Damaged, fmt.Errorf("learn: %s:%d: %w", name, line, err))
			continue
		}
		s.Records, s.lines = append(s.Records, record), append(s.lines, line)
	}
	return s, nil
}

var errNoNew = errors.New("learn: a Notation without New")

func (n Notation[G, M]) checkHeader(text []byte) error {
	var h setHeader
	err := json.Unmarshal(text, &h)
	switch {
	case err != nil:
		return fmt.Errorf("no file of games: %w", err)
	case h.Format != setFormat:
		return fmt.Errorf("no file of games: its format is %q, want %q", h.Format, setFormat)
	case h.Version != setVersion:
		return fmt.Errorf("a file of games of version %d, want %d", h.Version, setVersion)
	case h.Game != n.Game:
		return fmt.Errorf("games of %q, want %q: %w", h.Game, n.Game, ErrOtherGame)
	}
	return nil
}

func (n Notation[G, M]) decode(text []byte) (r Record[M], err error) {
	var l setLine
	if err := json.Unmarshal(text, &l); err != nil {
		return r, err
	}
	r = Record[M]{Opening: l.Opening, Explored: l.Explored, Outcome: l.Outcome, End: l.End, Players: l.Players}
	err = guard.Run(func() string { return fmt.Sprint(r.Moves) }, func() error {
		g, err := n.New()
		if err != nil {
			return err
		}
		var moves []M
		for i, want := range l.Moves {
			moves = g.Moves(moves[:0])
			at := slices.IndexFunc(moves, func(m M) bool { return n.text(g, m) == want })
			if at < 0 {
				return fmt.Errorf("move %d, %q, is not legal", i+1, want)
			}
			r.Moves = append(r.Moves, moves[at])
			g.Play(moves[at])
		}
		return checkEnd(g, &r)
	})
	return r, err
}

func checkEnd[G ply.AdversarialGame[M], M comparable](g G, r *Record[M]) error {
	finished := len(g.Moves(nil)) == 0
	switch {
	case r.Opening < 0 || r.Opening > len(r.Moves):
		return fmt.Errorf("an opening of %d moves in a game of %d", r.Opening, len(r.Moves))
	case !slices.IsSorted(r.Explored) || len(r.Explored) > 0 && (r.Explored[0] < 0 || r.Explored[len(r.Explored)-1] >= len(r.Moves)):
		return fmt.Errorf("explored moves %v in a game of %d moves", r.Explored, len(r.Moves))
	case r.End == "" && !finished:
		return errors.New("the game is not finished")
	case r.End == "" && g.Outcome()*(1-2*g.ToMove()) != r.Outcome:
		return fmt.Errorf("the outcome is %d for side 0, not %d", g.Outcome()*(1-2*g.ToMove()), r.Outcome)
	case r.End != "" && r.End != repetition && r.End != moveLimit:
		return fmt.Errorf("an end of kind %q", r.End)
	case r.End != "" && r.Outcome != 0:
		return fmt.Errorf("an outcome of %d of a game that was broken off", r.Outcome)
	}
	return nil
}

func (n Notation[G, M]) text(g G, m M) string {
	if n.Text != nil {
		return n.Text(g, m)
	}
	return fmt.Sprint(m)
}

func (n Notation[G, M]) encode(r Record[M]) (line []byte, err error) {
	err = guard.Run(func() string { return fmt.Sprint(r.Moves) }, func() error {
		g, err := n.New()
		if err != nil {
			return err
		}
		l := setLine{make([]string, len(r.Moves)), r.Opening, r.Explored, r.Outcome, r.End, r.Players}
		for i, m := range r.Moves {
			l.Moves[i] = n.text(g, m)
			g.Play(m)
		}
		line, err = json.Marshal(&l)
		return err
	})
	return append(line, '\n'), err
}

// Write writes a set to the named file. An existing file is replaced atomically. It is an error if [Notation.SelfPlay]
// is writing to the file.
func (n Notation[G, M]) Write(name string, s *Set[M]) error {
	if n.New == nil {
		return errNoNew
	}
	if file, err := os.OpenFile(name, os.O_RDWR, 0); err == nil {
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			lock, err := lockfile.Open(file)
			if err != nil {
				return fmt.Errorf("learn: %w", err)
			}
			defer lock.Release()
		}
	}
	err := atomicfile.Write(name, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := n.writeHeader(b); err != nil {
			return err
		}
		for i, r := range s.Records {
			line, err := n.encode(r)
			if err != nil {
				return fmt.Errorf("game %d: %w", i, err)
			}
			if _, err := b.Write(line); err != nil {
				return err
			}
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}

func (n Notation[G, M]) header() ([]byte, error) {
	data, err := json.Marshal(setHeader{setFormat, setVersion, n.Game})
	return append(data, '\n'), err
}

func (n Notation[G, M]) writeHeader(w io.Writer) error {
	data, err := n.header()
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// A writer appends games to a file, one line a game. Killing the process loses at most the last.
type writer[G ply.AdversarialGame[M], M comparable] struct {
	notation Notation[G, M]
	file     *os.File
	lock     *lockfile.Lock
	lines    int // that the file has
}

// append opens or creates a file for further games, and returns the games in it; an incomplete last line is removed.
// It fails like [Notation.Read], and if a writer of any process has the file open.
func (n Notation[G, M]) append(name string) (w *writer[G, M], before *Set[M], err error) {
	if n.New == nil {
		return nil, nil, errNoNew
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("learn: %w", err)
	}
	lock, err := lockfile.Open(file)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("learn: %w", err)
	}
	w = &writer[G, M]{notation: n, file: file, lock: lock}
	if before, err = w.begin(name); err != nil {
		lock.Release()
		file.Close()
		return nil, nil, err
	}
	return w, before, nil
}

func (w *writer[G, M]) begin(name string) (*Set[M], error) {
	data, err := io.ReadAll(w.file)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	if header, err := w.notation.header(); err == nil && len(data) < len(header) && bytes.HasPrefix(header, data) {
		data = nil // a process was killed while it wrote the header
	}
	before := &Set[M]{Game: w.notation.Game, file: name}
	end := int64(len(data))
	if len(data) > 0 {
		if before, err = w.notation.parse(name, data); err != nil {
			return nil, err
		}
		if before.truncated {
			end = int64(bytes.LastIndexByte(data, '\n') + 1)
		}
	}
	if err = w.file.Truncate(end); err == nil {
		_, err = w.file.Seek(end, io.SeekStart)
	}
	w.lines = bytes.Count(data[:end], []byte("\n"))
	switch {
	case err != nil:
	case end == 0:
		w.lines, err = 1, w.notation.writeHeader(w.file)
	case data[end-1] != '\n':
		w.lines++
		_, err = w.file.WriteString("\n")
	}
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return before, nil
}

func (w *writer[G, M]) append(r Record[M]) error {
	line, err := w.notation.encode(r)
	if err == nil {
		_, err = w.file.Write(line)
	}
	if err != nil {
		return fmt.Errorf("learn: %s: %w", w.file.Name(), err)
	}
	w.lines++
	return nil
}

func (w *writer[G, M]) close() error {
	w.lock.Release()
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}
