package neural

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply/internal/guard"
)

// A file of games has a header and then a game a line: JSON, a tab, and the xxHash of the JSON.
type gameHeader struct {
	Format      string `json:"format"`
	Version     int    `json:"version"`
	Game        string `json:"game"`
	Fingerprint string `json:"fingerprint"`
}

type gameLine struct {
	Number   int        `json:"number"`
	Moves    []int      `json:"moves"` // the index of each move played, among the legal moves
	Opening  int        `json:"opening,omitempty"`
	Policy   [][]uint16 `json:"policy"` // in 1/10 000
	Values   []float32  `json:"values"`
	Proven   []int      `json:"proven,omitempty"`   // indices of the moves before which the value was proven
	Outcome  float32    `json:"outcome"`            // for side 0; with Outcomes 0
	Outcomes []float32  `json:"outcomes,omitempty"` // for each of several players
	End      string     `json:"end,omitempty"`
	Doubted  int8       `json:"doubted,omitempty"`
}

const (
	gameFormat  = "ply self-play"
	gameVersion = 1
)

func encodeGame[M comparable](r *record[M]) ([]byte, error) {
	l := gameLine{Number: r.number, Moves: r.choices, Outcome: r.outcome, Outcomes: r.outcomes, End: r.end, Doubted: r.doubted}
	for i, s := range r.steps {
		if !s.teaches() {
			l.Opening++
			continue
		}
		l.Policy, l.Values = append(l.Policy, s.policy), append(l.Values, s.value)
		if s.proven {
			l.Proven = append(l.Proven, i)
		}
	}
	data, err := json.Marshal(&l)
	return fmt.Appendf(data, "\t%016x\n", xxhash.Sum64(data)), err
}

type gameWriter[M comparable] struct {
	file  *os.File
	end   int64 // of the last game
	games int   // that can be read
}

func (w *gameWriter[M]) write(r *record[M]) error {
	line, err := encodeGame(r)
	if err == nil {
		if _, err = w.file.Write(line); err != nil {
			_ = w.file.Truncate(w.end) // the rest of the line is damaged otherwise
			_, _ = w.file.Seek(w.end, io.SeekStart)
		}
	}
	if err != nil {
		return fmt.Errorf("neural: %w", err)
	}
	w.end += int64(len(line))
	w.games++
	return nil
}

// openGames opens or creates a file for further games, and returns the games in it, without damaged lines.
func openGames[G position[M], M comparable](name string, v *view[G, M]) (*gameWriter[M], []*record[M], error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("neural: %w", err)
	}
	end := int64(0)
	records, err := func() ([]*record[M], error) {
		data, err := io.ReadAll(file)
		if err != nil {
			return nil, err
		}
		header, err := v.gameHeader()
		if err != nil {
			return nil, err
		}
		end = int64(bytes.LastIndexByte(data, '\n') + 1)
		if end == 0 && bytes.HasPrefix(header, data) {
			end = int64(len(header))
			if _, err := file.WriteAt(header, 0); err != nil {
				return nil, err
			}
			data = header
		}
		records, _, err := parseGames(data, v)
		if err != nil {
			return nil, err
		}
		if err := file.Truncate(end); err != nil {
			return nil, err
		}
		_, err = file.Seek(end, io.SeekStart)
		return records, err
	}()
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("neural: %s: %w", name, err)
	}
	return &gameWriter[M]{file, end, len(records)}, records, nil
}

var errChanged = errors.New("the file was changed since")

// readGames reads a file that had this number of games when the generation was complete, without damaged lines.
func readGames[G position[M], M comparable](name string, v *view[G, M], games int) ([]*record[M], error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	records, damaged, err := parseGames(data, v)
	if n := len(records) + damaged; err == nil && n < games {
		err = fmt.Errorf("%d games, want %d as in %s: %w", n, games, logFile, errChanged)
	}
	if err != nil {
		return nil, fmt.Errorf("neural: %s: %w", name, err)
	}
	return records, nil
}

func gamesOf(log []Generation, generation int) int {
	for i, g := range log {
		if g.Number != generation {
			continue
		}
		if i > 0 {
			return g.Games - log[i-1].Games
		}
		return g.Games
	}
	return 0
}

func (v *view[G, M]) gameHeader() ([]byte, error) {
	header, err := json.Marshal(gameHeader{gameFormat, gameVersion, v.shape.Game, v.shape.Fingerprint})
	return append(header, '\n'), err
}

func parseGames[G position[M], M comparable](data []byte, v *view[G, M]) (records []*record[M], damaged int, err error) {
	if header, err := v.gameHeader(); err != nil || bytes.HasPrefix(header, data) {
		return nil, 0, err // of a process that was killed before it had a game
	}
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	var h gameHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format != gameFormat {
		return nil, 0, errors.New("no file of games of self-play")
	}
	if h.Version != gameVersion {
		return nil, 0, fmt.Errorf("a file of games of version %d, want %d", h.Version, gameVersion)
	}
	if h.Game != v.shape.Game || h.Fingerprint != v.shape.Fingerprint {
		return nil, 0, fmt.Errorf("games of %q with the fingerprint %s, want %q with %s: %w", h.Game, h.Fingerprint, v.shape.Game, v.shape.Fingerprint, ErrOtherGame)
	}
	lines := map[int]int{} // of the games
	for at := 2; len(rest) > 0; at++ {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		rest = after
		if !ended {
			break // of a process that was killed
		}
		r, err := decodeGame(line, v)
		if err != nil {
			damaged++
			continue
		}
		if before, twice := lines[r.number]; twice {
			return nil, 0, fmt.Errorf("line %d has game %d again, as line %d: %w", at, r.number, before, errChanged)
		}
		lines[r.number] = at
		records = append(records, r)
	}
	return records, damaged, nil
}

func decodeGame[G position[M], M comparable](line []byte, v *view[G, M]) (*record[M], error) {
	data, sum, _ := bytes.Cut(line, []byte("\t"))
	if string(sum) != fmt.Sprintf("%016x", xxhash.Sum64(data)) {
		return nil, errors.New("a wrong checksum")
	}
	var l gameLine
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	wrong := func(outcome float32) bool { return !(outcome >= -1 && outcome <= 1) }
	if len(l.Policy) != len(l.Values) || l.Opening < 0 || l.Opening+len(l.Policy) != len(l.Moves) {
		return nil, errors.New("numbers of moves that disagree")
	}
	if len(l.Outcomes) != v.shape.Players || wrong(l.Outcome) || slices.ContainsFunc(l.Outcomes, wrong) {
		return nil, fmt.Errorf("an outcome of %v and outcomes %v of players, want numbers from -1 to 1 and %d players", l.Outcome, l.Outcomes, v.shape.Players)
	}
	r := &record[M]{number: l.Number, choices: l.Moves, outcome: l.Outcome, outcomes: l.Outcomes, end: l.End, doubted: l.Doubted, steps: make([]step, len(l.Moves))}
	err := guard.Run(func() string { return fmt.Sprint(r.moves) }, func() error {
		g, err := v.New()
		if err != nil {
			return err
		}
		var moves []M
		for i, choice := range l.Moves {
			moves = g.Moves(moves[:0])
			if choice < 0 || choice >= len(moves) {
				return fmt.Errorf("move %d of %d moves", choice, len(moves))
			}
			if at := i - l.Opening; at >= 0 {
				s, want := step{policy: l.Policy[at], value: l.Values[at], chance: byChance(g)}, len(moves)
				if s.chance {
					want = 0
				}
				if len(s.policy) != want {
					return fmt.Errorf("a policy of %d moves, want %d", len(s.policy), want)
				}
				r.steps[i] = s
			}
			r.moves, r.sides = append(r.moves, moves[choice]), append(r.sides, v.valued(g))
			g.Play(moves[choice])
		}
		return nil
	})
	for _, i := range l.Proven {
		if i < l.Opening || i >= len(r.steps) {
			return nil, errors.New("a proven value of no move")
		}
		r.steps[i].proven = true
	}
	return r, err
}
