package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/engine"
)

// A Colour is a side. The rules of the game determine which colour moves first.
type Colour uint8

const (
	Black Colour = iota
	White
)

// String returns black or white.
func (c Colour) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// ParseColour returns the colour for the texts black, b, white and w, in upper or lower case.
func ParseColour(text string) (Colour, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return 0, fmt.Errorf("%q is no colour: want black or white", text)
}

// An Engine plays a game. [Play] returns an Engine for any game. If a method returns an error, the server sends the
// text of the error to the controller, and the state of the engine must be unchanged.
type Engine interface {
	// BoardSize starts a new game on a board of the given size.
	BoardSize(size int) error

	// ClearBoard starts a new game.
	ClearBoard() error

	// Play plays a move of a side, in the notation of the game.
	Play(c Colour, move string) error

	// Generate chooses and plays a move for a side. It returns the move, or "resign". If the controller has sent no
	// time settings, clock is the zero value.
	Generate(ctx context.Context, c Colour, clock engine.Clock) (move string, err error)

	// Undo takes back the last move, of either side.
	Undo() error

	// ShowBoard returns a drawing of the board.
	ShowBoard() string
}

// A Scorer is an engine that can score a finished game (command final_score).
type Scorer interface {
	// FinalScore returns W+ or B+ followed by the margin, such as W+3.5, or 0 for a draw.
	FinalScore() (string, error)
}

// A Regarder is an engine that can choose a move without playing it (command reg_genmove).
type Regarder interface {
	Regard(ctx context.Context, c Colour, clock engine.Clock) (move string, err error)
}

// A Komier is an engine of a game in which the second side receives points as a compensation, the komi.
type Komier interface {
	Komi(points float64) error
}

// A Handicapper is an engine of a game with handicap stones. Its methods require an empty board. They return the points
// on which stones were placed.
type Handicapper interface {
	// FixedHandicap places stones on the points that the protocol defines for this number of stones.
	FixedHandicap(stones int) (points []string, err error)

	// PlaceHandicap places stones on points that the engine chooses. It may place fewer stones than requested.
	PlaceHandicap(stones int) (points []string, err error)

	// SetHandicap places stones on the given points.
	SetHandicap(points []string) error
}

// A Judge is an engine that can tell which stones of a position are alive, dead or in seki (command final_status_list).
type Judge interface {
	// FinalStatus returns the points of all stones with the given status: alive, dead or seki. Each line contains the
	// points of one connected group of stones.
	FinalStatus(status string) (lines []string, err error)
}

// A Loader is an engine that reads files in the Smart Game Format (command loadsgf).
type Loader interface {
	// LoadSGF reads a game from a file and sets the position before one of its moves. The argument move is the number
	// of this move, counted from 1. If the argument is 0, LoadSGF sets the position after the last move. LoadSGF
	// returns the side to move.
	LoadSGF(file string, move int) (Colour, error)
}

// Add adds the commands of an engine, and the commands of the optional interfaces that it implements: [Scorer],
// [Regarder], [Komier], [Handicapper], [Judge], [Loader], [Analyzer] and [Ponderer].
func (s *Server) Add(e Engine) {
	s.Handle("boardsize", func(_ context.Context, args []string) (string, error) {
		size, err := integer(args, 0, 1)
		if err != nil {
			return "", err
		}
		return "", s.begun(e.BoardSize(size))
	})
	s.Handle("clear_board", func(_ context.Context, args []string) (string, error) {
		if err := count(args, 0); err != nil {
			return "", err
		}
		return "", s.begun(e.ClearBoard())
	})
	s.Handle("play", func(_ context.Context, args []string) (string, error) {
		if err := count(args, 2); err != nil {
			return "", err
		}
		c, err := ParseColour(args[0])
		if err != nil {
			return "", err
		}
		return "", e.Play(c, args[1])
	})
	s.Handle("genmove", s.generator(e.Generate, true))
	s.Handle("undo", func(_ context.Context, args []string) (string, error) {
		if err := count(args, 0); err != nil {
			return "", err
		}
		return "", e.Undo()
	})
	s.Handle("showboard", func(context.Context, []string) (string, error) { return "\n" + e.ShowBoard(), nil })
	if r, ok := e.(Regarder); ok {
		s.Handle("reg_genmove", s.generator(r.Regard, false))
	}
	if f, ok := e.(Scorer); ok {
		s.Handle("final_score", func(context.Context, []string) (string, error) { return f.FinalScore() })
	}
	s.addTimes()
	if k, ok := e.(Komier); ok {
		s.Handle("komi", func(_ context.Context, args []string) (string, error) {
			if err := count(args, 1); err != nil {
				return "", err
			}
			points, err := strconv.ParseFloat(args[0], 64)
			if err != nil || math.IsNaN(points) || math.Abs(points) > 1e6 {
				return "", fmt.Errorf("%q is no number of points", args[0])
			}
			return "", k.Komi(points)
		})
	}
	if h, ok := e.(Handicapper); ok {
		s.addHandicapper(h)
	}
	if j, ok := e.(Judge); ok {
		s.Handle("final_status_list", func(_ context.Context, args []string) (string, error) {
			if err := count(args, 1); err != nil {
				return "", err
			}
			lines, err := j.FinalStatus(args[0])
			return strings.Join(lines, "\n"), err
		})
	}
	if l, ok := e.(Loader); ok {
		s.Handle("loadsgf", func(_ context.Context, args []string) (string, error) {
			if len(args) == 0 {
				return "", errors.New("want a file and perhaps the number of a move")
			}
			move, last := 0, len(args)-1
			if n, err := strconv.Atoi(args[last]); err == nil && last > 0 {
				if n < 1 {
					return "", fmt.Errorf("%q is no number of a move", args[last])
				}
				move, args = n, args[:last]
			}
			c, err := l.LoadSGF(strings.Join(args, " "), move) // file names may contain blanks
			if err != nil {
				return "", fmt.Errorf("cannot load file: %w", err)
			}
			return c.String(), nil
		})
	}
	if a, ok := e.(Analyzer); ok {
		s.addAnalyzer(a)
	}
	if p, ok := e.(Ponderer); ok && s.Ponder {
		s.ponderer = p
	}
}

func (s *Server) addHandicapper(h Handicapper) {
	place := func(place func(int) ([]string, error)) Handler {
		return func(_ context.Context, args []string) (string, error) {
			stones, err := integer(args, 0, 1)
			if err != nil {
				return "", err
			}
			points, err := place(stones)
			return strings.Join(points, " "), err
		}
	}
	s.Handle("fixed_handicap", place(h.FixedHandicap))
	s.Handle("place_free_handicap", place(h.PlaceHandicap))
	s.Handle("set_free_handicap", func(_ context.Context, args []string) (string, error) { return "", h.SetHandicap(args) })
}

// begun resets both clocks after a game began without an error.
func (s *Server) begun(err error) error {
	if err == nil {
		s.times.newGame()
	}
	return err
}

// generator returns the handler of a function that chooses a move by the clock of its side. plays tells whether the
// function plays the move.
func (s *Server) generator(generate func(context.Context, Colour, engine.Clock) (string, error), plays bool) Handler {
	return func(ctx context.Context, args []string) (string, error) {
		if err := count(args, 1); err != nil {
			return "", err
		}
		c, err := ParseColour(args[0])
		if err != nil {
			return "", err
		}
		start := time.Now()
		move, err := generate(ctx, c, s.times.of(c))
		if err == nil && plays {
			s.times.spend(c, time.Since(start))
		}
		return move, err
	}
}

func (s *Server) addTimes() {
	s.Handle("time_settings", func(_ context.Context, args []string) (string, error) {
		main, period, moves, err := parseTimes(args)
		if err == nil {
			s.times.set(main, period, moves)
		}
		return "", err
	})
	s.Handle("kgs-time_settings", func(_ context.Context, args []string) (string, error) { return "", s.kgsTimes(args) })
	s.Handle("time_left", func(_ context.Context, args []string) (string, error) {
		if err := count(args, 3); err != nil {
			return "", err
		}
		c, err := ParseColour(args[0])
		if err != nil {
			return "", err
		}
		if s, err := strconv.ParseFloat(args[1], 64); err == nil && s < 0 {
			args[1] = "0" // a clock that has run out
		}
		left, err := seconds(args, 1, 3)
		if err != nil {
			return "", err
		}
		moves, err := integer(args, 2, 3)
		if err == nil {
			s.times.setLeft(c, left, moves)
		}
		return "", err
	})
}

// parseTimes reads a main time, a period and the number of its moves.
func parseTimes(args []string) (main, period time.Duration, moves int, err error) {
	if main, err = seconds(args, 0, 3); err != nil {
		return 0, 0, 0, err
	}
	if period, err = seconds(args, 1, 3); err != nil {
		return 0, 0, 0, err
	}
	moves, err = integer(args, 2, 3)
	return main, period, moves, err
}

// kgsTimes handles kgs-time_settings: none; absolute and the main time; canadian, the main time, a period and its
// number of moves; or byoyomi, the main time, the period of a move and the number of periods.
func (s *Server) kgsTimes(args []string) error {
	if len(args) == 0 {
		return errors.New("want none, absolute, byoyomi or canadian")
	}
	kind, args := args[0], args[1:]
	switch kind = strings.ToLower(kind); kind {
	case "none":
		if err := count(args, 0); err != nil {
			return err
		}
		s.times = times{}
		return nil
	case "absolute":
		main, err := seconds(args, 0, 1)
		if err == nil {
			s.times.set(main, 0, 0)
		}
		return err
	case "byoyomi", "canadian":
		main, period, moves, err := parseTimes(args)
		switch {
		case err != nil:
			return err
		case kind == "byoyomi":
			s.times.setByoYomi(main, period, moves)
		default:
			s.times.set(main, period, moves)
		}
		return nil
	}
	return fmt.Errorf("%q: want none, absolute, byoyomi or canadian", kind)
}

// count returns an error unless there are want arguments.
func count(args []string, want int) error {
	if len(args) != want {
		return fmt.Errorf("%d arguments, want %d", len(args), want)
	}
	return nil
}

// integer checks that there are want arguments, and returns argument i, a whole number of 0 or more.
func integer(args []string, i, want int) (int, error) {
	if err := count(args, want); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(args[i])
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no whole number of 0 or more", args[i])
	}
	return n, nil
}

// seconds checks that there are want arguments, and returns argument i, a time in seconds.
func seconds(args []string, i, want int) (time.Duration, error) {
	if err := count(args, want); err != nil {
		return 0, err
	}
	s, err := strconv.ParseFloat(args[i], 64)
	if err != nil || math.IsNaN(s) || s < 0 || s > 1e9 {
		return 0, fmt.Errorf("%q is no time in seconds", args[i])
	}
	return time.Duration(s * float64(time.Second)), nil
}
