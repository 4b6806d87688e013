// Package uci speaks the Universal Chess Interface (Meyer-Kahlen 2004) for games other than chess: moves and positions are
// words that the engine understands. A [Server] leads an engine as a graphical board asks for it, and a [Client] talks to
// an engine that is another program.
package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/internal/cli"
)

// An Engine plays a game. Its methods are called one at a time.
type Engine interface {
	// NewGame forgets what was learned of the game before.
	NewGame()

	// SetOption sets an option, or returns an error.
	SetOption(name, value string) error

	// Position sets the position: the start if fen is "", and then the moves. After an error it is as before.
	Position(fen string, moves []string) error

	// Go looks for a move until a limit is reached or ctx ends, and calls tell with what it found after each depth. It
	// returns "" if there is no move.
	Go(ctx context.Context, limits Limits, tell func(Info)) (move string, err error)

	// Perft counts the lines of a number of moves, and calls tell with those that begin with each move.
	Perft(ctx context.Context, depth int, tell func(move string, leaves int)) (leaves int, err error)

	// String draws the position.
	String() string
}

// Limits are what go says of how long to search. Zeros are no limits.
type Limits struct {
	Depth, Nodes int
	Time         time.Duration    // for this move
	Left, Added  [2]time.Duration // for the rest of the game of the first side and the second, and for each move
	Moves        int              // until time is added to Left
}

// None reports whether there is no limit.
func (l Limits) None() bool { return l == Limits{} }

// Move returns the time for a move of a side: Time or, if that is 0, a part of what is left to it; or 0.
func (l Limits) Move(side int) time.Duration {
	if l.Time > 0 || l.Left[side] == 0 {
		return l.Time
	}
	moves := 25
	if l.Moves > 0 {
		moves = min(moves, l.Moves)
	}
	left := l.Left[side]
	return max(min(left/time.Duration(moves)+l.Added[side]*3/4, left*4/5-20*time.Millisecond), time.Millisecond)
}

// Info is what an engine found at a depth. Score is in hundredths, or says that the side to move wins (1) or loses (-1) if
// Decided.
type Info struct {
	Depth, Nodes int
	Score        int
	Decided      bool
	Line         []string
	Elapsed      time.Duration
}

// A Server reads commands and answers them.
type Server struct {
	Name, Author string
	Options      []string // what is said of the options of the engine, as in "name Hash type spin"
}

// Serve leads an engine until quit, the end of the input or of ctx. What it does not understand it says in a line that
// begins with "info string". At the end of the input a search with a limit comes to its end before. The error is that of
// the reader, the writer or the context.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer, e Engine) error {
	within, cancel := context.WithCancel(ctx)
	t := &session{server: s, engine: e, out: out}
	lines := make(chan string)
	var readErr error
	go func() {
		defer close(lines)
		for line, err := range cli.Lines(in) {
			if errors.Is(err, cli.ErrLongLine) {
				line, err = cli.ErrLongLine.Error(), nil
			}
			if readErr = err; err != nil {
				return
			}
			select {
			case lines <- line:
			case <-within.Done():
				return
			}
		}
	}()
	err := t.run(within, lines)
	cancel()
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && t.ended {
		err = readErr
	}
	return err
}

// A session is a conversation.
type session struct {
	server  *Server
	engine  Engine
	out     io.Writer
	stop    context.CancelFunc // of the search; nil if there is none
	found   chan func() error  // writes what the search says, and at last its move, for which it sends nil after it
	endless bool               // the search has no limit
	ended   bool               // the input has ended
	waiting []string           // commands for the end of the search
}

// mostWaiting is the number of commands that wait for the end of a search before it is stopped.
const mostWaiting = 1000

// run reads commands, and writes what a search finds, until the end.
func (t *session) run(ctx context.Context, lines <-chan string) error {
	for {
		select {
		case write := <-t.found: // never ready without a search
			if write == nil {
				t.stop()
				t.stop, t.found = nil, nil
				if quit, err := t.resume(ctx); quit || err != nil {
					return errors.Join(err, t.finish(err == nil))
				}
				if t.ended && t.stop == nil {
					return nil
				}
				continue
			}
			if err := write(); err != nil {
				return errors.Join(err, t.finish(false))
			}
		case line, ok := <-lines:
			if !ok {
				t.ended, lines = true, nil
				switch {
				case t.stop == nil:
					return nil
				case t.endless || ctx.Err() != nil:
					t.stop()
				}
				continue
			}
			quit, err := t.command(ctx, line)
			if quit || err != nil {
				return errors.Join(err, t.finish(err == nil))
			}
		}
	}
}

// finish ends a search that is still running, and writes what it has to say, or not.
func (t *session) finish(write bool) (err error) {
	if t.stop == nil {
		return nil
	}
	t.stop()
	for say := range t.found {
		if say == nil {
			break
		}
		if write && err == nil {
			err = say()
		}
	}
	t.stop, t.found = nil, nil
	return err
}

// command does what a line says.
func (t *session) command(ctx context.Context, line string) (quit bool, err error) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return false, nil
	case line == cli.ErrLongLine.Error():
		return false, t.say("info string %s", line)
	}
	switch words[0] {
	case "quit":
		return true, nil
	case "stop":
		if err := t.finish(true); err != nil {
			return false, err
		}
		return t.resume(ctx)
	case "isready":
		return false, t.say("readyok")
	}
	// What follows needs the engine, whose search ends first.
	if t.stop != nil && !t.endless && len(t.waiting) < mostWaiting {
		t.waiting = append(t.waiting, line)
		return false, nil
	}
	if err := t.finish(true); err != nil {
		return false, err
	}
	return false, t.idle(ctx, words)
}

// resume does what has waited for the end of a search, up to the next one.
func (t *session) resume(ctx context.Context) (quit bool, err error) {
	for len(t.waiting) > 0 && t.stop == nil && !quit && err == nil {
		line := t.waiting[0]
		t.waiting = t.waiting[1:]
		quit, err = t.command(ctx, line)
	}
	if t.ended && t.stop != nil && t.endless {
		t.stop()
	}
	return quit, err
}

// idle does what a command says while no search is running.
func (t *session) idle(ctx context.Context, words []string) error {
	var wrong error
	switch words[0] {
	case "uci":
		if err := t.say("id name %s\nid author %s", t.server.Name, t.server.Author); err != nil {
			return err
		}
		for _, o := range t.server.Options {
			if err := t.say("option %s", o); err != nil {
				return err
			}
		}
		return t.say("uciok")
	case "ucinewgame":
		t.engine.NewGame()
	case "setoption":
		wrong = t.setOption(words[1:])
	case "position":
		wrong = t.position(words[1:])
	case "go":
		wrong = t.search(ctx, words[1:])
	case "perft":
		wrong = t.search(ctx, words)
	case "d":
		return t.say("%s", strings.TrimSuffix(t.engine.String(), "\n"))
	case "debug", "register", "ponderhit":
	default:
		wrong = fmt.Errorf("unknown command %.60q", words[0])
	}
	if wrong != nil {
		return t.say("info string %s", oneLine(wrong))
	}
	return nil
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

func (t *session) say(format string, args ...any) error {
	_, err := fmt.Fprintf(t.out, format+"\n", args...)
	return err
}

// setOption reads name NAME value VALUE, both of which may have several words.
func (t *session) setOption(words []string) error {
	name, value, _ := strings.Cut(strings.Join(words, " "), " value ")
	name, ok := strings.CutPrefix(name, "name ")
	if !ok {
		return errors.New("setoption: want name NAME value VALUE")
	}
	return t.engine.SetOption(name, value)
}

// position reads startpos or fen FEN, and then moves MOVE...
func (t *session) position(words []string) error {
	at := len(words)
	for i, w := range words {
		if w == "moves" {
			at = i
			break
		}
	}
	var moves []string
	if at < len(words) {
		moves = words[at+1:]
	}
	switch before := words[:at]; {
	case len(before) == 1 && before[0] == "startpos":
		return t.engine.Position("", moves)
	case len(before) > 1 && before[0] == "fen":
		return t.engine.Position(strings.Join(before[1:], " "), moves)
	}
	return errors.New("position: want startpos or fen FEN, and then moves and a list of moves")
}

// search starts a search, or a count.
func (t *session) search(ctx context.Context, words []string) error {
	limits, perft, err := parseLimits(words)
	if err != nil {
		return err
	}
	within, stop := context.WithCancel(ctx)
	found := make(chan func() error)
	t.stop, t.found, t.endless = stop, found, limits.None() && perft < 0
	go func() {
		defer func() { found <- nil }()
		if perft >= 0 {
			n, err := t.engine.Perft(within, perft, func(move string, leaves int) {
				found <- func() error { return t.say("%s: %d", move, leaves) }
			})
			found <- func() error {
				if err != nil {
					return t.say("info string %s", oneLine(err))
				}
				return t.say("\nNodes searched: %d", n)
			}
			return
		}
		move, err := t.engine.Go(within, limits, func(i Info) { found <- func() error { return t.say("%v", i) } })
		found <- func() error {
			if err != nil {
				if err := t.say("info string %s", oneLine(err)); err != nil {
					return err
				}
			}
			if move == "" {
				move = "(none)"
			}
			return t.say("bestmove %s", move)
		}
	}()
	return nil
}

// String writes the line of an info.
func (i Info) String() string {
	score := fmt.Sprintf("cp %d", i.Score)
	if i.Decided {
		moves := max((len(i.Line)+1)/2, 1)
		score = fmt.Sprintf("mate %d", moves*i.Score)
	}
	nps := 0
	if i.Elapsed > 0 {
		nps = int(float64(i.Nodes) / i.Elapsed.Seconds())
	}
	return fmt.Sprintf("info depth %d score %s nodes %d nps %d time %d pv %s", i.Depth, score, i.Nodes, nps, i.Elapsed.Milliseconds(), strings.Join(i.Line, " "))
}

// The greatest numbers that go takes.
const (
	mostDepth  = 1000
	mostMillis = math.MaxInt32
)

// parseLimits reads what follows go. perft is the depth of a count, or -1.
func parseLimits(words []string) (l Limits, perft int, err error) {
	perft = -1
	millis := func(d *time.Duration) func(int) {
		return func(n int) { *d = max(time.Duration(n), 1) * time.Millisecond }
	}
	into := func(n *int) func(int) { return func(x int) { *n = x } }
	known := map[string]struct {
		most int
		set  func(int)
	}{
		"depth": {mostDepth, into(&l.Depth)}, "nodes": {cli.Many, into(&l.Nodes)}, "movestogo": {mostDepth, into(&l.Moves)},
		"movetime": {mostMillis, millis(&l.Time)},
		"wtime":    {mostMillis, millis(&l.Left[0])}, "btime": {mostMillis, millis(&l.Left[1])},
		"winc": {mostMillis, millis(&l.Added[0])}, "binc": {mostMillis, millis(&l.Added[1])},
		"perft": {mostDepth, into(&perft)},
	}
	for i := 0; i < len(words); i++ {
		if words[i] == "infinite" || words[i] == "ponder" {
			continue
		}
		k, ok := known[words[i]]
		if !ok {
			return l, perft, fmt.Errorf("go: unknown word %.60q", words[i])
		}
		if i+1 == len(words) {
			return l, perft, fmt.Errorf("go: %s without a number", words[i])
		}
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 0 || n > k.most {
			return l, perft, fmt.Errorf("go: %s %.30q: want 0 to %d", words[i], words[i+1], k.most)
		}
		k.set(n)
		i++
	}
	return l, perft, nil
}
